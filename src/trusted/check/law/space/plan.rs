//! Facts of a scene and a header for all steps: L0 (`proofs/RUN.md`, section 14).

use super::super::number::Number;
use super::super::restitution::Restitution;
use super::joints::Joint;
use super::vector::{Matrix, Vector};
use crate::names;
use crate::rejection::Condition::{Form, L0};
use crate::rejection::Result;
use num_traits::Signed;
use std::collections::BTreeSet;
use std::sync::Arc;
use zwang_certificate::PartId;
use zwang_certificate::run2::Header;
use zwang_scene::BodyId;
use zwang_scene::space::{self, Dynamics, Scene};

/// Facts of a scene and a header for all steps, or for a part of one.
#[derive(Clone)]
pub(super) struct Plan {
    pub scene: Arc<Scene>,
    /// h, the step of the header: by it velocities become lengths.
    pub whole_step: Number,
    /// The length of the part of a step, h t.
    pub step: Number,
    /// ½ (h t)².
    pub half_square: Number,
    /// g.
    pub digits: u64,
    pub touch: Number,
    /// No ball is larger.
    pub radius: Number,
    /// The largest error of the law of friction.
    pub law: Number,
    /// A, the largest acceleration of a body.
    pub acceleration: Number,
    pub restitution: Arc<Restitution>,
    pub bodies: Arc<[Body]>,
    pub joints: Arc<[Joint]>,
    /// The pairs of bodies that ignore each other, the smaller one first.
    joined: Arc<BTreeSet<[BodyId; 2]>>,
}

/// A body.
pub(super) struct Body {
    pub id: BodyId,
    /// `None` if the body is fixed.
    pub free: Option<Free>,
    pub parts: Vec<Part>,
}

/// A part.
pub(super) struct Part {
    pub id: PartId,
    /// The arms of the vertices of the core; those of a fixed body are its points.
    pub arms: Vec<Vector>,
    pub radius: Number,
    /// The least distance from the plane of a face to the furthest vertex, and twice the radius.
    pub width: Number,
    /// Whether its core has faces.
    pub has_faces: bool,
}

/// The data that move a free body.
pub(super) struct Free {
    /// ζ.
    pub home: Vector,
    pub mass: Number,
    /// I.
    pub inertia: Matrix,
    /// I⁻¹.
    pub per_inertia: Matrix,
    /// r.
    pub reach: Number,
    pub velocity: Vector,
    pub spin: Vector,
    /// a.
    pub fall: Vector,
    /// The torque that does not turn with the body.
    couple: Vector,
    /// The arms and the forces of loads.
    loads: Vec<[Vector; 2]>,
}

impl Plan {
    /// L0, of all but state 0.
    pub(super) fn new(scene: &Scene, header: &Header) -> Result<Self> {
        header_is_of_the_scene(scene, header)?;
        let mut bodies = Vec::new();
        for (id, body) in scene.numbered_bodies() {
            bodies.push(Body::new(scene, (id, body), header.grid)?);
        }
        let step = Number::from(&header.step);
        let acceleration = largest_acceleration(&bodies);
        let touch = touching_distance(&bodies, &step, &acceleration);
        if Number::from(&header.touch) != touch {
            let found = names::rational(&header.touch);
            let required = names::rational(&touch.to_rational());
            return L0.refuse("header, `touch`", found, required);
        }
        if header.radius.is_negative() {
            let found = names::rational(&header.radius);
            return L0.refuse("header, `radius`", found, "0 or more");
        }
        let restitution = Restitution::new(header, bodies.len())?;
        if restitution.is_none() && header.rounds != 0 {
            return L0.refuse("header, `rounds`", header.rounds, "0 if nothing bounces");
        }
        law_is_of_the_scene(scene, header, &touch)?;
        let joints = Joint::all(scene, &bodies)?;
        Ok(Self {
            scene: Arc::new(scene.clone()),
            half_square: step.square().shifted(1),
            whole_step: step.clone(),
            step,
            digits: header.grid,
            touch,
            radius: Number::from(&header.radius),
            law: Number::from(&header.law),
            acceleration,
            restitution: Arc::new(restitution),
            bodies: bodies.into(),
            joints: joints.into(),
            joined: Arc::new(scene.joined_pairs()),
        })
    }

