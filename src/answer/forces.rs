//! How small and how large the forces can be that hold a scene at rest, accepted by the checker.

use crate::collapse::{CollapseError, StabilityError};
use crate::{VerifiedStability, require_rest, stability};
use zwang_certificate::{LARGEST, ranges};
use zwang_check::ranges::{self as checker, VerifiedRanges};
use zwang_collapse::Wanted;
use zwang_output::{ReportOptions, json, report};
use zwang_program::{Monitor, Options, Stage, Statistics};
use zwang_scene::Scene;

/// The forces that hold a scene at rest, or that none do. The checker has accepted the proof.
pub enum VerifiedForces {
    /// The ranges of forces.
    Held(Box<VerifiedForceRanges>),
    /// The scene falls.
    Falls(Box<VerifiedStability>),
}

/// The ranges of forces, with what proves them.
#[non_exhaustive]
pub struct VerifiedForceRanges {
    /// What the checker has accepted.
    pub verified: VerifiedRanges,
    /// The dimension of the family of all forces that hold the scene; it is no part of the proof.
    pub dimension: usize,
    /// What it cost to find.
    pub statistics: Statistics,
    /// The text of the proof, in the format `zwang-ranges-1`.
    pub proof: String,
}

/// Why there are no checked ranges of forces.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ForcesError {
    /// The question is one for scenes at rest, or there is no answer.
    #[error(transparent)]
    Stability(#[from] StabilityError),
    /// The proof is longer than the format allows.
    #[error(
        "the proof has {found} bytes; expected at most {LARGEST}, for the forces of fewer bodies"
    )]
    TooLong {
        /// Its length.
        found: usize,
    },
}

/// How small and how large the forces can be that are wanted, or all if none is named. `checking`
/// is called between solving and checking.
///
/// # Errors
/// [`ForcesError`] if a body of the scene moves, a vertex touches a vertex, or there is no checked
/// answer.
pub fn forces(
    scene: &Scene,
    wanted: &[Wanted],
    options: &Options,
    monitor: &Monitor,
    checking: impl FnOnce(),
) -> Result<VerifiedForces, ForcesError> {
    require_rest(scene).map_err(StabilityError::Moving)?;
    let solved = zwang_collapse::ranges(scene, wanted, options, monitor)
        .map_err(CollapseError::Solve)
        .map_err(StabilityError::Collapse)?;
    let Some(solved) = solved else {
        let falls = stability(scene, options, monitor, checking)?;
        return Ok(VerifiedForces::Falls(Box::new(falls)));
    };
    let proof = monitor.time(Stage::Writing, || ranges::write(&solved.ranges));
    if proof.len() as u64 > LARGEST {
        return Err(ForcesError::TooLong { found: proof.len() });
    }
    checking();
    let verified = monitor
        .time(Stage::Checking, || checker::verify(scene, &solved.ranges))
        .map_err(CollapseError::Rejected)
        .map_err(StabilityError::Collapse)?;
    Ok(VerifiedForces::Held(Box::new(VerifiedForceRanges {
        verified,
        dimension: solved.dimension,
        statistics: solved.statistics,
        proof,
    })))
}

impl VerifiedForces {
    /// The text of the proof: of the ranges, or that the scene falls.
    #[must_use]
    pub fn proof(&self) -> &str {
        match self {
            Self::Held(answer) => &answer.proof,
            Self::Falls(answer) => answer.proof(),
        }
    }

    /// The length of the largest integer of the proof, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        match self {
            Self::Held(answer) => answer.verified.bits(),
            Self::Falls(answer) => answer.bits(),
        }
    }

    /// As JSON of the format `zwang-forces-1`.
    #[must_use]
    pub fn json(&self, scene: &Scene) -> String {
        match self {
            Self::Held(answer) => json::forces(&answer.verified, answer.dimension),
            Self::Falls(_) => json::no_forces(scene),
        }
    }

    /// As text for people, with tables of at most `rows` rows, or all of them.
    #[must_use]
    pub fn report(&self, scene: &Scene, rows: Option<usize>) -> String {
        let options = ReportOptions {
            rows,
            ..ReportOptions::default()
        };
        match self {
            Self::Held(answer) => report::forces(&answer.verified, answer.dimension, &options),
            Self::Falls(_) => report::no_forces(scene),
        }
    }
}
