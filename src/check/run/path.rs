//! Where body points at short placements go, and came from.

use super::figure::Figure;
use super::integer_vector::IntegerVector;
use super::kinematics::Motion;
use super::short::{Short, ShortVertex};
use super::stage::Stage;
use super::state::State;
use super::unit::{common, multiple};
use num_bigint::BigInt;
use zwang_certificate::Feature;
use zwang_scene::BodyId;

/// The last moves of all bodies, and the paths of all vertices.
pub(super) struct Motions(Vec<BodyPaths>);

struct BodyPaths {
    /// `None` if the body is fixed.
    motion: Option<Motion>,
    parts: Vec<Vec<Path>>,
    /// All paths are over this.
    unit: BigInt,
}

/// A body point: where it is, its way δ to the target, and its last move δ⁻.
pub(super) struct Path([IntegerVector; 3]);

impl Motions {
    /// The motions of the bodies in place, given the state before.
    pub(super) fn new(stage: &Stage, before: &State) -> Self {
        let bodies = stage.placed.iter().zip(&stage.shorts).zip(&before.poses);
        let paths = bodies.map(|((body, short), before)| {
            let Figure { free, .. } = body.figure;
            BodyPaths::new(
                short,
                free.as_ref()
                    .map(|_| Motion::new(&stage.plan.settings, body.pose, before)),
            )
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

    /// The path of a vertex, and what it is over.
    pub(super) fn path(&self, vertex: Feature) -> Option<(&Path, &BigInt)> {
        let body = self.0.get(vertex.part.body)?;
        Some((
            body.parts.get(vertex.part.part)?.get(vertex.index)?,
            &body.unit,
        ))
    }
}

impl BodyPaths {
    fn new(short: &Short, motion: Option<Motion>) -> Self {
        let ways = motion
            .as_ref()
            .map(|motion| Ways::new(motion, &short.arm_unit));
        let unit = ways.as_ref().map_or(&short.point_unit, |ways| &ways.unit);
        let unit = common(&short.point_unit, unit);
        let refinement = &unit / &short.point_unit;
        let way_refinement = ways
            .as_ref()
            .map(|ways| &unit / &ways.unit)
            .unwrap_or_default();
        let path = |vertex: &ShortVertex| {
            let ways = ways
                .as_ref()
                .map(|ways| ways.of(&vertex.arm))
                .unwrap_or_default();
            let [target, last] = ways.map(|way| way.scaled(&way_refinement));
            Path([vertex.point.scaled(&refinement), target, last])
        };
        let parts = short
            .parts
            .iter()
            .map(|part| part.iter().map(path).collect())
            .collect();
        Self {
            parts,
            unit,
            motion,
        }
    }
}

/// How the points of a body move, given what their arms c° q are over.
pub(super) struct Ways<'a> {
    motion: &'a Motion,
    /// Target and last move of the centroid.
    shifts: [IntegerVector; 2],
    refinement: BigInt,
    pub unit: BigInt,
}

impl<'a> Ways<'a> {
    pub(super) fn new(motion: &'a Motion, arm_unit: &BigInt) -> Self {
        let (unit, [factor, refinement]) =
            multiple(&motion.unit, &(&motion.factor_unit * arm_unit));
        Self {
            motion,
            shifts: [&motion.target, &motion.last].map(|shift| shift.scaled(&factor)),
            refinement,
            unit,
        }
    }

    /// δ to the target, and δ⁻.
    pub(super) fn of(&self, arm: &IntegerVector) -> [IntegerVector; 2] {
        let [target, last] = &self.shifts;
        [
            (target, &self.motion.target_factor),
            (last, &self.motion.last_factor),
        ]
        .map(|(shift, factor)| shift.plus(&factor.times(arm).scaled(&self.refinement)))
    }
}

impl Path {
    /// This point and its moves times one factor, minus those of another one times another.
    pub(super) fn relative(
        &self,
        other: &Self,
        [factor, other_factor]: &[BigInt; 2],
    ) -> [IntegerVector; 3] {
        let ([now, target, last], [other_now, other_target, other_last]) = (&self.0, &other.0);
        [(now, other_now), (target, other_target), (last, other_last)]
            .map(|(own, other)| own.scaled(factor).minus(&other.scaled(other_factor)))
    }
}
