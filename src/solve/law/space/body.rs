//! Bodies and parts of a scene in space.

use super::vector::{self, Matrix, Vector, ZERO, cross, dot, minus, plus, scaled, size, times};
use crate::number::{GRID, over, root_above};
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Square;
use malachite::base::num::basic::traits::Zero;
use std::cmp::Ordering;
use zwang_certificate::PartId;
use zwang_program::kernel::number::to_solver;
use zwang_scene::BodyId;
use zwang_scene::space::{self, Dynamics, Scene};

/// A body.
#[derive(Clone, Debug)]
pub(super) struct Body {
    /// `None` if the body is fixed.
    pub(super) free: Option<Free>,
    pub(super) parts: Vec<Part>,
}

/// A part.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) id: PartId,
    /// The arms of the vertices of the core; those of a fixed body are its points.
    pub(super) arms: Vec<Vector>,
    pub(super) radius: Rational,
    pub(super) faces: Vec<Face>,
    /// The vertices at both ends.
    pub(super) edges: Vec<[usize; 2]>,
    /// The least, over its faces, of the distance of the furthest vertex from the plane of the
    /// face, and twice the radius: rounded up to 2^-64.
    pub(super) width: Rational,
}

/// A face of a core.
#[derive(Clone, Debug)]
pub(super) struct Face {
    /// Counter-clockwise as seen from outside.
    pub(super) corners: Vec<usize>,
    /// Outward, in the axes of the body.
    pub(super) normal: Vector,
}

/// The data that move a free body.
#[derive(Clone, Debug)]
pub(super) struct Free {
    pub(super) home: Vector,
    pub(super) mass: Rational,
    pub(super) inertia: Matrix,
    pub(super) per_inertia: Matrix,
    /// r: no vertex is further from the centroid.
    pub(super) reach: Rational,
    pub(super) velocity: Vector,
    pub(super) spin: Vector,
    pub(super) fall: Vector,
    couple: Vector,
    loads: Vec<[Vector; 2]>,
}

impl Body {
    /// All bodies of a scene.
    pub(super) fn all(scene: &Scene) -> Vec<Self> {
        let mut bodies = Vec::with_capacity(scene.bodies.len());
        for (id, body) in scene.numbered_bodies() {
            let centroid = match &body.dynamics {
                Some(free) => vector::vector(&free.centroid),
                None => ZERO,
            };
            let mut parts = Vec::new();
            for (part, convex) in body.parts.iter().enumerate() {
                let id = PartId { body: id.0, part };
                parts.push(Part::new(id, convex, &centroid));
            }
            let dynamics = body.dynamics.as_ref();
            let free = dynamics.map(|dynamics| Free::new(scene, id, dynamics, &parts));
            bodies.push(Self { free, parts });
        }
        bodies
    }
}

/// Bodies, those first that have the references of contacts where either of two could: fixed ones,
/// then heavy ones, then low ones, then slow ones. So it does not matter in which order a scene
/// lists them, unless they are equal in all of this.
pub(super) fn leaders(bodies: &[Body], gravity: &Vector) -> Vec<usize> {
    let mut order: Vec<usize> = (0..bodies.len()).collect();
    order.sort_by(|&one, &other| {
        let [one, other] = [&bodies[one].free, &bodies[other].free];
        match (one, other) {
            (Some(one), Some(other)) => one.precedes(other, gravity),
            _ => one.is_some().cmp(&other.is_some()),
        }
    });
    order
}

impl Part {
    fn new(id: PartId, convex: &space::Part, centroid: &Vector) -> Self {
        let core = convex.core();
        let vertices = core.vertices().iter();
        let arms: Vec<Vector> = vertices
            .map(|vertex| minus(&vector::vector(vertex), centroid))
            .collect();
        let faces = core.faces().iter();
        let faces: Vec<Face> = faces
            .map(|face| Face {
                corners: face.vertices.clone(),
                normal: vector::vector(&face.normal),
            })
            .collect();
        let mut edges: Vec<[usize; 2]> = core
            .edges()
            .iter()
            .map(|edge| [edge.from, edge.to])
            .collect();
        if edges.is_empty() && arms.len() == 2 {
            edges.push([0, 1]);
        }
        let radius = to_solver(convex.radius());
        let width = width(&faces, &arms) + (&radius << 1u64);
        Self {
            id,
            arms,
            radius,
            faces,
            edges,
            width,
        }
    }
}

fn width(faces: &[Face], arms: &[Vector]) -> Rational {
    let mut least: Option<Rational> = None;
    for face in faces {
        let products = arms.iter().map(|arm| dot(&face.normal, arm));
        let low = products.clone().min().unwrap_or(Rational::ZERO);
        let high = products.max().unwrap_or(Rational::ZERO);
        let square = (high - low).square() / dot(&face.normal, &face.normal);
        let width = over(&root_above(&square, GRID), GRID);
        if least.as_ref().is_none_or(|least| width < *least) {
            least = Some(width);
        }
    }
    least.unwrap_or(Rational::ZERO)
}

impl Free {
    fn new(scene: &Scene, id: BodyId, dynamics: &Dynamics, parts: &[Part]) -> Self {
        let home = vector::vector(&dynamics.centroid);
        let mut reach = Rational::ZERO;
        for arm in parts.iter().flat_map(|part| &part.arms) {
            reach = reach.max(size(arm));
        }
        let mut force = ZERO;
        let mut couple = ZERO;
        let mut loads = Vec::new();
        for load in scene.loads.iter().filter(|load| load.body == id) {
            let own = vector::vector(&load.force);
            force = plus(&force, &own);
            couple = plus(&couple, &vector::vector(&load.torque));
            loads.push([minus(&vector::vector(&load.at), &home), own]);
        }
        let of_loads = scaled(&force, &(Rational::from(1) / to_solver(&dynamics.mass)));
        let rows = dynamics.inertia.transposed().columns();
        let inverse = dynamics.inertia.inverse().unwrap_or_default();
        let inverse = inverse.transposed().columns();
        Self {
            home,
            mass: to_solver(&dynamics.mass),
            inertia: rows.each_ref().map(vector::vector),
            per_inertia: inverse.each_ref().map(vector::vector),
            reach,
            velocity: vector::vector(&dynamics.velocity),
            spin: vector::vector(&dynamics.spin),
            fall: plus(&vector::vector(&scene.gravity), &of_loads),
            couple,
            loads,
        }
    }

    fn precedes(&self, other: &Self, gravity: &Vector) -> Ordering {
        let depths = [self, other].map(|body| dot(&body.home, gravity));
        let speeds = [self, other].map(|body| dot(&body.velocity, &body.velocity));
        let spins = [self, other].map(|body| dot(&body.spin, &body.spin));
        (other.mass.cmp(&self.mass))
            .then_with(|| depths[1].cmp(&depths[0]))
            .then_with(|| speeds[0].cmp(&speeds[1]))
            .then_with(|| spins[0].cmp(&spins[1]))
    }

    /// T: the torque of the loads about the centroid of the body, turned so.
    pub(super) fn torque(&self, rotation: &Matrix) -> Vector {
        let mut sum = self.couple.clone();
        for [arm, force] in &self.loads {
            sum = plus(&sum, &cross(&times(rotation, arm), force));
        }
        sum
    }
}
