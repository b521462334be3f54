//! Decimals of exact numbers and of their square roots, by integer arithmetic alone.
//!
//! For v > 0 with 10^e ≤ v < 10^(e+1) and d digits, a decimal of v is N · 10^(e+1-d), where N is an
//! integer next to v · 10^(d-1-e): the one below, the one above, or the nearest, ties to the even
//! one. Invariant: the error is less than a unit in the last digit, for the nearest at most half a
//! unit.

use num_bigint::BigInt;
use num_integer::Integer;
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

/// Which of the decimals next to a positive number is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// The largest that is not larger.
    Below,
    /// The smallest that is not smaller.
    Above,
    /// The nearest, ties to the even last digit.
    Nearest,
}

/// The leading digits of a positive number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digits {
    /// The digits; the first is not 0.
    pub figures: String,
    /// The exponent of ten that belongs to the first digit.
    pub exponent: i64,
    /// Whether nothing was rounded away.
    pub exact: bool,
}

/// The most significant digits of decimals in a line of text that are not rounded.
const DIGITS_IN_LINES: usize = 6;
/// Significant digits of rounded decimals in a line of text.
const ROUNDED_DIGITS_IN_LINES: usize = 4;
/// The most characters of fractions in a line of text.
const LONGEST_FRACTION: usize = 40;

/// A number in a line of text: its decimal if that is short, else a rounded one after `≈`, with the
/// fraction beside it unless that is very long.
///
/// ```
/// let number = |text: &str| zwang_decimal::inline(&zwang_exact::parse(text).unwrap());
/// assert_eq!(number("1/100"), "0.01");
/// assert_eq!(number("1/60"), "≈ 0.01667 (exactly 1/60)");
/// ```
#[must_use]
pub fn inline(value: &Rational) -> String {
    inline_with(value, "")
}

/// The same with a unit, which follows the decimal.
///
/// ```
/// let third = zwang_exact::parse("1/3").unwrap();
/// assert_eq!(zwang_decimal::inline_with(&third, " N"), "≈ 0.3333 N (exactly 1/3)");
/// ```
#[must_use]
pub fn inline_with(value: &Rational, unit: &str) -> String {
    let Decimal { text, exact } = rounded(value);
    if exact {
        return format!("{text}{unit}");
    }
    match short_fraction(value) {
        Some(fraction) => format!("≈ {text}{unit} (exactly {fraction})"),
        None => format!("≈ {text}{unit}"),
    }
}

/// The number itself if six digits are enough, else four digits of it.
#[must_use]
pub fn rounded(value: &Rational) -> Decimal {
    let whole = decimal(value, DIGITS_IN_LINES);
    match whole.exact {
        true => whole,
        false => decimal(value, ROUNDED_DIGITS_IN_LINES),
    }
}

/// The fraction unless it is very long; then its digits are not even computed.
#[must_use]
pub fn short_fraction(value: &Rational) -> Option<String> {
    // A digit is more than three bits.
    let bits = value.numer().bits() + value.denom().bits();
    if bits > 4 * LONGEST_FRACTION as u64 {
        return None;
    }
    let text = value.to_string();
    if text.len() <= LONGEST_FRACTION {
        Some(text)
    } else {
        None
    }
}

/// The decimal of `digits` significant digits (at least one) nearest to a number, ties to the even
/// last digit. The decimal of -v is that of v with a minus sign in front.
///
/// ```
/// let third = zwang_exact::parse("-2/3")?;
/// assert_eq!(zwang_decimal::decimal(&third, 4).text, "-0.6667");
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
    let mut digits = Digits::of_number(&value.abs(), digits, Rounding::Nearest);
    if digits.exact {
        digits.trim();
    }
    let sign = if value.is_negative() { "-" } else { "" };
    let magnitude = digits.text();
    Decimal {
        text: format!("{sign}{magnitude}"),
        exact: digits.exact,
    }
}

/// The least decimal d.dde±n with three digits that is not smaller than the root of a number; `0`
/// if the number is not positive.
pub fn root_from_above(square: &Rational) -> String {
    if !square.is_positive() {
        return "0".to_owned();
    }
    let digits = Digits::of_root(square, 3, Rounding::Above);
    let (first, rest) = digits.figures.split_at(1);
    let exponent = digits.exponent;
    format!("{first}.{rest}e{exponent:+}")
}

