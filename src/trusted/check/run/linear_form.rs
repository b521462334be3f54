//! Rows and sides as linear forms in the displacements and sweeps of two bodies (`proofs/RUN.md`,
//! section 2).
//!
//! With the sweep s' = s / |c|², the value of a row is a constant + n°·(d_A - d_B) + λ_A s'_A + λ_B
//! s'_B, where n° = -J e°, λ_A = -(c° q_r)·e° and λ_B = (r° - z°_B)·e° for the vertex body A and
//! the edge body B: differentiate with J u × e = -u·e and u × J e = u·e. Its gap velocity is the
//! same form without the constant. The constant is never needed: what is kept is the value at the
//! target.

use super::integer_vector::IntegerVector;
use super::path::{Motions, Path};
use super::placed::common_unit_of_points;
use super::stage::Stage;
use super::unit::{Multiple, multiple};
use super::value::Value;
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::One;
use zwang_certificate::Contact;
use zwang_exact::nearest;
use zwang_scene::BodyId;

/// A linear form, over one unit.
pub(super) struct LinearForm {
    /// The first and the second body, as far as they are free.
    pub bodies: [Option<BodyId>; 2],
    /// n°, the derivative by d of the first body; that by d of the second is -n°.
    pub direction: IntegerVector,
    /// The derivatives by s' of the first and the second body.
    pub levers: [BigInt; 2],
    pub unit: BigInt,
}

/// A linear form plus a constant.
pub(super) struct Affine {
    pub form: LinearForm,
    /// The value when both bodies go to their targets; at an impact, that before it.
    pub target: Value,
}

impl Affine {
    /// The value of a row or a side.
    pub(super) fn row(stage: &Stage, motions: &Motions, row: &Contact) -> Result<Self> {
        Ok(Self {
            form: LinearForm::row(stage, row)?,
            target: row_target(stage, motions, row)?,
        })
    }
}

impl LinearForm {
    /// The form of a row or a side.
    pub(super) fn row(stage: &Stage, row: &Contact) -> Result<Self> {
        let vertex = stage.vertex(row.vertex)?;
        let start = stage.vertex(row.edge)?;
        let at = vertex.at;
        let edge = &start.at.edge;
        let short = vertex.short;
        let other = start.short;
        let center = &other.center;
        let Multiple {
            unit,
            first_factor,
            second_factor,
        } = multiple(&short.point_unit, &center.unit);
        let bodies = stage.free_bodies(row.bodies())?;
        let [body, other_body] = bodies;
        let lever = match body {
            Some(_) => {
                let factor = &unit / &short.arm_unit;
                -at.arm.dot(edge) * factor
            }
            None => BigInt::ZERO,
        };
        let other_lever = match other_body {
            Some(_) => {
                let point = at.point.scaled(&first_factor);
                let center = center.vector.scaled(&second_factor);
                let arm = point.minus(&center);
                arm.dot(edge)
            }
            None => BigInt::ZERO,
        };
        let normal = edge.normal();
        Ok(Self {
            bodies,
            direction: normal.scaled(&unit),
            levers: [lever, other_lever],
            unit: unit * &other.arm_unit,
        })
    }
}

/// The value of a row or a side when both bodies go to their targets.
pub(super) fn row_target(stage: &Stage, motions: &Motions, row: &Contact) -> Result<Value> {
    let start = stage.vertex(row.edge)?;
    let edge = &start.at.edge;
    let point = motions.path(row.vertex)?;
    let foot = motions.path(row.edge)?;
    let Multiple {
        unit,
        first_factor,
        second_factor,
    } = multiple(point.unit, foot.unit);
    let point = point.path.scaled(&first_factor);
    let foot = foot.path.scaled(&second_factor);
    let Path { now, target, last } = point.minus(&foot);
    let unit = unit * &start.short.arm_unit;
    let number = target.cross(edge);
    let edge_body = BodyId(row.edge.part.body);
    let change = match motions.body(edge_body)? {
        None => Value { number, unit },
        Some(motion) => {
            let ahead = turned(&now, edge, &motion.target_factor);
            let back = turned(&last, edge, &motion.last_factor);
            let factor_unit = &motion.factor_unit;
            let number = number * factor_unit;
            Value {
                number: number + ahead + back,
                unit: unit * factor_unit,
            }
        }
    };
    let gap = gap(stage, row)?;
    Ok(gap.plus(&change))
}

/// u × f e = f_x u × e + f_y u·e, as f is a complex factor.
fn turned(u: &IntegerVector, edge: &IntegerVector, factor: &IntegerVector) -> BigInt {
    let IntegerVector { x, y } = factor;
    let across = u.cross(edge);
    let along = u.dot(edge);
    across * x + along * y
}

/// \[G\]: the gap of a row at the exact positions, on a grid rounded to the nearest multiple of
/// 2^-2g.
fn gap(stage: &Stage, row: &Contact) -> Result<Value> {
    let vertex = stage.vertex(row.vertex)?;
    let start = stage.vertex(row.edge)?;
    let edge_body = start.body;
    let common = common_unit_of_points(vertex.body, edge_body);
    let point = vertex.point.scaled(&common.first_factor);
    let foot = start.point.scaled(&common.second_factor);
    let number = point.minus(&foot).cross(start.edge);
    let edge_unit = &edge_body.pose.length * &edge_body.figure.unit;
    let unit = common.unit * edge_unit;
    Ok(match stage.plan.settings.gap_digits() {
        None => Value::new(number, unit),
        Some(digits) => {
            let rounded = nearest(&(number << digits), &unit);
            Value::new(rounded, BigInt::one() << digits)
        }
    })
}
