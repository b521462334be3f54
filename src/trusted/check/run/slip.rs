//! Slips of rows as linear forms (`proofs/RUN.md`, section 9).
//!
//! With the sweep s' = s / |c|², the slip of a row is a constant + e°·(d_A - d_B) + λ_A s'_A + λ_B
//! s'_B, where λ_A = c° q_r × e° and λ_B = -(r° - z°_B) × e° for the vertex body A and the edge
//! body B: differentiate with e · J u = u × e. The slip velocity is the same form without the
//! constant.

use super::integer_vector::IntegerVector;
use super::linear_form::{Affine, LinearForm};
use super::path::{Motions, Ways};
use super::scaled::Scaled;
use super::stage::Stage;
use super::unit::{Multiple, multiple};
use super::value::Value;
use super::velocities::Velocities;
use crate::rejection::Result;
use num_bigint::BigInt;
use zwang_certificate::Contact;
use zwang_exact::Rational;
use zwang_scene::BodyId;

/// How a row slips.
pub(super) struct Slip {
    /// The slip; at an impact, the slip velocity.
    pub along: Affine,
    /// μ of the two bodies.
    pub friction: Rational,
}

impl Slip {
    /// That of a step.
    pub(super) fn new(stage: &Stage, motions: &Motions, row: &Contact) -> Result<Self> {
        let along = Affine {
            form: form(stage, row)?,
            target: target(stage, motions, row)?,
        };
        Ok(Self::of_row(stage, row, along))
    }

    /// That of an impact.
    pub(super) fn before(stage: &Stage, velocities: &Velocities, row: &Contact) -> Result<Self> {
        let along = velocities.of(form(stage, row)?)?;
        Ok(Self::of_row(stage, row, along))
    }

    fn of_row(stage: &Stage, row: &Contact, along: Affine) -> Self {
        let [first, second] = row.bodies().map(BodyId);
        let friction = stage.plan.scene.friction.between(first, second);
        Self { along, friction }
    }
}

/// From the centroids of both bodies of a row to its point at the short placement.
struct Arms {
    /// c° q_r.
    vertex: IntegerVector,
    /// r° - z°_B.
    edge: IntegerVector,
    unit: BigInt,
}

impl Arms {
    fn new(stage: &Stage, row: &Contact) -> Result<Self> {
        let vertex = stage.vertex(row.vertex)?;
        let start = stage.vertex(row.edge)?;
        let short = vertex.short;
        let center = &start.short.center;
        let Multiple {
            unit,
            first_factor,
            second_factor,
        } = multiple(&short.point_unit, &center.unit);
        let at = vertex.at;
        let arm_factor = &unit / &short.arm_unit;
        let point = at.point.scaled(&first_factor);
        let center = center.vector.scaled(&second_factor);
        Ok(Self {
            vertex: at.arm.scaled(&arm_factor),
            edge: point.minus(&center),
            unit,
        })
    }
}

/// The form of the slip of a row.
pub(super) fn form(stage: &Stage, row: &Contact) -> Result<LinearForm> {
    let arms = Arms::new(stage, row)?;
    let start = stage.vertex(row.edge)?;
    let edge = &start.at.edge;
    let bodies = stage.free_bodies(row.bodies())?;
    let [body, other_body] = bodies;
    let lever = match body {
        Some(_) => arms.vertex.cross(edge),
        None => BigInt::ZERO,
    };
    let other_lever = match other_body {
        Some(_) => edge.cross(&arms.edge),
        None => BigInt::ZERO,
    };
    Ok(LinearForm {
        bodies,
        direction: edge.scaled(&arms.unit),
        levers: [lever, other_lever],
        unit: arms.unit * &start.short.arm_unit,
    })
}

/// The slip of a row when both bodies go to their targets.
fn target(stage: &Stage, motions: &Motions, row: &Contact) -> Result<Value> {
    let vertex = motions.path(row.vertex)?;
    let path = vertex.path;
    let of_vertex = Scaled::new(path.target.clone(), vertex.unit.clone());
    let other_body = BodyId(row.edge.part.body);
    let of_edge = match motions.body(other_body)? {
        None => Scaled::zero(),
        Some(motion) => {
            let arms = Arms::new(stage, row)?;
            let ways = Ways::new(motion, &arms.unit);
            let way = ways.of(&arms.edge);
            Scaled::new(way.target, ways.unit)
        }
    };
    let start = stage.vertex(row.edge)?;
    let relative = of_vertex.minus(&of_edge);
    let number = relative.vector.dot(&start.at.edge);
    let unit = relative.unit * &start.short.arm_unit;
    Ok(Value::new(number, unit))
}
