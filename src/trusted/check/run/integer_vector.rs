//! Plane vectors of integers, which are also complex integers. What they are over is kept beside
//! them.

use num_bigint::BigInt;
use num_traits::One;
use zwang_exact::{Rational, common_denominator, lcm, times};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct IntegerVector {
    pub x: BigInt,
    pub y: BigInt,
}

impl IntegerVector {
    pub(super) fn new(x: BigInt, y: BigInt) -> Self {
        Self { x, y }
    }

    pub(super) fn from_small(x: i64, y: i64) -> Self {
        Self::new(x.into(), y.into())
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        let x = &self.x + &other.x;
        let y = &self.y + &other.y;
        Self { x, y }
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        let x = &self.x - &other.x;
        let y = &self.y - &other.y;
        Self { x, y }
    }

    pub(super) fn opposite(&self) -> Self {
        let Self { x, y } = self;
        Self::new(-x, -y)
    }

    pub(super) fn scaled(&self, factor: &BigInt) -> Self {
        let x = &self.x * factor;
        let y = &self.y * factor;
        Self { x, y }
    }

    pub(super) fn dot(&self, other: &Self) -> BigInt {
        &self.x * &other.x + &self.y * &other.y
    }

    pub(super) fn cross(&self, other: &Self) -> BigInt {
        &self.x * &other.y - &self.y * &other.x
    }

    /// |v|².
    pub(super) fn square(&self) -> BigInt {
        self.dot(self)
    }

    /// The product as complex numbers.
    pub(super) fn times(&self, other: &Self) -> Self {
        let real = &self.x * &other.x - &self.y * &other.y;
        let imaginary = &self.x * &other.y + &self.y * &other.x;
        Self::new(real, imaginary)
    }

    pub(super) fn conjugate(&self) -> Self {
        let Self { x, y } = self.clone();
        Self::new(x, -y)
    }

    /// -J v: the outward normal of an edge in the direction v.
    pub(super) fn normal(&self) -> Self {
        let Self { x, y } = self.clone();
        Self::new(y, -x)
    }

    pub(super) fn is_zero(&self) -> bool {
        *self == Self::default()
    }
}

/// Numbers as integers over their least common denominator, and that denominator.
pub(super) fn integers<const N: usize>(numbers: [&Rational; N]) -> (BigInt, [BigInt; N]) {
    integers_over(numbers, &BigInt::one())
}

/// Numbers as integers over their least common denominator that is also a multiple of `unit`, and
/// that denominator.
pub(super) fn integers_over<const N: usize>(
    numbers: [&Rational; N],
    unit: &BigInt,
) -> (BigInt, [BigInt; N]) {
    let common = common_denominator(numbers);
    let scale = lcm(unit, &common);
    let integers = numbers.map(|number| times(number, &scale));
    (scale, integers)
}
