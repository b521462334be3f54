//! A scene in doubles.
//!
//! A body point that is at x in the scene is at z + c q, with the arm q = x - (centroid in the
//! scene). Fixed bodies have z = 0, c = 1 and q = x.

use nalgebra::{UnitComplex, Vector2, Vector3};
use num_traits::ToPrimitive;
use zwang_exact::{Rational, Vector};
use zwang_scene::Scene;

/// A scene in doubles.
#[derive(Clone, Debug)]
pub struct World {
    /// Free fall, m/s².
    pub gravity: Vector2<f64>,
    /// Bodies in file order.
    pub bodies: Vec<Body>,
    pub(crate) pins: Vec<Pin>,
}

/// A rigid body.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its name in the scene.
    pub name: String,
    /// m, m, I (kg, kg, kg m²) of a free body; `None` for a fixed one.
    pub masses: Option<Vector3<f64>>,
    pub(crate) start: Placement,
    /// m/s and rad/s.
    pub(crate) velocity: Vector3<f64>,
    /// The arms of the vertices of each part, counter-clockwise, m.
    pub(crate) parts: Vec<Vec<Vector2<f64>>>,
}

/// A joint: a body and an arm, and another body or the world.
#[derive(Clone, Debug)]
pub(crate) struct Pin {
    pub(crate) first: (usize, Vector2<f64>),
    pub(crate) second: Result<(usize, Vector2<f64>), Vector2<f64>>,
}

/// z and c.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    pub(crate) position: Vector2<f64>,
    pub(crate) rotation: UnitComplex<f64>,
}

impl Placement {
    /// Where the body point with this arm is.
    pub(crate) fn point(&self, arm: &Vector2<f64>) -> Vector2<f64> {
        self.position + self.rotation * arm
    }
}

/// J v, a quarter turn counter-clockwise.
pub(crate) fn quarter_turn(vector: &Vector2<f64>) -> Vector2<f64> {
    Vector2::new(-vector.y, vector.x)
}

/// The double nearest to a number.
pub(crate) fn double(value: &Rational) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

fn doubles(vector: &Vector) -> Vector2<f64> {
    Vector2::new(double(&vector.x), double(&vector.y))
}

impl World {
    /// The scene with every number rounded to the nearest double.
    #[must_use]
    pub fn new(scene: &Scene) -> Self {
        let bodies: Vec<Body> = scene.bodies.iter().map(Body::new).collect();
        let arm = |body: usize, at: &Vector| {
            let centroid = scene.bodies[body]
                .dynamics
                .as_ref()
                .map(|free| &free.centroid);
            (
                body,
                centroid.map_or_else(|| doubles(at), |centroid| doubles(&(at - centroid))),
            )
        };
        let pin = |pin: &zwang_scene::Pin| Pin {
            first: arm(pin.first, &pin.at),
            second: pin
                .second
                .map_or_else(|| Err(doubles(&pin.at)), |body| Ok(arm(body, &pin.at))),
        };
        Self {
            gravity: doubles(&scene.gravity),
            pins: scene.pins.iter().map(pin).collect(),
            bodies,
        }
    }

    /// Whether neither body is free.
    pub(crate) fn are_fixed(&self, one: usize, other: usize) -> bool {
        self.bodies[one].masses.is_none() && self.bodies[other].masses.is_none()
    }

    /// Where the bodies are in the scene.
    pub(crate) fn start(&self) -> Vec<Placement> {
        self.bodies.iter().map(|body| body.start).collect()
    }
}

impl Body {
    fn new(body: &zwang_scene::Body) -> Self {
        let free = body.dynamics.as_ref();
        // Arms are differences of exact numbers, so that mirrored bodies get mirrored doubles.
        let arm = |vertex: &Vector| {
            free.map_or_else(
                || doubles(vertex),
                |free| doubles(&(vertex - &free.centroid)),
            )
        };
        let velocity =
            |free: &zwang_scene::Dynamics| doubles(&free.velocity).push(double(&free.spin));
        Self {
            name: body.name.clone(),
            masses: free.map(|free| {
                let mass = double(&free.mass);
                Vector3::new(mass, mass, double(&free.inertia))
            }),
            start: Placement {
                position: free.map_or_else(Vector2::zeros, |free| doubles(&free.centroid)),
                rotation: UnitComplex::identity(),
            },
            velocity: free.map_or_else(Vector3::zeros, velocity),
            parts: body
                .parts
                .iter()
                .map(|part| part.vertices().iter().map(arm).collect())
                .collect(),
        }
    }
}
