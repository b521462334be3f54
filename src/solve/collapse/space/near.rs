//! Parts that almost touch: what is meant to stand on something, and by a rounded number does not.
//!
//! The gap of two disjoint parts is told by the plane that parts them most: of all faces of both,
//! and of all pairs of edges, the one with the greatest distance between the two supporting planes.
//! It is the distance of the parts where a vertex is opposite to a face, or two edges cross. A pair
//! almost touches if it is less than 1/1000 of the size of the smaller part, the diagonal of its
//! bounding box.

use super::broad_phase::meeting_pairs;
use super::contacts::has_free;
use super::solid::Solid;
use super::touching::widest_gap;
use crate::contacts::Root;
use malachite::base::num::arithmetic::traits::{CeilingRoot, DivRound, Lcm};
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};
use std::fmt;
use zwang_certificate::PartId;
use zwang_certificate::space::Plane;
use zwang_exact::Rational as Fraction;
use zwang_program::kernel::number::from_solver;
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// A gap is small below the size of the smaller part divided by this.
const SMALL: i64 = 1000;

/// So many pairs of boxes are looked at.
const MOST_PAIRS: usize = 1 << 20;

/// Two parts that almost touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearPair {
    /// Names of the bodies.
    pub bodies: [String; 2],
    /// The part of each.
    pub parts: [usize; 2],
    /// The features whose plane parts them most.
    pub features: Plane,
    /// From the first to the second part, over coprime integers.
    pub direction: [Fraction; 3],
    /// The square of the gap along it, m².
    pub gap_squared: Fraction,
}

/// The pairs of parts with a small gap, the smallest first.
#[must_use]
pub fn almost_touching(scene: &Scene) -> Vec<NearPair> {
    let mut ids = Vec::new();
    let mut solids = Vec::new();
    for (body, entry) in scene.bodies.iter().enumerate() {
        for (part, polyhedron) in entry.parts.iter().enumerate() {
            ids.push(PartId { body, part });
            solids.push(Solid::new(polyhedron));
        }
    }
    let widened: Vec<Solid> = solids.iter().map(widened).collect();
    let mut near = Vec::new();
    for [first, second] in meeting_pairs(&widened, MOST_PAIRS) {
        let parts = [ids[first], ids[second]];
        if parts[0].body == parts[1].body || !has_free(scene, parts) {
            continue;
        }
        let [own, other] = [&solids[first], &solids[second]];
        let common = (&own.denominator).lcm(&other.denominator);
        let Some(gap) = widest_gap(&own.over(&common), &other.over(&common)) else {
            continue;
        };
        let smaller = size_squared(own).min(size_squared(other));
        if &gap.squared * Rational::from(SMALL * SMALL) < smaller {
            near.push(NearPair {
                bodies: parts.map(|part| scene.bodies[BodyId(part.body)].name.clone()),
                parts: parts.map(|part| part.part),
                features: gap.plane,
                direction: gap
                    .direction
                    .each_ref()
                    .map(|value| from_solver(&value.into())),
                gap_squared: from_solver(&gap.squared),
            });
        }
    }
    near.sort_by(|one, other| one.gap_squared.cmp(&other.gap_squared));
    near
}

/// The square of the diagonal of the bounding box, m².
fn size_squared(solid: &Solid) -> Rational {
    let mut sum = Rational::from(0);
    for axis in 0..3 {
        let [low, high] = solid.extent(axis);
        let side = high - low;
        sum += &side * &side;
    }
    sum
}

/// With a bounding box that is wider by the largest gap that is small beside it.
fn widened(solid: &Solid) -> Solid {
    let mut widened = solid.clone();
    let mut squares = Integer::from(0);
    for [low, high] in &solid.extents {
        let side = high - low;
        squares += &side * &side;
    }
    let diagonal = Integer::from(squares.unsigned_abs_ref().ceiling_root(2));
    let room = diagonal.div_round(Integer::from(SMALL), RoundingMode::Ceiling);
    let (room, _) = room;
    for [low, high] in &mut widened.extents {
        *low -= &room;
        *high += &room;
    }
    widened
}

impl fmt::Display for NearPair {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let [first, second] = &self.bodies;
        let gap = Root::new(&self.gap_squared, "m");
        let features = super::error::feature_names(self.features, &self.bodies);
        write!(
            formatter,
            "`{first}` and `{second}` almost touch: {gap} apart {features}"
        )?;
        match super::error::along(&self.direction) {
            Some(along) => write!(formatter, ", along {along}"),
            None => Ok(()),
        }
    }
}
