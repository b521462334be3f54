//! What a scene does, held against what its author says in `expect`.
//!
//! With friction the question is whether forces can hold the scene: one that stands or can stand is
//! `stable`, one that falls is `unstable`.

use crate::{VerifiedCollapse, VerifiedStability};
use zwang_check::Verdict;
use zwang_check::statics::StaticsVerdict;
use zwang_scene::{Expectation, Scene};

/// A scene that does something else than its author says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expect: found that the scene is {}; expected {}", .found.name(), .expected.name())]
pub struct Unexpected {
    /// What the author says.
    pub expected: Expectation,
    /// What the checker has accepted.
    pub found: Expectation,
}

impl Unexpected {
    /// The difference between what a scene expects and what was found; `None` if there is none, or
    /// if the scene expects nothing.
    #[must_use]
    pub fn of(scene: &Scene, found: Expectation) -> Option<Self> {
        let expected = scene.expect?;
        if expected == found {
            return None;
        }
        Some(Self { expected, found })
    }
}

impl VerifiedCollapse {
    /// What happens, in the words of `expect`.
    #[must_use]
    pub fn outcome(&self) -> Expectation {
        match self.verdict() {
            Verdict::Stable => Expectation::Stable,
            Verdict::Unstable => Expectation::Unstable,
            Verdict::Ambiguous => Expectation::Ambiguous,
            Verdict::Moving => Expectation::Moving,
            Verdict::Impossible => Expectation::Impossible,
        }
    }
}

impl VerifiedStability {
    /// What happens, in the words of `expect`.
    #[must_use]
    pub fn outcome(&self) -> Expectation {
        match self {
            Self::Motion(answer) => answer.outcome(),
            Self::Rest(_) => Expectation::Stable,
            Self::Statics(answer) => match answer.verified.verdict() {
                StaticsVerdict::Stands | StaticsVerdict::CanStand => Expectation::Stable,
                StaticsVerdict::Falls => Expectation::Unstable,
            },
        }
    }
}
