//! Numbers that are the same all over a ball (`proofs/RUN.md`, section 16).

use super::group::Member;
use super::program::Masses;
use super::vector::{Integers, Vector, minus, scaled};
use crate::number::{GRID, LONG, RADIUS, over, root_above};
use malachite::base::num::arithmetic::traits::{Abs, Square};
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};
use std::cmp::Ordering;

/// Whether a number is at most as large as a bound, with either sign.
pub(super) fn is_within(number: &Rational, bound: &Rational) -> bool {
    number <= bound && *number >= -bound
}

/// The half width of an interval: the least multiple of 2^-256 whose square is at least that of a
/// size times that of the radius.
pub(super) fn width_of(size_squared: &Rational, radius: &Integer) -> Rational {
    let radius = over(radius, RADIUS);
    over(
        &root_above(&(size_squared * radius.square()), RADIUS),
        RADIUS,
    )
}

/// ⟦x⟧, the numbers rounded, if those of the whole intervals are the same.
pub(super) fn decided(vector: &Vector, halves: &Vector, digits: u64) -> Option<Integers> {
    for (number, half) in vector.iter().zip(halves) {
        if off_center(&(number - half), digits) != off_center(&(number + half), digits) {
            return None;
        }
    }
    Some(vector.each_ref().map(|number| off_center(number, digits)))
}

/// ⟦x⟧: the integer with the sign of x and the size ⌊2^digits |x| + 505/1009⌋. The border between
/// two roundings is one that no simple number is on.
fn off_center(number: &Rational, digits: u64) -> Integer {
    let size = (number.abs() << digits) + Rational::from_unsigneds(505u32, 1009u32);
    let size = Integer::rounding_from(size, RoundingMode::Floor).0;
    match *number < 0 {
        true => -size,
        false => size,
    }
}

/// Between which numbers those are whose ⟦x⟧ is an integer, the lower one with 1.
fn borders(integer: &Integer) -> [(Rational, i32); 2] {
    let near = Rational::from_unsigneds(504u32, 1009u32);
    let far = Rational::from_unsigneds(505u32, 1009u32);
    let [below, above] = match integer.cmp(&Integer::ZERO) {
        Ordering::Greater => [far, near],
        Ordering::Equal => [near.clone(), near],
        Ordering::Less => [near, far],
    };
    let integer = Rational::from(integer);
    [(&integer - below, 1), (integer + above, -1)]
}

/// The turn of the state after the step, if it is decided.
pub(super) fn chart(
    member: &Member,
    masses: &Masses,
    turned: &Vector,
    radius: &Integer,
) -> Option<(u8, Integers)> {
    let (chart, _) = super::state::chart(&member.target.drifted);
    let whole = member.target.turned(turned);
    let mut gradients: Vec<Vector> = Vec::with_capacity(4);
    let [w, x, y, z] = member
        .target
        .drifted
        .each_ref()
        .map(|number| over(number, GRID + LONG) >> 1u64);
    gradients.push([-&x, -&y, -&z]);
    gradients.push([w.clone(), -&z, y.clone()]);
    gradients.push([z.clone(), w.clone(), -&x]);
    gradients.push([-&y, x, w]);
    let main = usize::from(chart);
    let radius_squared = over(radius, RADIUS).square();
    let is_sure = |value: &Rational, gradient: &Vector| {
        *value > 0 && value.square() > masses.turning(gradient) * &radius_squared
    };
    let sign = Rational::from(if whole[main] > 0 { 1 } else { -1 });
    let unit = &whole[main] * &sign;
    let down = scaled(&gradients[main], &sign);
    if !is_sure(&unit, &down) {
        return None;
    }
    let mut turn = Vec::with_capacity(3);
    for index in (0..4).filter(|index| *index != main) {
        let own = &whole[index] * &sign;
        let gradient = scaled(&gradients[index], &sign);
        let found = off_center(&(&own / &unit), GRID);
        if *radius != 0 {
            for (edge, sign) in borders(&found) {
                let edge = edge >> GRID;
                let sign = Rational::from(sign);
                let value = (&own - &edge * &unit) * &sign;
                let gradient = scaled(&minus(&gradient, &scaled(&down, &edge)), &sign);
                if !is_sure(&value, &gradient) {
                    return None;
                }
            }
        }
        turn.push(found);
    }
    let turn: Integers = turn.try_into().ok()?;
    Some((chart, turn))
}
