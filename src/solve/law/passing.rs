//! Corners that meet, and may pass each other (`proofs/RUN.md`, section 12, *Corners that pass*).
//!
//! A vertex at an end of an edge that bounds another part there is beside this edge, or beside one
//! of its own part: either keeps the two apart.

use crate::candidates::row_is_within;
use crate::number::LONG;
use crate::outline::Outline;
use crate::rows::Value;
use crate::seams::seam;
use crate::state::Placed;
use malachite::base::num::arithmetic::traits::Square;
use malachite::{Integer, Rational};
use std::cmp::Ordering;
use zwang_certificate::{Contact, Feature};

/// The rows by which the corner of a row may pass the one that it meets.
pub(crate) fn rows_of_passing(
    outline: &Outline,
    placed: &Placed,
    contact: &Contact,
) -> Vec<Contact> {
    let Contact { vertex, edge } = *contact;
    let mut found = Vec::new();
    if !outline.has_corners(contact) {
        return found;
    }
    let [edge_before, _] = outline.beside(vertex);
    for corner in [edge, outline.next(edge)] {
        let are_near = are_near(outline, placed, [vertex, corner]);
        if !are_near || seam(outline, corner, vertex.part.body).is_some() {
            continue;
        }
        let [before, after] = outline.beside(corner);
        for edge in [edge_before, vertex] {
            let rows = [corner, before, after].map(|vertex| Contact { vertex, edge });
            if rows.iter().all(|row| is_outside(outline, placed, row)) {
                let [row, _, _] = rows;
                found.push(row);
            }
        }
    }
    found
}

/// Whether two vertices are at a distance of at most 2^8 touch. (Both rows of edges at a small
/// angle are within touch as far from the corners.)
fn are_near(outline: &Outline, placed: &Placed, [one, other]: [Feature; 2]) -> bool {
    let square = (placed.vertex(one) - placed.vertex(other)).norm_squared();
    let touch = &outline.touch * Rational::from(&outline.unit << LONG);
    square <= touch.square() << 16u64
}

/// Whether the gap of a row is above 0, or within touch of it.
fn is_outside(outline: &Outline, placed: &Placed, contact: &Contact) -> bool {
    let gap = placed.gap(outline, contact);
    gap >= 0 || row_is_within(outline, contact, &gap, &(&outline.touch).square())
}

/// The row of those by which the corner of a row may pass that closes least, given the velocities
/// of gaps; the row itself if it closes as little, or two others do.
pub(crate) fn least_closing(
    outline: &Outline,
    placed: &Placed,
    contact: Contact,
    velocity: impl Fn(Contact) -> Value,
) -> Contact {
    let mut least = contact;
    let mut is_only = true;
    for passing in rows_of_passing(outline, placed, &contact) {
        let speeds = [passing, least].map(|contact| (velocity(contact), contact));
        match order(outline, &speeds) {
            Ordering::Less => {}
            Ordering::Equal => is_only &= least == contact,
            Ordering::Greater => {
                least = passing;
                is_only = true;
            }
        }
    }
    if is_only { least } else { contact }
}

/// The order of u/|e|, for velocities over one unit.
fn order(outline: &Outline, [one, other]: &[(Value, Contact); 2]) -> Ordering {
    let signed_square = |(velocity, _): &(Value, Contact)| {
        let square = (&velocity.numerator).square();
        if velocity.numerator < 0 {
            -square
        } else {
            square
        }
    };
    let own: Integer = signed_square(one) * outline.scale_squared(&other.1);
    own.cmp(&(signed_square(other) * outline.scale_squared(&one.1)))
}
