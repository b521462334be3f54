//! Places and velocities of the bodies of a state.

use super::shape::{Extent, Free};
use crate::table::PlacedInSpace;
use malachite::Rational;
use zwang_collapse::space::Placing;
use zwang_exact::{Matrix3, Quaternion, Vector3};
use zwang_program::kernel::number::{from_solver, to_solver};

/// A body somewhere.
#[derive(Clone, Debug)]
pub(super) struct Pose {
    pub(super) centroid: Vector3,
    /// Since the scene.
    pub(super) rotation: Matrix3,
    /// That of the centroid, and the spin.
    pub(super) velocity: Option<[Vector3; 2]>,
}

impl Pose {
    pub(super) fn new(placed: &PlacedInSpace) -> Self {
        let [w, x, y, z] = placed.quaternion.each_ref().map(from_solver);
        let velocity = placed.velocity.as_ref();
        Self {
            centroid: vector(&placed.centroid),
            rotation: Quaternion::new(w, x, y, z).rotation(),
            velocity: velocity.map(|both| both.each_ref().map(vector)),
        }
    }

    /// The place of the point of the body at an arm of the scene.
    pub(super) fn point(&self, arm: &Vector3) -> Vector3 {
        &self.centroid + &self.rotation.times(arm)
    }

    /// The box about the body.
    pub(super) fn extent(&self, body: &Free) -> Option<Extent> {
        let points: Vec<Vector3> = body.arms.iter().map(|arm| self.point(arm)).collect();
        Extent::about(&points, &body.margin)
    }

    /// A R I Rᵀ ω for the spin ω, if it is known.
    pub(super) fn angular_momentum(&self, body: &Free) -> Option<Vector3> {
        let [_, spin] = self.velocity.as_ref()?;
        let own = self.rotation.transposed().times(spin);
        Some(self.rotation.times(&body.inertia.times(&own)))
    }

    /// The way from the scene to here.
    pub(super) fn placing(&self, body: &Free) -> Placing {
        let turned = self.rotation.times(&body.centroid);
        let translation = &self.centroid - &turned;
        let [one, two, three] = &self.rotation.rows;
        Placing {
            rotation: [one, two, three].map(numbers),
            translation: numbers(&translation),
        }
    }
}

fn vector([x, y, z]: &[Rational; 3]) -> Vector3 {
    Vector3::new(from_solver(x), from_solver(y), from_solver(z))
}

fn numbers(vector: &Vector3) -> [Rational; 3] {
    vector.coordinates().map(to_solver)
}
