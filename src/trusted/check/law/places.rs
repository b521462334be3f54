//! Rows that press against each other at one place (`proofs/RUN.md`, section 13, *Places*).
//!
//! Forces at one point turn no body about it. Points of one place that rounding, or half of a
//! guess, moved apart would let forces do that which nearly cancel, as large as it takes.

use super::guess::Row;
use super::number::Number;
use super::vector::{Cone, Vector};
use crate::core::union::Union;
use std::collections::BTreeMap;
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
pub(super) fn act_at_one_point(place: Vec<Located>, points: &[Vector]) {
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
    let mut cones: BTreeMap<BodyId, Cone> = BTreeMap::new();
    for Located { row, .. } in place {
        for (body, [x, y, _]) in &row.sides {
            let normal = Vector::new(x.clone(), y.clone());
            for force in ends(row, normal) {
                if !cones.entry(*body).or_default().widen(force) {
                    return true;
                }
            }
        }
    }
    false
}

/// The forces at the ends of the cone of a row, given its normal.
fn ends(row: &Row, normal: Vector) -> Vec<Vector> {
    let Some(slip) = &row.slip else {
        return vec![normal];
    };
    let along = normal.quarter_turn().scaled(&slip.friction);
    vec![normal.minus(&along), normal.plus(&along)]
}
