//! Whether a scene at rest stands, accepted by the checker.
//!
//! Without friction the initial motion decides (`zwang-proof-1`), with friction the forces or the
//! velocity of `zwang-statics-1`; and where friction has to help to hold a scene, leaves that show
//! that nothing but rest obeys Coulomb's law (`zwang-friction-1`), if they are found.

use crate::collapse::{
    CollapseError, StabilityError, VerifiedCollapse, balance, collapse, symmetry_line,
};
use crate::friction::{Said, VerifiedFriction};
use crate::{draw_options, held_indeterminate, near, require_rest};
use zwang_certificate::{Contact, statics};
use zwang_check::friction::FrictionVerdict;
use zwang_check::statics::{StaticsVerdict, VerifiedStatics};
use zwang_check::{Verdict, statics as checker};
use zwang_collapse::{ForceChoice, SolveError, Standing, only_rest};
use zwang_output::draw::{self, DrawOptions};
use zwang_output::{
    AlmostTouching, BalancedOn, Beside, Detail, OutputError, ReportOptions, SymmetryLine, json,
    report,
};
use zwang_program::{Monitor, Options, Stage, Statistics};
use zwang_scene::Scene;

/// Whether a scene at rest stands, with what proves it. The checker has accepted the proof.
pub enum VerifiedStability {
    /// A scene without friction: how it starts to move, if it does.
    Motion(Box<VerifiedCollapse>),
    /// A scene with friction: forces that hold it, or a velocity that shows that none do.
    Statics(Box<VerifiedStanding>),
    /// A scene that friction holds, and of which nothing but rest obeys Coulomb's law.
    Rest(Box<VerifiedFriction>),
}

/// Whether a scene with friction stands, with what proves it.
#[non_exhaustive]
pub struct VerifiedStanding {
    /// The answer that the checker has accepted.
    pub verified: VerifiedStatics,
    /// Symmetries of the scene; they are no part of the proof.
    pub symmetries: Vec<SymmetryLine>,
    /// Which of all forces hold it here, where there are several.
    pub force_choice: ForceChoice,
    /// Corners without friction on which bodies are balanced; they are no part of the proof.
    pub balanced_on: Vec<BalancedOn>,
    /// The cost of finding it.
    pub statistics: Statistics,
    /// The text of the proof, in the format `zwang-statics-1`.
    pub proof: String,
    /// Contacts of parts.
    contacts: Vec<Contact>,
}

impl VerifiedStanding {
    /// Parts that almost touch; `None` if there are none.
    #[must_use]
    pub fn almost_touching(&self) -> Option<AlmostTouching> {
        near::almost_touching(self.verified.scene(), &self.contacts)
    }
}

/// Whether a scene at rest stands: forces that balance weights and loads, or a virtual velocity
/// that no contact resists and under which weights and loads do work. `checking` is called between
/// solving and checking.
///
/// # Errors
/// [`StabilityError`] if a body of the scene moves, or there is no checked answer.
pub fn stability(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
    checking: impl FnOnce(),
) -> Result<VerifiedStability, StabilityError> {
    require_rest(scene)?;
    if scene.friction.is_none() {
        let answer = collapse(scene, options, monitor, checking)?;
        return Ok(VerifiedStability::Motion(Box::new(answer)));
    }
    let solved = zwang_collapse::statics(scene, options, monitor).map_err(CollapseError::Solve)?;
    checking();
    let verified = monitor.time(Stage::Checking, || checker::verify(scene, &solved.statics));
    let verified = verified.map_err(CollapseError::Rejected)?;
    let symmetries = solved.symmetries.iter().map(symmetry_line).collect();
    let symmetries: Vec<SymmetryLine> = symmetries;
    if verified.verdict() == StaticsVerdict::CanStand
        && let Some(rest) = verified_rest(scene, &solved, &symmetries, options, monitor)?
    {
        return Ok(VerifiedStability::Rest(Box::new(rest)));
    }
    let mut balanced_on = Vec::new();
    if verified.verdict() == StaticsVerdict::Falls && !solved.statics.corners.is_empty() {
        balanced_on = balance(scene, options, monitor)?;
    }
    let proof = monitor.time(Stage::Writing, || statics::write(&solved.statics));
    Ok(VerifiedStability::Statics(Box::new(VerifiedStanding {
        verified,
        symmetries,
        force_choice: solved.choice,
        balanced_on,
        statistics: monitor.statistics(),
        proof,
        contacts: solved.statics.contacts,
    })))
}

/// Whether forces hold a scene at rest with friction: it stands or can stand.
pub(crate) fn is_held(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
) -> Result<bool, CollapseError> {
    let solved = zwang_collapse::first_statics(scene, options, monitor)?;
    let verified = checker::verify(scene, &solved.statics).map_err(CollapseError::Rejected)?;
    Ok(verified.verdict() != StaticsVerdict::Falls)
}

