//! States of runs of either law.

use zwang_certificate::Feature;
use zwang_certificate::run::Placement;
use zwang_check::run;
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Scene};

/// Where all bodies are at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunState {
    /// In a run of first order.
    First(run::State),
    /// In a run of second order.
    Second(SecondState),
}

/// A state of second order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondState {
    /// By body; `None` for fixed ones.
    pub(super) bodies: Vec<Option<Moving>>,
}

/// Where a free body is, and how it moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moving {
    pub(super) position: Vector,
    pub(super) quarter: u8,
    pub(super) tangent: Rational,
    pub(super) rotation: Vector,
    pub(super) velocity: Vector,
    pub(super) spin: Rational,
}

impl RunState {
    /// The position z of the centroid of a free body, m; a fixed body is at 0.
    #[must_use]
    pub fn position(&self, body: BodyId) -> Option<Vector> {
        match self {
            Self::First(state) => state.position(body),
            Self::Second(state) => state.position(body),
        }
    }

    /// The rotation c of a body, as (Re c, Im c); 1 for a fixed body.
    #[must_use]
    pub fn rotation(&self, body: BodyId) -> Option<Vector> {
        match self {
            Self::First(state) => state.rotation(body),
            Self::Second(state) => state.rotation(body),
        }
    }

    /// The velocity of a free body's centroid, m/s, and its spin, rad/s. `None` for a fixed body,
    /// and in runs of first order, whose states have no velocities.
    #[must_use]
    pub fn velocity(&self, body: BodyId) -> Option<(&Vector, &Rational)> {
        let Self::Second(state) = self else {
            return None;
        };
        let moving = state.bodies.get(body.0)?.as_ref()?;
        Some((&moving.velocity, &moving.spin))
    }

    /// The velocity of a body at a point, m/s; 0 of a fixed body. `None` if it has no place.
    #[must_use]
    pub fn velocity_at(&self, body: BodyId, point: &Vector) -> Option<Vector> {
        let Some((velocity, spin)) = self.velocity(body) else {
            return Some(Vector::zero());
        };
        let arm = point - &self.position(body)?;
        Some(velocity + &arm.quarter_turn().scaled(spin))
    }

    /// Where a point of a body of the scene is. `None` if there is no such body.
    #[must_use]
    pub fn carried(&self, scene: &Scene, body: BodyId, point: &Vector) -> Option<Vector> {
        let Some(free) = &scene.body(body)?.dynamics else {
            return Some(point.clone());
        };
        let arm = turned(&(point - &free.centroid), &self.rotation(body)?);
        Some(&self.position(body)? + &arm)
    }

    /// Where a vertex of a part, or one that follows it, is; `None` if there is no such vertex.
    #[must_use]
    pub fn vertex(&self, scene: &Scene, feature: &Feature, next: usize) -> Option<Vector> {
        let index = BodyId(feature.part.body);
        let body = scene.body(index)?;
        let vertices = body.parts.get(feature.part.part)?.vertices();
        let vertex = vertices.iter().cycle().nth(feature.index + next)?;
        let Some(free) = &body.dynamics else {
            return Some(vertex.clone());
        };
        let arm = turned(&(vertex - &free.centroid), &self.rotation(index)?);
        Some(&self.position(index)? + &arm)
    }
}

/// A vector turned by a rotation (Re c, Im c).
pub(super) fn turned(vector: &Vector, rotation: &Vector) -> Vector {
    let along = vector.scaled(&rotation.x);
    let across = vector.quarter_turn().scaled(&rotation.y);
    &along + &across
}

impl SecondState {
    fn position(&self, body: BodyId) -> Option<Vector> {
        let place = match self.bodies.get(body.0)? {
            Some(moving) => moving.position.clone(),
            None => Vector::zero(),
        };
        Some(place)
    }

    fn rotation(&self, body: BodyId) -> Option<Vector> {
        let rotation = match self.bodies.get(body.0)? {
            Some(moving) => moving.rotation.clone(),
            None => Vector::from_integers(1, 0),
        };
        Some(rotation)
    }

    /// Where the free bodies are, in file order.
    pub(super) fn placements(&self) -> Vec<Placement> {
        let mut placements = Vec::new();
        for moving in self.bodies.iter().flatten() {
            placements.push(Placement::Grid {
                position: [moving.position.x.clone(), moving.position.y.clone()],
                quarter: moving.quarter,
                tangent: moving.tangent.clone(),
            });
        }
        placements
    }
}
