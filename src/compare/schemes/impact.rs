//! Totally inelastic collisions: the program (Q*) in the velocities of nodes.
//!
//! v⁺ minimises Σ m |v - v⁻|² under (L1) and (S1). Theorem 7.1 compares one position step with it.

use super::framework::Framework;
use super::lengths;
use super::number::ratio;
use super::program::{Program, StepError, joint_conditions};
use super::selection::Selection;
use super::sidedness;
use super::state::State;
use zwang_exact::{Rational, Vector};
use zwang_program::Options;

/// The velocities of nodes after all selected triples have collided at once, exactly, m/s.
///
/// # Errors
/// [`StepError`] if Δt is not positive. The rows never contradict each other: no motion at all
/// satisfies them.
pub fn inelastic_velocities(
    framework: &Framework,
    selection: &Selection,
    state: &State,
    time_step: &Rational,
    options: &Options,
) -> Result<Vec<Vector>, StepError> {
    if *time_step <= ratio(0, 1) {
        return Err(StepError::TimeStep(Box::new(time_step.clone())));
    }
    let triples = selection.triples(framework, state);
    let program = Program {
        framework,
        target: state.velocities(time_step),
        bars: framework
            .bars
            .iter()
            .map(|bar| lengths::first_order(bar, &state.current))
            .collect(),
        joints: joint_conditions(framework),
        triples: triples
            .iter()
            .map(|&triple| sidedness::first_order(framework, triple, &state.current))
            .collect(),
        penalty: None,
    };
    let answer = program.solve(options)?;
    Ok(answer.motions())
}
