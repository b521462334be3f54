//! Free flight in a step, and the drift that weights and loads have no
//! part in (`proofs/RUN.md`, sections 14 and 16).

use super::super::number::Number;
use super::plan::Plan;
use super::pose::Pose;
use super::program::Motion;
use super::state::{self, Moving, Placed, units};
use super::turn::free_turn;
use super::vector::{Matrix, Quaternion, Vector};
use crate::rejection::Condition::L1;
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::Zero;
use zwang_certificate::run2::space::BodyState;

/// The free flight of a body in the step.
pub(super) struct Target {
    /// d~.
    pub moved: Vector,
    /// K.
    pub pushed: Vector,
    /// The state after free flight.
    pub state: BodyState,
}

impl Target {
    /// L1: the body does not turn too far.
    pub(super) fn new(plan: &Plan, at: &Placed, moving: &Moving) -> Result<Self> {
        let free = moving.free;
        let half = plan.step.shifted(1);
        let torque = free.torque(&at.rotation);
        let pushed = moving.momentum.plus(&torque.scaled(&half));
        let flown = turn_of(plan, at, moving, &pushed)?;
        let (chart, turn) = state::chart(&after(moving, &flown), plan.digits);
        let fallen = free.fall.scaled(&plan.half_square);
        let moved = moving.velocity.scaled(&plan.step).plus(&fallen);
        let velocity = moving.velocity.plus(&free.fall.scaled(&plan.step));
        let mut state = BodyState {
            displacement: sum(&moving.state.displacement, &units(&moved, plan.digits)),
            chart,
            turn,
            velocity: units(&velocity, plan.digits),
            momentum: [BigInt::zero(), BigInt::zero(), BigInt::zero()],
        };
        let new = rotation_of(plan, &state);
        let later = pushed.plus(&free.torque(&new).scaled(&half));
        state.momentum = units(&later, plan.digits);
        Ok(Self {
            moved,
            pushed,
            state,
        })
    }
}

/// How a body goes on by its velocity and its momentum alone.
pub(super) struct Drift {
    /// d~ and 2 τ° + ε~: how far it flies.
    pub flight: Motion,
    /// x~: what weight and loads add to the drift.
    pub pull: Motion,
    /// q°.
    pub quaternion: Quaternion,
    /// The pose half way.
    pub middle: Pose,
}

impl Drift {
    /// L1: the body does not turn too far.
    pub(super) fn new(plan: &Plan, at: &Placed, moving: &Moving, target: &Target) -> Result<Self> {
        let free = moving.free;
        let half = plan.step.shifted(1);
        let turn = turn_of(plan, at, moving, &moving.momentum)?;
        let torque = at.rotation.transposed().times(&free.torque(&at.rotation));
        let pull = Motion {
            moved: free.fall.scaled(&plan.half_square),
            turned: free.per_inertia.times(&torque).scaled(&plan.half_square),
        };
        let half_turn = turn.scaled(&Number::power(1));
        let middle = Pose {
            position: at.position.plus(&moving.velocity.scaled(&half)),
            rotation: after(moving, &half_turn).rotation().rounded(plan.long()),
        };
        let flight = Motion {
            moved: target.moved.clone(),
            turned: turn.plus(&turn).plus(&pull.turned),
        };
        Ok(Self {
            flight,
            pull,
            quaternion: after(moving, &turn),
            middle,
        })
    }

    /// q° (1, ½ (ε~ + ε)).
    pub(super) fn turned(&self, turned: &Vector) -> Quaternion {
        let all = self.pull.turned.plus(turned);
        self.quaternion.times(&Quaternion {
            w: Number::one(),
            v: all.scaled(&Number::power(1)),
        })
    }
}

/// L1: the free turn of a body with a momentum.
fn turn_of(plan: &Plan, at: &Placed, moving: &Moving, momentum: &Vector) -> Result<Vector> {
    let own = at.rotation.transposed().times(momentum).scaled(&plan.step);
    match free_turn(&moving.free.inertia, &own, plan.long()) {
        Some(turn) => Ok(turn),
        None => {
            let required = "at most 53 degrees: a smaller step";
            L1.refuse(plan.name(at.body.id), "a turn that is too far", required)
        }
    }
}

/// The quaternion after a turn.
fn after(moving: &Moving, turn: &Vector) -> Quaternion {
    moving.quaternion.times(&Quaternion {
        w: Number::one(),
        v: turn.clone(),
    })
}

fn sum(one: &[BigInt; 3], other: &[BigInt; 3]) -> [BigInt; 3] {
    let [a, b, c] = one;
    let [x, y, z] = other;
    [a + x, b + y, c + z]
}

/// A of a state.
fn rotation_of(plan: &Plan, state: &BodyState) -> Matrix {
    let quaternion = state::quaternion(plan.digits, state);
    quaternion.rotation().rounded(plan.long())
}
