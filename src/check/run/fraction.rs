//! Fractions without a common divisor ever being looked for: what is claimed is compared by cross
//! multiplication.

use super::product::compare;
use crate::rejection::Condition::R10;
use crate::{Result, names};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;
use zwang_exact::Rational;

/// A fraction with a positive denominator.
#[derive(Clone)]
pub(super) struct Fraction {
    pub numerator: BigInt,
    pub denominator: BigInt,
}

impl Fraction {
    pub(super) fn times(&self, factor: &Rational) -> Self {
        Self::new(
            &self.numerator * factor.numer(),
            &self.denominator * factor.denom(),
        )
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        self.plus(&Self::new(-&other.numerator, other.denominator.clone()))
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        if self.denominator == other.denominator {
            let sum = &self.numerator + &other.numerator;
            return Self::new(sum, self.denominator.clone());
        }
        let own = &self.numerator * &other.denominator;
        let others = &other.numerator * &self.denominator;
        Self::new(own + others, &self.denominator * &other.denominator)
    }

    pub(super) fn new(numerator: BigInt, denominator: BigInt) -> Self {
        Self {
            numerator,
            denominator,
        }
    }

    pub(super) fn zero() -> Self {
        Self::new(BigInt::zero(), BigInt::one())
    }

    /// Whether a number is larger than another; both are at least 0.
    pub(super) fn is_above(&self, other: &Self) -> bool {
        let own = [&self.numerator, &other.denominator];
        compare(&own, &[&other.numerator, &self.denominator]) == Ordering::Greater
    }

    pub(super) fn is(&self, claimed: &Rational) -> bool {
        if self.numerator.sign() != claimed.numer().sign() {
            return false;
        }
        let own = self.numerator.abs();
        let claim = claimed.numer().abs();
        let order = compare(&[&own, claimed.denom()], &[&claim, &self.denominator]);
        order == Ordering::Equal
    }

    /// R10 for one number.
    pub(super) fn require(&self, key: &str, claimed: &Rational) -> Result {
        if self.is(claimed) {
            return Ok(());
        }
        let place = format!("`{key}`");
        let required = names::fraction(&self.numerator, &self.denominator);
        R10.refuse(place, names::rational(claimed), required)
    }
}

impl From<&Rational> for Fraction {
    fn from(number: &Rational) -> Self {
        Self::new(number.numer().clone(), number.denom().clone())
    }
}

/// The sum, by halves, so that long numbers meet long ones.
pub(super) fn sum(terms: &[Fraction]) -> Fraction {
    match terms {
        [] => Fraction::zero(),
        [term] => term.clone(),
        [first, rest @ ..] => match terms.split_at_checked(terms.len() >> 1) {
            Some((first, second)) => sum(first).plus(&sum(second)),
            None => first.plus(&sum(rest)),
        },
    }
}

/// Adds to the term that has the same denominator.
pub(super) fn add(terms: &mut Vec<Fraction>, term: Fraction) {
    for other in terms.iter_mut() {
        if other.denominator == term.denominator {
            other.numerator += term.numerator;
            return;
        }
    }
    terms.push(term);
}
