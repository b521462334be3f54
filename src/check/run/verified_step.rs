//! A checked step. There is no way to make one but [`super::Checker::step`].

use super::decision::GroupAnswer;
use super::group_forces::{GroupForces, RowForce};
use super::state::State;
use super::system::System;
use crate::Rejection;
use num_bigint::BigInt;
use zwang_certificate::Contact;
use zwang_certificate::run::{Corner, Facts, Placement};
use zwang_exact::{Rational, Vector, lowest_terms};
use zwang_scene::PinId;

/// The answer of a group.
pub(super) type Proved = GroupAnswer;

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
}

/// A contact force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContactForce {
    /// The row, or the side of a corner, along whose normal it acts.
    pub row: Contact,
    /// The force on the vertex body, N; its opposite acts on the edge body.
    pub force: Vector,
}

impl VerifiedStep {
    pub(super) fn new(
        system: &System,
        proved: &[Proved],
        pressing: Vec<Contact>,
        states: [State; 2],
        half_turn_tangent: Rational,
    ) -> Result<Self, Rejection> {
        let groups = proved
            .iter()
            .filter(|group| !group.pressing.is_empty() || !group.pins.is_empty());
        let record = system.record;
        Ok(Self {
            k: record.k,
            states,
            placements: record.state.clone(),
            facts: record.facts.clone(),
            corners: record.corners.clone(),
            pressing,
            groups: groups
                .map(|group| GroupForces::new(system, group))
                .collect::<Result<_, _>>()?,
            length: system.stage.plan.settings.step.clone(),
            has_impact: record.impact.is_some(),
            half_turn_tangent,
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

    /// What is told beside; checked.
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

    /// The contact forces other than 0, N. They are brought to lowest terms here, which takes
    /// longer than checking them.
    #[must_use]
    pub fn forces(&self) -> Vec<ContactForce> {
        let per_square = self.per_square();
        let force = |group: &GroupForces, raw: &RowForce| {
            let denominator = &group.denominator * &raw.unit;
            let coordinate = |normal: &BigInt| {
                lowest_terms(&raw.number * normal, denominator.clone()) * &per_square
            };
            let [x, y] = &raw.normal;
            ContactForce {
                row: raw.row,
                force: Vector::new(coordinate(x), coordinate(y)),
            }
        };
        let forces = |group: &GroupForces| {
            group
                .rows
                .iter()
                .map(|raw| force(group, raw))
                .collect::<Vec<_>>()
        };
        self.groups.iter().flat_map(forces).collect()
    }

    /// The forces of pins other than 0, N, on the first body of the pin; pins ascend.
    #[must_use]
    pub fn pin_forces(&self) -> Vec<(PinId, Vector)> {
        let per_square = self.per_square();
        let force = |group: &GroupForces, (pin, numbers): &(PinId, [BigInt; 2])| {
            let [x, y] = numbers;
            let coordinate = |number: &BigInt| {
                lowest_terms(number.clone(), group.denominator.clone()) * &per_square
            };
            (*pin, Vector::new(coordinate(x), coordinate(y)))
        };
        let forces = |group: &GroupForces| {
            group
                .pins
                .iter()
                .map(|raw| force(group, raw))
                .collect::<Vec<_>>()
        };
        let mut forces: Vec<_> = self.groups.iter().flat_map(forces).collect();
        forces.sort_by_key(|(pin, _)| *pin);
        forces
    }

    /// 1 / h².
    fn per_square(&self) -> Rational {
        (&self.length * &self.length).recip()
    }
}

/// The rows that press, ascending.
pub(super) fn pressing(proved: &[Proved]) -> Vec<Contact> {
    let mut rows: Vec<Contact> = proved
        .iter()
        .flat_map(|group| &group.pressing)
        .map(|(row, _)| *row)
        .collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}
