//! Options at seams (`proofs/RUN.md`, section 5, *At seams*).
//!
//! A vertex w at a seam is no corner of its whole. So it is not held by an edge of a corner p that
//! is near: where p is over the edge f that bounds the whole at w, it is held by f. And a part that
//! is behind others holds nothing.

use crate::candidates::{Pair, row_is_within};
use crate::number::LONG;
use crate::options::{Alternative, row};
use crate::outline::Outline;
use crate::seams::{Seam, seam};
use crate::state::Placed;
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Square;
use zwang_certificate::{Contact, Feature};

/// The options of a pair, given as they would be without seams, before and at the guess.
pub(crate) fn rows_at_seams(
    outline: &Outline,
    placed: [&Placed; 2],
    pair: &Pair,
    options: Vec<Alternative>,
) -> Vec<Alternative> {
    if is_behind(outline, pair) {
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

/// Whether a part of a pair is behind others: these cover all its candidates, of which it has some.
fn is_behind(outline: &Outline, pair: &Pair) -> bool {
    let [first, second] = pair.parts;
    for (edges, other) in pair.candidates.iter().zip([second, first]) {
        let mut covered = edges.iter();
        if !edges.is_empty() && covered.all(|edge| outline.is_covered(*edge, other.body)) {
            return true;
        }
    }
    false
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
    let touch_squared: Rational = (&outline.touch).square();
    let tolerance_squared = outline.tolerance_squared(vertex.part, edge.part);
    let near_squared = (touch_squared << 20u64).max(tolerance_squared << 2u64) * area;
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
fn is_outside(outline: &Outline, placed: &Placed, row: &Contact) -> bool {
    let gap = placed.gap(outline, row);
    let tolerance_squared = outline.tolerance_squared(row.vertex.part, row.edge.part);
    gap >= 0 || row_is_within(outline, row, &gap, &tolerance_squared)
}
