//! Rows that press against each other at one place (`proofs/RUN.md`, section 13, *Places*).
//!
//! Forces at one point turn no body about it. Points of one place that rounding, or half of a
//! guess, moved apart would let forces do that which nearly cancel, as large as it takes.

use super::guess::Row;
use super::number::Number;
use super::vector::Vector;
use crate::core::union::Union;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;
use zwang_scene::BodyId;

/// A row is compared with so many others before it, and behind it, in the order of corners.
const MOST_BESIDE: usize = 64;

/// A row of a program that may be in a place.
pub(super) struct Located<'a> {
    pub row: &'a mut Row,
    /// Its vertex in the state before.
    pub corner: Vector,
}

impl Located<'_> {
    fn order(&self) -> (&Number, &Number, Contact) {
        (&self.corner.x, &self.corner.y, self.row.name)
    }
}

/// The places of a program.
pub(super) fn places<'a>(mut rows: Vec<Located<'a>>, touch: &Number) -> Vec<Vec<Located<'a>>> {
    rows.sort_by(|one, other| one.order().cmp(&other.order()));
    let touch_squared = touch.square();
    let mut joined: Union<Contact> = Union::new();
    for (index, one) in rows.iter().enumerate() {
        for other in rows.iter().skip(index).take(MOST_BESIDE + 1).skip(1) {
            let between = other.corner.minus(&one.corner);
            if between.x > *touch {
                break;
            }
            if between.square() <= touch_squared && one.row.has_a_body_of(other.row) {
                joined.join(&[one.row.name, other.row.name]);
            }
        }
    }
    let mut sets: BTreeMap<Contact, Vec<Located>> = BTreeMap::new();
    for located in rows {
        let place = joined.root(located.row.name);
        sets.entry(place).or_default().push(located);
    }
    let mut places: Vec<Vec<Located>> = sets.into_values().collect();
    places.retain(|place| may_cancel(place));
    places
}

/// Lets the rows of a place act at the centre of the box of their points.
pub(super) fn join(place: Vec<Located>, points: &[Vector]) {
    let Some(first) = points.first() else {
        return;
    };
    let [mut low, mut high] = [first.clone(), first.clone()];
    for point in points {
        low = low.least(point);
        high = high.largest(point);
    }
    let centre = low.plus(&high).scaled(&Number::power(1));
    for (located, point) in place.into_iter().zip(points) {
        located.row.act_at(&centre.minus(point));
    }
}

/// Whether some body may get forces from these rows that are in no open half-plane.
fn may_cancel(place: &[Located]) -> bool {
    if place.len() < 2 {
        return false;
    }
    let sides = place.iter().flat_map(|located| &located.row.sides);
    let bodies: BTreeSet<BodyId> = sides.map(|(body, _)| *body).collect();
    bodies.iter().any(|body| {
        let mut cone = None;
        place.iter().any(|located| {
            let mut ends = ends(located.row, *body).into_iter();
            ends.any(|end| !widens(&mut cone, end))
        })
    })
}

/// The forces at the ends of the cone of a row, on a body.
fn ends(row: &Row, body: BodyId) -> Vec<Vector> {
    let Some((_, [x, y, _])) = row.sides.iter().find(|(own, _)| *own == body) else {
        return Vec::new();
    };
    let normal = Vector::new(x.clone(), y.clone());
    let Some(slip) = &row.slip else {
        return vec![normal];
    };
    let along = normal.quarter_turn().scaled(&slip.friction);
    vec![normal.minus(&along), normal.plus(&along)]
}

/// Takes a vector into a cone of less than half a turn, from its first to its second side; whether
/// it remains one.
fn widens(cone: &mut Option<[Vector; 2]>, vector: Vector) -> bool {
    let Some([first, second]) = cone else {
        *cone = Some([vector.clone(), vector]);
        return true;
    };
    let [from_first, to_second] = [first.cross(&vector), vector.cross(second)];
    if from_first.is_negative() && to_second.is_positive() {
        *first = vector;
        return true;
    }
    if from_first.is_positive() && to_second.is_negative() {
        *second = vector;
        return true;
    }
    let is_inside = !from_first.is_negative() && !to_second.is_negative();
    is_inside && (first.dot(&vector).is_positive() || second.dot(&vector).is_positive())
}
