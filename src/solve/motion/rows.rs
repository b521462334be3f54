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
mod ticks;

use crate::error::MotionError;
use crate::instant::Instant;
use crate::plane::Plane;
use boxes::{Crowd, NearParts};
use corner::Sides;
use local::Local;
use malachite::{Integer, Rational};
use rayon::prelude::*;
use ticks::{Ticks, Undecided};
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

/// An instant, and the parts that are near each other there.
pub(crate) struct Proximity {
    pub(crate) instant: Instant,
    ticks: Ticks,
    /// Empty if there is a crowd.
    pairs: Vec<NearParts>,
    crowd: Option<Crowd>,
}

impl Proximity {
    pub(crate) fn new(instant: Instant) -> Self {
        let ticks = Ticks::new(&instant);
        let mut pairs = Vec::new();
        let mut crowd = None;
        match boxes::near_parts(&instant.outline, &ticks) {
            Ok(found) => pairs = found,
            Err(found) => crowd = Some(found),
        }
        Self {
            pairs,
            crowd,
            instant,
            ticks,
        }
    }

    /// Makes sure that so little is near each other that a step may begin here.
    ///
    /// # Errors
    /// [`MotionError::Crowded`] if not.
    pub(crate) fn require_room(&self, step: usize) -> Result<(), MotionError> {
        match self.crowd {
            None => Ok(()),
            Some(crowd) => Err(crowded(crowd, step)),
        }
    }

    /// The rows of a step that begins here.
    ///
    /// # Errors
    /// [`MotionError::Crowded`] if too much is near each other.
    pub(crate) fn rows_of(&self, step: usize) -> Result<Rows, MotionError> {
        self.require_room(step)?;
        let rows = self.rows();
        let crowd = Crowd::of_rows(self.ticks.parts.len());
        if rows.rows.len() + rows.corners.len() > crowd.most {
            return Err(crowded(crowd, step));
        }
        Ok(rows)
    }

    /// The rows of the step that begins here; none if too much is near each other.
    pub(crate) fn rows(&self) -> Rows {
        let pairs = self.pairs.par_iter();
        let parts: Vec<Rows> = pairs.map(|near| self.between(near)).collect();
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
    /// from an edge of the other, if negative. Only pairs that may be the deepest ones are looked
    /// at exactly.
    pub(crate) fn deepest_penetration_squared(&self) -> Rational {
        let mut overlapping = Vec::new();
        let mut deepest = 0;
        for near in &self.pairs {
            let depth = self.ticks.depth(near.parts);
            if depth.most >= 0 {
                deepest = deepest.max(depth.least);
                overlapping.push((near.parts, depth));
            }
        }
        overlapping.retain(|(_, depth)| depth.most >= deepest);
        let pairs = overlapping.par_iter();
        let depths =
            pairs.filter_map(|(parts, depth)| self.penetration_squared(*parts, depth.most));
        depths.max().unwrap_or_default()
    }

    /// The square of the least depth, over all edges, of two parts that overlap, given what it is
    /// at most. It is brought to lowest terms only once.
    fn penetration_squared(&self, [first, second]: [usize; 2], most: i128) -> Option<Rational> {
        let mut depths = self.depths_squared(first, second, most)?;
        depths.extend(self.depths_squared(second, first, most)?);
        let depths = depths.into_iter();
        // a / b against c / d, for positive b and d.
        let least = depths.min_by(|(a, b), (c, d)| (a * d).cmp(&(c * b)));
        let (numerator, denominator) = least?;
        Some(Rational::from_integers(numerator, denominator))
    }

    /// For each edge of `other` behind which `own` may lie no deeper than `most`, the square of how
    /// deep it does, as (numerator, denominator); `None` if an edge separates the two.
    fn depths_squared(
        &self,
        own: usize,
        other: usize,
        most: i128,
    ) -> Option<Vec<(Integer, Integer)>> {
        let mut depths = Vec::new();
        for (edge, vertices) in self.ticks.shallow_edges(other, own, most) {
            let index = self.deepest(own, &vertices, other, edge);
            let local = self.local(own, index, other);
            let gap = local.gap(edge);
            if gap >= 0 {
                return None;
            }
            let depth = local.distance_squared(edge, &gap);
            depths.push(depth);
        }
        Some(depths)
    }

    /// Of some vertices of a part the one with the least gap to an edge of another. Arms are
    /// shorter than points, and say the same.
    fn deepest(&self, own: usize, vertices: &[usize], other: usize, edge: usize) -> usize {
        if let [only] = vertices {
            return *only;
        }
        let arms = self.turned_arms(own);
        let other_arms = self.turned_arms(other);
        let end = &other_arms[(edge + 1) % other_arms.len()];
        let direction = end - &other_arms[edge];
        let vertices = vertices.iter().copied();
        let deepest = vertices.min_by_key(|&index| arms[index].cross(&direction));
        let Some(deepest) = deepest else {
            unreachable!("one of the vertices is the deepest")
        };
        deepest
    }

    /// The arms of a part as its body is turned.
    fn turned_arms(&self, part: usize) -> &[Plane] {
        let PartId { body, part } = self.ticks.parts[part].id;
        &self.instant.bodies[body].vertices[part]
    }

    /// A vertex of a part as seen from another one, exactly.
    fn local(&self, own: usize, index: usize, other: usize) -> Local<'_> {
        let part = self.ticks.parts[own].id;
        let vertex = Feature { part, index };
        Local::new(&self.instant, vertex, self.ticks.parts[other].id)
    }

