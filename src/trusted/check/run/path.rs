//! Where body points at short placements go, and came from.

use super::integer_vector::IntegerVector;
use super::kinematics::Motion;
use super::short::{Short, ShortVertex};
use super::stage::Stage;
use super::state::State;
use super::unit::{Multiple, common, multiple};
use crate::lookup;
use crate::rejection::Result;
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
pub(super) struct Path {
    pub now: IntegerVector,
    pub target: IntegerVector,
    pub last: IntegerVector,
}

/// The path of a vertex, and what it is over.
pub(super) struct VertexPath<'a> {
    pub path: &'a Path,
    pub unit: &'a BigInt,
}

impl Motions {
    /// The motions of the bodies in place, given the state before.
    pub(super) fn new(stage: &Stage, before: &State) -> Self {
        let mut paths = Vec::new();
        let settings = &stage.plan.settings;
        let bodies = stage.placed.iter().zip(&stage.shorts);
        for ((body, short), before) in bodies.zip(&before.poses) {
            let free = body.figure.free.as_ref();
            let motion = free.map(|free| {
                let push = free.push.as_ref();
                Motion::new(settings, push, &short.turn, body.pose, before)
            });
            paths.push(BodyPaths::new(short, motion));
        }
        Self(paths)
    }

    /// The motion of a body; `None` if it is fixed.
    pub(super) fn body(&self, body: BodyId) -> Result<Option<&Motion>> {
        Ok(self.paths(body)?.motion.as_ref())
    }

    /// The motions of all bodies; `None` for fixed ones.
    pub(super) fn all(&self) -> impl Iterator<Item = Option<&Motion>> {
        self.0.iter().map(|body| body.motion.as_ref())
    }

    /// The path of a vertex.
    pub(super) fn path(&self, vertex: Feature) -> Result<VertexPath<'_>> {
        let Feature { part, index } = vertex;
        let PartId { body, part } = part;
        let BodyPaths { parts, unit, .. } = self.paths(BodyId(body))?;
        let part = lookup::of_scene(parts, "part", part)?;
        let path = lookup::of_scene(part, "vertex", index)?;
        Ok(VertexPath { path, unit })
    }

    fn paths(&self, body: BodyId) -> Result<&BodyPaths> {
        lookup::of_body(&self.0, body)
    }
}

impl BodyPaths {
    fn new(short: &Short, motion: Option<Motion>) -> Self {
        match motion {
            Some(motion) => Self::moving(short, motion),
            None => Self::resting(short),
        }
    }

    /// The paths of the vertices of a free body.
    fn moving(short: &Short, motion: Motion) -> Self {
        let Short {
            parts: places,
            arm_unit,
            point_unit,
            ..
        } = short;
        let ways = Ways::new(&motion, arm_unit);
        let unit = common(point_unit, &ways.unit);
        let refinement = &unit / point_unit;
        let way_refinement = &unit / &ways.unit;
        let mut parts = Vec::new();
        for part in places {
            let mut paths = Vec::new();
            for vertex in part {
                let Way { target, last } = ways.of(&vertex.arm);
                paths.push(Path {
                    now: vertex.point.scaled(&refinement),
                    target: target.scaled(&way_refinement),
                    last: last.scaled(&way_refinement),
                });
            }
            parts.push(paths);
        }
        Self {
            motion: Some(motion),
            parts,
            unit,
        }
    }

    /// The paths of the vertices of a fixed body.
    fn resting(short: &Short) -> Self {
        let mut parts = Vec::new();
        for part in &short.parts {
            let paths = part.iter().map(Path::resting);
            parts.push(paths.collect());
        }
        Self {
            motion: None,
            parts,
            unit: short.point_unit.clone(),
        }
    }
}

/// How the points of a body move, given what their arms c° q are over.
pub(super) struct Ways<'a> {
    motion: &'a Motion,
    /// Of the centroid.
    target: IntegerVector,
    last: IntegerVector,
    refinement: BigInt,
    pub unit: BigInt,
}

/// How a point moves.
pub(super) struct Way {
    /// δ, to the target.
    pub target: IntegerVector,
    /// δ⁻, its last move.
    pub last: IntegerVector,
}

impl<'a> Ways<'a> {
    pub(super) fn new(motion: &'a Motion, arm_unit: &BigInt) -> Self {
        let turned_unit = &motion.factor_unit * arm_unit;
        let Multiple {
            unit,
            first_factor,
            second_factor: refinement,
        } = multiple(&motion.unit, &turned_unit);
        Self {
            motion,
            target: motion.target.scaled(&first_factor),
            last: motion.last.scaled(&first_factor),
            refinement,
            unit,
        }
    }

    /// That of the point with this arm.
    pub(super) fn of(&self, arm: &IntegerVector) -> Way {
        let Self {
            motion,
            target,
            last,
            refinement,
            ..
        } = self;
        let arm = arm.scaled(refinement);
        let turned_to_target = motion.target_factor.times(&arm);
        let last_turned = motion.last_factor.times(&arm);
        Way {
            target: target.plus(&turned_to_target),
            last: last.plus(&last_turned),
        }
    }
}

impl Path {
    /// A point that stays where it is.
    fn resting(vertex: &ShortVertex) -> Self {
        Self {
            now: vertex.point.clone(),
            target: IntegerVector::default(),
            last: IntegerVector::default(),
        }
    }

    /// This point and its moves times a factor.
    pub(super) fn scaled(&self, factor: &BigInt) -> Self {
        Self {
            now: self.now.scaled(factor),
            target: self.target.scaled(factor),
            last: self.last.scaled(factor),
        }
    }

    /// This point and its moves as another one sees them, over the same unit.
    pub(super) fn minus(&self, other: &Self) -> Self {
        Self {
            now: self.now.minus(&other.now),
            target: self.target.minus(&other.target),
            last: self.last.minus(&other.last),
        }
    }
}
