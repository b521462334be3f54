//! Doubles as the exact dyadic numbers they are.
//!
//! A decimal is taken as the double nearest to it (ties to even, IEEE 754), which is the one that
//! was printed if the text round-trips; a hex float `-0x1.8p-3` is the number it spells, which must
//! be a double. From there on nothing is rounded: a double is m 2^e with whole m and e.
#![allow(
    clippy::disallowed_types,
    reason = "doubles are read here, and become rationals at once"
)]

use malachite::base::num::arithmetic::traits::{Abs, PowerOf2};
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Natural, Rational};

/// The exponent of the smallest positive double.
const LEAST_EXPONENT: i64 = -1074;
/// Every double is below 2 to this.
const SIZE_LIMIT: i64 = 1024;
/// Bits of the significand of a double.
const SIGNIFICAND: i64 = 53;
/// Longer hex floats are not read.
const MOST_HEX_DIGITS: usize = 400;
/// Nor those with larger exponents: no fraction of so few digits makes doubles of them.
const LARGEST_HEX_EXPONENT: i64 = 10_000;

/// Why a text is no double.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DoubleError {
    /// Infinity or NaN, or a decimal beyond the largest double.
    #[error("a finite number")]
    NotFinite,
    /// Another form.
    #[error("a number like 0.25, -1e-3 or 0x1.8p-3")]
    Malformed,
    /// A hex float with too many digits, or out of range.
    #[error("a hex float that is a double: at most 53 significant bits, from 2^-1074 to 2^1024")]
    NotADouble,
}

/// Reads a double.
///
/// ```
/// let tenth = zwang_audit::double::parse("0.1")?;
/// assert_eq!(tenth.to_string(), "3602879701896397/36028797018963968");
/// # Ok::<(), zwang_audit::double::DoubleError>(())
/// ```
///
/// # Errors
/// [`DoubleError`], which says what was expected.
pub fn parse(text: &str) -> Result<Rational, DoubleError> {
    let text = text.trim();
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if unsigned.starts_with("0x") || unsigned.starts_with("0X") {
        let magnitude = parse_hex(&unsigned[2..])?;
        let is_negative = text.starts_with('-');
        return Ok(if is_negative { -magnitude } else { magnitude });
    }
    let Ok(value) = text.parse::<f64>() else {
        return Err(DoubleError::Malformed);
    };
    if !value.is_finite() {
        Err(DoubleError::NotFinite)
    } else if text.bytes().all(is_part_of_number) {
        Ok(exact(value))
    } else {
        Err(DoubleError::Malformed)
    }
}

fn is_part_of_number(byte: u8) -> bool {
    byte.is_ascii_digit() || b".eE+-".contains(&byte)
}

/// The number that a finite double is.
fn exact(value: f64) -> Rational {
    let bits = value.to_bits();
    let field = bits >> 52 & 0x7ff;
    let fraction = bits & ((1 << 52) - 1);
    let (significand, exponent) = match field {
        0 => (fraction, LEAST_EXPONENT),
        _ => (fraction | 1 << 52, field as i64 + LEAST_EXPONENT - 1),
    };
    let magnitude = Natural::from(significand);
    let signed = Integer::from_sign_and_abs(value >= 0.0, magnitude);
    Rational::from(signed) * Rational::power_of_2(exponent)
}

/// `1.8p-3` without its prefix.
fn parse_hex(text: &str) -> Result<Rational, DoubleError> {
    let parts = text.split_once(['p', 'P']);
    let (mantissa, exponent) = parts.unwrap_or((text, "0"));
    let parts = mantissa.split_once('.');
    let (whole, fraction) = parts.unwrap_or((mantissa, ""));
    let digits = whole.len() + fraction.len();
    if !(1..=MOST_HEX_DIGITS).contains(&digits) {
        return Err(DoubleError::Malformed);
    }
    let mut significand = Natural::ZERO;
    for digit in whole.chars().chain(fraction.chars()) {
        let Some(digit) = digit.to_digit(16) else {
            return Err(DoubleError::Malformed);
        };
        significand <<= 4u64;
        significand += Natural::from(digit);
    }
    let Ok(exponent) = exponent.parse::<i64>() else {
        return Err(DoubleError::Malformed);
    };
    if exponent.abs() > LARGEST_HEX_EXPONENT {
        return Err(DoubleError::NotADouble);
    }
    let exponent = exponent - 4 * fraction.len() as i64;
    let value = Rational::from(significand) * Rational::power_of_2(exponent);
    if is_double(&value) {
        Ok(value)
    } else {
        Err(DoubleError::NotADouble)
    }
}

