//! Which vertices are kept outside of which edges: the nearest edges (`proofs/RUN.md`, section 3),
//! in doubles.
//!
//! Where the rule asks for signs, doubles have them up to a billionth of the reach; of several
//! nearest edges the first is taken.

use crate::world::{Placement, World};
use nalgebra::Vector2;

/// How far, in units of the reach, a vertex may be beyond the end of an edge that it projects to,
/// or inside where it is to be outside.
const ROUNDOFF: f64 = 1e-9;
/// The same for the smallest reaches, m.
const LEAST: f64 = 1e-13;

fn roundoff(reach: f64) -> f64 {
    (ROUNDOFF * reach).max(LEAST)
}

/// A vertex of a part of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Vertex {
    pub(crate) body: usize,
    pub(crate) part: usize,
    pub(crate) vertex: usize,
}

/// A vertex, and the edge that starts at another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) vertex: Vertex,
    pub(crate) edge: Vertex,
}

/// The rows that always hold, and the meetings of vertices of which one of two sides has to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    pub(crate) rows: Vec<Row>,
    pub(crate) corners: Vec<[Vec<Row>; 2]>,
}

/// A part of a body where it is.
struct Placed {
    body: usize,
    part: usize,
    points: Vec<Vector2<f64>>,
    /// Outward unit normals of the edges.
    normals: Vec<Vector2<f64>>,
}

impl Placed {
    fn new(world: &World, placements: &[Placement], body: usize, part: usize) -> Self {
        let points: Vec<_> = world.bodies[body].parts[part]
            .iter()
            .map(|arm| placements[body].point(arm))
            .collect();
        let normal = |edge: usize| {
            let along: Vector2<f64> = points[(edge + 1) % points.len()] - points[edge];
            Vector2::new(along.y, -along.x).normalize()
        };
        Self {
            body,
            part,
            normals: (0..points.len()).map(normal).collect(),
            points,
        }
    }

    fn vertex(&self, vertex: usize) -> Vertex {
        Vertex {
            body: self.body,
            part: self.part,
            vertex: vertex % self.points.len(),
        }
    }

    fn previous(&self, vertex: usize) -> usize {
        (vertex + self.points.len() - 1) % self.points.len()
    }

    /// The distance of a point from the line of an edge, positive outside, m.
    fn distance(&self, edge: usize, point: &Vector2<f64>) -> f64 {
        (point - self.points[edge]).dot(&self.normals[edge])
    }

    /// The edge that the vertex of another part has its row with.
    fn nearest_edge(&self, other: &Self, vertex: usize, reach: f64) -> Option<usize> {
        let point = &other.points[vertex];
        let outward = other.normals[other.previous(vertex)] + other.normals[vertex];
        let facing = (0..self.points.len()).filter(|&edge| self.normals[edge].dot(&outward) < 0.0);
        let (edge, distance) = facing
            .map(|edge| (edge, self.distance(edge, point)))
            .reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        let along = self.points[(edge + 1) % self.points.len()] - self.points[edge];
        let place = (point - self.points[edge]).dot(&along) / along.norm();
        let slack = roundoff(reach);
        let projects = place >= -slack && place <= along.norm() + slack;
        let is_inside = || (0..self.points.len()).all(|edge| self.distance(edge, point) <= slack);
        (projects && distance <= reach && (distance >= -slack || is_inside())).then_some(edge)
    }

    /// The least distance of a vertex of another part and its neighbours from the line of an edge.
    fn separation(&self, edge: usize, other: &Self, vertex: usize) -> f64 {
        let around = [
            other.previous(vertex),
            vertex,
            (vertex + 1) % other.points.len(),
        ];
        around
            .iter()
            .map(|&vertex| self.distance(edge, &other.points[vertex]))
            .fold(f64::INFINITY, f64::min)
    }
}

