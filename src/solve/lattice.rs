//! Polygons with integer coordinates over one common denominator.
//!
//! Signs of areas and orders of coordinates do not change when everything is multiplied by the same positive number, so
//! pairs of parts are compared over integers, without a greatest common divisor in any loop. Small integers stay in a
//! machine word.

use crate::number::to_solver;
use malachite::base::num::arithmetic::traits::{DivExact, Lcm};
use malachite::base::num::basic::traits::One;
use malachite::{Integer, Natural, Rational};
use std::borrow::Cow;
use std::cmp::Ordering;
use zwang_exact::Vector;

/// A point or vector with integer coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) x: Integer,
    pub(super) y: Integer,
}

/// The vertices of a polygon, multiplied by a positive integer.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    denominator: Natural,
    points: Vec<Point>,
}

/// A coordinate, as a fraction that need not be in lowest terms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coordinate<'a> {
    numerator: &'a Integer,
    denominator: &'a Natural,
}

impl Point {
    /// Scalar product.
    pub(super) fn dot(&self, other: &Self) -> Integer {
        &self.x * &other.x + &self.y * &other.y
    }

    /// Cross product x y' - y x'.
    pub(super) fn cross(&self, other: &Self) -> Integer {
        &self.x * &other.y - &self.y * &other.x
    }

    /// The vector from `origin` to this point.
    pub(super) fn from(&self, origin: &Self) -> Self {
        Self { x: &self.x - &origin.x, y: &self.y - &origin.y }
    }

    fn along(&self, axis: usize) -> &Integer {
        if axis == 0 { &self.x } else { &self.y }
    }

    fn scaled(&self, factor: &Integer) -> Self {
        Self { x: &self.x * factor, y: &self.y * factor }
    }
}

impl Outline {
    /// The polygon over the least common denominator of its coordinates.
    pub(super) fn new(vertices: &[Vector]) -> Self {
        let coordinates: Vec<[Rational; 2]> =
            vertices.iter().map(|vertex| [to_solver(&vertex.x), to_solver(&vertex.y)]).collect();
        let denominator =
            coordinates.iter().flatten().fold(Natural::ONE, |common, value| common.lcm(value.denominator_ref()));
        let numerator = |value: &Rational| {
            let factor = (&denominator).div_exact(value.denominator_ref());
            Integer::from_sign_and_abs(*value >= 0, value.numerator_ref() * factor)
        };
        let points = coordinates.iter().map(|[x, y]| Point { x: numerator(x), y: numerator(y) }).collect();
        Self { denominator, points }
    }

    /// Both polygons over one common denominator.
    pub(super) fn together<'a>(outlines: [&'a Self; 2]) -> [Cow<'a, [Point]>; 2] {
        let common = (&outlines[0].denominator).lcm(&outlines[1].denominator);
        outlines.map(|outline| {
            if outline.denominator == common {
                return Cow::Borrowed(outline.points.as_slice());
            }
            let factor = Integer::from((&common).div_exact(&outline.denominator));
            Cow::Owned(outline.points.iter().map(|point| point.scaled(&factor)).collect())
        })
    }

    /// Smallest and largest coordinate along an axis (0: x, 1: y).
    pub(super) fn extent(&self, axis: usize) -> [Coordinate<'_>; 2] {
        let mut extent = [self.points[0].along(axis); 2];
        for point in &self.points {
            extent = [extent[0].min(point.along(axis)), extent[1].max(point.along(axis))];
        }
        extent.map(|numerator| Coordinate { numerator, denominator: &self.denominator })
    }
}

impl Coordinate<'_> {
    /// Which of two numbers is larger.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        if self.denominator == other.denominator {
            return self.numerator.cmp(other.numerator);
        }
        let [left, right] = [other.denominator, self.denominator].map(|natural| Integer::from(natural.clone()));
        (self.numerator * left).cmp(&(other.numerator * right))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(x: &str, y: &str) -> Vector {
        Vector::new(zwang_exact::parse(x).unwrap(), zwang_exact::parse(y).unwrap())
    }

    #[test]
    fn a_pair_shares_a_denominator() {
        let first = Outline::new(&[vector("1/6", "-1/4"), vector("1", "2")]);
        let second = Outline::new(&[vector("1/8", "0")]);
        let [left, right] = Outline::together([&first, &second]);
        let point = |x: i64, y: i64| Point { x: x.into(), y: y.into() };
        assert_eq!(*left, [point(4, -6), point(24, 48)]);
        assert_eq!(*right, [point(3, 0)]);
    }

    #[test]
    fn coordinates_compare_as_fractions() {
        let wide = "123456789012345678901234567890";
        let near = Outline::new(&[vector(&format!("{wide}/7"), "-1/3"), vector(&format!("-{wide}"), "1/2")]);
        let far = Outline::new(&[vector(&format!("{wide}1/70"), "-1/2")]);
        assert_eq!(near.extent(0)[1].compare(&far.extent(0)[0]), Ordering::Less);
        assert_eq!(near.extent(1)[0].compare(&far.extent(1)[1]), Ordering::Greater);
        assert_eq!(near.extent(0)[0].compare(&near.extent(0)[0]), Ordering::Equal);
    }
}
