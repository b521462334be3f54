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

impl Scaled {
    pub(super) fn new(vector: IntegerVector, unit: BigInt) -> Self {
        Self { vector, unit }
    }

    pub(super) fn zero() -> Self {
        Self::new(IntegerVector::default(), BigInt::one())
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        let (unit, [own, other]) = self.over_one_unit(other);
        Self::new(own.plus(&other), unit)
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        let (unit, [own, other]) = self.over_one_unit(other);
        Self::new(own.minus(&other), unit)
    }

    /// This vector and another one over a common unit, and that unit.
    pub(super) fn over_one_unit(&self, other: &Self) -> (BigInt, [IntegerVector; 2]) {
        let (unit, [factor, other_factor]) = multiple(&self.unit, &other.unit);
        let own = self.vector.scaled(&factor);
        (unit, [own, other.vector.scaled(&other_factor)])
    }

    /// The product as complex numbers.
    pub(super) fn times(&self, other: &Self) -> Self {
        let product = self.vector.times(&other.vector);
        Self::new(product, &self.unit * &other.unit)
    }

    /// Both components rounded to the nearest multiple of 2^-digits, ties away from zero.
    pub(super) fn rounded(&self, digits: u64) -> Self {
        Self::new(
            IntegerVector::new(
                nearest(&(&self.vector.x << digits), &self.unit),
                nearest(&(&self.vector.y << digits), &self.unit),
            ),
            BigInt::one() << digits,
        )
    }

    /// Of the vector α a + β J a, α and β rounded to the nearest multiple of 2^-digits, ties away
    /// from zero.
    pub(super) fn rounded_along(&self, a: &IntegerVector, digits: u64) -> Self {
        let coordinates = IntegerVector::new(self.vector.dot(a), a.cross(&self.vector));
        let rounded = Self::new(coordinates, &self.unit * a.square()).rounded(digits);
        Self::new(a.times(&rounded.vector), rounded.unit)
    }

    pub(super) fn coordinates(&self) -> [Rational; 2] {
        let IntegerVector { x, y } = &self.vector;
        [x, y].map(|number| lowest_terms(number.clone(), self.unit.clone()))
    }
}

impl From<[&Rational; 2]> for Scaled {
    fn from(coordinates: [&Rational; 2]) -> Self {
        let (unit, [x, y]) = integers(coordinates);
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
        for (x, y) in [(1, 1), (-1, 1), (-1, -1), (1, -1)] {
            let corner = axis.times(&IntegerVector::from_small(x, y));
            for (unit, digits, factor) in [(2, 0, 1), (2, 3, 4), (3, 0, 0), (6, 2, 1)] {
                let vector = Scaled::new(corner.clone(), unit.into());
                let found = vector.rounded_along(&axis, digits);
                assert_eq!(found.vector, corner.scaled(&factor.into()));
                assert_eq!(found.unit, BigInt::one() << digits);
            }
        }
    }
}
