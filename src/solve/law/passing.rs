//! Corners that meet, and may pass each other (`proofs/RUN.md`, section 12, *Corners that pass*).
//!
//! A vertex at an end of an edge that bounds another part there is beside this edge, or beside one
//! of its own part: either keeps the two apart.

use crate::candidates::row_is_within;
use crate::outline::Outline;
use crate::rows::Value;
use crate::state::Placed;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::Square;
use std::cmp::Ordering;
use zwang_certificate::{Contact, Feature};

/// The rows by which the corner of a row may pass the one that it meets.
pub(crate) fn rows_of_passing(
    outline: &Outline,
    placed: &Placed,
    contact: &Contact,
) -> Vec<Contact> {
    let mut found = Vec::new();
    let Contact { vertex, edge } = *contact;
    if !outline.has_corners(contact) {
        return found;
    }
    let own = outline.arms(vertex.part).len();
    let other = outline.arms(edge.part).len();
    for index in [edge.index, (edge.index + 1) % other] {
        for own_edge in [(vertex.index + own - 1) % own, vertex.index] {
            let row_of = |index: usize| Contact {
                vertex: Feature {
                    part: edge.part,
                    index: index % other,
                },
                edge: Feature {
                    part: vertex.part,
                    index: own_edge,
                },
            };
            let around = [index + other - 1, index, index + 1];
            let meet = placed.meet(outline, [vertex, row_of(index).vertex]);
            if meet
                && around
                    .iter()
                    .all(|index| is_outside(outline, placed, &row_of(*index)))
            {
                found.push(row_of(index));
            }
        }
    }
    found
}

/// Whether the gap of a row is above 0, or within touch of it.
fn is_outside(outline: &Outline, placed: &Placed, contact: &Contact) -> bool {
    let gap = placed.gap(outline, contact);
    gap >= 0 || row_is_within(outline, contact, &gap, &(&outline.touch).square())
}

/// The row of those by which the corner of a row may pass that closes least, given the velocities of
/// gaps; the row itself if it closes as little, or two others do.
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
