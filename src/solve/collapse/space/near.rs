//! Parts that almost touch: what is meant to stand on something, and by a rounded number does not.
//!
//! The gap of two disjoint parts is told by the plane that parts them most: of all faces of both,
//! and of all pairs of edges, the one with the greatest distance between the two supporting planes.
//! It is the distance of the parts where a vertex is opposite to a face, or two edges cross. A pair
//! almost touches if it is less than 1/1000 of the size of the smaller part, the diagonal of its
//! bounding box.
//!
//! The gap of a rounded pair is the distance of the cores less the radii, and is compared by
//! squares.

use super::error::{Clearance, along, feature_names};
use super::parts::Parts;
use super::rounded::{between_cores, square};
use super::solid::Solid;
use super::touching::widest_gap;
use crate::contacts::Root;
use malachite::base::num::arithmetic::traits::{CeilingRoot, DivRound, Lcm};
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};
use std::fmt;
use zwang_program::kernel::number::from_solver;
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// A gap is small below the size of the smaller part divided by this.
const SMALL: i64 = 1000;

/// Two parts that almost touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearPair {
    /// Names of the bodies.
    pub bodies: [String; 2],
    /// The part of each.
    pub parts: [usize; 2],
    /// How far apart they are.
    pub gap: Clearance,
}

/// The pairs of parts with a small gap, the smallest first.
#[must_use]
pub fn almost_touching(scene: &Scene) -> Vec<NearPair> {
    let parts = Parts::of(scene);
    let widened: Vec<Solid> = parts.solids.iter().map(widened).collect();
    let mut near = Vec::new();
    for pair in parts.meeting(scene, &widened) {
        let ids = pair.map(|index| parts.ids[index]);
        let [own, other] = pair.map(|index| &parts.solids[index]);
        let smaller = size_squared(own).min(size_squared(other));
        let small = smaller / Rational::from(SMALL * SMALL);
        if are_boxes_without_a_small_gap(own, other, &small) {
            continue;
        }
        let common = (&own.denominator).lcm(&other.denominator);
        let Some(gap) = gap(&own.over(&common), &other.over(&common)) else {
            continue;
        };
        if gap.compared_to(&from_solver(&small)).is_lt() {
            near.push(NearPair {
                bodies: ids.map(|part| scene.bodies[BodyId(part.body)].name.clone()),
                parts: ids.map(|part| part.part),
                gap,
            });
        }
    }
    near.sort_by_cached_key(|pair| pair.gap.squared());
    near
}

/// How far two parts over one denominator are apart; `None` if they touch or overlap.
fn gap(first: &Solid, second: &Solid) -> Option<Clearance> {
    if first.is_rounded() || second.is_rounded() {
        let distance_squared = square(&between_cores(first, second));
        let radii = &first.radius + &second.radius;
        let is_apart = distance_squared > &radii * &radii;
        return is_apart.then(|| Clearance::Rounded {
            distance_squared: from_solver(&distance_squared),
            radii: from_solver(&radii),
        });
    }
    let gap = widest_gap(first, second)?;
    Some(Clearance::Sharp {
        features: gap.plane,
        direction: Box::new(
            gap.direction
                .each_ref()
                .map(|value| from_solver(&value.into())),
        ),
        squared: from_solver(&gap.squared),
        deepest: None,
    })
}

/// Whether both parts are boxes along the axes which touch or overlap, or whose gap, along an axis,
/// is not small. (So are all neighbours of bricks on a grid.)
fn are_boxes_without_a_small_gap(first: &Solid, second: &Solid, small: &Rational) -> bool {
    if !first.is_aligned_box || !second.is_aligned_box {
        return false;
    }
    let mut widest = Rational::from(0);
    for axis in 0..3 {
        let [low, high] = first.extent(axis);
        let [other_low, other_high] = second.extent(axis);
        widest = widest.max(other_low - high).max(low - other_high);
    }
    widest == 0 || &widest * &widest >= *small
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
        write!(formatter, "`{first}` and `{second}` almost touch: ")?;
        match &self.gap {
            Clearance::Sharp {
                features,
                direction,
                squared,
                ..
            } => {
                let gap = Root::new(squared, "m");
                let features = feature_names(features, &self.bodies);
                write!(formatter, "{gap} apart {features}")?;
                match along(direction) {
                    Some(along) => write!(formatter, ", along {along}"),
                    None => Ok(()),
                }
            }
            Clearance::Rounded {
                distance_squared,
                radii,
            } => {
                let distance = Root::new(distance_squared, "m");
                write!(
                    formatter,
                    "their cores are {distance} apart, and their radii are {radii} m together"
                )
            }
        }
    }
}
