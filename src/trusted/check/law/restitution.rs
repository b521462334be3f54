//! Coefficients of restitution of a header (`proofs/RUN.md`, sections 9 and 12).

use super::number::Number;
use crate::names;
use crate::rejection::Condition::L0;
use crate::rejection::Result;
use std::collections::BTreeMap;
use zwang_certificate::run2::{BigRational, Header};
use zwang_scene::BodyId;

/// The most rounds of impacts for each row of a cluster.
const MOST_ROUNDS: u64 = 1 << 10;

/// ε of all pairs of bodies.
pub(super) struct Restitution {
    /// That of pairs that are not listed.
    default: Number,
    /// The smaller body first.
    pairs: BTreeMap<[BodyId; 2], Number>,
    /// c: how many rounds a cluster has for each of its rows.
    pub rounds: u64,
}

impl Restitution {
    /// L0: the coefficients of a header, for a scene of so many bodies.
    pub(super) fn new(header: &Header, bodies: usize) -> Result<Self> {
        let default = coefficient("header, `restitution`", &header.restitution)?;
        let rounds = header.rounds;
        if rounds > MOST_ROUNDS {
            let required = format!("at most {MOST_ROUNDS}");
            return L0.refuse("header, `rounds`", rounds, required);
        }
        let mut pairs = BTreeMap::new();
        for ([first, second], listed) in &header.pairs {
            let own = coefficient("header, `pairs`", listed)?;
            let pair = [BodyId(*first), BodyId(*second)];
            let is_next = pairs.keys().next_back().is_none_or(|last| *last < pair);
            if first >= second || *second >= bodies || !is_next {
                let listed = format!("bodies {first} and {second}");
                return L0.refuse("header, `pairs`", listed, "ascending pairs of two bodies");
            }
            pairs.insert(pair, own);
        }
        Ok(Self {
            default,
            pairs,
            rounds,
        })
    }

    /// ε of two bodies.
    pub(super) fn between(&self, first: BodyId, second: BodyId) -> &Number {
        let pair = [first.min(second), first.max(second)];
        self.pairs.get(&pair).unwrap_or(&self.default)
    }

    /// Whether ε is 0 of all pairs.
    pub(super) fn is_none(&self) -> bool {
        self.default.is_zero() && self.pairs.values().all(Number::is_zero)
    }
}

/// A coefficient from 0 to 1.
fn coefficient(place: &str, listed: &BigRational) -> Result<Number> {
    let number = Number::from(listed);
    if number.is_negative() || number > Number::one() {
        return L0.refuse(place, names::rational(listed), "from 0 to 1");
    }
    Ok(number)
}
