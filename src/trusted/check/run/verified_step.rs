//! A checked step. There is no way to make one but [`super::Checker::step`].

use super::decision::GroupAnswer;
use super::group_forces::GroupForces;
use super::stage::Stage;
use super::state::State;
use crate::rejection::Result;
use num_bigint::BigInt;
use zwang_certificate::Contact;
use zwang_certificate::run::{Corner, Facts, Placement, Record};
use zwang_exact::{Rational, Vector, lowest_terms};
use zwang_scene::PinId;

/// A step that is proved.
#[derive(Clone, Debug)]
pub struct VerifiedStep {
    k: u64,
    states: [State; 2],
    placements: Vec<Placement>,
    facts: Facts,
    corners: Vec<Corner>,
    pressing: Vec<Contact>,
    groups: Vec<GroupForces>,
    length: Rational,
    has_impact: bool,
    half_turn_tangent: Rational,
    relaxed: u64,
}

/// A contact force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContactForce {
    /// The row, or the side of a corner, along whose normal it acts; with friction, along its edge,
    /// too.
    pub row: Contact,
    /// The force on the vertex body, N; its opposite acts on the edge body.
    pub force: Vector,
    /// Whether its group has exact forces ([`GroupForces::is_exact`]).
    pub is_exact: bool,
}

impl VerifiedStep {
    pub(super) fn new(
        stage: &Stage,
        record: &Record,
        proved: &[GroupAnswer],
        pressing: Vec<Contact>,
        states: [State; 2],
        half_turn_tangent: Rational,
    ) -> Result<Self> {
        let mut groups = Vec::new();
        let relaxed = proved.iter().filter(|group| group.is_relaxed);
        let relaxed = relaxed.count() as u64;
        for group in proved {
            if !group.pressing.is_empty() || !group.pins.is_empty() {
                groups.push(GroupForces::new(stage, group)?);
            }
        }
        let Record {
            k,
            state,
            facts,
            corners,
            impact,
            rows: _,
            all_rows: _,
            groups: _,
        } = record;
        let settings = &stage.plan.settings;
        Ok(Self {
            k: *k,
            states,
            placements: state.clone(),
            facts: facts.clone(),
            corners: corners.clone(),
            pressing,
            groups,
            length: settings.step.clone(),
            has_impact: impact.is_some(),
            half_turn_tangent,
            relaxed,
        })
    }

    /// The number of the step, from 1.
    #[must_use]
    pub fn k(&self) -> u64 {
        self.k
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

    /// The placements of the free bodies after the step, in file order, as the record spells them.
    #[must_use]
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// The corners that were decided in the step.
    #[must_use]
    pub fn corners(&self) -> &[Corner] {
        &self.corners
    }

    /// The forces as they are proved, by group; groups without forces are left out.
    #[must_use]
    pub fn groups(&self) -> &[GroupForces] {
        &self.groups
    }

    /// The length of the step in time, s.
    #[must_use]
    pub fn length(&self) -> &Rational {
        &self.length
    }

    /// The facts of the record, which are checked.
    #[must_use]
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The rows that press, sides of corners included; ascending.
    #[must_use]
    pub fn pressing(&self) -> &[Contact] {
        &self.pressing
    }

    /// Whether velocities were changed by an impact before the step.
    #[must_use]
    pub fn has_impact(&self) -> bool {
        self.has_impact
    }

    /// The tangent of half the largest turn of a body in the step, without its sign.
    #[must_use]
    pub fn half_turn_tangent(&self) -> &Rational {
        &self.half_turn_tangent
    }

    /// How many groups obey only what is left of Coulomb's law where rows were violated before; 0
    /// in a run without friction.
    #[must_use]
    pub fn relaxed_groups(&self) -> u64 {
        self.relaxed
    }

    /// The contact forces other than 0, N; those of enclosed groups are near the exact ones. They
    /// are brought to lowest terms here, which takes longer than checking them.
    #[must_use]
    pub fn forces(&self) -> Vec<ContactForce> {
        let mut forces = Vec::new();
        for group in &self.groups {
            for force in &group.rows {
                let denominator = &group.denominator * &force.unit;
                forces.push(ContactForce {
                    row: force.row,
                    force: self.force(force.numbers(), denominator),
                    is_exact: group.is_exact,
                });
            }
        }
        forces
    }

    /// The forces of pins other than 0, N, on the first body of the pin; pins ascend. They are
    /// exact: no enclosed group has pins.
    #[must_use]
    pub fn pin_forces(&self) -> Vec<(PinId, Vector)> {
        let mut forces = Vec::new();
        for group in &self.groups {
            for (pin, numbers) in &group.pins {
                let force = self.force(numbers.clone(), group.denominator.clone());
                forces.push((*pin, force));
            }
        }
        forces.sort_by_key(|(pin, _)| *pin);
        forces
    }

    /// Two numbers over a denominator and h², N.
    fn force(&self, [x, y]: [BigInt; 2], denominator: BigInt) -> Vector {
        let x = lowest_terms(x, denominator.clone());
        let y = lowest_terms(y, denominator);
        let per_square = (&self.length * &self.length).recip();
        Vector::new(x, y).scaled(&per_square)
    }
}

/// The rows that press, ascending.
pub(super) fn pressing(proved: &[GroupAnswer]) -> Vec<Contact> {
    let mut rows = Vec::new();
    for group in proved {
        rows.extend(group.pressing.iter().map(|force| force.row));
    }
    rows.sort_unstable();
    rows.dedup();
    rows
}
