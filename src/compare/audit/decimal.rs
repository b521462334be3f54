//! Decimals that bound a number, or the square root of one: rounded down for a lower bound, up for
//! an upper one.

use crate::enclosure::{Enclosure, Length};
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use std::fmt;
use zwang_decimal::{Digits, Rounding};
use zwang_program::kernel::number::from_solver;

/// Significant digits of a decimal.
pub const DIGITS: usize = 6;

/// Two decimals with the number between them; the number itself if they are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Not more than the number.
    pub low: String,
    /// Not less than the number.
    pub high: String,
}

impl fmt::Display for Bounds {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { low, high } = self;
        if low == high {
            formatter.write_str(low)
        } else {
            write!(formatter, "{low} .. {high}")
        }
    }
}

/// Decimals around a number.
#[must_use]
pub fn of_number(number: &Enclosure) -> Bounds {
    Bounds {
        low: signed(&number.low, Rounding::Below, Rounding::Above),
        high: signed(&number.high, Rounding::Above, Rounding::Below),
    }
}

/// Decimals around a length.
#[must_use]
pub fn of_length(length: &Length) -> Bounds {
    let Enclosure { low, high } = &length.squared;
    Bounds {
        low: root(low, Rounding::Below),
        high: root(high, Rounding::Above),
    }
}

/// The twenty digits nearest towards 0 from a number: enough to tell a double.
#[must_use]
pub fn long(value: &Rational) -> String {
    towards_zero(value, 20)
}

/// Six digits, rounded towards 0, for messages.
#[must_use]
pub(crate) fn short(value: &Rational) -> String {
    towards_zero(value, DIGITS)
}

fn towards_zero(value: &Rational, digits: usize) -> String {
    let sign = if *value < 0 { "-" } else { "" };
    let magnitude = magnitude(&value.abs(), digits, Rounding::Below);
    format!("{sign}{magnitude}")
}

/// A number whose magnitude is rounded one way if it is positive, and the other if negative.
fn signed(value: &Rational, positive: Rounding, negative: Rounding) -> String {
    if *value >= 0 {
        return magnitude(value, DIGITS, positive);
    }
    let opposite = magnitude(&-value, DIGITS, negative);
    format!("-{opposite}")
}

/// A number that is not negative.
fn magnitude(value: &Rational, digits: usize, rounding: Rounding) -> String {
    if *value <= 0 {
        return "0".to_owned();
    }
    let value = from_solver(value);
    let digits = Digits::of_number(&value, digits, rounding);
    trimmed(digits)
}

/// The root of a number that is not negative.
fn root(square: &Rational, rounding: Rounding) -> String {
    if *square <= 0 {
        return "0".to_owned();
    }
    let square = from_solver(square);
    let digits = Digits::of_root(&square, DIGITS, rounding);
    trimmed(digits)
}

fn trimmed(mut digits: Digits) -> String {
    digits.trim();
    digits.text()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use zwang_program::kernel::number::to_solver;

    fn read(text: &str) -> Rational {
        to_solver(&zwang_exact::parse(text).unwrap())
    }

    fn number(value: &Rational) -> Bounds {
        of_number(&Enclosure::exact(value.clone()))
    }

    fn length(squared: &Rational) -> Bounds {
        let squared = Enclosure::exact(squared.clone());
        of_length(&Length { squared })
    }

    #[test]
    fn decimals_bound_from_both_sides() {
        for (text, shown) in [
            ("0", "0"),
            ("1/8", "0.125"),
            ("1/3", "0.333333 .. 0.333334"),
            ("-1/3", "-0.333334 .. -0.333333"),
            ("2/3000000", "6.66666e-7 .. 6.66667e-7"),
            ("999999.9", "999999 .. 1000000"),
            ("1e30", "1e30"),
            ("123456789", "123456000 .. 123457000"),
        ] {
            let bounds = number(&read(text));
            assert_eq!(bounds.to_string(), shown, "{text}");
        }
        for (squared, shown) in [
            ("4", "2"),
            ("2", "1.41421 .. 1.41422"),
            ("1e-18", "1e-9"),
            ("2e-18", "1.41421e-9 .. 1.41422e-9"),
            ("1e41", "3.16227e20 .. 3.16228e20"),
        ] {
            let bounds = length(&read(squared));
            assert_eq!(bounds.to_string(), shown, "{squared}");
        }
    }

    fn check_number(value: &Rational) {
        let bounds = number(value);
        let low = read(&bounds.low);
        let high = read(&bounds.high);
        assert!(low <= *value && *value <= high, "{bounds}");
        let width = high - low;
        let scale = Rational::from(100_000);
        assert!(width * scale <= *value, "{bounds}");
    }

    fn check_root(value: &Rational) {
        let bounds = length(value);
        let low = read(&bounds.low);
        let high = read(&bounds.high);
        assert!(&low * &low <= *value, "{bounds}");
        assert!(&high * &high >= *value, "{bounds}");
    }

    proptest! {
        #[test]
        fn the_number_is_between(numerator in 1..i64::MAX, denominator in 1..i64::MAX) {
            let value = Rational::from_signeds(numerator, denominator);
            check_number(&value);
            check_root(&value);
        }
    }
}
