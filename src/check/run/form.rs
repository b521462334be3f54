//! Rows and sides as linear forms in the displacements and sweeps of two bodies (`proofs/RUN.md`,
//! section 2).
//!
//! With the sweep s' = s / |c|², the value of a row is a constant + n°·(d_A - d_B) + λ_A s'_A + λ_B
//! s'_B, where n° = -J e°, λ_A = -(c° q_r)·e° and λ_B = (r° - z°_B)·e° for the vertex body A and
//! the edge body B: differentiate with J u × e = -u·e and u × J e = u·e. Its gap velocity is the
//! same form without the constant. The constant is never needed: what is kept is the value at the
//! target.

use super::integer_vector::IntegerVector;
use super::path::Motions;
use super::stage::Stage;
use super::unit::{common, multiple};
use super::value::Value;
use crate::Rejection;
use num_bigint::BigInt;
use num_traits::{One, Zero};
use zwang_certificate::Contact;
use zwang_exact::nearest;
use zwang_scene::BodyId;

/// A linear form, over one unit.
pub(super) struct Form {
    /// The first and the second body, as far as they are free.
    pub bodies: [Option<BodyId>; 2],
    /// n°, the derivative by d of the first body; that by d of the second is -n°.
    pub direction: IntegerVector,
    /// The derivatives by s' of the first and the second body.
    pub levers: [BigInt; 2],
    pub unit: BigInt,
}

impl Form {
    /// The form of a row or a side.
    pub(super) fn row(stage: &Stage, row: &Contact) -> Result<Self, Rejection> {
        let vertex = stage.vertex(row.vertex)?;
        let start = stage.vertex(row.edge)?;
        let (at, edge) = (vertex.at, &start.at.edge);
        let (short, other) = (vertex.short, start.short);
        let (unit, [factor, center_factor]) = multiple(&short.point_unit, &other.center_unit);
        let body = stage.free_body(row.vertex.part.body)?;
        let lever = match body {
            Some(_) => -at.arm.dot(edge) * (&unit / &short.arm_unit),
            None => BigInt::zero(),
        };
        let other_body = stage.free_body(row.edge.part.body)?;
        let other_lever = match other_body {
            Some(_) => {
                let center = other.center.scaled(&center_factor);
                at.point.scaled(&factor).minus(&center).dot(edge)
            }
            None => BigInt::zero(),
        };
        Ok(Self {
            bodies: [body, other_body],
            direction: edge.normal().scaled(&unit),
            levers: [lever, other_lever],
            unit: unit * &other.arm_unit,
        })
    }

    /// The value of a row or a side when both bodies go to their targets.
    pub(super) fn row_target(
        stage: &Stage,
        motions: &Motions,
        row: &Contact,
    ) -> Result<Value, Rejection> {
        let start = stage.vertex(row.edge)?;
        let (point, point_unit) = motions.path(row.vertex)?;
        let (foot, foot_unit) = motions.path(row.edge)?;
        let (unit, factors) = multiple(point_unit, foot_unit);
        let [now, target, last] = point.relative(foot, &factors);
        let edge = &start.at.edge;
        let unit = unit * &start.short.arm_unit;
        let number = target.cross(edge);
        let change = match motions.body(row.edge.part.body)? {
            None => Value { number, unit },
            Some(motion) => {
                let turns = turned(&now, edge, &motion.target_factor)
                    + turned(&last, edge, &motion.last_factor);
                Value {
                    number: number * &motion.factor_unit + turns,
                    unit: unit * &motion.factor_unit,
                }
            }
        };
        Ok(gap(stage, row)?.plus(&change))
    }
}

/// u × f e = f_x u × e + f_y u·e, as f is a complex factor.
fn turned(u: &IntegerVector, edge: &IntegerVector, factor: &IntegerVector) -> BigInt {
    u.cross(edge) * &factor.x + u.dot(edge) * &factor.y
}

/// \[G\]: the gap of a row at the exact positions, on a grid rounded to the nearest multiple of
/// 2^-2g.
pub(super) fn gap(stage: &Stage, row: &Contact) -> Result<Value, Rejection> {
    let (vertex, start) = (stage.vertex(row.vertex)?, stage.vertex(row.edge)?);
    let (body, other) = (vertex.body, start.body);
    let plain = common(&body.point_plain, &other.point_plain);
    let (length, other_length) = (&body.pose.length, &other.pose.length);
    let point = vertex
        .point
        .scaled(&(&plain / &body.point_plain * other_length));
    let foot = start.point.scaled(&(&plain / &other.point_plain * length));
    let number = point.minus(&foot).cross(start.edge);
    let unit = plain * length * other_length * other_length * &other.figure.unit;
    Ok(match stage.plan.settings.gap_digits() {
        None => Value { number, unit },
        Some(digits) => Value {
            number: nearest(&(number << digits), &unit),
            unit: BigInt::one() << digits,
        },
    })
}
