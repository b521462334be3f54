//! Dry friction: how rough bodies are, and which of them touch as if they were of another make.
//!
//! The friction μ of a contact bounds the force along the edge by μ times the force across it
//! (Coulomb). A pair of bodies may have a μ of its own. Otherwise μ is the smaller of those of the
//! two bodies: a contact is as slippery as its more slippery side.

use crate::model::index::BodyId;
use crate::model::surface::{Mixing, Surface};
use crate::model::{Body, Scene};
use zwang_exact::Rational;

/// The friction of all bodies and pairs of a scene.
///
/// Only what makes a difference is kept: bodies whose friction is not 0, and pairs whose friction
/// is not the smaller of those of their bodies. So if two of these are equal, all contacts that
/// bodies of these indices may have are equally rough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Friction(Surface);

/// A scene has friction, and was given to what does not know it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "found friction {friction} of {thing}; expected none: what was asked for leaves friction out; \
     `stability`, `forces`, `critical`, `collapse`, `draw`, and `simulate` without another \
     scheme, know it"
)]
pub struct HasFriction {
    /// The first body or pair that has some.
    pub thing: String,
    /// Its friction.
    pub friction: Rational,
}

impl Default for Friction {
    fn default() -> Self {
        Self(Surface::zero(Mixing::Smaller))
    }
}

impl Friction {
    /// The friction of these bodies and pairs; all other bodies have none. For two values for one
    /// body, or one pair, the last counts.
    #[must_use]
    pub fn new(
        bodies: impl IntoIterator<Item = (BodyId, Rational)>,
        pairs: impl IntoIterator<Item = ([BodyId; 2], Rational)>,
    ) -> Self {
        Self(Surface::new(Mixing::Smaller, bodies, pairs))
    }

    /// The same friction of all these bodies.
    #[must_use]
    pub fn uniform(bodies: &[Body], value: &Rational) -> Self {
        let mut frictions = Vec::with_capacity(bodies.len());
        for index in 0..bodies.len() {
            let body = BodyId(index);
            frictions.push((body, value.clone()));
        }
        Self::new(frictions, [])
    }

    /// Whether nothing has friction.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.0.is_zero()
    }

    /// The friction of a body.
    #[must_use]
    pub fn of_body(&self, body: BodyId) -> Rational {
        self.0.of_body(body)
    }

    /// μ of the contacts of two bodies.
    #[must_use]
    pub fn between(&self, first: BodyId, second: BodyId) -> Rational {
        self.0.between(first, second)
    }

    /// The bodies that have friction, ascending.
    pub fn bodies(&self) -> impl Iterator<Item = (BodyId, &Rational)> {
        self.0.bodies()
    }

    /// The pairs whose friction is not that of their bodies, ascending; the smaller index first.
    pub fn pairs(&self) -> impl Iterator<Item = ([BodyId; 2], &Rational)> {
        self.0.pairs()
    }

    /// μ of each of so many bodies, and of the pairs that have one of their own: all that it
    /// consists of.
    #[must_use]
    pub fn whole(&self, count: usize) -> (Vec<Rational>, Vec<([BodyId; 2], &Rational)>) {
        self.0.whole(count)
    }
}

impl Scene {
    /// Refuses a scene with friction, for what does not take it into account.
    ///
    /// # Errors
    /// [`HasFriction`] names the first body, or else the first pair, that has friction.
    pub fn require_no_friction(&self) -> Result<(), HasFriction> {
        match self.friction.0.first_thing(self) {
            Some((thing, friction)) => Err(HasFriction {
                thing,
                friction: friction.clone(),
            }),
            None => Ok(()),
        }
    }

    /// The name of a body in quotation marks, or its index if the scene does not have it.
    pub(crate) fn quoted(&self, body: BodyId) -> String {
        match self.body(body) {
            Some(Body { name, .. }) => format!("`{name}`"),
            None => body.to_string(),
        }
    }
}
