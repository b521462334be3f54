//! A rational as a decimal, correctly rounded, by integer arithmetic alone.
//!
//! For v ≠ 0 with 10^e ≤ |v| < 10^(e+1) and d digits, the decimal is N · 10^(e+1-d), where N is the
//! integer nearest to |v| · 10^(d-1-e), ties to the even one. Invariant: the error is at most half
//! a unit in the last digit, and the decimal of -v is that of v with a minus sign in front.

use num_bigint::BigInt;
use num_traits::{Signed, Zero, pow};
use std::cmp::Ordering;
use zwang_exact::Rational;

/// Decimals below 10^-4 are written with an exponent.
const SMALLEST_PLAIN_EXPONENT: i64 = -4;
/// Decimals from 10^9 on are written with an exponent.
const LARGEST_PLAIN_EXPONENT: i64 = 8;
/// Bits of the integer square root that a root is taken from.
const ROOT_BITS: u64 = 256;

/// A decimal, and whether it is the number itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// The digits, as `-0.0327` or `1.5e-12`. Trailing zeros after the point are left out if the
    /// decimal is exact.
    pub text: String,
    /// Whether nothing was rounded away.
    pub exact: bool,
}

/// The decimal of `digits` significant digits (at least one) nearest to a number, ties to the even
/// last digit.
///
/// ```
/// let third = zwang_exact::parse("-2/3")?;
/// assert_eq!(zwang_output::decimal::decimal(&third, 4).text, "-0.6667");
/// # Ok::<(), zwang_exact::NumberError>(())
/// ```
#[must_use]
pub fn decimal(value: &Rational, digits: usize) -> Decimal {
    if value.is_zero() {
        return Decimal {
            text: "0".to_owned(),
            exact: true,
        };
    }
    let digits = digits.max(1);
    let (mut significand, mut exponent, exact) = significand(&value.abs(), digits);
    if significand == power_of_ten(digits as u64) {
        significand /= 10;
        exponent += 1;
    }
    let mut figures = significand.to_string();
    if exact {
        figures.truncate(figures.trim_end_matches('0').len());
    }
    let sign = if value.is_negative() { "-" } else { "" };
    let magnitude = match exponent {
        SMALLEST_PLAIN_EXPONENT..=LARGEST_PLAIN_EXPONENT => plain(&figures, exponent),
        _ => scientific(&figures, exponent),
    };
    Decimal {
        text: format!("{sign}{magnitude}"),
        exact,
    }
}

/// The power of ten at most as large as a positive number, and more than a tenth of it.
pub(crate) fn power_of_ten_at_most(magnitude: &Rational) -> Rational {
    let exponent = decimal_exponent(magnitude);
    let power = Rational::from_integer(power_of_ten(exponent.unsigned_abs()));
    if exponent < 0 { power.recip() } else { power }
}

/// (N, e, whether N is exact) for a positive number; N may have been rounded up to 10^digits.
fn significand(magnitude: &Rational, digits: usize) -> (BigInt, i64, bool) {
    let exponent = decimal_exponent(magnitude);
    let shift = digits as i64 - 1 - exponent;
    let mut numerator = magnitude.numer().clone();
    let mut denominator = magnitude.denom().clone();
    if shift >= 0 {
        numerator *= power_of_ten(shift.unsigned_abs());
    } else {
        denominator *= power_of_ten(shift.unsigned_abs());
    }
    let mut quotient = &numerator / &denominator;
    let remainder = numerator - &quotient * &denominator;
    let exact = remainder.is_zero();
    let round_up = match (remainder << 1u8).cmp(&denominator) {
        Ordering::Less => false,
        Ordering::Equal => quotient.bit(0),
        Ordering::Greater => true,
    };
    if round_up {
        quotient += 1;
    }
    (quotient, exponent, exact)
}

/// The e with 10^e ≤ v < 10^(e+1). The lengths in bits give it up to one or two, comparison
/// decides.
fn decimal_exponent(magnitude: &Rational) -> i64 {
    let numerator_bits = i128::from(magnitude.numer().bits());
    let denominator_bits = i128::from(magnitude.denom().bits());
    let bits = numerator_bits - denominator_bits;
    let mut exponent = (bits * 30_103 / 100_000) as i64;
    while !reaches(magnitude, exponent) {
        exponent -= 1;
    }
    while reaches(magnitude, exponent + 1) {
        exponent += 1;
    }
    exponent
}

/// Whether a positive number is at least 10^exponent.
fn reaches(magnitude: &Rational, exponent: i64) -> bool {
    let numerator = magnitude.numer();
    let denominator = magnitude.denom();
    let power = power_of_ten(exponent.unsigned_abs());
    if exponent >= 0 {
        *numerator >= denominator * power
    } else {
        numerator * power >= *denominator
    }
}

fn power_of_ten(exponent: u64) -> BigInt {
    pow(BigInt::from(10), exponent as usize)
}

