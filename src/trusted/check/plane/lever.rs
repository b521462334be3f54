//! Rows of the plane.
//!
//! At a point x with a direction n, and r = x - c for each of the two bodies, n·(a + α J r - ω² r)
//! = n·a + (r × n) α - ω² n·r. A force φ n on the first body at x, and -φ n on the second, has the
//! torques (r × n) φ and -(r × n) φ.

use crate::core::row::Row;
use crate::plane::figure::Body;
use num_bigint::BigInt;
use std::slice;
use zwang_exact::{Fraction, FractionVector};
use zwang_scene::BodyId;

/// The names of a force for each number of a motion.
pub(crate) fn names_of_forces() -> &'static [&'static str] {
    &["force along x", "force along y", "torque"]
}

/// The row at `point` along `direction`; `turning` is added to the constant. The second body is
/// `None` for the world.
pub(crate) fn row_at(
    first: &Body,
    second: Option<&Body>,
    point: &FractionVector,
    direction: &FractionVector,
    turning: Fraction,
) -> Row {
    let [lever, constant] = lever_and_constant(first, point, direction);
    let mut second_lever = Fraction::ZERO;
    let mut second_constant = Fraction::ZERO;
    if let Some(second) = second {
        [second_lever, second_constant] = lever_and_constant(second, point, direction);
    }
    let constant = constant - second_constant + turning;
    let bodies = [Some(first), second].map(free_body);
    let direction = [direction.x(), direction.y()];
    let levers = [&lever, &second_lever].map(slice::from_ref);
    Row::new(bodies, &direction, levers, &constant)
}

fn free_body(body: Option<&Body>) -> Option<BodyId> {
    let body = body?;
    if body.is_fixed() {
        return None;
    }
    Some(body.index)
}

/// r × n and -ω² n·r; zero if nothing moves here.
fn lever_and_constant(
    body: &Body,
    point: &FractionVector,
    direction: &FractionVector,
) -> [Fraction; 2] {
    let Some(free) = &body.free else {
        return [Fraction::ZERO, Fraction::ZERO];
    };
    let arm = point - &free.centroid;
    let lever = arm.cross(direction);
    let spin_squared = &free.spin * &free.spin;
    let centripetal = spin_squared * direction.dot(&arm);
    [lever, -centripetal]
}

/// No number.
static NONE: BigInt = BigInt::ZERO;

/// The numbers of a motion: along x, along y, and turning.
pub(crate) fn along_x_y_and_turning(motion: &[BigInt]) -> [&BigInt; 3] {
    match motion {
        [x, y, turn] => [x, y, turn],
        _ => [&NONE; 3],
    }
}
