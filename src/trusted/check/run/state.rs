//! States: where all bodies are at one time.

use super::integer_vector::IntegerVector;
use super::pose::Pose;
use crate::names;
use crate::rejection::Condition::R8;
use crate::rejection::Result;
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
        let mut before = Vec::new();
        let mut now = Vec::new();
        for body in &scene.bodies {
            match &body.dynamics {
                None => {
                    before.push(Pose::origin());
                    now.push(Pose::origin());
                }
                Some(free) => {
                    before.push(pose_before(free, step));
                    now.push(Pose::at(&free.centroid));
                }
            }
        }
        let before = Self {
            index: -1,
            poses: before,
        };
        let now = Self {
            index: 0,
            poses: now,
        };
        [before, now]
    }

    /// The state that a record spells.
    pub(super) fn read(scene: &Scene, record: &Record, grid: Option<u64>) -> Result<Self> {
        let free = scene.bodies.iter().filter(|body| !body.is_fixed());
        let count = free.count();
        if record.state.len() != count {
            return has_other_count(record, count);
        }
        let mut placements = record.state.iter();
        let mut poses = Vec::new();
        for (index, body) in scene.numbered_bodies() {
            if body.is_fixed() {
                poses.push(Pose::origin());
            } else {
                let Some(placement) = placements.next() else {
                    return has_other_count(record, count);
                };
                let place = names::body(scene, index);
                poses.push(Pose::read(&place, placement, grid)?);
            }
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
        let pose = self.poses.get(body.0)?;
        let [x, y] = pose.position.coordinates();
        Some(Vector::new(x, y))
    }

    /// The rotation c of a body, as (Re c, Im c); 1 for a fixed body.
    #[must_use]
    pub fn rotation(&self, body: BodyId) -> Option<Vector> {
        let pose = self.poses.get(body.0)?;
        let [x, y] = pose.rotation().coordinates();
        Some(Vector::new(x, y))
    }
}

fn has_other_count(record: &Record, required: usize) -> Result<State> {
    let found = format!("{} placements", record.state.len());
    R8.refuse("`state`", found, required)
}

/// Where a free body came from before the first step.
fn pose_before(free: &Dynamics, step: &Rational) -> Pose {
    let position = &free.centroid - &free.velocity.scaled(step);
    let two = Rational::from_integer(2.into());
    let tangent = step * &free.spin / two;
    let cosine = tangent.denom().clone();
    let half = IntegerVector::new(cosine, -tangent.numer());
    Pose::turned((&position).into(), half)
}