    /// The same for a part of a step, whose length is given in steps.
    pub(super) fn part(&self, length: &Number) -> Self {
        let step = &self.whole_step * length;
        Self {
            half_square: step.square().shifted(1),
            step,
            ..self.clone()
        }
    }

    /// P = 3 g: the digits of forces.
    pub(super) fn of_forces(&self) -> u64 {
        self.digits.saturating_mul(3)
    }

    /// 2 g: the digits of rotations.
    pub(super) fn long(&self) -> u64 {
        self.digits.saturating_mul(2)
    }

    /// How many vertices the parts of the scene have.
    pub(super) fn vertices(&self) -> usize {
        let mut count: usize = 0;
        for part in self.bodies.iter().flat_map(|body| &body.parts) {
            count = count.saturating_add(part.arms.len());
        }
        count
    }

    /// The free bodies, ascending.
    pub(super) fn free_bodies(&self) -> impl Iterator<Item = (BodyId, &Free)> {
        let bodies = self.bodies.iter();
        bodies.filter_map(|body| Some((body.id, body.free.as_ref()?)))
    }

    /// Whether two bodies are different, not both fixed, and not joined.
    pub(super) fn may_touch(&self, one: &Body, other: &Body) -> bool {
        let pair = [one.id.min(other.id), one.id.max(other.id)];
        let are_fixed = one.is_fixed() && other.is_fixed();
        one.id != other.id && !are_fixed && !self.joined.contains(&pair)
    }

    /// Names a body of the scene.
    pub(super) fn name(&self, body: BodyId) -> String {
        match self.scene.body(body) {
            Some(found) => format!("`{}`", found.name),
            None => format!("body {body}"),
        }
    }
}

fn header_is_of_the_scene(scene: &Scene, header: &Header) -> Result {
    let digest = scene.digest();
    if header.scene != digest {
        return L0.refuse("header, `scene`", &header.scene, digest);
    }
    if !header.step.is_positive() {
        let found = names::rational(&header.step);
        return L0.refuse("header, `step`", found, "above 0");
    }
    let grid = header.grid;
    if !(16..=1024).contains(&grid) || !grid.is_multiple_of(4) {
        return L0.refuse("header, `grid`", grid, "a multiple of 4 from 16 to 1024");
    }
    if !scene.bonds.is_empty() {
        return L0.refuse("scene, bonds", scene.bonds.len(), "none in a run");
    }
    match scene.require_loads_on_free_bodies() {
        Ok(()) => Ok(()),
        Err(misplaced) => {
            let place = format!("load `{}`", misplaced.load);
            Form.refuse(place, misplaced.found, "a free body of the scene")
        }
    }
}

/// `law` is 0 without friction, and small against `touch`.
fn law_is_of_the_scene(scene: &Scene, header: &Header, touch: &Number) -> Result {
    let law = Number::from(&header.law);
    let required = match scene.friction.is_none() {
        true if !law.is_zero() => "0 without friction",
        false if law.is_negative() || law > touch.shifted(8) => "from 0 to 2^-8 `touch`",
        _ => return Ok(()),
    };
    L0.refuse("header, `law`", names::rational(&header.law), required)
}

/// A: the largest |a| + r |I⁻¹ T| of a free body in the scene.
fn largest_acceleration(bodies: &[Body]) -> Number {
    let mut largest = Number::zero();
    for free in bodies.iter().filter_map(|body| body.free.as_ref()) {
        let torque = free.torque(&Matrix::one());
        let angular = free.per_inertia.times(&torque);
        let of_turn = &free.reach * &angular.size();
        largest = largest.max(&free.fall.size() + &of_turn);
    }
    largest
}

/// 2^-10 max(h² A, 2^-10 h V).
fn touching_distance(bodies: &[Body], step: &Number, acceleration: &Number) -> Number {
    let mut speed = Number::zero();
    for free in bodies.iter().filter_map(|body| body.free.as_ref()) {
        let of_spin = &free.reach * &free.spin.size();
        speed = speed.max(&free.velocity.size() + &of_spin);
    }
    let of_acceleration = &step.square() * acceleration;
    let of_speed = (step * &speed).shifted(10);
    of_acceleration.max(of_speed).shifted(10)
}

