//! Rational turns of space.
//!
//! A quaternion w + v other than 0, of any length, turns by the matrix R = ((w² - v·v) 1 + 2 v vᵀ +
//! 2 w \[v\]) / (w² + v·v), which is exactly orthogonal with determinant 1.

use crate::matrix3::Matrix3;
use crate::rational::{Rational, difference, product, sum};
use crate::vector3::Vector3;

/// A quaternion w + x i + y j + z k.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quaternion {
    /// Real part.
    pub w: Rational,
    /// Coefficient of i.
    pub x: Rational,
    /// Coefficient of j.
    pub y: Rational,
    /// Coefficient of k.
    pub z: Rational,
}

impl Quaternion {
    /// The quaternion w + x i + y j + z k.
    #[must_use]
    pub fn new(w: Rational, x: Rational, y: Rational, z: Rational) -> Self {
        Self { w, x, y, z }
    }

    /// The quaternion of four integers.
    #[must_use]
    pub fn from_integers(w: i64, x: i64, y: i64, z: i64) -> Self {
        Self::from_parts(
            Rational::from_integer(w.into()),
            Vector3::from_integers(x, y, z),
        )
    }

    /// The quaternion w + v.
    #[must_use]
    pub fn from_parts(w: Rational, v: Vector3) -> Self {
        let Vector3 { x, y, z } = v;
        Self { w, x, y, z }
    }

    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self == Self::default()
    }

    /// x i + y j + z k.
    #[must_use]
    pub fn vector(&self) -> Vector3 {
        Vector3::new(self.x.clone(), self.y.clone(), self.z.clone())
    }

    /// w² + x² + y² + z².
    #[must_use]
    pub fn square(&self) -> Rational {
        let vector = self.vector();
        sum(&product(&self.w, &self.w), &vector.dot(&vector))
    }

    /// The product, which turns by `other` first.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let v = self.vector();
        let u = other.vector();
        let real = difference(&product(&self.w, &other.w), &v.dot(&u));
        let vector = &(&u.scaled(&self.w) + &v.scaled(&other.w)) + &v.cross(&u);
        Self::from_parts(real, vector)
    }

    /// The matrix of the turn; 0 for the quaternion 0, which is none.
    ///
    /// ```
    /// use zwang_exact::{Quaternion, Vector3, parse};
    /// // About z by the angle of the triangle 3, 4, 5.
    /// let turn = Quaternion::from_integers(2, 0, 0, 1).rotation();
    /// let turned = turn.times(&Vector3::from_integers(5, 0, 0));
    /// assert_eq!(turned, Vector3::from_integers(3, 4, 0));
    /// ```
    #[must_use]
    pub fn rotation(&self) -> Matrix3 {
        if self.is_zero() {
            return Matrix3::zero();
        }
        let v = self.vector();
        let two = Rational::from_integer(2.into());
        let stretch = difference(&product(&self.w, &self.w), &v.dot(&v));
        let along = Matrix3::outer(&v, &v).scaled(&two);
        let across = Matrix3::cross(&v).scaled(&product(&self.w, &two));
        let sum = &(&Matrix3::identity().scaled(&stretch) + &along) + &across;
        sum.scaled(&self.square().recip())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn quaternions() -> impl Strategy<Value = Quaternion> {
        let numbers = (-9..=9_i64, -9..=9_i64, -9..=9_i64, 1..=9_i64);
        numbers.prop_map(|(w, x, y, z)| Quaternion::from_integers(w, x, y, z))
    }

    proptest! {
        #[test]
        fn turns_are_orthogonal_and_multiply(one in quaternions(), other in quaternions()) {
            let turn = one.rotation();
            prop_assert_eq!(&turn.transposed() * &turn, Matrix3::identity());
            prop_assert_eq!(turn.determinant(), Rational::from_integer(1.into()));
            prop_assert_eq!(one.times(&other).rotation(), &turn * &other.rotation());
            prop_assert_eq!(turn.times(&one.vector()), one.vector());
        }
    }
}
