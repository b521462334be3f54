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
        let parts: Vec<Rows> = self
            .pairs
            .par_iter()
            .map(|near| between(self.instant, near))
            .collect();
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

    /// The square of the deepest penetration, m²: of two parts, the largest distance of the one
    /// from an edge of the other, if negative.
    pub(crate) fn deepest_penetration_squared(&self) -> Rational {
        let depth = |near: &NearParts| penetration_squared(self.instant, near.parts);
        self.pairs
            .par_iter()
            .filter_map(depth)
            .max()
            .unwrap_or_default()
    }
}

/// The square of the least depth, over all edges, of two parts that overlap. It is brought to
/// lowest terms only once.
fn penetration_squared(instant: &Instant, [first, second]: [PartId; 2]) -> Option<Rational> {
    let depths = depths_squared(instant, first, second)?
        .into_iter()
        .chain(depths_squared(instant, second, first)?);
    // a / b against c / d, for positive b and d.
    let least = depths.min_by(|(a, b), (c, d)| (a * d).cmp(&(c * b)))?;
    Some(Rational::from_integers(least.0, least.1))
}

/// For each edge of a part the square of how deep the other one lies behind it, as (numerator,
/// denominator); `None` if it separates the two.
fn depths_squared(
    instant: &Instant,
    own: PartId,
    other: PartId,
) -> Option<Vec<(Integer, Integer)>> {
    let vertices = 0..instant.outline.part(own).len();
    let locals: Vec<Local> = vertices
        .map(|index| Local::new(instant, Feature { part: own, index }, other))
        .collect();
    let depth = |edge: usize| {
        let deepest = locals
            .iter()
            .map(|local| (local.gap(edge), local))
            .min_by(|one, two| one.0.cmp(&two.0));
        let (gap, local) = deepest.filter(|(gap, _)| *gap < 0)?;
        Some(local.distance_squared(edge, &gap))
    };
    (0..instant.outline.part(other).len()).map(depth).collect()
}

/// The rows and corners of two parts.
fn between(instant: &Instant, near: &NearParts) -> Rows {
    let [first, second] = near.parts;
    let seen = |vertices: &[usize], own: PartId, other: PartId| -> Vec<(Local, Option<usize>)> {
        let look = |&index: &usize| {
            let local = Local::new(instant, Feature { part: own, index }, other);
            let edge = local.row(&instant.reach_squared);
            (local, edge)
        };
        vertices.iter().map(look).collect()
    };
    let sides = [
        seen(&near.vertices[0], first, second),
        seen(&near.vertices[1], second, first),
    ];
    let mut found = Rows::default();
    for (local, edge) in sides.iter().flatten() {
        found.rows.extend(edge.map(|index| local.contact(index)));
    }
    let without_row = |side: &'_ [(Local, Option<usize>)]| -> Vec<Feature> {
        side.iter()
            .filter(|(_, edge)| edge.is_none())
            .map(|(local, _)| local.vertex)
            .collect()
    };
    let others = without_row(&sides[1]);
    for (local, _) in sides[0].iter().filter(|(_, edge)| edge.is_none()) {
        for &other in others
            .iter()
            .filter(|other| local.is_within(other.index, &instant.reach_squared))
        {
            let separating = corner::separating_rows(instant, [local.vertex, other]);
            match corner::sides(separating) {
                Sides::One(rows) => found.rows.extend(rows),
                Sides::Two(sides) => found.corners.push(Corner {
                    vertices: [local.vertex, other],
                    sides,
                }),
            }
        }
    }
    found
}

/// Whether value² ≤ reach² · factor, for integers.
fn within(value_squared: &Integer, reach_squared: &Rational, factor: &Integer) -> bool {
    value_squared.unsigned_abs_ref() * reach_squared.denominator_ref()
        <= reach_squared.numerator_ref() * factor.unsigned_abs_ref()
}