/// That nothing but rest obeys Coulomb's law, if that is found.
fn verified_rest(
    scene: &Scene,
    held: &Standing,
    symmetries: &[SymmetryLine],
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<VerifiedFriction>, CollapseError> {
    let Some(found) = only_rest(scene, &held.statics, options, monitor)? else {
        return Ok(None);
    };
    let said = Said {
        symmetries: symmetries.to_vec(),
        is_unique: true,
        force_choice: held.choice,
    };
    let rest = VerifiedFriction::of(scene, found, said, monitor)?;
    let stands = rest.verdict() == FrictionVerdict::Stands;
    Ok(stands.then_some(rest))
}

/// Why `zwang forces` tells no ranges of the forces that hold a scene with friction, in a few
/// words; `None` if it tells them.
#[must_use]
pub fn why_no_ranges(scene: &Scene) -> Option<String> {
    match zwang_collapse::forces_have_ranges(scene, &Monitor::default()) {
        Err(SolveError::WideCorner {
            first,
            second,
            point,
        }) => Some(format!(
            "all forces that the corner of `{first}` and `{second}` at {point} bears are wider than \
             a half-plane, and other contacts of the two are there"
        )),
        Err(SolveError::KnottedCorners { point }) => Some(format!(
            "corners of several bodies at {point} join them in a ring, or crosswise, so that not \
             all bear at once"
        )),
        _ => None,
    }
}

impl VerifiedStability {
    /// Whether the scene stands. Without friction it stands or falls.
    #[must_use]
    pub fn verdict(&self) -> StaticsVerdict {
        match self {
            Self::Motion(answer) if answer.verdict() == Verdict::Rests => StaticsVerdict::Stands,
            Self::Motion(_) => StaticsVerdict::Falls,
            Self::Statics(answer) => answer.verified.verdict(),
            Self::Rest(_) => StaticsVerdict::Stands,
        }
    }

    /// The text of the proof.
    #[must_use]
    pub fn proof(&self) -> &str {
        match self {
            Self::Motion(answer) => answer.proof(),
            Self::Statics(answer) => &answer.proof,
            Self::Rest(answer) => &answer.proof,
        }
    }

    /// The length of the largest integer of the proof, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        match self {
            Self::Motion(answer) => answer.verified.bits(),
            Self::Statics(answer) => answer.verified.bits(),
            Self::Rest(answer) => answer.verified.bits(),
        }
    }

    /// Returns JSON of the format `zwang-stability-1`.
    ///
    /// # Errors
    /// [`OutputError::NotAtRest`] if a body of the scene moves.
    pub fn json(&self) -> Result<String, OutputError> {
        match self {
            Self::Motion(answer) => answer.stability_json(),
            Self::Statics(answer) => {
                let near = answer.almost_touching();
                let beside = Beside {
                    almost_touching: near.as_ref(),
                    force_choice: Some(answer.force_choice.word()),
                    balanced_on: &answer.balanced_on,
                };
                Ok(json::statics(&answer.verified, held_indeterminate, beside))
            }
            Self::Rest(answer) => {
                let near = answer.almost_touching();
                let beside = Beside {
                    almost_touching: near.as_ref(),
                    force_choice: Some(answer.force_choice.word()),
                    balanced_on: &[],
                };
                Ok(json::only_rest(
                    &answer.verified,
                    held_indeterminate,
                    beside,
                ))
            }
        }
    }

    /// Returns a stand-alone SVG picture: the forces that hold the scene, or how it falls.
    #[must_use]
    pub fn svg(&self, drawn: &DrawOptions) -> String {
        match self {
            Self::Motion(answer) => {
                let verified = &answer.verified;
                let scene = verified.scene();
                let drawn = draw_options(scene, verified.first_answer(), drawn);
                draw::stability_svg(verified, &answer.symmetries, &drawn)
            }
            Self::Statics(answer) => draw::statics_svg(
                &answer.verified,
                held_indeterminate,
                &answer.symmetries,
                drawn,
            ),
            Self::Rest(answer) => answer.svg(&DrawOptions {
                of_stability: true,
                ..drawn.clone()
            }),
        }
    }

    /// Returns text for people, in this detail.
    ///
    /// # Errors
    /// [`OutputError::NotAtRest`] if a body of the scene moves.
    pub fn report(&self, detail: Detail) -> Result<String, OutputError> {
        match self {
            Self::Motion(answer) => {
                let options = answer.report_options(detail);
                report::stability(&answer.verified, &answer.symmetries, &options)
            }
            Self::Statics(answer) => {
                let options = ReportOptions {
                    detail,
                    almost_touching: answer.almost_touching(),
                    balanced_on: answer.balanced_on.clone(),
                    no_ranges: why_no_ranges(answer.verified.scene()),
                    ..ReportOptions::default()
                };
                Ok(report::statics(
                    &answer.verified,
                    &answer.symmetries,
                    held_indeterminate,
                    &options,
                ))
            }
            Self::Rest(answer) => {
                let options = ReportOptions {
                    detail,
                    almost_touching: answer.almost_touching(),
                    no_ranges: why_no_ranges(answer.verified.scene()),
                    ..ReportOptions::default()
                };
                Ok(report::only_rest(
                    &answer.verified,
                    held_indeterminate,
                    &options,
                ))
            }
        }
    }
}
