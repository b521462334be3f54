//! Vectors, matrices and quaternions of space.

use super::super::number::Number;

/// A vector, or a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Vector(pub(super) [Number; 3]);

/// A matrix, by rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Matrix(pub(super) [Vector; 3]);

/// A quaternion w + x i + y j + z k.
#[derive(Clone, Debug)]
pub(super) struct Quaternion {
    pub w: Number,
    pub v: Vector,
}

impl Vector {
    pub(super) fn zero() -> Self {
        Self([Number::zero(), Number::zero(), Number::zero()])
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        let [a, b, c] = &self.0;
        let [x, y, z] = &other.0;
        Self([a + x, b + y, c + z])
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        let [a, b, c] = &self.0;
        let [x, y, z] = &other.0;
        Self([a - x, b - y, c - z])
    }

    pub(super) fn scaled(&self, factor: &Number) -> Self {
        Self(self.0.each_ref().map(|number| number * factor))
    }

    pub(super) fn dot(&self, other: &Self) -> Number {
        let [a, b, c] = &self.0;
        let [x, y, z] = &other.0;
        &(&(a * x) + &(b * y)) + &(c * z)
    }

    pub(super) fn cross(&self, other: &Self) -> Self {
        let [a, b, c] = &self.0;
        let [x, y, z] = &other.0;
        Self([
            &(b * z) - &(c * y),
            &(c * x) - &(a * z),
            &(a * y) - &(b * x),
        ])
    }

    pub(super) fn square(&self) -> Number {
        self.dot(self)
    }

    /// |x| + |y| + |z|.
    pub(super) fn size(&self) -> Number {
        let [x, y, z] = self.0.each_ref().map(Number::abs);
        &(&x + &y) + &z
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.iter().all(Number::is_zero)
    }

    /// The least and the largest product with a point; `None` without points.
    pub(super) fn extent(&self, points: &[Self]) -> Option<[Number; 2]> {
        let (first, rest) = points.split_first()?;
        let mut least = self.dot(first);
        let mut largest = least.clone();
        for point in rest {
            let product = self.dot(point);
            if product < least {
                least = product;
            } else if product > largest {
                largest = product;
            }
        }
        Some([least, largest])
    }

    /// The components rounded to multiples of 2^-bits.
    pub(super) fn rounded(&self, bits: u64) -> Self {
        Self(self.0.each_ref().map(|number| number.rounded(bits)))
    }

    /// The smaller one of each component of two vectors.
    pub(super) fn least(&self, other: &Self) -> Self {
        let [a, b, c] = &self.0;
        let [x, y, z] = &other.0;
        Self([a.min(x).clone(), b.min(y).clone(), c.min(z).clone()])
    }

    /// The larger one of each component of two vectors.
    pub(super) fn largest(&self, other: &Self) -> Self {
        let [a, b, c] = &self.0;
        let [x, y, z] = &other.0;
        Self([a.max(x).clone(), b.max(y).clone(), c.max(z).clone()])
    }

    /// Whether no component is above that of another vector.
    pub(super) fn is_at_most(&self, other: &Self) -> bool {
        let [a, b, c] = &self.0;
        let [x, y, z] = &other.0;
        a <= x && b <= y && c <= z
    }
}

impl From<&zwang_exact::Vector3> for Vector {
    fn from(vector: &zwang_exact::Vector3) -> Self {
        Self(vector.coordinates().map(Number::from))
    }
}

impl Matrix {
    /// The matrix times a vector.
    pub(super) fn times(&self, vector: &Vector) -> Vector {
        let Self([a, b, c]) = self;
        Vector([a.dot(vector), b.dot(vector), c.dot(vector)])
    }

    pub(super) fn transposed(&self) -> Self {
        let Self([Vector([a, b, c]), Vector([d, e, f]), Vector([g, h, i])]) = self.clone();
        Self([Vector([a, d, g]), Vector([b, e, h]), Vector([c, f, i])])
    }

