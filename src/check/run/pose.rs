//! Where bodies are (`proofs/RUN.md`, section 1), as integers.

use super::integer_vector::IntegerVector;
use super::integer_vector::{integers, integers_over};
use crate::Rejection;
use crate::rejection::Condition::R8;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use zwang_certificate::run::Placement;
use zwang_exact::{Rational, Vector};

/// Position and rotation of a body: z = position / unit, c = turn / length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pose {
    pub position: IntegerVector,
    pub unit: BigInt,
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
        Self::turned(
            IntegerVector::default(),
            BigInt::one(),
            IntegerVector::from_small(1, 0),
        )
    }

    /// A body at a point, not turned.
    pub(super) fn at(point: &Vector) -> Self {
        Self::with_half([&point.x, &point.y], IntegerVector::from_small(1, 0))
    }

    pub(super) fn with_half(position: [&Rational; 2], half: IntegerVector) -> Self {
        let (unit, [x, y]) = integers(position);
        Self::turned(IntegerVector::new(x, y), unit, half)
    }

    /// The rotation h² / |h|².
    pub(super) fn turned(position: IntegerVector, unit: BigInt, half: IntegerVector) -> Self {
        let (turn, length) = (half.times(&half), half.square());
        let square = &length * &length;
        Self {
            position,
            unit,
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
    pub(super) fn read(
        place: &str,
        placement: &Placement,
        grid: Option<u64>,
    ) -> Result<Self, Rejection> {
        let wrong = |found: &str, required: &str| Err(Rejection::new(R8, place, found, required));
        match (placement, grid) {
            (Placement::Grid { .. }, None) => {
                let required = "a rotation a + b i, as the run is exact";
                wrong("a rotation on a grid", required)
            }
            (Placement::Exact { .. }, Some(_)) => {
                let required = "quarter turns and a tangent, as the run is on a grid";
                wrong("a rotation a + b i", required)
            }
            (
                Placement::Grid {
                    position: [x, y],
                    quarter,
                    tangent,
                },
                Some(grid),
            ) => {
                let mut half = IntegerVector::new(tangent.denom().clone(), tangent.numer().clone());
                let eighth = IntegerVector::from_small(1, 1);
                for _ in 0..*quarter {
                    half = half.times(&eighth);
                }
                // Bodies that were placed alike have the same unit, whatever cancels.
                let (unit, [x, y]) = integers_over([x, y], &(BigInt::one() << grid));
                Ok(Self::turned(IntegerVector::new(x, y), unit, half))
            }
            (
                Placement::Exact {
                    position: [x, y],
                    rotation: [a, b],
                },
                None,
            ) => {
                let (unit, [x, y]) = integers([x, y]);
                let (length, [a, b]) = integers([a, b]);
                let turn = IntegerVector::new(a, b);
                if turn.is_zero() {
                    return wrong("rotation 0", "a rotation other than 0");
                }
                Ok(Self {
                    position: IntegerVector::new(x, y),
                    unit,
                    square: turn.square(),
                    turn,
                    length,
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

    pub(super) fn position(&self) -> [Rational; 2] {
        self.position.over(&self.unit)
    }

    pub(super) fn rotation(&self) -> [Rational; 2] {
        self.turn.over(&self.length)
    }
}
