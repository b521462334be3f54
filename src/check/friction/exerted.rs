//! What bodies exert on each other at points, through contacts and pins together.

use super::answer::Answer;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector};
use zwang_scene::BodyId;

/// Two bodies at a point; `None` is the world. One order of the two stands for both.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Joint {
    pub bodies: [Option<BodyId>; 2],
    pub at: Vector,
}

/// The force on the first body of each joint, times a denominator.
#[derive(Debug, Default)]
pub(crate) struct Exerted {
    pub forces: BTreeMap<Joint, Vector>,
}

impl Joint {
    pub(crate) fn new(bodies: [Option<BodyId>; 2], at: Vector) -> Self {
        Self { bodies, at }
    }

    fn opposite(&self) -> Self {
        let [first, second] = self.bodies;
        Self {
            bodies: [second, first],
            at: self.at.clone(),
        }
    }
}

impl Exerted {
    /// D times the forces of an answer.
    pub(crate) fn of(answer: &Answer) -> Self {
        let mut exerted = Self::default();
        for (rough, [across, along]) in &answer.forces.contacts {
            let [first, second] = rough.contact.bodies;
            let gap = &rough.contact.gap;
            let normal = Vector::from(&gap.normal);
            let across = normal.scaled(&Rational::from(across.clone()));
            let along = normal.quarter_turn().scaled(&Rational::from(along.clone()));
            let joint = Joint::new(
                [Some(first.index), Some(second.index)],
                Vector::from(&gap.point),
            );
            exerted.add(joint, &(&across + &along));
        }
        for (pin, [x, y]) in &answer.forces.pins {
            let force = Vector::new(x.clone().into(), y.clone().into());
            let bodies = [Some(pin.listed.first), pin.listed.second];
            let joint = Joint::new(bodies, pin.listed.at.clone());
            exerted.add(joint, &force);
        }
        exerted
    }

    /// Adds a force on the first body of a joint, and its opposite on the second.
    pub(crate) fn add(&mut self, joint: Joint, force: &Vector) {
        let opposite = joint.opposite();
        let is_opposite = opposite < joint;
        let joint = if is_opposite { opposite } else { joint };
        let force = if is_opposite { -force } else { force.clone() };
        let sum = self.forces.entry(joint).or_insert_with(Vector::zero);
        *sum = &*sum + &force;
    }

    /// Whether these are the same forces over their denominators.
    pub(crate) fn are(
        &self,
        denominator: &BigInt,
        other: &Self,
        other_denominator: &BigInt,
    ) -> bool {
        self.times(other_denominator) == other.times(denominator)
    }

    /// The forces that are not 0, times a number.
    fn times(&self, factor: &BigInt) -> BTreeMap<&Joint, Vector> {
        let factor = Rational::from(factor.clone());
        let mut forces = BTreeMap::new();
        for (joint, force) in &self.forces {
            if !force.is_zero() {
                forces.insert(joint, force.scaled(&factor));
            }
        }
        forces
    }
}
