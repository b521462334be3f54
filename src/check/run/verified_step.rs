//! A checked step. There is no way to make one but [`super::Checker::step`].

use super::decision::GroupAnswer;
use super::state::State;
use super::system::System;
use crate::Rejection;
use num_bigint::BigInt;
use num_traits::Signed;
use zwang_certificate::Contact;
use zwang_certificate::run::{Corner, Facts, Forces, Node, Record};
use zwang_exact::{Rational, Vector};
use zwang_scene::PinId;

/// The answer of a group.
pub(super) type Proved = GroupAnswer;

/// A step that is proved.
#[derive(Clone, Debug)]
pub struct VerifiedStep {
    k: u64,
    states: [State; 2],
    facts: Facts,
    pressing: Vec<Contact>,
    forces: Vec<RawForce>,
    pins: Vec<RawPinForce>,
    length: Rational,
    has_impact: bool,
}

/// φ n / h² = number · normal / denominator.
#[derive(Clone, Debug)]
struct RawForce {
    row: Contact,
    number: BigInt,
    normal: [BigInt; 2],
    denominator: BigInt,
}

/// f / h² = numbers / denominator.
#[derive(Clone, Debug)]
struct RawPinForce {
    pin: PinId,
    numbers: [BigInt; 2],
    denominator: BigInt,
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
    ) -> Result<Self, Rejection> {
        let mut forces = Vec::new();
        let mut pins = Vec::new();
        for group in proved {
            for (row, number) in &group.pressing {
                let edge = system.stage.vertex(row.edge)?;
                let unit = edge.body.arm_unit.value(&system.stage.lengths);
                let normal = edge.edge.normal();
                forces.push(RawForce {
                    row: *row,
                    number: number.clone(),
                    normal: [normal.x, normal.y],
                    denominator: unit * &group.response.denominator,
                });
            }
            let denominator = &group.response.denominator;
            let force = |(pin, numbers): &(PinId, [BigInt; 2])| RawPinForce {
                pin: *pin,
                numbers: numbers.clone(),
                denominator: denominator.clone(),
            };
            pins.extend(group.pins.iter().map(force));
        }
        pins.sort_by_key(|force| force.pin);
        let length = system.stage.plan.settings.step.clone();
        let record = system.record;
        let (k, facts, has_impact) = (record.k, record.facts.clone(), record.impact.is_some());
        Ok(Self { k, states, facts, pressing, forces, pins, length, has_impact })
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

    /// The contact forces other than 0, N. They are brought to lowest terms here, which takes longer than checking them.
    #[must_use]
    pub fn forces(&self) -> Vec<ContactForce> {
        let per_square = self.per_square();
        let force = |raw: &RawForce| {
            let coordinate =
                |normal: &BigInt| Rational::new(&raw.number * normal, raw.denominator.clone()) * &per_square;
            let [x, y] = &raw.normal;
            ContactForce { row: raw.row, force: Vector::new(coordinate(x), coordinate(y)) }
        };
        self.forces.iter().map(force).collect()
    }

    /// The forces of pins other than 0, N, on the first body of the pin; pins ascend.
    #[must_use]
    pub fn pin_forces(&self) -> Vec<(PinId, Vector)> {
        let per_square = self.per_square();
        let force = |raw: &RawPinForce| {
            let [x, y] = &raw.numbers;
            let coordinate = |number: &BigInt| Rational::new(number.clone(), raw.denominator.clone()) * &per_square;
            (raw.pin, Vector::new(coordinate(x), coordinate(y)))
        };
        self.pins.iter().map(force).collect()
    }

    /// 1 / h².
    fn per_square(&self) -> Rational {
        (&self.length * &self.length).recip()
    }
}

/// The rows that press, ascending.
pub(super) fn pressing(proved: &[Proved]) -> Vec<Contact> {
    let mut rows: Vec<Contact> = proved.iter().flat_map(|group| &group.pressing).map(|(row, _)| *row).collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// The rows that press by a record, which may be wrong, given the sides of its corners; ascending.
pub(super) fn claimed(record: &Record, sides: impl Fn(&Corner) -> Option<[Vec<Contact>; 2]>) -> Vec<Contact> {
    let mut rows = Vec::new();
    for group in &record.groups {
        let mut left = group.answer;
        let mut path = Vec::new();
        let Some(forces) = leaf(&group.tree, &mut left, &mut path) else { continue };
        let presses = forces.rows.iter().filter(|(_, force)| force.is_positive());
        rows.extend(presses.filter_map(|(row, _)| record.rows.get(*row)));
        for (corner, row, _) in forces.sides.iter().filter(|(.., force)| force.is_positive()) {
            let found = || {
                let (_, side) = path.iter().find(|(decided, _)| decided == corner)?;
                sides(record.corners.get(*corner)?)?.get(*side)?.get(*row).copied()
            };
            rows.extend(found());
        }
    }
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// The forces of the leaf with this number, and the corners and sides on the path to it; the number of leaves before it is subtracted.
fn leaf<'a>(node: &'a Node, left: &mut usize, path: &mut Vec<(usize, usize)>) -> Option<&'a Forces> {
    match node {
        Node::Choice { corner, branches } => branches.iter().enumerate().find_map(|(side, branch)| {
            path.push((*corner, side));
            let found = leaf(branch, left, path);
            if found.is_none() {
                path.pop();
            }
            found
        }),
        Node::Optimal { forces, .. } | Node::Impossible { forces } => match left.checked_sub(1) {
            None => Some(forces),
            Some(rest) => {
                *left = rest;
                None
            }
        },
    }
}
