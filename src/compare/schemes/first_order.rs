//! The first-order world of Redon, Kheddar & Coquillart: constraints and Gauss' principle in
//! velocities.
//!
//! Every motion works against a resistance that is proportional to its mass, so that gravity gives
//! a body the velocity v_u = τ g, τ being a relaxation time, and nothing keeps moving by itself.
//! The velocity is the closest feasible one,
//!
//! ```text
//! minimise ½ |v - v_u|²_M   subject to   J v ≥ 0
//! ```
//!
//! which is what they get by writing velocities for accelerations. Velocities of the scene do not
//! count. Stepped with gaps, so that what comes within reach is not passed, and with lengths that
//! are mended by a Newton step; friction is not part of it.

use super::lengths::LengthRule;
use super::program::Program;
use super::sidedness::SidednessRule;
use super::step::Instant;
use zwang_exact::Rational;

/// The program in the accelerations (p_new - 2 p + p⁻) / Δt²: p_new is nearest to p + τ g Δt.
pub(crate) fn program<'a>(at: &Instant<'a>, relaxation: &Rational) -> Program<'a> {
    let mut target = Vec::new();
    for (node, last) in at.framework.nodes.iter().zip(at.state.displacements()) {
        let displacement = node.gravity.scaled(&(relaxation * at.time_step));
        let change = &displacement - &last;
        target.push(change.scaled(&(at.time_step * at.time_step).recip()));
    }
    at.program(
        target,
        LengthRule::Newton,
        at.sides(SidednessRule::FirstOrder),
    )
}
