//! Parts that almost touch: what is meant to stand on something, and by a rounded number does not.
//!
//! The gap of two disjoint convex polygons is the least distance of a vertex of one from an edge of
//! the other. A pair almost touches if its gap is positive and less than 1/1000 of the size of the
//! smaller part, the diagonal of its bounding box. All of it is decided by squares.

use crate::contacts::{ignore_each_other, may_move, meeting_outlines};
use crate::lattice::{GridPoint, Lattice, Outline, Point};
use malachite::base::num::basic::traits::One;
use malachite::{Integer, Rational as LongRational};
use std::cmp::Ordering;
use zwang_certificate::{Contact, PartId};
use zwang_exact::{Rational, Vector};
use zwang_program::kernel::number::{from_solver, to_solver};
use zwang_scene::{Polygon, Scene};

/// A gap is small below the size of the smaller part divided by this.
const SMALL: i64 = 1000;

/// Two parts with a small gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearPair {
    /// The parts, the smaller id first; not both of one body, of fixed bodies, or of bodies that
    /// ignore each other.
    pub parts: [PartId; 2],
    /// The least translation of the second part that closes the gap, m.
    pub closing: Vector,
}

impl NearPair {
    /// The square of the gap, m².
    #[must_use]
    pub fn gap_squared(&self) -> Rational {
        self.closing.dot(&self.closing)
    }
}

/// The pairs of parts with a small gap, the smallest first. Parts of `contacts` touch.
#[must_use]
pub fn almost_touching(scene: &Scene, contacts: &[Contact]) -> Vec<NearPair> {
    let small = Rational::new(1.into(), SMALL.into());
    let mut near = pairs(scene, contacts, &Limit::OfSize(small));
    near.sort_by_key(|pair| (pair.gap_squared(), pair.parts));
    near
}

/// The pairs of parts whose gap is positive and at most this, m.
pub(crate) fn within(scene: &Scene, contacts: &[Contact], most: &Rational) -> Vec<NearPair> {
    pairs(scene, contacts, &Limit::AtMost(most.clone()))
}

/// Which gaps are small.
enum Limit {
    /// Those below this share of the size of the smaller part.
    OfSize(Rational),
    /// Those of at most this width, m.
    AtMost(Rational),
}

impl Limit {
    /// The bounding box of a part, widened by at least the largest gap that is small beside it.
    fn reach(&self, part: &Outline) -> Outline {
        match self {
            Self::OfSize(share) => part.box_widened_by_share(&to_solver(share)),
            Self::AtMost(most) => part.box_widened(&to_solver(most)),
        }
    }

    /// Whether the gap with this square, between these parts, is small.
    fn holds(&self, gap_squared: &Rational, [first, second]: [&Polygon; 2]) -> bool {
        match self {
            Self::OfSize(share) => {
                let smaller = size_squared(first).min(size_squared(second));
                *gap_squared < smaller * share * share
            }
            Self::AtMost(most) => *gap_squared <= most * most,
        }
    }
}

/// The pairs with a small gap: the boxes meet if each is widened by its reach.
fn pairs(scene: &Scene, contacts: &[Contact], limit: &Limit) -> Vec<NearPair> {
    let touching = touching(contacts);
    let lattice = Lattice::new(scene);
    let mut parts = Vec::new();
    let mut boxes = Vec::new();
    for (id, outline) in lattice.parts() {
        parts.push((id, outline));
        boxes.push(limit.reach(outline));
    }
    let ignoring = scene.ignoring_pairs();
    let mut near = Vec::new();
    for (first, second) in meeting_outlines(&boxes) {
        let [(first, outline), (second, other)] = [parts[first], parts[second]];
        let parts = [first, second];
        if !may_move(scene, parts) || touching.binary_search(&parts).is_ok() {
            continue;
        }
        if ignore_each_other(&ignoring, parts) {
            continue;
        }
        let closing = closing([outline, other]);
        if closing.is_zero() {
            continue;
        }
        let polygons = parts.map(|id| &scene.bodies[id.body].parts[id.part]);
        if limit.holds(&closing.dot(&closing), polygons) {
            near.push(NearPair { parts, closing });
        }
    }
    near
}

/// The pairs of parts that touch, the smaller id first, ascending.
fn touching(contacts: &[Contact]) -> Vec<[PartId; 2]> {
    let mut pairs: Vec<[PartId; 2]> = Vec::with_capacity(contacts.len());
    for Contact { vertex, edge } in contacts {
        let parts = [vertex.part.min(edge.part), vertex.part.max(edge.part)];
        // Contacts of two parts follow each other.
        if pairs.last() != Some(&parts) {
            pairs.push(parts);
        }
    }
    // Mostly they are in order.
    pairs.sort_unstable();
    pairs
}

/// The square of the diagonal of the bounding box.
fn size_squared(polygon: &Polygon) -> Rational {
    let diagonal = diagonal(polygon);
    diagonal.dot(&diagonal)
}

/// From the lower left to the upper right corner of the bounding box.
fn diagonal(polygon: &Polygon) -> Vector {
    let (low, high) = polygon.bounding_box();
    &high - &low
}

/// A vector: integers over a positive one.
struct Way {
    along: Point,
    denominator: Integer,
}

impl Way {
    fn compare(&self, other: &Self) -> Ordering {
        let own = self.along.dot(&self.along) * &other.denominator * &other.denominator;
        let others = other.along.dot(&other.along) * &self.denominator * &self.denominator;
        own.cmp(&others)
    }
}

/// The least translation of the second polygon after which they touch, if they are disjoint.
fn closing(outlines: [&Outline; 2]) -> Vector {
    let unit = Outline::common_denominator(outlines);
    let [first, second] = &Outline::together(outlines);
    let mut nearest: Option<Way> = None;
    for (points, edges, sign) in [(second, first, 1), (first, second, -1)] {
        for point in points.iter() {
            for (index, start) in edges.iter().enumerate() {
                let end = &edges[(index + 1) % edges.len()];
                let way = to_segment(point, [start, end], sign);
                if nearest
                    .as_ref()
                    .is_none_or(|least| way.compare(least).is_lt())
                {
                    nearest = Some(way);
                }
            }
        }
    }
    let Some(Way { along, denominator }) = nearest else {
        return Vector::zero();
    };
    let unit = Integer::from(unit) * denominator;
    let [x, y] = [along.x, along.y].map(|value| {
        let value = LongRational::from_integers(value, unit.clone());
        from_solver(&value)
    });
    Vector::new(x, y)
}

/// From a point to the nearest point of a segment, or (sign -1) back.
fn to_segment(point: &Point, [start, end]: [&Point; 2], sign: i64) -> Way {
    let along = end.from(start);
    let offset = point.from(start);
    let mut denominator = along.dot(&along);
    let mut share = offset.dot(&along);
    if share <= 0 || share >= denominator {
        // One of the ends is nearest.
        share = Integer::from(share > 0);
        denominator = Integer::ONE;
    }
    let nearest = along.scaled(&share);
    let way = nearest.from(&offset.scaled(&denominator));
    Way {
        along: way.scaled(&Integer::from(sign)),
        denominator,
    }
}
