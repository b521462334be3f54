//! States of runs.

use zwang_certificate::Feature;
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Scene};

/// The places of all bodies at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunState {
    /// By body; `None` for fixed ones.
    pub(super) bodies: Vec<Option<Moving>>,
}

/// The place of a free body, on the grid of its run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Position z of the centroid, m.
    pub position: Vector,
    /// Quarter turns n, 0 to 3.
    pub quarter: u8,
    /// Tangent t of half the remaining angle.
    pub tangent: Rational,
}

/// The place of a free body, and its motion.
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
        let place = match self.bodies.get(body.0)? {
            Some(moving) => moving.position.clone(),
            None => Vector::zero(),
        };
        Some(place)
    }

    /// The rotation c of a body, as (Re c, Im c); 1 for a fixed body.
    #[must_use]
    pub fn rotation(&self, body: BodyId) -> Option<Vector> {
        let rotation = match self.bodies.get(body.0)? {
            Some(moving) => moving.rotation.clone(),
            None => Vector::from_integers(1, 0),
        };
        Some(rotation)
    }

    /// The velocity of a free body's centroid, m/s, and its spin, rad/s. `None` for a fixed body.
    #[must_use]
    pub fn velocity(&self, body: BodyId) -> Option<(&Vector, &Rational)> {
        let moving = self.bodies.get(body.0)?.as_ref()?;
        Some((&moving.velocity, &moving.spin))
    }

    /// The places of the free bodies, in file order.
    pub(super) fn placements(&self) -> Vec<Placement> {
        let mut placements = Vec::new();
        for moving in self.bodies.iter().flatten() {
            placements.push(Placement {
                position: moving.position.clone(),
                quarter: moving.quarter,
                tangent: moving.tangent.clone(),
            });
        }
        placements
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

    /// The place of a point of a body of the scene. `None` if there is no such body.
    #[must_use]
    pub fn carried(&self, scene: &Scene, body: BodyId, point: &Vector) -> Option<Vector> {
        let Some(free) = &scene.body(body)?.dynamics else {
            return Some(point.clone());
        };
        let arm = turned(&(point - &free.centroid), &self.rotation(body)?);
        Some(&self.position(body)? + &arm)
    }

    /// The place of a vertex of a part, or of one that follows it; `None` if there is no such
    /// vertex.
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
