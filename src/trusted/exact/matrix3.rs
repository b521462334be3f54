//! Matrices of space, by rows.

use crate::rational::{Rational, difference, product, sum};
use crate::vector3::Vector3;
use num_bigint::Sign;
use std::ops::{Add, Mul, Sub};

/// A matrix of three rows and three columns.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Matrix3 {
    /// The rows.
    pub rows: [Vector3; 3],
}

impl Matrix3 {
    /// The matrix with these rows.
    #[must_use]
    pub fn new(rows: [Vector3; 3]) -> Self {
        Self { rows }
    }

    /// The matrix of zeros.
    #[must_use]
    pub fn zero() -> Self {
        Self::default()
    }

    /// The matrix with this vector in its diagonal and 0 elsewhere.
    #[must_use]
    pub fn diagonal(vector: &Vector3) -> Self {
        let mut matrix = Self::zero();
        let [first, second, third] = &mut matrix.rows;
        first.x.clone_from(&vector.x);
        second.y.clone_from(&vector.y);
        third.z.clone_from(&vector.z);
        matrix
    }

    /// The matrix 1.
    #[must_use]
    pub fn identity() -> Self {
        Self::diagonal(&Vector3::from_integers(1, 1, 1))
    }

    /// u vᵀ.
    #[must_use]
    pub fn outer(u: &Vector3, v: &Vector3) -> Self {
        Self::new(u.coordinates().map(|factor| v.scaled(factor)))
    }

    /// `[v]`, the matrix of v ×.
    #[must_use]
    pub fn cross(v: &Vector3) -> Self {
        let zero = Rational::default;
        Self::new([
            Vector3::new(zero(), -&v.z, v.y.clone()),
            Vector3::new(v.z.clone(), zero(), -&v.x),
            Vector3::new(-&v.y, v.x.clone(), zero()),
        ])
    }

    /// The columns.
    #[must_use]
    pub fn columns(&self) -> [Vector3; 3] {
        let [a, b, c] = &self.rows;
        [
            Vector3::new(a.x.clone(), b.x.clone(), c.x.clone()),
            Vector3::new(a.y.clone(), b.y.clone(), c.y.clone()),
            Vector3::new(a.z.clone(), b.z.clone(), c.z.clone()),
        ]
    }

    /// The transposed matrix.
    #[must_use]
    pub fn transposed(&self) -> Self {
        Self::new(self.columns())
    }

    /// Whether the matrix is its own transposed one.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        *self == self.transposed()
    }

    /// The sum of the diagonal.
    #[must_use]
    pub fn trace(&self) -> Rational {
        let [a, b, c] = &self.rows;
        sum(&sum(&a.x, &b.y), &c.z)
    }

    /// The determinant.
    #[must_use]
    pub fn determinant(&self) -> Rational {
        let [a, b, c] = &self.rows;
        a.dot(&b.cross(c))
    }

    /// The matrix times a vector.
    #[must_use]
    pub fn times(&self, vector: &Vector3) -> Vector3 {
        let [a, b, c] = &self.rows;
        Vector3::new(a.dot(vector), b.dot(vector), c.dot(vector))
    }

    /// Every entry times a number.
    #[must_use]
    pub fn scaled(&self, factor: &Rational) -> Self {
        let [a, b, c] = &self.rows;
        Self::new([a, b, c].map(|row| row.scaled(factor)))
    }

    /// The inverse; `None` if the determinant is 0.
    #[must_use]
    pub fn inverse(&self) -> Option<Self> {
        let determinant = self.determinant();
        if determinant.numer().sign() == Sign::NoSign {
            return None;
        }
        let [a, b, c] = &self.rows;
        let adjugate = Self::new([b.cross(c), c.cross(a), a.cross(b)]).transposed();
        Some(adjugate.scaled(&determinant.recip()))
    }

    /// Whether xᵀ A x ≥ 0 for every vector x. The matrix is symmetric; it is so if and only if no
    /// principal minor is negative.
    #[must_use]
    pub fn is_positive_semidefinite(&self) -> bool {
        let [a, b, c] = &self.rows;
        let minors = [
            a.x.clone(),
            b.y.clone(),
            c.z.clone(),
            minor([&a.x, &a.y, &b.y]),
            minor([&a.x, &a.z, &c.z]),
            minor([&b.y, &b.z, &c.z]),
            self.determinant(),
        ];
        minors
            .iter()
            .all(|minor| minor.numer().sign() != Sign::Minus)
    }

    /// Whether xᵀ A x > 0 for every vector x but 0. The matrix is symmetric; it is so if and only
    /// if its leading minors are positive.
    #[must_use]
    pub fn is_positive_definite(&self) -> bool {
        let [a, b, _] = &self.rows;
        let leading = [a.x.clone(), minor([&a.x, &a.y, &b.y]), self.determinant()];
        leading
            .iter()
            .all(|minor| minor.numer().sign() == Sign::Plus)
    }
}

