//! Vectors of the plane, of any of the audit's numbers.

use crate::enclosure::Enclosure;
use malachite::Rational;
use std::ops::{Add, Mul, Sub};

/// `end` - `start`.
pub(crate) fn difference<Number>(end: &[Number; 2], start: &[Number; 2]) -> [Number; 2]
where
    for<'a> &'a Number: Sub<Output = Number>,
{
    [&end[0] - &start[0], &end[1] - &start[1]]
}

/// The scalar product.
pub(crate) fn dot<Number>(one: &[Number; 2], other: &[Number; 2]) -> Number
where
    for<'a> &'a Number: Mul<Output = Number> + Add<Output = Number>,
{
    let first = &one[0] * &other[0];
    let second = &one[1] * &other[1];
    &first + &second
}

/// The cross product: positive if `other` is counter-clockwise of `one`.
pub(crate) fn cross<Number>(one: &[Number; 2], other: &[Number; 2]) -> Number
where
    for<'a> &'a Number: Mul<Output = Number> + Sub<Output = Number>,
{
    let first = &one[0] * &other[1];
    let second = &one[1] * &other[0];
    &first - &second
}

/// A vector that is known exactly.
pub(crate) fn exact(vector: &[Rational; 2]) -> [Enclosure; 2] {
    vector.clone().map(Enclosure::exact)
}
