//! Decimals that bound a number, or the square root of one: rounded down for a lower bound, up for
//! an upper one, by integer arithmetic alone.

use crate::enclosure::{Enclosure, Length};
use crate::trigonometry::{ceiling, floor};
use malachite::base::num::arithmetic::traits::{Abs, FloorSqrt, Pow};
use malachite::{Integer, Rational};

/// Significant digits of a decimal.
pub const DIGITS: i64 = 6;

/// Two decimals with the number between them; the number itself if they are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Not more than the number.
    pub low: String,
    /// Not less than the number.
    pub high: String,
}

impl std::fmt::Display for Bounds {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.low == self.high {
            formatter.write_str(&self.low)
        } else {
            write!(formatter, "{} .. {}", self.low, self.high)
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Towards {
    Below,
    Above,
}

/// Decimals around a number.
#[must_use]
pub fn of_number(number: &Enclosure) -> Bounds {
    Bounds {
        low: signed(&number.low, Towards::Below),
        high: signed(&number.high, Towards::Above),
    }
}

/// Decimals around a length.
#[must_use]
pub fn of_length(length: &Length) -> Bounds {
    let Enclosure { low, high } = &length.squared;
    Bounds {
        low: magnitude(low, Towards::Below, true),
        high: magnitude(high, Towards::Above, true),
    }
}

/// The twenty digits nearest towards 0 from a number: enough to tell a double.
#[must_use]
pub fn long(value: &Rational) -> String {
    let sign = if *value < 0 { "-" } else { "" };
    let digits = magnitude_of(&value.abs(), Towards::Below, false, 20);
    format!("{sign}{digits}")
}

/// Six digits, rounded towards 0, for messages.
#[must_use]
pub(crate) fn short(value: &Rational) -> String {
    let sign = if *value < 0 { "-" } else { "" };
    let digits = magnitude(&value.abs(), Towards::Below, false);
    format!("{sign}{digits}")
}

fn signed(value: &Rational, towards: Towards) -> String {
    if *value >= 0 {
        return magnitude(value, towards, false);
    }
    let opposite = if towards == Towards::Below {
        Towards::Above
    } else {
        Towards::Below
    };
    let digits = magnitude(&-value, opposite, false);
    format!("-{digits}")
}

/// Of a number that is not negative, or of its root.
fn magnitude(value: &Rational, towards: Towards, is_root: bool) -> String {
    magnitude_of(value, towards, is_root, DIGITS)
}

fn magnitude_of(value: &Rational, towards: Towards, is_root: bool, digits: i64) -> String {
    if *value <= 0 {
        return "0".to_owned();
    }
    let shift = digits - 1 - exponent(value, is_root);
    let mut figures = rounded(value, shift, towards, is_root);
    let mut exponent = digits - 1 - shift;
    if figures >= Integer::from(10).pow(digits.unsigned_abs()) {
        figures /= Integer::from(10);
        exponent += 1;
    }
    written(figures.to_string().trim_end_matches('0'), exponent)
}

/// The integer next to value · 10^shift, or to the root of the value, times 10^shift.
fn rounded(value: &Rational, shift: i64, towards: Towards, is_root: bool) -> Integer {
    let exponent = if is_root { 2 * shift } else { shift };
    let scaled = value * Rational::from(10).pow(exponent);
    match (is_root, towards) {
        (false, Towards::Below) => floor(&scaled),
        (false, Towards::Above) => ceiling(&scaled),
        (true, _) => {
            let root = floor(&scaled).floor_sqrt();
            let is_exact = scaled == &root * &root;
            if is_exact || towards == Towards::Below {
                root
            } else {
                root + Integer::from(1)
            }
        }
    }
}

/// The e with 10^e ≤ value < 10^(e+1), or that of its root.
fn exponent(value: &Rational, is_root: bool) -> i64 {
    let above = value.numerator_ref().to_string();
    let below = value.denominator_ref().to_string();
    let mut digits = above.len() as i64 - below.len() as i64;
    if is_root {
        digits = digits.div_euclid(2);
    }
    let mut exponent = digits + 1;
    while rounded(value, -exponent, Towards::Below, is_root) < 1 {
        exponent -= 1;
    }
    exponent
}

/// Figures with a point after the first, times 10^exponent.
fn written(figures: &str, exponent: i64) -> String {
    if (-4..9).contains(&exponent) {
        let places = usize::try_from(exponent.unsigned_abs()).unwrap_or(0);
        if exponent < 0 {
            let zeros = "0".repeat(places - 1);
            return format!("0.{zeros}{figures}");
        }
        let before_the_point = places + 1;
        if figures.len() <= before_the_point {
            return format!("{figures:0<before_the_point$}");
        }
        let (whole, fraction) = figures.split_at(before_the_point);
        return format!("{whole}.{fraction}");
    }
    let (leading, others) = figures.split_at(1);
    if others.is_empty() {
        format!("{leading}e{exponent}")
    } else {
        format!("{leading}.{others}e{exponent}")
    }
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
        assert!(width * Rational::from(100_000) <= *value, "{bounds}");
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
