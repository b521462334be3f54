//! Where body points are, and where they go.

use super::integer_vector::IntegerVector;
use super::kinematics::Motion;
use super::placed::{Placed, PlacedPart};
use super::stage::Stage;
use super::state::State;
use super::unit::common;
use num_bigint::BigInt;
use zwang_certificate::Feature;
use zwang_scene::BodyId;

/// The last moves of all bodies, and the paths of all vertices.
pub(super) struct Motions(Vec<BodyPaths>);

struct BodyPaths {
    /// `None` if the body is fixed.
    motion: Option<Motion>,
    parts: Vec<Vec<Path>>,
    /// All paths are over this times the length of the rotation.
    plain: BigInt,
}

/// A body point: where it is, its way to the target, and its last move.
pub(super) struct Path(pub [IntegerVector; 3]);

impl Motions {
    /// The motions of the bodies in place, given the state before.
    pub(super) fn new(stage: &Stage, before: &State) -> Self {
        let bodies = stage.placed.iter().zip(&before.poses);
        let paths = bodies.map(|(body, before)| {
            let motion = body.figure.free.as_ref().map(|_| Motion::new(&stage.plan.settings, body.pose, before));
            let paths = Paths::new(body, motion.as_ref(), (&body.point_plain, &body.figure.unit));
            let part = |part: &PlacedPart| -> Vec<Path> {
                part.points.iter().zip(&part.arms).map(|(point, arm)| paths.of(point, arm)).collect()
            };
            BodyPaths { parts: body.parts.iter().map(part).collect(), plain: paths.plain, motion }
        });
        Self(paths.collect())
    }

    /// The motion of a free body.
    pub(super) fn body(&self, body: BodyId) -> Option<&Motion> {
        self.0.get(body)?.motion.as_ref()
    }

    /// The motions of all bodies; `None` for fixed ones.
    pub(super) fn all(&self) -> impl Iterator<Item = Option<&Motion>> {
        self.0.iter().map(|body| body.motion.as_ref())
    }

    /// The path of a vertex, and what it is over but for the length of the rotation.
    pub(super) fn path(&self, vertex: Feature) -> Option<(&Path, &BigInt)> {
        let body = self.0.get(vertex.part.body)?;
        Some((body.parts.get(vertex.part.part)?.get(vertex.index)?, &body.plain))
    }
}

/// How the points of a body move, given that points and arms are over plain units of their own.
pub(super) struct Paths<'a> {
    motion: Option<&'a Motion>,
    /// Target and last move of the centroid.
    shifts: [IntegerVector; 2],
    refinement: BigInt,
    turn: BigInt,
    pub plain: BigInt,
}

impl<'a> Paths<'a> {
    pub(super) fn new(body: &Placed, motion: Option<&'a Motion>, (point_plain, arm_plain): (&BigInt, &BigInt)) -> Self {
        let Some(moving) = motion else {
            let (shifts, plain) = (Default::default(), point_plain.clone());
            return Self { motion, shifts, refinement: 1.into(), turn: 1.into(), plain };
        };
        let factors = &moving.factor_unit * arm_plain;
        let plain = common(&common(point_plain, &moving.unit), &factors);
        let shift = &plain / &moving.unit * &body.pose.length;
        let shifts = [moving.target.scaled(&shift), moving.last.scaled(&shift)];
        Self { motion, shifts, refinement: &plain / point_plain, turn: &plain / &factors, plain }
    }

    pub(super) fn of(&self, point: &IntegerVector, arm: &IntegerVector) -> Path {
        let Some(motion) = self.motion else {
            return Path([point.clone(), IntegerVector::default(), IntegerVector::default()]);
        };
        let [target, last] = &self.shifts;
        let moved = |shift: &IntegerVector, factor: &IntegerVector| shift.plus(&factor.times(arm).scaled(&self.turn));
        Path([point.scaled(&self.refinement), moved(target, &motion.target_factor), moved(last, &motion.last_factor)])
    }
}

impl Path {
    /// The moves of this point times one factor, minus those of another one times another.
    pub(super) fn relative(&self, other: &Self, [factor, other_factor]: &[BigInt; 2]) -> [IntegerVector; 3] {
        let ([now, target, last], [other_now, other_target, other_last]) = (&self.0, &other.0);
        [(now, other_now), (target, other_target), (last, other_last)]
            .map(|(own, other)| own.scaled(factor).minus(&other.scaled(other_factor)))
    }
}
