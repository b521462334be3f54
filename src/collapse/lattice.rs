//! Geometry of a scene over integers.
//!
//! Signs of areas and orders of coordinates do not change when everything is multiplied by the same
//! positive number, so points of a scene are kept as integers over a denominator: one for each
//! part, one for each centroid. What involves several of them is computed over their least common
//! denominator, without a greatest common divisor in any loop. Small integers stay in a machine
//! word.

use malachite::base::num::arithmetic::traits::{DivExact, DivRound};
use malachite::base::num::basic::traits::Zero;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Natural, Rational};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::slice;
use zwang_certificate::{Feature, PartId};
use zwang_exact::Vector;
use zwang_program::kernel::number::{least_common_multiple, over_common_denominator};
use zwang_scene::{BodyId, PinId, Scene};

/// Coordinates are compared by multiples of 2^-UNIT_BITS at first.
const UNIT_BITS: u64 = 32;

/// The bodies of a scene with integer coordinates.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    /// The parts of each body.
    parts: Vec<Vec<Outline>>,
    /// The centroid of each free body, as the only vertex.
    centroids: Vec<Option<Outline>>,
    /// The place of each pin, likewise.
    pins: Vec<Outline>,
}

/// A point or vector with integer coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Point {
    pub(crate) x: Integer,
    pub(crate) y: Integer,
}

/// The vertices of a polygon, multiplied by a positive integer.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    denominator: Natural,
    points: Vec<Point>,
}

/// A point of the plane: integer coordinates over a denominator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    pub(crate) denominator: &'a Natural,
    pub(crate) point: &'a Point,
}

/// A point of the plane in both arithmetics.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Located<'a> {
    pub(crate) place: Place<'a>,
    pub(crate) vector: &'a Vector,
}

/// A coordinate, as a fraction that need not be in lowest terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coordinate<'a> {
    numerator: &'a Integer,
    denominator: &'a Natural,
}

impl Point {
    pub(crate) const ORIGIN: Self = Self {
        x: Integer::ZERO,
        y: Integer::ZERO,
    };

    /// The quarter turn J(x, y) = (-y, x).
    pub(crate) fn quarter_turn(self) -> Self {
        Self {
            x: -self.y,
            y: self.x,
        }
    }

    /// Scalar product.
    pub(crate) fn dot(&self, other: &Self) -> Integer {
        &self.x * &other.x + &self.y * &other.y
    }

    /// Cross product x y' - y x'.
    pub(crate) fn cross(&self, other: &Self) -> Integer {
        &self.x * &other.y - &self.y * &other.x
    }

    /// The vector from `origin` to this point.
    pub(crate) fn from(&self, origin: &Self) -> Self {
        Self {
            x: &self.x - &origin.x,
            y: &self.y - &origin.y,
        }
    }

    /// The sum of two vectors.
    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self {
            x: &self.x + &other.x,
            y: &self.y + &other.y,
        }
    }

    fn along(&self, axis: usize) -> &Integer {
        if axis == 0 { &self.x } else { &self.y }
    }

    /// The vector times an integer.
    pub(crate) fn scaled(&self, factor: &Integer) -> Self {
        Self {
            x: &self.x * factor,
            y: &self.y * factor,
        }
    }
}

impl Outline {
    /// One point.
    pub(crate) fn of_point(point: &Vector) -> Self {
        Self::new(slice::from_ref(point))
    }

    /// The polygon over the least common denominator of its coordinates.
    pub(crate) fn new(vertices: &[Vector]) -> Self {
        let (denominator, points) = points(vertices);
        Self {
            denominator,
            points,
        }
    }

    /// A vertex, counted around.
    pub(crate) fn vertex(&self, index: usize) -> Place<'_> {
        Place {
            denominator: &self.denominator,
            point: &self.points[index % self.points.len()],
        }
    }

    /// All vertices.
    pub(crate) fn places(&self) -> impl Iterator<Item = Place<'_>> {
        self.points.iter().map(|point| Place {
            denominator: &self.denominator,
            point,
        })
    }

    /// The bounding box, as its lower left and its upper right corner, widened by a share of the
    /// sum of its sides.
    pub(crate) fn box_widened_by_share(&self, share: &Rational) -> Self {
        let [low, high] = self.corners();
        let size = high.from(&low);
        self.box_widened_over(share, size.x + size.y)
    }

    /// The same, widened by a number that is not negative.
    pub(crate) fn box_widened(&self, by: &Rational) -> Self {
        self.box_widened_over(by, Integer::from(&self.denominator))
    }

    /// The same, widened by a share of a number over the denominator.
    fn box_widened_over(&self, share: &Rational, number: Integer) -> Self {
        let unit = share.denominator_ref();
        let reach = number * Integer::from(share.numerator_ref());
        let reach = Point {
            x: reach.clone(),
            y: reach,
        };
        let [low, high] = self
            .corners()
            .map(|corner| corner.scaled(&Integer::from(unit)));
        Self {
            denominator: &self.denominator * unit,
            points: vec![low.from(&reach), high.plus(&reach)],
        }
    }

    /// The lower left and the upper right corner of the bounding box, over the denominator.
    fn corners(&self) -> [Point; 2] {
        let [left, right] = self.extent(0);
        let [bottom, top] = self.extent(1);
        [[left, bottom], [right, top]].map(|[x, y]| Point {
            x: x.numerator.clone(),
            y: y.numerator.clone(),
        })
    }

    /// The denominator of [`Self::together`].
    pub(crate) fn common_denominator(outlines: [&Self; 2]) -> Natural {
        least_common_multiple(outlines.map(|outline| &outline.denominator))
    }

    /// Both polygons over one common denominator.
    pub(crate) fn together<'a>(outlines: [&'a Self; 2]) -> [Cow<'a, [Point]>; 2] {
        let denominators = outlines.map(|outline| &outline.denominator);
        let common = least_common_multiple(denominators);
        outlines.map(|outline| {
            if outline.denominator == common {
                return Cow::Borrowed(outline.points.as_slice());
            }
            let factor = (&common).div_exact(&outline.denominator);
            let factor = Integer::from(factor);
            let points = outline.points.iter();
            let multiples = points.map(|point| point.scaled(&factor));
            Cow::Owned(multiples.collect())
        })
    }

    /// Smallest and largest coordinate along an axis (0: x, 1: y).
    pub(crate) fn extent(&self, axis: usize) -> [Coordinate<'_>; 2] {
        let mut least = self.points[0].along(axis);
        let mut largest = least;
        for point in &self.points {
            let coordinate = point.along(axis);
            least = least.min(coordinate);
            largest = largest.max(coordinate);
        }
        [least, largest].map(|numerator| Coordinate {
            numerator,
            denominator: &self.denominator,
        })
    }
}

