//! Parts that almost touch: what is meant to stand on something, and by a rounded number does not.
//!
//! The gap of two disjoint convex polygons is the least distance of a vertex of one from an edge of
//! the other. A pair almost touches if its gap is positive and less than 1/1000 of the size of the
//! smaller part, the diagonal of its bounding box. All of it is decided by squares.

use crate::contacts::{BoundingBox, ignore_each_other, may_move, meeting_boxes};
use num_traits::{One, Signed, Zero};
use std::collections::BTreeSet;
use zwang_certificate::{Contact, PartId};
use zwang_exact::{Rational, Vector};
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
    /// At least the largest gap that is small beside this part.
    fn reach(&self, part: &Polygon) -> Rational {
        match self {
            Self::OfSize(share) => size_bound(part) * share,
            Self::AtMost(most) => most.clone(),
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
    let mut ids = Vec::new();
    let mut boxes = Vec::new();
    for (body, content) in scene.bodies.iter().enumerate() {
        for (part, polygon) in content.parts.iter().enumerate() {
            ids.push(PartId { body, part });
            let reach = limit.reach(polygon);
            boxes.push(widened(polygon, &reach));
        }
    }
    let ignoring = scene.ignoring_pairs();
    let mut near = Vec::new();
    for (first, second) in meeting_boxes(&boxes) {
        let parts = [ids[first], ids[second]];
        if !may_move(scene, parts) || touching.contains(&parts) {
            continue;
        }
        if ignore_each_other(&ignoring, parts) {
            continue;
        }
        let polygons = parts.map(|id| &scene.bodies[id.body].parts[id.part]);
        let closing = closing(polygons);
        let gap = closing.dot(&closing);
        if gap.is_positive() && limit.holds(&gap, polygons) {
            near.push(NearPair { parts, closing });
        }
    }
    near
}

/// The pairs of parts that touch, the smaller id first.
fn touching(contacts: &[Contact]) -> BTreeSet<[PartId; 2]> {
    let mut pairs = BTreeSet::new();
    for Contact { vertex, edge } in contacts {
        let mut parts = [vertex.part, edge.part];
        parts.sort();
        pairs.insert(parts);
    }
    pairs
}

/// The square of the diagonal of the bounding box.
fn size_squared(polygon: &Polygon) -> Rational {
    let diagonal = diagonal(polygon);
    diagonal.dot(&diagonal)
}

/// At least the diagonal of the bounding box.
fn size_bound(polygon: &Polygon) -> Rational {
    let diagonal = diagonal(polygon);
    diagonal.x + diagonal.y
}

/// From the lower left to the upper right corner of the bounding box.
fn diagonal(polygon: &Polygon) -> Vector {
    let (low, high) = polygon.bounding_box();
    &high - &low
}

fn widened(polygon: &Polygon, reach: &Rational) -> BoundingBox {
    let (low, high) = polygon.bounding_box();
    [
        [low.x - reach, high.x + reach],
        [low.y - reach, high.y + reach],
    ]
}

/// The least translation of the second polygon after which they touch, if they are disjoint.
fn closing([first, second]: [&Polygon; 2]) -> Vector {
    let mut candidates = Vec::new();
    for vertex in second.vertices() {
        for edge in first.edges() {
            candidates.push(to_segment(vertex, edge));
        }
    }
    for vertex in first.vertices() {
        for edge in second.edges() {
            candidates.push(-&to_segment(vertex, edge));
        }
    }
    let nearest = candidates.into_iter().min_by_key(|way| way.dot(way));
    nearest.unwrap_or_else(Vector::zero)
}

/// From a point to the nearest point of a segment.
fn to_segment(point: &Vector, (start, end): (&Vector, &Vector)) -> Vector {
    let along = end - start;
    let offset = point - start;
    let share = offset.dot(&along) / along.dot(&along);
    let share = share.clamp(Rational::zero(), Rational::one());
    let nearest = start + &along.scaled(&share);
    &nearest - point
}
