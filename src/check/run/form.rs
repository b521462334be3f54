//! Rows and sides as linear forms in the displacements and sweeps of two bodies (`proofs/RUN.md`, section 2).
//!
//! With the sweep s' = s / |c|², the value of a row is a constant + n·(d_A - d_B) + λ_A s'_A + λ_B s'_B, where n = -J e, λ_A = -(c q_r)·e and
//! λ_B = (r - z_B)·e for the vertex body A and the edge body B: differentiate with J u × e = -u·e and u × J e = u·e. Its gap velocity is the same
//! form without the constant. The constant is never needed: what is kept is the value at the target.

use super::integer_vector::IntegerVector;
use super::path::Motions;
use super::stage::Stage;
use super::unit::{Unit, common};
use crate::Rejection;
use num_bigint::BigInt;
use num_traits::Zero;
use zwang_certificate::Contact;
use zwang_scene::BodyId;

/// A linear form, over one unit.
pub(super) struct Form {
    /// The first and the second body, as far as they are free.
    pub bodies: [Option<BodyId>; 2],
    /// n, the derivative by d of the first body; that by d of the second is -n.
    pub direction: IntegerVector,
    /// The derivatives by s' of the first and the second body.
    pub levers: [BigInt; 2],
    pub unit: Unit,
}

/// A number.
pub(super) struct Value {
    pub number: BigInt,
    pub unit: Unit,
}

impl Form {
    /// The form of a row or a side.
    pub(super) fn row(stage: &Stage, row: &Contact) -> Result<Self, Rejection> {
        let (vertex, start) = (stage.vertex(row.vertex)?, stage.vertex(row.edge)?);
        let [first, second] = [row.vertex.part.body, row.edge.part.body];
        let [is_first, is_second] = [first, second].map(|body| stage.is_free(body));
        let (body, other) = (vertex.body, start.body);
        let plain = common(&body.point_plain, &other.pose.unit);
        let first_lever = match is_first {
            true => -vertex.arm.dot(start.edge) * (&plain / &body.figure.unit),
            false => BigInt::zero(),
        };
        let second_lever = match is_second {
            true => {
                let point = vertex.point.scaled(&(&plain / &body.point_plain));
                let center = other.pose.position.scaled(&(&plain / &other.pose.unit * &body.pose.length));
                point.minus(&center).dot(start.edge)
            }
            false => BigInt::zero(),
        };
        Ok(Self {
            bodies: [is_first.then_some(first), is_second.then_some(second)],
            direction: start.edge.normal().scaled(&(&plain * &body.pose.length)),
            levers: [first_lever, second_lever],
            unit: Unit::new(plain * &other.figure.unit, &[first, second], &stage.lengths),
        })
    }

    /// The value of a row or a side when both bodies go to their targets.
    pub(super) fn row_target(stage: &Stage, motions: &Motions, row: &Contact) -> Result<Value, Rejection> {
        let (vertex, start) = (stage.vertex(row.vertex)?, stage.vertex(row.edge)?);
        let [first, second] = [row.vertex.part.body, row.edge.part.body];
        let (point, foot) = (motions.path(row.vertex), motions.path(row.edge));
        let missing = || Rejection::index("scene", "vertex", row.vertex.index, 0);
        let ((point, point_plain), (foot, foot_plain)) = (point.ok_or_else(missing)?, foot.ok_or_else(missing)?);
        let plain = common(point_plain, foot_plain);
        let factors = [
            times_quotient(&start.body.pose.length, &plain, point_plain),
            times_quotient(&vertex.body.pose.length, &plain, foot_plain),
        ];
        let [now, target, last] = point.relative(foot, &factors);
        let (edge, plain) = (start.edge, plain * &start.body.figure.unit);
        let whole = now.plus(&target).cross(edge);
        let Some(motion) = motions.body(second) else {
            return Ok(Value { number: whole, unit: Unit::new(plain, &[first], &stage.lengths) });
        };
        // u × f e = f_x u × e + f_y u·e.
        let turned = |u: &IntegerVector, factor: &IntegerVector| u.cross(edge) * &factor.x + u.dot(edge) * &factor.y;
        let number =
            whole * &motion.factor_unit + turned(&now, &motion.target_factor) + turned(&last, &motion.last_factor);
        let unit = Unit::new(plain * &motion.factor_unit, &[first, second, second], &stage.lengths);
        Ok(Value { number, unit })
    }
}

/// length · whole / part.
fn times_quotient(length: &BigInt, whole: &BigInt, part: &BigInt) -> BigInt {
    if whole == part { length.clone() } else { length * (whole / part) }
}
