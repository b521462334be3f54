//! How a scene with friction starts to move: solved, and accepted by the checker.

use crate::collapse::{CollapseError, balance, symmetry_line};
use crate::near;
use crate::picture::{
    convex_indeterminate, drawn_convex_indeterminate, drawn_rough_indeterminate,
    rough_indeterminate,
};
use zwang_certificate::BigInt;
use zwang_certificate::friction::{self as certificate, Accelerations, Law, Outcome};
use zwang_check::Verdict;
use zwang_check::friction::{self as checker, FrictionVerdict, VerifiedAccelerations};
use zwang_collapse::ForceChoice;
use zwang_exact::{Rational, Vector};
use zwang_output::draw::{self, DrawOptions};
use zwang_output::told::collapse_verdict;
use zwang_output::{
    AlmostTouching, BalancedOn, Beside, Detail, FrictionFindings, ReportOptions, SymmetryLine,
    json, report,
};
use zwang_program::{Monitor, Options, Stage, Statistics};
use zwang_scene::{BodyId, Scene};

/// How a scene with friction starts to move, with what proves it. The checker has accepted the
/// proof.
#[non_exhaustive]
pub struct VerifiedFriction {
    /// The answer that the checker has accepted. If forces hold a scene at rest, rest is the first
    /// answer, and a motion that obeys the law as well another one.
    pub verified: VerifiedAccelerations,
    /// Symmetries of the scene that motions and forces share. The proof lists them.
    pub symmetries: Vec<SymmetryLine>,
    /// Whether no other motion has contacts that behave in the same way. That is no part of the
    /// proof, either.
    pub is_unique: bool,
    /// Which of all forces these are, where others do the same.
    pub force_choice: ForceChoice,
    /// Corners without friction on which bodies are balanced; they are no part of the proof.
    pub balanced_on: Vec<BalancedOn>,
    /// The cost of finding it.
    pub statistics: Statistics,
    /// The text of the proof, in the format `zwang-friction-1`.
    pub proof: String,
    /// Whether this is a motion beside rest.
    is_beside_rest: bool,
    certificate: Accelerations,
}

/// A scene has no motion beside rest that could be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoOtherMotion {
    /// It is proved that there is none.
    #[error("found a scene that rests: nothing but rest obeys the law")]
    Excluded,
    /// None was found.
    #[error("found a scene that rests, and no other motion; that there is none is not proved")]
    NotFound,
}

/// Finds accelerations that obey a law of friction, and has the proof checked; `checking` is called
/// in between.
///
/// # Errors
/// [`CollapseError`] if the solver finds no answer, or the monitor was told to stop, or the checker
/// does not accept the proof.
pub fn accelerations(
    scene: &Scene,
    law: Law,
    options: &Options,
    monitor: &Monitor,
    checking: impl FnOnce(),
) -> Result<VerifiedFriction, CollapseError> {
    let solved = zwang_collapse::accelerations(scene, law, options, monitor)?;
    checking();
    let said = Said {
        symmetries: solved.symmetries.iter().map(symmetry_line).collect(),
        is_unique: solved.is_unique,
        force_choice: solved.choice,
    };
    let found = VerifiedFriction::of(scene, solved.accelerations, said, monitor)?;
    let may_balance = !found.certificate.corners.is_empty()
        && collapse_verdict(found.verdict()) != Verdict::Rests;
    let balanced_on = match may_balance {
        true => balance(scene, options, monitor)?,
        false => Vec::new(),
    };
    Ok(VerifiedFriction {
        balanced_on,
        ..found
    })
}

/// Statements of the solver about accelerations beside the proof.
pub(crate) struct Said {
    pub(crate) symmetries: Vec<SymmetryLine>,
    pub(crate) is_unique: bool,
    pub(crate) force_choice: ForceChoice,
}

/// The symmetries that a proof lists, and which motions and forces share (F8).
#[must_use]
pub fn proved_symmetries(verified: &VerifiedAccelerations) -> Vec<SymmetryLine> {
    verified.symmetries().iter().map(proved_symmetry).collect()
}

/// The map x ↦ A x + b by a point c that it leaves in its place, (1 - A) c = b: the only one of a
/// rotation, b / 2 of a reflection.
fn proved_symmetry(listed: &certificate::Symmetry) -> SymmetryLine {
    let over = |number: &BigInt| Rational::new(number.clone(), listed.denominator.clone());
    let matrix = listed.matrix.each_ref();
    let matrix = matrix.map(|row| row.each_ref().map(over));
    let [x, y] = listed.shift.each_ref().map(over);
    let one = Rational::from_integer(1.into());
    let [[a, b], [c, d]] = &matrix;
    let right = &one - a;
    let up = one - d;
    let determinant = &right * &up - b * c;
    let center = if determinant == Rational::default() {
        let half = Rational::new(1.into(), 2.into());
        Vector::new(x * &half, y * half)
    } else {
        let across = &up * &x + b * &y;
        let along = c * &x + &right * &y;
        Vector::new(across / &determinant, along / determinant)
    };
    let bodies = listed.bodies.iter().map(|body| BodyId(*body));
    SymmetryLine::from_matrix(&matrix, &center, bodies.collect())
}

