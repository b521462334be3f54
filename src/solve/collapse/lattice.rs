//! Geometry of a scene over integers.
//!
//! Signs of areas and orders of coordinates do not change when everything is multiplied by the same
//! positive number, so points of a scene are kept as integers over a denominator: one for each
//! part, one for each centroid. Quantities of several of them are computed over their least common
//! denominator, without a greatest common divisor in any loop. If all numbers of a part are short,
//! it is also there in machine words (`short`).

use crate::short::{ShortOutline, ShortPlace, ShortPoint};
use malachite::base::num::arithmetic::traits::{DivExact, DivRound};
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::conversion::traits::SaturatingFrom;
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

/// A point or vector with integer coordinates, which are of any length, or short.
pub(crate) trait GridPoint: Clone {
    /// A product of two differences of coordinates.
    type Product: Ord + Zero;

    /// The vector from `origin` to this point.
    fn from(&self, origin: &Self) -> Self;

    /// Scalar product.
    fn dot(&self, other: &Self) -> Self::Product;

    /// Cross product x y' - y x'.
    fn cross(&self, other: &Self) -> Self::Product;
}

/// The vertices of a polygon, multiplied by a positive integer.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    denominator: Natural,
    points: Vec<Point>,
    /// The same in machine words, if all of it is short.
    short: Option<ShortOutline>,
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
    /// Both in machine words, if they are short.
    short: Option<[i64; 2]>,
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

impl GridPoint for Point {
    type Product = Integer;

    fn from(&self, origin: &Self) -> Self {
        Self {
            x: &self.x - &origin.x,
            y: &self.y - &origin.y,
        }
    }

    fn dot(&self, other: &Self) -> Integer {
        &self.x * &other.x + &self.y * &other.y
    }

    fn cross(&self, other: &Self) -> Integer {
        &self.x * &other.y - &self.y * &other.x
    }
}

impl Outline {
    /// One point.
    pub(crate) fn of_point(point: &Vector) -> Self {
        Self::new(slice::from_ref(point))
    }

    /// The polygon over the least common denominator of its coordinates.
    pub(crate) fn new(vertices: &[Vector]) -> Self {
        if let Some(short) = ShortOutline::new(vertices) {
            return short.into();
        }
        let (denominator, points) = points(vertices);
        Self {
            denominator,
            points,
            short: None,
        }
    }

    /// The same in machine words, if all of it is short.
    pub(crate) fn short(&self) -> Option<&ShortOutline> {
        self.short.as_ref()
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
        if let Some(widened) = self.short_box_widened_by_share(share) {
            return widened.into();
        }
        let [low, high] = self.corners();
        let size = high.from(&low);
        self.box_widened_over(share, size.x + size.y)
    }

    fn short_box_widened_by_share(&self, share: &Rational) -> Option<ShortOutline> {
        let numerator = i64::try_from(share.numerator_ref()).ok()?;
        let unit = i64::try_from(share.denominator_ref()).ok()?;
        self.short.as_ref()?.box_widened(numerator, unit)
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
            short: None,
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
        let (least, largest) = self.extreme_points(axis);
        [least, largest].map(|index| Coordinate {
            numerator: self.points[index].along(axis),
            denominator: &self.denominator,
            short: self.short_coordinate(index, axis),
        })
    }

    /// The vertices of smallest and of largest coordinate.
    fn extreme_points(&self, axis: usize) -> (usize, usize) {
        match &self.short {
            Some(short) => extreme_indices(short.points(), |point| point.along(axis)),
            None => extreme_indices(&self.points, |point| point.along(axis)),
        }
    }

    fn short_coordinate(&self, index: usize, axis: usize) -> Option<[i64; 2]> {
        let short = self.short.as_ref()?;
        Some([short.points()[index].along(axis), short.denominator()])
    }
}

impl From<ShortOutline> for Outline {
    fn from(short: ShortOutline) -> Self {
        let mut points = Vec::with_capacity(short.points().len());
        for &ShortPoint { x, y } in short.points() {
            points.push(Point {
                x: Integer::from(x),
                y: Integer::from(y),
            });
        }
        Self {
            denominator: Natural::from(short.denominator().unsigned_abs()),
            points,
            short: Some(short),
        }
    }
}

/// The first place of the least and of the greatest of some numbers.
pub(crate) fn extreme_indices<'a, P, N: Ord>(
    points: &'a [P],
    coordinate: impl Fn(&'a P) -> N,
) -> (usize, usize) {
    let mut least = 0;
    let mut greatest = 0;
    for (index, point) in points.iter().enumerate() {
        let own = coordinate(point);
        if own < coordinate(&points[least]) {
            least = index;
        } else if own > coordinate(&points[greatest]) {
            greatest = index;
        }
    }
    (least, greatest)
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

    /// The outline of a part.
    pub(crate) fn part(&self, id: PartId) -> &Outline {
        &self.parts[id.body][id.part]
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

    /// The short vertex that a feature names, or one that is so many places further.
    pub(crate) fn short_vertex(&self, feature: &Feature, offset: usize) -> Option<ShortPlace> {
        let PartId { body, part } = feature.part;
        let short = self.parts[body][part].short()?;
        Some(short.vertex(feature.index + offset))
    }

    /// Whether a body is free.
    pub(crate) fn is_free(&self, body: BodyId) -> bool {
        self.centroids[body].is_some()
    }

    /// The centroid of a free body, if it is short.
    pub(crate) fn short_centroid(&self, body: BodyId) -> Option<ShortPlace> {
        let short = self.centroids[body].as_ref()?.short()?;
        Some(short.vertex(0))
    }

    /// The place of a pin.
    pub(crate) fn pin(&self, pin: PinId) -> Place<'_> {
        self.pins[pin].vertex(0)
    }
}

