//! Plane vectors over a positive integer.

use super::integer_vector::{IntegerVector, integers};
use super::unit::multiple;
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
        Self::new(IntegerVector::default(), BigInt::one())
    }

    /// The complex number i.
    pub(super) fn quarter_turn() -> Self {
        Self::new(IntegerVector::from_small(0, 1), BigInt::one())
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        let both = self.over_one_unit(other);
        let sum = both.first.plus(&both.second);
        Self::new(sum, both.unit)
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        let both = self.over_one_unit(other);
        let difference = both.first.minus(&both.second);
        Self::new(difference, both.unit)
    }

    /// This vector and another one over a common unit.
    pub(super) fn over_one_unit(&self, other: &Self) -> OverOneUnit {
        let common = multiple(&self.unit, &other.unit);
        OverOneUnit {
            first: self.vector.scaled(&common.first_factor),
            second: other.vector.scaled(&common.second_factor),
            unit: common.unit,
        }
    }

    /// The product as complex numbers.
    pub(super) fn times(&self, other: &Self) -> Self {
        let product = self.vector.times(&other.vector);
        let unit = &self.unit * &other.unit;
        Self::new(product, unit)
    }

    /// Both components rounded to the nearest multiple of 2^-digits, ties away from zero.
    pub(super) fn rounded(&self, digits: u64) -> Self {
        let unit = BigInt::one() << digits;
        let finer = self.vector.scaled(&unit);
        let x = nearest(&finer.x, &self.unit);
        let y = nearest(&finer.y, &self.unit);
        Self::new(IntegerVector::new(x, y), unit)
    }

    /// Of the vector α a + β J a, α and β rounded to the nearest multiple of 2^-digits, ties away
    /// from zero.
    pub(super) fn rounded_along(&self, a: &IntegerVector, digits: u64) -> Self {
        let along = self.vector.dot(a);
        let across = a.cross(&self.vector);
        let coordinates = IntegerVector::new(along, across);
        let unit = &self.unit * a.square();
        let exact = Self::new(coordinates, unit);
        let rounded = exact.rounded(digits);
        let vector = a.times(&rounded.vector);
        Self::new(vector, rounded.unit)
    }

    pub(super) fn coordinates(&self) -> [Rational; 2] {
        let IntegerVector { x, y } = self.vector.clone();
        let x = lowest_terms(x, self.unit.clone());
        let y = lowest_terms(y, self.unit.clone());
        [x, y]
    }
}

impl From<[&Rational; 2]> for Scaled {
    fn from(coordinates: [&Rational; 2]) -> Self {
        let (unit, numerators) = integers(coordinates);
        let [x, y] = numerators;
        Self::new(IntegerVector::new(x, y), unit)
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
