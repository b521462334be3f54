//! How small and how large the forces can be that hold a scene in space at rest, and where those of
//! a face act, accepted by the checker.

use crate::CheckError;
use crate::space::{InSpaceError, StabilityInSpace, holding_in_space};
use zwang_certificate::{LARGEST, Proof, space as certificate};
use zwang_check::space_ranges::{self as checker, VerifiedRanges};
use zwang_collapse::Wanted;
use zwang_collapse::space;
use zwang_output::{Detail, ReportOptions, json, report};
use zwang_program::{Monitor, Options, Stage, Statistics};
use zwang_scene::space::Scene;

/// The forces that hold a scene in space at rest. The checker has accepted the proof.
pub enum ForcesInSpace {
    /// Their ranges.
    Held(Box<RangesInSpace>),
    /// There are none.
    Falls(Box<StabilityInSpace>),
}

/// The ranges of forces, with what proves them.
#[non_exhaustive]
pub struct RangesInSpace {
    /// The answer that the checker has accepted.
    pub verified: VerifiedRanges,
    /// The dimension of the family of all forces at contacts that hold the scene; `None` if only
    /// some were asked for. It is no part of the proof.
    pub dimension: Option<usize>,
    /// The cost of finding it.
    pub statistics: Statistics,
    /// The text of the proof, in the format `zwang-space-ranges-1`.
    pub proof: String,
}

/// Why there are no checked ranges of forces in space.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ForcesInSpaceError {
    /// There is no answer.
    #[error(transparent)]
    Answer(#[from] InSpaceError),
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
/// [`ForcesInSpaceError`] if bodies that are named do not touch, or if there is no checked answer.
pub fn forces_in_space(
    scene: &Scene,
    wanted: &[Wanted],
    options: &Options,
    monitor: &Monitor,
    checking: impl FnOnce(),
) -> Result<ForcesInSpace, ForcesInSpaceError> {
    let found = space::ranges(scene, wanted, options, monitor);
    let Some(found) = found.map_err(InSpaceError::Solve)? else {
        let falls = holding_in_space(scene, options, monitor, checking)?;
        return Ok(ForcesInSpace::Falls(Box::new(falls)));
    };
    let proof = monitor.time(Stage::Writing, || certificate::write_ranges(&found.ranges));
    if proof.len() as u64 > LARGEST {
        return Err(ForcesInSpaceError::TooLong { found: proof.len() });
    }
    checking();
    let verified = monitor
        .time(Stage::Checking, || checker::verify(scene, &found.ranges))
        .map_err(InSpaceError::Rejected)?;
    Ok(ForcesInSpace::Held(Box::new(RangesInSpace {
        verified,
        dimension: found.dimension,
        statistics: found.statistics,
        proof,
    })))
}

/// The answer of a proof about forces in space; `None` of a proof of something else.
///
/// # Errors
/// [`CheckError`] if the text is no proof, or not one of what it says about this scene.
pub fn forces_of_proof_in_space(
    scene: &Scene,
    proof: &str,
) -> Result<Option<VerifiedRanges>, CheckError> {
    match zwang_certificate::read_proof(proof)? {
        Proof::Space(certificate::Proof::Ranges(found)) => {
            let verified = checker::verify(scene, &found);
            verified.map(Some).map_err(CheckError::Rejected)
        }
        _ => Ok(None),
    }
}

impl ForcesInSpace {
    /// The text of the proof: of the ranges, or that the scene falls.
    #[must_use]
    pub fn proof(&self) -> &str {
        match self {
            Self::Held(answer) => &answer.proof,
            Self::Falls(answer) => &answer.proof,
        }
    }

    /// The length of the largest integer of the proof, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        match self {
            Self::Held(answer) => answer.verified.bits(),
            Self::Falls(answer) => answer.verified.bits(),
        }
    }

    /// Returns JSON of the format `zwang-space-forces-1`.
    #[must_use]
    pub fn json(&self, scene: &Scene) -> String {
        match self {
            Self::Held(answer) => json::forces_in_space(&answer.verified, answer.dimension),
            Self::Falls(_) => json::no_forces_in_space(scene),
        }
    }

    /// Returns text for people, in this detail.
    #[must_use]
    pub fn report(&self, scene: &Scene, detail: Detail) -> String {
        let options = ReportOptions {
            detail,
            ..ReportOptions::default()
        };
        match self {
            Self::Held(answer) => {
                report::forces_in_space(&answer.verified, answer.dimension, &options)
            }
            Self::Falls(_) => report::no_forces_in_space(scene),
        }
    }
}