impl Digits {
    /// This many digits (at least one) of a positive number.
    #[must_use]
    pub fn of_number(number: &Rational, digits: usize, rounding: Rounding) -> Self {
        let exponent = decimal_exponent(number);
        let places = places(digits, exponent);
        let scaled = Scaled::new(number, places);
        let below = &scaled.numerator / &scaled.denominator;
        let rounded = scaled.rounded(below, rounding, BigInt::clone);
        Self::new(rounded, digits, exponent)
    }

    /// This many digits (at least one) of the square root of a positive number.
    #[must_use]
    pub fn of_root(square: &Rational, digits: usize, rounding: Rounding) -> Self {
        // 10^(2e) ≤ square < 10^(2e+2)
        let exponent = decimal_exponent(square).div_euclid(2);
        let places = places(digits, exponent);
        let scaled = Scaled::new(square, 2 * places);
        let below = (&scaled.numerator / &scaled.denominator).sqrt();
        let rounded = scaled.rounded(below, rounding, |root| root * root);
        Self::new(rounded, digits, exponent)
    }

    fn new(rounded: Rounded, digits: usize, exponent: i64) -> Self {
        let mut figures = rounded.integer.to_string();
        let mut exponent = exponent;
        // Rounding up has reached the next power of ten.
        if figures.len() > digits.max(1) {
            figures.pop();
            exponent += 1;
        }
        Self {
            figures,
            exponent,
            exact: rounded.is_exact,
        }
    }

    /// Leaves out zeros at the end.
    pub fn trim(&mut self) {
        let trimmed = self.figures.trim_end_matches('0');
        self.figures.truncate(trimmed.len());
    }

    /// The digits as a decimal: with a point, and with an exponent if the number is small or large.
    #[must_use]
    pub fn text(&self) -> String {
        match self.exponent {
            SMALLEST_PLAIN_EXPONENT..=LARGEST_PLAIN_EXPONENT => self.plain(),
            _ => self.scientific(),
        }
    }

    fn plain(&self) -> String {
        let figures = &self.figures;
        let places = self.exponent.unsigned_abs() as usize;
        if self.exponent < 0 {
            let zeros = "0".repeat(places - 1);
            return format!("0.{zeros}{figures}");
        }
        let before_the_point = places + 1;
        if figures.len() <= before_the_point {
            return format!("{figures:0<before_the_point$}");
        }
        let (whole, fraction) = figures.split_at(before_the_point);
        format!("{whole}.{fraction}")
    }

    fn scientific(&self) -> String {
        let exponent = self.exponent;
        match self.figures.split_at(1) {
            (first, "") => format!("{first}e{exponent}"),
            (first, rest) => format!("{first}.{rest}e{exponent}"),
        }
    }
}

/// How many places after the point the last of so many digits has.
fn places(digits: usize, exponent: i64) -> i64 {
    let after_the_first = digits.max(1) as i64 - 1;
    after_the_first - exponent
}

/// A positive number times a power of ten, not reduced.
struct Scaled {
    numerator: BigInt,
    denominator: BigInt,
}

/// An integer beside a number, and whether it is the number itself.
struct Rounded {
    integer: BigInt,
    is_exact: bool,
}

impl Scaled {
    fn new(number: &Rational, places: i64) -> Self {
        let mut numerator = number.numer().clone();
        let mut denominator = number.denom().clone();
        let power = power_of_ten(places.unsigned_abs());
        if places < 0 {
            denominator *= power;
        } else {
            numerator *= power;
        }
        Self {
            numerator,
            denominator,
        }
    }

    /// The n or n + 1 to round to, where the image of n under an increasing map, the identity or
    /// the square, is at most this number, and that of n + 1 is more.
    fn rounded(&self, below: BigInt, rounding: Rounding, map: fn(&BigInt) -> BigInt) -> Rounded {
        let image = map(&below);
        let is_exact = image * &self.denominator == self.numerator;
        let is_up = match rounding {
            Rounding::Below => false,
            Rounding::Above => !is_exact,
            Rounding::Nearest => self.is_nearer_to_next(&below, map),
        };
        let integer = if is_up { below + 1 } else { below };
        Rounded { integer, is_exact }
    }

    /// Whether the number is beyond the image of n + ½, or there and n is odd.
    fn is_nearer_to_next(&self, below: &BigInt, map: fn(&BigInt) -> BigInt) -> bool {
        let twice: BigInt = below * 2 + 1;
        let image = map(&twice);
        let two = BigInt::from(2);
        let scale = map(&two);
        let half_way = image * &self.denominator;
        match (&self.numerator * scale).cmp(&half_way) {
            Ordering::Less => false,
            Ordering::Equal => below.is_odd(),
            Ordering::Greater => true,
        }
    }
}

