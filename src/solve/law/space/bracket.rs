//! False position: where a function that decreases is 0, on a grid.
//!
//! The function is known at both ends of an interval, the chord tells where to look next. If the
//! same end stays twice, what is known there is halved, so that the interval shrinks from both
//! sides (the Illinois algorithm).

use malachite::Integer;

/// An interval with the zero of a function in it.
pub(super) struct Bracket {
    /// The lower end, and the function there, above 0.
    low: (Integer, Integer),
    /// The upper end, and the function there, if it has a value.
    high: (Integer, Option<Integer>),
    /// Whether the last trial became the lower end; none did at first.
    was_low: Option<bool>,
    /// The next place at which the function is to be found.
    pub(super) trial: Integer,
}

impl Bracket {
    /// The interval from 0, where the function has this value, to an end, which is tried first.
    pub(super) fn new(end: &Integer, at_begin: Integer) -> Self {
        Self {
            low: (Integer::from(0), at_begin),
            high: (end.clone(), None),
            was_low: None,
            trial: end.clone(),
        }
    }

    /// Takes the value at the trial into account; `None` is beyond the zero, without a value.
    pub(super) fn narrow(&mut self, value: Option<Integer>) {
        match value {
            Some(value) if value > 0 => {
                self.low = (self.trial.clone(), value);
                if self.was_low == Some(true) {
                    self.high.1 = self.high.1.take().map(|own| own >> 1u64);
                }
                self.was_low = Some(true);
            }
            value => {
                self.high = (self.trial.clone(), value);
                if self.was_low == Some(false) {
                    self.low.1 >>= 1u64;
                }
                self.was_low = Some(false);
            }
        }
        self.trial = self.between();
    }

    /// The zero of the chord, or the middle if there is no chord; inside of the interval, if it is
    /// wider than the grid.
    fn between(&self) -> Integer {
        let (low, at_low) = &self.low;
        let (high, at_high) = &self.high;
        let way = high - low;
        let trial = match at_high {
            Some(at_high) => low + &way * at_low / (at_low - at_high),
            None => low + (way >> 1u64),
        };
        let first = low + Integer::from(1);
        let last = high - Integer::from(1);
        trial.min(last).max(first)
    }
}

#[cfg(test)]
mod tests {
    use super::Bracket;
    use malachite::Integer;
    use malachite::base::num::arithmetic::traits::Abs;

    /// The value of 10^12 - x² at the last trial, and how many trials it took.
    fn found(no_value_from: i64) -> (Integer, usize) {
        let square = Integer::from(1_000_000_000_000_i64);
        let mut bracket = Bracket::new(&Integer::from(1_000_000_000_i64), square.clone());
        for count in 1.. {
            let trial = bracket.trial.clone();
            let value = &square - &trial * &trial;
            if (&value).abs() < 4_000_000 {
                return (trial, count);
            }
            bracket.narrow((trial < no_value_from).then_some(value));
        }
        unreachable!("trials have no end")
    }

    #[test]
    fn zeros_are_found() {
        for no_value_from in [1_000_001, 3_000_000, 2_000_000_000] {
            let (zero, count) = found(no_value_from);
            assert!((zero - Integer::from(1_000_000)).abs() <= 2);
            assert!(count < 40, "{count}");
        }
    }
}
