//! How deep two convex polygons overlap.
//!
//! The least translation that separates them is orthogonal to an edge of one of them (the nearest
//! point of the boundary of their Minkowski difference): for an edge (p, q) with outward normal n,
//! its length is max n·(p - w) / |n| over the vertices w of the other. Its square is rational; the
//! length itself is whenever |n| is, as for edges parallel to an axis.

use num_bigint::BigInt;
use num_traits::{Signed, Zero, pow};
use std::fmt;
use zwang_exact::{Rational, Vector};
use zwang_scene::Polygon;

/// Exact lengths of more characters are told by their first digits in lists.
const SHORT: usize = 12;

/// The least translation that parts two convex polygons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depth {
    push: Vector,
    squared: Rational,
}

/// The square root of a number, for people.
pub(crate) struct Root<'a> {
    squared: &'a Rational,
    unit: &'static str,
}

impl Depth {
    /// The least translation of the second polygon after which the interiors are disjoint; zero if
    /// they are. For several the first, in the order of the edges.
    #[must_use]
    pub fn of_overlap(first: &Polygon, second: &Polygon) -> Self {
        let mut least: Option<Self> = None;
        for (owner, other, sign) in [(first, second, 1), (second, first, -1)] {
            for edge in owner.edges() {
                let push = push_out(edge, other.vertices());
                let sign = Rational::from_integer(sign.into());
                let push = push.scaled(&sign);
                let squared = push.dot(&push);
                if least.as_ref().is_none_or(|least| squared < least.squared) {
                    least = Some(Self { push, squared });
                }
            }
        }
        least.unwrap_or_else(|| Self {
            push: Vector::zero(),
            squared: Rational::zero(),
        })
    }

    /// By a translation of the second part that may be longer than the least one, m.
    pub(super) fn of_push(push: Vector) -> Self {
        Self {
            squared: push.dot(&push),
            push,
        }
    }

    /// The translation of the second polygon, m.
    #[must_use]
    pub fn push(&self) -> &Vector {
        &self.push
    }

    /// The square of its length, m².
    #[must_use]
    pub fn squared(&self) -> &Rational {
        &self.squared
    }

    /// Its length in a few digits, with the unit.
    pub(super) fn short(&self) -> String {
        match exact_root(&self.squared) {
            Some(exact) if exact.to_string().len() <= SHORT => format!("{exact} m"),
            _ => format!("{} m", Root::new(&self.squared, "m").marked()),
        }
    }

    /// The least decimal of two digits that is not below its length, m.
    pub(super) fn rounded_up(&self) -> String {
        let (digits, exponent) = Root::new(&self.squared, "m").decimal();
        // The depth is below m + 1 of 10^-exponent, and of m the first two digits are kept.
        let (leading, others) = digits.split_at(2);
        let is_exact = others.chars().all(|digit| digit == '0') && self.is_decimal();
        let leading = leading.parse().unwrap_or(99) + u32::from(!is_exact);
        let power = others.len() as i64 - exponent;
        plain(leading, power)
    }

    /// Whether its length has no more digits than those that [`Root::decimal`] tells.
    fn is_decimal(&self) -> bool {
        let root = Root::new(&self.squared, "m");
        let (digits, exponent) = root.decimal();
        let Ok(told) = zwang_exact::parse(&format!("{digits}e{}", -exponent)) else {
            return false;
        };
        &told * &told == self.squared
    }

    /// Its length where that is rational, m.
    #[must_use]
    pub fn exact(&self) -> Option<Rational> {
        exact_root(&self.squared)
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        Root::new(&self.squared, "m").fmt(formatter)
    }
}

/// A number as text: a short fraction, else its first digits.
pub(super) fn component(number: &Rational) -> String {
    let fraction = number.to_string();
    if fraction.len() <= SHORT {
        return fraction;
    }
    let square = number * number;
    let size = Root::new(&square, "m").marked();
    match (number.is_negative(), size.strip_prefix("≈ ")) {
        (false, _) => size,
        (true, Some(digits)) => format!("≈ -{digits}"),
        (true, None) => format!("-{size}"),
    }
}

/// The square root of a number, where it is rational.
fn exact_root(squared: &Rational) -> Option<Rational> {
    let numerator = squared.numer().sqrt();
    let denominator = squared.denom().sqrt();
    let root = Rational::new(numerator, denominator);
    if &root * &root != *squared {
        return None;
    }
    Some(root)
}

/// `leading` times 10 to a power, as people write it.
fn plain(leading: u32, power: i64) -> String {
    let mut leading = leading;
    let mut power = power;
    while leading.is_multiple_of(10) && leading > 0 {
        leading /= 10;
        power += 1;
    }
    match usize::try_from(power) {
        Ok(zeros) if zeros <= 6 => format!("{leading}{}", "0".repeat(zeros)),
        _ if (-5..0).contains(&power) => {
            let digits = leading.to_string();
            let places = power.unsigned_abs() as usize;
            if digits.len() > places {
                let (whole, rest) = digits.split_at(digits.len() - places);
                format!("{whole}.{rest}")
            } else {
                format!("0.{digits:0>places$}")
            }
        }
        _ => {
            let digits = leading.to_string();
            let (first, others) = digits.split_at(1);
            let exponent = power + others.len() as i64;
            let point = if others.is_empty() { "" } else { "." };
            format!("{first}{point}{others}e{exponent}")
        }
    }
}

