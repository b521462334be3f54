//! The scene as integers over units: bodies, parts, vertices and edges by their indices. An index
//! that does not exist is a violation of the form, wherever it is met.

use crate::{Rejection, names};
use zwang_certificate::{Feature, PartId};
use zwang_exact::{Fraction, FractionVector, Vector};
use zwang_scene::{Body, BodyId, Dynamics, Polygon, Scene};

/// The vertices of a part, counter-clockwise.
pub(crate) type Part = Vec<FractionVector>;

/// A scene, with the numbers that geometry needs.
pub(crate) struct Figure<'a> {
    pub scene: &'a Scene,
    bodies: Vec<Shape>,
}

/// Where a body is, and how it moves; all numbers of a fixed body are 0.
pub(crate) struct Shape {
    pub parts: Vec<Part>,
    pub is_fixed: bool,
    pub centroid: FractionVector,
    pub velocity: FractionVector,
    pub spin: Fraction,
}

impl<'a> Figure<'a> {
    pub(crate) fn new(scene: &'a Scene) -> Self {
        let part = |part: &Polygon| part.vertices().iter().map(FractionVector::from).collect();
        let shape = |body: &Body| {
            let vector = |of: fn(&Dynamics) -> &Vector| {
                body.dynamics
                    .as_ref()
                    .map_or(FractionVector::ZERO, |free| of(free).into())
            };
            let (centroid, velocity) =
                (vector(|free| &free.centroid), vector(|free| &free.velocity));
            let parts = body.parts.iter().map(part).collect();
            Shape {
                parts,
                is_fixed: body.is_fixed(),
                centroid,
                velocity,
                spin: (&body.spin()).into(),
            }
        };
        Self {
            scene,
            bodies: scene.bodies.iter().map(shape).collect(),
        }
    }

    pub(crate) fn body(&self, body: BodyId) -> Result<&Shape, Rejection> {
        self.bodies
            .get(body)
            .ok_or_else(|| Rejection::index("scene", "body", body, self.bodies.len()))
    }

    /// All parts, ascending.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (PartId, &Part)> {
        self.bodies.iter().enumerate().flat_map(|(body, shape)| {
            shape
                .parts
                .iter()
                .enumerate()
                .map(move |(part, vertices)| (PartId { body, part }, vertices))
        })
    }

    pub(crate) fn part(&self, id: PartId) -> Result<&Part, Rejection> {
        let parts = &self.body(id.body)?.parts;
        let missing = || {
            Rejection::index(
                names::body(self.scene, id.body),
                "part",
                id.part,
                parts.len(),
            )
        };
        parts.get(id.part).ok_or_else(missing)
    }

    pub(crate) fn vertex(&self, vertex: Feature) -> Result<&FractionVector, Rejection> {
        let vertices = self.part(vertex.part)?;
        let missing = || {
            Rejection::index(
                names::part(self.scene, vertex.part),
                "vertex",
                vertex.index,
                vertices.len(),
            )
        };
        vertices.get(vertex.index).ok_or_else(missing)
    }

    /// The ends (p, q) of an edge.
    pub(crate) fn edge(
        &self,
        edge: Feature,
    ) -> Result<(&FractionVector, &FractionVector), Rejection> {
        let vertices = self.part(edge.part)?;
        let ends = (
            vertices.get(edge.index),
            vertices.get(next(edge.index, vertices.len())),
        );
        let missing = || {
            Rejection::index(
                names::part(self.scene, edge.part),
                "edge",
                edge.index,
                vertices.len(),
            )
        };
        ends.0.zip(ends.1).ok_or_else(missing)
    }
}

impl Shape {
    /// Velocity of the body point at `point`: v + ω J r.
    pub(crate) fn velocity_at(&self, point: &FractionVector) -> FractionVector {
        if self.spin.is_zero() {
            return self.velocity.clone();
        }
        &self.velocity + &(point - &self.centroid).quarter_turn().scaled(&self.spin)
    }
}

/// The index after this one, cyclically.
pub(crate) fn next(index: usize, count: usize) -> usize {
    let next = index.saturating_add(1);
    if next < count { next } else { 0 }
}

/// The index before this one, cyclically.
pub(crate) fn previous(index: usize, count: usize) -> usize {
    index.checked_sub(1).unwrap_or(count.saturating_sub(1))
}

/// The outward normal -J(q - p) of an edge (p, q).
pub(crate) fn outward_normal(p: &FractionVector, q: &FractionVector) -> FractionVector {
    (p - q).quarter_turn()
}
