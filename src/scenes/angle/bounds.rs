//! Two integers with a number between them.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use std::ops::{Add, Neg, Sub};

/// A number that is at least `low` and at most `high` units; known exactly if they are equal. The
/// unit is 2^-digits, for the digits that were asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The lower bound, in units.
    pub low: BigInt,
    /// The upper bound, in units.
    pub high: BigInt,
}

impl Bounds {
    /// A whole number of units.
    #[must_use]
    pub fn exact(units: BigInt) -> Self {
        Self {
            low: units.clone(),
            high: units,
        }
    }

    /// 0.
    #[must_use]
    pub fn zero() -> Self {
        Self::exact(BigInt::zero())
    }

    /// 1, with so many digits.
    #[must_use]
    pub fn one(digits: u64) -> Self {
        Self::exact(unit(digits))
    }

    /// Bounds farther apart, by so many units on either side.
    pub(crate) fn wider(self, units: &BigInt) -> Self {
        Self {
            low: self.low - units,
            high: self.high + units,
        }
    }

    /// The product with a factor that is not negative.
    pub(crate) fn times(self, factor: &BigInt) -> Self {
        Self {
            low: self.low * factor,
            high: self.high * factor,
        }
    }

    /// The product with another number, in units of 2^-digits both, neither of them negative.
    pub(crate) fn product(&self, other: &Self, digits: u64) -> Self {
        let low = &self.low * &other.low;
        let high = &self.high * &other.high;
        Self { low, high }.shorter(digits)
    }

    /// The quotient by a positive number.
    pub(crate) fn quotient(&self, divisor: &BigInt) -> Self {
        Self {
            low: self.low.div_floor(divisor),
            high: self.high.div_ceil(divisor),
        }
    }

    /// With so many digits less.
    pub(crate) fn shorter(&self, digits: u64) -> Self {
        Self {
            low: &self.low >> digits,
            high: shifted_up(&self.high, digits),
        }
    }
}

/// 1, in units of 2^-digits.
pub(crate) fn unit(digits: u64) -> BigInt {
    BigInt::one() << digits
}

/// The least integer that is not below `units` / 2^digits.
fn shifted_up(units: &BigInt, digits: u64) -> BigInt {
    -((-units) >> digits)
}

impl Add for Bounds {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            low: self.low + other.low,
            high: self.high + other.high,
        }
    }
}

impl Sub for Bounds {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Neg for Bounds {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            low: -self.high,
            high: -self.low,
        }
    }
}
