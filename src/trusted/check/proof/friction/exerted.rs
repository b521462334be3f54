//! Forces that bodies exert on each other at points, through contacts and pins together.

use super::answer::Answer;
use crate::proof::named::ForceOnPin;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Pin};

/// Two bodies at a point; `None` is the world. One order of the two stands for both.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Joint {
    pub bodies: [Option<BodyId>; 2],
    pub at: Vector,
}

/// The force on the first body of each joint, times a denominator.
#[derive(Debug)]
pub(crate) struct Exerted<'a> {
    pub forces: BTreeMap<Joint, Vector>,
    denominator: &'a BigInt,
}

impl Joint {
    pub(crate) fn new(bodies: [Option<BodyId>; 2], at: Vector) -> Self {
        Self { bodies, at }
    }

    /// The bodies of a pin, at its point.
    pub(crate) fn of_pin(pin: &Pin) -> Self {
        let bodies = [Some(pin.first), pin.second];
        Self::new(bodies, pin.at.clone())
    }

    /// The joint with the smaller body first.
    pub(crate) fn in_order(mut self) -> Self {
        self.bodies.sort_unstable();
        self
    }
}

impl<'a> Exerted<'a> {
    /// No force anywhere.
    pub(crate) fn none(denominator: &'a BigInt) -> Self {
        Self {
            forces: BTreeMap::new(),
            denominator,
        }
    }

    /// D times the forces of an answer.
    pub(crate) fn of(answer: &Answer<'a>) -> Self {
        let mut exerted = Self::none(answer.denominator());
        for force in &answer.forces.contacts {
            let contact = force.contact;
            let [first, second] = contact.bodies;
            let bodies = [Some(first.index), Some(second.index)];
            let point = Vector::from(&contact.gap.point);
            let joint = Joint::new(bodies, point);
            let normal = Vector::from(&contact.gap.normal);
            let across = Rational::from(force.across.clone());
            let along = Rational::from(force.along.clone());
            let of_normal = normal.scaled(&across);
            let of_tangent = normal.quarter_turn().scaled(&along);
            exerted.add(joint, &(&of_normal + &of_tangent));
        }
        for ForceOnPin { pin, force } in &answer.forces.pins {
            let joint = Joint::of_pin(pin.listed);
            let [x, y] = (*force).clone().map(Rational::from);
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
    pub(crate) fn are(&self, other: &Exerted) -> bool {
        let own = self.times(other.denominator);
        let others = other.times(self.denominator);
        own == others
    }

    /// The forces that are not 0, times a number.
    fn times(&self, factor: &BigInt) -> BTreeMap<&Joint, Vector> {
        let factor = Rational::from(factor.clone());
        let mut forces = BTreeMap::new();
        for (joint, force) in &self.forces {
            if !force.is_zero() {
                let force = force.scaled(&factor);
                forces.insert(joint, force);
            }
        }
        forces
    }
}
