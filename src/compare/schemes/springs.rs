//! Penalty forces (Schmidl, section 5.2): a spring f = -k d pushes a vertex out that is at the
//! depth d behind the nearest edge.
//!
//! With the form <p_k - α p_j - (1 - α) p_i, n> = h |e|² of a triple, n = J e and the gap h |e|,
//! the force -k h n acts on the vertex and its opposite on the edge. It is rational, although |e|
//! is not. Bars and pins are equations; nothing else keeps bodies apart. The step is p_new = 2 p -
//! p⁻ + a Δt², the semi-implicit Euler method: stable as long as Δt √(k/m) < 2 for the mass m that
//! a spring moves.

use super::lengths::LengthRule;
use super::number::ratio;
use super::program::{Answer, StepError};
use super::sidedness;
use super::step::Instant;
use zwang_exact::Rational;
use zwang_program::Options;

/// The accelerations that weights and springs give to bodies of fixed shape.
///
/// # Errors
/// [`StepError::Contradiction`] if bars and pins contradict each other.
pub(crate) fn solve(
    at: &Instant,
    stiffness: &Rational,
    options: &Options,
) -> Result<Answer, StepError> {
    let framework = at.framework;
    let nodes = &at.state.current;
    let mut target = framework.gravity();
    let mut pressing = Vec::new();
    for &triple in at.triples {
        let form = sidedness::first_order(framework, triple, nodes).form;
        let share = form.at(nodes) / sidedness::squared_edge(framework, triple, nodes);
        let overlaps = share < ratio(0, 1);
        pressing.push(overlaps);
        if !overlaps {
            continue;
        }
        for (variable, weight) in form.coefficients() {
            let node = variable / 2;
            let force = -(stiffness * &share * weight);
            let acceleration = force / &framework.nodes[node].mass;
            match variable % 2 {
                0 => target[node].x += acceleration,
                _ => target[node].y += acceleration,
            }
        }
    }
    let program = at.program(target, LengthRule::CorrectingMidpoint, Vec::new());
    let answer = program.solve(options)?;
    Ok(Answer { pressing, ..answer })
}
