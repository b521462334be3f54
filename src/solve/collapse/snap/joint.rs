//! Which parts are meant to touch, and how.
//!
//! For two convex parts let s(e) be the signed distance of one from the line of an edge e of the
//! other: the least of n·(w - p) / |n| over its vertices w, for the outward normal n and a point p
//! of e. The largest s(e) is the gap of the parts, unless that is between two vertices, and minus
//! their depth if they overlap. It is compared by its signed square, which is rational.
//!
//! Two edges are almost flush if their outward normals are nearly opposite, and if on the common
//! piece of their lines, which is longer than the limit D, they are at most D apart: turning one
//! of them about any of its points until they are parallel moves it by at most D along the shorter
//! edge, and the tangent of the angle is at most 1 / [`STEEPEST`].
//!
//! If a part is rounded, all that is said of its core, and distances are those of the cores less
//! the sum of the radii (`rounded`).

use super::rounded::{self, count_of_edges, is_within, reach};
use crate::contacts::{ignore_each_other, may_move, meeting_outlines};
use crate::lattice::{Lattice, Outline};
use crate::near::{STEEPEST, box_of};
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;
use zwang_certificate::PartId;
use zwang_exact::{Rational, Vector};
use zwang_program::kernel::number::to_solver;
use zwang_scene::{Polygon, Scene};

/// How two parts are to touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joint {
    pub kind: Kind,
    /// Its state now.
    pub state: State,
    /// Whether it may be left open where others contradict it: where corners meet.
    pub is_soft: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An edge of each becomes flush with that of the other.
    Faces { edges: [usize; 2] },
    /// A vertex of the other part lies on the line of an edge of the part `owner`.
    Vertex {
        owner: usize,
        edge: usize,
        vertex: usize,
    },
    /// The same, on its outer side or on the line: what has become an overlap by other moves.
    Outside {
        owner: usize,
        edge: usize,
        vertex: usize,
    },
    /// A vertex of each, of which one is rounded, are as far apart along this direction as the
    /// parts reach, or farther if that may be.
    Centres {
        vertices: [usize; 2],
        direction: Vector,
        may_be_open: bool,
    },
    /// A vertex of each is at the same place.
    Corner { vertices: [usize; 2] },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// They touch as they should.
    Closed,
    /// They are apart.
    Gap,
    /// They overlap.
    Overlap,
    /// Their faces are not parallel.
    Slanting,
}

/// The joints of a scene by pairs of parts, the smaller id first.
pub type Joints = BTreeMap<[PartId; 2], Joint>;

/// All joints between parts that are at most so far apart, or so deep in each other, m.
pub fn joints(scene: &Scene, most: &Rational) -> Joints {
    let lattice = Lattice::new(scene);
    let within = to_solver(most);
    let mut parts = Vec::new();
    let mut boxes: Vec<Outline> = Vec::new();
    for (id, outline) in lattice.parts() {
        parts.push(id);
        boxes.push(box_of(scene, id, outline).box_widened(&within));
    }
    let ignoring = scene.ignoring_pairs();
    let mut joints = Joints::new();
    for (first, second) in meeting_outlines(&boxes) {
        let pair = [parts[first], parts[second]];
        if !may_move(scene, pair) || ignore_each_other(&ignoring, pair) {
            continue;
        }
        let polygons = pair.map(|id| &scene.bodies[id.body].parts[id.part]);
        if let Some(joint) = joint(polygons, most) {
            joints.insert(pair, joint);
        }
    }
    joints
}

/// How two parts are to touch that are at most so far apart.
fn joint(polygons: [&Polygon; 2], most: &Rational) -> Option<Joint> {
    let limit = most * most;
    if !reach(polygons).is_zero() {
        if let Some((edges, state)) = faces(polygons, most) {
            return Some(Joint {
                kind: Kind::Faces { edges },
                state,
                is_soft: false,
            });
        }
        return rounded::joint(polygons, most);
    }
    let separation = Separation::widest(polygons)?;
    if separation.signed_square > limit || -&separation.signed_square > limit {
        return None;
    }
    if let Some((edges, state)) = faces(polygons, most) {
        return Some(Joint {
            kind: Kind::Faces { edges },
            state,
            is_soft: false,
        });
    }
    separation.joint(polygons, &limit)
}

