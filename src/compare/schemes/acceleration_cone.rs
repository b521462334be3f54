//! The program with acceleration cones: Schmidl's force program with friction (section 6.3.1,
//! program A.3.3).
//!
//! Σ m |a - g|² is least (6.38) under a_n ≥ μ |a_t - â| at every contact (6.41), a cone that is
//! perpendicular to the friction cone, so that the forces, which stay implicit, are within
//! Coulomb's cone. Its tip â is at first the acceleration that would stop the contact in one step,
//! -v_t / Δt. Then there are three cases: a is at the tip (the contact is firm), inside (it has
//! broken free), or on the side. The third is not physical, for force and parting exclude each
//! other; then the tip is moved under a (6.42), and the program is solved again, until there is no
//! such case or as often as is allowed. A block on a slope of angle θ from rest comes after k
//! programs to
//!
//! ```text
//! a_t = g (sin θ - μ cos θ) (1 - ρᵏ),   ρ = μ² / (1 + μ²)
//! ```
//!
//! so it never ends there, except that the block sticks at once if μ ≥ tan θ. Velocities and
//! squared velocities are those of Fig. 6 of Rote & Zwick, (L2+) and (S2+); what a moving contact
//! adds to a_t is left out. Contacts that close collide before, by the momentum program.

use super::acceleration;
use super::cone::{self, Cone};
use super::number::ratio;
use super::program::{Answer, StepError};
use super::sidedness;
use super::step::Instant;
use zwang_exact::Vector;
use zwang_program::Options;

/// The accelerations of the last program, and how many contacts are on the sides of their cones.
///
/// # Errors
/// [`StepError::Contradiction`] if no accelerations satisfy the rows.
pub(crate) fn solve(
    at: &Instant,
    programs: usize,
    options: &Options,
) -> Result<(Answer, usize), StepError> {
    let mut cones = cones(at);
    let mut left = programs;
    loop {
        let mut program = acceleration::program(at.framework, at.state, at.triples, at.time_step);
        program.triples = cone::rows(&cones);
        let answer = program.solve(options)?;
        let motions = answer.motions();
        let side_cases = cones
            .iter()
            .filter(|cone| is_on_side(cone, &motions))
            .count();
        left -= 1;
        if left == 0 || side_cases == 0 {
            return Ok((cone::by_cone(answer, &cones), side_cases));
        }
        for cone in &mut cones {
            if is_on_side(cone, &motions) {
                cone.tip = cone.slip.of_motion(&motions);
            }
        }
    }
}

/// The cones with the tips that would stop all contacts in one step.
fn cones(at: &Instant) -> Vec<Cone> {
    let nodes = &at.state.current;
    let velocities = at.state.velocities(at.time_step);
    let mut cones = Vec::new();
    for &triple in at.triples {
        let slip = sidedness::slip(at.framework, triple, nodes);
        let tip = -slip.of_motion(&velocities) / at.time_step;
        cones.push(Cone {
            normal: sidedness::second_order(at.framework, triple, nodes, &velocities),
            slip,
            friction: cone::friction(at.framework, triple),
            tip,
        });
    }
    cones
}

/// Whether bodies part and friction acts all the same.
fn is_on_side(cone: &Cone, motions: &[Vector]) -> bool {
    let [parting, slip] = cone.of_motion(motions);
    parting > ratio(0, 1) && parting == &cone.friction * slip
}
