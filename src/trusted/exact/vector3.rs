//! Vectors of space.

use crate::common::{common_denominator, times};
use crate::divisor::gcd;
use crate::rational::{Rational, difference, product, sum};
use num_bigint::{BigInt, BigUint};
use std::ops::{Add, Mul, Neg, Sub};

/// A point or a vector of space.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vector3 {
    /// First horizontal coordinate, m.
    pub x: Rational,
    /// Second horizontal coordinate, m.
    pub y: Rational,
    /// Vertical coordinate, m.
    pub z: Rational,
}

impl Vector3 {
    /// The vector (x, y, z).
    #[must_use]
    pub fn new(x: Rational, y: Rational, z: Rational) -> Self {
        Self { x, y, z }
    }

    /// The vector (x, y, z) of three integers.
    #[must_use]
    pub fn from_integers(x: i64, y: i64, z: i64) -> Self {
        Self::new(
            Rational::from_integer(x.into()),
            Rational::from_integer(y.into()),
            Rational::from_integer(z.into()),
        )
    }

    /// The zero vector.
    #[must_use]
    pub fn zero() -> Self {
        Self::from_integers(0, 0, 0)
    }

    /// Whether all coordinates are zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self == Self::zero()
    }

    /// The three coordinates in order.
    #[must_use]
    pub fn coordinates(&self) -> [&Rational; 3] {
        [&self.x, &self.y, &self.z]
    }

    /// Scalar product.
    #[must_use]
    pub fn dot(&self, other: &Self) -> Rational {
        let of_x = product(&self.x, &other.x);
        let of_y = product(&self.y, &other.y);
        let of_z = product(&self.z, &other.z);
        sum(&sum(&of_x, &of_y), &of_z)
    }

    /// Cross product.
    #[must_use]
    pub fn cross(&self, other: &Self) -> Self {
        Self::new(
            determinant([&self.y, &self.z], [&other.y, &other.z]),
            determinant([&self.z, &self.x], [&other.z, &other.x]),
            determinant([&self.x, &self.y], [&other.x, &other.y]),
        )
    }

    /// The vector times a number.
    #[must_use]
    pub fn scaled(&self, factor: &Rational) -> Self {
        Self::new(
            product(&self.x, factor),
            product(&self.y, factor),
            product(&self.z, factor),
        )
    }

    /// The shortest vector of integers in this direction; zero for the zero vector.
    ///
    /// ```
    /// use zwang_exact::{Vector3, parse};
    /// let vector = Vector3::new(parse("2/3").unwrap(), parse("-1").unwrap(), parse("0").unwrap());
    /// assert_eq!(vector.primitive(), Vector3::from_integers(2, -3, 0));
    /// ```
    #[must_use]
    pub fn primitive(&self) -> Self {
        let unit = common_denominator(self.coordinates());
        let integers = self.coordinates().map(|number| times(number, &unit));
        let mut divisor = BigUint::ZERO;
        for integer in &integers {
            divisor = gcd(&divisor, integer.magnitude());
        }
        if divisor == BigUint::ZERO {
            return Self::zero();
        }
        let divisor = BigInt::from(divisor);
        let [x, y, z] = integers.map(|integer| Rational::from_integer(integer / &divisor));
        Self::new(x, y, z)
    }
}

/// a d - b c.
fn determinant([a, b]: [&Rational; 2], [c, d]: [&Rational; 2]) -> Rational {
    difference(&product(a, d), &product(b, c))
}

impl Add for &Vector3 {
    type Output = Vector3;
    fn add(self, other: &Vector3) -> Vector3 {
        Vector3::new(
            sum(&self.x, &other.x),
            sum(&self.y, &other.y),
            sum(&self.z, &other.z),
        )
    }
}

impl Sub for &Vector3 {
    type Output = Vector3;
    fn sub(self, other: &Vector3) -> Vector3 {
        Vector3::new(
            difference(&self.x, &other.x),
            difference(&self.y, &other.y),
            difference(&self.z, &other.z),
        )
    }
}

impl Neg for &Vector3 {
    type Output = Vector3;
    fn neg(self) -> Vector3 {
        Vector3::new(-&self.x, -&self.y, -&self.z)
    }
}

impl Mul<&Vector3> for &Rational {
    type Output = Vector3;
    fn mul(self, vector: &Vector3) -> Vector3 {
        vector.scaled(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cross_product_is_right_handed() {
        let x = Vector3::from_integers(1, 0, 0);
        let y = Vector3::from_integers(0, 1, 0);
        let z = Vector3::from_integers(0, 0, 1);
        assert_eq!(x.cross(&y), z);
        assert_eq!(y.cross(&z), x);
        assert_eq!(z.cross(&x), y);
    }

    #[test]
    fn primitive_vectors_keep_their_direction() {
        let third = Rational::new(1.into(), 3.into());
        let vector = Vector3::from_integers(-6, 4, 10);
        let shortest = Vector3::from_integers(-3, 2, 5);
        assert_eq!(vector.primitive(), shortest);
        assert_eq!(vector.scaled(&third).primitive(), shortest);
        assert_eq!(Vector3::zero().primitive(), Vector3::zero());
    }
}
