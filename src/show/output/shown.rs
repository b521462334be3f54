//! Numbers in text: decimals as people read them, or, on request, exact fractions.
//!
//! A decimal is written without a mark if it is the number itself, and after `≈` if it is rounded.
//! Exact fractions stand alone where they are short, beside a decimal where they are long, and
//! where they are very long the decimal stands alone, with a note of their length.

pub(crate) use crate::decimal::inline;

use crate::decimal::{Decimal, decimal, inline_with, rounded, short_fraction, square_root};
use crate::report::Reader;
use num_traits::{Signed, Zero};
use zwang_exact::{Rational, Vector, Vector3, lowest_terms};

/// Fractions with more characters get a decimal beside them.
const LONG: usize = 12;
/// The most significant digits of decimals that are not rounded.
const DIGITS: usize = 6;
/// Significant digits of rounded decimals.
const ROUNDED_DIGITS: usize = 4;

/// The mark of what is not unique.
pub(crate) const SEVERAL: char = '*';

/// Numbers as text, remembering what was rounded.
#[derive(Default)]
pub(crate) struct Numbers {
    is_exact: bool,
    is_any_rounded: bool,
    /// Whether a fraction was left out that others would replace as well.
    is_any_brief: bool,
    longest: u64,
}

impl Numbers {
    /// Fractions if `is_exact`, else decimals.
    pub(crate) fn new(is_exact: bool) -> Self {
        Self {
            is_exact,
            ..Self::default()
        }
    }

    /// A number in a cell of a table.
    pub(crate) fn text(&mut self, value: &Rational) -> String {
        self.write(value, true)
    }

    /// A number with its unit in a line of text: a decimal with the fraction beside it, or the
    /// fraction alone.
    pub(crate) fn inline_with(&mut self, value: &Rational, unit: &str) -> String {
        match self.is_exact {
            true => self.text(value) + unit,
            false => inline_with(value, unit),
        }
    }

    /// (x, y), without decimals beside fractions.
    pub(crate) fn pair(&mut self, vector: &Vector) -> String {
        let x = self.write(&vector.x, false);
        let y = self.write(&vector.y, false);
        format!("({x}, {y})")
    }

    /// (x, y, z), without decimals beside fractions.
    pub(crate) fn triple(&mut self, vector: &Vector3) -> String {
        let [x, y, z] = vector.coordinates().map(|value| self.write(value, false));
        format!("({x}, {y}, {z})")
    }

    /// (x, y, z) of a force in space, as [`Self::force`] does it.
    pub(crate) fn force_in_space(&mut self, force: &Vector3, is_unique: bool) -> String {
        if is_unique {
            return self.triple(force);
        }
        let [x, y, z] = force.coordinates().map(|value| self.brief(value));
        format!("({x}, {y}, {z}) {SEVERAL}")
    }

    /// (x, y) of a force, with its mark where it is not unique. Then long fractions are replaced by
    /// decimals, as others would do as well.
    pub(crate) fn force(&mut self, force: &Vector, is_unique: bool) -> String {
        if is_unique {
            return self.pair(force);
        }
        let x = self.brief(&force.x);
        let y = self.brief(&force.y);
        format!("({x}, {y}) {SEVERAL}")
    }

    /// A number that is not unique, with its mark.
    pub(crate) fn one_of_several(&mut self, value: &Rational) -> String {
        let value = self.brief(value);
        format!("{value} {SEVERAL}")
    }

