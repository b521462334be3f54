//! Plane vectors over a positive integer.

use super::integer_vector::{IntegerVector, integers};
use super::unit::{Multiple, multiple};
use num_bigint::BigInt;
use num_traits::One;
use zwang_exact::{Rational, Vector, lowest_terms, nearest};

/// A plane vector, or a complex number, over a positive integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scaled {
    pub vector: IntegerVector,
    pub unit: BigInt,
}

/// Two plane vectors over one positive integer.
pub(super) struct OverOneUnit {
    pub first: IntegerVector,
    pub second: IntegerVector,
    pub unit: BigInt,
}

impl Scaled {
    pub(super) fn new(vector: IntegerVector, unit: BigInt) -> Self {
        Self { vector, unit }
    }

    pub(super) fn zero() -> Self {
        let vector = IntegerVector::default();
        let unit = BigInt::one();
        Self { vector, unit }
    }

    /// The complex number i.
    pub(super) fn quarter_turn() -> Self {
        let vector = IntegerVector::from_small(0, 1);
        let unit = BigInt::one();
        Self { vector, unit }
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        let OverOneUnit {
            first,
            second,
            unit,
        } = self.over_one_unit(other);
        let sum = first.plus(&second);
        Self::new(sum, unit)
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        let OverOneUnit {
            first,
            second,
            unit,
        } = self.over_one_unit(other);
        let difference = first.minus(&second);
        Self::new(difference, unit)
    }

    /// This vector and another one over a common unit.
    pub(super) fn over_one_unit(&self, other: &Self) -> OverOneUnit {
        let Multiple {
            unit,
            first_factor,
            second_factor,
        } = multiple(&self.unit, &other.unit);
        OverOneUnit {
            first: self.vector.scaled(&first_factor),
            second: other.vector.scaled(&second_factor),
            unit,
        }
    }

    /// The product as complex numbers.
    pub(super) fn times(&self, other: &Self) -> Self {
        Self {
            vector: self.vector.times(&other.vector),
            unit: &self.unit * &other.unit,
        }
    }

    /// Both components rounded to the nearest multiple of 2^-digits, ties away from zero.
    pub(super) fn rounded(&self, digits: u64) -> Self {
        let unit = BigInt::one() << digits;
        let IntegerVector { x, y } = self.vector.scaled(&unit);
        let x = nearest(&x, &self.unit);
        let y = nearest(&y, &self.unit);
        let vector = IntegerVector { x, y };
        Self { vector, unit }
    }

    /// Of the vector α a + β J a, α and β rounded to the nearest multiple of 2^-digits, ties away
    /// from zero.
    pub(super) fn rounded_along(&self, a: &IntegerVector, digits: u64) -> Self {
        let along = self.vector.dot(a);
        let across = a.cross(&self.vector);
        let exact = Self {
            vector: IntegerVector::new(along, across),
            unit: &self.unit * a.square(),
        };
        let rounded = exact.rounded(digits);
        Self {
            vector: a.times(&rounded.vector),
            unit: rounded.unit,
        }
    }

    pub(super) fn coordinates(&self) -> [Rational; 2] {
        let Self { vector, unit } = self.clone();
        let IntegerVector { x, y } = vector;
        let x = lowest_terms(x, unit.clone());
        let y = lowest_terms(y, unit);
        [x, y]
    }
}

impl From<[&Rational; 2]> for Scaled {
    fn from(coordinates: [&Rational; 2]) -> Self {
        let (unit, [x, y]) = integers(coordinates);
        let vector = IntegerVector { x, y };
        Self { vector, unit }
    }
}

impl From<&Vector> for Scaled {
    fn from(vector: &Vector) -> Self {
        Self::from([&vector.x, &vector.y])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In the frame of a = 3 + 4i, (1 + i) a / 2 has the coordinates 1/2 and 1/2.
    #[test]
    fn ties_in_a_frame_go_away_from_zero() {
        let axis = IntegerVector::from_small(3, 4);
        let one_plus_i = IntegerVector::from_small(1, 1);
        let mut corner = axis.times(&one_plus_i);
        for _ in 0..4 {
            // The next of ±1 ± i.
            corner = corner.normal();
            assert_rounded(&corner, 2, 0, 1);
            assert_rounded(&corner, 2, 3, 4);
            assert_rounded(&corner, 3, 0, 0);
            assert_rounded(&corner, 6, 2, 1);
        }
    }

    /// A corner over a unit is rounded along the axis to a multiple of the corner.
    fn assert_rounded(corner: &IntegerVector, unit: i64, digits: u64, factor: i64) {
        let axis = IntegerVector::from_small(3, 4);
        let vector = Scaled::new(corner.clone(), unit.into());
        let found = vector.rounded_along(&axis, digits);
        assert_eq!(found.vector, corner.scaled(&factor.into()));
        assert_eq!(found.unit, BigInt::one() << digits);
    }
}
