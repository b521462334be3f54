//! Signed distances between convex outlines, as squares with a sign.
//!
//! The distance of p from the line of an edge is A(p_i, p_j, p) / |e|, positive outside; s = A |A|
//! / |e|² orders points and edges as it does and is rational. An edge separates two outlines by the
//! least distance of the other's vertices. The largest separation over all edges is the depth,
//! negated, by which one has to be moved if they overlap.

use super::framework::Framework;
use super::number::ratio;
use super::sidedness::doubled_area;
use num_traits::Signed;
use std::cmp::Ordering;
use zwang_exact::{Rational, Vector};

/// The best separation of two outlines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Separating {
    /// The distance with its sign, squared: negative if the outlines overlap, m².
    pub signed_square: Rational,
    /// All edges that separate so well, as (outline, edge).
    pub edges: Vec<(usize, usize)>,
}

impl Separating {
    fn worst() -> Self {
        Self {
            signed_square: ratio(0, 1),
            edges: Vec::new(),
        }
    }

    /// Keeps the best.
    fn offer(&mut self, signed_square: Rational, edge: (usize, usize)) {
        let order = if self.edges.is_empty() {
            Ordering::Greater
        } else {
            signed_square.cmp(&self.signed_square)
        };
        if order == Ordering::Greater {
            *self = Self {
                signed_square,
                edges: Vec::new(),
            };
        }
        if order != Ordering::Less {
            self.edges.push(edge);
        }
    }
}

/// The signed square of the distance of a point from the line of an edge p_i p_j.
pub(crate) fn signed_square([start, end]: [&Vector; 2], point: &Vector) -> Rational {
    let along = end - start;
    let area = doubled_area(start, end, point);
    &area * area.abs() / along.dot(&along)
}

/// Corners of all outlines.
pub(crate) struct Places(Vec<Vec<Vector>>);

impl Places {
    pub(crate) fn new(framework: &Framework, nodes: &[Vector]) -> Self {
        Self(
            framework
                .outlines
                .iter()
                .map(|outline| outline.places(nodes))
                .collect(),
        )
    }

    /// The motions of the corners instead of their places.
    pub(crate) fn of_motions(framework: &Framework, motions: &[Vector]) -> Self {
        let mut corners = Vec::new();
        for outline in &framework.outlines {
            let vertices = outline.vertices.iter();
            corners.push(vertices.map(|vertex| vertex.motion(motions)).collect());
        }
        Self(corners)
    }

    pub(crate) fn of(&self, outline: usize) -> &[Vector] {
        &self.0[outline]
    }

    /// p_i, p_j of an edge.
    pub(crate) fn edge(&self, outline: usize, edge: usize) -> [&Vector; 2] {
        let places = self.of(outline);
        [&places[(edge + 1) % places.len()], &places[edge]]
    }

    /// The least signed square of the other's vertices.
    pub(crate) fn least(&self, outline: usize, edge: usize, other: usize) -> Rational {
        let ends = self.edge(outline, edge);
        let squares = self
            .of(other)
            .iter()
            .map(|point| signed_square(ends, point));
        squares.min().unwrap_or_else(|| ratio(0, 1))
    }

    /// The best separation by edges of the first outline.
    pub(crate) fn best_of(&self, outline: usize, other: usize) -> Separating {
        let mut best = Separating::worst();
        for edge in 0..self.of(outline).len() {
            best.offer(self.least(outline, edge, other), (outline, edge));
        }
        best
    }

    /// The best separation by edges of either.
    pub(crate) fn best(&self, pair: [usize; 2]) -> Separating {
        let mut best = self.best_of(pair[0], pair[1]);
        let other = self.best_of(pair[1], pair[0]);
        for edge in other.edges {
            best.offer(other.signed_square.clone(), edge);
        }
        best
    }

    /// Pairs of outlines of different bodies, one of them free, that do not ignore each other and
    /// whose bounding boxes are at most `reach` apart, m.
    pub(crate) fn pairs(&self, framework: &Framework, reach: Option<&Rational>) -> Vec<[usize; 2]> {
        let boxes: Vec<[Vector; 2]> = self.0.iter().map(|places| bounding_box(places)).collect();
        let outlines = &framework.outlines;
        let mut pairs = Vec::new();
        for second in 0..outlines.len() {
            for first in 0..second {
                let moves = !(outlines[first].is_fixed && outlines[second].is_fixed);
                let bodies = [outlines[first].body, outlines[second].body];
                let [body, other] = bodies;
                let may_touch = body != other && !framework.ignoring.contains(body, other);
                let is_near = match reach {
                    Some(reach) => are_near(&boxes[first], &boxes[second], reach),
                    None => true,
                };
                if moves && may_touch && is_near {
                    pairs.push([first, second]);
                }
            }
        }
        pairs
    }
}

fn bounding_box(places: &[Vector]) -> [Vector; 2] {
    let mut least = places.first().cloned().unwrap_or_else(Vector::zero);
    let mut most = least.clone();
    for Vector { x, y } in places {
        least.x = least.x.min(x.clone());
        least.y = least.y.min(y.clone());
        most.x = most.x.max(x.clone());
        most.y = most.y.max(y.clone());
    }
    [least, most]
}

fn are_near(first: &[Vector; 2], second: &[Vector; 2], reach: &Rational) -> bool {
    let apart = [
        &first[0].x - &second[1].x,
        &second[0].x - &first[1].x,
        &first[0].y - &second[1].y,
        &second[0].y - &first[1].y,
    ];
    apart.iter().all(|distance| distance <= reach)
}

/// How well the best edge of either separates two outlines.
#[must_use]
pub fn separation(framework: &Framework, nodes: &[Vector], outlines: [usize; 2]) -> Separating {
    Places::new(framework, nodes).best(outlines)
}
