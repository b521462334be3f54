//! How deep two convex polygons overlap.
//!
//! The least translation that separates them is orthogonal to an edge of one of them (the nearest
//! point of the boundary of their Minkowski difference): for an edge (p, q) with outward normal n,
//! its length is max n·(p - w) / |n| over the vertices w of the other. Its square is rational; the
//! length itself is whenever |n| is, as for edges parallel to an axis.

use num_bigint::BigInt;
use num_traits::{Zero, pow};
use std::fmt;
use zwang_exact::{Rational, Vector};
use zwang_scene::Polygon;

/// A length, known by its square.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Depth {
    squared: Rational,
}

impl Depth {
    /// The least distance by which one polygon must be moved so that the interiors are disjoint;
    /// zero if they are.
    #[must_use]
    pub fn of_overlap(first: &Polygon, second: &Polygon) -> Self {
        let mut squares = Vec::new();
        for (owner, other) in [(first, second), (second, first)] {
            for edge in owner.edges() {
                squares.push(squared_depth(edge, other.vertices()));
            }
        }
        let least = squares.into_iter().min();
        Self {
            squared: least.unwrap_or_else(Rational::zero),
        }
    }

    /// The square of the depth, m².
    #[must_use]
    pub fn squared(&self) -> &Rational {
        &self.squared
    }

    /// The depth itself where it is rational, m.
    #[must_use]
    pub fn exact(&self) -> Option<Rational> {
        let numerator = self.squared.numer().sqrt();
        let denominator = self.squared.denom().sqrt();
        let root = Rational::new(numerator, denominator);
        if &root * &root != self.squared {
            return None;
        }
        Some(root)
    }

    /// Decimal digits m and an exponent e with m ≤ depth · 10^e < m + 1, found with integers alone;
    /// m has six or seven digits.
    fn decimal(&self) -> (String, i64) {
        let above = digits(self.squared.numer());
        let below = digits(self.squared.denom());
        let exponent = 6 - (above - below).div_euclid(2);
        let power = pow(BigInt::from(100), exponent.unsigned_abs() as usize);
        let power = Rational::from_integer(power);
        let scaled = if exponent < 0 {
            &self.squared / power
        } else {
            &self.squared * power
        };
        let root = scaled.to_integer().sqrt();
        (root.to_string(), exponent)
    }
}

/// The number of decimal digits, the sign counted as one.
fn digits(value: &BigInt) -> i64 {
    value.to_string().len() as i64
}

/// The exact length if it is rational, otherwise its first digits and the exact square.
impl fmt::Display for Depth {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        if let Some(exact) = self.exact() {
            return write!(formatter, "{exact}");
        }
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
        let decimal = decimal.trim_end_matches('.');
        let squared = &self.squared;
        write!(formatter, "{decimal} (the square root of {squared})")
    }
}

/// The square of how far `others` reach behind the line of an edge; zero if they do not.
fn squared_depth((start, end): (&Vector, &Vector), others: &[Vector]) -> Rational {
    let inward = (end - start).quarter_turn();
    let mut reach = Rational::zero();
    for vertex in others {
        let depth = inward.dot(&(vertex - start));
        reach = reach.max(depth);
    }
    &reach * &reach / inward.dot(&inward)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(squared: &str) -> String {
        Depth {
            squared: zwang_exact::parse(squared).unwrap(),
        }
        .to_string()
    }

    #[test]
    fn rational_depths_are_exact() {
        assert_eq!(depth("1/16"), "1/4");
        let zeros = "0".repeat(30);
        assert_eq!(depth("1e-60"), format!("1/1{zeros}"));
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
            assert!(shown.starts_with(digits), "{squared}: {shown}");
            assert!(shown.contains("square root"), "{shown}");
        }
    }
}