/// An edge, its owner, and the vertices of the other part that are farthest inward.
struct Separation {
    edges: Vec<Nearest>,
    /// s² with the sign of s.
    signed_square: Rational,
}

/// The vertices of one part that are nearest to an edge of the other, on its outer side.
struct Nearest {
    owner: usize,
    edge: usize,
    vertices: Vec<usize>,
    signed_square: Rational,
}

/// An edge with its points, the normal outward.
pub struct Edge {
    pub start: Vector,
    pub along: Vector,
    pub normal: Vector,
}

impl Edge {
    /// The edge of this index.
    pub fn of(polygon: &Polygon, edge: usize) -> Self {
        let vertices = polygon.vertices();
        let start = vertices[edge].clone();
        let along = &vertices[(edge + 1) % vertices.len()] - &start;
        Self {
            normal: -&along.quarter_turn(),
            start,
            along,
        }
    }

    pub fn length_squared(&self) -> Rational {
        self.along.dot(&self.along)
    }

    /// n·(w - p): the distance times the length of the edge.
    pub fn height(&self, point: &Vector) -> Rational {
        self.normal.dot(&(point - &self.start))
    }

    /// The distance along the edge times its length.
    pub fn share(&self, point: &Vector) -> Rational {
        self.along.dot(&(point - &self.start))
    }
}

impl Separation {
    fn widest(polygons: [&Polygon; 2]) -> Option<Self> {
        let mut widest: Option<Self> = None;
        for owner in [0, 1] {
            for edge in 0..polygons[owner].vertices().len() {
                let nearest = Nearest::to(polygons, owner, edge);
                let signed_square = nearest.signed_square.clone();
                match &mut widest {
                    Some(widest) if signed_square < widest.signed_square => {}
                    Some(widest) if signed_square == widest.signed_square => {
                        widest.edges.push(nearest);
                    }
                    _ => {
                        widest = Some(Self {
                            edges: vec![nearest],
                            signed_square,
                        });
                    }
                }
            }
        }
        widest
    }

    /// A vertex beside the inside of an edge, if there is one, and otherwise two vertices.
    fn joint(self, polygons: [&Polygon; 2], limit: &Rational) -> Option<Joint> {
        let is_overlap = self.signed_square.is_negative();
        let mut best: Option<Joint> = None;
        for nearest in self.edges {
            let Nearest { owner, edge, .. } = nearest;
            let line = Edge::of(polygons[owner], edge);
            let length_squared = line.length_squared();
            for vertex in nearest.vertices {
                let share = line.share(&polygons[1 - owner].vertices()[vertex]);
                let rest = &length_squared - &share;
                let nearer = share.min(rest);
                if !nearer.is_positive() && !is_overlap {
                    continue;
                }
                let is_soft = !nearer.is_positive() || &nearer * &nearer <= limit * &length_squared;
                let joint = Joint {
                    kind: Kind::Vertex {
                        owner,
                        edge,
                        vertex,
                    },
                    state: state(&self.signed_square),
                    is_soft,
                };
                if !is_soft {
                    return Some(joint);
                }
                best.get_or_insert(joint);
            }
        }
        best.or_else(|| corner(polygons, limit))
    }
}

