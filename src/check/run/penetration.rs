//! How deep parts are in each other: the largest square of a penetration.
//!
//! Two convex parts overlap unless a line along an edge of one of them separates them; the
//! penetration is the least distance by which one of these lines fails to.

use super::approach::{Approach, View};
use super::integer_vector::IntegerVector;
use super::near;
use super::placed::Placed;
use super::stage::Plan;
use super::value::Value;
use num_bigint::BigInt;
use num_traits::Signed;

/// The square of the largest penetration of parts of bodies that may touch.
pub(super) fn largest(plan: &Plan, placed: &[Placed]) -> Value {
    let mut largest = Value::zero();
    let pairs = near::pairs(placed, 0, |one, other| plan.may_touch(one, other));
    for pair in pairs {
        let approach = Approach::new(pair);
        if let Some(square) = of_pair(&approach) {
            let unit = &approach.unit;
            let square = square.over(unit).over(unit);
            if square.is_above(&largest) {
                largest = square;
            }
        }
    }
    largest
}

/// The square of the penetration of two parts, times that of the unit of points; `None` if a line
/// separates them.
pub(super) fn of_pair(approach: &Approach) -> Option<Value> {
    let [first, second] = &approach.views;
    let mut least: Option<Value> = None;
    for (view, other) in [(first, second), (second, first)] {
        for edge in view.edges() {
            let point = deepest(other, edge.direction)?;
            let gap = edge.gap(point);
            if !gap.is_negative() {
                return None;
            }
            let edge_square = edge.direction.square();
            let square = Value::new(&gap * &gap, edge_square);
            least = match least {
                Some(least) if !least.is_above(&square) => Some(least),
                _ => Some(square),
            };
        }
    }
    least
}

/// The vertex with the least gap to edges in a direction. Arms are shorter than points, and say the
/// same.
fn deepest<'a>(view: &'a View, direction: &IntegerVector) -> Option<&'a IntegerVector> {
    let mut deepest: Option<(BigInt, &IntegerVector)> = None;
    for (arm, point) in view.part.arms.iter().zip(&view.points) {
        let gap = arm.cross(direction);
        let is_deeper = match &deepest {
            Some((least, _)) => gap < *least,
            None => true,
        };
        if is_deeper {
            deepest = Some((gap, point));
        }
    }
    let (_, point) = deepest?;
    Some(point)
}
