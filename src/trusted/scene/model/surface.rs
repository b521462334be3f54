//! A property of surfaces: a number for each body, and for pairs of bodies that have one of their
//! own.

use crate::model::Scene;
use crate::model::index::BodyId;
use num_bigint::{BigInt, Sign};
use std::collections::BTreeMap;
use zwang_exact::Rational;

/// The common value of two bodies that are no pair of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mixing {
    /// The smaller of their numbers.
    Smaller,
    /// The larger one.
    Larger,
}

/// The numbers of all bodies and pairs of a scene.
///
/// Only what makes a difference is kept: bodies whose number is not 0, and pairs whose number is
/// not that of their bodies. So if two of these are equal, all contacts that bodies of these
/// indices may have are equal in this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Surface {
    mixing: Mixing,
    bodies: BTreeMap<BodyId, Rational>,
    /// The smaller index comes first.
    pairs: BTreeMap<[BodyId; 2], Rational>,
}

impl Surface {
    /// 0 everywhere.
    pub(crate) fn zero(mixing: Mixing) -> Self {
        Self {
            mixing,
            bodies: BTreeMap::new(),
            pairs: BTreeMap::new(),
        }
    }

    /// The numbers of these bodies and pairs; all other bodies have 0. If one body, or one pair,
    /// has two values, the last counts.
    pub(crate) fn new(
        mixing: Mixing,
        bodies: impl IntoIterator<Item = (BodyId, Rational)>,
        pairs: impl IntoIterator<Item = ([BodyId; 2], Rational)>,
    ) -> Self {
        let mut surface = Self::zero(mixing);
        for (body, value) in bodies {
            if value.numer().sign() == Sign::NoSign {
                surface.bodies.remove(&body);
            } else {
                surface.bodies.insert(body, value);
            }
        }
        let mut own = BTreeMap::new();
        for ([first, second], value) in pairs {
            let pair = BodyId::pair(first, second);
            own.insert(pair, value);
        }
        for (pair, value) in own {
            if value != surface.of_bodies(pair) {
                surface.pairs.insert(pair, value);
            }
        }
        surface
    }

    /// Whether it is 0 everywhere.
    pub(crate) fn is_zero(&self) -> bool {
        self.bodies.is_empty() && self.pairs.is_empty()
    }

    /// The number of a body.
    pub(crate) fn of_body(&self, body: BodyId) -> Rational {
        match self.bodies.get(&body) {
            Some(value) => value.clone(),
            None => zero(),
        }
    }

    /// That of the contacts of two bodies.
    pub(crate) fn between(&self, first: BodyId, second: BodyId) -> Rational {
        let pair = BodyId::pair(first, second);
        match self.pairs.get(&pair) {
            Some(value) => value.clone(),
            None => self.of_bodies(pair),
        }
    }

    /// The bodies whose number is not 0, ascending.
    pub(crate) fn bodies(&self) -> impl Iterator<Item = (BodyId, &Rational)> {
        self.bodies.iter().map(|(body, value)| (*body, value))
    }

    /// The pairs whose number is not that of their bodies, ascending; the smaller index first.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = ([BodyId; 2], &Rational)> {
        self.pairs.iter().map(|(pair, value)| (*pair, value))
    }

    /// The numbers of all bodies, and of the pairs that have one of their own. (So that nothing is
    /// forgotten, every field is named here.)
    pub(crate) fn whole(&self, count: usize) -> (Vec<Rational>, Vec<([BodyId; 2], &Rational)>) {
        let Self {
            mixing: _,
            bodies,
            pairs,
        } = self;
        let mut all = vec![zero(); count];
        for (body, value) in bodies {
            if let Some(own) = all.get_mut(body.0) {
                own.clone_from(value);
            }
        }
        let pairs = pairs.iter().map(|(pair, value)| (*pair, value));
        (all, pairs.collect())
    }

    /// The first body, or else the first pair, whose number is not 0, in words. (If all bodies have
    /// 0, a pair is kept only if it has something else.)
    pub(crate) fn first_thing(&self, scene: &Scene) -> Option<(String, &Rational)> {
        if let Some((body, value)) = self.bodies().next() {
            let body = scene.quoted(body);
            return Some((format!("body {body}"), value));
        }
        let ([first, second], value) = self.pairs().next()?;
        let first = scene.quoted(first);
        let second = scene.quoted(second);
        Some((format!("the pair {first} and {second}"), value))
    }

    fn of_bodies(&self, [first, second]: [BodyId; 2]) -> Rational {
        let first = self.of_body(first);
        let second = self.of_body(second);
        match self.mixing {
            Mixing::Smaller => first.min(second),
            Mixing::Larger => first.max(second),
        }
    }
}

fn zero() -> Rational {
    Rational::from_integer(BigInt::ZERO)
}
