//! The acceleration step of Fig. 6: (L2+) and (S2+) in the velocities and accelerations of nodes.

use super::framework::Framework;
use super::lengths;
use super::program::{Program, joint_conditions};
use super::sidedness;
use super::sidedness::Triple;
use super::state::State;
use zwang_exact::Rational;

/// The program in accelerations; velocities are (p - p⁻) / Δt.
pub(crate) fn program<'a>(
    framework: &'a Framework,
    state: &State,
    triples: &[Triple],
    time_step: &Rational,
) -> Program<'a> {
    let (nodes, velocities) = (&state.current, state.velocities(time_step));
    let bars = framework
        .bars
        .iter()
        .map(|bar| lengths::second_order(bar, nodes, &velocities));
    let rows = triples
        .iter()
        .map(|&triple| sidedness::second_order(framework, triple, nodes, &velocities));
    Program {
        framework,
        target: framework.gravity(),
        bars: bars.collect(),
        joints: joint_conditions(framework),
        triples: rows.collect(),
        penalty: None,
    }
}
