//! Rational numbers that are known exactly, or between two bounds that are proved.

use crate::vector::Vector;
use malachite::Rational;
use malachite::base::num::basic::traits::Zero;
use std::ops::{Add, Mul, Sub};

/// A number that is at least `low` and at most `high`; known exactly if they are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosure {
    /// The lower bound.
    pub low: Rational,
    /// The upper bound.
    pub high: Rational,
}

impl Enclosure {
    /// A number that is known.
    #[must_use]
    pub fn exact(value: Rational) -> Self {
        Self {
            low: value.clone(),
            high: value,
        }
    }

    /// 0.
    #[must_use]
    pub fn zero() -> Self {
        Self::exact(Rational::ZERO)
    }

    /// Whether the number is known exactly.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }

    /// Whether it is known to be 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.low == 0 && self.high == 0
    }

    /// Bounds of the larger of two numbers.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self {
            low: self.low.max(other.low),
            high: self.high.max(other.high),
        }
    }

    /// Bounds of the square.
    #[must_use]
    pub fn squared(&self) -> Self {
        if self.is_exact() {
            return Self::exact(&self.low * &self.low);
        }
        let one = &self.low * &self.low;
        let other = &self.high * &self.high;
        let crosses_zero = self.low < 0 && self.high > 0;
        let low = if crosses_zero {
            Rational::ZERO
        } else {
            (&one).min(&other).clone()
        };
        let high = one.max(other);
        Self { low, high }
    }

    /// Bounds of a multiple.
    #[must_use]
    pub fn scaled(&self, factor: &Rational) -> Self {
        if self.is_exact() {
            return Self::exact(&self.low * factor);
        }
        let one = &self.low * factor;
        let other = &self.high * factor;
        if *factor < 0 {
            Self {
                low: other,
                high: one,
            }
        } else {
            Self {
                low: one,
                high: other,
            }
        }
    }

    /// A number between the bounds.
    #[must_use]
    pub fn middle(&self) -> Rational {
        (&self.low + &self.high) / Rational::from(2)
    }
}

impl Add for &Enclosure {
    type Output = Enclosure;
    fn add(self, other: &Enclosure) -> Enclosure {
        if self.is_exact() && other.is_exact() {
            return Enclosure::exact(&self.low + &other.low);
        }
        Enclosure {
            low: &self.low + &other.low,
            high: &self.high + &other.high,
        }
    }
}

impl Sub for &Enclosure {
    type Output = Enclosure;
    fn sub(self, other: &Enclosure) -> Enclosure {
        self + &other.scaled(&Rational::from(-1))
    }
}

impl Mul for &Enclosure {
    type Output = Enclosure;
    fn mul(self, other: &Enclosure) -> Enclosure {
        let one = self.scaled(&other.low);
        let two = self.scaled(&other.high);
        Enclosure {
            low: one.low.min(two.low),
            high: one.high.max(two.high),
        }
    }
}

/// A length, known by its square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Length {
    /// Its square, m².
    pub squared: Enclosure,
}

impl Length {
    /// 0.
    #[must_use]
    pub fn zero() -> Self {
        Self {
            squared: Enclosure::zero(),
        }
    }

    /// The length of a vector.
    #[must_use]
    pub fn of([x, y]: &Vector<Enclosure>) -> Self {
        Self {
            squared: &x.squared() + &y.squared(),
        }
    }

    /// Bounds of the larger of two lengths.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self {
            squared: self.squared.max(other.squared),
        }
    }

    /// Whether the length is proved to be larger than a bound that is not negative.
    #[must_use]
    pub fn exceeds(&self, bound: &Rational) -> bool {
        self.squared.low > bound * bound
    }
}