/// Digits d1 d2 d3 … of the number d1.d2d3… · 10^exponent without an exponent.
fn plain(figures: &str, exponent: i64) -> String {
    let places = exponent.unsigned_abs() as usize;
    if exponent < 0 {
        return format!("0.{}{figures}", "0".repeat(places - 1));
    }
    if figures.len() <= places + 1 {
        return format!("{figures}{}", "0".repeat(places + 1 - figures.len()));
    }
    let (whole, fraction) = figures.split_at(places + 1);
    format!("{whole}.{fraction}")
}

fn scientific(figures: &str, exponent: i64) -> String {
    match figures.split_at(1) {
        (first, "") => format!("{first}e{exponent}"),
        (first, rest) => format!("{first}.{rest}e{exponent}"),
    }
}

/// The square root of p/q ≥ 0, too small by less than 2^-100 of itself: ⌊√(4^n p/q)⌋ / 2^n. For
/// lengths that are shown: their squares are rational, they are not.
///
/// ```
/// let root = zwang_output::decimal::square_root(&zwang_exact::parse("2")?);
/// assert_eq!(zwang_output::decimal::decimal(&root, 6).text, "1.41421");
/// # Ok::<(), zwang_exact::NumberError>(())
/// ```
#[must_use]
pub fn square_root(square: &Rational) -> Rational {
    let (numerator, denominator) = (square.numer(), square.denom());
    let half = (ROOT_BITS + denominator.bits())
        .saturating_sub(numerator.bits())
        .div_ceil(2);
    let root = ((numerator << (2 * half)) / denominator).sqrt();
    Rational::new(root, BigInt::from(1) << half)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &str, digits: usize) -> String {
        decimal(&zwang_exact::parse(value).unwrap(), digits).text
    }

    #[test]
    fn roots_are_right_to_the_shown_digits() {
        for (square, expected) in [
            ("0", "0"),
            ("4", "2"),
            ("2", "1.41"),
            ("1/3", "0.577"),
            ("1e-60", "1.00e-30"),
            ("2e90", "1.41e45"),
        ] {
            let root = square_root(&zwang_exact::parse(square).unwrap());
            assert_eq!(decimal(&root, 3).text, expected, "√{square}");
        }
    }

    #[test]
    fn known_decimals() {
        for (value, digits, expected) in [
            ("0", 6, "0"),
            ("1/2", 6, "0.5"),
            ("-1/3", 6, "-0.333333"),
            ("2/3", 1, "0.7"),
            ("-120/437", 6, "-0.274600"),
            ("9/275", 6, "0.0327273"),
            ("100", 6, "100"),
            ("123456", 3, "123000"),
            ("1/1000000", 6, "1e-6"),
            ("1/70000", 3, "1.43e-5"),
            ("1/7000000", 3, "1.43e-7"),
            ("123456789", 9, "123456789"),
            ("1234567890", 4, "1.235e9"),
            ("1e40", 6, "1e40"),
            ("22/7", 0, "3"),
        ] {
            assert_eq!(text(value, digits), expected, "{value} to {digits} digits");
        }
    }

    #[test]
    fn ties_go_to_the_even_digit_and_carries_run_through() {
        for (value, digits, expected) in [
            ("0.125", 2, "0.12"),
            ("0.375", 2, "0.38"),
            ("-0.125", 2, "-0.12"),
            ("0.12500001", 2, "0.13"),
            ("9.995", 3, "10.0"),
            ("999.5", 3, "1000"),
            ("0.99996", 4, "1.000"),
            ("999999999.9", 3, "1.00e9"),
        ] {
            assert_eq!(text(value, digits), expected, "{value} to {digits} digits");
        }
    }

    #[test]
    fn exactness_is_told() {
        for (value, digits, is_exact) in [
            ("1/8", 3, true),
            ("1e300", 1, true),
            ("0", 1, true),
            ("1/8", 2, false),
            ("1/3", 30, false),
        ] {
            let value = zwang_exact::parse(value).unwrap();
            assert_eq!(decimal(&value, digits).exact, is_exact, "{value}");
        }
    }

    /// Reading the decimal back, the error is at most half a unit in the last place.
    #[test]
    fn rounding_is_to_nearest() {
        for numerator in 1..60i64 {
            for denominator in 1..60i64 {
                let value = Rational::new(numerator.into(), denominator.into());
                for digits in 1..5 {
                    let shown = decimal(&value, digits);
                    let error = (zwang_exact::parse(&shown.text).unwrap() - &value).abs();
                    assert_eq!(shown.exact, error.is_zero(), "{value}: {shown:?}");
                    let ten = Rational::from_integer(10.into());
                    let exponent = (-3..3)
                        .rfind(|exponent| ten.pow(*exponent) <= value)
                        .unwrap();
                    let unit = ten.pow(exponent + 1 - digits as i32);
                    assert!(
                        error * Rational::from_integer(2.into()) <= unit,
                        "{value}: {shown:?}"
                    );
                }
            }
        }
    }
}
