//! A scene in doubles.
//!
//! A body point that is at x in the scene is at z + c q, with the arm q = x - (centroid in the
//! scene). Fixed bodies have z = 0, c = 1 and q = x.

use nalgebra::{Complex, UnitComplex, Vector2, Vector3};
use num_traits::ToPrimitive;
use std::sync::Arc;
use zwang_certificate::{Feature, PartId};
use zwang_exact::{Rational, Vector};
use zwang_law::{Fixed, Restitution};
use zwang_scene::{BodyId, Friction, IgnoringPairs, Scene, Turning};

/// A point or a vector of the plane.
pub(crate) type Point = Vector2<f64>;
/// The velocity of a free body: that of its centroid, m/s, and its spin, rad/s. Motions, which have
/// displacement, m, and twice the tangent of half the turn, and accelerations are such vectors as
/// well.
pub type Velocity = Vector3<f64>;

/// A scene in doubles, for steps of one length.
#[derive(Clone, Debug)]
pub struct World {
    /// Free fall without loads, m/s².
    pub gravity: Point,
    /// Bodies in file order.
    pub bodies: Vec<Body>,
    /// h, s.
    pub step: f64,
    /// The gap below which things touch, m.
    pub(crate) touch: f64,
    pub(crate) pins: Vec<Pin>,
    pub(crate) fixed: Arc<Fixed>,
    ignoring: IgnoringPairs,
    friction: Friction,
    /// μ_d / μ_s.
    pub(crate) dynamic_part: f64,
    restitution: Restitution,
}

/// A rigid body.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its name in the scene.
    pub name: String,
    /// m, m, I (kg, kg, kg m²) of a free body; `None` for a fixed one.
    pub masses: Option<Vector3<f64>>,
    pub(crate) start: Placement,
    pub(crate) velocity: Velocity,
    /// How its centroid accelerates where nothing holds it, by gravity and loads, m/s².
    fall: Point,
    /// How loads turn it, over its inertia, rad/s²; `None` if none acts on it.
    turning: Option<Turning<f64>>,
    /// The arms of the vertices of each part, counter-clockwise, m.
    pub(crate) parts: Vec<Vec<Point>>,
    /// r, the largest |p_x| + |p_y| of an arm, m.
    pub(crate) radius: f64,
    /// The widths of its parts, m.
    widths: Vec<f64>,
}

/// A joint of a body with another body, or with a place in the world.
#[derive(Clone, Debug)]
pub(crate) struct Pin {
    pub(crate) first: Anchor,
    pub(crate) second: Result<Anchor, Point>,
}

/// The point at which a pin holds a body.
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

impl Pin {
    /// Both anchors with their signs; a place in the world has none.
    pub(crate) fn anchors(&self) -> impl Iterator<Item = (Anchor, f64)> {
        let second = self.second.ok().map(|anchor| (anchor, -1.0));
        [(self.first, 1.0)].into_iter().chain(second)
    }
}

/// z and c.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    pub(crate) position: Point,
    pub(crate) rotation: UnitComplex<f64>,
}

impl Placement {
    /// The place of the body point with this arm.
    pub(crate) fn point(&self, arm: &Point) -> Point {
        self.position + self.rotation * arm
    }

    /// After a motion.
    pub(crate) fn after(&self, motion: &Velocity) -> Self {
        let half = motion.z / 2.0;
        let turn = Complex::new(1.0 - half * half, 2.0 * half);
        let turned = UnitComplex::new_normalize(turn) * self.rotation;
        Self {
            position: self.position + motion.xy(),
            rotation: UnitComplex::new_normalize(turned.into_inner()),
        }
    }

    /// The rotation in the middle of a turn, c / (1 - i s/2).
    pub(crate) fn middle_rotation(&self, turn: f64) -> Complex<f64> {
        self.rotation.into_inner() / Complex::new(1.0, -turn / 2.0)
    }
}

/// c q.
pub(crate) fn rotated(rotation: Complex<f64>, arm: &Point) -> Point {
    let turned = rotation * Complex::new(arm.x, arm.y);
    Vector2::new(turned.re, turned.im)
}

/// The double nearest to a number.
pub(crate) fn double(value: &Rational) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

fn doubles(vector: &Vector) -> Point {
    Vector2::new(double(&vector.x), double(&vector.y))
}

impl World {
    /// The scene with every number rounded to the nearest double, for steps of so many seconds.
    #[must_use]
    pub fn new(scene: &Scene, step: &Rational) -> Self {
        let fixed = Fixed::new(scene, step);
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
            for part in 0..body.parts.len() {
                let body = bodies.len();
                let width = fixed.width_squared(PartId { body, part });
                content.widths.push(double(&width).sqrt());
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
            step: double(step),
            touch: double(&fixed.touch()),
            pins,
            fixed: Arc::new(fixed),
            ignoring: scene.ignoring_pairs(),
            friction: scene.friction.clone(),
            dynamic_part: 1.0,
            restitution: Restitution::default(),
        }
    }

    /// The same with these coefficients of restitution.
    #[must_use]
    pub fn with_restitution(self, restitution: Restitution) -> Self {
        Self {
            restitution,
            ..self
        }
    }

    /// The same for a step of another length, s; the gap below which things touch stays.
    pub(crate) fn with_step(&self, step: f64) -> Self {
        Self {
            step,
            ..self.clone()
        }
    }

    /// Whether nothing bounces.
    pub(crate) fn is_inelastic(&self) -> bool {
        self.restitution.is_inelastic()
    }

    /// The coefficient of restitution of two bodies.
    pub(crate) fn restitution(&self, one: BodyId, other: BodyId) -> f64 {
        double(self.restitution.of(one, other))
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

    /// How a body accelerates freely that is turned so, m/s² and rad/s².
    pub(crate) fn acceleration(&self, body: BodyId, rotation: Complex<f64>) -> Velocity {
        let Body { fall, turning, .. } = &self.bodies[body];
        let angular = turning.map_or(0.0, |turning| turning.torque([&rotation.re, &rotation.im]));
        fall.push(angular)
    }

    /// The masses of some free bodies.
    pub(crate) fn masses(&self, bodies: &[BodyId]) -> Vec<Vector3<f64>> {
        let masses = bodies.iter().map(|&body| self.bodies[body].masses);
        masses.flatten().collect()
    }

    pub(crate) fn arms(&self, part: PartId) -> &[Point] {
        &self.bodies[part.body].parts[part.part]
    }

    /// The arm of a vertex.
    pub(crate) fn arm(&self, vertex: Feature) -> Point {
        self.arms(vertex.part)[vertex.index]
    }

    /// The vertex after this one.
    pub(crate) fn next(&self, feature: Feature) -> Feature {
        let index = (feature.index + 1) % self.arms(feature.part).len();
        Feature { index, ..feature }
    }

    /// By how much two parts may overlap and still have what keeps them apart, m.
    pub(crate) fn tolerance(&self, parts: [PartId; 2]) -> f64 {
        let [one, other] = parts.map(|part| self.bodies[part.body].widths[part.part]);
        one.min(other) / f64::from(1 << 13)
    }

    /// The places of the bodies in the scene.
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
        let mut radius = 0.0_f64;
        for arm in parts.iter().flatten() {
            let arm: &Point = arm;
            radius = radius.max(arm.x.abs() + arm.y.abs());
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
            radius,
            widths: Vec::new(),
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
