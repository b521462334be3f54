//! The scene as integers over units. Bodies, parts, vertices and faces are looked up here by the
//! indices of a certificate, once; one that does not exist is a violation of the form.

use crate::lookup;
use crate::rejection::{Rejection, Result};
use crate::space::touching::Point;
use crate::space::vector::IntegerVector;
use num_bigint::BigInt;
use std::collections::BTreeSet;
use zwang_certificate::PartId;
use zwang_exact::{Fraction, Integer, Rational, Vector3, common_denominator, times};
use zwang_scene::BodyId;
use zwang_scene::space::{Dynamics, FreeAcceleration, Part as ScenePart, Polyhedron, Scene};

/// A scene, with the numbers that geometry needs.
pub(crate) struct Figure<'a> {
    pub scene: &'a Scene,
    bodies: Vec<Body<'a>>,
    /// The pairs of bodies that joints join, the smaller first.
    joined: BTreeSet<[BodyId; 2]>,
}

/// A body and its parts.
pub(crate) struct Body<'a> {
    pub index: BodyId,
    name: &'a str,
    /// `None` if the body is fixed.
    pub free: Option<Free<'a>>,
    parts: Vec<Solid<'a>>,
}

/// The data that move a free body.
pub(crate) struct Free<'a> {
    pub dynamics: &'a Dynamics,
    pub centroid: [Fraction; 3],
    /// a° and α°: how it moves where nothing holds it.
    pub fall: Vec<Fraction>,
}

/// A convex part, whose core is in a unit of its own.
pub(crate) struct Solid<'a> {
    pub part: &'a ScenePart,
    /// The core.
    pub polyhedron: &'a Polyhedron,
    /// The vertices are `points` divided by this.
    pub unit: Integer,
    pub points: Vec<IntegerVector>,
    /// The outward normals of its faces, primitive.
    pub normals: Vec<IntegerVector>,
}

/// A part of a body.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    pub id: PartId,
    pub body: &'a Body<'a>,
    pub solid: &'a Solid<'a>,
}

impl<'a> Figure<'a> {
    pub(crate) fn new(scene: &'a Scene) -> Self {
        let mut bodies = Vec::new();
        let falls = scene.free_accelerations();
        for ((index, body), fall) in scene.numbered_bodies().zip(&falls) {
            let free = body.dynamics.as_ref().zip(fall.as_ref());
            bodies.push(Body {
                index,
                name: &body.name,
                free: free.map(|(dynamics, fall)| Free::new(dynamics, fall)),
                parts: body.parts.iter().map(Solid::new).collect(),
            });
        }
        let joined = scene.joined_pairs();
        Self {
            scene,
            bodies,
            joined,
        }
    }

    pub(crate) fn bodies(&self) -> &[Body<'a>] {
        &self.bodies
    }

    pub(crate) fn body(&'a self, body: BodyId) -> Result<&'a Body<'a>> {
        lookup::of_body(&self.bodies, body)
    }

    /// Whether two parts, the smaller first, are of bodies that ignore each other.
    pub(crate) fn ignore_each_other(&self, [first, second]: [&Part; 2]) -> bool {
        self.joined.contains(&[first.body.index, second.body.index])
    }

