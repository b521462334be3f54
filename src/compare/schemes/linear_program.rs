//! Position-based physics (Milenkovic; Schmidl, sections 5.5 and 6.1): bodies without velocities
//! that only translate, and as far along gravity as they can.
//!
//! ```text
//! maximise Σ m g·Δz   subject to   sides of edges, |Δx| ≤ b, |Δy| ≤ b for each body
//! ```
//!
//! Edges keep their directions, so the rows are no approximation: with critical edges, which
//! separate a whole body from another one, nothing overlaps after a step. The bound b stands for
//! gravity, which such a world does not know. With gravity along a strip this is translational
//! compaction. Since the objective is linear, a vertex of the polyhedron is found, and of several
//! solutions not the one in the middle: a body of which nothing depends may go sideways, and of two
//! that part, one alone.

use super::framework::{Framework, Vertex};
use super::number::ratio;
use super::program::{Answer, Contradiction, StepError};
use super::sidedness;
use super::step::Instant;
use malachite::Integer;
use num_traits::Zero;
use std::collections::BTreeMap;
use zwang_exact::Rational;
use zwang_program::kernel::number::over_common_denominator;
use zwang_program::{
    Interval, LinearOutcome, LinearProgram, LinearRow, Monitor, Options, Polyhedron, Sense,
};

/// Whether all bodies are rigid, and none is pinned.
pub(crate) fn can_move(framework: &Framework) -> bool {
    let vertices = framework.outlines.iter().flat_map(|part| &part.vertices);
    let mut points = vertices.filter_map(Vertex::node);
    points.next().is_none() && framework.joints.is_empty()
}

/// The solution, in accelerations (p_new - 2 p + p⁻) / Δt².
///
/// # Errors
/// [`StepError::Contradiction`] if what overlaps cannot be parted within the bound.
pub(crate) fn solve(
    at: &Instant,
    bound: &Rational,
    options: &Options,
) -> Result<Answer, StepError> {
    let framework = at.framework;
    let nodes = &at.state.current;
    // Nodes come in pairs: the centroid of a body, which goes, and its turn, which does not.
    let mut objective = Vec::new();
    for centre in framework.nodes.iter().step_by(2) {
        objective.push(&centre.mass * &centre.gravity.x);
        objective.push(&centre.mass * &centre.gravity.y);
    }
    let mut rows = Vec::new();
    for &triple in at.triples {
        let form = sidedness::first_order(framework, triple, nodes).form;
        let mut coefficients = BTreeMap::new();
        for (variable, value) in form.coefficients() {
            let node = variable / 2;
            if node % 2 == 0 {
                coefficients.insert(node + variable % 2, value);
            }
        }
        rows.push(LinearRow {
            coefficients: coefficients.into_iter().collect(),
            range: Interval::at_least(-form.at(nodes)),
        });
    }
    let range = Interval::between(-bound, bound.clone());
    let program = LinearProgram {
        sense: Sense::Maximise,
        feasible: Polyhedron {
            bounds: vec![range; objective.len()],
            rows,
        },
        objective,
    };
    let outcome = program.solve(options, &Monitor::default())?;
    let LinearOutcome::Optimal(solution) = outcome else {
        return Err(StepError::Contradiction(Contradiction {
            bars: Vec::new(),
            joints: Vec::new(),
            triples: at.triples.len(),
        }));
    };
    let rate = (at.time_step * at.time_step).recip();
    let mut accelerations = Vec::new();
    for (node, last) in at.state.displacements().iter().enumerate() {
        let [x, y] = match node % 2 {
            0 => [0, 1].map(|axis| solution.point[node + axis].clone()),
            _ => [ratio(0, 1), ratio(0, 1)],
        };
        accelerations.push((x - &last.x) * &rate);
        accelerations.push((y - &last.y) * &rate);
    }
    let (denominator, coordinates) = over_common_denominator(accelerations.iter());
    let multipliers = solution.multipliers.rows.iter();
    Ok(Answer {
        denominator: Integer::from(denominator),
        coordinates,
        pressing: multipliers.map(|value| !value.is_zero()).collect(),
    })
}
