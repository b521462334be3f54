//! Vectors of the plane, of any of the audit's numbers.

use crate::enclosure::Enclosure;
use malachite::Rational;
use std::ops::{Add, Mul, Sub};

/// `end` - `start`.
pub(crate) fn difference<Number>(end: &[Number; 2], start: &[Number; 2]) -> [Number; 2]
where
    for<'a> &'a Number: Sub<Output = Number>,
{
    let [start_x, start_y] = start;
    let [end_x, end_y] = end;
    [end_x - start_x, end_y - start_y]
}

/// The sum.
pub(crate) fn sum<Number>(one: &[Number; 2], other: &[Number; 2]) -> [Number; 2]
where
    for<'a> &'a Number: Add<Output = Number>,
{
    let [x, y] = one;
    let [other_x, other_y] = other;
    [x + other_x, y + other_y]
}

/// The scalar product.
pub(crate) fn dot<Number>(one: &[Number; 2], other: &[Number; 2]) -> Number
where
    for<'a> &'a Number: Mul<Output = Number> + Add<Output = Number>,
{
    let [x, y] = one;
    let [other_x, other_y] = other;
    let along_x = x * other_x;
    let along_y = y * other_y;
    &along_x + &along_y
}

/// The cross product: positive if `other` is counter-clockwise of `one`.
pub(crate) fn cross<Number>(one: &[Number; 2], other: &[Number; 2]) -> Number
where
    for<'a> &'a Number: Mul<Output = Number> + Sub<Output = Number>,
{
    let [x, y] = one;
    let [other_x, other_y] = other;
    let first = x * other_y;
    let second = y * other_x;
    &first - &second
}

/// A vector that is known exactly.
pub(crate) fn exact(vector: &[Rational; 2]) -> [Enclosure; 2] {
    vector.clone().map(Enclosure::exact)
}
