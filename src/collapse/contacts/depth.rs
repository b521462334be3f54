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
        let squares = [(first, second), (second, first)]
            .into_iter()
            .flat_map(|(owner, other)| {
                owner
                    .edges()
                    .map(move |edge| squared_depth(edge, other.vertices()))
            });
        Self {
            squared: squares.min().unwrap_or_else(Rational::zero),
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
        let (numerator, denominator) = (self.squared.numer().sqrt(), self.squared.denom().sqrt());
        let is_square = pow(numerator.clone(), 2) == *self.squared.numer()
            && pow(denominator.clone(), 2) == *self.squared.denom();
        is_square.then(|| Rational::new(numerator, denominator))
    }

    /// Decimal digits m and an exponent e with m ≤ depth · 10^e < m + 1, found with integers alone;
    /// m has six or seven digits.
    fn decimal(&self) -> (String, i64) {
        let [numerator, denominator] = [self.squared.numer(), self.squared.denom()];
        let exponent = 6 - (digits(numerator) - digits(denominator)).div_euclid(2);
        let power = pow(BigInt::from(100), exponent.unsigned_abs() as usize);
        let power = Rational::from_integer(power);
        let scaled = if exponent < 0 {
            &self.squared / power
        } else {
            &self.squared * power
        };
        (scaled.to_integer().sqrt().to_string(), exponent)
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
                format!("{leading}{}.{}", &others[..power], &others[power..])
            }
            _ if (-4..0).contains(&power) => format!(
                "0.{}{digits}",
                "0".repeat(power.unsigned_abs() as usize - 1)
            ),
            _ => format!("{leading}.{others}e{power}"),
        };
        write!(
            formatter,
            "{} (the square root of {})",
            decimal.trim_end_matches('.'),
            self.squared
        )
    }
}

/// The square of how far `others` reach behind the line of an edge; zero if they do not.
fn squared_depth((start, end): (&Vector, &Vector), others: &[Vector]) -> Rational {
    let inward = (end - start).quarter_turn();
    let reach = others
        .iter()
        .map(|vertex| inward.dot(&(vertex - start)))
        .max()
        .filter(Signed::is_positive);
    reach.map_or_else(Rational::zero, |reach| {
        &reach * &reach / inward.dot(&inward)
    })
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
        assert_eq!(depth("1e-60"), format!("1/1{}", "0".repeat(30)));
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
