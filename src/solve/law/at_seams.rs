//! Options at seams (`proofs/RUN.md`, section 5, *At seams*).
//!
//! A vertex w at a seam is no corner of its whole. So it is not held by an edge of a corner p that
//! is near: where p is over the edge f that bounds the whole at w, it is held by f. And a part that
//! is behind others holds nothing.

use crate::candidates::{Pair, row_is_within, separation};
use crate::number::LONG;
use crate::options::{Alternative, row};
use crate::outline::Outline;
use crate::seams::{Seam, seam};
use crate::state::Placed;
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Square;
use malachite::base::num::basic::traits::{One, Zero};
use zwang_certificate::{Contact, Feature, PartId};

/// The options of a pair, given as they would be without seams, before and at the guess.
pub(crate) fn rows_at_seams(
    outline: &Outline,
    placed: [&Placed; 2],
    pair: &Pair,
    options: Vec<Alternative>,
) -> Vec<Alternative> {
    if is_behind(outline, placed, pair) {
        return vec![Alternative::new()];
    }
    let mut different: Vec<Alternative> = Vec::new();
    for option in options {
        let mut rows = Alternative::new();
        for contact in option {
            if let Some(row) = past_seam(outline, placed, contact)
                && !rows.contains(&row)
            {
                rows.push(row);
            }
        }
        if !different.contains(&rows) {
            different.push(rows);
        }
    }
    different
}

/// Whether a part of a pair is behind others: these cover all its candidates, of which it has some,
/// where the other part is, before the guess and at it.
fn is_behind(outline: &Outline, placed: [&Placed; 2], pair: &Pair) -> bool {
    let [first, second] = pair.parts;
    for (edges, other) in pair.candidates.iter().zip([second, first]) {
        let mut covered = edges.iter();
        if !edges.is_empty() && covered.all(|edge| is_covered(outline, placed, *edge, other)) {
            return true;
        }
    }
    false
}

/// Whether others cover an edge where the vertices of a part that are nearest to it at the guess,
/// or before, are at the guess, and as far from there as they go, D at least.
fn is_covered(outline: &Outline, placed: [&Placed; 2], edge: Feature, other: PartId) -> bool {
    let mut shares = Vec::new();
    let mut far_squared = near_squared(outline, edge.part, other);
    let area = Rational::from((&outline.unit).square() << (2 * LONG));
    let along = placed[1].edge(edge);
    for vertex in placed.map(|at| nearest(at, edge, other)).concat() {
        let ways = placed.map(|at| at.vertex(vertex) - at.vertex(edge));
        let moved = &ways[1] - &ways[0];
        far_squared = far_squared.max(Rational::from(moved.norm_squared()) / &area);
        let share = Rational::from_integers(ways[1].dot(&along), along.norm_squared());
        shares.push(share.clamp(Rational::ZERO, Rational::ONE));
    }
    let [Some(low), Some(high)] = [shares.iter().min(), shares.iter().max()] else {
        return false;
    };
    let Some([first, last]) = outline.covered_about(edge, other.body, low) else {
        return false;
    };
    far_squared /= outline.edge_length_squared(edge);
    let is_far = |way: Rational| way >= 0 && way.square() >= far_squared;
    (first <= 0 || is_far(low - first)) && (last >= 1 || is_far(last - high))
}

/// The vertices of a part that are nearest to an edge.
fn nearest(placed: &Placed, edge: Feature, part: PartId) -> Vec<Feature> {
    let start = placed.vertex(edge);
    let along = placed.edge(edge);
    let least = separation(placed, edge, part);
    let vertices = placed.part(part).iter().enumerate();
    let nearest = vertices.filter(|(_, vertex)| (*vertex - start).cross(&along) == least);
    nearest.map(|(index, _)| Feature { part, index }).collect()
}

/// D²: so near, corners of a whole and of a body are looked at together.
fn near_squared(outline: &Outline, first: PartId, second: PartId) -> Rational {
    let of_touch = (&outline.touch).square() << 20u64;
    of_touch.max(outline.tolerance_squared(first, second) << 2u64)
}

/// The row itself, or the one that takes its place; none if its part is inside of a whole at its
/// vertex.
fn past_seam(
    outline: &Outline,
    [before, placed]: [&Placed; 2],
    contact: Contact,
) -> Option<Contact> {
    match seam(outline, contact.vertex, contact.edge.part.body) {
        None => Some(contact),
        Some(Seam::Inside) => None,
        Some(Seam::BoundBy(bound)) => {
            let end = near_end(outline, placed, contact, bound);
            let held = end.map(|end| row(end, bound)).filter(|held| {
                is_over(outline, placed, contact.vertex, held) && is_outside(outline, before, held)
            });
            Some(held.unwrap_or(contact))
        }
    }
}

/// The first end of the edge of a row that is at a distance of at most D from its vertex; none if
/// the whole is not bounded so far.
fn near_end(
    outline: &Outline,
    placed: &Placed,
    Contact { vertex, edge }: Contact,
    bound: Feature,
) -> Option<Feature> {
    // Squares of lengths are over U².
    let area = Rational::from((&outline.unit).square());
    let near_squared = near_squared(outline, vertex.part, edge.part) * area;
    if near_squared > *outline.edge_squared(bound) {
        return None;
    }
    for end in [edge, outline.next(edge)] {
        let way = placed.vertex(end) - placed.vertex(vertex);
        if Rational::from(way.norm_squared()) >> (2 * LONG) <= near_squared {
            return Some(end);
        }
    }
    None
}

/// Whether the vertex of a row is over its edge, as seen from an end of this, or within touch of
/// that.
fn is_over(outline: &Outline, placed: &Placed, end: Feature, row: &Contact) -> bool {
    let far = match row.edge == end {
        true => outline.next(row.edge),
        false => row.edge,
    };
    let along = placed.vertex(far) - placed.vertex(end);
    let place = (placed.vertex(row.vertex) - placed.vertex(end)).dot(&along);
    let touch = &outline.touch * Rational::from(&outline.unit << (2 * LONG));
    let most = touch.square() * Rational::from(outline.edge_squared(row.edge));
    place >= 0 || place.square() <= most
}

/// Whether the vertex of a row is outside of its edge, or overlaps by the tolerance at most.
pub(crate) fn is_outside(outline: &Outline, placed: &Placed, row: &Contact) -> bool {
    let gap = placed.gap(outline, row);
    let tolerance_squared = outline.tolerance_squared(row.vertex.part, row.edge.part);
    gap >= 0 || row_is_within(outline, row, &gap, &tolerance_squared)
}
