//! How small and how large the forces can be that hold a scene at rest, or with which it moves,
//! accepted by the checker.

use crate::collapse::{CollapseError, StabilityError};
use crate::{VerifiedStability, stability};
use zwang_certificate::{LARGEST, ranges};
use zwang_check::ranges::{self as checker, VerifiedRanges};
use zwang_check::statics::StaticsVerdict;
use zwang_collapse::{ForceRanges, SolveError, Wanted};
use zwang_output::{Detail, ReportOptions, json, report};
use zwang_program::{Monitor, Options, Stage, Statistics};
use zwang_scene::Scene;

/// The forces that hold a scene at rest, or with which it moves. The checker has accepted the
/// proof.
pub enum VerifiedForces {
    /// The ranges of the forces that hold it.
    Held(Box<VerifiedForceRanges>),
    /// The ranges of the forces with which it moves: it does already, or begins to.
    Moves(Box<VerifiedForceRanges>),
    /// No forces hold the scene, and how it falls is not known, or not the only way.
    Falls(Box<VerifiedStability>),
}

/// The ranges of forces, with what proves them.
#[non_exhaustive]
pub struct VerifiedForceRanges {
    /// The answer that the checker has accepted.
    pub verified: VerifiedRanges,
    /// The dimension of the family of all these forces, `None` if corners allow too many choices;
    /// it is no part of the proof.
    pub dimension: Option<usize>,
    /// Whether the scene stands or can stand, of one at rest; falls if it moves.
    pub verdict: StaticsVerdict,
    /// The cost of finding it.
    pub statistics: Statistics,
    /// The text of the proof, in the format `zwang-ranges-1`, of a motion
    /// `zwang-moving-ranges-1`.
    pub proof: String,
}

/// Why there are no checked ranges of forces.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ForcesError {
    /// There is no answer.
    #[error(transparent)]
    Stability(#[from] StabilityError),
    /// A scene that moves has no acceleration, or several.
    #[error(
        "found several motions, or none; expected a scene that moves in one way \
         (`zwang collapse` tells how)"
    )]
    Motions,
    /// The proof is longer than the format allows.
    #[error(
        "the proof has {found} bytes; expected at most {LARGEST}, for the forces of fewer bodies"
    )]
    TooLong {
        /// Its length.
        found: usize,
    },
}

/// How small and how large the forces can be that are wanted, or all if none is named: those that
/// hold a scene at rest, or otherwise those with which it moves. `checking`
/// is called between solving and checking.
///
/// # Errors
/// [`ForcesError`] if a vertex touches a vertex, if a scene that moves has several motions, or if
/// there is no checked answer.
pub fn forces(
    scene: &Scene,
    wanted: &[Wanted],
    options: &Options,
    monitor: &Monitor,
    checking: impl FnOnce(),
) -> Result<VerifiedForces, ForcesError> {
    let is_at_rest = scene.is_at_rest();
    if is_at_rest {
        let solved = zwang_collapse::ranges(scene, wanted, options, monitor);
        if let Some(solved) = solved.map_err(unsolved)? {
            let mut answer = verified(scene, solved, monitor, checking)?;
            answer.verdict = stability(scene, options, monitor, || ())?.verdict();
            return Ok(VerifiedForces::Held(Box::new(answer)));
        }
    }
    let solved = match zwang_collapse::moving_ranges(scene, wanted, options, monitor) {
        // It falls, whatever its motion is.
        Err(SolveError::Undecided { .. } | SolveError::Corner { .. }) if is_at_rest => None,
        solved => solved.map_err(unsolved)?,
    };
    match solved {
        Some(solved) => {
            let answer = verified(scene, solved, monitor, checking)?;
            Ok(VerifiedForces::Moves(Box::new(answer)))
        }
        None if is_at_rest => {
            let falls = stability(scene, options, monitor, checking)?;
            Ok(VerifiedForces::Falls(Box::new(falls)))
        }
        None => Err(ForcesError::Motions),
    }
}

fn unsolved(error: SolveError) -> ForcesError {
    let error = CollapseError::Solve(error);
    ForcesError::Stability(StabilityError::Collapse(error))
}

/// The ranges, once the checker has accepted them.
fn verified(
    scene: &Scene,
    solved: ForceRanges,
    monitor: &Monitor,
    checking: impl FnOnce(),
) -> Result<VerifiedForceRanges, ForcesError> {
    let proof = monitor.time(Stage::Writing, || ranges::write(&solved.ranges));
    if proof.len() as u64 > LARGEST {
        return Err(ForcesError::TooLong { found: proof.len() });
    }
    checking();
    let verified = monitor
        .time(Stage::Checking, || checker::verify(scene, &solved.ranges))
        .map_err(CollapseError::Rejected)
        .map_err(StabilityError::Collapse)?;
    Ok(VerifiedForceRanges {
        verified,
        dimension: solved.dimension,
        verdict: StaticsVerdict::Falls,
        statistics: solved.statistics,
        proof,
    })
}

impl VerifiedForces {
    /// The text of the proof: of the ranges, or that the scene falls.
    #[must_use]
    pub fn proof(&self) -> &str {
        match self {
            Self::Held(answer) | Self::Moves(answer) => &answer.proof,
            Self::Falls(answer) => answer.proof(),
        }
    }

    /// The length of the largest integer of the proof, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        match self {
            Self::Held(answer) | Self::Moves(answer) => answer.verified.bits(),
            Self::Falls(answer) => answer.bits(),
        }
    }

    /// Returns JSON of the format `zwang-forces-1`.
    #[must_use]
    pub fn json(&self, scene: &Scene) -> String {
        match self {
            Self::Held(answer) | Self::Moves(answer) => {
                json::forces(&answer.verified, answer.verdict, answer.dimension)
            }
            Self::Falls(_) => json::no_forces(scene),
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
            Self::Held(answer) | Self::Moves(answer) => {
                let VerifiedForceRanges {
                    verified,
                    verdict,
                    dimension,
                    ..
                } = &**answer;
                report::forces(verified, *verdict, *dimension, &options)
            }
            Self::Falls(_) => report::no_forces(scene),
        }
    }
}