impl Lattice {
    /// The geometry of a scene.
    pub(crate) fn new(scene: &Scene) -> Self {
        let mut parts = Vec::with_capacity(scene.bodies.len());
        let mut centroids = Vec::with_capacity(scene.bodies.len());
        for body in &scene.bodies {
            let mut outlines = Vec::with_capacity(body.parts.len());
            for part in &body.parts {
                outlines.push(Outline::new(part.vertices()));
            }
            parts.push(outlines);
            let free = body.dynamics.as_ref();
            let centroid = free.map(|free| Outline::of_point(&free.centroid));
            centroids.push(centroid);
        }
        let mut pins = Vec::with_capacity(scene.pins.len());
        for pin in &scene.pins {
            pins.push(Outline::of_point(&pin.at));
        }
        Self {
            parts,
            centroids,
            pins,
        }
    }

    /// All parts, ascending.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (PartId, &Outline)> {
        self.parts.iter().enumerate().flat_map(|(body, parts)| {
            parts
                .iter()
                .enumerate()
                .map(move |(part, outline)| (PartId { body, part }, outline))
        })
    }

    /// The vertex that a feature names, or one that is so many places further.
    pub(crate) fn vertex(&self, feature: &Feature, offset: usize) -> Place<'_> {
        let PartId { body, part } = feature.part;
        self.parts[body][part].vertex(feature.index + offset)
    }

    /// The centroid of a free body.
    pub(crate) fn centroid(&self, body: BodyId) -> Option<Place<'_>> {
        let centroid = self.centroids[body].as_ref()?;
        Some(centroid.vertex(0))
    }

    /// Where a pin is.
    pub(crate) fn pin(&self, pin: PinId) -> Place<'_> {
        self.pins[pin].vertex(0)
    }
}

impl Place<'_> {
    /// The point times a multiple of its denominator.
    pub(crate) fn times(&self, multiple: &Natural) -> Point {
        if self.denominator == multiple {
            return self.point.clone();
        }
        let factor = multiple.div_exact(self.denominator);
        self.point.scaled(&Integer::from(factor))
    }
}

/// Points as integers over the least common denominator of their coordinates.
fn points(vertices: &[Vector]) -> (Natural, Vec<Point>) {
    let coordinates = vertices.iter().flat_map(|vertex| [&vertex.x, &vertex.y]);
    let (denominator, numerators) = over_common_denominator(coordinates);
    let mut points = Vec::with_capacity(vertices.len());
    let mut numerators = numerators.into_iter();
    while let Some(x) = numerators.next()
        && let Some(y) = numerators.next()
    {
        points.push(Point { x, y });
    }
    (denominator, points)
}

impl Coordinate<'_> {
    /// The number in units of 2^-32, rounded down.
    pub(crate) fn floor(&self) -> Integer {
        let units = self.numerator << UNIT_BITS;
        units
            .div_round(Integer::from(self.denominator), RoundingMode::Floor)
            .0
    }

    /// Which of two numbers is larger.
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        if self.denominator == other.denominator {
            return self.numerator.cmp(other.numerator);
        }
        let left = self.numerator * Integer::from(other.denominator);
        let right = other.numerator * Integer::from(self.denominator);
        left.cmp(&right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(x: &str, y: &str) -> Vector {
        let x = zwang_exact::parse(x).unwrap();
        let y = zwang_exact::parse(y).unwrap();
        Vector::new(x, y)
    }

    fn point(x: i64, y: i64) -> Point {
        Point {
            x: x.into(),
            y: y.into(),
        }
    }

    #[test]
    fn a_pair_shares_a_denominator() {
        let first = Outline::new(&[vector("1/6", "-1/4"), vector("1", "2")]);
        let second = Outline::new(&[vector("1/8", "0")]);
        let [left, right] = Outline::together([&first, &second]);
        assert_eq!(*left, [point(4, -6), point(24, 48)]);
        assert_eq!(*right, [point(3, 0)]);
    }

    #[test]
    fn coordinates_compare_as_fractions() {
        let wide = "123456789012345678901234567890";
        let right = vector(&format!("{wide}/7"), "-1/3");
        let left = vector(&format!("-{wide}"), "1/2");
        let beyond = vector(&format!("{wide}1/70"), "-1/2");
        let near = Outline::new(&[right, left]);
        let far = Outline::new(&[beyond]);
        let [leftmost, rightmost] = near.extent(0);
        let [far_left, _] = far.extent(0);
        assert_eq!(rightmost.compare(&far_left), Ordering::Less);
        assert_eq!(leftmost.compare(&leftmost), Ordering::Equal);
        let [lowest, _] = near.extent(1);
        let [_, far_top] = far.extent(1);
        assert_eq!(lowest.compare(&far_top), Ordering::Greater);
    }
}
