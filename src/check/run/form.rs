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
use super::rounding::nearest;
use super::stage::Stage;
use super::unit::{common, multiple};
use super::value::Value;
use crate::Rejection;
use num_bigint::BigInt;
use num_traits::{One, Zero};
use zwang_certificate::Contact;
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
        let (vertex, start) = (stage.vertex(row.vertex)?, stage.vertex(row.edge)?);
        let bodies = [row.vertex.part.body, row.edge.part.body]
            .map(|body| Some(body).filter(|body| stage.is_free(*body)));
        let [is_first, is_second] = bodies.map(|body| body.is_some());
        let ((at, short), (edge, other)) =
            ((vertex.at, vertex.short), (&start.at.edge, start.short));
        let (unit, [factor, center_factor]) = multiple(&short.point_unit, &other.center_unit);
        let first_lever = match is_first {
            true => -at.arm.dot(edge) * (&unit / &short.arm_unit),
            false => BigInt::zero(),
        };
        let second_lever = match is_second {
            true => at
                .point
                .scaled(&factor)
                .minus(&other.center.scaled(&center_factor))
                .dot(edge),
            false => BigInt::zero(),
        };
        Ok(Self {
            bodies,
            direction: edge.normal().scaled(&unit),
            levers: [first_lever, second_lever],
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
        let (point, foot) = (motions.path(row.vertex), motions.path(row.edge));
        let missing = || Rejection::index("scene", "vertex", row.vertex.index, 0);
        let ((point, point_unit), (foot, foot_unit)) =
            (point.ok_or_else(missing)?, foot.ok_or_else(missing)?);
        let (unit, factors) = multiple(point_unit, foot_unit);
        let [now, target, last] = point.relative(foot, &factors);
        let (edge, unit) = (&start.at.edge, unit * &start.short.arm_unit);
        let shift = target.cross(edge);
        let change = match motions.body(row.edge.part.body) {
            None => Value {
                number: shift,
                unit,
            },
            Some(motion) => {
                // u × f e = f_x u × e + f_y u·e.
                let turned = |u: &IntegerVector, factor: &IntegerVector| {
                    u.cross(edge) * &factor.x + u.dot(edge) * &factor.y
                };
                let turns =
                    turned(&now, &motion.target_factor) + turned(&last, &motion.last_factor);
                Value {
                    number: shift * &motion.factor_unit + turns,
                    unit: unit * &motion.factor_unit,
                }
            }
        };
        Ok(gap(stage, row)?.plus(&change))
    }
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
