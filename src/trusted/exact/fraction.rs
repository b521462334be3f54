//! Fractions that are not reduced: rational arithmetic without greatest common divisors.
//!
//! A number is an integer over a positive unit. Units are multiplied, or kept where two are equal,
//! so numbers grow with every operation. That suits formulas of a few steps, as a geometric
//! predicate is; in a long sum, reduce now and then.

use crate::integer::Integer;
use crate::rational::Rational;
use std::borrow::Borrow;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// A rational number: an integer over a positive unit, not necessarily in lowest terms.
#[derive(Clone, Debug)]
pub struct Fraction {
    pub(crate) numerator: Integer,
    pub(crate) unit: Integer,
}

impl Fraction {
    /// 0.
    pub const ZERO: Self = Self {
        numerator: Integer::ZERO,
        unit: Integer::ONE,
    };

    /// An integer over a positive unit.
    #[must_use]
    pub fn new(numerator: Integer, unit: Integer) -> Self {
        Self { numerator, unit }
    }

    /// The integer above the unit.
    #[must_use]
    pub fn numerator(&self) -> &Integer {
        &self.numerator
    }

    /// The unit.
    #[must_use]
    pub fn unit(&self) -> &Integer {
        &self.unit
    }

    /// The same number in lowest terms.
    #[must_use]
    pub fn reduced(&self) -> Self {
        let divisor = self.numerator.gcd(&self.unit);
        if divisor == Integer::ONE {
            return self.clone();
        }
        Self {
            numerator: &self.numerator / &divisor,
            unit: &self.unit / &divisor,
        }
    }

    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// Whether it is above 0.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.numerator.sign() == Ordering::Greater
    }

    /// Whether it is below 0.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.numerator.sign() == Ordering::Less
    }
}

impl From<i128> for Fraction {
    fn from(number: i128) -> Self {
        Self {
            numerator: number.into(),
            unit: Integer::ONE,
        }
    }
}

impl From<&Rational> for Fraction {
    fn from(number: &Rational) -> Self {
        Self {
            numerator: number.numer().into(),
            unit: number.denom().into(),
        }
    }
}

impl From<&Fraction> for Rational {
    fn from(number: &Fraction) -> Self {
        let Fraction { numerator, unit } = number.reduced();
        Self::new_raw(
            numerator.to_bigint().into_owned(),
            unit.to_bigint().into_owned(),
        )
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.unit == other.unit {
            return self.numerator.cmp(&other.numerator);
        }
        let own = &self.numerator * &other.unit;
        let others = &other.numerator * &self.unit;
        own.cmp(&others)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

impl<Other: Borrow<Fraction>> Add<Other> for &Fraction {
    type Output = Fraction;
    fn add(self, other: Other) -> Fraction {
        let other = other.borrow();
        if other.is_zero() {
            return self.clone();
        }
        if self.is_zero() {
            return other.clone();
        }
        if self.unit == other.unit {
            return Fraction {
                numerator: &self.numerator + &other.numerator,
                unit: self.unit.clone(),
            };
        }
        let own = &self.numerator * &other.unit;
        let others = &other.numerator * &self.unit;
        Fraction {
            numerator: own + others,
            unit: &self.unit * &other.unit,
        }
    }
}

impl<Other: Borrow<Fraction>> Sub<Other> for &Fraction {
    type Output = Fraction;
    fn sub(self, other: Other) -> Fraction {
        self + -other.borrow()
    }
}

impl<Other: Borrow<Fraction>> Mul<Other> for &Fraction {
    type Output = Fraction;
    fn mul(self, other: Other) -> Fraction {
        let other = other.borrow();
        if self.is_zero() || other.is_zero() {
            return Fraction::ZERO;
        }
        Fraction {
            numerator: &self.numerator * &other.numerator,
            unit: &self.unit * &other.unit,
        }
    }
}

impl Neg for &Fraction {
    type Output = Fraction;
    fn neg(self) -> Fraction {
        Fraction {
            numerator: -&self.numerator,
            unit: self.unit.clone(),
        }
    }
}

impl Neg for Fraction {
    type Output = Fraction;
    fn neg(self) -> Fraction {
        -&self
    }
}

/// The left side by value.
macro_rules! by_value {
    ($operation:ident, $method:ident) => {
        impl<Other: Borrow<Fraction>> $operation<Other> for Fraction {
            type Output = Fraction;
            fn $method(self, other: Other) -> Fraction {
                (&self).$method(other)
            }
        }
    };
}

by_value!(Add, add);
by_value!(Sub, sub);
by_value!(Mul, mul);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rationals() -> impl Strategy<Value = Rational> {
        let unit = prop_oneof![1..=12_i64, 1..=i64::MAX];
        let numerator = prop_oneof![-12..=12_i64, any::<i64>()];
        (numerator, unit).prop_map(|(above, below)| Rational::new(above.into(), below.into()))
    }

    fn is_same(fraction: &Fraction, number: &Rational) -> bool {
        fraction.unit > Integer::ZERO && Rational::from(fraction) == *number
    }

    proptest! {
        #[test]
        fn operations_are_those_of_reduced_fractions(number in rationals(), other in rationals()) {
            let fraction = Fraction::from(&number);
            let other_fraction = Fraction::from(&other);
            let sum = &fraction + &other_fraction;
            let difference = &fraction - &other_fraction;
            let product = &fraction * &other_fraction;
            prop_assert!(is_same(&sum, &(&number + &other)));
            prop_assert!(is_same(&difference, &(&number - &other)));
            prop_assert!(is_same(&product, &(&number * &other)));
            prop_assert!(is_same(&-&fraction, &-&number));
            prop_assert_eq!(fraction.cmp(&other_fraction), number.cmp(&other));
            let zero = Rational::from_integer(0.into());
            prop_assert_eq!(fraction.is_zero(), number == zero);
            prop_assert_eq!(fraction.is_positive(), number > zero);
            prop_assert_eq!(fraction.is_negative(), number < zero);
            // Equal to itself over another unit.
            prop_assert_eq!(&sum - &other_fraction, fraction);
        }
    }
}
