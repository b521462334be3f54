//! Contacts of parts of which one is rounded.
//!
//! The closest points of two cores are a vertex w and a point f of an edge, or two vertices. A
//! contact is a vertex w and an edge with its closest point f, h = w - f from there; if f is an end
//! of the edge, it is told once, by the edge that starts there. Its reach is
//!
//! ```text
//! ρ = max(0, |h| - R, (n - w)·(f - w)/|n - w|)
//! ```
//!
//! for the sum R of the radii and the neighbours n of w on its core, and likewise for those of f if
//! it is a vertex: as far as the other core would have to move for w and f to be closest.

use super::{Contacts, Near, Placed, Places};
use crate::nearness::DIRECTION_DIGITS;
use crate::vector::{Vector, difference, dot, sum};
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{FloorSqrt, UnsignedAbs};
use malachite::base::num::basic::traits::{One, Zero};
use zwang_certificate::{Contact, Feature};

/// A contact of rounded parts, in units of the grid.
#[derive(Clone, Debug)]
pub(crate) struct Rounded {
    /// h.
    pub(crate) shift: Vector<Integer>,
    /// The radii of the part of the vertex and of that of the edge.
    pub(crate) radii: [Integer; 2],
    /// Whether f is a vertex.
    pub(crate) is_at_vertex: bool,
    /// |h| - R.
    pub(crate) gap: Integer,
}

impl Places {
    /// A contact of rounded parts where bodies are; `None` if its parts have corners.
    pub(crate) fn rounded(&self, contact: &Contact) -> Option<Near> {
        let [own, other] = [contact.vertex.part, contact.edge.part].map(|id| &self.parts[&id]);
        if own.radius == 0 && other.radius == 0 {
            return None;
        }
        Some(near([own, other], contact).0)
    }
}

impl Contacts {
    /// Adds the contacts of two parts of which one is rounded. Returns whether it has: if their
    /// cores overlap, only edges tell how to separate them.
    pub(super) fn add_rounded(&mut self, pair: [&Placed; 2]) -> bool {
        if cores_overlap(pair) {
            return false;
        }
        for [own, other] in [pair, [pair[1], pair[0]]] {
            for vertex in 0..own.vertices.len() {
                for edge in 0..other.vertices.len() {
                    let contact = Contact {
                        vertex: Feature {
                            part: own.part,
                            index: vertex,
                        },
                        edge: Feature {
                            part: other.part,
                            index: edge,
                        },
                    };
                    let (near, closest) = near([own, other], &contact);
                    let is_told_elsewhere = match closest {
                        Closest::Inner => false,
                        Closest::Start => own.part > other.part,
                        Closest::End => true,
                    };
                    if !is_told_elsewhere {
                        self.note(contact, near);
                    }
                }
            }
        }
        true
    }
}

/// The place of the closest point of an edge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Closest {
    Inner,
    Start,
    End,
}

/// A contact of a vertex of the first part and an edge of the second.
fn near([own, other]: [&Placed; 2], contact: &Contact) -> (Near, Closest) {
    let vertex = contact.vertex.index;
    let edge = contact.edge.index;
    let point = &own.vertices[vertex];
    let [start, end] = other.edge(edge);
    let direction = difference(end, start);
    let arm = difference(point, start);
    let length_squared = dot(&direction, &direction);
    let along = dot(&direction, &arm);
    let (foot, closest) = if along <= 0 {
        (start.clone(), Closest::Start)
    } else if along >= length_squared {
        (end.clone(), Closest::End)
    } else {
        let way = direction
            .each_ref()
            .map(|part| part * &along / &length_squared);
        (sum(start, &way), Closest::Inner)
    };
    let shift = difference(point, &foot);
    let distance = length(&shift);
    let radii = [own.radius.clone(), other.radius.clone()];
    let reach = &radii[0] + &radii[1];
    let gap = &distance - &reach;
    let mut worse = beyond(own, vertex, &foot);
    if closest != Closest::Inner {
        let at = match closest {
            Closest::End => (edge + 1) % other.vertices.len(),
            _ => edge,
        };
        worse = worse.max(beyond(other, at, point));
    }
    let [x, y] = shift
        .each_ref()
        .map(|part| (part << DIRECTION_DIGITS) / &distance);
    let to_surface = shift.each_ref().map(|part| part * &radii[1] / &reach);
    let near = Near {
        reach: gap.clone().max(worse.clone()).max(Integer::ZERO),
        along: along.clone() / length(&direction),
        point: sum(&foot, &to_surface),
        // Its outward normal is along h.
        direction: [-y, x],
        beyond: Integer::ZERO,
        worse,
        rounded: Some(Rounded {
            shift,
            radii,
            is_at_vertex: closest != Closest::Inner,
            gap,
        }),
    };
    (near, closest)
}

/// How far a point is from where a vertex is the closest one of its core; 0 if it is there.
fn beyond(part: &Placed, vertex: usize, point: &Vector<Integer>) -> Integer {
    let count = part.vertices.len();
    let own = &part.vertices[vertex];
    let arm = difference(point, own);
    let mut farthest = Integer::ZERO;
    for neighbour in [vertex + 1, vertex + count - 1] {
        let way = difference(&part.vertices[neighbour % count], own);
        farthest = farthest.max(dot(&way, &arm) / length(&way));
    }
    farthest
}

/// The length of a vector, rounded down, but at least 1.
fn length(vector: &Vector<Integer>) -> Integer {
    let squared = dot(vector, vector).unsigned_abs();
    Integer::from(squared.floor_sqrt()).max(Integer::ONE)
}

/// Whether no line separates two cores: that of an edge, or one across an end of a segment. Two
/// points never overlap.
fn cores_overlap(pair: [&Placed; 2]) -> bool {
    let mut has_edges = false;
    for [owner, other] in [pair, [pair[1], pair[0]]] {
        let count = owner.vertices.len();
        if count == 1 {
            continue;
        }
        has_edges = true;
        for edge in 0..count {
            let [start, end] = owner.edge(edge);
            let along = difference(end, start);
            let outward = [along[1].clone(), -&along[0]];
            let across_end = (count == 2).then_some(along);
            if is_outside(other, end, &outward) {
                return false;
            }
            if let Some(direction) = across_end
                && is_outside(other, end, &direction)
            {
                return false;
            }
        }
    }
    has_edges
}

/// Whether all of a core is on one side of a point.
fn is_outside(part: &Placed, from: &Vector<Integer>, outward: &Vector<Integer>) -> bool {
    let mut vertices = part.vertices.iter();
    vertices.all(|vertex| dot(&difference(vertex, from), outward) >= 0)
}
