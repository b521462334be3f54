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
use num_traits::Signed;

/// The square of the largest penetration of parts of bodies that may touch.
pub(super) fn largest(plan: &Plan, placed: &[Placed]) -> Value {
    let mut largest = Value::zero();
    for pair in near::pairs(placed, 0, |one, other| plan.may_touch(one, other)) {
        let approach = Approach::new(pair);
        if let Some(square) = of_pair(&approach) {
            let square = square.over(&approach.unit).over(&approach.unit);
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
            let gap = edge.gap(deepest(other, edge.direction)?);
            if !gap.is_negative() {
                return None;
            }
            let square = Value::new(&gap * &gap, edge.direction.square());
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
    let arms = view.part.arms.iter();
    let gaps = arms.map(|arm| arm.cross(direction));
    gaps.zip(&view.points)
        .min_by(|(gap, _), (other, _)| gap.cmp(other))
        .map(|(_, point)| point)
}