    /// All parts, ascending.
    pub(crate) fn parts(&'a self) -> Vec<Part<'a>> {
        self.bodies.iter().flat_map(Body::parts).collect()
    }

    /// The parts that move as one: those of a free body, or of all fixed ones.
    pub(crate) fn solid(&'a self, free: Option<BodyId>) -> Vec<Part<'a>> {
        let bodies = self.bodies.iter().filter(|body| body.if_free() == free);
        bodies.flat_map(Body::parts).collect()
    }

    pub(crate) fn part(&'a self, id: PartId) -> Result<Part<'a>> {
        let body = self.body(BodyId(id.body))?;
        match body.parts.get(id.part) {
            Some(solid) => Ok(Part { id, body, solid }),
            None => {
                let count = body.parts.len();
                Err(Rejection::index(body.name(), "part", id.part, count))
            }
        }
    }
}

impl<'a> Free<'a> {
    fn new(dynamics: &'a Dynamics, fall: &FreeAcceleration) -> Self {
        let FreeAcceleration { linear, angular } = fall;
        let numbers = linear.coordinates().into_iter();
        let numbers = numbers.chain(angular.coordinates());
        Self {
            dynamics,
            centroid: fractions(&dynamics.centroid),
            fall: numbers.map(Fraction::from).collect(),
        }
    }
}

/// The coordinates of a vector.
pub(crate) fn fractions(vector: &Vector3) -> [Fraction; 3] {
    vector.coordinates().map(Fraction::from)
}

impl<'a> Body<'a> {
    fn parts(&'a self) -> Vec<Part<'a>> {
        let mut parts = Vec::new();
        for (part, solid) in self.parts.iter().enumerate() {
            let id = PartId {
                body: self.index.0,
                part,
            };
            parts.push(Part {
                id,
                body: self,
                solid,
            });
        }
        parts
    }

    pub(crate) fn is_fixed(&self) -> bool {
        self.free.is_none()
    }

    pub(crate) fn name(&self) -> String {
        format!("`{}`", self.name)
    }

    /// The index of the body, if it is free.
    pub(crate) fn if_free(&self) -> Option<BodyId> {
        if self.is_fixed() {
            return None;
        }
        Some(self.index)
    }
}

impl<'a> Solid<'a> {
    fn new(part: &'a ScenePart) -> Self {
        let polyhedron = part.core();
        let vertices = polyhedron.vertices();
        let unit = common_denominator(vertices.iter().flat_map(Vector3::coordinates));
        let points = vertices.iter().map(|vertex| scaled(vertex, &unit));
        let one = BigInt::from(1);
        let faces = polyhedron.faces().iter();
        // Normals are integers.
        let normals = faces.map(|face| scaled(&face.normal, &one));
        Self {
            part,
            polyhedron,
            points: points.collect(),
            normals: normals.collect(),
            unit: unit.into(),
        }
    }
}

/// A vector times a multiple of its denominators.
pub(crate) fn scaled(vector: &Vector3, unit: &BigInt) -> IntegerVector {
    let numbers: [&Rational; 3] = vector.coordinates();
    IntegerVector(numbers.map(|number| times(number, unit).into()))
}

impl Part<'_> {
    /// The vertices from a point, in some unit.
    pub(crate) fn arms(&self, point: &Point) -> Vec<IntegerVector> {
        let mut arms = Vec::new();
        for vertex in &self.solid.points {
            let vertex = vertex.times(&point.unit);
            arms.push(vertex.minus(&point.numbers.times(&self.solid.unit)));
        }
        arms
    }

    /// Whether the point from which the vertices are at these arms is in the part, if that is
    /// sharp: behind the plane of each face.
    pub(crate) fn contains(&self, arms: &[IntegerVector]) -> bool {
        let mut normals = self.solid.normals.iter();
        normals.all(|normal| arms.iter().any(|arm| normal.dot(arm) >= Integer::ZERO))
    }

    /// Whether it has a radius.
    pub(crate) fn is_rounded(&self) -> bool {
        self.solid.part.is_rounded()
    }

    /// Whether a point is in its closed bounding box.
    pub(crate) fn is_around(&self, point: &Vector3) -> bool {
        let (low, high) = self.solid.part.bounding_box();
        let ends = low.coordinates().into_iter().zip(high.coordinates());
        let mut ranges = ends.zip(point.coordinates());
        ranges.all(|((low, high), number)| low <= number && number <= high)
    }

    pub(crate) fn name(&self) -> String {
        let body = self.body.name();
        match self.body.parts.len() {
            // The only part of a body goes by the body's name.
            1 => body,
            _ => format!("part {} of {body}", self.id.part),
        }
    }

    pub(crate) fn vertex(&self, index: usize) -> Result<&IntegerVector> {
        lookup::entry(&self.solid.points, &self.name(), "vertex", index)
    }

    /// The outward normal of a face.
    pub(crate) fn normal(&self, face: usize) -> Result<&IntegerVector> {
        lookup::entry(&self.solid.normals, &self.name(), "face", face)
    }
}