impl<'a> Root<'a> {
    /// The root of a number that is not negative, in a unit.
    pub(crate) fn new(squared: &'a Rational, unit: &'static str) -> Self {
        Self { squared, unit }
    }

    /// Its first digits, after a mark if they are not all.
    pub(crate) fn marked(&self) -> String {
        let digits = self.digits();
        match zwang_exact::parse(&digits) {
            Ok(told) if &told * &told == *self.squared => without_last_zeros(&digits),
            _ => format!("≈ {digits}"),
        }
    }

    /// Its first digits.
    pub(crate) fn digits(&self) -> String {
        let (digits, exponent) = self.decimal();
        let (leading, others) = digits.split_at(1);
        let power = others.len() as i64 - exponent;
        let decimal = match usize::try_from(power) {
            Ok(power) if power <= others.len() => {
                let (whole, rest) = others.split_at(power);
                format!("{leading}{whole}.{rest}")
            }
            _ if (-4..0).contains(&power) => {
                let zeros = "0".repeat(power.unsigned_abs() as usize - 1);
                format!("0.{zeros}{digits}")
            }
            _ => format!("{leading}.{others}e{power}"),
        };
        decimal.trim_end_matches('.').to_owned()
    }

    /// Decimal digits m and an exponent e with m ≤ root · 10^e < m + 1, found with integers alone;
    /// m has six or seven digits.
    fn decimal(&self) -> (String, i64) {
        let above = digits(self.squared.numer());
        let below = digits(self.squared.denom());
        let half = (above - below).div_euclid(2);
        let exponent = 6 - half;
        let size = exponent.unsigned_abs() as usize;
        let power = pow(BigInt::from(100), size);
        let power = Rational::from_integer(power);
        let scaled = if exponent < 0 {
            self.squared / power
        } else {
            self.squared * power
        };
        let root = scaled.to_integer().sqrt();
        (root.to_string(), exponent)
    }
}

/// A decimal without the zeros at the end of its fraction.
fn without_last_zeros(decimal: &str) -> String {
    let (number, power) = match decimal.find('e') {
        Some(place) => decimal.split_at(place),
        None => (decimal, ""),
    };
    if !number.contains('.') {
        return decimal.to_owned();
    }
    let number = number.trim_end_matches('0').trim_end_matches('.');
    format!("{number}{power}")
}

/// The number of decimal digits, the sign counted as one.
fn digits(value: &BigInt) -> i64 {
    value.to_string().len() as i64
}

/// The exact root if it is rational, otherwise its first digits and the exact square.
impl fmt::Display for Root<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let Self { squared, unit } = self;
        if let Some(exact) = exact_root(squared)
            && exact.to_string().len() <= SHORT
        {
            return write!(formatter, "{exact} {unit}");
        }
        let digits = self.marked();
        write!(formatter, "{digits} {unit}")?;
        let exact = squared.to_string();
        if exact.len() <= SHORT {
            write!(formatter, " (the square root of {exact})")?;
        }
        Ok(())
    }
}

/// The translation of `others` along the outward normal of an edge that takes them beyond its line;
/// zero if they are.
fn push_out((start, end): (&Vector, &Vector), others: &[Vector]) -> Vector {
    let inward = (end - start).quarter_turn();
    let mut reach = Rational::zero();
    for vertex in others {
        let depth = inward.dot(&(vertex - start));
        reach = reach.max(depth);
    }
    let factor = reach / inward.dot(&inward);
    -&inward.scaled(&factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(squared: &str) -> String {
        Root::new(&zwang_exact::parse(squared).unwrap(), "m").to_string()
    }

    #[test]
    fn rational_depths_are_exact() {
        assert_eq!(depth("1/16"), "1/4 m");
        assert_eq!(depth("1e-60"), "1e-30 m");
    }

    #[test]
    fn rounded_depths_have_two_digits_and_are_not_below() {
        for (squared, rounded) in [
            ("1/10000", "0.01"),
            ("1/64", "0.13"),
            ("1e-18", "1e-9"),
            ("2e-18", "1.5e-9"),
            ("0.0016", "0.04"),
            ("2.5561e-6", "0.0016"),
            ("9.999e-3", "0.1"),
            ("4", "2"),
            ("1/9", "0.34"),
            ("123456", "360"),
            ("1.0000000000000000000001", "1.1"),
        ] {
            let squared = zwang_exact::parse(squared).unwrap();
            let push = Vector::zero();
            let depth = Depth { push, squared };
            assert_eq!(depth.rounded_up(), rounded, "{}", depth.squared);
            let within = zwang_exact::parse(rounded).unwrap();
            assert!(&within * &within >= depth.squared);
        }
    }

    #[test]
    fn irrational_depths_start_with_the_right_digits() {
        for (squared, digits) in [
            ("2", "1.414213"),
            ("1/8", "0.353553"),
            ("200", "14.14213"),
            ("2e-4", "0.01414213"),
            ("5e-59", "7.07106e-30"),
            ("2e40", "1.414213e20"),
            ("3/1000000", "0.00173205"),
            ("99999999", "9999.99"),
        ] {
            let shown = depth(squared);
            assert!(
                shown.starts_with(&format!("≈ {digits}")),
                "{squared}: {shown}"
            );
            let is_short = zwang_exact::parse(squared).unwrap().to_string().len() <= SHORT;
            assert_eq!(shown.contains("square root"), is_short, "{shown}");
        }
    }
}
