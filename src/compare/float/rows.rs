//! Which vertices are kept outside of which edges: the nearest edges (`docs/float.md`).
//!
//! Where the rule asks for signs, doubles have them up to a billionth of the reach; of several
//! nearest edges the first is taken.

use crate::world::{Placement, Point, Vertex, World, quarter_turn};
use nalgebra::Vector2;
use zwang_scene::BodyId;

/// How far, in units of the reach, a vertex may be beyond the end of an edge that it projects to,
/// or inside where it is to be outside.
const ROUNDOFF: f64 = 1e-9;
/// The same for the smallest reaches, m.
const LEAST: f64 = 1e-13;

fn roundoff(reach: f64) -> f64 {
    (ROUNDOFF * reach).max(LEAST)
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
    body: BodyId,
    part: usize,
    points: Vec<Point>,
    /// Outward unit normals of the edges.
    normals: Vec<Point>,
}

impl Placed {
    fn new(world: &World, placements: &[Placement], body: BodyId, part: usize) -> Self {
        let mut points = Vec::new();
        for arm in &world.bodies[body].parts[part] {
            points.push(placements[body].point(arm));
        }
        let mut normals = Vec::new();
        for edge in 0..points.len() {
            let end = points[(edge + 1) % points.len()];
            let along: Point = end - points[edge];
            let outward = -quarter_turn(&along);
            normals.push(outward.normalize());
        }
        Self {
            body,
            part,
            points,
            normals,
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

    fn next(&self, vertex: usize) -> usize {
        (vertex + 1) % self.points.len()
    }

    /// The distance of a point from the line of an edge, positive outside, m.
    fn distance(&self, edge: usize, point: &Point) -> f64 {
        (point - self.points[edge]).dot(&self.normals[edge])
    }

    /// The edge that the vertex of another part has its row with.
    fn nearest_edge(&self, other: &Self, vertex: usize, reach: f64) -> Option<usize> {
        let point = &other.points[vertex];
        let previous = other.previous(vertex);
        let outward = other.normals[previous] + other.normals[vertex];
        let (edge, distance) = self.farthest_facing_edge(point, &outward)?;
        let slack = roundoff(reach);
        if distance > reach || !self.projects_to(edge, point, slack) {
            return None;
        }
        let is_kept = distance >= -slack || self.contains(point, slack);
        is_kept.then_some(edge)
    }

    /// Of the edges that face a direction, the one whose line the point is farthest outside of.
    fn farthest_facing_edge(&self, point: &Point, direction: &Point) -> Option<(usize, f64)> {
        let mut best: Option<(usize, f64)> = None;
        for (edge, normal) in self.normals.iter().enumerate() {
            let distance = self.distance(edge, point);
            let is_farther = best.is_none_or(|(_, most)| distance > most);
            if normal.dot(direction) < 0.0 && is_farther {
                best = Some((edge, distance));
            }
        }
        best
    }

    fn projects_to(&self, edge: usize, point: &Point, slack: f64) -> bool {
        let start = self.points[edge];
        let along = self.points[self.next(edge)] - start;
        let length = along.norm();
        let place = (point - start).dot(&along) / length;
        place >= -slack && place <= length + slack
    }

    fn contains(&self, point: &Point, slack: f64) -> bool {
        (0..self.points.len()).all(|edge| self.distance(edge, point) <= slack)
    }

    /// The least distance of a vertex of another part and its neighbours from the line of an edge.
    fn separation(&self, edge: usize, other: &Self, vertex: usize) -> f64 {
        let mut least = f64::INFINITY;
        for near in [other.previous(vertex), vertex, other.next(vertex)] {
            let distance = self.distance(edge, &other.points[near]);
            least = least.min(distance);
        }
        least
    }

    /// The bounding box.
    fn bounds(&self) -> [Point; 2] {
        let mut low = Vector2::repeat(f64::INFINITY);
        let mut high = Vector2::repeat(f64::NEG_INFINITY);
        for point in &self.points {
            low = low.inf(point);
            high = high.sup(point);
        }
        [low, high]
    }
}

/// The rows and corners of the bodies where they are, up to the reach in metres.
pub(crate) fn rows(world: &World, placements: &[Placement], reach: f64) -> Rows {
    let mut found = Rows::default();
    let mut parts = Vec::new();
    for (index, body) in world.bodies.iter().enumerate() {
        for part in 0..body.parts.len() {
            parts.push(Placed::new(world, placements, BodyId(index), part));
        }
    }
    for (index, one) in parts.iter().enumerate() {
        for other in &parts[index + 1..] {
            if !world.may_touch(one.body, other.body) {
                continue;
            }
            if are_near(one, other, reach) {
                add_pair(&mut found, one, other, reach);
            }
        }
    }
    found
}

/// Whether the bounding boxes are within reach.
fn are_near(one: &Placed, other: &Placed, reach: f64) -> bool {
    let [one_low, one_high] = one.bounds();
    let [other_low, other_high] = other.bounds();
    let gap = (one_low - other_high).sup(&(other_low - one_high));
    gap.max() <= reach
}

/// The rows of the vertices of either part with the other, then what vertices that have none meet.
fn add_pair(found: &mut Rows, one: &Placed, other: &Placed, reach: f64) {
    let left_of_one = add_nearest(found, one, other, reach);
    let left_of_other = add_nearest(found, other, one, reach);
    for &k in &left_of_one {
        for &l in &left_of_other {
            let apart = one.points[k] - other.points[l];
            if apart.norm() <= reach {
                add_meeting(found, [one, other], [k, l], reach);
            }
        }
    }
}

/// The rows of the vertices of one part with the nearest edges of another one; returns the vertices
/// that have none.
fn add_nearest(found: &mut Rows, part: &Placed, with: &Placed, reach: f64) -> Vec<usize> {
    let mut left = Vec::new();
    for vertex in 0..part.points.len() {
        match with.nearest_edge(part, vertex, reach) {
            Some(edge) => {
                let vertex = part.vertex(vertex);
                let edge = with.vertex(edge);
                found.rows.push(Row { vertex, edge });
            }
            None => left.push(vertex),
        }
    }
    left
}

/// A row of a meeting, and the direction in which it lets the first vertex go.
type Separating = (Row, Point);

/// All the rows of a meeting, or the two sides of a corner.
fn add_meeting(found: &mut Rows, parts: [&Placed; 2], vertices: [usize; 2], reach: f64) {
    let [one, other] = parts;
    let [k, l] = vertices;
    let candidates = [
        (one, k, other, other.previous(l), 1.0),
        (one, k, other, l, 1.0),
        (other, l, one, one.previous(k), -1.0),
        (other, l, one, k, -1.0),
    ];
    let mut separating = Vec::new();
    for (part, vertex, with, edge, sign) in candidates {
        let separation = with.separation(edge, part, vertex);
        let is_separating = separation >= -roundoff(reach);
        if !is_separating {
            continue;
        }
        let row = Row {
            vertex: part.vertex(vertex),
            edge: with.vertex(edge),
        };
        let direction = sign * with.normals[edge];
        separating.push((row, direction));
    }
    match (extreme(&separating, 1.0), extreme(&separating, -1.0)) {
        (Some(first), Some(last)) if !are_close(&first, &last) => {
            let sides = [first, last].map(|direction| side(&separating, &direction));
            found.corners.push(sides);
        }
        _ => {
            for (row, _) in separating {
                if !found.rows.contains(&row) {
                    found.rows.push(row);
                }
            }
        }
    }
}

/// The direction from which all others turn counter-clockwise (sign 1) or clockwise (sign -1).
fn extreme(separating: &[Separating], sign: f64) -> Option<Point> {
    for (_, direction) in separating {
        let mut others = separating.iter();
        if others.all(|(_, other)| sign * direction.perp(other) >= -ROUNDOFF) {
            return Some(*direction);
        }
    }
    None
}

/// The rows with directions close to this one.
fn side(separating: &[Separating], direction: &Point) -> Vec<Row> {
    let mut rows = Vec::new();
    for (row, other) in separating {
        if are_close(direction, other) {
            rows.push(*row);
        }
    }
    rows
}

/// Less than 45 degrees apart.
fn are_close(one: &Point, other: &Point) -> bool {
    one.dot(other) > std::f64::consts::FRAC_1_SQRT_2
}
