//! Which sidedness rows a step has (`proofs/RUN.md`, section 3; Rote & Zwick, Collapse, §8.5,
//! replaced).
//!
//! A vertex gets a row with the nearest edge that faces it, if it projects into that edge and is
//! within reach. Facing keeps side faces of neighbours from acting as steps: a vertex may only be
//! stopped by an edge against which it points. No tie is broken, so the rows of a symmetric scene
//! are symmetric. Where two vertices come near and neither has such an edge, the edges there that
//! separate count. If their normals all point about the same way, all of them give rows; if not,
//! the motion may pass on either side: a corner, with two sides.

mod boxes;
mod corner;
mod local;

use crate::instant::Instant;
use crate::plane::Plane;
use boxes::{Boxes, NearParts};
use corner::Sides;
use local::Local;
use malachite::{Integer, Rational};
use rayon::prelude::*;
use zwang_certificate::{Contact, Feature, PartId};

/// Two vertices that come near: the rows of one side must hold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Corner {
    /// A vertex of the part with the smaller (body, part), and one of the other part.
    pub vertices: [Feature; 2],
    /// The rows of either side, at least one each.
    pub sides: [Vec<Contact>; 2],
}

/// What a step may impose, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// A vertex and the edge that it must not cross.
    pub rows: Vec<Contact>,
    /// Vertices that meet vertices.
    pub corners: Vec<Corner>,
}

/// The parts that are near each other at an instant.
pub(crate) struct Proximity<'a> {
    instant: &'a Instant<'a>,
    pairs: Vec<NearParts>,
}

impl<'a> Proximity<'a> {
    pub(crate) fn new(instant: &'a Instant<'a>) -> Self {
        Self {
            instant,
            pairs: Boxes::new(instant).near_parts(),
        }
    }

    /// The rows of the step that begins here.
    pub(crate) fn rows(&self) -> Rows {
        let pairs = self.pairs.par_iter();
        let parts: Vec<Rows> = pairs.map(|near| between(self.instant, near)).collect();
        let mut found = Rows::default();
        for part in parts {
            found.rows.extend(part.rows);
            found.corners.extend(part.corners);
        }
        found.rows.sort_unstable();
        found.rows.dedup();
        found.corners.sort_unstable();
        found
    }

    /// Those whose boxes overlap.
    pub(crate) fn of_overlapping(instant: &'a Instant<'a>) -> Self {
        Self {
            instant,
            pairs: Boxes::without_margin(instant).near_parts(),
        }
    }

    /// The square of the deepest penetration, m²: of two parts, the largest distance of the one
    /// from an edge of the other, if negative.
    pub(crate) fn deepest_penetration_squared(&self) -> Rational {
        let pairs = self.pairs.par_iter();
        let depths = pairs.filter_map(|near| penetration_squared(self.instant, near.parts));
        depths.max().unwrap_or_default()
    }
}

/// The square of the least depth, over all edges, of two parts that overlap. It is brought to
/// lowest terms only once.
fn penetration_squared(instant: &Instant, [first, second]: [PartId; 2]) -> Option<Rational> {
    let mut depths = depths_squared(instant, first, second)?;
    depths.extend(depths_squared(instant, second, first)?);
    let depths = depths.into_iter();
    // a / b against c / d, for positive b and d.
    let least = depths.min_by(|(a, b), (c, d)| (a * d).cmp(&(c * b)));
    let (numerator, denominator) = least?;
    Some(Rational::from_integers(numerator, denominator))
}

/// For each edge of a part the square of how deep the other one lies behind it, as (numerator,
/// denominator); `None` if it separates the two.
fn depths_squared(
    instant: &Instant,
    own: PartId,
    other: PartId,
) -> Option<Vec<(Integer, Integer)>> {
    let arms = &instant.bodies[own.body].vertices[own.part];
    let other_arms = &instant.bodies[other.body].vertices[other.part];
    let mut depths = Vec::new();
    for (edge, start) in other_arms.iter().enumerate() {
        let end = &other_arms[(edge + 1) % other_arms.len()];
        let index = deepest(arms, &(end - start))?;
        let local = Local::new(instant, Feature { part: own, index }, other);
        let gap = local.gap(edge);
        if gap >= 0 {
            return None;
        }
        let depth = local.distance_squared(edge, &gap);
        depths.push(depth);
    }
    Some(depths)
}

/// The arm with the least gap to edges in a direction: arms are shorter than points, and say the
/// same.
fn deepest(arms: &[Plane], direction: &Plane) -> Option<usize> {
    (0..arms.len()).min_by_key(|&index| arms[index].cross(direction))
}

/// The rows and corners of two parts.
fn between(instant: &Instant, near: &NearParts) -> Rows {
    let [first, second] = near.parts;
    let mut found = Rows::default();
    let [vertices, others] = &near.vertices;
    let free = rows_of_vertices(instant, vertices, [first, second], &mut found);
    let others = rows_of_vertices(instant, others, [second, first], &mut found);
    for local in &free {
        for other in &others {
            if !local.is_within(other.vertex.index, &instant.reach_squared) {
                continue;
            }
            let vertices = [local.vertex, other.vertex];
            let rows = corner::separating_rows(instant, vertices);
            match corner::sides(rows) {
                Sides::One(rows) => found.rows.extend(rows),
                Sides::Two(sides) => found.corners.push(Corner { vertices, sides }),
            }
        }
    }
    found
}

/// Adds the rows that vertices of a part have with edges of another. Returns the vertices that have
/// none.
fn rows_of_vertices<'a>(
    instant: &Instant<'a>,
    vertices: &[usize],
    [own, other]: [PartId; 2],
    found: &mut Rows,
) -> Vec<Local<'a>> {
    let mut without = Vec::new();
    for &index in vertices {
        let vertex = Feature { part: own, index };
        let local = Local::new(instant, vertex, other);
        match local.row(&instant.reach_squared) {
            Some(edge) => found.rows.push(local.contact(edge)),
            None => without.push(local),
        }
    }
    without
}

/// Whether value² ≤ reach² · factor, for integers.
fn within(value_squared: &Integer, reach_squared: &Rational, factor: &Integer) -> bool {
    let value = value_squared.unsigned_abs_ref() * reach_squared.denominator_ref();
    let reach = factor.unsigned_abs_ref() * reach_squared.numerator_ref();
    value <= reach
}
