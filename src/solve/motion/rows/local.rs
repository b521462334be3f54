//! A vertex as seen from another part, in the frame of that part's body.
//!
//! With the notation of `instant`, a vertex of body a is at Y/(Γ w_a) from the centroid of body b,
//! Y = (Z_a - Z_b) w_a + Γ/A R. Turned back by c_b that is X = Y conj(C_b), and arms Q of b have
//! there the length N Q, N = (Γ/A) w_a ν_b. So gap, projection and distances need short products
//! only:
//!
//! ```text
//! gap of the edge (Q, e)   ((X - N Q) × e) / (Γ A w_a w_b)
//! projection into it       0 ≤ (X - N Q)·e ≤ N |e|²
//! ```

use super::within;
use crate::instant::Instant;
use crate::plane::Plane;
use malachite::base::num::arithmetic::traits::Sign;
use malachite::{Integer, Rational};
use std::cmp::Ordering;
use zwang_certificate::{Feature, PartId};

pub(super) struct Local<'a> {
    /// The arms of the part.
    arms: &'a [Plane],
    /// X.
    position: Plane,
    /// N.
    arm_unit: Integer,
    /// (Γ w_a)² w_b ν_b, the square of the unit of X - N Q.
    square_unit: Integer,
    /// The edges that end and start at the vertex, in the frame of b.
    own_edges: [Plane; 2],
    /// Their squares.
    own_squares: [Integer; 2],
}

impl<'a> Local<'a> {
    pub(super) fn new(instant: &'a Instant, vertex: Feature, part: PartId) -> Self {
        let own = &instant.bodies[vertex.part.body];
        let other = &instant.bodies[part.body];
        let back = other.rotation.conjugate();
        let outline = &instant.outline;
        let turned = &own.vertices[vertex.part.part];
        let here = &turned[vertex.index];
        let before = &turned[outline.previous(vertex).index];
        let after = &turned[outline.next(vertex).index];
        let ending = here - before;
        let starting = after - here;
        let offset = instant.seen_from(other, vertex);
        let length = &instant.unit * &own.denominator;
        let other_square = &other.denominator * &other.norm;
        let own_edges = [&ending * &back, &starting * &back];
        Self {
            arms: outline.part(part),
            position: &offset * &back,
            arm_unit: instant.arm_unit(own, other),
            square_unit: &length * &length * other_square,
            own_squares: own_edges.each_ref().map(Plane::norm_squared),
            own_edges,
        }
    }

    /// The gap to an edge, in units that are the same for all edges of the part.
    pub(super) fn gap(&self, edge: usize) -> Integer {
        self.offset_from(edge).cross(&self.edge(edge))
    }

    /// The square of the distance from the line of an edge, m², given the gap: numerator and
    /// positive denominator.
    pub(super) fn distance_squared(&self, edge: usize, gap: &Integer) -> (Integer, Integer) {
        let length_squared = self.edge(edge).norm_squared();
        (gap * gap, &self.square_unit * length_squared)
    }

    /// Whether a vertex of the part is within reach.
    pub(super) fn is_within(&self, vertex: usize, reach_squared: &Rational) -> bool {
        let distance_squared = self.offset_from(vertex).norm_squared();
        within(&distance_squared, reach_squared, &self.square_unit)
    }

    /// The edge with which the vertex has a row, if any.
    pub(super) fn row(&self, reach_squared: &Rational) -> Option<usize> {
        let mut gaps = Vec::new();
        for edge in 0..self.arms.len() {
            gaps.push(self.gap(edge));
        }
        let edge = self.nearest_facing(&gaps)?;
        let gap = &gaps[edge];
        let direction = self.edge(edge);
        let length_squared = direction.norm_squared();
        let along = self.offset_from(edge).dot(&direction);
        if along < 0 || along > &self.arm_unit * &length_squared {
            return None;
        }
        if *gap < 0 && gaps.iter().any(|gap| *gap > 0) {
            return None;
        }
        let unit = &self.square_unit * &length_squared;
        if *gap > 0 && !within(&(gap * gap), reach_squared, &unit) {
            return None;
        }
        Some(edge)
    }

    /// The one facing edge of largest distance.
    fn nearest_facing(&self, gaps: &[Integer]) -> Option<usize> {
        let mut best: Option<(usize, bool)> = None;
        for edge in (0..gaps.len()).filter(|&edge| self.faces(edge)) {
            let Some((other, _)) = best else {
                best = Some((edge, true));
                continue;
            };
            match self.compare_distances(gaps, edge, other) {
                Ordering::Greater => best = Some((edge, true)),
                Ordering::Equal => best = Some((other, false)),
                Ordering::Less => {}
            }
        }
        match best {
            Some((edge, true)) => Some(edge),
            _ => None,
        }
    }

    fn compare_distances(&self, gaps: &[Integer], one: usize, other: usize) -> Ordering {
        let length = self.edge(one).norm_squared();
        let other_length = self.edge(other).norm_squared();
        compare_roots(&gaps[one], &length, &gaps[other], &other_length)
    }

    /// Whether n·(n₁/|n₁| + n₂/|n₂|) < 0; scalar products of normals are those of the edges.
    fn faces(&self, edge: usize) -> bool {
        let direction = self.edge(edge);
        let [ending, starting] = &self.own_edges;
        let first = ending.dot(&direction);
        let second = -starting.dot(&direction);
        let [first_square, second_square] = &self.own_squares;
        let order = compare_roots(&first, first_square, &second, second_square);
        order == Ordering::Less
    }

    fn edge(&self, edge: usize) -> Plane {
        let next = (edge + 1) % self.arms.len();
        &self.arms[next] - &self.arms[edge]
    }

    /// X - N Q.
    fn offset_from(&self, vertex: usize) -> Plane {
        &self.position - &self.arms[vertex].scaled(&self.arm_unit)
    }
}

/// Compares a / √p with b / √q for positive p and q.
fn compare_roots(a: &Integer, p: &Integer, b: &Integer, q: &Integer) -> Ordering {
    let signs = a.sign().cmp(&b.sign());
    if signs.is_ne() {
        return signs;
    }
    let a_square = a * a * q;
    let b_square = b * b * p;
    match a.sign() {
        Ordering::Less => b_square.cmp(&a_square),
        _ => a_square.cmp(&b_square),
    }
}
