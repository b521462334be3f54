//! Where body points at short placements go, and came from.

use super::integer_vector::IntegerVector;
use super::kinematics::Motion;
use super::short::{Short, ShortVertex};
use super::stage::Stage;
use super::state::State;
use super::unit::{common, multiple};
use crate::{Rejection, lookup};
use num_bigint::BigInt;
use zwang_certificate::{Feature, PartId};
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
        let mut paths = Vec::with_capacity(stage.placed.len());
        let bodies = stage.placed.iter().zip(&stage.shorts).zip(&before.poses);
        for ((body, short), before) in bodies {
            let free = body.figure.free.as_ref();
            let motion = free.map(|_| Motion::new(&stage.plan.settings, body.pose, before));
            paths.push(BodyPaths::new(short, motion));
        }
        Self(paths)
    }

    /// The motion of a body; `None` if it is fixed.
    pub(super) fn body(&self, body: BodyId) -> Result<Option<&Motion>, Rejection> {
        Ok(self.paths(body)?.motion.as_ref())
    }

    /// The motions of all bodies; `None` for fixed ones.
    pub(super) fn all(&self) -> impl Iterator<Item = Option<&Motion>> {
        self.0.iter().map(|body| body.motion.as_ref())
    }

    /// The path of a vertex, and what it is over.
    pub(super) fn path(&self, vertex: Feature) -> Result<(&Path, &BigInt), Rejection> {
        let PartId { body, part } = vertex.part;
        let body = self.paths(body)?;
        let part = lookup::entry(&body.parts, "scene", "part", part)?;
        let path = lookup::entry(part, "scene", "vertex", vertex.index)?;
        Ok((path, &body.unit))
    }

    fn paths(&self, body: BodyId) -> Result<&BodyPaths, Rejection> {
        lookup::entry(&self.0, "scene", "body", body)
    }
}

impl BodyPaths {
    fn new(short: &Short, motion: Option<Motion>) -> Self {
        let (unit, parts) = match &motion {
            Some(motion) => moving_paths(short, motion),
            None => (short.point_unit.clone(), resting_paths(short)),
        };
        Self {
            motion,
            parts,
            unit,
        }
    }
}

/// The paths of the vertices of a free body, and what they are over.
fn moving_paths(short: &Short, motion: &Motion) -> (BigInt, Vec<Vec<Path>>) {
    let ways = Ways::new(motion, &short.arm_unit);
    let unit = common(&short.point_unit, &ways.unit);
    let refinement = &unit / &short.point_unit;
    let way_refinement = &unit / &ways.unit;
    let path = |vertex: &ShortVertex| {
        let [target, last] = ways.of(&vertex.arm);
        Path([
            vertex.point.scaled(&refinement),
            target.scaled(&way_refinement),
            last.scaled(&way_refinement),
        ])
    };
    let parts = short.parts.iter();
    let paths = parts.map(|part| part.iter().map(path).collect()).collect();
    (unit, paths)
}

/// The paths of the vertices of a fixed body.
fn resting_paths(short: &Short) -> Vec<Vec<Path>> {
    let rest = IntegerVector::default;
    let path = |vertex: &ShortVertex| Path([vertex.point.clone(), rest(), rest()]);
    let parts = short.parts.iter();
    parts.map(|part| part.iter().map(path).collect()).collect()
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