    /// A number over the square root of another.
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
        if !self.is_exact {
            self.is_any_rounded = true;
            let digits = decimal(&root, ROUNDED_DIGITS).text;
            return format!("≈ {sign}{digits}");
        }
        let digits = decimal(&root, DIGITS).text;
        match short_fraction(&squared) {
            Some(text) => format!("{sign}√({text}) ≈ {sign}{digits}"),
            None => format!("≈ {sign}{digits}"),
        }
    }

    fn write(&mut self, value: &Rational, beside: bool) -> String {
        if !self.is_exact {
            return self.decimal(value);
        }
        match short_fraction(value) {
            Some(text) if text.len() <= LONG || !beside => text,
            Some(text) => {
                let decimal = approximation(value);
                format!("{text} {decimal}")
            }
            None => {
                self.longest = self.longest.max(bits(value));
                approximation(value)
            }
        }
    }

    fn brief(&mut self, value: &Rational) -> String {
        if !self.is_exact {
            return self.decimal(value);
        }
        let text = brief(value);
        self.is_any_brief |= text.starts_with('≈');
        text
    }

    fn decimal(&mut self, value: &Rational) -> String {
        let Decimal { text, exact } = rounded(value);
        if exact {
            return text;
        }
        self.is_any_rounded = true;
        format!("≈ {text}")
    }

    /// The note that belongs below a text with numbers that are not told in full.
    pub(crate) fn note(&self, reader: Reader) -> Option<String> {
        if self.is_any_rounded {
            return Some(reader.rounded().to_owned());
        }
        if self.longest > 0 {
            return Some(reader.long(self.longest));
        }
        self.is_any_brief.then(|| reader.brief().to_owned())
    }
}

/// The square root of a number in a line of text.
pub(crate) fn inline_root(square: &Rational) -> String {
    Numbers::new(false).over_root(square, square)
}

/// One number where there is little room: the fraction if it is short, else a decimal.
pub(crate) fn brief(value: &Rational) -> String {
    match short_fraction(value) {
        Some(text) if text.len() <= LONG => text,
        _ => approximation(value),
    }
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
    fn decimals_are_marked_where_they_are_rounded() {
        let mut numbers = Numbers::new(false);
        assert_eq!(numbers.text(&number("0.103125")), "0.103125");
        assert_eq!(numbers.text(&number("-5/2")), "-2.5");
        assert_eq!(numbers.note(Reader::CommandLine), None);
        assert_eq!(numbers.text(&number("-120/437")), "≈ -0.2746");
        assert_eq!(
            numbers.pair(&Vector::new(number("1/3"), number("1/2"))),
            "(≈ 0.3333, 0.5)"
        );
        assert_eq!(numbers.text(&number("1e-50")), "1e-50");
        let root = numbers.over_root(&number("1"), &number("2"));
        assert_eq!(root, "≈ 0.7071");
        assert!(
            numbers
                .note(Reader::CommandLine)
                .unwrap()
                .contains("--exact")
        );
        assert_eq!(
            inline(&number("24509/7912")),
            "≈ 3.098 (exactly 24509/7912)"
        );
        assert_eq!(inline(&number("0.25")), "0.25");
        let long = number("1/3") + number("1e-50");
        assert_eq!(inline(&long), "≈ 0.3333");
    }

    /// Rounded decimals differ from the number by at most half a unit of their last digit.
    #[test]
    fn rounding_is_to_the_nearest() {
        for (value, text) in [
            ("2/3", "≈ 0.6667"),
            ("-2/3", "≈ -0.6667"),
            ("1000000/3", "≈ 333300"),
            ("1/300000000", "≈ 3.333e-9"),
            ("99999/100001", "≈ 1.000"),
        ] {
            let mut numbers = Numbers::new(false);
            assert_eq!(numbers.text(&number(value)), text, "{value}");
        }
    }

    #[test]
    fn length_decides_the_form_of_fractions() {
        let mut numbers = Numbers::new(true);
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
        assert_eq!(numbers.note(Reader::CommandLine), None);
        let tiny = number("1e-50");
        assert_eq!(numbers.text(&tiny), "= 1e-50");
        assert!(
            numbers
                .note(Reader::CommandLine)
                .unwrap()
                .contains("167 bits")
        );
        assert_eq!(brief(&number("1234567/8901234")), "≈ 0.138696");
    }

    #[test]
    fn a_quotient_by_a_length_is_exact_or_has_its_square() {
        let mut numbers = Numbers::new(true);
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
