//! Joints of a scene at rest: forces and torques of either sign, one for each number of their
//! constraints, and the velocities that they let two bodies have.
//!
//! A number f of a constraint is a force at the point of the joint and a torque on the first body;
//! their opposites act on the second. Under any velocity their work is -f times the derivative of
//! the constraint. So what a joint lets bodies do, its forces do no work under.
//!
//! | constraint | force | torque |
//! |---|---|---|
//! | point x | f | |
//! | line through x along a | f × a | |
//! | axis a | | a × (f × a) |
//! | turn | | f |
//! | cross a, b | | f (b × a) |
//! | distance x, y | f (y - x) | |
//!
//! A force along y - x is the same at x and at y.

use crate::core::row::{Motions, Row, RowForce};
use crate::rejection::Condition::{self, Form};
use crate::rejection::{Result, within};
use crate::space::figure::Figure;
use crate::space::spot::Spot;
use num_bigint::BigInt;
use num_traits::Zero;
use std::fmt::{self, Formatter};
use zwang_exact::{Rational, Vector3};
use zwang_scene::BodyId;
use zwang_scene::space::{Constraint, Given};

/// A joint.
pub(crate) struct Joint<'a> {
    pub index: usize,
    /// The first body is that of the scene file.
    pub spot: Spot<'a>,
    /// Its kind, as files name it.
    pub kind: &'static str,
    units: Vec<Unit>,
}

/// A number of a constraint.
struct Unit {
    /// The force and the torque of f = 1 on the first body.
    force: Vector3,
    torque: Vector3,
    /// The row of both.
    row: Row,
}

/// The forces of a joint.
#[derive(Clone, Copy)]
pub(crate) struct JointForces<'a> {
    pub joint: &'a Joint<'a>,
    /// D f.
    numbers: &'a [BigInt],
}

/// All joints of a scene, in order.
pub(crate) fn joints<'a>(figure: &'a Figure<'a>) -> Result<Vec<Joint<'a>>> {
    let mut joints = Vec::new();
    for (index, listed) in figure.scene.joints.iter().enumerate() {
        let [first, second] = listed.bodies;
        let place = format!("joint {index}");
        let first = within(&place, figure.body(first))?;
        let second = within(&place, figure.body(second))?;
        let mut point = Vector3::zero();
        // The key that says where it is comes first.
        if let Some((_, given)) = listed.kind.keys().first() {
            point = match given {
                Given::One(at) => (*at).clone(),
                Given::Two([at, _]) => at.clone(),
            };
        }
        let spot = Spot::new([first, second], point);
        let mut units = Vec::new();
        for constraint in listed.kind.constraints() {
            for [force, torque] in wrenches(&constraint) {
                let row = spot.row_with_torque(&force, &torque);
                units.push(Unit { force, torque, row });
            }
        }
        joints.push(Joint {
            index,
            spot,
            kind: listed.kind.name(),
            units,
        });
    }
    Ok(joints)
}

/// The force and the torque of each number of a constraint.
fn wrenches(constraint: &Constraint) -> Vec<[Vector3; 2]> {
    let axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let axes = axes.map(|[x, y, z]| Vector3::from_integers(x, y, z));
    let none = Vector3::zero;
    match constraint {
        Constraint::Point(_) => axes.map(|axis| [axis, none()]).to_vec(),
        Constraint::Line { axis, .. } => axes.map(|own| [own.cross(axis), none()]).to_vec(),
        Constraint::Axis(axis) => axes
            .map(|own| [none(), axis.cross(&own.cross(axis))])
            .to_vec(),
        Constraint::Turn => axes.map(|axis| [none(), axis]).to_vec(),
        Constraint::Cross([a, b]) => vec![[none(), b.cross(a)]],
        Constraint::Distance([x, y]) => vec![[between(x, y), none()]],
    }
}

/// From one point to another.
fn between(start: &Vector3, end: &Vector3) -> Vector3 {
    let [a, b, c] = start.coordinates();
    let [x, y, z] = end.coordinates();
    Vector3::new(x - a, y - b, z - c)
}

fn plus(vector: &Vector3, other: &Vector3) -> Vector3 {
    let [a, b, c] = vector.coordinates();
    let [x, y, z] = other.coordinates();
    Vector3::new(a + x, b + y, c + z)
}

impl<'a> Joint<'a> {
    pub(crate) fn bodies(&self) -> [Option<BodyId>; 2] {
        self.spot.bodies.map(|body| body.if_free())
    }

    /// Form: as many numbers as its constraints have.
    pub(crate) fn forces(&'a self, numbers: &'a [BigInt]) -> Result<JointForces<'a>> {
        let listed = numbers.len();
        let count = self.units.len();
        if listed != count {
            let found = format!("{listed} numbers");
            return Form.refuse(self, found, format!("{count}, those of its constraints"));
        }
        Ok(JointForces {
            joint: self,
            numbers,
        })
    }

    /// For each number of its constraints its row, and what it is of a component of the force (0 to
    /// 2) or of the torque (3 to 5).
    pub(crate) fn components(&self, component: usize) -> impl Iterator<Item = (&Row, Rational)> {
        self.units.iter().map(move |unit| {
            let loads = [&unit.force, &unit.torque].into_iter();
            let mut numbers = loads.flat_map(Vector3::coordinates);
            (
                &unit.row,
                numbers.nth(component).cloned().unwrap_or_default(),
            )
        })
    }

    /// Whether the derivatives of its constraints are 0 under a motion from rest.
    pub(crate) fn admits(&self, motions: &Motions) -> Result<bool> {
        for unit in &self.units {
            if !unit.row.difference(motions)?.is_zero() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl<'a> JointForces<'a> {
    /// Its rows with their forces.
    pub(crate) fn rows(self) -> impl Iterator<Item = RowForce<'a>> {
        let units = self.joint.units.iter().zip(self.numbers);
        units.map(|(unit, force)| RowForce {
            row: &unit.row,
            force,
        })
    }

    /// The force at the point of the joint, and the torque, on the first body.
    pub(crate) fn wrench(self, denominator: &BigInt) -> [Vector3; 2] {
        let mut force = Vector3::zero();
        let mut torque = Vector3::zero();
        for (unit, number) in self.joint.units.iter().zip(self.numbers) {
            let number = Rational::new(number.clone(), denominator.clone());
            force = plus(&force, &unit.force.scaled(&number));
            torque = plus(&torque, &unit.torque.scaled(&number));
        }
        [force, torque]
    }
}

/// No joint resists a motion: S4 of a velocity, C6 of an acceleration.
pub(crate) fn joints_let_move(
    joints: &[&Joint],
    motions: &Motions,
    place: impl fmt::Display,
    condition: Condition,
) -> Result {
    for joint in joints {
        if !joint.admits(motions)? {
            let place = format!("{place}, {joint}");
            let found = "a motion that its constraints do not let";
            return condition.refuse(place, found, "one under which their derivatives are 0");
        }
    }
    Ok(())
}

impl fmt::Display for Joint<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "joint {}", self.index)
    }
}
