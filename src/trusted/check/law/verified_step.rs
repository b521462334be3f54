//! A checked step. There is no way to make one but [`super::Checker::step`].

use super::group::{Blow, ProvedGroup, RowImpulse};
use super::number::Number;
use super::plan::Plan;
use super::state::State;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;
use zwang_certificate::run2::Grade;
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, PinId};

/// A step that is proved.
#[derive(Clone, Debug)]
pub struct VerifiedStep {
    states: [State; 2],
    forces: Vec<ContactForce>,
    pressing: Vec<Contact>,
    impacts: Vec<Impact>,
    impact_energy: Rational,
    pin_forces: Vec<PinForce>,
    near: u64,
    relaxed: u64,
    radius: Rational,
    law_squared: Rational,
    length: Rational,
    half_turn_tangent: Rational,
    quarters: BTreeMap<BodyId, i64>,
    penetration_squared: Rational,
    lands: bool,
    energy_rise: Rational,
    cost: usize,
}

/// A contact force: the impulse of a row in a step, over the step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContactForce {
    /// The row at whose vertex it acts.
    pub row: Contact,
    /// The force on the vertex body, N; its opposite acts on the edge body.
    pub force: Vector,
}

/// A row that bounces or is stopped by a round of impacts, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impact {
    /// The row.
    pub row: Contact,
    /// When, in steps from the beginning of the step: 0 to 1.
    pub time: Rational,
}

/// The force of a pin: its impulse in a step, over the step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PinForce {
    /// The pin.
    pub pin: PinId,
    /// The force on its first body, N; its opposite acts on the second one.
    pub force: Vector,
}

impl VerifiedStep {
    pub(super) fn new(
        plan: &Plan,
        states: [State; 2],
        proved: Vec<ProvedGroup>,
        [penetration, rise]: [Number; 2],
        cost: usize,
    ) -> Self {
        let mut forces: BTreeMap<Contact, Vector> = BTreeMap::new();
        let mut pressing = BTreeSet::new();
        let mut impacts = BTreeSet::new();
        let mut impact_energy = Number::zero();
        let mut pin_forces = Vec::new();
        let [mut near, mut relaxed] = [0_u64, 0];
        let mut law_squared = Number::zero();
        let mut radius = Number::zero();
        let mut half_turn = Number::zero();
        let mut quarters = BTreeMap::new();
        let mut lands = false;
        for group in proved {
            match group.grade {
                Grade::Unique => {}
                Grade::Near => near = near.saturating_add(1),
                Grade::Relaxed => relaxed = relaxed.saturating_add(1),
            }
            radius = radius.max(group.radius);
            half_turn = half_turn.max(group.half_turn);
            quarters.extend(group.quarters);
            law_squared = law_squared.max(group.law_squared);
            lands |= group.lands;
            impact_energy = &impact_energy + &group.impact_energy;
            for impulse in group.forces {
                pressing.insert(impulse.row);
                add(&mut forces, &impulse);
            }
            for Blow { time, impulse } in group.impacts {
                impacts.insert((impulse.row, time.to_rational()));
                add(&mut forces, &impulse);
            }
            for (pin, force) in group.pin_forces {
                pin_forces.push(PinForce {
                    pin: PinId(pin),
                    force: force.to_exact(),
                });
            }
        }
        forces.retain(|_, force| !force.is_zero());
        let forces = forces.into_iter();
        pin_forces.sort_by_key(|force: &PinForce| force.pin);
        Self {
            states,
            forces: forces
                .map(|(row, force)| ContactForce { row, force })
                .collect(),
            pressing: pressing.into_iter().collect(),
            impacts: impacts
                .into_iter()
                .map(|(row, time)| Impact { row, time })
                .collect(),
            impact_energy: impact_energy.to_rational(),
            pin_forces,
            near,
            relaxed,
            radius: radius.to_rational(),
            law_squared: law_squared.to_rational(),
            length: plan.step.to_rational(),
            half_turn_tangent: half_turn.to_rational(),
            quarters,
            penetration_squared: penetration.to_rational(),
            lands,
            energy_rise: rise.to_rational(),
            cost,
        }
    }

