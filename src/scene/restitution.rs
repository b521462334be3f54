//! Restitution: how much bodies bounce, and which of them do it otherwise with each other.
//!
//! The coefficient of restitution ε of a contact says which part of the speed of approach an impact
//! gives back: 0, nothing bounces, to 1, nothing is lost. A pair of bodies may have an ε of its
//! own. Otherwise ε is the larger of those of the two bodies, as in Box2D (`b2MixRestitution`): a
//! ball bounces off what does not bounce itself. It says nothing about how a scene starts to move,
//! so it is no part of the canonical form; runs have it in their header.

use crate::index::BodyId;
use crate::model::Scene;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use zwang_exact::Rational;

/// The coefficients of restitution of all bodies and pairs of a scene.
///
/// Only what makes a difference is kept: bodies whose coefficient is not 0, and pairs whose
/// coefficient is not the larger of those of their bodies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneRestitution {
    bodies: BTreeMap<BodyId, Rational>,
    /// The smaller index comes first.
    pairs: BTreeMap<[BodyId; 2], Rational>,
}

/// A scene has restitution, and was given to what does not know it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found restitution {restitution} of {thing}; expected none")]
pub struct HasRestitution {
    /// The first body or pair that has some.
    pub thing: String,
    /// Its coefficient.
    pub restitution: Rational,
}

impl SceneRestitution {
    /// The coefficients of these bodies and pairs; all other bodies have 0. Of two values for one
    /// body, or one pair, the last counts.
    #[must_use]
    pub fn new(
        bodies: impl IntoIterator<Item = (BodyId, Rational)>,
        pairs: impl IntoIterator<Item = ([BodyId; 2], Rational)>,
    ) -> Self {
        let mut restitution = Self {
            bodies: bodies.into_iter().collect(),
            pairs: BTreeMap::new(),
        };
        restitution.bodies.retain(|_, value| *value != zero());
        let mut own = BTreeMap::new();
        for ([first, second], value) in pairs {
            let pair = BodyId::pair(first, second);
            own.insert(pair, value);
        }
        for (pair, value) in own {
            if value != restitution.of_bodies(pair) {
                restitution.pairs.insert(pair, value);
            }
        }
        restitution
    }

    /// Whether no body and no pair has a coefficient other than 0.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.bodies.is_empty() && self.pairs.is_empty()
    }

    /// The coefficient of a body.
    #[must_use]
    pub fn of_body(&self, body: BodyId) -> Rational {
        match self.bodies.get(&body) {
            Some(value) => value.clone(),
            None => zero(),
        }
    }

    /// ε of the contacts of two bodies.
    #[must_use]
    pub fn between(&self, first: BodyId, second: BodyId) -> Rational {
        let pair = BodyId::pair(first, second);
        match self.pairs.get(&pair) {
            Some(value) => value.clone(),
            None => self.of_bodies(pair),
        }
    }

    /// The bodies whose coefficient is not 0, ascending.
    pub fn bodies(&self) -> impl Iterator<Item = (BodyId, &Rational)> {
        self.bodies.iter().map(|(body, value)| (*body, value))
    }

    /// The pairs whose coefficient is not that of their bodies, ascending; the smaller index first.
    pub fn pairs(&self) -> impl Iterator<Item = ([BodyId; 2], &Rational)> {
        self.pairs.iter().map(|(pair, value)| (*pair, value))
    }

    /// The larger coefficient of two bodies.
    fn of_bodies(&self, [first, second]: [BodyId; 2]) -> Rational {
        let first = self.of_body(first);
        let second = self.of_body(second);
        first.max(second)
    }
}

impl Scene {
    /// Refuses a scene with restitution, for what does not take it into account.
    ///
    /// # Errors
    /// [`HasRestitution`] names the first body, or else the first pair, that bounces.
    pub fn require_no_restitution(&self) -> Result<(), HasRestitution> {
        let mut bodies = self.restitution.bodies();
        if let Some((body, restitution)) = bodies.next() {
            let body = self.quoted(body);
            return Err(HasRestitution {
                thing: format!("body {body}"),
                restitution: restitution.clone(),
            });
        }
        // Without bodies that bounce, a pair is kept only where it bounces.
        let mut pairs = self.restitution.pairs();
        if let Some(([first, second], restitution)) = pairs.next() {
            let first = self.quoted(first);
            let second = self.quoted(second);
            return Err(HasRestitution {
                thing: format!("the pair {first} and {second}"),
                restitution: restitution.clone(),
            });
        }
        Ok(())
    }
}

fn zero() -> Rational {
    Rational::from_integer(BigInt::ZERO)
}
