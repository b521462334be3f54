//! Parts that almost touch: what is meant to stand on something, and by a rounded number does not.
//!
//! The gap of two disjoint convex polygons is the least distance of a vertex of one from an edge of
//! the other. A pair almost touches if its gap is positive and less than 1/1000 of the size of the
//! smaller part, the diagonal of its bounding box. All of it is decided by squares.

use crate::contacts::{BoundingBox, meeting_boxes};
use num_traits::{One, Signed, Zero};
use std::collections::BTreeSet;
use zwang_certificate::{Contact, PartId};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Polygon, Scene};

/// A gap is small below this part of the size of the smaller part.
const SMALL: (i64, i64) = (1, 1000);

/// Two parts with a small gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearPair {
    /// The parts, the smaller id first; not both of one body or of fixed bodies.
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
    let small = Rational::new(SMALL.0.into(), SMALL.1.into());
    let square = &small * &small;
    let is_small = |gap: &Rational, parts: [&Polygon; 2]| {
        parts.iter().all(|part| *gap < size_squared(part) * &square)
    };
    let mut near = pairs(scene, contacts, |part| size_bound(part) * &small, is_small);
    near.sort_by_key(|pair| (pair.gap_squared(), pair.parts));
    near
}

/// The pairs of parts whose gap is positive and at most this, m.
pub(crate) fn within(scene: &Scene, contacts: &[Contact], most: &Rational) -> Vec<NearPair> {
    let square = most * most;
    pairs(scene, contacts, |_| most.clone(), |gap, _| *gap <= square)
}

/// The pairs whose boxes meet if each is widened by a reach, and whose gap is small.
fn pairs(
    scene: &Scene,
    contacts: &[Contact],
    reach: impl Fn(&Polygon) -> Rational,
    is_small: impl Fn(&Rational, [&Polygon; 2]) -> bool,
) -> Vec<NearPair> {
    let touching = touching(contacts);
    let mut ids = Vec::new();
    let mut boxes = Vec::new();
    for (body, content) in scene.bodies.iter().enumerate() {
        for (part, polygon) in content.parts.iter().enumerate() {
            ids.push(PartId { body, part });
            boxes.push(widened(polygon, &reach(polygon)));
        }
    }
    let mut near = Vec::new();
    for (first, second) in meeting_boxes(&boxes) {
        let parts = [ids[first], ids[second]];
        if !may_move(scene, parts) || touching.contains(&parts) {
            continue;
        }
        let polygons = parts.map(|id| &scene.bodies[id.body].parts[id.part]);
        let closing = closing(polygons);
        let gap = closing.dot(&closing);
        if gap.is_positive() && is_small(&gap, polygons) {
            near.push(NearPair { parts, closing });
        }
    }
    near
}

/// The pairs of parts that touch, the smaller id first.
fn touching(contacts: &[Contact]) -> BTreeSet<[PartId; 2]> {
    let mut pairs = BTreeSet::new();
    for Contact { vertex, edge } in contacts {
        let parts = [vertex.part, edge.part];
        pairs.insert([parts[0].min(parts[1]), parts[0].max(parts[1])]);
    }
    pairs
}

fn may_move(scene: &Scene, [first, second]: [PartId; 2]) -> bool {
    let are_fixed = [first, second].map(|id| scene.bodies[id.body].is_fixed());
    first.body != second.body && are_fixed.contains(&false)
}

/// The square of the diagonal of the bounding box.
fn size_squared(polygon: &Polygon) -> Rational {
    let (low, high) = polygon.bounding_box();
    let diagonal = &high - &low;
    diagonal.dot(&diagonal)
}

/// At least the diagonal of the bounding box.
fn size_bound(polygon: &Polygon) -> Rational {
    let (low, high) = polygon.bounding_box();
    let diagonal = &high - &low;
    diagonal.x + diagonal.y
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
