//! The free flight of a body (`proofs/RUN.md`, section 14).

use super::body::Free;
use super::group::Target;
use super::state::{Quaternion, State, chart, product, rotation_of, units};
use super::turn::free_turn;
use super::vector::{Integers, Vector, ZERO, plus, scaled, times, transposed};
use super::velocity::in_metres;
use crate::number::{LONG, over};
use malachite::base::num::arithmetic::traits::{PowerOf2, Square};
use malachite::{Integer, Rational};

/// The free flight of a body in a part of a step of this length, s; `None` if it turns too far.
pub(super) fn target(free: &Free, state: &State, step: &Rational) -> Option<Target> {
    let half = step >> 1u64;
    let rotation = state.rotation();
    let inside = transposed(&rotation);
    let momentum = in_metres(&state.momentum);
    let torque = free.torque(&rotation);
    let pushed = plus(&momentum, &scaled(&torque, &half));
    let own = |momentum: &Vector| scaled(&times(&inside, momentum), step);
    let drift = free_turn(&free.inertia, &own(&momentum))?;
    let flown = match torque == ZERO {
        true => drift.clone(),
        false => free_turn(&free.inertia, &own(&pushed))?,
    };
    let (chart, turn) = chart(&after(state, &flown, LONG));
    let velocity = in_metres(&state.velocity);
    let fallen = scaled(&free.fall, &(step.square() >> 1u64));
    let moved = plus(&scaled(&velocity, step), &fallen);
    let by = units(&moved);
    let mut next = State {
        displacement: [0, 1, 2].map(|axis: usize| &state.displacement[axis] + &by[axis]),
        chart,
        turn,
        velocity: units(&plus(&velocity, &scaled(&free.fall, step))),
        momentum: state.momentum.clone(),
    };
    let later = free.torque(&next.rotation());
    next.momentum = units(&plus(&pushed, &scaled(&later, &half)));
    let own_torque = times(&free.per_inertia, &times(&inside, &torque));
    let pull = scaled(&own_torque, &(step.square() >> 1u64));
    let twice = drift.each_ref().map(|number| over(number, LONG - 1));
    Some(Target {
        flight: [moved, plus(&twice, &pull)],
        pull: [fallen, pull],
        drifted: after(state, &drift, LONG),
        middle: rotation_of(&after(state, &drift, LONG + 1)),
        pushed,
        state: next,
    })
}

/// A multiple of the quaternion after this turn over 2^digits.
fn after(state: &State, turn: &Integers, digits: u64) -> Quaternion {
    let [x, y, z] = turn.clone();
    product(&state.quaternion(), &[Integer::power_of_2(digits), x, y, z])
}