/// The rows and corners of the bodies where they are, up to the reach in metres.
pub(crate) fn rows(world: &World, placements: &[Placement], reach: f64) -> Rows {
    let mut found = Rows::default();
    let parts: Vec<Placed> = (0..world.bodies.len())
        .flat_map(|body| (0..world.bodies[body].parts.len()).map(move |part| (body, part)))
        .map(|(body, part)| Placed::new(world, placements, body, part))
        .collect();
    for (index, one) in parts.iter().enumerate() {
        for other in &parts[index + 1..] {
            if one.body != other.body
                && !world.are_fixed(one.body, other.body)
                && are_near(one, other, reach)
            {
                add_pair(&mut found, one, other, reach);
            }
        }
    }
    found
}

/// Whether the bounding boxes are within reach.
fn are_near(one: &Placed, other: &Placed, reach: f64) -> bool {
    let low = |part: &Placed| {
        part.points
            .iter()
            .copied()
            .reduce(|low, point| low.inf(&point))
            .unwrap_or_default()
    };
    let high = |part: &Placed| {
        part.points
            .iter()
            .copied()
            .reduce(|high, point| high.sup(&point))
            .unwrap_or_default()
    };
    let gap = (low(one) - high(other)).sup(&(low(other) - high(one)));
    gap.max() <= reach
}

/// The rows of the vertices of either part with the other, then what vertices that have none meet.
fn add_pair(found: &mut Rows, one: &Placed, other: &Placed, reach: f64) {
    let nearest = |part: &Placed, with: &Placed| -> Vec<Option<usize>> {
        (0..part.points.len())
            .map(|vertex| with.nearest_edge(part, vertex, reach))
            .collect()
    };
    let (of_one, of_other) = (nearest(one, other), nearest(other, one));
    for (part, with, edges) in [(one, other, &of_one), (other, one, &of_other)] {
        let row = |(vertex, edge): (usize, &Option<usize>)| {
            edge.map(|edge| Row {
                vertex: part.vertex(vertex),
                edge: with.vertex(edge),
            })
        };
        found.rows.extend(edges.iter().enumerate().filter_map(row));
    }
    for k in (0..of_one.len()).filter(|&k| of_one[k].is_none()) {
        for l in (0..of_other.len()).filter(|&l| of_other[l].is_none()) {
            if (one.points[k] - other.points[l]).norm() <= reach {
                add_meeting(found, [one, other], [k, l], reach);
            }
        }
    }
}

/// All the rows of a meeting, or the two sides of a corner.
fn add_meeting(found: &mut Rows, [one, other]: [&Placed; 2], [k, l]: [usize; 2], reach: f64) {
    let candidates = [
        (one, k, other, other.previous(l), 1.0),
        (one, k, other, l, 1.0),
        (other, l, one, one.previous(k), -1.0),
        (other, l, one, k, -1.0),
    ];
    let mut separating = Vec::new();
    for (part, vertex, with, edge, sign) in candidates {
        if with.separation(edge, part, vertex) >= -roundoff(reach) {
            let row = Row {
                vertex: part.vertex(vertex),
                edge: with.vertex(edge),
            };
            separating.push((row, sign * with.normals[edge]));
        }
    }
    let extreme = |sign: f64| {
        let bounds = |m: &Vector2<f64>| {
            separating
                .iter()
                .all(|(_, other)| sign * m.perp(other) >= -ROUNDOFF)
        };
        separating
            .iter()
            .map(|(_, direction)| *direction)
            .find(bounds)
    };
    let all = || separating.iter().map(|(row, _)| *row);
    match (extreme(1.0), extreme(-1.0)) {
        (Some(first), Some(last)) if !are_close(&first, &last) => {
            let side = |direction: Vector2<f64>| {
                let near = separating
                    .iter()
                    .filter(|(_, other)| are_close(&direction, other));
                near.map(|(row, _)| *row).collect()
            };
            found.corners.push([side(first), side(last)]);
        }
        _ => found.rows.extend(
            all()
                .filter(|row| !found.rows.contains(row))
                .collect::<Vec<_>>(),
        ),
    }
}

/// Less than 45 degrees apart.
fn are_close(one: &Vector2<f64>, other: &Vector2<f64>) -> bool {
    one.dot(other) > std::f64::consts::FRAC_1_SQRT_2
}
