//! Numbers for other programs: decimals, with all digits where their number is finite.

use num_bigint::{BigInt, Sign};
use num_traits::{One, Signed, Zero};
use zwang_exact::Rational;

/// The most digits behind the point of a number that is written in full.
const MOST_DIGITS: usize = 300;

/// The digits of all other numbers that are not zero: more than a double tells apart.
const DIGITS: usize = 20;

/// A decimal, and whether it is the number exactly.
pub struct Decimal {
    pub text: String,
    pub is_exact: bool,
}

/// The number as a decimal, or the nearest one of [`DIGITS`] digits.
pub fn decimal(number: &Rational) -> Decimal {
    match digits_behind_point(number.denom()) {
        Some(digits) => Decimal {
            text: written(&scaled(number, digits), digits),
            is_exact: true,
        },
        None => Decimal {
            text: rounded(number),
            is_exact: false,
        },
    }
}

/// A positive number as a decimal of two digits that is not smaller.
pub fn rounded_up(number: &Rational) -> String {
    if number.is_zero() {
        return "0".to_owned();
    }
    let (above, below) = (number.numer(), number.denom());
    let mut power = length(above) - length(below);
    if is_below(number, power) {
        power -= 1;
    }
    // The number over 10^(power - 1), rounded up: from 10 to 100.
    let [above, below] = if power < 1 {
        [above * ten_to(1 - power), below.clone()]
    } else {
        [above.clone(), below * ten_to(power - 1)]
    };
    let mut digits = (above + &below - 1) / below;
    if digits == 100.into() {
        digits = 10.into();
        power += 1;
    }
    let digits = decimal(&Rational::new(digits, 10.into())).text;
    match power {
        -3..=3 => {
            let scaled = zwang_exact::parse(&format!("{digits}e{power}")).unwrap_or_default();
            decimal(&scaled).text
        }
        _ => format!("{digits}e{power}"),
    }
}

/// Whether a positive number is less than a power of ten.
fn is_below(number: &Rational, power: i32) -> bool {
    let (above, below) = (number.numer(), number.denom());
    if power < 0 {
        above * ten_to(-power) < *below
    } else {
        *above < below * ten_to(power)
    }
}

fn ten_to(power: i32) -> BigInt {
    BigInt::from(10).pow(power.unsigned_abs())
}

/// How many digits a positive integer has.
fn length(number: &BigInt) -> i32 {
    i32::try_from(digits_of(number)).unwrap_or(i32::MAX)
}

/// The decimal as a number again.
pub fn value(decimal: &Decimal) -> Rational {
    zwang_exact::parse(&decimal.text).unwrap_or_default()
}

/// How many digits behind the point a fraction of this denominator has, if not too many.
fn digits_behind_point(denominator: &BigInt) -> Option<usize> {
    let mut rest = denominator.clone();
    let twos = take_factor(&mut rest, 2);
    let fives = take_factor(&mut rest, 5);
    let digits = twos.max(fives);
    if rest.is_one() && digits <= MOST_DIGITS {
        Some(digits)
    } else {
        None
    }
}

/// Divides by a factor as often as it can be done, at most once more than digits are written.
fn take_factor(number: &mut BigInt, factor: u32) -> usize {
    let mut count = 0;
    while count <= MOST_DIGITS && (&*number % factor).is_zero() {
        *number /= factor;
        count += 1;
    }
    count
}

/// The number times a power of ten, rounded to the nearest integer, of two the even one.
fn scaled(number: &Rational, digits: usize) -> BigInt {
    let exponent = u32::try_from(digits).unwrap_or(u32::MAX);
    let power = BigInt::from(10).pow(exponent);
    let scaled = number * Rational::from_integer(power);
    let floor = scaled.floor().to_integer();
    let rest = scaled - Rational::from_integer(floor.clone());
    let half = Rational::new(1.into(), 2.into());
    let is_odd = floor.bit(0);
    if rest > half || (rest == half && is_odd) {
        floor + 1
    } else {
        floor
    }
}

fn rounded(number: &Rational) -> String {
    let whole = number.to_integer().abs();
    let mut digits = DIGITS;
    if whole.is_zero() {
        // 1/number has as many digits before its point as the number has zeros behind it.
        let reciprocal = number.abs().recip();
        let zeros = digits_of(&reciprocal.to_integer()) - 1;
        digits += zeros;
    } else {
        digits = digits.saturating_sub(digits_of(&whole));
    }
    let scaled = scaled(number, digits);
    written(&scaled, digits)
}

/// How many digits an integer has that is not negative.
fn digits_of(number: &BigInt) -> usize {
    let text = number.to_string();
    text.len()
}

/// An integer over a power of ten.
fn written(number: &BigInt, digits: usize) -> String {
    let magnitude = number.magnitude().to_string();
    let width = digits + 1;
    let padded = format!("{magnitude:0>width$}");
    let (whole, behind) = padded.split_at(padded.len() - digits);
    let behind = behind.trim_end_matches('0');
    let sign = if number.sign() == Sign::Minus {
        "-"
    } else {
        ""
    };
    if behind.is_empty() {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{behind}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Rational {
        zwang_exact::parse(text).unwrap()
    }

    #[test]
    fn finite_decimals_are_written_in_full() {
        for (number, text) in [
            ("0", "0"),
            ("-3/2", "-1.5"),
            ("1/1024", "0.0009765625"),
            ("1000", "1000"),
            ("7/40", "0.175"),
        ] {
            let found = decimal(&parse(number));
            assert_eq!(found.text, text);
            assert!(found.is_exact);
        }
        let small = parse("1/2").pow(300);
        let found = decimal(&small);
        assert!(found.is_exact);
        assert_eq!(value(&found), small);
    }

    #[test]
    fn bounds_have_two_digits_and_are_not_smaller() {
        for (number, text) in [
            ("1/3", "0.34"),
            ("2", "2"),
            ("1234", "1300"),
            ("1/1024", "9.8e-4"),
            ("1/3000", "3.4e-4"),
            ("0.0000999", "1e-4"),
            ("99900", "1e5"),
        ] {
            assert_eq!(rounded_up(&parse(number)), text);
        }
    }

    #[test]
    fn others_are_rounded_to_twenty_digits() {
        for (number, text) in [
            ("1/3", "0.33333333333333333333"),
            ("-2/3", "-0.66666666666666666667"),
            ("100/3", "33.333333333333333333"),
            ("1/3000", "0.00033333333333333333333"),
        ] {
            let found = decimal(&parse(number));
            assert_eq!(found.text, text);
            assert!(!found.is_exact);
        }
        let large = BigInt::from(10).pow(30);
        let found = decimal(&Rational::new(large, 3.into()));
        assert_eq!(found.text, "333333333333333333333333333333");
        // Too many digits.
        let found = decimal(&parse("1/2").pow(301));
        assert!(!found.is_exact);
    }
}
