//! Energy in a part of a step: L12 (`proofs/RUN.md`, sections 14, 16 and 17).

use super::super::number::Number;
use super::plan::{Free, Plan};
use super::state::{Moving, Placed};
use super::vector::Vector;
use crate::names;
use crate::rejection::Condition::L12;
use crate::rejection::Result;

/// The energy of bodies in a part of a step.
pub(super) struct Gain {
    /// Beside the work of weights and loads.
    pub rise: Number,
    /// Before the part.
    before: Number,
    /// After it.
    pub after: Number,
    /// That of as much speed as weights and loads give in a step.
    falling: Number,
}

impl Gain {
    pub(super) fn none() -> Self {
        Self {
            rise: Number::zero(),
            before: Number::zero(),
            after: Number::zero(),
            falling: Number::zero(),
        }
    }

    pub(super) fn new(plan: &Plan, [old, new]: [(&Placed, &Moving); 2]) -> Self {
        let (at, from) = old;
        let (later, to) = new;
        let free = from.free;
        let before = kinetic_energy(at, from);
        let after = kinetic_energy(later, to);
        let moved = later.position.minus(&at.position);
        let work = &free.fall.dot(&moved) * &free.mass;
        let torque = free.torque(&at.rotation);
        let mean = torque
            .plus(&free.torque(&later.rotation))
            .scaled(&Number::power(1));
        let turn = from.quaternion.conjugate().times(&to.quaternion);
        let twice = turn
            .v
            .scaled(&turn.w.reciprocal())
            .scaled(&Number::power_of_two(1));
        let of_turn = mean.dot(&at.rotation.times(&twice));
        let own_torque = at.rotation.transposed().times(&torque);
        let spun = own_torque.scaled(&plan.step);
        Self {
            rise: &(&(&after - &before) - &work) - &of_turn,
            falling: energy_of(free, &free.fall.scaled(&plan.step), &spun),
            before,
            after,
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.rise = &self.rise + &other.rise;
        self.before = &self.before + &other.before;
        self.after = &self.after + &other.after;
        self.falling = &self.falling + &other.falling;
    }

    /// L12: the rise is a small part of what the bodies have.
    pub(super) fn is_small(&self, plan: &Plan, body: usize, lands: bool) -> Result {
        let of_motion = self.before.shifted(if lands { 4 } else { 8 });
        let most = &of_motion + &self.falling.shifted(4);
        if self.rise <= most {
            return Ok(());
        }
        let found = format!("{} J more", names::rational(&self.rise.to_rational()));
        let required = "at most 2^-8 of what it has, 2^-4 where something lands: a smaller step";
        L12.refuse(plan.name(zwang_scene::BodyId(body)), found, required)
    }
}

/// The angular momentum in the axes of the body.
fn own_momentum(at: &Placed, moving: &Moving) -> Vector {
    at.rotation.transposed().times(&moving.momentum)
}

/// The kinetic energy of a body that moves.
pub(super) fn kinetic_energy(at: &Placed, moving: &Moving) -> Number {
    energy_of(moving.free, &moving.velocity, &own_momentum(at, moving))
}

/// ½ m |v|² + ½ l · I⁻¹ l.
fn energy_of(free: &Free, velocity: &Vector, own_momentum: &Vector) -> Number {
    let of_body = &velocity.square() * &free.mass;
    let of_turn = own_momentum.dot(&free.per_inertia.times(own_momentum));
    (&of_body + &of_turn).shifted(1)
}
