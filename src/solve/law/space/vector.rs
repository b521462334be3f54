//! Vectors and matrices of space.

use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use zwang_exact::Vector3;
use zwang_program::kernel::number::to_solver;

/// A vector, or a point.
pub(super) type Vector = [Rational; 3];
/// A vector over some denominator.
pub(super) type Integers = [Integer; 3];
/// A matrix, by rows.
pub(super) type Matrix = [Vector; 3];

pub(super) const ZERO: Vector = [Rational::ZERO, Rational::ZERO, Rational::ZERO];

pub(super) fn vector(exact: &Vector3) -> Vector {
    exact.coordinates().map(to_solver)
}

pub(super) fn plus(one: &Vector, other: &Vector) -> Vector {
    [0, 1, 2].map(|axis| &one[axis] + &other[axis])
}

pub(super) fn minus(one: &Vector, other: &Vector) -> Vector {
    [0, 1, 2].map(|axis| &one[axis] - &other[axis])
}

pub(super) fn scaled(vector: &Vector, factor: &Rational) -> Vector {
    vector.each_ref().map(|number| number * factor)
}

pub(super) fn dot(one: &Vector, other: &Vector) -> Rational {
    let mut sum = Rational::ZERO;
    for (a, b) in one.iter().zip(other) {
        sum += a * b;
    }
    sum
}

pub(super) fn cross([a, b, c]: &Vector, [x, y, z]: &Vector) -> Vector {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

pub(super) fn times(matrix: &Matrix, vector: &Vector) -> Vector {
    matrix.each_ref().map(|row| dot(row, vector))
}

pub(super) fn transposed(matrix: &Matrix) -> Matrix {
    [0, 1, 2].map(|column| matrix.each_ref().map(|row| row[column].clone()))
}

/// |x| + |y| + |z|.
pub(super) fn size([x, y, z]: &Vector) -> Rational {
    x.abs() + y.abs() + z.abs()
}

pub(super) fn dot_of_integers(one: &Integers, other: &Integers) -> Integer {
    let mut sum = Integer::ZERO;
    for (a, b) in one.iter().zip(other) {
        sum += a * b;
    }
    sum
}

pub(super) fn cross_of_integers([a, b, c]: &Integers, [x, y, z]: &Integers) -> Integers {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}
