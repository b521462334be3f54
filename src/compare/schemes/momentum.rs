//! The momentum program with the friction cone: Schmidl's impulsive static contact response
//! (section 6.3.2, program A.3.2 with ε = 0).
//!
//! Gravity is added to the velocities, v = (p - p⁻) / Δt + g Δt, and impulses j within the friction
//! cones, M (v⁺ - v) = Σ Wᵀ j, are chosen such that v⁺ has the least kinetic energy (6.28). With K
//! the cone of all Σ Wᵀ j, v⁺ = v + M⁻¹ k has the least |v⁺|_M exactly if v⁺ is the projection of v
//! onto the cone of velocities on which no k ∈ K works to the bad (Moreau):
//!
//! ```text
//! minimise ½ |v⁺ - v|²_M   subject to   n·v⁺ ≥ μ |t·v⁺|  at every contact
//! ```
//!
//! which implies n·v⁺ ≥ 0 (6.27). So the program is strictly convex and has one answer, and the
//! artefact shows in its rows: what slips has to part. A point mass with v = (10, -1/3) on a floor
//! of μ = 3/10 leaves with (990/109, 297/109), where Coulomb's law says (99/10, 0).
//!
//! It is done in places, p + v⁺ Δt, as Fig. 7 of Rote & Zwick is: gaps are those of the edges where
//! they are, and bodies that come within reach are kept apart without friction until they touch,
//! which is Schmidl's position update (section 6.1).

use super::cone::{self, Cone};
use super::lengths::{self, LengthRule};
use super::number::ratio;
use super::program::{Answer, Program, StepError, joint_conditions};
use super::sidedness::{self, SidednessRule, Triple};
use super::state::{Linearisation, State};
use super::step::Instant;
use zwang_exact::{Rational, Vector};
use zwang_program::Options;

/// The exact optimum, in accelerations (p_new - 2 p + p⁻) / Δt².
///
/// # Errors
/// [`StepError::Contradiction`] if no places satisfy the rows.
pub(crate) fn solve(
    at: &Instant,
    touching: &Rational,
    options: &Options,
) -> Result<Answer, StepError> {
    let linearisation = at.linearisation();
    let mut cones = Vec::new();
    for &triple in at.triples {
        cones.push(cone(at, &linearisation, triple, touching));
    }
    let program = at.program(
        at.framework.gravity(),
        LengthRule::CorrectingMidpoint,
        cone::rows(&cones),
    );
    Ok(cone::by_cone(program.solve(options)?, &cones))
}

/// The state with the velocities of least kinetic energy after the contacts of these triples have
/// collided, if one closes by more than `touching` in a step.
///
/// # Errors
/// Never a contradiction: rest satisfies all rows.
pub(crate) fn after_collisions(
    at: &Instant,
    touching: &Rational,
    options: &Options,
) -> Result<Option<State>, StepError> {
    let nodes = &at.state.current;
    let velocities = at.state.velocities(at.time_step);
    let mut cones = Vec::new();
    let mut is_closing = false;
    for &triple in at.triples {
        let normal = sidedness::first_order(at.framework, triple, nodes);
        let parting = normal.form.of_motion(&velocities) * at.time_step;
        let edge = sidedness::squared_edge(at.framework, triple, nodes);
        let is_more = &parting * &parting > touching * touching * edge;
        is_closing |= parting < ratio(0, 1) && is_more;
        cones.push(Cone {
            normal,
            slip: sidedness::slip(at.framework, triple, nodes),
            friction: cone::friction(at.framework, triple),
            tip: ratio(0, 1),
        });
    }
    if !is_closing {
        return Ok(None);
    }
    let mut bars = Vec::new();
    for bar in &at.framework.bars {
        bars.push(lengths::first_order(bar, nodes));
    }
    let program = Program {
        framework: at.framework,
        target: velocities,
        bars,
        joints: joint_conditions(at.framework),
        triples: cone::rows(&cones),
        penalty: None,
    };
    let after = program.solve(options)?.motions();
    let mut previous: Vec<Vector> = Vec::new();
    for (place, velocity) in nodes.iter().zip(&after) {
        previous.push(place - &velocity.scaled(at.time_step));
    }
    Ok(Some(State {
        previous,
        current: nodes.clone(),
    }))
}

/// The cone of a triple, in positions: the slip is what is added to that of now.
fn cone(at: &Instant, linearisation: &Linearisation, triple: Triple, touching: &Rational) -> Cone {
    let nodes = &at.state.current;
    let normal = SidednessRule::FirstOrder.condition(at.framework, triple, linearisation);
    let slip = sidedness::slip(at.framework, triple, nodes);
    let gap = normal.form.at(nodes);
    let edge = sidedness::squared_edge(at.framework, triple, nodes);
    let touches = gap <= ratio(0, 1) || &gap * &gap <= touching * touching * edge;
    let friction = if touches {
        cone::friction(at.framework, triple)
    } else {
        ratio(0, 1)
    };
    let tip = slip.at(nodes);
    Cone {
        normal,
        slip,
        friction,
        tip,
    }
}
