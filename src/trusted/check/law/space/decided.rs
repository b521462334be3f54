//! Numbers that are the same all over a ball (`proofs/RUN.md`, section 16).

use super::super::number::Number;
use super::plan::Free;
use super::program::{Ball, turning};
use super::vector::{Quaternion, Vector};
use crate::rejection::Condition::L8;
use crate::rejection::Result;
use num_bigint::{BigInt, Sign};
use std::cmp::Ordering;
use zwang_exact::Rational;

/// L8: the numbers rounded to multiples of 2^-digits, which are the same for all within these half
/// widths of them, as integers over that.
pub(super) fn rounded(
    place: &str,
    vector: &Vector,
    halves: &Vector,
    digits: u64,
) -> Result<[BigInt; 3]> {
    let low = vector.minus(halves).0.map(|x| off_center(&x, digits));
    let high = vector.plus(halves).0.map(|x| off_center(&x, digits));
    if low != high {
        return L8.refuse(place, "two roundings in the ball", "one");
    }
    Ok(low)
}

/// ⟦x⟧: the integer with the sign of x and the size ⌊2^digits |x| + 505/1009⌋. The border between
/// two roundings is one that no simple number is on.
fn off_center(number: &Number, digits: u64) -> BigInt {
    let size = &number.abs() + &share(505).shifted(digits);
    let size = size.rounded_down(digits).nearest(digits);
    match number.is_negative() {
        true => -size,
        false => size,
    }
}

/// Between which numbers those are whose ⟦x⟧ is an integer.
fn borders(integer: &BigInt) -> [Number; 2] {
    let [below, above] = match integer.sign() {
        Sign::Plus => [505, 504],
        Sign::NoSign => [504, 504],
        Sign::Minus => [504, 505],
    };
    let integer = Number::dyadic(integer.clone(), 0);
    [&integer - &share(below), &integer + &share(above)]
}

fn share(count: i64) -> Number {
    Number::from(&Rational::new(count.into(), 1009.into()))
}

/// L8: how a number compares with a bound, the same for all within a half width of it: whether it
/// is not above the bound.
pub(super) fn is_at_most(
    place: &str,
    number: &Number,
    half: &Number,
    most: &Number,
) -> Result<bool> {
    let low = (number - half).cmp(most) != Ordering::Greater;
    let high = (number + half).cmp(most) != Ordering::Greater;
    if low != high {
        return L8.refuse(place, "both answers in the ball", "one");
    }
    Ok(low)
}

/// L8: component `chart` of q (1, ½ ε) is 1, the other three follow in order, each divided by it
/// and rounded.
pub(super) fn turn(
    free: &Free,
    ball: &Ball,
    [target, turned]: [&Quaternion; 2],
    chart: u8,
    digits: u64,
) -> Result<[BigInt; 3]> {
    let gradients = gradients(target);
    let mut all = Vec::new();
    for (component, gradient) in turned.components().into_iter().zip(gradients) {
        all.push((component.clone(), gradient));
    }
    if usize::from(chart) >= all.len() {
        return L8.refuse("turn", chart, "a component of a quaternion");
    }
    let (unit, down) = all.remove(usize::from(chart));
    let is_sure = |value: &Number, gradient: &Vector| {
        let spread = &turning(free, gradient) * &ball.radius.square();
        value.is_positive() && value.square() > spread
    };
    let sign = match unit.is_negative() {
        true => Number::from(-1),
        false => Number::one(),
    };
    let unit = &unit * &sign;
    let down = down.scaled(&sign);
    if !is_sure(&unit, &down) {
        return L8.refuse("turn", "a component that may vanish", "one that does not");
    }
    let per_unit = unit.reciprocal();
    let mut found = Vec::new();
    for (own, gradient) in all {
        let own = &own * &sign;
        let gradient = gradient.scaled(&sign);
        let nearest = off_center(&(&own * &per_unit), digits);
        let [low, high] = borders(&nearest).map(|border| border.shifted(digits));
        // Of the ball alone: a single motion rounds as it rounds.
        let is_one = ball.radius.is_zero()
            || (is_sure(
                &(&own - &(&low * &unit)),
                &gradient.minus(&down.scaled(&low)),
            ) && is_sure(
                &(&(&high * &unit) - &own),
                &down.scaled(&high).minus(&gradient),
            ));
        if !is_one {
            return L8.refuse("turn", "two roundings in the ball", "one");
        }
        found.push(nearest);
    }
    match <[BigInt; 3]>::try_from(found) {
        Ok(turn) => Ok(turn),
        Err(other) => L8.refuse("turn", other.len(), 3),
    }
}

/// The derivatives of the components of q (1, ½ ε) by ε.
fn gradients(target: &Quaternion) -> [Vector; 4] {
    let w = target.w.shifted(1);
    let Vector([x, y, z]) = target.v.scaled(&Number::power(1));
    [
        Vector([-&x, -&y, -&z]),
        Vector([w.clone(), -&z, y.clone()]),
        Vector([z, w.clone(), -&x]),
        Vector([-&y, x, w]),
    ]
}
