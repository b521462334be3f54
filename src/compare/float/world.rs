//! A scene in doubles.
//!
//! A body point that is at x in the scene is at z + c q, with the arm q = x - (centroid in the
//! scene). Fixed bodies have z = 0, c = 1 and q = x.

use nalgebra::{UnitComplex, Vector2, Vector3};
use num_traits::ToPrimitive;
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Friction, IgnoringPairs, Scene, Turning};

/// A point or a vector of the plane.
pub(crate) type Point = Vector2<f64>;

/// A scene in doubles.
#[derive(Clone, Debug)]
pub struct World {
    /// Free fall without loads, m/s².
    pub gravity: Point,
    /// Bodies in file order.
    pub bodies: Vec<Body>,
    pub(crate) pins: Vec<Pin>,
    pub(crate) ignoring: IgnoringPairs,
    friction: Friction,
    /// μ_d / μ_s.
    pub(crate) dynamic_part: f64,
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
    /// How its centroid accelerates where nothing holds it, by gravity and loads, m/s².
    pub(crate) fall: Point,
    /// How loads turn it, over its inertia, rad/s²; `None` if none acts on it.
    pub(crate) turning: Option<Turning<f64>>,
    /// The arms of the vertices of each part, counter-clockwise, m.
    pub(crate) parts: Vec<Vec<Point>>,
}

/// A joint of a body with another body, or with a place in the world.
#[derive(Clone, Debug)]
pub(crate) struct Pin {
    pub(crate) first: Anchor,
    pub(crate) second: Result<Anchor, Point>,
}

/// Where a pin holds a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Anchor {
    pub(crate) body: BodyId,
    pub(crate) arm: Point,
}

impl Anchor {
    fn new(scene: &Scene, body: BodyId, at: &Vector) -> Self {
        let arm = arm(&scene.bodies[body], at);
        Self { body, arm }
    }
}

/// A vertex of a part of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Vertex {
    pub(crate) body: BodyId,
    pub(crate) part: usize,
    pub(crate) vertex: usize,
}

/// z and c.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    pub(crate) position: Point,
    pub(crate) rotation: UnitComplex<f64>,
}

impl Placement {
    /// Where the body point with this arm is.
    pub(crate) fn point(&self, arm: &Point) -> Point {
        self.position + self.rotation * arm
    }
}

/// J v, a quarter turn counter-clockwise.
pub(crate) fn quarter_turn(vector: &Point) -> Point {
    Vector2::new(-vector.y, vector.x)
}

/// The double nearest to a number.
pub(crate) fn double(value: &Rational) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

fn doubles(vector: &Vector) -> Point {
    Vector2::new(double(&vector.x), double(&vector.y))
}

impl World {
    /// The scene with every number rounded to the nearest double.
    #[must_use]
    pub fn new(scene: &Scene) -> Self {
        let gravity = doubles(&scene.gravity);
        let free = scene.free_accelerations();
        let mut bodies = Vec::new();
        for ((body, free), loads) in scene.bodies.iter().zip(free).zip(scene.resultants()) {
            let mut content = Body::new(body);
            content.fall = free.map_or(gravity, |free| doubles(&free.linear));
            if let (Some(free), false) = (&body.dynamics, loads.is_zero()) {
                let turning = loads
                    .turning
                    .map(|torque| double(&(torque / &free.inertia)));
                content.turning = Some(turning);
            }
            bodies.push(content);
        }
        let mut pins = Vec::new();
        for pin in &scene.pins {
            let first = Anchor::new(scene, pin.first, &pin.at);
            let second = match pin.second {
                Some(body) => Ok(Anchor::new(scene, body, &pin.at)),
                None => Err(doubles(&pin.at)),
            };
            pins.push(Pin { first, second });
        }
        Self {
            gravity,
            bodies,
            pins,
            ignoring: scene.ignoring_pairs(),
            friction: scene.friction.clone(),
            dynamic_part: 1.0,
        }
    }

    /// The same with this part of the scene's friction, from 0 to 1, where bodies slide.
    #[must_use]
    pub fn with_dynamic_friction(self, part: f64) -> Self {
        Self {
            dynamic_part: part,
            ..self
        }
    }

    /// The static friction between two bodies.
    pub(crate) fn friction(&self, one: BodyId, other: BodyId) -> f64 {
        double(&self.friction.between(one, other))
    }

    /// Whether two bodies keep each other out: different ones that are not both fixed and do not
    /// ignore each other.
    pub(crate) fn may_touch(&self, one: BodyId, other: BodyId) -> bool {
        let is_free = [one, other].map(|body| self.bodies[body].masses.is_some());
        if one == other || self.ignoring.contains(one, other) {
            return false;
        }
        is_free.contains(&true)
    }

    /// The free bodies, in file order.
    pub(crate) fn free(&self) -> impl Iterator<Item = BodyId> + '_ {
        let all = (0..self.bodies.len()).map(BodyId);
        all.filter(|&body| self.bodies[body].masses.is_some())
    }

    /// Which of the free bodies this is.
    pub(crate) fn free_index(&self, body: BodyId) -> Option<usize> {
        self.bodies[body].masses?;
        let before = self.bodies[..body.0].iter();
        Some(before.filter(|body| body.masses.is_some()).count())
    }

    /// The masses of the free bodies, in file order.
    pub(crate) fn masses(&self) -> Vec<Vector3<f64>> {
        self.bodies.iter().filter_map(|body| body.masses).collect()
    }

    /// The arm of a vertex.
    pub(crate) fn arm(&self, vertex: &Vertex) -> Point {
        self.bodies[vertex.body].parts[vertex.part][vertex.vertex]
    }

    /// Both ends of the edge that starts at a vertex.
    pub(crate) fn ends(&self, edge: &Vertex) -> [Vertex; 2] {
        let vertices = self.bodies[edge.body].parts[edge.part].len();
        let end = Vertex {
            vertex: (edge.vertex + 1) % vertices,
            ..*edge
        };
        [*edge, end]
    }

    /// Where the bodies are in the scene.
    pub(crate) fn start(&self) -> Vec<Placement> {
        self.bodies.iter().map(|body| body.start).collect()
    }
}

impl Body {
    fn new(body: &zwang_scene::Body) -> Self {
        let mut masses = None;
        let mut position = Vector2::zeros();
        let mut velocity = Vector3::zeros();
        if let Some(free) = &body.dynamics {
            let mass = double(&free.mass);
            let inertia = double(&free.inertia);
            masses = Some(Vector3::new(mass, mass, inertia));
            position = doubles(&free.centroid);
            velocity = doubles(&free.velocity).push(double(&free.spin));
        }
        let mut parts = Vec::new();
        for part in &body.parts {
            let vertices = part.vertices().iter();
            parts.push(vertices.map(|vertex| arm(body, vertex)).collect());
        }
        Self {
            name: body.name.clone(),
            masses,
            start: Placement {
                position,
                rotation: UnitComplex::identity(),
            },
            velocity,
            fall: Vector2::zeros(),
            turning: None,
            parts,
        }
    }
}

/// The arm of the body point that is here in the scene. It is the difference of exact numbers, so
/// that mirrored bodies get mirrored doubles.
fn arm(body: &zwang_scene::Body, at: &Vector) -> Point {
    match &body.dynamics {
        Some(free) => doubles(&(at - &free.centroid)),
        None => doubles(at),
    }
}
