//! How deep parts are in each other: the largest square of a penetration.
//!
//! Two convex parts overlap unless a line along an edge of one of them separates them; the
//! penetration is the least distance by which one of these lines fails to.

use super::approach::{Approach, View};
use super::integer_vector::IntegerVector;
use super::near;
use super::placed::Placed;
use super::product::compare;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;

/// A number ≥ 0, as a fraction that need not be in lowest terms.
pub(super) struct Square {
    pub numerator: BigInt,
    pub denominator: BigInt,
}

impl Square {
    fn compare(&self, other: &Self) -> Ordering {
        compare(
            &[&self.numerator, &other.denominator],
            &[&other.numerator, &self.denominator],
        )
    }
}

/// The square of the largest penetration of parts of different bodies, not both fixed.
pub(super) fn largest(placed: &[Placed]) -> Square {
    let mut largest = Square {
        numerator: BigInt::zero(),
        denominator: BigInt::one(),
    };
    for pair in near::pairs(placed, 0) {
        let approach = Approach::new(pair);
        if let Some(Square {
            numerator,
            denominator,
        }) = of_pair(&approach)
        {
            let square = Square {
                numerator,
                denominator: denominator * &approach.unit * &approach.unit,
            };
            if square.compare(&largest) == Ordering::Greater {
                largest = square;
            }
        }
    }
    largest
}

/// The square of the penetration of two parts, times that of the unit of points; `None` if a line
/// separates them.
fn of_pair(approach: &Approach) -> Option<Square> {
    let [first, second] = &approach.views;
    let mut least: Option<Square> = None;
    for (view, other) in [(first, second), (second, first)] {
        for edge in view.edges() {
            let gap = edge.gap(deepest(other, edge.direction)?);
            if !gap.is_negative() {
                return None;
            }
            let square = Square {
                numerator: &gap * &gap,
                denominator: edge.direction.square(),
            };
            if least
                .as_ref()
                .is_none_or(|least| square.compare(least) == Ordering::Less)
            {
                least = Some(square);
            }
        }
    }
    least
}

/// The vertex with the least gap to edges in a direction. Arms are shorter than points, and say the
/// same.
fn deepest<'a>(view: &'a View, direction: &IntegerVector) -> Option<&'a IntegerVector> {
    let gaps = view.part.arms.iter().map(|arm| arm.cross(direction));
    gaps.zip(&view.points)
        .min_by(|(gap, _), (other, _)| gap.cmp(other))
        .map(|(_, point)| point)
}