impl Place<'_> {
    /// Whether both are the same point.
    pub(crate) fn is_at(&self, other: Place) -> bool {
        if self.denominator == other.denominator {
            return self.point == other.point;
        }
        let own = Integer::from(self.denominator);
        let others = Integer::from(other.denominator);
        self.point.scaled(&others) == other.point.scaled(&own)
    }

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
    /// Numerator and denominator in machine words, if they are short.
    pub(crate) fn short(&self) -> Option<[i64; 2]> {
        self.short
    }

    /// The number in units of 2^-32, rounded down; beyond two words, the nearest number that fits.
    pub(crate) fn floor(&self) -> i128 {
        if let Some([numerator, denominator]) = self.short {
            let units = i128::from(numerator) << UNIT_BITS;
            return floor_quotient(units, denominator);
        }
        let units = self.numerator << UNIT_BITS;
        let denominator = Integer::from(self.denominator);
        let (floor, _) = units.div_round(denominator, RoundingMode::Floor);
        i128::saturating_from(&floor)
    }

    /// Which of two numbers is larger.
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        if let (Some([own, under]), Some([others, below])) = (self.short, other.short) {
            let left = i128::from(own) * i128::from(below);
            return left.cmp(&(i128::from(others) * i128::from(under)));
        }
        if self.denominator == other.denominator {
            return self.numerator.cmp(other.numerator);
        }
        let left = self.numerator * Integer::from(other.denominator);
        let right = other.numerator * Integer::from(self.denominator);
        left.cmp(&right)
    }
}

/// The quotient by a positive number, rounded down.
fn floor_quotient(numerator: i128, denominator: i64) -> i128 {
    // A division of words is much faster than one of two words.
    match i64::try_from(numerator) {
        Ok(word) => i128::from(word.div_euclid(denominator)),
        Err(_) => numerator.div_euclid(i128::from(denominator)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
    fn places_are_compared_as_points() {
        let halves = Outline::new(&[vector("1", "2"), vector("1/2", "0")]);
        let thirds = Outline::new(&[vector("1", "2"), vector("1/3", "0")]);
        assert!(halves.vertex(0).is_at(thirds.vertex(0)));
        assert!(halves.vertex(1).is_at(halves.vertex(1)));
        assert!(!halves.vertex(1).is_at(thirds.vertex(1)));
        assert!(!halves.vertex(0).is_at(halves.vertex(1)));
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

    /// Numbers about as long as short ones may be.
    fn coordinate() -> impl Strategy<Value = zwang_exact::Rational> {
        let numerator = any::<i128>().prop_map(|number| number >> (number & 127));
        let denominator = any::<u64>().prop_map(|number| number >> (number & 63));
        (numerator, denominator).prop_map(|(numerator, denominator)| {
            let denominator = num_bigint::BigInt::from(denominator) + 1;
            zwang_exact::Rational::new(numerator.into(), denominator)
        })
    }

    /// The same outline without its short numbers.
    fn long(outline: &Outline) -> Outline {
        Outline {
            short: None,
            ..outline.clone()
        }
    }

    fn assert_same(one: &Outline, other: &Outline) {
        assert_eq!(one.denominator, other.denominator);
        assert_eq!(one.points, other.points);
    }

    proptest! {
        #[test]
        fn short_outlines_are_the_long_ones(
            coordinates in prop::collection::vec((coordinate(), coordinate()), 1..4),
            share in 0_i64..2000,
        ) {
            let vectors = coordinates.into_iter().map(|(x, y)| Vector::new(x, y));
            let vectors: Vec<Vector> = vectors.collect();
            let outline = Outline::new(&vectors);
            let (denominator, points) = points(&vectors);
            assert_same(&outline, &Outline { denominator, points, short: None });
            let share = Rational::from_signeds(share, 1000);
            let widened = outline.box_widened_by_share(&share);
            assert_same(&widened, &long(&outline).box_widened_by_share(&share));
            let long = long(&outline);
            for axis in 0..2 {
                let short = outline.extent(axis);
                let long = long.extent(axis);
                for (short, long) in short.iter().zip(&long) {
                    prop_assert_eq!(short.numerator, long.numerator);
                    prop_assert_eq!(short.floor(), long.floor());
                    prop_assert_eq!(short.compare(long), Ordering::Equal);
                }
                let [least, greatest] = short;
                prop_assert_eq!(least.compare(&greatest), long[0].compare(&long[1]));
                prop_assert!(least.floor() <= greatest.floor());
            }
        }
    }
}
