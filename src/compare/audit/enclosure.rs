//! Rational numbers that are known exactly, or between two bounds that are proved.

use crate::vector::Vector;
use crate::whole::floor;
use malachite::base::num::arithmetic::traits::{CheckedSqrt, FloorSqrt, PowerOf2};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Rational};
use std::ops::{Add, Mul, Sub};

/// Enclosures are over 2 to this, and at most a few units wide.
pub const BITS: u64 = 256;

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

    /// Bounds of a number that is not negative, over one that is positive.
    #[must_use]
    pub fn over(&self, divisor: &Self) -> Self {
        Self {
            low: &self.low / &divisor.high,
            high: &self.high / &divisor.low,
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

    /// Bounds of the length itself; exactly it where it is rational and the square is exact.
    #[must_use]
    pub fn root(&self) -> Enclosure {
        let Enclosure { low, high } = &self.squared;
        Enclosure {
            low: root_bounds(low).low,
            high: root_bounds(high).high,
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

/// Bounds of the square root of a number that is not negative, to within 2^-[`BITS`], and of a
/// small one to within as much of itself, so that the lower one is above 0.
fn root_bounds(square: &Rational) -> Enclosure {
    if let Some(root) = square.checked_sqrt() {
        return Enclosure::exact(root);
    }
    // s = ⌊4^p x⌋ has ⌊√s⌋ ≤ 2^p √x < ⌊√s⌋ + 1.
    let above = square.numerator_ref().significant_bits();
    let below = square.denominator_ref().significant_bits();
    let digits = BITS + below.saturating_sub(above) / 2 + 1;
    let unit = Rational::from(Integer::power_of_2(digits));
    let scaled = floor(&(square << (2 * digits)));
    let root = scaled.floor_sqrt();
    let above = &root + Integer::ONE;
    Enclosure {
        low: Rational::from(root) / &unit,
        high: Rational::from(above) / unit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(numerator: u32, denominator: u32) -> Enclosure {
        let square = Rational::from_unsigneds(numerator, denominator);
        let squared = Enclosure::exact(square);
        Length { squared }.root()
    }

    #[test]
    fn roots_are_between_their_bounds() {
        assert_eq!(root(0, 1), Enclosure::zero());
        let two_thirds = Rational::from_unsigneds(2u32, 3);
        assert_eq!(root(4, 9), Enclosure::exact(two_thirds));
        for (numerator, denominator) in [(2, 1), (1, 3), (1, 1_000_000_007), (u32::MAX, 7)] {
            let square = Rational::from_unsigneds(numerator, denominator);
            let Enclosure { low, high } = root(numerator, denominator);
            assert!(&low * &low < square && square < &high * &high);
            assert!((high - low) << BITS <= 1);
        }
    }
}
