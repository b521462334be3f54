//! Corners: of two sides one has to be kept.
//!
//! The program is solved without them. While the motion violates both sides of some corners, the
//! side nearer to being kept of each of these is added, the first if they are equally near, and the
//! program is solved again.

use crate::method::Method;
use crate::program::{Condition, FloatError, Program, Solution};

/// How far a side may be violated, in units of the scale.
const VIOLATION: f64 = 1e-6;

/// Solves the program with one side of each corner.
pub(crate) fn solve(
    mut program: Program,
    mut corners: Vec<[Vec<Condition>; 2]>,
    method: Method,
    scale: f64,
) -> Result<Solution, FloatError> {
    loop {
        let solution = program.solve(method, scale)?;
        let mut others = Vec::new();
        let mut is_admissible = true;
        for [first, second] in corners {
            let first_value = least_value(&first, &solution);
            let second_value = least_value(&second, &solution);
            if first_value.max(second_value) >= -VIOLATION * scale {
                others.push([first, second]);
                continue;
            }
            is_admissible = false;
            let nearer = if first_value >= second_value {
                first
            } else {
                second
            };
            program.inequalities.extend(nearer);
        }
        if is_admissible {
            return Ok(solution);
        }
        corners = others;
    }
}

/// How well a side is kept: its least value.
fn least_value(side: &[Condition], solution: &Solution) -> f64 {
    let values = side.iter().map(|condition| condition.at(&solution.point));
    values.fold(f64::INFINITY, f64::min)
}