/// The power of ten at most as large as a positive number, and more than a tenth of it.
#[must_use]
pub fn power_of_ten_at_most(magnitude: &Rational) -> Rational {
    let exponent = decimal_exponent(magnitude);
    let power = power_of_ten(exponent.unsigned_abs());
    let power = Rational::from_integer(power);
    if exponent < 0 { power.recip() } else { power }
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

/// The square root of p/q ≥ 0, too small by less than 2^-100 of itself: ⌊√(4^n p/q)⌋ / 2^n. For
/// lengths that are shown: their squares are rational, they are not.
///
/// ```
/// let root = zwang_decimal::square_root(&zwang_exact::parse("2")?);
/// assert_eq!(zwang_decimal::decimal(&root, 6).text, "1.41421");
/// # Ok::<(), zwang_exact::NumberError>(())
/// ```
#[must_use]
pub fn square_root(square: &Rational) -> Rational {
    let numerator = square.numer();
    let denominator = square.denom();
    let wanted = ROOT_BITS + denominator.bits();
    let missing = wanted.saturating_sub(numerator.bits());
    let half = missing.div_ceil(2);
    let shifted = numerator << (2 * half);
    let root = (shifted / denominator).sqrt();
    Rational::new(root, BigInt::from(1) << half)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(value: &str, digits: usize) -> String {
        let value = zwang_exact::parse(value).unwrap();
        decimal(&value, digits).text
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
            let value = zwang_exact::parse(square).unwrap();
            let root = square_root(&value);
            let found = decimal(&root, 3).text;
            assert_eq!(found, expected, "√{square}");
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
                    assert_nearest(&value, digits);
                }
            }
        }
    }

    fn assert_nearest(value: &Rational, digits: usize) {
        let shown = decimal(value, digits);
        let read = zwang_exact::parse(&shown.text).unwrap();
        let error = (read - value).abs();
        assert_eq!(shown.exact, error.is_zero(), "{value}: {shown:?}");
        let ten = Rational::from_integer(10.into());
        let mut unit = ten.pow(-3);
        while &unit * &ten <= *value {
            unit *= &ten;
        }
        for _ in 1..digits {
            unit /= &ten;
        }
        let two = Rational::from_integer(2.into());
        assert!(error * two <= unit, "{value}: {shown:?}");
    }

    /// The decimals on both sides of a number and of its root are next to each other, and the
    /// nearest is one of them.
    fn assert_neighbours(value: &Rational) {
        for of in [Digits::of_number, Digits::of_root] {
            let below = of(value, 5, Rounding::Below);
            let above = of(value, 5, Rounding::Above);
            let nearest = of(value, 5, Rounding::Nearest);
            assert!(nearest == below || nearest == above, "{value}");
            assert_eq!(below == above, below.exact, "{value}");
            let low: u32 = below.figures.parse().unwrap();
            let mut high: u32 = above.figures.parse().unwrap();
            if above.exponent > below.exponent {
                high *= 10;
            }
            let distance = u32::from(!below.exact);
            assert_eq!(high - low, distance, "{value}");
        }
    }

    fn squared(text: &str) -> Rational {
        let root = zwang_exact::parse(text).unwrap();
        &root * &root
    }

    #[test]
    fn decimals_are_the_next_with_three_digits() {
        for (root, shown) in [
            ("1", "1.00e+0"),
            ("0.00129", "1.29e-3"),
            ("0.0012900001", "1.30e-3"),
            ("0.99999", "1.00e+0"),
            ("999.00001", "1.00e+3"),
            ("123", "1.23e+2"),
            ("1/3", "3.34e-1"),
        ] {
            let square = squared(root);
            assert_eq!(root_from_above(&square), shown, "{root}");
        }
        assert_eq!(root_from_above(&Rational::zero()), "0");
    }

    fn assert_least(square: &Rational) {
        let text = root_from_above(square);
        let shown = zwang_exact::parse(&text).unwrap();
        assert!(&shown * &shown >= *square);
        // A hundredth of the leading digit is at most a hundredth of the number.
        let less = Rational::new(99.into(), 100.into());
        let before = shown * less;
        assert!(&before * &before < *square);
    }

    proptest! {
        #[test]
        fn a_decimal_is_above_and_the_one_before_is_not(
            numerator in 1..u64::MAX,
            denominator in 1..u64::MAX,
        ) {
            let square = Rational::new(numerator.into(), denominator.into());
            assert_least(&square);
            assert_neighbours(&square);
        }
    }
}
