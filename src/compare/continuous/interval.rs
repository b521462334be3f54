//! Intervals of multiples of 2^-256, so of bounded size: every operation is rounded outwards.

use malachite::Integer;
use malachite::base::num::arithmetic::traits::{DivRound, PowerOf2, ShrRound};
use malachite::base::num::basic::traits::Zero;
use malachite::base::rounding_modes::RoundingMode;
use std::ops::{Add, Mul, Neg, Sub};
use zwang_exact::Rational;
use zwang_program::kernel::number::{integer_from_solver, integer_to_solver};

/// Bounds are multiples of 2 to minus this.
const BITS: u64 = 256;

/// All numbers between two bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    low: Integer,
    high: Integer,
}

fn unit() -> Integer {
    Integer::power_of_2(BITS)
}

fn below(numerator: &Integer, denominator: &Integer) -> Integer {
    numerator.div_round(denominator, RoundingMode::Floor).0
}

fn above(numerator: &Integer, denominator: &Integer) -> Integer {
    numerator.div_round(denominator, RoundingMode::Ceiling).0
}

impl Interval {
    /// The narrowest interval that contains a number.
    #[must_use]
    pub fn of(number: &Rational) -> Self {
        let numerator = integer_to_solver(number.numer()) << BITS;
        let denominator = integer_to_solver(number.denom());
        Self {
            low: below(&numerator, &denominator),
            high: above(&numerator, &denominator),
        }
    }

    /// Zero.
    #[must_use]
    pub fn zero() -> Self {
        Self {
            low: Integer::ZERO,
            high: Integer::ZERO,
        }
    }

    /// One.
    pub(crate) fn one() -> Self {
        Self {
            low: unit(),
            high: unit(),
        }
    }

    /// The lower bound.
    #[must_use]
    pub fn low(&self) -> Rational {
        bound(&self.low)
    }

    /// The upper bound.
    #[must_use]
    pub fn high(&self) -> Rational {
        bound(&self.high)
    }

    /// Whether all of its numbers are above zero.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.low > 0
    }

    /// Whether zero is none of its numbers.
    pub(crate) fn is_nonzero(&self) -> bool {
        self.low > 0 || self.high < 0
    }

    /// Whether it has all numbers of another one.
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// The narrowest interval around both.
    pub(crate) fn hull(&self, other: &Self) -> Self {
        Self {
            low: (&self.low).min(&other.low).clone(),
            high: (&self.high).max(&other.high).clone(),
        }
    }

    /// All numbers between zero and these.
    pub(crate) fn with_zero(&self) -> Self {
        self.hull(&Self::zero())
    }

    /// An interval that is wider on either side by a quarter of its width and 2^-40.
    pub(crate) fn widened(&self) -> Self {
        let width = &self.high - &self.low;
        let more = above(&width, &Integer::from(4)) + Integer::power_of_2(BITS - 40);
        Self {
            low: &self.low - &more,
            high: &self.high + &more,
        }
    }

    /// A multiple.
    pub(crate) fn times(&self, factor: usize) -> Self {
        let factor = Integer::from(factor);
        Self {
            low: &self.low * &factor,
            high: &self.high * &factor,
        }
    }

    /// A quotient by a positive integer.
    pub(crate) fn over(&self, divisor: usize) -> Self {
        let divisor = Integer::from(divisor);
        Self {
            low: below(&self.low, &divisor),
            high: above(&self.high, &divisor),
        }
    }

    /// The reciprocals, unless zero is among the numbers.
    pub(crate) fn reciprocal(&self) -> Option<Self> {
        if !self.is_nonzero() {
            return None;
        }
        let square = Integer::power_of_2(2 * BITS);
        Some(Self {
            low: below(&square, &self.high),
            high: above(&square, &self.low),
        })
    }

    /// Whether it is more than so many times as wide as another one and 2^-170.
    pub(crate) fn is_wider(&self, other: &Self, times: u64) -> bool {
        let least = Integer::power_of_2(BITS - 170);
        let width = &other.high - &other.low + least;
        &self.high - &self.low > width * Integer::from(times)
    }

    /// The largest absolute value, rounded up.
    #[must_use]
    pub fn magnitude(&self) -> Rational {
        self.high().max(-self.low())
    }
}

fn bound(multiple: &Integer) -> Rational {
    let unit = integer_from_solver(&unit());
    Rational::new(integer_from_solver(multiple), unit)
}

impl Add for &Interval {
    type Output = Interval;
    fn add(self, other: &Interval) -> Interval {
        Interval {
            low: &self.low + &other.low,
            high: &self.high + &other.high,
        }
    }
}

impl Sub for &Interval {
    type Output = Interval;
    fn sub(self, other: &Interval) -> Interval {
        Interval {
            low: &self.low - &other.high,
            high: &self.high - &other.low,
        }
    }
}

impl Neg for &Interval {
    type Output = Interval;
    fn neg(self) -> Interval {
        Interval {
            low: -&self.high,
            high: -&self.low,
        }
    }
}

impl Mul for &Interval {
    type Output = Interval;
    fn mul(self, other: &Interval) -> Interval {
        let products = [
            &self.low * &other.low,
            &self.low * &other.high,
            &self.high * &other.low,
            &self.high * &other.high,
        ];
        let mut low = products[0].clone();
        let mut high = products[0].clone();
        for product in products {
            if product < low {
                low = product;
            } else if product > high {
                high = product;
            }
        }
        Interval {
            low: low.shr_round(BITS, RoundingMode::Floor).0,
            high: high.shr_round(BITS, RoundingMode::Ceiling).0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ratio(numerator: i64, denominator: i64) -> Rational {
        Rational::new(numerator.into(), denominator.into())
    }

    fn has(interval: &Interval, number: &Rational) -> bool {
        interval.low() <= *number && *number <= interval.high()
    }

    /// An interval with the ends p/7 and (p + w)/7, and a number in it.
    fn sample() -> impl Strategy<Value = (Interval, Rational)> {
        (-30..30i64, 0..20i64, 0..=9i64).prop_map(|(start, width, place)| {
            let low = Interval::of(&ratio(start, 7));
            let high = Interval::of(&ratio(start + width, 7));
            let member = ratio(start * 9 + width * place, 63);
            (low.hull(&high), member)
        })
    }

    proptest! {
        #[test]
        fn results_contain_the_results_of_members(one in sample(), other in sample()) {
            let (first, x) = one;
            let (second, y) = other;
            prop_assert!(has(&(&first + &second), &(&x + &y)));
            prop_assert!(has(&(&first - &second), &(&x - &y)));
            prop_assert!(has(&(&first * &second), &(&x * &y)));
            prop_assert!(has(&-&first, &-&x));
            prop_assert!(has(&first.times(3), &(&x * ratio(3, 1))));
            prop_assert!(has(&first.over(3), &(&x / ratio(3, 1))));
            prop_assert!(has(&first.with_zero(), &(&x * ratio(1, 2))));
            prop_assert!(first.widened().contains(&first));
            match first.reciprocal() {
                Some(reciprocal) => prop_assert!(has(&reciprocal, &x.recip())),
                None => prop_assert!(has(&first, &ratio(0, 1))),
            }
        }
    }

    /// The rounding loses no more than a unit or two.
    #[test]
    fn intervals_stay_narrow() {
        let third = Interval::of(&ratio(1, 3));
        let ninth = &third * &third;
        assert!(ninth.high() - ninth.low() < Rational::new(4.into(), integer_from_solver(&unit())));
        assert!(has(&ninth, &ratio(1, 9)));
    }
}
