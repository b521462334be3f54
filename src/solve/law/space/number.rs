//! Numbers of the search for forces: doubles, and long numbers in fixed point. Nothing here is
//! believed.
#![allow(clippy::disallowed_types)]

use crate::newton::quotient;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{FloorSqrt, PowerOf2};
use malachite::base::num::basic::traits::Zero;

/// Binary digits of a long number.
pub(super) const DIGITS: u64 = 448;

/// A number over 2^448; products and quotients are rounded down.
#[derive(Clone, Debug)]
pub(super) struct Long(pub(super) Integer);

/// Arithmetic of the search.
pub(super) trait Number: Clone + PartialOrd {
    fn zero() -> Self;
    fn power_of_two(exponent: i64) -> Self;
    fn is_zero(&self) -> bool;
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    fn over(&self, other: &Self) -> Self;
    fn root(&self) -> Self;
    /// The root of the sum of two squares, however small.
    fn length(&self, other: &Self) -> Self;
    fn double(&self) -> f64;

    fn opposite(&self) -> Self {
        Self::zero().minus(self)
    }

    fn size(&self) -> Self {
        match *self < Self::zero() {
            true => self.opposite(),
            false => self.clone(),
        }
    }
}

impl Number for f64 {
    fn zero() -> Self {
        0.0
    }

    fn power_of_two(exponent: i64) -> Self {
        2.0_f64.powi(i32::try_from(exponent).unwrap_or(0))
    }

    fn is_zero(&self) -> bool {
        *self == 0.0
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn over(&self, other: &Self) -> Self {
        self / other
    }

    fn root(&self) -> Self {
        self.sqrt()
    }

    fn length(&self, other: &Self) -> Self {
        self.hypot(*other)
    }

    fn double(&self) -> f64 {
        *self
    }
}

impl PartialEq for Long {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl PartialOrd for Long {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.0.partial_cmp(&other.0)
    }
}

impl Number for Long {
    fn zero() -> Self {
        Self(Integer::ZERO)
    }

    fn power_of_two(exponent: i64) -> Self {
        let digits = i64::try_from(DIGITS).unwrap_or(0) + exponent;
        Self(Integer::power_of_2(u64::try_from(digits).unwrap_or(0)))
    }

    fn is_zero(&self) -> bool {
        self.0 == 0
    }

    fn plus(&self, other: &Self) -> Self {
        Self(&self.0 + &other.0)
    }

    fn minus(&self, other: &Self) -> Self {
        Self(&self.0 - &other.0)
    }

    fn times(&self, other: &Self) -> Self {
        Self((&self.0 * &other.0) >> DIGITS)
    }

    /// 0 over 0, which no caller needs.
    fn over(&self, other: &Self) -> Self {
        if other.0 == 0 {
            return Self::zero();
        }
        Self((&self.0 << DIGITS) / &other.0)
    }

    fn root(&self) -> Self {
        if self.0 < 0 {
            return Self::zero();
        }
        Self((&self.0 << DIGITS).floor_sqrt())
    }

    fn length(&self, other: &Self) -> Self {
        Self((&self.0 * &self.0 + &other.0 * &other.0).floor_sqrt())
    }

    fn double(&self) -> f64 {
        quotient(&self.0, &Integer::power_of_2(DIGITS))
    }
}
