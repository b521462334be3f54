//! How deep parts are in each other: the largest square of a penetration.
//!
//! Two convex parts overlap unless a line along an edge of one of them separates them; the
//! penetration is the least distance by which one of these lines fails to.

use super::approach::{Approach, View};
use super::integer_vector::IntegerVector;
use super::placed::Placed;
use super::stage::Plan;
use super::value::Value;
use super::within_reach;
use crate::rejection::Condition::R10;
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::Signed;

/// The square of the largest penetration of parts of bodies that may touch.
pub(super) fn largest(plan: &Plan, placed: &[Placed]) -> Result<Value> {
    let mut largest = Value::zero();
    let may_touch = |one: &Placed, other: &Placed| plan.may_touch(one, other);
    within_reach::each_pair(placed, 0, R10, may_touch, |pair| {
        let approach = Approach::new(pair);
        if let Some(square) = of_pair(&approach) {
            let unit = &approach.unit;
            let square = square.over(unit).over(unit);
            if square.is_above(&largest) {
                largest = square;
            }
        }
        Ok(())
    })?;
    Ok(largest)
}

/// The square of the penetration of two parts, times that of the unit of points; `None` if a line
/// separates them.
pub(super) fn of_pair(approach: &Approach) -> Option<Value> {
    let [first, second] = &approach.views;
    let mut least: Option<Value> = None;
    for (view, other) in [(first, second), (second, first)] {
        let mut deepest = Deepest::new(other);
        for edge in view.edges() {
            let point = deepest.at(edge.direction)?;
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

/// The vertex of a part with the least gap to edges of another. As the edges of that one are gone
/// through counter-clockwise, so are these vertices: from the one of the edge before, gaps become
/// less up to that of the next edge (rotating calipers, Shamos 1978). Arms are shorter than points,
/// and say the same.
struct Deepest<'a> {
    view: &'a View<'a>,
    /// The vertex, once an edge was given.
    index: Option<usize>,
}

impl<'a> Deepest<'a> {
    fn new(view: &'a View<'a>) -> Self {
        Self { view, index: None }
    }

    /// The vertex with the least gap to edges in the next direction.
    fn at(&mut self, direction: &IntegerVector) -> Option<&'a IntegerVector> {
        let mut index = match self.index {
            Some(index) => index,
            None => self.of_first(direction)?,
        };
        let arms = &self.view.part.arms;
        let mut gap = arms.get(index)?.cross(direction);
        loop {
            let next = index.saturating_add(1);
            let next = if next < arms.len() { next } else { 0 };
            let next_gap = arms.get(next)?.cross(direction);
            if next_gap >= gap {
                break;
            }
            index = next;
            gap = next_gap;
        }
        self.index = Some(index);
        self.view.points.get(index)
    }

    /// The vertex for the first direction, found among all.
    fn of_first(&self, direction: &IntegerVector) -> Option<usize> {
        let mut deepest: Option<(BigInt, usize)> = None;
        for (index, arm) in self.view.part.arms.iter().enumerate() {
            let gap = arm.cross(direction);
            let is_deeper = match &deepest {
                Some((least, _)) => gap < *least,
                None => true,
            };
            if is_deeper {
                deepest = Some((gap, index));
            }
        }
        let (_, index) = deepest?;
        Some(index)
    }
}
