//! How a scene starts to move: solved, and accepted by the checker.

use crate::{indeterminate, near};
use std::io::{self, Write};
use std::sync::{Arc, OnceLock};
use zwang_certificate::{Certificate, FormatError, write, written};
use zwang_check::{Acceleration, Answer, Checked, Rejection, Verdict, Verified, statics};
use zwang_collapse::symmetry::{self, Symmetry};
use zwang_collapse::{ForceChoice, SolveError};
use zwang_output::{
    AlmostTouching, BalancedOn, Beside, Detail, Indeterminate, OutputError, ReportOptions,
    SymmetryLine, json, report,
};
use zwang_program::kernel::parallel;
use zwang_program::{Monitor, Options, Stage, Statistics};
use zwang_scene::{BodyId, DigestedScene, Scene};

/// How a scene starts to move, with what proves it. The checker has accepted the proof.
#[non_exhaustive]
pub struct VerifiedCollapse {
    /// The answer that the checker has accepted.
    pub verified: Verified,
    /// Symmetries of the scene, which the motion shares; they are no part of the proof.
    pub symmetries: Vec<SymmetryLine>,
    /// Which of all forces these are, where others do the same.
    pub force_choice: ForceChoice,
    /// Corners on which bodies are balanced; they are no part of the proof.
    pub balanced_on: Vec<BalancedOn>,
    /// The cost of finding it.
    pub statistics: Statistics,
    certificate: Arc<Certificate>,
    /// The text of the proof, made when it is first asked for.
    proof: OnceLock<String>,
}

/// Why there is no checked answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CollapseError {
    /// The solver has none.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The checker refuses it: it is too large, or there is a mistake in this program.
    #[error("{}", own_rejected(.0, "proof"))]
    Rejected(Rejection),
}

/// Why a body has no single acceleration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AccelerationError {
    /// The scene has no body of this name.
    #[error("no body is called `{0}`")]
    NoSuchBody(String),
    /// No acceleration of the scene is admissible.
    #[error("no motion keeps all bodies apart and all pins together")]
    Impossible,
    /// Corners leave several motions of equal restraint.
    #[error("body `{body}` has {motions} motions of equal restraint; expected a single one")]
    Ambiguous {
        /// The name of the body.
        body: String,
        /// How many motions its group has.
        motions: usize,
    },
}

/// A scene that is not at rest was asked whether it stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "body `{0}` has a velocity or a spin; \
     expected a scene at rest (`zwang collapse` takes moving ones)"
)]
pub struct Moving(
    /// The first body that moves.
    pub String,
);