    /// The entries on the diagonal.
    pub(super) fn diagonal_entries(&self) -> [Number; 3] {
        let Self([Vector([a, _, _]), Vector([_, e, _]), Vector([_, _, i])]) = self;
        [a.clone(), e.clone(), i.clone()]
    }

    pub(super) fn one() -> Self {
        Self::diagonal(&Number::one())
    }

    fn diagonal(number: &Number) -> Self {
        let zero = Number::zero();
        Self([
            Vector([number.clone(), zero.clone(), zero.clone()]),
            Vector([zero.clone(), number.clone(), zero.clone()]),
            Vector([zero.clone(), zero, number.clone()]),
        ])
    }

    /// The matrix of the vector product `v ×`.
    pub(super) fn cross(vector: &Vector) -> Self {
        let [x, y, z] = &vector.0;
        let zero = Number::zero();
        Self([
            Vector([zero.clone(), -z, y.clone()]),
            Vector([z.clone(), zero.clone(), -x]),
            Vector([-y, x.clone(), zero]),
        ])
    }

    /// u vᵀ.
    pub(super) fn outer(u: &Vector, v: &Vector) -> Self {
        Self(u.0.each_ref().map(|number| v.scaled(number)))
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        let Self([a, b, c]) = self;
        let Self([x, y, z]) = other;
        Self([a.plus(x), b.plus(y), c.plus(z)])
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        let Self([a, b, c]) = self;
        let Self([x, y, z]) = other;
        Self([a.minus(x), b.minus(y), c.minus(z)])
    }

    fn scaled(&self, factor: &Number) -> Self {
        Self(self.0.each_ref().map(|row| row.scaled(factor)))
    }

    /// The product of two matrices.
    pub(super) fn product(&self, other: &Self) -> Self {
        let columns = other.transposed();
        Self(self.0.each_ref().map(|row| columns.times(row)))
    }

    /// The vector that this matrix takes to another one; `None` if there is not one alone.
    pub(super) fn solve(&self, right: &Vector) -> Option<Vector> {
        let Self([a, b, c]) = self;
        let minors = Self([b.cross(c), c.cross(a), a.cross(b)]);
        let Self([first, _, _]) = &minors;
        let determinant = a.dot(first);
        if determinant.is_zero() {
            return None;
        }
        let above = minors.transposed().times(right);
        Some(above.scaled(&determinant.reciprocal()))
    }

    pub(super) fn rounded(&self, bits: u64) -> Self {
        Self(self.0.each_ref().map(|row| row.rounded(bits)))
    }
}

impl From<&zwang_exact::Matrix3> for Matrix {
    fn from(matrix: &zwang_exact::Matrix3) -> Self {
        // The columns of the transposed matrix are the rows.
        let rows = matrix.transposed().columns();
        Self(rows.each_ref().map(Vector::from))
    }
}

impl Quaternion {
    /// The product: first the turn of the other one, then that of this one.
    pub(super) fn times(&self, other: &Self) -> Self {
        let w = &(&self.w * &other.w) - &self.v.dot(&other.v);
        let v = self.v.scaled(&other.w).plus(&other.v.scaled(&self.w));
        Self {
            w,
            v: v.plus(&self.v.cross(&other.v)),
        }
    }

    /// The opposite turn.
    pub(super) fn conjugate(&self) -> Self {
        Self {
            w: self.w.clone(),
            v: Vector::zero().minus(&self.v),
        }
    }

    pub(super) fn components(&self) -> [&Number; 4] {
        let [x, y, z] = &self.v.0;
        [&self.w, x, y, z]
    }

    /// The rotation of a quaternion other than 0, of any length.
    pub(super) fn rotation(&self) -> Matrix {
        let square = self.w.square();
        let of_vector = self.v.square();
        let along = Matrix::diagonal(&(&square - &of_vector));
        let twice = self.v.plus(&self.v);
        let across = Matrix::outer(&twice, &self.v);
        let around = Matrix::cross(&twice).scaled(&self.w);
        let sum = along.plus(&across).plus(&around);
        sum.scaled(&(&square + &of_vector).reciprocal())
    }
}