impl Body {
    fn new(scene: &Scene, (id, body): (BodyId, &space::Body), digits: u64) -> Result<Self> {
        let home = match &body.dynamics {
            Some(dynamics) => Vector::from(&dynamics.centroid),
            None => Vector::zero(),
        };
        let mut parts = Vec::new();
        for (part, convex) in body.parts.iter().enumerate() {
            let vertices = convex.core().vertices().iter();
            let arms = vertices.map(|vertex| Vector::from(vertex).minus(&home));
            let arms: Vec<Vector> = arms.collect();
            let radius = Number::from(convex.radius());
            parts.push(Part {
                id: PartId { body: id.0, part },
                has_faces: !convex.core().faces().is_empty(),
                width: &width(convex, &arms, digits) + &radius.shifted_up(1),
                arms,
                radius,
            });
        }
        let free = match &body.dynamics {
            Some(dynamics) => Some(Free::new(scene, id, dynamics, &parts)?),
            None => None,
        };
        Ok(Self { id, free, parts })
    }

    pub(super) fn is_fixed(&self) -> bool {
        self.free.is_none()
    }

    /// The centroid of a free body, the origin of a fixed one: arms are from here.
    pub(super) fn home(&self) -> Vector {
        match &self.free {
            Some(free) => free.home.clone(),
            None => Vector::zero(),
        }
    }
}

impl Part {
    /// The arm of a core that is a point.
    pub(super) fn center(&self) -> Option<&Vector> {
        match self.arms.as_slice() {
            [center] => Some(center),
            _ => None,
        }
    }
}

/// The least distance from the plane of a face of a core to its furthest vertex, each rounded up to
/// a multiple of 2^-digits; 0 of a core without faces.
fn width(part: &space::Part, arms: &[Vector], digits: u64) -> Number {
    let mut least: Option<Number> = None;
    for face in part.core().faces() {
        let normal = Vector::from(&face.normal);
        let Some([low, high]) = normal.extent(arms) else {
            continue;
        };
        let square = &(&high - &low).square() * &normal.square().reciprocal();
        let width = square.root_above(digits);
        least = Some(match least {
            Some(least) => least.min(width),
            None => width,
        });
    }
    least.unwrap_or_else(Number::zero)
}

impl Free {
    fn new(scene: &Scene, id: BodyId, dynamics: &Dynamics, parts: &[Part]) -> Result<Self> {
        let body = format!("body {id}");
        if !dynamics.mass.is_positive() {
            let found = names::rational(&dynamics.mass);
            return Form.refuse(body, format!("mass {found}"), "above 0");
        }
        let inverse = dynamics.inertia.inverse();
        let Some(per_inertia) = inverse.filter(|_| space::is_inertia(&dynamics.inertia)) else {
            return Form.refuse(body, "an inertia that no body has", "that of some body");
        };
        let mut reach = Number::zero();
        for arm in parts.iter().flat_map(|part| &part.arms) {
            reach = reach.max(arm.size());
        }
        let mass = Number::from(&dynamics.mass);
        let home = Vector::from(&dynamics.centroid);
        let mut force = Vector::zero();
        let mut couple = Vector::zero();
        let mut loads = Vec::new();
        for load in scene.loads.iter().filter(|load| load.body == id) {
            let own = Vector::from(&load.force);
            force = force.plus(&own);
            couple = couple.plus(&Vector::from(&load.torque));
            let arm = Vector::from(&load.at).minus(&home);
            loads.push([arm, own]);
        }
        let of_loads = force.scaled(&mass.reciprocal());
        Ok(Self {
            home,
            mass,
            inertia: (&dynamics.inertia).into(),
            per_inertia: (&per_inertia).into(),
            reach,
            velocity: (&dynamics.velocity).into(),
            spin: (&dynamics.spin).into(),
            fall: Vector::from(&scene.gravity).plus(&of_loads),
            couple,
            loads,
        })
    }

    /// T: the torque of the loads about the centroid of the body, turned so.
    pub(super) fn torque(&self, rotation: &Matrix) -> Vector {
        let mut sum = self.couple.clone();
        for [arm, force] in &self.loads {
            sum = sum.plus(&rotation.times(arm).cross(force));
        }
        sum
    }
}
