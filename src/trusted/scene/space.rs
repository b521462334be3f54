//! Bodies in space: what a scene file of the format `zwang-space-1` means.
//!
//! A [`Scene`] is a gravity vector, bodies made of convex parts, sharp or rounded,
//! friction and loads.
//! Coordinates are right-handed; the default gravity is (0, 0, -1), so z points upwards. Turns,
//! spins and torques are vectors by the right-hand rule. Units are SI: m, kg, s, radians.
//!
//! Nothing in this module knows of files.

mod bond;
mod canonical;
mod hull;
mod joint;
mod lattice;
mod load;
mod moments;
mod part;
mod polyhedron;

pub use bond::{Bond, MisplacedBond};
pub use joint::{Constraint, Given, Joint, JointKind, MisplacedJoint};
pub use load::{FreeAcceleration, Load, Pull};
pub use moments::{MassMoments, is_inertia};
pub use part::Part;
pub use polyhedron::{Edge, Face, Polyhedron, PolyhedronError};

use crate::model::{BodyId, Expectation, Friction};
use zwang_exact::{Matrix3, Rational, Vector3};

/// The format of scenes in space, as scene files and the canonical form name it.
pub const FORMAT: &str = "zwang-space-1";

/// Everything a scene file in space says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Short name, used for file names.
    pub name: String,
    /// One line for people.
    pub title: Option<String>,
    /// The outcome that the author of the file announces.
    pub expect: Option<Expectation>,
    /// Acceleration of free fall, m/s².
    pub gravity: Vector3,
    /// Bodies in file order; names are unique.
    pub bodies: Vec<Body>,
    /// Dry friction between bodies; by default none.
    pub friction: Friction,
    /// External loads; names are unique.
    pub loads: Vec<Load>,
    /// Points at which bodies hold each other, in file order.
    pub bonds: Vec<Bond>,
    /// Joints between bodies, in file order.
    pub joints: Vec<Joint>,
}

/// A rigid body: a union of convex parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// Unique name.
    pub name: String,
    /// Convex parts; of a free body at least one.
    pub parts: Vec<Part>,
    /// Mass and motion of a free body; `None` for a fixed one.
    pub dynamics: Option<Dynamics>,
}

/// Mass and motion of a free body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dynamics {
    /// Mass, kg; positive.
    pub mass: Rational,
    /// Centre of mass, m.
    pub centroid: Vector3,
    /// Inertia about the centroid as the body stands, kg m²; that of some body
    /// ([`is_inertia`]).
    pub inertia: Matrix3,
    /// Velocity of the centroid, m/s.
    pub velocity: Vector3,
    /// Angular velocity, rad/s.
    pub spin: Vector3,
}

impl Body {
    /// Velocity of the body point at `point`, m/s: v + ω × r; zero for a fixed body.
    #[must_use]
    pub fn velocity_at(&self, point: &Vector3) -> Vector3 {
        let Some(free) = &self.dynamics else {
            return Vector3::zero();
        };
        let arm = point - &free.centroid;
        &free.velocity + &free.spin.cross(&arm)
    }

    /// Angular velocity, rad/s; zero for a fixed body.
    #[must_use]
    pub fn spin(&self) -> Vector3 {
        match &self.dynamics {
            Some(free) => free.spin.clone(),
            None => Vector3::zero(),
        }
    }

    /// Whether the body does not move; a fixed one never does.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        match &self.dynamics {
            None => true,
            Some(free) => free.is_at_rest(),
        }
    }

    /// The parts, unless one is rounded.
    #[must_use]
    pub fn polyhedra(&self) -> Option<Vec<&Polyhedron>> {
        self.parts.iter().map(Part::polyhedron).collect()
    }

    /// Whether the body never moves.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.dynamics.is_none()
    }
}

impl Dynamics {
    /// Mass, centroid and inertia of these parts at one density (kg/m³), at rest.
    #[must_use]
    pub fn homogeneous<'a>(
        parts: impl IntoIterator<Item = &'a Polyhedron>,
        density: &Rational,
    ) -> Self {
        Self::at_rest(MassMoments::of(parts, density))
    }

    /// A body with these that does not move.
    #[must_use]
    pub fn at_rest(moments: MassMoments) -> Self {
        Self {
            inertia: moments.inertia(),
            mass: moments.mass,
            centroid: moments.centroid,
            velocity: Vector3::zero(),
            spin: Vector3::zero(),
        }
    }

    /// Whether velocity and spin are zero.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        self.velocity.is_zero() && self.spin.is_zero()
    }
}

impl Scene {
    /// The index of the body with this name.
    #[must_use]
    pub fn body_id(&self, name: &str) -> Option<BodyId> {
        let index = self.bodies.iter().position(|body| body.name == name)?;
        Some(BodyId(index))
    }

    /// The body of this index, if there is one.
    #[must_use]
    pub fn body(&self, body: BodyId) -> Option<&Body> {
        self.bodies.get(body.0)
    }

    /// The indices of all bodies, ascending.
    pub fn body_ids(&self) -> impl ExactSizeIterator<Item = BodyId> + use<> {
        (0..self.bodies.len()).map(BodyId)
    }

    /// All bodies with their indices, ascending.
    pub fn numbered_bodies(&self) -> impl ExactSizeIterator<Item = (BodyId, &Body)> {
        self.body_ids().zip(&self.bodies)
    }

    /// The body with this name.
    #[must_use]
    pub fn body_named(&self, name: &str) -> Option<&Body> {
        self.bodies.iter().find(|body| body.name == name)
    }

    /// The first body that moves.
    #[must_use]
    pub fn moving_body(&self) -> Option<&Body> {
        self.bodies.iter().find(|body| !body.is_at_rest())
    }

    /// Whether no body moves.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        self.moving_body().is_none()
    }
}
