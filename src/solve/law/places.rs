//! Rows that press against each other at one place (`proofs/RUN.md`, section 13, *Places*).
//!
//! Forces at one point turn no body about it. Points of one place that rounding moved apart would
//! let forces do that which nearly cancel, as large as it takes.

use crate::number::GRID;
use crate::outline::Outline;
use crate::plane::Plane;
use crate::rows::{Row, bears, move_of};
use malachite::base::num::arithmetic::traits::Square;
use malachite::{Integer, Rational};
use std::collections::BTreeSet;
use zwang_certificate::Contact;

/// A row is compared with so many others before it, and behind it, in the order of points.
const MOST_BESIDE: usize = 64;

/// A row of a program that may be in a place.
pub(crate) struct Located<'r> {
    pub(crate) row: &'r mut Row,
    /// Over U 2^g.
    pub(crate) point: Plane,
}

/// Moves the rows of each place to one point.
pub(crate) fn join(outline: &Outline, mut rows: Vec<Located>) {
    if rows.iter().all(|located| located.row.slip.is_none()) {
        return;
    }
    rows.sort_by(|one, other| one.order().cmp(&other.order()));
    for place in places(outline, &rows) {
        let points = || place.iter().map(|index| &rows[*index].point);
        let ends = |of: fn(&Plane) -> &Integer| {
            let low = points().map(of).min();
            let high = points().map(of).max();
            low.into_iter().chain(high).sum::<Integer>()
        };
        // Twice the centre.
        let centre = Plane::new(ends(|point| &point.re), ends(|point| &point.im));
        for index in place {
            let Located { row, point } = &mut rows[index];
            let way = &centre - &point.shifted(1);
            if way.norm_squared() != 0 {
                row.act_at(&way, &(&outline.unit << (GRID + 1)));
            }
        }
    }
}

/// The sets of rows that oppose each other.
fn places(outline: &Outline, rows: &[Located]) -> Vec<BTreeSet<usize>> {
    let touch = &outline.touch * Rational::from(&outline.unit << GRID);
    let touch_squared = (&touch).square();
    let mut places: Vec<BTreeSet<usize>> = Vec::new();
    for (index, one) in rows.iter().enumerate() {
        for (behind, other) in rows[index + 1..].iter().take(MOST_BESIDE).enumerate() {
            let between = &other.point - &one.point;
            if between.re > touch {
                break;
            }
            if between.norm_squared() <= touch_squared && oppose(one.row, other.row) {
                let mut joined = BTreeSet::from([index, index + 1 + behind]);
                let (met, others) = places
                    .into_iter()
                    .partition::<Vec<_>, _>(|place| !place.is_disjoint(&joined));
                joined.extend(met.into_iter().flatten());
                places = others;
                places.push(joined);
            }
        }
    }
    places
}

impl Located<'_> {
    fn order(&self) -> (&Integer, &Integer, Contact) {
        (&self.point.re, &self.point.im, self.row.contact)
    }
}

/// Whether two rows may give a body that both have opposite forces, and one of them is rough.
fn oppose(one: &Row, other: &Row) -> bool {
    if one.slip.is_none() && other.slip.is_none() {
        return false;
    }
    one.bodies().intersection(&other.bodies()).any(|body| {
        let [first, second] = [one, other].map(|row| move_of(&row.coefficients, *body));
        let [friction, of_second] = [one, other].map(Row::friction);
        let of_first = opposites(&first, &friction);
        let ends = opposites(&second, &of_second);
        of_first
            .iter()
            .any(|force| bears(&second, &of_second, force))
            || ends.iter().any(|force| bears(&first, &friction, force))
    })
}

/// The opposites of the forces at the ends of a cone, times a number above 0.
fn opposites(normal: &Plane, [above, below]: &[Integer; 2]) -> [Plane; 2] {
    let along = normal.quarter_turn().scaled(above);
    let across = normal.scaled(below);
    [&along - &across, &Plane::ZERO - &(&along + &across)]
}
