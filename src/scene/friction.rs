//! Dry friction: how rough bodies are, and which of them touch as if they were of another make.
//!
//! The friction μ of a contact bounds the force along the edge by μ times the force across it
//! (Coulomb). A pair of bodies may have a μ of its own. Otherwise μ is the smaller of those of the
//! two bodies: a contact is as slippery as its more slippery side.

use crate::index::BodyId;
use crate::model::{Body, Scene};
use num_bigint::BigInt;
use std::collections::BTreeMap;
use zwang_exact::Rational;

/// The friction of all bodies and pairs of a scene.
///
/// Only what makes a difference is kept: bodies whose friction is not 0, and pairs whose friction
/// is not the smaller of those of their bodies. So two of these are equal exactly if all contacts
/// that bodies of these indices may have are equally rough.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Friction {
    bodies: BTreeMap<BodyId, Rational>,
    /// The smaller index comes first.
    pairs: BTreeMap<[BodyId; 2], Rational>,
}

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

impl Friction {
    /// The friction of these bodies and pairs; all other bodies have none. Of two values for one
    /// body, or one pair, the last counts.
    #[must_use]
    pub fn new(
        bodies: impl IntoIterator<Item = (BodyId, Rational)>,
        pairs: impl IntoIterator<Item = ([BodyId; 2], Rational)>,
    ) -> Self {
        let mut friction = Self {
            bodies: bodies.into_iter().collect(),
            pairs: BTreeMap::new(),
        };
        friction.bodies.retain(|_, value| *value != zero());
        let mut own = BTreeMap::new();
        for ([first, second], value) in pairs {
            let pair = BodyId::pair(first, second);
            own.insert(pair, value);
        }
        for (pair, value) in own {
            if value != friction.of_bodies(pair) {
                friction.pairs.insert(pair, value);
            }
        }
        friction
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
        self.bodies.is_empty() && self.pairs.is_empty()
    }

    /// The friction of a body.
    #[must_use]
    pub fn of_body(&self, body: BodyId) -> Rational {
        match self.bodies.get(&body) {
            Some(value) => value.clone(),
            None => zero(),
        }
    }

    /// μ of the contacts of two bodies.
    #[must_use]
    pub fn between(&self, first: BodyId, second: BodyId) -> Rational {
        let pair = BodyId::pair(first, second);
        match self.pairs.get(&pair) {
            Some(value) => value.clone(),
            None => self.of_bodies(pair),
        }
    }

    /// The bodies that have friction, ascending.
    pub fn bodies(&self) -> impl Iterator<Item = (BodyId, &Rational)> {
        self.bodies.iter().map(|(body, value)| (*body, value))
    }

    /// The pairs whose friction is not that of their bodies, ascending; the smaller index first.
    pub fn pairs(&self) -> impl Iterator<Item = ([BodyId; 2], &Rational)> {
        self.pairs.iter().map(|(pair, value)| (*pair, value))
    }

    /// The smaller friction of two bodies.
    fn of_bodies(&self, [first, second]: [BodyId; 2]) -> Rational {
        let first = self.of_body(first);
        let second = self.of_body(second);
        first.min(second)
    }
}

impl Scene {
    /// Refuses a scene with friction, for what does not take it into account.
    ///
    /// # Errors
    /// [`HasFriction`] names the first body, or else the first pair, that has friction.
    pub fn require_no_friction(&self) -> Result<(), HasFriction> {
        let mut bodies = self.friction.bodies();
        if let Some((body, friction)) = bodies.next() {
            let body = self.quoted(body);
            return Err(HasFriction {
                thing: format!("body {body}"),
                friction: friction.clone(),
            });
        }
        let mut pairs = self.friction.pairs();
        if let Some((pair, friction)) = pairs.next() {
            let [first, second] = pair;
            let first = self.quoted(first);
            let second = self.quoted(second);
            return Err(HasFriction {
                thing: format!("the pair {first} and {second}"),
                friction: friction.clone(),
            });
        }
        Ok(())
    }

    /// The name of a body in quotation marks, or its index if the scene does not have it.
    pub(crate) fn quoted(&self, body: BodyId) -> String {
        match self.body(body) {
            Some(Body { name, .. }) => format!("`{name}`"),
            None => body.to_string(),
        }
    }
}

fn zero() -> Rational {
    Rational::from_integer(BigInt::ZERO)
}
