//! Pairs of which a part is rounded (`proofs/RUN.md`, section 15).
//!
//! The shortest vector between the cores ends at a vertex and an edge, or at two vertices. The rows
//! of the pair are those of its ends; of cores that lie flat on each other, those at both ends of
//! their overlap. A row of two vertices has that of the second part behind its edges.

use crate::number::LONG;
use crate::options::overlap;
use crate::outline::Outline;
use crate::plane::Plane;
use crate::state::Placed;
use malachite::base::num::arithmetic::traits::{DivRound, FloorSqrt, Square, UnsignedAbs};
use malachite::base::num::basic::traits::Zero;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use zwang_certificate::{Contact, Feature, PartId};

/// The shortest vectors between two cores.
pub(crate) struct Shortest {
    /// The rows at their ends.
    rows: BTreeSet<Contact>,
    /// The square of their length, over U² 2^4g, as a fraction.
    square: [Integer; 2],
    /// A vector along them, from the first core to the second.
    normal: Plane,
    /// Whether they end at an edge.
    is_of_edge: bool,
}

/// The place of a vertex beside an edge.
fn beside(from_start: &Plane, along: &Plane) -> Ordering {
    let place = from_start.dot(along);
    if place < 0 {
        return Ordering::Less;
    }
    match place > along.norm_squared() {
        true => Ordering::Greater,
        false => Ordering::Equal,
    }
}

/// Whether a point is over an edge, its ends included, given the vectors from its start.
pub(crate) fn is_over(from_start: &Plane, along: &Plane) -> bool {
    beside(from_start, along).is_eq()
}

impl Shortest {
    /// `None` if the cores meet.
    pub(crate) fn new(outline: &Outline, placed: &Placed, parts: [PartId; 2]) -> Option<Self> {
        if meet(outline, placed, parts) {
            return None;
        }
        let mut shortest: Option<Self> = None;
        let sides = [(parts, true), ([parts[1], parts[0]], false)];
        for ([own, other], is_first) in sides {
            for (index, point) in placed.part(own).iter().enumerate() {
                for edge in outline.edges(other) {
                    let along = placed.edge(edge);
                    let from_start = point - placed.vertex(edge);
                    let gap = from_start.cross(&along);
                    if gap < 0 || !is_over(&from_start, &along) {
                        continue;
                    }
                    let outward = along.quarter_turn();
                    let normal = if is_first {
                        outward
                    } else {
                        &Plane::ZERO - &outward
                    };
                    let vertex = Feature { part: own, index };
                    add(
                        &mut shortest,
                        Self {
                            rows: BTreeSet::from([Contact { vertex, edge }]),
                            square: [gap.square(), along.norm_squared()],
                            normal,
                            is_of_edge: true,
                        },
                    );
                }
            }
        }
        let [first, second] = parts;
        for (index, point) in placed.part(first).iter().enumerate() {
            for (other, opposite) in placed.part(second).iter().enumerate() {
                let normal = opposite - point;
                let vertices = [index, other];
                add(
                    &mut shortest,
                    Self {
                        rows: BTreeSet::from([of_vertices(outline, parts, vertices)]),
                        square: [normal.norm_squared(), Integer::from(1)],
                        normal,
                        is_of_edge: false,
                    },
                );
            }
        }
        shortest.filter(|found| found.square[0] > 0)
    }

    fn order(&self, other: &Self) -> Ordering {
        let [above, below] = &self.square;
        let [other_above, other_below] = &other.square;
        (above * other_below).cmp(&(other_above * below))
    }

    /// Whether they are longer than R and so much more, m.
    pub(crate) fn is_apart(&self, outline: &Outline, parts: [PartId; 2], more: &Rational) -> bool {
        self.compared(outline, parts, more).is_gt()
    }

    /// Whether they are shorter than R and so much more, m.
    pub(crate) fn overlaps_within(
        &self,
        outline: &Outline,
        parts: [PartId; 2],
        more: &Rational,
    ) -> bool {
        self.compared(outline, parts, more).is_lt()
    }

    fn compared(&self, outline: &Outline, parts: [PartId; 2], more: &Rational) -> Ordering {
        let unit = &outline.unit << LONG;
        let reach = Rational::from(outline.reach(parts) << LONG) + more * Rational::from(unit);
        let [above, below] = &self.square;
        Rational::from(above.clone()).cmp(&(reach.square() * Rational::from(below.clone())))
    }

    /// Whether they are shorter than R.
    fn overlaps(&self, outline: &Outline, parts: [PartId; 2]) -> bool {
        let reach = (outline.reach(parts) << LONG).square();
        self.square[0] < reach * &self.square[1]
    }
}

/// Adds a row that is as short as the others, or takes it in place of longer ones. If vectors to
/// an edge and to a vertex are the same, the edge counts.
fn add(shortest: &mut Option<Shortest>, mut new: Shortest) {
    if let Some(found) = shortest {
        match new.order(found) {
            Ordering::Greater => return,
            Ordering::Equal if found.is_of_edge && !new.is_of_edge => return,
            Ordering::Equal => {
                found.rows.append(&mut new.rows);
                return;
            }
            Ordering::Less => {}
        }
    }
    *shortest = Some(new);
}

