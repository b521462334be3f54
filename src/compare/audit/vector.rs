//! Vectors of the plane, of any of the audit's numbers.

use crate::enclosure::Enclosure;
use malachite::Rational;
use std::ops::{Add, Mul, Sub};

/// A vector of the plane.
pub(crate) type Vector<Number = Rational> = [Number; 2];

/// `end` - `start`.
pub(crate) fn difference<Number>(end: &Vector<Number>, start: &Vector<Number>) -> Vector<Number>
where
    for<'a> &'a Number: Sub<Output = Number>,
{
    let [start_x, start_y] = start;
    let [end_x, end_y] = end;
    [end_x - start_x, end_y - start_y]
}

/// The sum.
pub(crate) fn sum<Number>(one: &Vector<Number>, other: &Vector<Number>) -> Vector<Number>
where
    for<'a> &'a Number: Add<Output = Number>,
{
    let [x, y] = one;
    let [other_x, other_y] = other;
    [x + other_x, y + other_y]
}

/// A multiple.
pub(crate) fn scaled(vector: &Vector, factor: &Rational) -> Vector {
    vector.each_ref().map(|part| part * factor)
}

/// The scalar product.
pub(crate) fn dot<Number>(one: &Vector<Number>, other: &Vector<Number>) -> Number
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
pub(crate) fn cross<Number>(one: &Vector<Number>, other: &Vector<Number>) -> Number
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
pub(crate) fn exact(vector: &Vector) -> Vector<Enclosure> {
    vector.clone().map(Enclosure::exact)
}