impl Nearest {
    fn to(polygons: [&Polygon; 2], owner: usize, edge: usize) -> Self {
        let line = Edge::of(polygons[owner], edge);
        let mut vertices = Vec::new();
        let mut least: Option<Rational> = None;
        for (vertex, point) in polygons[1 - owner].vertices().iter().enumerate() {
            let height = line.height(point);
            match &least {
                Some(least) if height > *least => continue,
                Some(least) if height == *least => {}
                _ => {
                    vertices.clear();
                    least = Some(height);
                }
            }
            vertices.push(vertex);
        }
        let height = least.unwrap_or_else(Rational::zero);
        Self {
            owner,
            edge,
            vertices,
            signed_square: &height * height.abs() / line.length_squared(),
        }
    }
}

fn state(signed: &Rational) -> State {
    if signed.is_zero() {
        State::Closed
    } else if signed.is_negative() {
        State::Overlap
    } else {
        State::Gap
    }
}

/// The two vertices that are nearest to each other, if they are near.
fn corner(polygons: [&Polygon; 2], limit: &Rational) -> Option<Joint> {
    let mut nearest: Option<(Rational, [usize; 2])> = None;
    for (first, one) in polygons[0].vertices().iter().enumerate() {
        for (second, other) in polygons[1].vertices().iter().enumerate() {
            let apart = other - one;
            let squared = apart.dot(&apart);
            if squared <= *limit && nearest.as_ref().is_none_or(|(least, _)| squared < *least) {
                nearest = Some((squared, [first, second]));
            }
        }
    }
    let (squared, vertices) = nearest?;
    Some(Joint {
        kind: Kind::Corner { vertices },
        state: state(&squared),
        is_soft: true,
    })
}

/// The edges that are almost flush, those with the longest common piece, and what they are now.
fn faces(polygons: [&Polygon; 2], most: &Rational) -> Option<([usize; 2], State)> {
    let reach = reach(polygons);
    let [firsts, seconds] = polygons.map(edges);
    let mut longest: Option<(Rational, [usize; 2], State)> = None;
    for (first, one) in firsts.iter().enumerate() {
        for (second, other) in seconds.iter().enumerate() {
            let Some((common, state)) = common_piece(one, other, &reach, most) else {
                continue;
            };
            if longest.as_ref().is_none_or(|(most, ..)| common > *most) {
                longest = Some((common, [first, second], state));
            }
        }
    }
    longest.map(|(_, edges, state)| (edges, state))
}

fn edges(polygon: &Polygon) -> Vec<Edge> {
    let count = count_of_edges(polygon);
    (0..count).map(|edge| Edge::of(polygon, edge)).collect()
}

/// The squared length of the common piece of two edges that are almost flush, and what they are
/// now.
fn common_piece(
    one: &Edge,
    other: &Edge,
    reach: &Rational,
    most: &Rational,
) -> Option<(Rational, State)> {
    let limit = most * most;
    let steepness = Rational::from_integer(STEEPEST.into());
    let dot = one.along.dot(&other.along);
    let cross = one.along.cross(&other.along);
    if !dot.is_negative() || cross.abs() * steepness > -dot {
        return None;
    }
    let (base, short) = if one.length_squared() >= other.length_squared() {
        (one, other)
    } else {
        (other, one)
    };
    let length_squared = base.length_squared();
    if &cross * &cross > &limit * &length_squared {
        return None;
    }
    let end = &short.start + &short.along;
    let ends = [&end, &short.start];
    // The shorter edge runs against the longer one.
    let shares = ends.map(|point| base.share(point));
    let heights = ends.map(|point| base.height(point));
    let low = shares[0].clone().max(Rational::zero());
    let high = shares[1].clone().min(length_squared.clone());
    let common = &high - &low;
    let common_squared = &common * &common / &length_squared;
    if !common.is_positive() || common_squared <= limit {
        return None;
    }
    let rise = (&heights[1] - &heights[0]) / (&shares[1] - &shares[0]);
    for share in [low, high] {
        let height = &heights[0] + &rise * (share - &shares[0]);
        if !is_within(base, &height, reach, most) {
            return None;
        }
    }
    let state = if cross.is_zero() {
        rounded::state(base, &heights[0], reach)
    } else {
        State::Slanting
    };
    Some((common_squared, state))
}