    /// The rows and corners of two parts.
    fn between(&self, near: &NearParts) -> Rows {
        let [first, second] = near.parts;
        let mut found = Rows::default();
        let [vertices, others] = &near.vertices;
        let free = self.rows_of_vertices(vertices, [first, second], &mut found);
        let others = self.rows_of_vertices(others, [second, first], &mut found);
        for index in &free {
            for other in &others {
                if !self.are_within([first, second], [*index, *other]) {
                    continue;
                }
                let vertices = [self.feature(first, *index), self.feature(second, *other)];
                let rows = corner::separating_rows(&self.instant, vertices);
                match corner::sides(rows) {
                    Sides::One(rows) => found.rows.extend(rows),
                    Sides::Two(sides) => found.corners.push(Corner { vertices, sides }),
                }
            }
        }
        found
    }

    /// Adds the rows that vertices of a part have with edges of another. Returns the vertices that
    /// have none.
    fn rows_of_vertices(
        &self,
        vertices: &[usize],
        [own, other]: [usize; 2],
        found: &mut Rows,
    ) -> Vec<usize> {
        let mut without = Vec::new();
        for &index in vertices {
            let edge = match self.ticks.row(own, index, other) {
                Ok(edge) => edge,
                Err(Undecided) => {
                    let local = self.local(own, index, other);
                    local.row(&self.instant.reach_squared)
                }
            };
            let Some(edge) = edge else {
                without.push(index);
                continue;
            };
            found.rows.push(Contact {
                vertex: self.feature(own, index),
                edge: self.feature(other, edge),
            });
        }
        without
    }

    /// Whether vertices of two parts are within reach of each other.
    fn are_within(&self, parts: [usize; 2], vertices: [usize; 2]) -> bool {
        let [own_part, other_part] = parts;
        let [vertex, other] = vertices;
        let place = self.ticks.parts[own_part].vertices[vertex];
        let other_place = self.ticks.parts[other_part].vertices[other];
        match self.ticks.are_within(place, other_place) {
            Ok(are_within) => are_within,
            Err(Undecided) => {
                let local = self.local(own_part, vertex, other_part);
                local.is_within(other, &self.instant.reach_squared)
            }
        }
    }

    /// A vertex of a part, or the edge that starts there.
    fn feature(&self, part: usize, index: usize) -> Feature {
        let part = self.ticks.parts[part].id;
        Feature { part, index }
    }
}

/// Whether value² ≤ reach² · factor, for integers.
fn within(value_squared: &Integer, reach_squared: &Rational, factor: &Integer) -> bool {
    let value = value_squared.unsigned_abs_ref() * reach_squared.denominator_ref();
    let reach = factor.unsigned_abs_ref() * reach_squared.numerator_ref();
    value <= reach
}

fn crowded(crowd: Crowd, step: usize) -> MotionError {
    let Crowd {
        things,
        most,
        parts,
    } = crowd;
    MotionError::Crowded {
        step,
        most,
        things,
        parts,
    }
}
