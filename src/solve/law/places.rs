//! Rows that press against each other at one place (`proofs/RUN.md`, section 13, *Places*).
//!
//! Forces at one point turn no body about it. Points of one place that rounding, or half of a
//! guess, moved apart would let forces do that which nearly cancel, as large as it takes.

use crate::candidates::{join, root};
use crate::number::LONG;
use crate::outline::Outline;
use crate::plane::{Cone, Plane};
use crate::rows::{Row, move_of};
use malachite::base::num::arithmetic::traits::Square;
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_certificate::Contact;

/// A row is compared with so many others before it, and behind it, in the order of corners.
const MOST_BESIDE: usize = 64;

/// A row of a program that may be in a place.
pub(crate) struct Located<'r> {
    pub(crate) row: &'r mut Row,
    /// Its vertex in the state before, over U 2^2g.
    pub(crate) corner: Plane,
}

impl Located<'_> {
    fn order(&self) -> (&Integer, &Integer, Contact) {
        (&self.corner.re, &self.corner.im, self.row.contact)
    }
}

/// The places of a program.
pub(crate) fn places<'r>(outline: &Outline, mut rows: Vec<Located<'r>>) -> Vec<Vec<Located<'r>>> {
    rows.sort_by(|one, other| one.order().cmp(&other.order()));
    let joined = meeting(outline, &rows);
    let mut sets: BTreeMap<usize, Vec<Located>> = BTreeMap::new();
    for (index, located) in rows.into_iter().enumerate() {
        let set = root(&joined, index);
        sets.entry(set).or_default().push(located);
    }
    let mut places: Vec<Vec<Located>> = sets.into_values().collect();
    places.retain(|place| may_cancel(place));
    places
}

/// The rows that meet, joined by their numbers.
fn meeting(outline: &Outline, rows: &[Located]) -> BTreeMap<usize, usize> {
    let touch = &outline.touch * Rational::from(&outline.unit << LONG);
    let touch_squared = (&touch).square();
    let mut joined = BTreeMap::new();
    for (index, one) in rows.iter().enumerate() {
        let others = rows.iter().enumerate().skip(index + 1);
        for (behind, other) in others.take(MOST_BESIDE) {
            let between = &other.corner - &one.corner;
            if between.re > touch {
                break;
            }
            if between.norm_squared() <= touch_squared && one.row.has_a_body_of(other.row) {
                join(&mut joined, index, behind);
            }
        }
    }
    joined
}

/// Lets the rows of a place act at the centre of the box of their points, over a unit.
pub(crate) fn act_at_one_point(place: Vec<Located>, points: &[Plane], unit: &Integer) {
    let twice_the_centre = Plane::new(
        sum_of_ends(points.iter().map(|point| &point.re)),
        sum_of_ends(points.iter().map(|point| &point.im)),
    );
    for (located, point) in place.into_iter().zip(points) {
        let way = &twice_the_centre - &point.shifted(1);
        located.row.act_at(&way, &(unit << 1u64));
    }
}

/// The least number and the largest one together.
fn sum_of_ends<'n>(numbers: impl Iterator<Item = &'n Integer> + Clone) -> Integer {
    let ends = [numbers.clone().min(), numbers.max()];
    ends.into_iter().flatten().sum()
}

/// Whether some body may get forces from these rows that are in no open half-plane.
fn may_cancel(place: &[Located]) -> bool {
    let mut cones: BTreeMap<usize, Cone> = BTreeMap::new();
    for Located { row, .. } in place {
        for body in row.bodies() {
            for force in ends(row, &move_of(&row.coefficients, body)) {
                if !cones.entry(body).or_default().widen(force) {
                    return true;
                }
            }
        }
    }
    false
}

/// The forces at the ends of the cone of a row, times a number above 0, given its normal.
fn ends(row: &Row, normal: &Plane) -> Vec<Plane> {
    let Some(slip) = &row.slip else {
        return vec![normal.clone()];
    };
    let [above, below] = &slip.friction;
    let along = normal.quarter_turn().scaled(above);
    let across = normal.scaled(below);
    vec![&across - &along, &across + &along]
}
