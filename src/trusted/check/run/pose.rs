//! Where bodies are (`proofs/RUN.md`, section 1), as integers.

use super::integer_vector::{IntegerVector, integers_over};
use super::scaled::Scaled;
use crate::rejection::Condition::R8;
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use zwang_certificate::run::Placement;
use zwang_exact::Vector;

/// Position z and rotation c = turn / length of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pose {
    pub position: Scaled,
    pub turn: IntegerVector,
    pub length: BigInt,
    /// The square of `turn`: `length`² where |c| = 1.
    pub square: BigInt,
    /// h with c = h² / |h|²; not known in exact runs.
    pub half: Option<IntegerVector>,
}

impl Pose {
    /// A fixed body: z = 0, c = 1.
    pub(super) fn origin() -> Self {
        Self::turned(Scaled::zero(), IntegerVector::from_small(1, 0))
    }

    /// A body at a point, not turned.
    pub(super) fn at(point: &Vector) -> Self {
        Self::turned(point.into(), IntegerVector::from_small(1, 0))
    }

    /// The rotation h² / |h|².
    pub(super) fn turned(position: Scaled, half: IntegerVector) -> Self {
        let turn = half.times(&half);
        let length = half.square();
        let square = &length * &length;
        Self {
            position,
            turn,
            length,
            square,
            half: Some(half),
        }
    }

    /// The placement that a record spells; exact or on a grid as the run is.
    ///
    /// # Errors
    /// R8 if it is of the other kind, or turned by nothing.
    pub(super) fn read(place: &str, placement: &Placement, grid: Option<u64>) -> Result<Self> {
        match (placement, grid) {
            (Placement::Grid { .. }, None) => {
                let required = "a rotation a + b i, as the run is exact";
                R8.refuse(place, "a rotation on a grid", required)
            }
            (Placement::Exact { .. }, Some(_)) => {
                let required = "quarter turns and a tangent, as the run is on a grid";
                R8.refuse(place, "a rotation a + b i", required)
            }
            (
                Placement::Grid {
                    position: [x, y],
                    quarter,
                    tangent,
                },
                Some(grid),
            ) => {
                let cosine = tangent.denom().clone();
                let mut half = IntegerVector::new(cosine, tangent.numer().clone());
                let eighth = IntegerVector::from_small(1, 1);
                for _ in 0..*quarter {
                    half = half.times(&eighth);
                }
                // Bodies that were placed alike have the same unit, whatever cancels.
                let grid_unit = BigInt::one() << grid;
                let (unit, [x, y]) = integers_over([x, y], &grid_unit);
                let position = Scaled::new(IntegerVector::new(x, y), unit);
                Ok(Self::turned(position, half))
            }
            (Placement::Exact { position, rotation }, None) => {
                let Scaled { vector, unit } = rotation.each_ref().into();
                if vector.is_zero() {
                    return R8.refuse(place, "rotation 0", "a rotation other than 0");
                }
                Ok(Self {
                    position: position.each_ref().into(),
                    square: vector.square(),
                    turn: vector,
                    length: unit,
                    half: None,
                })
            }
        }
    }

    /// The tangent of half the angle from another rotation to this one, as (sine, cosine) times a
    /// number: Im / (1 + Re) of c conj(c⁻) / |c⁻|². `None` after half a turn.
    pub(super) fn half_tangent(&self, before: &Self) -> Option<[BigInt; 2]> {
        let [sine, cosine] = match (&self.half, &before.half) {
            // u² / |u|², with u = h conj(h⁻), has the imaginary part 2 u_x u_y / |u|², and 1 + Re
            // is 2 u_x² / |u|².
            (Some(half), Some(other)) => {
                let product = half.times(&other.conjugate());
                [product.y, product.x]
            }
            _ => {
                let product = self.turn.times(&before.turn.conjugate());
                // c conj(c⁻) / |c⁻|² = product · length⁻ / (length · square⁻).
                [
                    product.y * &before.length,
                    &self.length * &before.square + product.x * &before.length,
                ]
            }
        };
        if cosine.is_zero() {
            None
        } else if cosine.is_negative() {
            Some([-sine, -cosine])
        } else {
            Some([sine, cosine])
        }
    }

    /// c.
    pub(super) fn rotation(&self) -> Scaled {
        Scaled::new(self.turn.clone(), self.length.clone())
    }
}
