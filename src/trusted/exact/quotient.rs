//! Quotients of long integers, in lowest terms only where somebody asks for that.
//!
//! The numbers of a large answer have one denominator of thousands of bits, and their greatest
//! common divisors would take longer than all the rest. Signs, and whether a number is 0, are known
//! without.

use crate::rational::{Rational, lowest_terms};
use crate::vector::Vector;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::sync::{Arc, OnceLock};

/// A number as a quotient, which is reduced when it is first read.
///
/// ```
/// use std::sync::Arc;
/// let half = zwang_exact::Quotient::new(2.into(), Arc::new(4.into()));
/// assert!(half.is_positive());
/// assert_eq!(half.value(), &zwang_exact::parse("1/2").unwrap());
/// ```
#[derive(Clone, Debug)]
pub struct Quotient {
    numerator: BigInt,
    /// Above 0.
    denominator: Arc<BigInt>,
    reduced: OnceLock<Rational>,
}

impl Quotient {
    /// The quotient of an integer and a positive one, which many numbers may share.
    #[must_use]
    pub fn new(numerator: BigInt, denominator: Arc<BigInt>) -> Self {
        Self {
            numerator,
            denominator,
            reduced: OnceLock::new(),
        }
    }

    /// 0.
    #[must_use]
    pub fn zero() -> Self {
        Self::new(BigInt::zero(), Arc::new(BigInt::from(1)))
    }

    /// The number in lowest terms; computed once.
    #[must_use]
    pub fn value(&self) -> &Rational {
        self.reduced.get_or_init(|| {
            let numerator = self.numerator.clone();
            let denominator = BigInt::clone(&self.denominator);
            lowest_terms(numerator, denominator)
        })
    }

    /// The integer above the denominator, not in lowest terms.
    #[must_use]
    pub fn numerator(&self) -> &BigInt {
        &self.numerator
    }

    /// The denominator, which may have factors in common with the numerator.
    #[must_use]
    pub fn denominator(&self) -> &BigInt {
        &self.denominator
    }

    /// The number times another in lowest terms, with one greatest common divisor for both.
    #[must_use]
    pub fn times(&self, factor: &Rational) -> Rational {
        if self.is_zero() || factor.is_zero() {
            return Rational::zero();
        }
        lowest_terms(
            &self.numerator * factor.numer(),
            &*self.denominator * factor.denom(),
        )
    }

    /// A vector times the number, in lowest terms.
    #[must_use]
    pub fn along(&self, vector: &Vector) -> Vector {
        let x = self.times(&vector.x);
        let y = self.times(&vector.y);
        Vector::new(x, y)
    }

    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// Whether it is above 0.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.numerator.is_positive()
    }

    /// Whether it is below 0.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.numerator.is_negative()
    }

    fn equals(&self, numerator: &BigInt, denominator: &BigInt) -> bool {
        &self.numerator * denominator == numerator * &*self.denominator
    }
}

impl From<Rational> for Quotient {
    fn from(number: Rational) -> Self {
        let (numerator, denominator) = number.into_raw();
        Self::new(numerator, Arc::new(denominator))
    }
}

impl PartialEq for Quotient {
    fn eq(&self, other: &Self) -> bool {
        self.equals(&other.numerator, &other.denominator)
    }
}

impl Eq for Quotient {}

impl PartialEq<Rational> for Quotient {
    fn eq(&self, other: &Rational) -> bool {
        self.equals(other.numer(), other.denom())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_quotient_is_its_value(
            above in any::<i64>(),
            below in 1..i64::MAX,
            factor in 1..99i64,
        ) {
            let denominator = Arc::new(BigInt::from(below) * factor);
            let quotient = Quotient::new(BigInt::from(above) * factor, denominator);
            let value = Rational::new(above.into(), below.into());
            prop_assert_eq!(&quotient, &value);
            let plain = Quotient::new(above.into(), Arc::new(below.into()));
            prop_assert_eq!(&quotient, &plain);
            prop_assert_eq!(quotient.value(), &value);
            prop_assert_eq!(quotient.is_zero(), above == 0);
            prop_assert_eq!(quotient.is_positive(), above > 0);
            prop_assert_eq!(quotient.is_negative(), above < 0);
            let other = Rational::new((above ^ 1).into(), below.into());
            prop_assert!(quotient != other);
            prop_assert_eq!(quotient.times(&other), &value * &other);
            let vector = Vector::new(other.clone(), Rational::zero());
            prop_assert_eq!(quotient.along(&vector), vector.scaled(&value));
        }
    }
}
