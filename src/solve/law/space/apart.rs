//! Pairs of parts that come near each other in a step, and directions along which they stay apart.

use super::body::{Body, Part};
use super::features::opposite;
use super::state::{State, half_turn_squared, vertices};
use super::vector::{Integers, Vector, dot, scaled};
use crate::number::{GRID, LONG, over, root_above};
use malachite::base::num::arithmetic::traits::{PowerOf2, Square};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use zwang_certificate::PartId;
use zwang_certificate::run2::space::Apart;

/// A part in a step, as a checker sees it.
pub(super) struct Way<'a> {
    pub(super) part: &'a Part,
    is_fixed: bool,
    /// The vertices of the core before and after the step.
    pub(super) ends: [Vec<Vector>; 2],
    /// How far its points are from the straight way between their ends, at most.
    bend: Rational,
    low: Vector,
    high: Vector,
}

/// How far the points of a body may be from the straight ways between their ends.
fn bend(body: &Body, states: Option<[&State; 2]>, step: &Rational) -> Rational {
    let (Some(free), Some([before, after])) = (&body.free, states) else {
        return Rational::ZERO;
    };
    let fall = scaled(&free.fall, &step.square());
    let of_fall = over(&root_above(&dot(&fall, &fall), GRID), GRID) >> 3u64;
    let half_turn = over(&root_above(&half_turn_squared(before, after), GRID), GRID);
    let of_turn = (&free.reach * half_turn.square()) >> 1u64;
    let of_rounding = &free.reach * Rational::power_of_2(2 - LONG as i64);
    of_fall + of_turn + of_rounding
}

/// The ways of the parts of a body.
pub(super) fn ways<'a>(
    body: &'a Body,
    states: Option<[&State; 2]>,
    step: &Rational,
) -> Vec<Way<'a>> {
    let bend = bend(body, states, step);
    let mut ways = Vec::with_capacity(body.parts.len());
    for part in &body.parts {
        let ends = match states {
            Some(states) => states.map(|state| vertices(body, part, Some(state))),
            None => [part.arms.clone(), part.arms.clone()],
        };
        let room = &bend + &part.radius;
        let [low, high] = extent(&ends);
        ways.push(Way {
            part,
            is_fixed: body.free.is_none(),
            ends,
            low: low.map(|number| number - &room),
            high: high.map(|number| number + &room),
            bend: bend.clone(),
        });
    }
    ways
}

/// The least and the largest coordinates.
fn extent(ends: &[Vec<Vector>; 2]) -> [Vector; 2] {
    let least = |axis: usize| ends.iter().flatten().map(|point| &point[axis]).min();
    let largest = |axis: usize| ends.iter().flatten().map(|point| &point[axis]).max();
    let low = [0, 1, 2].map(|axis| least(axis).cloned().unwrap_or(Rational::ZERO));
    let high = [0, 1, 2].map(|axis| largest(axis).cloned().unwrap_or(Rational::ZERO));
    [low, high]
}

impl Way<'_> {
    /// The same, but that a wider box is looked at.
    pub(super) fn widened(mut self, by: &Rational) -> Self {
        self.low = self.low.map(|number| number - by);
        self.high = self.high.map(|number| number + by);
        self
    }

    fn meets(&self, other: &Self) -> bool {
        (0..3).all(|axis| self.low[axis] <= other.high[axis] && other.low[axis] <= self.high[axis])
    }
}

/// The pairs of ways of bodies that may touch whose boxes have a point in common, ascending by
/// their places.
pub(super) fn near(ways: &[Way]) -> Vec<[usize; 2]> {
    let mut order: Vec<usize> = (0..ways.len()).collect();
    order.sort_by(|&one, &other| ways[one].low[0].cmp(&ways[other].low[0]));
    let mut open: Vec<usize> = Vec::new();
    let mut pairs = Vec::new();
    for index in order {
        let way = &ways[index];
        open.retain(|&other| ways[other].high[0] >= way.low[0]);
        for &other in &open {
            let second = &ways[other];
            let may_touch =
                way.part.id.body != second.part.id.body && !(way.is_fixed && second.is_fixed);
            if may_touch && way.meets(second) {
                pairs.push([index.min(other), index.max(other)]);
            }
        }
        open.push(index);
    }
    pairs.sort_unstable();
    pairs
}

/// Whether two parts are apart along a direction at both ends of a step by more than their points
/// can be off their straight ways.
pub(super) fn are_apart(first: &Way, second: &Way, direction: &Integers) -> bool {
    let radii = &first.part.radius + &second.part.radius;
    let room = radii + &first.bend + &second.bend;
    are_apart_by(first, second, direction, &room)
}

/// Whether two parts that touch have not passed each other: along a direction they overlap by at
/// most a quarter of the smaller width at both ends.
pub(super) fn have_not_passed(first: &Way, second: &Way, direction: &Integers) -> bool {
    let radii = &first.part.radius + &second.part.radius;
    let width = (&first.part.width).min(&second.part.width);
    are_apart_by(first, second, direction, &(radii - (width >> 2u64)))
}

fn are_apart_by(first: &Way, second: &Way, direction: &Integers, room: &Rational) -> bool {
    let direction = direction.each_ref().map(Rational::from);
    let square = dot(&direction, &direction);
    if square == 0 {
        return false;
    }
    let room = room * over(&root_above(&square, GRID), GRID);
    let mut ends = first.ends.iter().zip(&second.ends);
    ends.all(|(own, other)| gap(own, other, &direction).is_some_and(|gap| gap >= room))
}

/// The least product of a direction with a point of the second part, less the largest with one of
/// the first.
fn gap(first: &[Vector], second: &[Vector], direction: &Vector) -> Option<Rational> {
    let own = first.iter().map(|point| dot(direction, point)).max()?;
    let other = second.iter().map(|point| dot(direction, point)).min()?;
    Some(other - own)
}

/// The entry of a record for a pair in any order.
pub(super) fn entry((parts, direction): (&[PartId; 2], &Integers)) -> Apart {
    let [one, other] = *parts;
    let (parts, direction) = match one < other {
        true => ([one, other], recorded(direction)),
        false => ([other, one], recorded(&opposite(direction))),
    };
    Apart { parts, direction }
}

/// A number of a record.
pub(super) fn recorded(direction: &Integers) -> [num_bigint::BigInt; 3] {
    direction
        .each_ref()
        .map(|number: &Integer| crate::number::recorded(number))
}