/// The determinant of a symmetric matrix of two rows, a c - b².
fn minor([a, b, c]: [&Rational; 3]) -> Rational {
    difference(&product(a, c), &product(b, b))
}

impl Add for &Matrix3 {
    type Output = Matrix3;
    fn add(self, other: &Matrix3) -> Matrix3 {
        let [a, b, c] = &self.rows;
        let [d, e, f] = &other.rows;
        Matrix3::new([a + d, b + e, c + f])
    }
}

impl Sub for &Matrix3 {
    type Output = Matrix3;
    fn sub(self, other: &Matrix3) -> Matrix3 {
        let [a, b, c] = &self.rows;
        let [d, e, f] = &other.rows;
        Matrix3::new([a - d, b - e, c - f])
    }
}

impl Mul for &Matrix3 {
    type Output = Matrix3;
    fn mul(self, other: &Matrix3) -> Matrix3 {
        let columns = other.columns();
        Matrix3::new(columns.map(|column| self.times(&column))).transposed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn vectors() -> impl Strategy<Value = Vector3> {
        let numbers = (-9..=9_i64, -9..=9_i64, -9..=9_i64);
        numbers.prop_map(|(x, y, z)| Vector3::from_integers(x, y, z))
    }

    fn matrices() -> impl Strategy<Value = Matrix3> {
        (vectors(), vectors(), vectors()).prop_map(|(a, b, c)| Matrix3::new([a, b, c]))
    }

    proptest! {
        #[test]
        fn matrices_obey_their_laws(a in matrices(), b in matrices(), v in vectors(), w in vectors()) {
            prop_assert_eq!((&a * &b).times(&v), a.times(&b.times(&v)));
            prop_assert_eq!((&a * &b).determinant(), a.determinant() * b.determinant());
            prop_assert_eq!(a.times(&v).dot(&w), v.dot(&a.transposed().times(&w)));
            prop_assert_eq!(Matrix3::cross(&v).times(&w), v.cross(&w));
            prop_assert_eq!(Matrix3::outer(&v, &v).times(&w), v.scaled(&v.dot(&w)));
            let inverse = a.inverse();
            prop_assert_eq!(inverse.is_none(), a.determinant() == Rational::default());
            if let Some(inverse) = inverse {
                prop_assert_eq!(&inverse * &a, Matrix3::identity());
            }
        }

        /// AᵀA is positive semidefinite, and definite if A has an inverse; less of it is not if it
        /// is less than one of its values.
        #[test]
        fn squares_are_positive(a in matrices(), v in vectors()) {
            let square = &a.transposed() * &a;
            prop_assert!(square.is_symmetric());
            prop_assert!(square.is_positive_semidefinite());
            prop_assert_eq!(square.is_positive_definite(), a.inverse().is_some());
            prop_assume!(!v.is_zero());
            let value = v.dot(&square.times(&v)) / v.dot(&v) + Rational::from_integer(1.into());
            let less = &square - &Matrix3::identity().scaled(&value);
            prop_assert!(!less.is_positive_semidefinite());
        }
    }
}
