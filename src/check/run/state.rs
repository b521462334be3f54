//! States: where all bodies are at one time.

use super::integer_vector::IntegerVector;
use super::pose::Pose;
use crate::rejection::Condition::R8;
use crate::{Rejection, names};
use zwang_certificate::run::Record;
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Dynamics, Scene};

/// Where all bodies are at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// k: the state is that after step k.
    pub(super) index: i64,
    /// One for each body; fixed ones are where they are in the scene.
    pub(super) poses: Vec<Pose>,
}

impl State {
    /// States -1 and 0, given the time step.
    pub(super) fn start(scene: &Scene, step: &Rational) -> [Self; 2] {
        let before = |free: &Dynamics| {
            let position = &free.centroid - &free.velocity.scaled(step);
            let tangent = step * &free.spin / Rational::from_integer(2.into());
            let half = IntegerVector::new(tangent.denom().clone(), -tangent.numer());
            Pose::with_half([&position.x, &position.y], half)
        };
        let state = |index, pose: &dyn Fn(&Dynamics) -> Pose| Self {
            index,
            poses: scene
                .bodies
                .iter()
                .map(|body| body.dynamics.as_ref().map_or_else(Pose::origin, pose))
                .collect(),
        };
        [
            state(-1, &before),
            state(0, &|free| Pose::at(&free.centroid)),
        ]
    }

    /// The state that a record spells.
    pub(super) fn read(
        scene: &Scene,
        record: &Record,
        grid: Option<u64>,
    ) -> Result<Self, Rejection> {
        let placements = &record.state;
        let mut left = placements.iter();
        let count = scene.bodies.iter().filter(|body| !body.is_fixed()).count();
        if count != placements.len() {
            return Err(Rejection::new(
                R8,
                "`state`",
                format!("{} placements", placements.len()),
                format!("{count}"),
            ));
        }
        let mut poses = Vec::with_capacity(scene.bodies.len());
        for (index, body) in scene.bodies.iter().enumerate() {
            let placement = if body.is_fixed() { None } else { left.next() };
            poses.push(match placement {
                None => Pose::origin(),
                Some(placement) => Pose::read(&names::body(scene, index), placement, grid)?,
            });
        }
        let index = i64::try_from(record.k).unwrap_or(i64::MAX);
        Ok(Self { index, poses })
    }

    /// The step that leads to the state; 0 is the scene itself, and -1 where it came from.
    #[must_use]
    pub fn index(&self) -> i64 {
        self.index
    }

    /// The position z of the centroid of a free body, m; a fixed body is at 0.
    #[must_use]
    pub fn position(&self, body: BodyId) -> Option<Vector> {
        let [x, y] = self.poses.get(body)?.position();
        Some(Vector::new(x, y))
    }

    /// The rotation c of a body, as (Re c, Im c); 1 for a fixed body.
    #[must_use]
    pub fn rotation(&self, body: BodyId) -> Option<Vector> {
        let [x, y] = self.poses.get(body)?.rotation();
        Some(Vector::new(x, y))
    }
}
