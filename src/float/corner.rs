//! Corners: of two sides one has to be kept.
//!
//! The program is solved without them. While the motion violates both sides of some corners, the
//! side nearer to being kept of each of these is added, the first if they are equally near, and the
//! program is solved again.

use crate::program::{Condition, FloatError, Method, Program, Solution};

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
        let kept = |side: &[Condition]| {
            side.iter()
                .map(|condition| condition.at(&solution.point))
                .fold(f64::INFINITY, f64::min)
        };
        let is_violated =
            |sides: &[Vec<Condition>; 2]| sides.iter().all(|side| kept(side) < -VIOLATION * scale);
        let (violated, others): (Vec<_>, Vec<_>) = corners.into_iter().partition(is_violated);
        if violated.is_empty() {
            return Ok(solution);
        }
        for [first, second] in violated {
            program
                .inequalities
                .extend(if kept(&first) >= kept(&second) {
                    first
                } else {
                    second
                });
        }
        corners = others;
    }
}
