//! Exact numbers in text: the fraction, with a decimal beside it where it is long, and the decimal
//! alone where it is very long.

use crate::decimal::{decimal, square_root};
use num_traits::{Signed, Zero};
use zwang_exact::{Rational, Vector, lowest_terms};

/// Fractions with more characters get a decimal beside them.
const LONG: usize = 12;
/// Fractions with more characters are replaced by a decimal.
const VERY_LONG: usize = 40;
/// Significant digits of decimals.
const DIGITS: usize = 6;

/// The mark of what is not unique.
pub(crate) const SEVERAL: char = '*';

/// Numbers as text, remembering how long those were that a decimal replaced.
#[derive(Default)]
pub(crate) struct Numbers {
    longest: u64,
}

impl Numbers {
    /// The fraction, or fraction and decimal, or decimal.
    pub(crate) fn text(&mut self, value: &Rational) -> String {
        self.write(value, true)
    }

    /// (x, y), without decimals beside fractions.
    pub(crate) fn pair(&mut self, vector: &Vector) -> String {
        let x = self.write(&vector.x, false);
        let y = self.write(&vector.y, false);
        format!("({x}, {y})")
    }

    /// (x, y) of a force, with its mark where it is not unique. Then long fractions are replaced by
    /// decimals, as others would do as well.
    pub(crate) fn force(&mut self, force: &Vector, is_unique: bool) -> String {
        if is_unique {
            return self.pair(force);
        }
        let x = brief(&force.x);
        let y = brief(&force.y);
        format!("({x}, {y}) {SEVERAL}")
    }

    /// A number over the square root of another; where that is irrational, as a root and a decimal.
    pub(crate) fn over_root(&mut self, value: &Rational, square: &Rational) -> String {
        if value.is_zero() {
            return self.text(value);
        }
        // The root is that of a number in lowest terms, so that both of its integers have one, or
        // it is irrational.
        let length = Rational::new_raw(square.numer().sqrt(), square.denom().sqrt());
        if &length * &length == *square {
            let numerator = value.numer() * length.denom();
            let denominator = value.denom() * length.numer();
            return self.text(&lowest_terms(numerator, denominator));
        }
        let numerator = value.numer() * value.numer() * square.denom();
        let denominator = value.denom() * value.denom() * square.numer();
        let squared = lowest_terms(numerator, denominator);
        let sign = if value.is_negative() { "-" } else { "" };
        let root = square_root(&squared);
        let digits = decimal(&root, DIGITS).text;
        match fraction(&squared) {
            Some(text) => format!("{sign}√({text}) ≈ {sign}{digits}"),
            None => format!("≈ {sign}{digits}"),
        }
    }

    fn write(&mut self, value: &Rational, beside: bool) -> String {
        match fraction(value) {
            Some(text) if text.len() <= LONG || !beside => text,
            Some(text) => with_decimal(&text, value),
            None => {
                self.longest = self.longest.max(bits(value));
                approximation(value)
            }
        }
    }

    /// The note that belongs below a text in which decimals replaced fractions.
    pub(crate) fn note(&self) -> Option<String> {
        let bits = self.longest;
        if bits == 0 {
            return None;
        }
        Some(format!(
            "≈ alone stands for a fraction of up to {bits} bits above and below its bar; \
             --json shows it in full"
        ))
    }
}

/// One number in a line of text.
pub(crate) fn inline(value: &Rational) -> String {
    match fraction(value) {
        Some(text) if text.len() <= LONG => text,
        Some(text) => with_decimal(&text, value),
        None => {
            let decimal = approximation(value);
            let bits = bits(value);
            format!("{decimal} (p/q of {bits} bits; --json shows it in full)")
        }
    }
}

/// The square root of a number in a line of text.
pub(crate) fn inline_root(square: &Rational) -> String {
    Numbers::default().over_root(square, square)
}

/// One number where there is little room: the fraction if it is short, else a decimal.
pub(crate) fn brief(value: &Rational) -> String {
    match fraction(value) {
        Some(text) if text.len() <= LONG => text,
        _ => approximation(value),
    }
}

/// The fraction unless it is very long; then its digits are not even computed.
fn fraction(value: &Rational) -> Option<String> {
    // A digit is more than three bits.
    let bits = value.numer().bits() + value.denom().bits();
    if bits > 4 * VERY_LONG as u64 {
        return None;
    }
    let text = value.to_string();
    if text.len() <= VERY_LONG {
        Some(text)
    } else {
        None
    }
}

/// A fraction with a decimal beside it.
fn with_decimal(fraction: &str, value: &Rational) -> String {
    let decimal = approximation(value);
    format!("{fraction} {decimal}")
}

fn approximation(value: &Rational) -> String {
    let decimal = decimal(value, DIGITS);
    let sign = if decimal.exact { '=' } else { '≈' };
    let text = decimal.text;
    format!("{sign} {text}")
}

fn bits(value: &Rational) -> u64 {
    let above = value.numer().bits();
    let below = value.denom().bits();
    above.max(below)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Rational {
        zwang_exact::parse(text).unwrap()
    }

    #[test]
    fn length_decides_the_form() {
        let mut numbers = Numbers::default();
        assert_eq!(numbers.text(&number("-120/437")), "-120/437");
        assert_eq!(
            numbers.text(&number("1234567/8901234")),
            "1234567/8901234 ≈ 0.138696"
        );
        assert_eq!(
            numbers.text(&number("10000000000000")),
            "10000000000000 = 1e13"
        );
        assert_eq!(
            numbers.pair(&Vector::new(number("1234567/8901234"), number("1/2"))),
            "(1234567/8901234, 1/2)"
        );
        assert_eq!(numbers.note(), None);
        let tiny = number("1e-50");
        assert_eq!(numbers.text(&tiny), "= 1e-50");
        assert!(numbers.note().unwrap().contains("167 bits"));
        assert_eq!(
            inline(&tiny),
            "= 1e-50 (p/q of 167 bits; --json shows it in full)"
        );
        assert_eq!(brief(&number("1234567/8901234")), "≈ 0.138696");
    }

    #[test]
    fn a_quotient_by_a_length_is_exact_or_has_its_square() {
        let mut numbers = Numbers::default();
        for (value, square, expected) in [
            ("-3", "4", "-3/2"),
            ("3/2", "9/4", "1"),
            ("1", "2", "√(1/2) ≈ 0.707107"),
            ("-1/5", "1/3", "-√(3/25) ≈ -0.346410"),
            ("1", "2e60", "≈ 7.07107e-31"),
        ] {
            let told = numbers.over_root(&number(value), &number(square));
            assert_eq!(told, expected, "{value} / √{square}");
        }
    }
}
