//! Bodies, pins and the scene they make: all that a verdict about a digest rests on.
//!
//! Nothing in this module knows of files. Moments of areas are exact integrals over polygons, the
//! digest is that of the canonical form.

mod canonical;
mod friction;
mod ignoring;
mod index;
mod load;
mod moments;
mod polygon;
mod restitution;
mod surface;
mod varied;

pub(crate) use canonical::Form;
pub use canonical::{DigestedScene, sha256};
pub use friction::{Friction, HasFriction};
pub use ignoring::IgnoringPairs;
pub use index::{BodyId, PinId};
pub use load::{FreeAcceleration, Load, MisplacedLoad, Pull, Resultant, Turning};
pub use moments::AreaMoments;
pub(crate) use moments::MassMoments;
pub use polygon::{Polygon, PolygonError};
pub use restitution::{HasRestitution, SceneRestitution};

use zwang_exact::{Rational, Vector};

/// The format of scenes, as scene files and the canonical form name it.
pub const FORMAT: &str = "zwang-scene-1";

/// Everything a scene file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Short name, used for file names.
    pub name: String,
    /// One line for people.
    pub title: Option<String>,
    /// The outcome that the author of the file announces; gallery tests hold it against the answer.
    pub expect: Option<Expectation>,
    /// Acceleration of free fall, m/s².
    pub gravity: Vector,
    /// Bodies in file order; names are unique.
    pub bodies: Vec<Body>,
    /// Pins in file order.
    pub pins: Vec<Pin>,
    /// Dry friction between bodies; by default none.
    pub friction: Friction,
    /// How much bodies bounce; by default not at all. It is no part of the canonical form.
    pub restitution: SceneRestitution,
    /// External loads; names are unique.
    pub loads: Vec<Load>,
}

/// The outcome a scene's author announces. The first three are answers to whether it stands, the
/// others to how it starts to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// From rest, rest is the only motion.
    Stands,
    /// Forces can hold it; with friction that does not rule out a motion.
    CanStand,
    /// From rest, no forces hold it.
    Falls,
    /// From rest, nothing accelerates.
    Rests,
    /// Something accelerates, or the scene starts in motion and one acceleration continues it.
    Moves,
    /// Several motions are left: of equal restraint, or by Coulomb's law.
    Ambiguous,
    /// No acceleration is admissible.
    Impossible,
}

/// A rigid body: a union of convex parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// Unique name.
    pub name: String,
    /// Convex parts, at least one of a fixed body.
    pub parts: Vec<Polygon>,
    /// Mass and motion of a free body; `None` for a fixed one.
    pub dynamics: Option<Dynamics>,
}

/// Mass and motion of a free body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dynamics {
    /// Mass, kg; positive.
    pub mass: Rational,
    /// Centre of mass, m.
    pub centroid: Vector,
    /// Polar second moment about the centroid, kg m²; positive.
    pub inertia: Rational,
    /// Velocity of the centroid, m/s.
    pub velocity: Vector,
    /// Angular velocity, rad/s, counter-clockwise.
    pub spin: Rational,
}

/// A joint that holds a point of one body to a point of another, or of the world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// The first body.
    pub first: BodyId,
    /// The second body, or the world.
    pub second: Option<BodyId>,
    /// The point at which they are joined, m.
    pub at: Vector,
    /// Whether the two bodies keep each other out; if not, they ignore each other
    /// ([`Scene::ignoring_pairs`]). For a pin to the world it says nothing.
    pub collide: bool,
}

/// The name of a body with a rounded part, where only polygons are known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "body `{0}` has a rounded part; expected polygons, as potential, snap and the \
     comparisons in doubles know no disks and capsules"
)]
pub struct RoundedBody(pub String);

impl Expectation {
    /// Every outcome.
    pub const ALL: [Self; 7] = [
        Self::Stands,
        Self::CanStand,
        Self::Falls,
        Self::Rests,
        Self::Moves,
        Self::Ambiguous,
        Self::Impossible,
    ];

    /// The word for it in a scene file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Stands => "stands",
            Self::CanStand => "can stand",
            Self::Falls => "falls",
            Self::Rests => "rests",
            Self::Moves => "moves",
            Self::Ambiguous => "ambiguous",
            Self::Impossible => "impossible",
        }
    }
}

impl Body {
    /// Velocity of the body point at `point`, m/s: v + ω J r; zero for a fixed body.
    #[must_use]
    pub fn velocity_at(&self, point: &Vector) -> Vector {
        let Some(free) = &self.dynamics else {
            return Vector::zero();
        };
        let arm = point - &free.centroid;
        &free.velocity + &arm.quarter_turn().scaled(&free.spin)
    }

    /// Angular velocity, rad/s; zero for a fixed body.
    #[must_use]
    pub fn spin(&self) -> Rational {
        match &self.dynamics {
            None => Rational::from_integer(0.into()),
            Some(free) => free.spin.clone(),
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

    /// Whether the body never moves.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.dynamics.is_none()
    }
}

impl Pin {
    /// Whether it joins this body to another one or to the world.
    #[must_use]
    pub fn joins(&self, body: BodyId) -> bool {
        self.first == body || self.second == Some(body)
    }
}

impl Dynamics {
    /// Mass, centroid and inertia of these parts at one density (kg/m²), at rest.
    #[must_use]
    pub fn homogeneous(parts: &[Polygon], density: &Rational) -> Self {
        let moments = MassMoments::of(parts, density);
        Self::at_rest(moments)
    }

    /// A uniform disk at rest, with the inertia m r²/2.
    #[must_use]
    pub fn of_disk(center: &Vector, radius: &Rational, mass: Rational) -> Self {
        Self::at_rest(MassMoments::of_disk(center, radius, mass))
    }

    /// A body with these that does not move.
    pub(crate) fn at_rest(moments: MassMoments) -> Self {
        let MassMoments {
            mass,
            centroid,
            inertia,
        } = moments;
        Self {
            mass,
            centroid,
            inertia,
            velocity: Vector::zero(),
            spin: Rational::from_integer(0.into()),
        }
    }

    /// Whether velocity and spin are zero.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        let zero = Rational::from_integer(0.into());
        self.velocity.is_zero() && self.spin == zero
    }
}

impl Scene {
    /// The index of the body with this name.
    ///
    /// ```
    /// # let text = r#"
    /// #     format = "zwang-scene-1"
    /// #     name = "one brick"
    /// #     body = [ { name = "brick", rectangle = { center = [0, 0], size = [1, 1] } } ]
    /// # "#;
    /// let scene: zwang_scene::Scene = text.parse()?;
    /// assert_eq!(scene.body_id("brick"), Some(zwang_scene::BodyId(0)));
    /// assert_eq!(scene.body_id("stone"), None);
    /// # Ok::<(), zwang_scene::SceneError>(())
    /// ```
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

    /// All pins with their indices, ascending.
    pub fn numbered_pins(&self) -> impl ExactSizeIterator<Item = (PinId, &Pin)> {
        (0..self.pins.len()).map(PinId).zip(&self.pins)
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

    /// Makes sure that no part is rounded, for what knows polygons alone.
    ///
    /// # Errors
    /// The first body that has a rounded part.
    pub fn require_corners(&self) -> Result<(), RoundedBody> {
        for body in &self.bodies {
            if body.parts.iter().any(Polygon::is_rounded) {
                return Err(RoundedBody(body.name.clone()));
            }
        }
        Ok(())
    }
}
