//! The outcome of a scene, held against the one that its author announces in `expect`.
//!
//! A scene that is expected to be able to stand may do more, and stand.

use crate::{VerifiedCollapse, VerifiedStability};
use zwang_check::Verdict;
use zwang_check::statics::StaticsVerdict;
use zwang_scene::{Expectation, Scene};

/// A scene that does something else than its author says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expect: found `{}`; expected `{}`", .found.name(), .expected.name())]
pub struct Unexpected {
    /// The announced outcome.
    pub expected: Expectation,
    /// The answer that the checker has accepted.
    pub found: Expectation,
}

impl Unexpected {
    /// The difference between what a scene expects and what was found; `None` if there is none, or
    /// if the scene expects nothing.
    #[must_use]
    pub fn of(scene: &Scene, found: Expectation) -> Option<Self> {
        Self::between(scene.expect, found)
    }

    /// The difference between what is expected, if anything is, and what was found.
    #[must_use]
    pub fn between(expected: Option<Expectation>, found: Expectation) -> Option<Self> {
        let expected = expected?;
        let is_more = expected == Expectation::CanStand && found == Expectation::Stands;
        if expected == found || is_more {
            return None;
        }
        Some(Self { expected, found })
    }
}

impl VerifiedCollapse {
    /// The outcome, in the words of `expect`.
    #[must_use]
    pub fn outcome(&self) -> Expectation {
        match self.verdict() {
            Verdict::Stands => Expectation::Stands,
            Verdict::Falls => Expectation::Falls,
            Verdict::Ambiguous => Expectation::Ambiguous,
            Verdict::Moves => Expectation::Moves,
            Verdict::Impossible => Expectation::Impossible,
        }
    }
}

impl VerifiedStability {
    /// The outcome, in the words of `expect`.
    #[must_use]
    pub fn outcome(&self) -> Expectation {
        match self {
            Self::Motion(answer) => answer.outcome(),
            Self::Rest(_) => Expectation::Stands,
            Self::Statics(answer) => match answer.verified.verdict() {
                StaticsVerdict::Stands => Expectation::Stands,
                StaticsVerdict::CanStand => Expectation::CanStand,
                StaticsVerdict::Falls => Expectation::Falls,
            },
        }
    }
}