/// Why there is no checked answer to whether a scene stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StabilityError {
    /// The question is one for scenes at rest.
    #[error(transparent)]
    Moving(#[from] Moving),
    /// There is no answer.
    #[error(transparent)]
    Collapse(#[from] CollapseError),
}

/// Why a proof is not accepted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The text is no proof of any format.
    #[error(transparent)]
    Unreadable(#[from] FormatError),
    /// The proof violates a condition.
    #[error("rejected: {0}")]
    Rejected(Rejection),
}

/// Why the checker does not accept what this program itself has made, a `proof` or a `step`: it is
/// more than any proof may have, or this program is wrong.
#[must_use]
pub fn own_rejected(rejection: &Rejection, what: &str) -> String {
    match rejection.is_excess() {
        true => format!(
            "the {what} is too large to be checked: {rejection}; \
             expected fewer bodies, contacts or corners"
        ),
        false => format!(
            "the checker rejects the {what}: {rejection}; this is a bug, please report the scene"
        ),
    }
}

/// Solves the scene and has the proof checked; `checking` is called in between.
///
/// # Errors
/// [`CollapseError`] if the scene has no answer, or the monitor was told to stop, or the checker
/// does not accept the proof.
pub fn collapse(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
    checking: impl FnOnce(),
) -> Result<VerifiedCollapse, CollapseError> {
    let scene = DigestedScene::new(scene);
    let solved = zwang_collapse::collapse_digested(&scene, options, monitor)?;
    checking();
    let certificate = Arc::new(solved.certificate);
    let verified = monitor.time(Stage::Checking, || {
        zwang_check::verify_shared(&scene, &certificate)
    });
    let mut verified = verified.map_err(CollapseError::Rejected)?;
    let mut force_choice = solved.choice;
    if force_choice == ForceChoice::NearLeast
        && verified.verdict() == Verdict::Rests
        && let Some(least) = take_least_forces(&mut verified, options, monitor)?
    {
        force_choice = least;
    }
    let mut balanced_on = Vec::new();
    if verified.verdict() != Verdict::Rests && !certificate.corners.is_empty() {
        balanced_on = balance(scene.scene(), options, monitor)?;
    }
    Ok(VerifiedCollapse {
        verified,
        symmetries: solved.symmetries.iter().map(symmetry_line).collect(),
        force_choice,
        balanced_on,
        statistics: solved.statistics,
        certificate,
        proof: OnceLock::new(),
    })
}

/// Takes the least forces that hold a scene at rest for those of its proof, in which all that can
/// press does. These have a proof of their own, which the checker accepts. Returns how they were
/// chosen; `None` if they could not be taken.
fn take_least_forces(
    verified: &mut Verified,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<ForceChoice>, CollapseError> {
    let standing = zwang_collapse::statics(verified.scene(), options, monitor)?;
    let held = monitor.time(Stage::Checking, || {
        statics::verify(verified.scene(), &standing.statics)
    });
    let held = held.map_err(CollapseError::Rejected)?;
    let is_taken = verified.take_forces_of(&held);
    Ok(is_taken.then_some(standing.choice))
}

/// The corners without friction on which a scene at rest is balanced.
pub(crate) fn balance(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
) -> Result<Vec<BalancedOn>, CollapseError> {
    let mut told = Vec::new();
    for corner in zwang_collapse::balanced_corners(scene, options, monitor)? {
        let [first, second] = corner.bodies;
        told.push(BalancedOn {
            // The body that comes later in the file first, as contacts are told.
            bodies: [first.max(second), first.min(second)],
            point: corner.point,
        });
    }
    Ok(told)
}

/// Has the checker judge the text of a proof.
///
/// # Errors
/// [`CheckError`] if the text is no proof, or not one of what it says about this scene.
pub fn check(scene: &Scene, proof: &str) -> Result<Checked, CheckError> {
    let proof = zwang_certificate::read_proof(proof)?;
    zwang_check::verify_proof(scene, &proof).map_err(CheckError::Rejected)
}

/// The symmetries of a scene. Motions of least restraint share them, whoever found the proof.
#[must_use]
pub fn symmetries(scene: &Scene) -> Vec<SymmetryLine> {
    let symmetries = symmetry::detect(scene);
    symmetries.iter().map(symmetry_line).collect()
}

/// A symmetry as reports have it.
#[must_use]
pub fn symmetry_line(symmetry: &Symmetry) -> SymmetryLine {
    SymmetryLine::from_matrix(&symmetry.matrix, &symmetry.center, symmetry.bodies.clone())
}

/// Refuses a moving scene before it is asked whether it stands.
///
/// # Errors
/// [`Moving`], which names the first body that moves.
pub fn require_rest(scene: &Scene) -> Result<(), Moving> {
    match scene.moving_body() {
        Some(body) => Err(Moving(body.name.clone())),
        None => Ok(()),
    }
}

impl VerifiedCollapse {
    /// The outcome, in one word.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.verified.verdict()
    }

    /// The motion and the forces; where corners leave several motions, the first of them. `None`
    /// if no motion is admissible.
    #[must_use]
    pub fn answer(&self) -> Option<&Answer> {
        self.verified.first_answer()
    }

    /// The acceleration of the body of this name: linear (m/s²) of its centroid, and angular
    /// (rad/s²).
    ///
    /// # Errors
    /// [`AccelerationError`] if there is no such body, or not exactly one motion of it.
    pub fn acceleration(&self, name: &str) -> Result<Acceleration, AccelerationError> {
        let Some(body) = self.verified.scene().body_id(name) else {
            return Err(AccelerationError::NoSuchBody(name.to_owned()));
        };
        let motions = self.motions(body);
        if motions > 1 {
            let body = name.to_owned();
            return Err(AccelerationError::Ambiguous { body, motions });
        }
        let answer = self.answer().ok_or(AccelerationError::Impossible)?;
        let acceleration = answer.accelerations.get(body.0);
        match acceleration {
            Some(acceleration) => Ok(Acceleration::clone(acceleration)),
            None => Err(AccelerationError::Impossible),
        }
    }

    /// How many motions of least restraint the body has; one if it belongs to no group.
    fn motions(&self, body: BodyId) -> usize {
        let groups = self.verified.groups();
        let group = groups.iter().find(|group| group.bodies.contains(&body));
        group.map_or(1, |group| group.answers)
    }

    /// The text of the proof, in the format `zwang-proof-1`.
    #[must_use]
    pub fn proof(&self) -> &str {
        self.proof.get_or_init(|| write(&self.certificate))
    }

    /// Writes the text of the proof piece by piece: it may be longer than all else that is known of
    /// the scene.
    ///
    /// # Errors
    /// Those of the output.
    pub fn write_proof(&self, output: &mut dyn Write) -> io::Result<()> {
        write!(output, "{}", written(&self.certificate))
    }

    /// Which forces of the first answer are not unique.
    #[must_use]
    pub fn indeterminate(&self) -> Indeterminate {
        match self.answer() {
            Some(answer) => indeterminate(self.verified.scene(), answer),
            None => Indeterminate::default(),
        }
    }

    /// Parts that almost touch; `None` if there are none.
    #[must_use]
    pub fn almost_touching(&self) -> Option<AlmostTouching> {
        near::almost_touching(self.verified.scene(), &self.certificate.contacts)
    }

    /// Returns text for people, in this detail.
    #[must_use]
    pub fn collapse_report(&self, detail: Detail) -> String {
        report::collapse(
            &self.verified,
            &self.symmetries,
            &self.report_options(detail),
        )
    }

    pub(crate) fn report_options(&self, detail: Detail) -> ReportOptions {
        let (indeterminate, almost_touching) = parallel::join(
            self.verified.scene().bodies.len(),
            || self.indeterminate(),
            || self.almost_touching(),
        );
        ReportOptions {
            detail,
            indeterminate,
            almost_touching,
            balanced_on: self.balanced_on.clone(),
            no_ranges: None,
        }
    }

    /// Returns JSON of the format `zwang-collapse-1`.
    #[must_use]
    pub fn collapse_json(&self) -> String {
        let statistics = self.told_statistics();
        let near = self.almost_touching();
        let symmetries = &self.symmetries;
        let beside = self.beside(near.as_ref());
        json::collapse(
            &self.verified,
            symmetries,
            &statistics,
            indeterminate,
            beside,
        )
    }

    /// Returns JSON of the format `zwang-collapse-common-1`: integers over one denominator for each
    /// group.
    #[must_use]
    pub fn collapse_common_json(&self) -> String {
        let statistics = self.told_statistics();
        let near = self.almost_touching();
        let symmetries = &self.symmetries;
        let beside = self.beside(near.as_ref());
        json::common::collapse(
            &self.verified,
            symmetries,
            &statistics,
            indeterminate,
            beside,
        )
    }

    fn beside<'a>(&'a self, almost_touching: Option<&'a AlmostTouching>) -> Beside<'a> {
        Beside {
            almost_touching,
            force_choice: Some(self.force_choice.word()),
            balanced_on: &self.balanced_on,
        }
    }

    fn told_statistics(&self) -> [(&'static str, u64); 2] {
        [
            ("pivots", self.statistics.pivots as u64),
            ("bits", self.verified.bits()),
        ]
    }

    /// Returns JSON of the format `zwang-stability-1`.
    ///
    /// # Errors
    /// [`OutputError::NotAtRest`] if a body of the scene moves.
    pub fn stability_json(&self) -> Result<String, OutputError> {
        let near = self.almost_touching();
        let beside = self.beside(near.as_ref());
        json::stability(&self.verified, indeterminate, beside)
    }
}