/// Whether a number that is not negative is a double.
fn is_double(value: &Rational) -> bool {
    if *value == 0 {
        return true;
    }
    let unit = unit_in_the_last_place(value, SIGNIFICAND);
    let units = value / unit;
    let is_whole = *units.denominator_ref() == 1;
    is_whole && *value < Rational::power_of_2(SIZE_LIMIT)
}

/// The distance of neighbouring floating-point numbers with so many significant bits at this
/// magnitude; the least one of doubles at 0.
pub(crate) fn unit_in_the_last_place(value: &Rational, significant_bits: i64) -> Rational {
    if *value == 0 {
        return Rational::power_of_2(LEAST_EXPONENT);
    }
    // The value is in [2^(size-1), 2^(size+1)).
    let above = value.numerator_ref().significant_bits() as i64;
    let below = value.denominator_ref().significant_bits() as i64;
    let size = above - below;
    let is_above = value.abs() >= Rational::power_of_2(size);
    let exponent = if is_above { size + 1 } else { size };
    let unit_exponent = exponent - significant_bits;
    Rational::power_of_2(unit_exponent.max(LEAST_EXPONENT))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn decimals_are_the_nearest_doubles() {
        for (text, value) in [
            ("0.1", "3602879701896397/36028797018963968"),
            ("-0.5", "-1/2"),
            ("+3", "3"),
            ("1e-3", "1152921504606847/1152921504606846976"),
            ("9007199254740993", "9007199254740992"),
            ("0", "0"),
            ("-0.0", "0"),
            ("0x1.8p-3", "3/16"),
            ("-0X.Ap4", "-10"),
            ("0x1p0", "1"),
        ] {
            let found = parse(text).unwrap();
            assert_eq!(found.to_string(), value, "{text}");
        }
        let least = Rational::power_of_2(-1074i64);
        assert_eq!(parse("5e-324").unwrap(), least);
    }

    #[test]
    fn what_is_no_double_is_told_apart() {
        let not_finite = "nan inf -infinity 1e999 NaN";
        assert_refused(not_finite, DoubleError::NotFinite);
        assert_eq!(parse(""), Err(DoubleError::Malformed));
        let malformed = "1/3 abc 1_0 0x 0xp1 0x1.zp0 1,5";
        assert_refused(malformed, DoubleError::Malformed);
        let not_doubles = "0x1.00000000000008p0 0x1p1024 0x1p-1075 0x1p99999";
        assert_refused(not_doubles, DoubleError::NotADouble);
    }

    fn assert_refused(texts: &str, error: DoubleError) {
        for text in texts.split(' ') {
            let found = parse(text).unwrap_err();
            assert_eq!(found, error, "{text}");
        }
    }

    fn check_shortest_decimal(value: f64) {
        let exact = Rational::try_from(value).unwrap();
        let read = parse(&format!("{value:?}")).unwrap();
        assert_eq!(read, exact);
        let magnitude = value.abs();
        let next = f64::from_bits(magnitude.to_bits() + 1);
        if next.is_finite() {
            let next = Rational::try_from(next).unwrap();
            let gap = next - exact.abs();
            let unit = unit_in_the_last_place(&read, 53);
            assert_eq!(unit, gap);
        }
    }

    proptest! {
        #[test]
        fn every_double_survives_its_shortest_decimal(bits in any::<u64>()) {
            let value = f64::from_bits(bits);
            prop_assume!(value.is_finite());
            check_shortest_decimal(value);
        }
    }
}
