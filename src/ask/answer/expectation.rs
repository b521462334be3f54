//! The outcome of a scene, held against the one that its author announces in `expect`.
//!
//! The word that is expected chooses the question. `stands`, `can stand` and `falls` are answers of
//! `stability`; `rests`, `moves`, `ambiguous` and `impossible` are answers of `collapse`. A scene
//! that is expected to be able to stand may do more, and stand.

use crate::{CollapseInSpace, StabilityInSpace, StartInSpace};
use crate::{VerifiedCollapse, VerifiedFriction, VerifiedStability};
use zwang_check::Verdict;
use zwang_check::friction::FrictionVerdict;
use zwang_check::space_optimum::OptimumVerdict;
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

/// An accepted answer in the words of both questions, as far as it answers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The scene is at rest, and both words are known.
    FromRest {
        /// The answer of `stability`.
        stability: StaticsVerdict,
        /// The answer of `collapse`.
        collapse: Expectation,
    },
    /// The scene is at rest, and no forces hold it. How it starts to move was not asked.
    Falls,
    /// The scene is in motion. Only `collapse` has an answer.
    InMotion(Expectation),
}

impl Unexpected {
    /// The difference between what a scene expects and what was found; `None` if there is none, or
    /// if the scene expects nothing.
    #[must_use]
    pub fn of(scene: &Scene, found: Outcome) -> Option<Self> {
        Self::between(scene.expect, found)
    }

    /// The difference between what is expected, if anything is, and what was found.
    #[must_use]
    pub fn between(expected: Option<Expectation>, found: Outcome) -> Option<Self> {
        let expected = expected?;
        if found.allows(expected) {
            return None;
        }
        let found = found.word(Some(expected));
        Some(Self { expected, found })
    }
}

impl Outcome {
    /// The outcome of a scene that forces hold.
    fn held(stability: StaticsVerdict) -> Self {
        Self::FromRest {
            stability,
            collapse: Expectation::Rests,
        }
    }

    /// The outcome of a scene that no forces hold.
    fn not_held(collapse: Expectation) -> Self {
        Self::FromRest {
            stability: StaticsVerdict::Falls,
            collapse,
        }
    }

    /// The answer of `collapse` for a scene that does not rest.
    fn of_motion(is_at_rest: bool, collapse: Expectation) -> Self {
        match is_at_rest {
            true => Self::not_held(collapse),
            false => Self::InMotion(collapse),
        }
    }

    /// The answer of `stability` for a scene whose motion was not asked for.
    fn of_statics(verdict: StaticsVerdict) -> Self {
        match verdict {
            StaticsVerdict::Stands | StaticsVerdict::CanStand => Self::held(verdict),
            StaticsVerdict::Falls => Self::Falls,
        }
    }

    /// Whether an author who expects this is right, as far as it was asked.
    fn allows(self, expected: Expectation) -> bool {
        let found = self.word(Some(expected));
        let is_more = expected == Expectation::CanStand && found == Expectation::Stands;
        let is_open = self == Self::Falls && is_of_motion(expected);
        expected == found || is_more || is_open
    }

    /// The answer to the question to which the expected word belongs. If nothing is expected, that
    /// of `stability` for a scene at rest, except where several motions are left.
    #[must_use]
    pub fn word(self, expected: Option<Expectation>) -> Expectation {
        match self {
            Self::Falls => Expectation::Falls,
            Self::InMotion(collapse) => collapse,
            Self::FromRest {
                stability,
                collapse,
            } => {
                let asks_collapse = match expected {
                    Some(expected) => is_of_collapse(expected),
                    None => collapse == Expectation::Ambiguous,
                };
                match asks_collapse {
                    true => collapse,
                    false => of_stability(stability),
                }
            }
        }
    }
}

/// Whether this is a word of `collapse`, so that `stability` does not answer it.
#[must_use]
pub fn is_of_collapse(expected: Expectation) -> bool {
    expected == Expectation::Rests || is_of_motion(expected)
}

/// Whether this is a word of `collapse` for a scene that no forces hold at rest.
fn is_of_motion(expected: Expectation) -> bool {
    match expected {
        Expectation::Moves | Expectation::Ambiguous | Expectation::Impossible => true,
        Expectation::Stands | Expectation::CanStand | Expectation::Falls | Expectation::Rests => {
            false
        }
    }
}

fn of_stability(verdict: StaticsVerdict) -> Expectation {
    match verdict {
        StaticsVerdict::Stands => Expectation::Stands,
        StaticsVerdict::CanStand => Expectation::CanStand,
        StaticsVerdict::Falls => Expectation::Falls,
    }
}

impl VerifiedCollapse {
    /// The outcome, in the words of `expect`.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let collapse = match self.verdict() {
            // Without friction the motion of least restraint is unique.
            Verdict::Rests => return Outcome::held(StaticsVerdict::Stands),
            Verdict::Moves => Expectation::Moves,
            Verdict::Ambiguous => Expectation::Ambiguous,
            Verdict::Impossible => Expectation::Impossible,
        };
        Outcome::of_motion(self.verified.scene().is_at_rest(), collapse)
    }
}

impl VerifiedFriction {
    /// The outcome, in the words of `expect`.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        if self.is_beside_rest() {
            return Outcome::held(StaticsVerdict::CanStand);
        }
        let collapse = match self.verdict() {
            FrictionVerdict::Stands => return Outcome::held(StaticsVerdict::Stands),
            FrictionVerdict::Rests => return Outcome::held(StaticsVerdict::CanStand),
            FrictionVerdict::Moves => Expectation::Moves,
            FrictionVerdict::Ambiguous => Expectation::Ambiguous,
            FrictionVerdict::Impossible => Expectation::Impossible,
        };
        Outcome::of_motion(self.verified.scene().is_at_rest(), collapse)
    }
}

impl VerifiedStability {
    /// The outcome, in the words of `expect`.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Motion(answer) => answer.outcome(),
            Self::Rest(_) => Outcome::held(StaticsVerdict::Stands),
            Self::Statics(answer) => Outcome::of_statics(answer.verified.verdict()),
        }
    }
}

impl StabilityInSpace {
    /// The outcome, in the words of `expect`.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        if self.only_rest.is_some() {
            return Outcome::held(StaticsVerdict::Stands);
        }
        Outcome::of_statics(self.verified.verdict())
    }
}

impl CollapseInSpace {
    /// The outcome, in the words of `expect`.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self.verified.verdict() {
            OptimumVerdict::Rests => Outcome::held(StaticsVerdict::Stands),
            OptimumVerdict::Moves => Outcome::not_held(Expectation::Moves),
            OptimumVerdict::Ambiguous => Outcome::not_held(Expectation::Ambiguous),
        }
    }
}

impl StartInSpace {
    /// The outcome, in the words of `expect`.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Motion(found) => found.outcome(),
            Self::Held(held) => held.outcome(),
        }
    }
}
