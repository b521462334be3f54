//! The scene as integers over units. Bodies, parts, vertices and edges are looked up here by the
//! indices of a certificate, once; one that does not exist is a violation of the form.

use crate::rejection::{Rejection, Result};
use crate::{lookup, names};
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
    parts: Vec<Outline>,
}

/// The vertices of a part, or of its core.
struct Outline {
    points: Vec<FractionVector>,
    radius: Fraction,
    /// The index of the lowest vertex, of two the one on the left. From there on the directions of
    /// the edges are those of increasing angles from 0 to 2π.
    lowest: usize,
}

/// The data that move a free body.
pub(crate) struct Free<'a> {
    pub dynamics: &'a Dynamics,
    pub centroid: FractionVector,
    pub velocity: FractionVector,
    pub spin: Fraction,
    /// a° and α°: how it moves where nothing holds it.
    pub fall: [Fraction; 3],
}

/// A part of a body.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    pub id: PartId,
    pub body: &'a Body<'a>,
    /// The vertices; those of the core of a rounded part.
    pub points: &'a [FractionVector],
    /// The radius of a rounded part, or 0.
    pub radius: &'a Fraction,
    lowest: usize,
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
                parts.push(Outline::new(points.collect(), part.radius().into()));
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
            for (part, outline) in body.parts.iter().enumerate() {
                let id = PartId {
                    body: body.index.0,
                    part,
                };
                parts.push(outline.part(id, body));
            }
        }
        parts
    }

    pub(crate) fn part(&'a self, id: PartId) -> Result<Part<'a>> {
        let body = self.body(BodyId(id.body))?;
        match body.parts.get(id.part) {
            Some(outline) => Ok(outline.part(id, body)),
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
            fall: [&fall.linear.x, &fall.linear.y, &fall.angular].map(Fraction::from),
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

impl Outline {
    fn new(points: Vec<FractionVector>, radius: Fraction) -> Self {
        let order = |point: &FractionVector| (point.y(), point.x());
        let numbered = points.iter().enumerate();
        let lowest = numbered.min_by_key(|(_, point)| order(point));
        let lowest = lowest.map_or(0, |(index, _)| index);
        Self {
            points,
            radius,
            lowest,
        }
    }

    fn part<'a>(&'a self, id: PartId, body: &'a Body<'a>) -> Part<'a> {
        Part {
            id,
            body,
            points: &self.points,
            radius: &self.radius,
            lowest: self.lowest,
        }
    }
}

/// Whether the angle of a direction, from 0 to 2π, is less than that of another.
fn has_smaller_angle(direction: &FractionVector, other: &FractionVector) -> bool {
    let is_below = points_down(direction);
    if is_below != points_down(other) {
        return !is_below;
    }
    direction.cross(other).is_positive()
}

/// Whether the angle of a direction, from 0 to 2π, is at least π.
fn points_down(direction: &FractionVector) -> bool {
    let y = direction.y();
    y.is_negative() || (y.is_zero() && direction.x().is_negative())
}

impl<'a> Part<'a> {
    /// Whether it has a radius.
    pub(crate) fn is_rounded(&self) -> bool {
        self.radius.is_positive()
    }

    /// The edge that starts at a vertex.
    pub(crate) fn edge_from(&self, vertex: Vertex<'a>) -> Result<Edge<'a>> {
        self.edge(vertex.id.index)
    }

    /// The vertices w with the least n·w, and perhaps one more. Along the outline n·w falls and
    /// rises: it is least before the first edge whose angle is not less than that of -J n, the
    /// direction in which n·w is constant and about to rise.
    pub(crate) fn lowest_vertices(&self, normal: &FractionVector) -> Result<[Vertex<'a>; 2]> {
        let along = -&normal.quarter_turn();
        let count = self.points.len();
        let mut low: usize = 0;
        let mut high = count;
        while low < high {
            let middle = low.midpoint(high);
            let edge = self.edge(self.place_after_lowest(middle))?;
            let direction = edge.end.point - edge.start.point;
            if has_smaller_angle(&direction, &along) {
                low = middle.saturating_add(1);
            } else {
                high = middle;
            }
        }
        let edge = self.edge(self.place_after_lowest(low))?;
        Ok([edge.start, edge.end])
    }

    /// The index of a vertex, counted from the lowest one.
    fn place_after_lowest(&self, place: usize) -> usize {
        let index = self.lowest.saturating_add(place);
        let count = self.points.len();
        index.checked_sub(count).unwrap_or(index)
    }

    /// A vertex; if it does not exist, the rejection calls it `thing`.
    fn vertex(&self, index: usize, thing: &str) -> Result<Vertex<'a>> {
        let Self {
            id: part,
            body,
            points,
            ..
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::btree_set;
    use proptest::prelude::*;
    use zwang_exact::Vector;
    use zwang_scene::read::parse_json;

    proptest! {
        /// Points of a parabola, turned, sheared and mirrored by a matrix, seen from all sides.
        #[test]
        fn the_lowest_vertices_are_those_of_all(
            places in btree_set(-9..=9_i64, 3..12),
            matrix in [-3..=3_i64, -3..=3, -3..=3, -3..=3],
            normal in [-30..=30_i64, -30..=30],
        ) {
            let [a, b, c, d] = matrix;
            prop_assume!(a * d != b * c && normal != [0, 0]);
            let mut points = Vec::new();
            for x in places {
                let y = x * x;
                points.push(format!("[{},{}]", a * x + b * y, c * x + d * y));
            }
            let points = points.join(",");
            let text = format!(
                r#"{{"format":"zwang-scene-1","name":"n","body":[{{"name":"b","parts":[[{points}]]}}]}}"#
            );
            let scene = parse_json(&text).unwrap().scene;
            let figure = Figure::new(&scene);
            let part = figure.parts()[0];
            let [x, y] = normal;
            let normal = FractionVector::from(&Vector::from_integers(x, y));
            let least = part.points.iter().map(|point| normal.dot(point)).min().unwrap();
            let lowest = part.lowest_vertices(&normal).unwrap();
            prop_assert_eq!(normal.dot(lowest[0].point), least.clone());
            let mut others = Vec::new();
            for (index, point) in part.points.iter().enumerate() {
                let is_told = lowest.iter().any(|vertex| vertex.id.index == index);
                others.push(is_told || normal.dot(point) > least);
            }
            prop_assert!(others.into_iter().all(|holds| holds));
        }
    }
}
