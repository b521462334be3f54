//! Linear programs of a scene in space, solved.

use super::error::SpaceError;
use zwang_exact::Rational;
use zwang_program::{LinearOutcome, LinearProgram, Monitor, Options, ProgramError};

/// The outcome of a program whose rows are well formed.
///
/// # Errors
/// [`SpaceError`] if the monitor is told to stop.
pub(super) fn outcome(
    program: &LinearProgram,
    options: &Options,
    monitor: &Monitor,
) -> Result<LinearOutcome, SpaceError> {
    match program.solve(options, monitor) {
        Ok(outcome) => Ok(outcome),
        Err(ProgramError::Interrupted(interrupted)) => Err(interrupted.into()),
        Err(_) => unreachable!("the program is one"),
    }
}

/// The optimum of a program of which 0 is feasible, and whose objective is bounded.
///
/// # Errors
/// [`SpaceError`] if the monitor is told to stop.
pub(super) fn optimum(
    program: &LinearProgram,
    options: &Options,
    monitor: &Monitor,
) -> Result<Vec<Rational>, SpaceError> {
    match outcome(program, options, monitor)? {
        LinearOutcome::Optimal(solution) => Ok(solution.point),
        _ => unreachable!("0 is feasible, and the objective is bounded"),
    }
}
