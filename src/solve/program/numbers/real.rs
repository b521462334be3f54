//! Numbers that a factorisation can be made in: floats, or fixed-point numbers of more digits.
#![allow(clippy::disallowed_types)]

use crate::exact::factor::{Arithmetic, UpperTriangle};
use crate::guess::downdating::RealArithmetic;
use crate::guess::normalisation::WideFloat;
use malachite::{Integer, Rational};
use std::marker::PhantomData;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A real number, rounded. A value that is too large for it becomes some other number.
pub(crate) trait Real:
    Copy
    + Default
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Rounding leaves less than this of a sum of numbers about 1 that is 0.
    const ROUNDING: f64;

    /// A number times 2^`exponent`.
    fn from_integer(value: &Integer, exponent: i64) -> Self;
    fn from_rational(value: &Rational, exponent: i64) -> Self;
    /// The number times 2^`exponent`, rounded to an integer; 0 if it is no number.
    fn to_integer(self, exponent: i64) -> Integer;
    fn from_float(value: f64) -> Self;
    fn to_float(self) -> f64;
    fn is_finite(self) -> bool;
}

impl Real for f64 {
    const ROUNDING: f64 = 1e-13;

    fn from_integer(value: &Integer, exponent: i64) -> Self {
        WideFloat::from_integer(value).shifted(exponent)
    }

    fn from_rational(value: &Rational, exponent: i64) -> Self {
        WideFloat::from_rational(value).shifted(exponent)
    }

    fn to_integer(self, exponent: i64) -> Integer {
        let wide = WideFloat::from_signed(self);
        wide.map_or(Integer::from(0), |wide| wide.rounded(exponent))
    }

    fn from_float(value: f64) -> Self {
        value
    }

    fn to_float(self) -> f64 {
        self
    }

    fn is_finite(self) -> bool {
        self.is_finite()
    }
}

/// The arithmetic of such numbers: a pivot must be positive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reals<T>(PhantomData<T>);

impl<T> Reals<T> {
    pub(crate) fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T: Real> Arithmetic for Reals<T> {
    type Element = T;
    type Sum = T;

    fn sum_from(self, value: &T) -> T {
        *value
    }

    fn minus_product(self, sum: T, a: &T, b: &T) -> T {
        sum - *a * *b
    }

    fn value(self, sum: T) -> T {
        sum
    }

    fn product(self, a: &T, b: &T) -> T {
        *a * *b
    }

    fn inverse_pivot(self, pivot: &T) -> Option<T> {
        let one = self.one();
        (*pivot > T::default() && pivot.is_finite()).then(|| one / *pivot)
    }

    fn minus_dot(self, value: T, (indices, entries): (&[u32], &[T]), dense: &[T]) -> T {
        let mut rest = value;
        for (&index, entry) in indices.iter().zip(entries) {
            rest = rest - *entry * dense[index as usize];
        }
        rest
    }
}

impl<T: Real> RealArithmetic for Reals<T> {
    fn one(self) -> T {
        T::from_float(1.0)
    }

    fn quotient(self, a: &T, b: &T) -> T {
        *a / *b
    }
}

/// S = A M⁻¹ Aᵀ of rows in elimination order, given M⁻¹.
pub(crate) fn gram_matrix<'a, T: Real + 'a>(
    rows: impl Iterator<Item = &'a [(usize, T)]>,
    compliances: &[T],
) -> UpperTriangle<T> {
    let mut rows_of_variable: Vec<Vec<(usize, T)>> = vec![Vec::new(); compliances.len()];
    let mut sums = Vec::new();
    let mut columns = Vec::new();
    for (position, row) in rows.enumerate() {
        sums.push(T::default());
        let mut touched = Vec::new();
        for &(variable, value) in row {
            rows_of_variable[variable].push((position, value));
            let weighed = value * compliances[variable];
            for &(other, coefficient) in &rows_of_variable[variable] {
                touched.push(other);
                sums[other] = sums[other] + weighed * coefficient;
            }
        }
        touched.sort_unstable();
        touched.dedup();
        let mut column = Vec::with_capacity(touched.len());
        for other in touched {
            column.push((other, std::mem::take(&mut sums[other])));
        }
        columns.push(column);
    }
    UpperTriangle { columns }
}
