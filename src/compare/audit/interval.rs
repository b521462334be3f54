//! Intervals of integers: numbers over a common unit, known up to bounds that are proved.

use malachite::Integer;
use malachite::base::num::basic::traits::Zero;
use std::ops::{Add, Mul, Neg, Sub};

/// All integers from `low` to `high`; exactly one if they are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub(crate) low: Integer,
    pub(crate) high: Integer,
}

impl Interval {
    pub(crate) fn exact(value: Integer) -> Self {
        Self {
            low: value.clone(),
            high: value,
        }
    }

    pub(crate) fn is_exact(&self) -> bool {
        self.low == self.high
    }

    /// Whether two intervals have a number in common.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    pub(crate) fn scaled(&self, factor: &Integer) -> Self {
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

    /// An interval that contains the larger of the two numbers.
    pub(crate) fn max(self, other: Self) -> Self {
        Self {
            low: self.low.max(other.low),
            high: self.high.max(other.high),
        }
    }

    pub(crate) fn square(&self) -> Self {
        let one = &self.low * &self.low;
        let other = &self.high * &self.high;
        let crosses_zero = self.low < 0 && self.high > 0;
        let low = if crosses_zero {
            Integer::ZERO
        } else {
            (&one).min(&other).clone()
        };
        Self {
            low,
            high: one.max(other),
        }
    }
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
        if other.is_exact() {
            return self.scaled(&other.low);
        }
        if self.is_exact() {
            return other.scaled(&self.low);
        }
        let one = self.scaled(&other.low);
        let two = self.scaled(&other.high);
        Interval {
            low: one.low.min(two.low),
            high: one.high.max(two.high),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn assert_contains(interval: Interval, member: i64) {
        assert!(interval.low <= member);
        assert!(interval.high >= member);
    }

    /// An interval from `low` on, and the member that divides it as `place` to `20 - place`.
    #[derive(Clone, Debug)]
    struct Sample {
        low: i64,
        high: i64,
        member: i64,
    }

    fn samples() -> impl Strategy<Value = Sample> {
        (-20..20i64, 0..20i64, 0..=20i64).prop_map(|(low, width, place)| Sample {
            low,
            high: low + width,
            member: low + place * width / 20,
        })
    }

    impl Sample {
        fn interval(&self) -> Interval {
            Interval {
                low: self.low.into(),
                high: self.high.into(),
            }
        }
    }

    fn check_members(first: &Sample, second: &Sample) {
        let one = &first.interval();
        let other = &second.interval();
        let x = first.member;
        let y = second.member;
        assert_contains(one + other, x + y);
        assert_contains(one - other, x - y);
        assert_contains(one * other, x * y);
        assert_contains(-one, -x);
        assert_contains(one.square(), x * x);
        let larger = one.clone().max(other.clone());
        assert_contains(larger, x.max(y));
    }

    /// The bounds of a product are products of bounds.
    fn check_product(first: &Sample, second: &Sample) {
        let products = [
            first.low * second.low,
            first.low * second.high,
            first.high * second.low,
            first.high * second.high,
        ];
        let least = products.iter().min().unwrap();
        let most = products.iter().max().unwrap();
        let product = &first.interval() * &second.interval();
        assert_eq!(product.low, *least);
        assert_eq!(product.high, *most);
    }

    proptest! {
        #[test]
        fn results_contain_the_results_of_members(one in samples(), other in samples()) {
            check_members(&one, &other);
            check_product(&one, &other);
        }
    }
}