    /// How many bytes of a run pay for the step (section 9).
    pub(super) fn cost(&self) -> usize {
        self.cost
    }

    /// The same step once more, from the state of this index.
    pub(super) fn again_after(&self, index: u64) -> Self {
        let mut again = self.clone();
        let [before, after] = &mut again.states;
        before.index = index;
        after.index = index.saturating_add(1);
        again
    }

    /// The number of the step, from 1.
    #[must_use]
    pub fn k(&self) -> u64 {
        self.state().index()
    }

    /// The state after the step.
    #[must_use]
    pub fn state(&self) -> &State {
        let [_, after] = &self.states;
        after
    }

    /// The state before the step, from which it is proved.
    #[must_use]
    pub fn before(&self) -> &State {
        let [before, _] = &self.states;
        before
    }

    /// The length of the step in time, s.
    #[must_use]
    pub fn length(&self) -> &Rational {
        &self.length
    }

    /// The contact forces other than 0, by rows. They are near those of the exact motion.
    #[must_use]
    pub fn forces(&self) -> &[ContactForce] {
        &self.forces
    }

    /// How many quarter turns a body makes in the step, counter-clockwise: by so much n of its
    /// state rises, which is told modulo 4. No part of a step turns a body by more than half a
    /// turn, but several may.
    #[must_use]
    pub fn quarter_turns(&self, body: BodyId) -> i64 {
        self.quarters.get(&body).copied().unwrap_or(0)
    }

    /// The forces of all pins, ascending. They are near those of the exact motion, which are
    /// unique.
    #[must_use]
    pub fn pin_forces(&self) -> &[PinForce] {
        &self.pin_forces
    }

    /// The rows that press, ascending. Those that only bounce are not among them.
    #[must_use]
    pub fn pressing(&self) -> Vec<Contact> {
        self.pressing.clone()
    }

    /// The rows that rounds of impacts take while they close, and those with an impulse there,
    /// ascending by row, then time. (Impulses are not unique: one of two rows may bear them all.)
    #[must_use]
    pub fn impacts(&self) -> &[Impact] {
        &self.impacts
    }

    /// The kinetic energy that the rounds of impacts gave, J: negative if they took some.
    #[must_use]
    pub fn impact_energy(&self) -> &Rational {
        &self.impact_energy
    }

    /// How many groups have the grade `near`.
    #[must_use]
    pub fn near_groups(&self) -> u64 {
        self.near
    }

    /// How many groups have the grade `relaxed`.
    #[must_use]
    pub fn relaxed_groups(&self) -> u64 {
        self.relaxed
    }

    /// The square of the largest error of the law of friction, m².
    #[must_use]
    pub fn law_squared(&self) -> &Rational {
        &self.law_squared
    }

    /// The largest radius of a ball, m kg^½: of a ball of velocities, times the step.
    #[must_use]
    pub fn radius(&self) -> &Rational {
        &self.radius
    }

    /// The tangent of half the largest turn of a body in the step, without its sign.
    #[must_use]
    pub fn half_turn_tangent(&self) -> &Rational {
        &self.half_turn_tangent
    }

    /// Whether a contact lands in the step.
    #[must_use]
    pub fn lands(&self) -> bool {
        self.lands
    }

    /// The kinetic energy that the step gives beside the work of weights and loads, J.
    #[must_use]
    pub fn energy_rise(&self) -> &Rational {
        &self.energy_rise
    }

    /// The square of the deepest penetration in the state after the step, m².
    #[must_use]
    pub fn penetration_squared(&self) -> &Rational {
        &self.penetration_squared
    }
}

/// Adds an impulse over the step to those of the rows, N.
fn add(forces: &mut BTreeMap<Contact, Vector>, impulse: &RowImpulse) {
    let sum = forces.entry(impulse.row).or_insert_with(Vector::zero);
    *sum = &*sum + &impulse.force.to_exact();
}
