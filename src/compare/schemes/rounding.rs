//! From the exact optimum to the next state.
//!
//! A number goes to the nearest multiple of 2^-g, a half away from zero: an odd rule, blind to the
//! order of bodies. Rounding every point by itself leaves of a rectangle something that is no
//! parallelogram, and no affine image of the one step before either. Whether the rows of redundant
//! bars agree depends on that: a stress ω of the framework at p has Σ ω |d|² = 0, but Σ ω |B d|² =
//! 0 for every matrix B too only because points that are affine images of each other share their
//! stresses. Rounding the affine map of a whole body, centre z and half edges e₁ and e₂ with the
//! points z ± e₁ ± e₂, keeps that, and all points are on the grid.

use super::framework::{Frame, Framework, NodeId};
use super::number::fraction;
use malachite::Integer;
use malachite::base::num::basic::traits::Zero;
use zwang_exact::{Rational, Vector};
use zwang_program::kernel::number::{nearest, over_common_denominator};

/// The rounding of the exact optimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Nothing. Bits multiply with every step.
    Exact,
    /// Every node goes to the grid by itself.
    Points {
        /// The grid is 2^-bits m.
        bits: u32,
    },
    /// Every body of point masses goes to the grid as an affine image of its rectangle; not with
    /// pins. In the rigid model the same as points.
    Bodies {
        /// The grid is 2^-bits m.
        bits: u32,
    },
}

/// Places of all nodes, two coordinates each, over a common denominator.
pub(crate) struct ExactPlaces {
    pub(crate) denominator: Integer,
    pub(crate) coordinates: Vec<Integer>,
}

impl Frame {
    /// Puts the nodes to the corners of the rounded parallelogram and between them.
    fn round(&self, places: &ExactPlaces, bits: u32, rounded: &mut [Vector]) {
        let last = self.side - 1;
        let corners = [(0, 0), (0, last), (last, 0), (last, last)]
            .map(|(row, column)| self.nodes[self.side * row + column]);
        let [centre, across, up] = [[1, 1, 1, 1], [-1, 1, -1, 1], [-1, -1, 1, 1]]
            .map(|signs| places.mean(&corners, signs, bits));
        for (point, node) in self.nodes.iter().enumerate() {
            let coordinate =
                |step: usize| Rational::from_integer((2 * step as i64 / last as i64 - 1).into());
            let (row, column) = (point / self.side, point % self.side);
            rounded[*node] =
                &centre + &(&across.scaled(&coordinate(column)) + &up.scaled(&coordinate(row)));
        }
    }
}

impl ExactPlaces {
    /// These places.
    pub(crate) fn of(places: &[Vector]) -> Self {
        let coordinates = places.iter().flat_map(|place| [&place.x, &place.y]);
        let (common, coordinates) = over_common_denominator(coordinates);
        Self {
            denominator: Integer::from(common),
            coordinates,
        }
    }

    /// A quarter of the sum of four nodes with signs, rounded.
    fn mean(&self, nodes: &[NodeId; 4], signs: [i32; 4], bits: u32) -> Vector {
        let four = &self.denominator * Integer::from(4);
        let [x, y] = [0, 1].map(|axis| {
            let mut sum = Integer::ZERO;
            for (node, sign) in nodes.iter().zip(signs) {
                sum += &self.coordinates[2 * node + axis] * Integer::from(sign);
            }
            nearest_multiple(&sum, &four, bits)
        });
        Vector::new(x, y)
    }

    /// All nodes, rounded or not.
    fn nodes(&self, bits: Option<u32>) -> Vec<Vector> {
        let mut nodes = Vec::new();
        for pair in self.coordinates.chunks_exact(2) {
            let [x, y] = [0, 1].map(|axis| match bits {
                Some(bits) => nearest_multiple(&pair[axis], &self.denominator, bits),
                None => fraction(&pair[axis], &self.denominator),
            });
            nodes.push(Vector::new(x, y));
        }
        nodes
    }
}

impl Rounding {
    /// The next places.
    pub(crate) fn apply(self, framework: &Framework, places: &ExactPlaces) -> Vec<Vector> {
        match self {
            Self::Exact => places.nodes(None),
            Self::Points { bits } => places.nodes(Some(bits)),
            Self::Bodies { bits } => {
                let mut rounded = places.nodes(Some(bits));
                for frame in framework.frames.iter().flatten() {
                    frame.round(places, bits, &mut rounded);
                }
                rounded
            }
        }
    }
}

/// The multiple of 2^-bits that is nearest to a fraction with a positive denominator, a half away
/// from zero.
fn nearest_multiple(numerator: &Integer, denominator: &Integer, bits: u32) -> Rational {
    let multiple = nearest(&(numerator << u64::from(bits)), denominator);
    let unit = Integer::from(1) << u64::from(bits);
    fraction(&multiple, &unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::ratio;

    #[test]
    fn halves_go_away_from_zero_on_both_sides() {
        for (numerator, denominator, nearest) in [
            (1, 8, 1),
            (-1, 8, -1),
            (1, 9, 0),
            (-1, 9, 0),
            (3, 8, 2),
            (5, 16, 1),
            (0, 3, 0),
            (-9, 4, -9),
        ] {
            let found = nearest_multiple(&Integer::from(numerator), &Integer::from(denominator), 2);
            assert_eq!(found, ratio(nearest, 4), "{numerator}/{denominator}");
        }
    }
}
