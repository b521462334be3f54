//! Joints as rows: forces and torques of either sign that do no work under what the joint lets its
//! bodies do.
//!
//! The rows of a joint are independent: a line or an axis has two, across its direction. A proof
//! has three numbers f for these, of the vectors f × a and a × (f × a) ([`numbers`]).

use super::rows::cross;
use super::solid::coordinates;
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::basic::traits::{One, Zero};
use zwang_exact::Vector3;
use zwang_program::kernel::number::from_solver;
use zwang_scene::space::{Constraint, Given, JointKind};

/// A vector.
type Vector = [Rational; 3];

/// A force at the point of a joint, and a torque, on its first body.
#[derive(Clone, Debug)]
pub(super) struct Wrench {
    pub(super) force: Vector,
    pub(super) torque: Vector,
}

impl Wrench {
    /// A component of the force (0 to 2) or of the torque (3 to 5).
    pub(super) fn component(&self, component: usize) -> &Rational {
        match component.checked_sub(3) {
            None => &self.force[component],
            Some(axis) => &self.torque[axis],
        }
    }
}

/// The point of a joint; that of the first body, of a rod.
pub(super) fn point(kind: &JointKind) -> Vector {
    match kind.keys().first() {
        Some((_, Given::One(at))) => coordinates(at),
        Some((_, Given::Two([at, _]))) => coordinates(at),
        None => unreachable!("a joint is somewhere"),
    }
}

/// The force and the torque of each row of a joint.
pub(super) fn wrenches(kind: &JointKind) -> Vec<Wrench> {
    let mut wrenches = Vec::new();
    for constraint in kind.constraints() {
        let (forces, torques) = match constraint {
            Constraint::Point(_) => (axes().to_vec(), Vec::new()),
            Constraint::Line { axis, .. } => (across(axis).to_vec(), Vec::new()),
            Constraint::Axis(axis) => (Vec::new(), across(axis).to_vec()),
            Constraint::Turn => (Vec::new(), axes().to_vec()),
            Constraint::Cross([a, b]) => {
                (Vec::new(), vec![cross(&coordinates(b), &coordinates(a))])
            }
            Constraint::Distance([x, y]) => (vec![coordinates(&(y - x))], Vec::new()),
        };
        let none = Vector::default;
        wrenches.extend(forces.into_iter().map(|force| Wrench {
            force,
            torque: none(),
        }));
        wrenches.extend(torques.into_iter().map(|torque| Wrench {
            force: none(),
            torque,
        }));
    }
    wrenches
}

/// The force and the torque of each row of a joint on its first body: independent ones that span
/// all that it bears.
#[must_use]
pub fn joint_wrenches(kind: &JointKind) -> Vec<[Vector3; 2]> {
    let wrenches = wrenches(kind);
    let wrenches = wrenches.iter().map(|wrench| {
        [&wrench.force, &wrench.torque].map(|vector| {
            let [x, y, z] = vector.each_ref().map(from_solver);
            Vector3::new(x, y, z)
        })
    });
    wrenches.collect()
}

/// The numbers of the constraints of a joint, from the multipliers of its rows.
pub(super) fn numbers(kind: &JointKind, multipliers: &[Rational]) -> Vec<Rational> {
    let mut numbers = Vec::new();
    let mut left = multipliers.iter();
    for constraint in kind.constraints() {
        match constraint {
            Constraint::Point(_) | Constraint::Turn => {
                numbers.extend(left.by_ref().take(3).cloned())
            }
            Constraint::Cross(_) | Constraint::Distance(_) => {
                numbers.extend(left.by_ref().take(1).cloned());
            }
            Constraint::Line { axis, .. } => {
                // f × a = F for f = a × F / a·a, if F is across a.
                let sum = combined(&across(axis), left.by_ref());
                let axis = coordinates(axis);
                numbers.extend(divided(cross(&axis, &sum), &squared(&axis)));
            }
            Constraint::Axis(axis) => {
                // a × (f × a) = (a·a) f, if f is across a.
                let sum = combined(&across(axis), left.by_ref());
                numbers.extend(divided(sum, &squared(&coordinates(axis))));
            }
        }
    }
    numbers
}

fn axes() -> [Vector; 3] {
    [0, 1, 2].map(|axis| {
        let mut unit = Vector::default();
        unit[axis] = Rational::ONE;
        unit
    })
}

/// Two vectors across a direction: with that axis along which its component is smallest, the first
/// of equals, and with the vector that follows.
fn across(direction: &Vector3) -> [Vector; 2] {
    let direction = coordinates(direction);
    let mut least = 0;
    for axis in 1..3 {
        if (&direction[axis]).abs() < (&direction[least]).abs() {
            least = axis;
        }
    }
    let first = cross(&direction, &axes()[least]);
    let second = cross(&direction, &first);
    [first, second]
}

fn combined<'m>(vectors: &[Vector; 2], multipliers: impl Iterator<Item = &'m Rational>) -> Vector {
    let mut sum = Vector::default();
    for (vector, multiplier) in vectors.iter().zip(multipliers) {
        for (sum, value) in sum.iter_mut().zip(vector) {
            *sum += value * multiplier;
        }
    }
    sum
}

fn divided(vector: Vector, by: &Rational) -> Vector {
    vector.map(|value| value / by)
}

fn squared(vector: &Vector) -> Rational {
    let mut sum = Rational::ZERO;
    for value in vector {
        sum += value * value;
    }
    sum
}
