//! A gravity under which forces without friction hold a scene: linear programs in the forces and in
//! the gravity.
//!
//! Forces φ ≥ 0 along the normals balance m g on every body, and no torque. The gravities g of
//! which there are such forces are a cone. It is searched in a cube, along each axis in both
//! senses. If all six programs have the value 0, the cone is 0 alone.

use super::contacts;
use super::error::SpaceError;
use super::linear;
use super::rows::{SpaceProblem, WIDTH, cross};
use malachite::Rational;
use num_traits::{One, Zero};
use std::collections::BTreeMap;
use zwang_exact::{Rational as Value, Vector3};
use zwang_program::kernel::number::from_solver;
use zwang_program::{Interval, LinearProgram, LinearRow, Monitor, Options, Polyhedron, Sense};
use zwang_scene::space::Scene;

/// The variables of gravity come first.
const AXES: usize = 3;

/// A gravity other than 0 that forces without friction balance, whatever the scene's own is; `None`
/// if there is none. Loads are left out, and so is what touches at corners.
///
/// # Errors
/// [`SpaceError`] if bodies overlap, or if the monitor is told to stop.
pub fn withstood_gravity(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<Vector3>, SpaceError> {
    super::require_no_joints(scene, "a cone of gravities")?;
    let contacts = contacts::find(scene, monitor)?;
    let space = SpaceProblem::new(scene, contacts);
    let feasible = balanced(&space);
    let mut sum = Vector3::zero();
    let mut found = None;
    for axis in 0..AXES {
        for sign in [1, -1] {
            let mut objective = vec![Value::zero(); feasible.bounds.len()];
            objective[axis] = Value::from_integer(sign.into());
            let program = LinearProgram {
                sense: Sense::Maximise,
                objective,
                feasible: feasible.clone(),
            };
            let point = linear::optimum(&program, options, monitor)?;
            let [x, y, z] = std::array::from_fn(|axis| point[axis].clone());
            let gravity = Vector3::new(x, y, z);
            if !gravity.is_zero() {
                sum = &sum + &gravity;
                found = Some(gravity);
            }
        }
    }
    // The sum is further inside; it may be 0 if the cone contains lines.
    Ok(found.map(|found| if sum.is_zero() { found } else { sum }))
}

/// The gravities of a cube, with forces that balance them.
fn balanced(space: &SpaceProblem) -> Polyhedron {
    let one = Value::one();
    let mut bounds = vec![Interval::between(-&one, one); AXES];
    // Body and number of its force or torque; variables with their coefficients.
    let mut balance: BTreeMap<(usize, usize), Vec<(usize, Value)>> = BTreeMap::new();
    for (body, own) in space.scene.bodies.iter().enumerate() {
        let Some(free) = &own.dynamics else {
            continue;
        };
        for axis in 0..AXES {
            balance.insert((body, axis), vec![(axis, free.mass.clone())]);
        }
    }
    for touch in &space.contacts.touches {
        let Some(normal) = touch.normal() else {
            continue;
        };
        let normal = normal.each_ref().map(Rational::from);
        for point in &touch.points {
            let force = bounds.len();
            bounds.push(Interval::nonnegative());
            for (body, sign) in touch.bodies().into_iter().zip([-1, 1]) {
                if !space.problem.is_free(body) {
                    continue;
                }
                let torque = cross(&space.arm(body, point), &normal);
                for (number, part) in normal.iter().chain(&torque).take(WIDTH).enumerate() {
                    let part = from_solver(&(part * Rational::from(sign)));
                    if !part.is_zero() {
                        let row = balance.entry((body, number)).or_default();
                        row.push((force, part));
                    }
                }
            }
        }
    }
    let mut rows = Vec::with_capacity(balance.len());
    for coefficients in balance.into_values() {
        rows.push(LinearRow {
            coefficients,
            range: Interval::exactly(Value::zero()),
        });
    }
    Polyhedron { bounds, rows }
}
