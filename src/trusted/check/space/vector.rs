//! Vectors of three integers.

use num_bigint::BigInt;
use zwang_exact::{Integer, Rational, Vector3};

/// A vector, or a point in some unit. Vectors are ordered by x, then y, then z.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct IntegerVector(pub(crate) [Integer; 3]);

impl IntegerVector {
    pub(crate) fn dot(&self, other: &Self) -> Integer {
        let [a, b, c] = &self.0;
        let [x, y, z] = &other.0;
        a * x + b * y + c * z
    }

    pub(crate) fn cross(&self, other: &Self) -> Self {
        let [a, b, c] = &self.0;
        let [x, y, z] = &other.0;
        Self([b * z - c * y, c * x - a * z, a * y - b * x])
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        let [a, b, c] = &self.0;
        let [x, y, z] = &other.0;
        Self([a - x, b - y, c - z])
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        let [a, b, c] = &self.0;
        let [x, y, z] = &other.0;
        Self([a + x, b + y, c + z])
    }

    pub(crate) fn times(&self, factor: &Integer) -> Self {
        Self(self.0.each_ref().map(|number| number * factor))
    }

    pub(crate) fn opposite(&self) -> Self {
        Self(self.0.each_ref().map(|number| -number))
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.iter().all(Integer::is_zero)
    }

    /// The shortest vector of integers in the same direction; 0 if this is 0.
    pub(crate) fn primitive(&self) -> Self {
        let [x, y, z] = &self.0;
        let divisor = x.gcd(y).gcd(z);
        if divisor.is_zero() {
            return self.clone();
        }
        Self(self.0.each_ref().map(|number| number / &divisor))
    }

    /// The vector divided by a unit that is not 0.
    pub(crate) fn over(&self, unit: &Integer) -> Vector3 {
        let unit = unit.to_bigint();
        let numbers = self.0.each_ref();
        let [x, y, z] = numbers.map(|number| {
            let numerator = number.to_bigint().into_owned();
            Rational::new(numerator, unit.as_ref().clone())
        });
        Vector3::new(x, y, z)
    }

    /// The same as long integers.
    pub(crate) fn to_bigints(&self) -> [BigInt; 3] {
        let numbers = self.0.each_ref();
        numbers.map(|number| number.to_bigint().into_owned())
    }
}
