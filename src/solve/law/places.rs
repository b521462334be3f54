//! Rows that press against each other at one place (`proofs/RUN.md`, section 13, *Places*).
//!
//! Forces at one point turn no body about it. Points of one place that rounding, or half of a
//! guess, moved apart would let forces do that which nearly cancel, as large as it takes.

use crate::number::LONG;
use crate::outline::Outline;
use crate::plane::Plane;
use crate::rows::{Row, move_of};
use malachite::base::num::arithmetic::traits::Square;
use malachite::{Integer, Rational};
use std::collections::BTreeSet;
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
    let mut places: Vec<Vec<Located>> = Vec::new();
    for (own, located) in sets(outline, &rows).into_iter().zip(rows) {
        if own == places.len() {
            places.push(Vec::new());
        }
        places[own].push(located);
    }
    places.retain(|place| may_cancel(place));
    places
}

/// The number of the set of each row, of rows that meet; they ascend by their first rows.
fn sets(outline: &Outline, rows: &[Located]) -> Vec<usize> {
    let touch = &outline.touch * Rational::from(&outline.unit << LONG);
    let touch_squared = (&touch).square();
    let mut above: Vec<usize> = (0..rows.len()).collect();
    for (index, one) in rows.iter().enumerate() {
        for (behind, other) in rows[index + 1..].iter().take(MOST_BESIDE).enumerate() {
            let between = &other.corner - &one.corner;
            if between.re > touch {
                break;
            }
            if between.norm_squared() <= touch_squared && one.row.has_a_body_of(other.row) {
                let [one, other] = [index, index + 1 + behind].map(|row| root(&above, row));
                above[one.max(other)] = one.min(other);
            }
        }
    }
    let mut sets = Vec::with_capacity(rows.len());
    let mut count = 0;
    for row in 0..rows.len() {
        let root = root(&above, row);
        sets.push(if root == row { count } else { sets[root] });
        count += usize::from(root == row);
    }
    sets
}

fn root(above: &[usize], mut row: usize) -> usize {
    while above[row] != row {
        row = above[row];
    }
    row
}

/// Lets the rows of a place act at the centre of the box of their points, over a unit.
pub(crate) fn join(place: Vec<Located>, points: &[Plane], unit: &Integer) {
    let ends = |of: fn(&Plane) -> &Integer| {
        let low = points.iter().map(of).min();
        let high = points.iter().map(of).max();
        low.into_iter().chain(high).sum::<Integer>()
    };
    // Twice the centre.
    let centre = Plane::new(ends(|point| &point.re), ends(|point| &point.im));
    for (located, point) in place.into_iter().zip(points) {
        let way = &centre - &point.shifted(1);
        if way.norm_squared() != 0 {
            located.row.act_at(&way, &(unit << 1u64));
        }
    }
}

/// Whether some body may get forces from these rows that are in no open half-plane.
fn may_cancel(place: &[Located]) -> bool {
    let bodies: BTreeSet<usize> = place
        .iter()
        .flat_map(|located| located.row.bodies())
        .collect();
    place.len() > 1
        && bodies.iter().any(|body| {
            let mut cone = None;
            let mut ends = place.iter().flat_map(|located| ends(located.row, *body));
            ends.any(|end| !widens(&mut cone, end))
        })
}

/// The forces at the ends of the cone of a row, on a body, times a number above 0.
fn ends(row: &Row, body: usize) -> Vec<Plane> {
    let normal = move_of(&row.coefficients, body);
    if normal.norm_squared() == 0 {
        return Vec::new();
    }
    let Some(slip) = &row.slip else {
        return vec![normal];
    };
    let [above, below] = &slip.friction;
    let along = normal.quarter_turn().scaled(above);
    let across = normal.scaled(below);
    vec![&across - &along, &across + &along]
}

/// Takes a vector into a cone of less than half a turn, from its first to its second side; whether
/// it remains one.
fn widens(cone: &mut Option<[Plane; 2]>, vector: Plane) -> bool {
    let Some([first, second]) = cone else {
        *cone = Some([vector.clone(), vector]);
        return true;
    };
    let [from_first, to_second] = [first.cross(&vector), vector.cross(second)];
    if from_first < 0 && to_second > 0 {
        *first = vector;
        return true;
    }
    if from_first > 0 && to_second < 0 {
        *second = vector;
        return true;
    }
    let is_inside = from_first >= 0 && to_second >= 0;
    is_inside && (first.dot(&vector) > 0 || second.dot(&vector) > 0)
}
