//! From a scene to an answer that the checker has accepted, for all who show answers: the command
//! line and the page.
//!
//! [`answer`] solves and has the proof checked; [`Judge`] stands beside a run and accepts each step
//! before it is written or shown. What the checker does not accept is an error here, never an
//! answer.

mod judge;

pub use judge::Judge;

use zwang_check::{Rejection, Verified};
use zwang_output::{OutputError, SymmetryLine, json};
use zwang_scene::Scene;
use zwang_solve::symmetry::Symmetry;
use zwang_solve::{Monitor, Options, SolveError, Statistics};

/// A checked answer.
pub struct Answer {
    /// What the checker has accepted.
    pub verified: Verified,
    /// Symmetries of the scene, which the motion shares; they are no part of the proof.
    pub symmetries: Vec<SymmetryLine>,
    /// What it cost.
    pub statistics: Statistics,
    /// The text of the proof.
    pub proof: String,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// The solver has none.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The checker refuses it: a mistake in this program.
    #[error("the checker rejects the proof: {0}; this is a bug, please report the scene")]
    Rejected(Rejection),
}

/// A scene that is not at rest was asked whether it stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "body `{0}` has a velocity or a spin; expected a scene at rest (`zwang collapse` takes moving ones)"
)]
pub struct Moving(
    /// The first body that moves.
    pub String,
);

/// Solves the scene and has the proof checked; `checking` is called in between.
///
/// # Errors
/// [`AnswerError`] if the scene has no answer, or the monitor was told to stop, or the checker does
/// not accept the proof.
pub fn answer(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
    checking: impl FnOnce(),
) -> Result<Answer, AnswerError> {
    let collapse = zwang_solve::collapse(scene, options, monitor)?;
    checking();
    let proof = zwang_certificate::write(&collapse.certificate);
    let verified =
        zwang_check::verify(scene, &collapse.certificate).map_err(AnswerError::Rejected)?;
    let told = |symmetry: &Symmetry| {
        SymmetryLine::from_matrix(&symmetry.matrix, &symmetry.center, symmetry.bodies.clone())
    };
    let symmetries = collapse.symmetries.iter().map(told).collect();
    Ok(Answer {
        verified,
        symmetries,
        statistics: collapse.statistics,
        proof,
    })
}

/// A symmetry as it is told.
#[must_use]
pub fn symmetry_line(symmetry: &Symmetry) -> SymmetryLine {
    SymmetryLine::from_matrix(&symmetry.matrix, &symmetry.center, symmetry.bodies.clone())
}

/// Refuses a moving scene before it is asked whether it stands.
///
/// # Errors
/// [`Moving`], which names the first body that moves.
pub fn require_rest(scene: &Scene) -> Result<(), Moving> {
    let moving = |body: &&zwang_scene::Body| {
        body.dynamics
            .as_ref()
            .is_some_and(|free| !free.is_at_rest())
    };
    scene
        .bodies
        .iter()
        .find(moving)
        .map_or(Ok(()), |body| Err(Moving(body.name.clone())))
}

impl Answer {
    /// As JSON of the format `zwang-collapse-1`.
    #[must_use]
    pub fn collapse_json(&self) -> String {
        let statistics = [
            ("pivots", self.statistics.pivots as u64),
            ("bits", self.verified.bits()),
        ];
        json::collapse(&self.verified, &self.symmetries, &statistics)
    }

    /// As JSON of the format `zwang-stability-1`.
    ///
    /// # Errors
    /// [`OutputError::NotAtRest`] if a body of the scene moves.
    pub fn stability_json(&self) -> Result<String, OutputError> {
        json::stability(&self.verified)
    }
}
