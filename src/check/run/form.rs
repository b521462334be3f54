//! Rows and sides as linear forms in the displacements and sweeps of two bodies (`proofs/RUN.md`, section 2).
//!
//! With the sweep s' = s / |c|², the value of a row is a constant + n·(d_A - d_B) + λ_A s'_A + λ_B s'_B, where n = -J e, λ_A = -(c q_r)·e and
//! λ_B = (r - z_B)·e for the vertex body A and the edge body B: differentiate with J u × e = -u·e and u × J e = u·e. Its gap velocity is the same
//! form without the constant. The constant is never needed: what is kept is the value at the target.

use super::integer_vector::IntegerVector;
use super::kinematics::Motion;
use super::placed::Placed;
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
    pub(super) fn row_target(stage: &Stage, motions: &[Option<Motion>], row: &Contact) -> Result<Value, Rejection> {
        let (vertex, start) = (stage.vertex(row.vertex)?, stage.vertex(row.edge)?);
        let [first, second] = [row.vertex.part.body, row.edge.part.body];
        let motion = |body: BodyId| motions.get(body).and_then(Option::as_ref);
        let point = Path::new(vertex.body, motion(first), vertex.point, vertex.arm);
        let foot = Path::new(start.body, motion(second), start.point, start.arm);
        let [now, target, last] = point.relative(&foot, [vertex.body, start.body]);
        let edge = start.edge;
        let whole = now.plus(&target).cross(edge);
        let plain = common(&point.plain, &foot.plain) * &start.body.figure.unit;
        let Some(motion) = motion(second) else {
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

/// A body point: where it is, where it goes towards the target, and its last move, over `plain` times the length of the rotation.
pub(super) struct Path {
    pub moves: [IntegerVector; 3],
    pub plain: BigInt,
}

impl Path {
    pub(super) fn new(body: &Placed, motion: Option<&Motion>, point: &IntegerVector, arm: &IntegerVector) -> Self {
        let Some(motion) = motion else {
            let still = IntegerVector::default;
            return Self { moves: [point.clone(), still(), still()], plain: body.point_plain.clone() };
        };
        Self::moving(body, motion, (point, &body.point_plain), (arm, &body.figure.unit))
    }

    /// The same of a point and an arm with plain units of their own.
    pub(super) fn moving(
        body: &Placed,
        motion: &Motion,
        (point, point_plain): (&IntegerVector, &BigInt),
        (arm, arm_plain): (&IntegerVector, &BigInt),
    ) -> Self {
        let factors = &motion.factor_unit * arm_plain;
        let plain = common(&common(point_plain, &motion.unit), &factors);
        let (shift, turn) = (&plain / &motion.unit * &body.pose.length, &plain / &factors);
        let moved = |translation: &IntegerVector, factor: &IntegerVector| {
            translation.scaled(&shift).plus(&factor.times(arm).scaled(&turn))
        };
        let now = point.scaled(&(&plain / point_plain));
        let moves = [now, moved(&motion.target, &motion.target_factor), moved(&motion.last, &motion.last_factor)];
        Self { moves, plain }
    }

    /// The moves of this point minus those of another one, over the common plain unit times both lengths.
    pub(super) fn relative(&self, other: &Self, [body, second]: [&Placed; 2]) -> [IntegerVector; 3] {
        let plain = common(&self.plain, &other.plain);
        let factor = &plain / &self.plain * &second.pose.length;
        let other_factor = &plain / &other.plain * &body.pose.length;
        let [now, target, last] = &self.moves;
        let [other_now, other_target, other_last] = &other.moves;
        [(now, other_now), (target, other_target), (last, other_last)]
            .map(|(own, other)| own.scaled(&factor).minus(&other.scaled(&other_factor)))
    }
}
