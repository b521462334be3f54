//! Numbers over units.

use super::unit::multiple;
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// A number, over a positive integer.
#[derive(Clone)]
pub(super) struct Value {
    pub number: BigInt,
    pub unit: BigInt,
}

impl Value {
    pub(super) fn zero() -> Self {
        Self {
            number: BigInt::zero(),
            unit: BigInt::one(),
        }
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        let (unit, [factor, other_factor]) = multiple(&self.unit, &other.unit);
        Self {
            number: &self.number * factor + &other.number * other_factor,
            unit,
        }
    }

    /// This number divided by a positive integer.
    pub(super) fn over(self, denominator: &BigInt) -> Self {
        Self {
            number: self.number,
            unit: self.unit * denominator,
        }
    }

    /// The number over its unit and a denominator, for people.
    pub(super) fn shown(&self, denominator: &BigInt) -> String {
        crate::names::fraction(&self.number, &(&self.unit * denominator))
    }
}
