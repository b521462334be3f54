//! Geometry in machine words, where all numbers are short: most scenes have no others.
//!
//! Coordinates and denominators are below 2^[`BITS`] in magnitude, so that a difference fits into a
//! word, and a scalar or cross product of differences into two. Whatever is longer is left to
//! `lattice`, which has integers of any length.

use crate::lattice::{GridPoint, extreme_indices};
use malachite::base::num::arithmetic::traits::Gcd;
use num_bigint::BigInt;
use std::borrow::Cow;
use zwang_exact::{Rational, Vector};

/// How long a short number may be.
const BITS: u32 = 61;

/// A point with short coordinates, or a vector between two: its coordinates have one bit more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShortPoint {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

/// The vertices of a polygon, multiplied by a positive integer.
#[derive(Clone, Debug)]
pub(crate) struct ShortOutline {
    denominator: i64,
    points: Vec<ShortPoint>,
}

/// A point of the plane: short coordinates over a denominator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShortPlace {
    pub(crate) denominator: i64,
    pub(crate) point: ShortPoint,
}

/// The number, if it is short.
fn short(number: i64) -> Option<i64> {
    (number.unsigned_abs() >> BITS == 0).then_some(number)
}

/// The number, if it is short.
fn short_integer(number: &BigInt) -> Option<i64> {
    short(i64::try_from(number).ok()?)
}

/// The product, if it is short.
pub(crate) fn short_product(factor: i64, other: i64) -> Option<i64> {
    short(factor.checked_mul(other)?)
}

/// The least common multiple of two positive numbers, if it is short.
pub(crate) fn short_multiple(number: i64, other: i64) -> Option<i64> {
    if other == 1 || number == other {
        return Some(number);
    }
    let divisor = number.unsigned_abs().gcd(other.unsigned_abs());
    short_product(number, other / i64::try_from(divisor).ok()?)
}

/// Short numbers over the least common multiple of their denominators, and that.
pub(crate) fn short_numerators<const COUNT: usize>(
    numbers: [&Rational; COUNT],
) -> Option<(i64, [i64; COUNT])> {
    let mut common = 1;
    let mut denominators = [1; COUNT];
    for (number, denominator) in numbers.iter().zip(&mut denominators) {
        *denominator = short_integer(number.denom())?;
        common = short_multiple(common, *denominator)?;
    }
    let mut numerators = [0; COUNT];
    let known = numbers.iter().zip(denominators);
    for ((number, denominator), numerator) in known.zip(&mut numerators) {
        *numerator = short_integer(number.numer())?;
        if denominator != common {
            *numerator = short_product(*numerator, common / denominator)?;
        }
    }
    Some((common, numerators))
}

impl ShortPoint {
    /// The quarter turn J(x, y) = (-y, x).
    pub(crate) fn quarter_turn(self) -> Self {
        Self {
            x: -self.y,
            y: self.x,
        }
    }

    /// The vector -v.
    pub(crate) fn opposite(self) -> Self {
        Self {
            x: -self.x,
            y: -self.y,
        }
    }

    /// The point times a number, if all of it is short.
    pub(crate) fn scaled(self, factor: i64) -> Option<Self> {
        if factor == 1 {
            return Some(self);
        }
        Some(Self {
            x: short_product(self.x, factor)?,
            y: short_product(self.y, factor)?,
        })
    }

    /// The coordinate along an axis (0: x, 1: y).
    pub(crate) fn along(self, axis: usize) -> i64 {
        if axis == 0 { self.x } else { self.y }
    }
}

impl GridPoint for ShortPoint {
    type Product = i128;

    fn from(&self, origin: &Self) -> Self {
        Self {
            x: self.x - origin.x,
            y: self.y - origin.y,
        }
    }

    fn dot(&self, other: &Self) -> i128 {
        let along_x = i128::from(self.x) * i128::from(other.x);
        along_x + i128::from(self.y) * i128::from(other.y)
    }

    fn cross(&self, other: &Self) -> i128 {
        let positive = i128::from(self.x) * i128::from(other.y);
        positive - i128::from(self.y) * i128::from(other.x)
    }
}

impl ShortPlace {
    /// The point times a multiple of its denominator, if it is short.
    pub(crate) fn times(self, multiple: i64) -> Option<ShortPoint> {
        if self.denominator == multiple {
            return Some(self.point);
        }
        self.point.scaled(multiple / self.denominator)
    }
}

impl ShortOutline {
    /// The polygon over the least common denominator of its coordinates, if all of it is short.
    pub(crate) fn new(vertices: &[Vector]) -> Option<Self> {
        let mut places = Vec::with_capacity(vertices.len());
        let mut denominator = 1;
        for vertex in vertices {
            let (own, [x, y]) = short_numerators([&vertex.x, &vertex.y])?;
            denominator = short_multiple(denominator, own)?;
            places.push(ShortPlace {
                denominator: own,
                point: ShortPoint { x, y },
            });
        }
        let mut points = Vec::with_capacity(vertices.len());
        for place in places {
            points.push(place.times(denominator)?);
        }
        Some(Self {
            denominator,
            points,
        })
    }

    /// The bounding box, as its lower left and its upper right corner, widened by the share
    /// `numerator` / `unit` of the sum of its sides; if all of it is short.
    pub(crate) fn box_widened(&self, numerator: i64, unit: i64) -> Option<Self> {
        let [left, right] = self.extent(0);
        let [bottom, top] = self.extent(1);
        let sides = (right - left).checked_add(top - bottom)?;
        let reach = short_product(sides, numerator)?;
        let mut corners = Vec::with_capacity(2);
        for (x, y, reach) in [(left, bottom, -reach), (right, top, reach)] {
            corners.push(ShortPoint {
                x: short(short_product(x, unit)? + reach)?,
                y: short(short_product(y, unit)? + reach)?,
            });
        }
        Some(Self {
            denominator: short_product(self.denominator, unit)?,
            points: corners,
        })
    }

    pub(crate) fn denominator(&self) -> i64 {
        self.denominator
    }

    pub(crate) fn points(&self) -> &[ShortPoint] {
        &self.points
    }

    /// A vertex, counted around.
    pub(crate) fn vertex(&self, index: usize) -> ShortPlace {
        ShortPlace {
            denominator: self.denominator,
            point: self.points[index % self.points.len()],
        }
    }

    /// Both polygons over one common denominator, if that and they are short.
    pub(crate) fn together(outlines: [&Self; 2]) -> Option<[Cow<'_, [ShortPoint]>; 2]> {
        let [first, second] = outlines;
        let common = short_multiple(first.denominator, second.denominator)?;
        Some([first.over(common)?, second.over(common)?])
    }

    /// The vertices over a multiple of the denominator, if they are short.
    fn over(&self, multiple: i64) -> Option<Cow<'_, [ShortPoint]>> {
        if self.denominator == multiple {
            return Some(Cow::Borrowed(&self.points));
        }
        let factor = multiple / self.denominator;
        let points = self.points.iter().map(|point| point.scaled(factor));
        let points: Option<Vec<ShortPoint>> = points.collect();
        Some(Cow::Owned(points?))
    }

    /// Smallest and largest coordinate along an axis (0: x, 1: y).
    pub(crate) fn extent(&self, axis: usize) -> [i64; 2] {
        let (least, greatest) = extreme_indices(&self.points, |point| point.along(axis));
        [least, greatest].map(|index| self.points[index].along(axis))
    }
}
