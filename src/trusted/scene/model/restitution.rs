//! Restitution: how much bodies bounce, and which of them do it otherwise with each other.
//!
//! The coefficient of restitution ε of a contact says which part of the speed of approach an impact
//! gives back: 0, nothing bounces, to 1, nothing is lost. A pair of bodies may have an ε of its
//! own. Otherwise ε is the larger of those of the two bodies, as in Box2D (`b2MixRestitution`): a
//! ball bounces off what does not bounce itself. It says nothing about how a scene starts to move,
//! so it is no part of the canonical form; runs have it in their header.

use crate::model::Scene;
use crate::model::index::BodyId;
use crate::model::surface::{Mixing, Surface};
use zwang_exact::Rational;

/// The coefficients of restitution of all bodies and pairs of a scene.
///
/// Only what makes a difference is kept: bodies whose coefficient is not 0, and pairs whose
/// coefficient is not the larger of those of their bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneRestitution(Surface);

/// A scene has restitution, and was given to what does not know it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found restitution {restitution} of {thing}; expected none")]
pub struct HasRestitution {
    /// The first body or pair that has some.
    pub thing: String,
    /// Its coefficient.
    pub restitution: Rational,
}

impl Default for SceneRestitution {
    fn default() -> Self {
        Self(Surface::zero(Mixing::Larger))
    }
}

impl SceneRestitution {
    /// The coefficients of these bodies and pairs; all other bodies have 0. For two values for one
    /// body, or one pair, the last counts.
    #[must_use]
    pub fn new(
        bodies: impl IntoIterator<Item = (BodyId, Rational)>,
        pairs: impl IntoIterator<Item = ([BodyId; 2], Rational)>,
    ) -> Self {
        Self(Surface::new(Mixing::Larger, bodies, pairs))
    }

    /// Whether no body and no pair has a coefficient other than 0.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.0.is_zero()
    }

    /// The coefficient of a body.
    #[must_use]
    pub fn of_body(&self, body: BodyId) -> Rational {
        self.0.of_body(body)
    }

    /// ε of the contacts of two bodies.
    #[must_use]
    pub fn between(&self, first: BodyId, second: BodyId) -> Rational {
        self.0.between(first, second)
    }

    /// The bodies whose coefficient is not 0, ascending.
    pub fn bodies(&self) -> impl Iterator<Item = (BodyId, &Rational)> {
        self.0.bodies()
    }

    /// The pairs whose coefficient is not that of their bodies, ascending; the smaller index first.
    pub fn pairs(&self) -> impl Iterator<Item = ([BodyId; 2], &Rational)> {
        self.0.pairs()
    }

    /// ε of each of so many bodies, and of the pairs that have one of their own: all that it
    /// consists of.
    #[must_use]
    pub fn whole(&self, count: usize) -> (Vec<Rational>, Vec<([BodyId; 2], &Rational)>) {
        self.0.whole(count)
    }
}

impl Scene {
    /// Refuses a scene with restitution, for what does not take it into account.
    ///
    /// # Errors
    /// [`HasRestitution`] names the first body, or else the first pair, that bounces.
    pub fn require_no_restitution(&self) -> Result<(), HasRestitution> {
        match self.restitution.0.first_thing(self) {
            Some((thing, restitution)) => Err(HasRestitution {
                thing,
                restitution: restitution.clone(),
            }),
            None => Ok(()),
        }
    }
}