impl VerifiedFriction {
    /// Has the checker judge a proof.
    pub(crate) fn of(
        scene: &Scene,
        found: Accelerations,
        said: Said,
        monitor: &Monitor,
    ) -> Result<Self, CollapseError> {
        let verified = monitor.time(Stage::Checking, || checker::verify(scene, &found));
        let verified = verified.map_err(CollapseError::Rejected)?;
        let proof = monitor.time(Stage::Writing, || certificate::write(&found));
        Ok(Self {
            verified,
            symmetries: said.symmetries,
            is_unique: said.is_unique,
            force_choice: said.force_choice,
            balanced_on: Vec::new(),
            statistics: monitor.statistics(),
            proof,
            is_beside_rest: false,
            certificate: found,
        })
    }

    /// The motion itself: of what rests, the one that obeys the law as well; of a scene where
    /// nothing rests, the answer as it is. Its proof has no rest where a motion is known.
    ///
    /// # Errors
    /// [`NoOtherMotion`] if the scene rests and no motion was found, or proved that there is none;
    /// [`CollapseError`] if the checker does not accept the proof.
    pub fn motion(self, monitor: &Monitor) -> Result<Result<Self, NoOtherMotion>, CollapseError> {
        let mut groups = self.verified.groups().iter();
        if !groups.any(|group| group.another_motion() == Some(true)) {
            return Ok(match (self.verdict(), self.verified.another_motion()) {
                (FrictionVerdict::Stands | FrictionVerdict::Rests, Some(false)) => {
                    Err(NoOtherMotion::Excluded)
                }
                (FrictionVerdict::Rests, _) => Err(NoOtherMotion::NotFound),
                _ => Ok(self),
            });
        }
        let mut found = self.certificate;
        for (group, listed) in self.verified.groups().iter().zip(&mut found.groups) {
            if group.another_motion() == Some(true)
                && let Outcome::Moving(answers) = &mut listed.outcome
            {
                answers.remove(0);
            }
        }
        let scene = self.verified.scene();
        let said = Said {
            symmetries: self.symmetries,
            is_unique: false,
            force_choice: ForceChoice::Some,
        };
        let moving = Self::of(scene, found, said, monitor)?;
        Ok(Ok(Self {
            is_beside_rest: true,
            ..moving
        }))
    }

    /// Whether it is proved that no other motion obeys Coulomb's law: of few contacts in a group by
    /// all ways in which they may behave.
    ///
    /// # Errors
    /// [`CollapseError`] if the monitor is told to stop.
    pub fn is_only_motion(
        &self,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<bool, CollapseError> {
        let scene = self.verified.scene();
        let found = zwang_collapse::is_only_motion(scene, &self.certificate, options, monitor);
        Ok(found?)
    }

    /// Whether this is a motion of what forces hold: rest obeys the law as well.
    #[must_use]
    pub fn is_beside_rest(&self) -> bool {
        self.is_beside_rest
    }

    /// The verdict of the law on the scene.
    #[must_use]
    pub fn verdict(&self) -> FrictionVerdict {
        self.verified.verdict()
    }

    /// Parts that almost touch; `None` if there are none.
    #[must_use]
    pub fn almost_touching(&self) -> Option<AlmostTouching> {
        near::almost_touching(self.verified.scene(), &self.certificate.contacts)
    }

    /// Returns text for people, in this detail.
    #[must_use]
    pub fn report(&self, detail: Detail) -> String {
        let options = ReportOptions {
            detail,
            almost_touching: self.almost_touching(),
            balanced_on: self.balanced_on.clone(),
            ..ReportOptions::default()
        };
        report::friction(&self.verified, &self.findings(), &options)
    }

    /// Returns JSON of the format `zwang-collapse-friction-1`.
    #[must_use]
    pub fn json(&self) -> String {
        let near = self.almost_touching();
        let beside = Beside {
            almost_touching: near.as_ref(),
            force_choice: Some(self.force_choice.word()),
            balanced_on: &self.balanced_on,
        };
        json::friction(&self.verified, &self.findings(), beside)
    }

    /// Returns a stand-alone SVG picture.
    #[must_use]
    pub fn svg(&self, options: &DrawOptions) -> String {
        let drawn = FrictionFindings {
            indeterminate: match self.verified.law() {
                Law::Coulomb => drawn_rough_indeterminate,
                Law::Convex => drawn_convex_indeterminate,
            },
            ..self.findings()
        };
        draw::friction_svg(&self.verified, &drawn, options)
    }

    fn findings(&self) -> FrictionFindings<'_> {
        FrictionFindings {
            symmetries: &self.symmetries,
            is_unique: self.is_unique,
            is_beside_rest: self.is_beside_rest,
            indeterminate: match self.verified.law() {
                Law::Coulomb => rough_indeterminate,
                Law::Convex => convex_indeterminate,
            },
        }
    }
}
