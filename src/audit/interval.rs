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

    pub(crate) fn scaled(&self, factor: &Integer) -> Self {
        let (one, other) = (&self.low * factor, &self.high * factor);
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
        let (one, other) = (&self.low * &self.low, &self.high * &self.high);
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
        self.scaled(&other.low).hull(other.high_scaled(self))
    }
}

impl Interval {
    fn high_scaled(&self, other: &Self) -> Self {
        other.scaled(&self.high)
    }

    fn hull(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn interval(low: i64, width: i64) -> Interval {
        Interval {
            low: low.into(),
            high: (low + width).into(),
        }
    }

    proptest! {
        #[test]
        fn results_contain_the_results_of_members(a in -20..20i64, b in 0..20i64, c in -20..20i64, d in 0..20i64, s in 0..=20i64, t in 0..=20i64) {
            let (one, other) = (interval(a, b), interval(c, d));
            let (x, y) = (a + s * b / 20, c + t * d / 20);
            let has = |interval: &Interval, value: i64| interval.low <= value && interval.high >= value;
            prop_assert!(has(&(&one + &other), x + y) && has(&(&one - &other), x - y) && has(&-&one, -x));
            prop_assert!(has(&(&one * &other), x * y) && has(&one.square(), x * x));
            prop_assert!(has(&one.clone().max(other.clone()), x.max(y)));
            // The bounds of a product are products of bounds.
            let products = [a * c, a * (c + d), (a + b) * c, (a + b) * (c + d)];
            let product = &one * &other;
            prop_assert_eq!((product.low, product.high), (Integer::from(*products.iter().min().unwrap()), Integer::from(*products.iter().max().unwrap())));
        }
    }
}