/// Whether no edge of two cores has all vertices of the other one outside.
fn meet(outline: &Outline, placed: &Placed, parts: [PartId; 2]) -> bool {
    let mut have_edges = false;
    for [own, other] in [parts, [parts[1], parts[0]]] {
        for edge in outline.edges(own) {
            have_edges = true;
            let along = placed.edge(edge);
            let start = placed.vertex(edge);
            let mut points = placed.part(other).iter();
            if points.all(|point| (point - start).cross(&along) >= 0) {
                return false;
            }
        }
    }
    have_edges
}

/// The row of two vertices.
fn of_vertices(outline: &Outline, [first, second]: [PartId; 2], vertices: [usize; 2]) -> Contact {
    let count = outline.arms(second).len();
    Contact {
        vertex: Feature {
            part: first,
            index: vertices[0],
        },
        edge: Feature {
            part: second,
            index: count + vertices[1],
        },
    }
}

/// The rows of a pair at a guess.
pub(crate) fn rows(
    outline: &Outline,
    before: &Placed,
    guessed: &Placed,
    parts: [PartId; 2],
) -> Vec<Contact> {
    let found = Shortest::new(outline, guessed, parts);
    let earlier = Shortest::new(outline, before, parts);
    let (placed, shortest) = match (found, earlier) {
        (None, None) => return Vec::new(),
        (None, Some(earlier)) => (before, earlier),
        (Some(found), None) => (guessed, found),
        (Some(found), Some(earlier)) => {
            let is_turned = found.normal.dot(&earlier.normal) <= 0;
            match is_turned && found.overlaps(outline, parts) {
                true => (before, earlier),
                false => (guessed, found),
            }
        }
    };
    let mut rows = shortest.rows.clone();
    for row in &shortest.rows {
        for e in containing(outline, parts[0], row) {
            for f in containing(outline, parts[1], row) {
                for end in overlap(outline, placed, e, f)
                    .into_iter()
                    .flatten()
                    .flatten()
                {
                    rows.insert(clamped(outline, placed, parts, end));
                }
            }
        }
    }
    rows.retain(|row| !is_hidden(outline, row));
    rows.into_iter().collect()
}

/// The edges of a part of a row that contain its end.
fn containing(outline: &Outline, part: PartId, row: &Contact) -> Vec<Feature> {
    let vertex = match row.vertex.part == part {
        true => Some(row.vertex.index),
        false => row.edge.index.checked_sub(outline.arms(part).len()),
    };
    let Some(vertex) = vertex else {
        return vec![row.edge];
    };
    let edges = outline.edges(part);
    let ends = edges.filter(|edge| edge.index == vertex || outline.next(*edge).index == vertex);
    ends.collect()
}

/// The row of a vertex and the point of an edge that is closest to it.
fn clamped(outline: &Outline, placed: &Placed, parts: [PartId; 2], row: Contact) -> Contact {
    let from_start = placed.vertex(row.vertex) - placed.vertex(row.edge);
    let end = match beside(&from_start, &placed.edge(row.edge)) {
        Ordering::Equal => return row,
        Ordering::Less => row.edge.index,
        Ordering::Greater => outline.next(row.edge).index,
    };
    let vertices = match row.vertex.part == parts[0] {
        true => [row.vertex.index, end],
        false => [end, row.vertex.index],
    };
    of_vertices(outline, parts, vertices)
}

/// Whether the vertex, or what is opposite to it, is hidden from the other body.
fn is_hidden(outline: &Outline, row: &Contact) -> bool {
    let [own, other] = row.bodies();
    if outline.is_hidden_vertex(row.vertex, other) {
        return true;
    }
    match outline.opposite(row) {
        Some(vertex) => outline.is_hidden_vertex(vertex, own),
        None => outline.is_hidden(row.edge, own),
    }
}

/// The square of how far two parts overlap, rounded up, m².
pub(crate) fn depth_squared(outline: &Outline, placed: &Placed, parts: [PartId; 2]) -> Rational {
    let unit = &outline.unit << LONG;
    let reach = outline.reach(parts) << LONG;
    let Some(shortest) = Shortest::new(outline, placed, parts) else {
        return Rational::from_integers(reach.square(), unit.square());
    };
    if !shortest.overlaps(outline, parts) {
        return Rational::ZERO;
    }
    let [above, below] = shortest.square;
    // The square of the distance over U² 2^4g is over 2^4g in metres, rounded down.
    let (square, _) = above.div_round(below * (&outline.unit).square(), RoundingMode::Floor);
    let distance = Integer::from(square.unsigned_abs().floor_sqrt());
    let distance = Rational::from_integers(distance, Integer::from(1) << LONG);
    (Rational::from_integers(reach, unit) - distance).square()
}
