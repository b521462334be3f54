//! What bodies exert on each other at points, through contacts and pins together.

use super::answer::Answer;
use crate::case::ForceOnPin;
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

    /// The joint with the smaller body first.
    pub(crate) fn in_order(mut self) -> Self {
        self.bodies.sort_unstable();
        self
    }
}

impl Exerted {
    /// D times the forces of an answer.
    pub(crate) fn of(answer: &Answer) -> Self {
        let mut exerted = Self::default();
        for force in &answer.forces.contacts {
            let contact = force.rough.contact;
            let [first, second] = contact.bodies;
            let bodies = [Some(first.index), Some(second.index)];
            let point = Vector::from(&contact.gap.point);
            let normal = Vector::from(&contact.gap.normal);
            let tangent = normal.quarter_turn();
            let across = normal.scaled(&force.across.clone().into());
            let along = tangent.scaled(&force.along.clone().into());
            exerted.add(Joint::new(bodies, point), &(&across + &along));
        }
        for ForceOnPin { pin, force } in &answer.forces.pins {
            let [x, y] = force.each_ref().map(|number| number.clone().into());
            let bodies = [Some(pin.listed.first), pin.listed.second];
            let joint = Joint::new(bodies, pin.listed.at.clone());
            exerted.add(joint, &Vector::new(x, y));
        }
        exerted
    }

    /// Adds a force on the first body of a joint, and its opposite on the second.
    pub(crate) fn add(&mut self, joint: Joint, force: &Vector) {
        let [first, second] = joint.bodies;
        let force = if first <= second {
            force.clone()
        } else {
            -force
        };
        let joint = joint.in_order();
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
