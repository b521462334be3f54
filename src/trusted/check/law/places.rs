//! Rows that press against each other at one place (`proofs/RUN.md`, section 13, *Places*).
//!
//! Forces at one point turn no body about it. Points of one place that rounding moved apart would
//! let forces do that which nearly cancel, as large as it takes.

use super::guess::Row;
use super::number::Number;
use super::vector::Vector;
use crate::core::union::Union;
use std::collections::BTreeMap;
use zwang_certificate::Contact;

/// A row is compared with so many others before it, and behind it, in the order of points.
const MOST_BESIDE: usize = 64;

/// A row of a program that may be in a place, and its point.
pub(super) struct Located<'a> {
    pub row: &'a mut Row,
    pub point: Vector,
}

/// Moves the rows of each place to one point.
pub(super) fn join(mut rows: Vec<Located>, touch: &Number) {
    rows.sort_by(|one, other| one.order().cmp(&other.order()));
    let touch_squared = touch.square();
    let mut joined: Union<Contact> = Union::new();
    for (index, one) in rows.iter().enumerate() {
        for other in rows.iter().skip(index).take(MOST_BESIDE + 1).skip(1) {
            let between = other.point.minus(&one.point);
            if between.x > *touch {
                break;
            }
            if between.square() <= touch_squared && oppose(one.row, other.row) {
                joined.join(&[one.row.name, other.row.name]);
            }
        }
    }
    let mut boxes: BTreeMap<Contact, [Vector; 2]> = BTreeMap::new();
    for Located { row, point } in &rows {
        let place = joined.root(row.name);
        let own = boxes.entry(place);
        let [low, high] = own.or_insert_with(|| [point.clone(), point.clone()]);
        *low = low.least(point);
        *high = high.largest(point);
    }
    let half = Number::power(1);
    for Located { row, point } in rows {
        if let Some([low, high]) = boxes.get(&joined.root(row.name)) {
            row.act_at(&low.plus(high).scaled(&half).minus(&point));
        }
    }
}

impl Located<'_> {
    fn order(&self) -> (&Number, &Number, Contact) {
        (&self.point.x, &self.point.y, self.row.name)
    }
}

/// Whether two rows may give a body that both have opposite forces, and one of them is rough.
fn oppose(one: &Row, other: &Row) -> bool {
    if one.slip.is_none() && other.slip.is_none() {
        return false;
    }
    let [friction, of_other] = [one, other].map(Row::friction);
    for (body, [x, y, _]) in &one.sides {
        let normal = Vector::new(x.clone(), y.clone());
        for (_, [x, y, _]) in other.sides.iter().filter(|(second, _)| second == body) {
            let second = Vector::new(x.clone(), y.clone());
            let ends = ends(&normal, &friction);
            let of_second = self::ends(&second, &of_other);
            if ends.iter().any(|force| bears(&second, &of_other, force))
                || of_second
                    .iter()
                    .any(|force| bears(&normal, &friction, force))
            {
                return true;
            }
        }
    }
    false
}

/// The opposites of the forces at the ends of a cone.
fn ends(normal: &Vector, friction: &Number) -> [Vector; 2] {
    let along = normal.quarter_turn().scaled(friction);
    [along.minus(normal), along.plus(normal).opposite()]
}

/// Whether a normal bears a force.
pub(super) fn bears(normal: &Vector, friction: &Number, force: &Vector) -> bool {
    normal.cross(force).abs() <= friction * &normal.dot(force)
}
