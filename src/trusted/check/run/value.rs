//! Numbers over units. No common divisor is ever looked for but of the units: what is claimed is
//! compared by cross multiplication.

use super::product::compare;
use super::unit::{Multiple, multiple};
use crate::names;
use crate::rejection::Condition::R10;
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;
use zwang_exact::Rational;

/// A number, over a positive integer.
#[derive(Clone)]
pub(super) struct Value {
    pub number: BigInt,
    pub unit: BigInt,
}

impl Value {
    pub(super) fn new(number: BigInt, unit: BigInt) -> Self {
        Self { number, unit }
    }

    pub(super) fn zero() -> Self {
        Self::new(BigInt::ZERO, BigInt::one())
    }

    pub(super) fn is_negative(&self) -> bool {
        self.number.is_negative()
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        let Multiple {
            unit,
            first_factor,
            second_factor,
        } = multiple(&self.unit, &other.unit);
        let own = &self.number * first_factor;
        let other = &other.number * second_factor;
        Self::new(own + other, unit)
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        let Self { number, unit } = other.clone();
        let opposite = Self::new(-number, unit);
        self.plus(&opposite)
    }

    pub(super) fn times(&self, factor: &Rational) -> Self {
        let number = &self.number * factor.numer();
        let unit = &self.unit * factor.denom();
        Self { number, unit }
    }

    /// This number divided by a positive integer.
    pub(super) fn over(self, denominator: &BigInt) -> Self {
        Self::new(self.number, self.unit * denominator)
    }

    /// Whether a number is larger than another; both are at least 0.
    pub(super) fn is_above(&self, other: &Self) -> bool {
        let own = [&self.number, &other.unit];
        let others = [&other.number, &self.unit];
        compare(&own, &others) == Ordering::Greater
    }

    fn is(&self, claimed: &Rational) -> bool {
        if self.number.sign() != claimed.numer().sign() {
            return false;
        }
        let size = self.number.abs();
        let claimed_size = claimed.numer().abs();
        let own = [&size, claimed.denom()];
        let others = [&claimed_size, &self.unit];
        compare(&own, &others) == Ordering::Equal
    }

    /// R10 for one number.
    pub(super) fn require(&self, key: &str, claimed: &Rational) -> Result {
        if self.is(claimed) {
            return Ok(());
        }
        let place = format!("`{key}`");
        let found = names::rational(claimed);
        R10.refuse(place, found, self.told())
    }

    /// The number over its unit, for people.
    pub(super) fn told(&self) -> String {
        names::fraction(&self.number, &self.unit)
    }

    /// The number over its unit and a denominator, for people.
    pub(super) fn shown(&self, denominator: &BigInt) -> String {
        let unit = &self.unit * denominator;
        names::fraction(&self.number, &unit)
    }
}

impl From<&Rational> for Value {
    fn from(number: &Rational) -> Self {
        Self::new(number.numer().clone(), number.denom().clone())
    }
}

/// The sum, by halves, so that long numbers meet long ones.
pub(super) fn sum(terms: &[Value]) -> Value {
    match terms {
        [] => Value::zero(),
        [term] => term.clone(),
        [first, rest @ ..] => {
            let half = terms.len() >> 1;
            match terms.split_at_checked(half) {
                Some((first, second)) => sum(first).plus(&sum(second)),
                None => first.plus(&sum(rest)),
            }
        }
    }
}

/// The sum of terms, those with one unit first.
pub(super) fn total<'a>(terms: impl IntoIterator<Item = &'a Value>) -> Value {
    let mut all = Vec::new();
    for term in terms {
        if !term.number.is_zero() {
            add(&mut all, term.clone());
        }
    }
    sum(&all)
}

/// Adds to the term that has the same unit.
pub(super) fn add(terms: &mut Vec<Value>, term: Value) {
    for other in terms.iter_mut() {
        if other.unit == term.unit {
            other.number += term.number;
            return;
        }
    }
    terms.push(term);
}
