//! The scene as integers over units. Bodies, parts, vertices and edges are looked up here by the
//! indices of a certificate, once; one that does not exist is a violation of the form.

use crate::{Rejection, Result, lookup, names};
use zwang_certificate::{Feature, PartId};
use zwang_exact::{Fraction, FractionVector};
use zwang_scene::{BodyId, Dynamics, FreeAcceleration, IgnoringPairs, Scene};

/// A scene, with the numbers that geometry needs.
pub(crate) struct Figure<'a> {
    pub scene: &'a Scene,
    ignoring: IgnoringPairs,
    bodies: Vec<Body<'a>>,
}

/// A body and its parts, each with its vertices counter-clockwise.
pub(crate) struct Body<'a> {
    pub scene: &'a Scene,
    pub index: BodyId,
    /// `None` if the body is fixed.
    pub free: Option<Free<'a>>,
    parts: Vec<Vec<FractionVector>>,
}

/// What moves a free body.
pub(crate) struct Free<'a> {
    pub dynamics: &'a Dynamics,
    pub centroid: FractionVector,
    pub velocity: FractionVector,
    pub spin: Fraction,
    pub fall: FreeFall,
}

/// The free acceleration of a body: how it moves where nothing holds it.
#[derive(Clone)]
pub(crate) struct FreeFall {
    /// a°.
    pub linear: FractionVector,
    /// α°.
    pub angular: Fraction,
}

/// A part of a body.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    pub id: PartId,
    pub body: &'a Body<'a>,
    pub points: &'a [FractionVector],
}

/// A vertex of a part.
#[derive(Clone, Copy)]
pub(crate) struct Vertex<'a> {
    pub id: Feature,
    pub body: &'a Body<'a>,
    pub point: &'a FractionVector,
}

/// An edge of a part.
#[derive(Clone, Copy)]
pub(crate) struct Edge<'a> {
    pub id: Feature,
    pub start: Vertex<'a>,
    pub end: Vertex<'a>,
}

impl<'a> Figure<'a> {
    pub(crate) fn new(scene: &'a Scene) -> Self {
        let mut bodies = Vec::new();
        let loads = scene.resultants();
        for ((index, body), loads) in scene.numbered_bodies().zip(&loads) {
            let mut parts = Vec::new();
            for part in &body.parts {
                let vertices = part.vertices().iter();
                let points = vertices.map(FractionVector::from);
                parts.push(points.collect());
            }
            bodies.push(Body {
                scene,
                index,
                free: body.dynamics.as_ref().map(|free| {
                    let fall = free.free_acceleration(&scene.gravity, loads);
                    Free::new(free, &fall)
                }),
                parts,
            });
        }
        Self {
            scene,
            ignoring: scene.ignoring_pairs(),
            bodies,
        }
    }

    /// Whether two bodies ignore each other.
    pub(crate) fn ignore_each_other(&self, one: &Body, other: &Body) -> bool {
        self.ignoring.contains(one.index, other.index)
    }

    pub(crate) fn bodies(&self) -> &[Body<'a>] {
        &self.bodies
    }

    pub(crate) fn body(&'a self, body: BodyId) -> Result<&'a Body<'a>> {
        lookup::of_body(&self.bodies, body)
    }

    /// All parts, ascending.
    pub(crate) fn parts(&'a self) -> Vec<Part<'a>> {
        let mut parts = Vec::new();
        for body in &self.bodies {
            for (part, points) in body.parts.iter().enumerate() {
                let id = PartId {
                    body: body.index.0,
                    part,
                };
                parts.push(Part { id, body, points });
            }
        }
        parts
    }

    pub(crate) fn part(&'a self, id: PartId) -> Result<Part<'a>> {
        let body = self.body(BodyId(id.body))?;
        match body.parts.get(id.part) {
            Some(points) => Ok(Part { id, body, points }),
            None => {
                let count = body.parts.len();
                Err(Rejection::index(body.name(), "part", id.part, count))
            }
        }
    }

    pub(crate) fn vertex(&'a self, id: Feature) -> Result<Vertex<'a>> {
        self.part(id.part)?.vertex(id.index, "vertex")
    }

    pub(crate) fn edge(&'a self, id: Feature) -> Result<Edge<'a>> {
        self.part(id.part)?.edge(id.index)
    }
}

impl<'a> Free<'a> {
    fn new(dynamics: &'a Dynamics, fall: &FreeAcceleration) -> Self {
        Self {
            dynamics,
            centroid: (&dynamics.centroid).into(),
            velocity: (&dynamics.velocity).into(),
            spin: (&dynamics.spin).into(),
            fall: FreeFall {
                linear: (&fall.linear).into(),
                angular: (&fall.angular).into(),
            },
        }
    }
}

impl Body<'_> {
    pub(crate) fn is_fixed(&self) -> bool {
        self.free.is_none()
    }

    pub(crate) fn name(&self) -> String {
        names::body(self.scene, self.index)
    }

    /// Velocity of the body point at `point`: v + ω J r; 0 if the body is fixed.
    pub(crate) fn velocity_at(&self, point: &FractionVector) -> FractionVector {
        match &self.free {
            None => FractionVector::ZERO,
            Some(free) if free.spin.is_zero() => free.velocity.clone(),
            Some(free) => {
                let arm = point - &free.centroid;
                let turned = arm.quarter_turn();
                let circling = turned.scaled(&free.spin);
                &free.velocity + &circling
            }
        }
    }

    /// ω; 0 if the body is fixed.
    pub(crate) fn spin(&self) -> &Fraction {
        match &self.free {
            None => &Fraction::ZERO,
            Some(free) => &free.spin,
        }
    }
}

impl<'a> Part<'a> {
    pub(crate) fn vertices(&self) -> impl Iterator<Item = Vertex<'a>> {
        let Self { id, body, points } = *self;
        points.iter().enumerate().map(move |(index, point)| Vertex {
            id: Feature { part: id, index },
            body,
            point,
        })
    }

    /// A vertex; if it does not exist, the rejection calls it `thing`.
    fn vertex(&self, index: usize, thing: &str) -> Result<Vertex<'a>> {
        let Self {
            id: part,
            body,
            points,
        } = *self;
        let id = Feature { part, index };
        match points.get(index) {
            Some(point) => Ok(Vertex { id, body, point }),
            None => {
                let place = names::part(body.scene, part);
                let count = points.len();
                Err(Rejection::index(place, thing, index, count))
            }
        }
    }

    fn edge(&self, index: usize) -> Result<Edge<'a>> {
        let start = self.vertex(index, "edge")?;
        let last = self.points.len().saturating_sub(1);
        let next = if index < last {
            index.saturating_add(1)
        } else {
            0
        };
        let end = self.vertex(next, "edge")?;
        Ok(Edge {
            id: start.id,
            start,
            end,
        })
    }

    /// The edges that end and start at a vertex.
    pub(crate) fn edges_at(&self, vertex: Vertex) -> Result<[Edge<'a>; 2]> {
        let index = vertex.id.index;
        let before = match index.checked_sub(1) {
            Some(before) => before,
            None => self.points.len().saturating_sub(1),
        };
        let ending = self.edge(before)?;
        let starting = self.edge(index)?;
        Ok([ending, starting])
    }
}

impl Edge<'_> {
    /// The outward normal -J(q - p), not normalised.
    pub(crate) fn normal(&self) -> FractionVector {
        (self.start.point - self.end.point).quarter_turn()
    }
}
