//! Rounding to the grid, by odd rules that know nothing of the order of bodies (`proofs/RUN.md`,
//! R8).
//!
//! A displacement is rounded in the frame of gravity: the reflections of a scene that keep gravity
//! change the signs of its coordinates, nothing else. A direction X = x + y i is rounded to i^n
//! rot(t). The tangent T of half its angle in the chart solves y T² + 2 x T - y = 0, and the left
//! side increases on [-1, 1]; so a float-free approximation is corrected by looking at signs, and
//! the nearest multiple of 2^-g is certain.

use crate::number::{common_denominator, times};
use crate::plane::Plane;
use crate::state::Rotation;
use malachite::base::num::arithmetic::traits::{
    Abs, DivRound, FloorSqrt, PowerOf2, Sign, UnsignedAbs,
};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::comparison::traits::PartialOrdAbs;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Natural, Rational};
use std::cmp::Ordering;
use zwang_program::kernel::number::nearest;

/// The multiple of 2^-g nearest to a number, ties away from zero.
pub(crate) fn to_grid(value: &Rational, digits: u64) -> Rational {
    let denominator = Integer::from(value.denominator_ref());
    let numerator = times(value, &denominator);
    let units = nearest(&(numerator << digits), &denominator);
    Rational::from_integers(units, Integer::power_of_2(digits))
}

/// The frame in which displacements are rounded: coprime integers along gravity, or (1, 0).
pub(crate) fn frame(gravity: &[Rational; 2]) -> Plane {
    if gravity.iter().all(|component| *component == 0) {
        return Plane::ONE;
    }
    let common = common_denominator(gravity);
    Plane::of_multiples(gravity, &common).primitive()
}

/// The displacement `numerator` / `denominator`, rounded.
pub(crate) fn displacement(
    numerator: &Plane,
    denominator: &Integer,
    frame: &Plane,
    digits: u64,
) -> [Rational; 2] {
    let rounded = displacement_on_grid(numerator, denominator, frame, digits);
    rounded.over(&Integer::power_of_2(digits))
}

/// The same, times 2^g.
pub(crate) fn displacement_on_grid(
    numerator: &Plane,
    denominator: &Integer,
    frame: &Plane,
    digits: u64,
) -> Plane {
    let length = frame.norm_squared() * denominator;
    let along = frame.dot(numerator);
    let across = frame.cross(numerator);
    let rounded = multiples(Plane::new(along, across), &length, digits);
    frame * &rounded
}

/// The multiples of 2^-g nearest to both parts of a number over a positive denominator, times 2^g.
pub(crate) fn multiples(number: Plane, denominator: &Integer, digits: u64) -> Plane {
    let Plane { re, im } = number;
    let re = nearest(&(re << digits), denominator);
    let im = nearest(&(im << digits), denominator);
    Plane::new(re, im)
}

/// The direction of a number other than zero, rounded.
pub(crate) fn direction(number: &Plane, digits: u64) -> Rotation {
    let quarter_turns = chart(number);
    let turns_back = (4 - quarter_turns) % 4;
    let Plane { re, im } = number.clone().quarter_turned(turns_back);
    let multiple = half_tangent(&re, &im, digits);
    Rotation::Chart {
        quarter_turns,
        half_tangent: Rational::from_integers(multiple, Integer::power_of_2(digits)),
    }
}

/// The n for which the number is within an eighth turn of i^n, the even one if there are two.
fn chart(number: &Plane) -> u8 {
    let Plane { re, im } = number;
    let is_along = re.unsigned_abs_ref() >= im.unsigned_abs_ref();
    match is_along {
        true if *re > 0 => 0,
        true => 2,
        false if *im > 0 => 1,
        false => 3,
    }
}

/// The integer nearest to 2^g tan(½ arg(x + y i)) for |y| ≤ x, ties away from zero.
fn half_tangent(x: &Integer, y: &Integer, digits: u64) -> Integer {
    let direction = Direction::new(x, y, digits);
    let mut rounded = direction.approximate();
    // rounded - 1/2 ≤ 2^g T < rounded + 1/2 for the magnitude.
    while direction.is_below(&(&rounded + Integer::ONE)) {
        rounded += Integer::ONE;
    }
    while !direction.is_below(&rounded) && rounded > 0 {
        rounded -= Integer::ONE;
    }
    if y.sign() == Ordering::Less {
        -rounded
    } else {
        rounded
    }
}

/// x + y i for 0 ≤ y ≤ x, with the tangent T of half its angle.
struct Direction<'a> {
    x: &'a Integer,
    y: Integer,
    /// Both without their last digits, so that x has at most twice the digits that are needed.
    short_x: Integer,
    short_y: Integer,
    /// g.
    digits: u64,
}

impl<'a> Direction<'a> {
    fn new(x: &'a Integer, y: &Integer, digits: u64) -> Self {
        let excess = x.significant_bits().saturating_sub(2 * spare(digits));
        let y = y.abs();
        Self {
            short_x: x >> excess,
            short_y: &y >> excess,
            x,
            y,
            digits,
        }
    }

    /// Whether n - 1/2 ≤ 2^g T: with T' = (2n - 1) / 2^(g+1), whether y (1 - T'²) ≥ 2 x T'.
    fn is_below(&self, n: &Integer) -> bool {
        let odd = (n << 1u64) - Integer::ONE;
        let of_y = Integer::power_of_2(2 * self.digits + 2) - &odd * &odd;
        let of_x = odd << (self.digits + 2);
        // Short numbers are less than 1 too small, which is seldom too coarse.
        let difference = &self.short_y * &of_y - &self.short_x * &of_x;
        let rounding = (&of_y).abs() + (&of_x).abs();
        if difference.ge_abs(&rounding) {
            return difference >= 0;
        }
        &self.y * of_y >= self.x * of_x
    }

    /// Near to 2^g T = 2^g y / (x + √(x² + y²)).
    fn approximate(&self) -> Integer {
        let x = &self.short_x;
        let y = &self.short_y;
        if *x == 0 {
            return Integer::ZERO;
        }
        let spare = spare(self.digits);
        let square: Natural = (x * x + y * y).unsigned_abs();
        let length = (square << (2 * spare)).floor_sqrt();
        let numerator = y << (self.digits + spare);
        let denominator = (x << spare) + Integer::from(length);
        let (quotient, _) = numerator.div_round(denominator, RoundingMode::Nearest);
        quotient
    }
}

/// Binary digits that are enough to find 2^g T but for the last one.
fn spare(digits: u64) -> u64 {
    digits + 16
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn directions_round_to_the_nearest_tangent(
            x in -5000i64..5000,
            y in -5000i64..5000,
            digits in 1u64..12,
        ) {
            prop_assume!((x, y) != (0, 0));
            assert_nearest_tangent(Plane::new(x.into(), y.into()), digits);
        }

        #[test]
        fn directions_round_oddly(
            x in -99i64..99,
            y in -99i64..99,
            scale in 1u64..300,
        ) {
            prop_assume!((x, y) != (0, 0));
            let x = Integer::from(x) << scale;
            let y = Integer::from(y) << scale;
            assert_odd(&Plane::new(x, y));
        }

        #[test]
        fn integers_round_to_the_nearest(
            a in -1000i64..1000,
            b in 1i64..50,
        ) {
            assert_nearest(&a.into(), &b.into());
        }
    }

    fn assert_nearest_tangent(number: Plane, digits: u64) {
        let (quarter_turns, tangent) = rounded(&number, digits);
        let Plane { re, im } = number.quarter_turned((4 - quarter_turns) % 4);
        assert!(re > 0);
        assert!(im.unsigned_abs_ref() <= re.unsigned_abs_ref());
        // |t - T| ≤ ½ 2^-g, by the sign of the polynomial at both ends.
        let half = Rational::power_of_2(-(digits as i64) - 1);
        assert!(polynomial(&re, &im, &tangent - &half) <= 0);
        assert!(polynomial(&re, &im, &tangent + &half) >= 0);
    }

    fn assert_odd(number: &Plane) {
        let (quarter_turns, tangent) = rounded(number, 20);
        let (other_turns, other_tangent) = rounded(&number.conjugate(), 20);
        assert_eq!((4 - quarter_turns) % 4, other_turns);
        assert_eq!(tangent, -other_tangent);
    }

    fn assert_nearest(a: &Integer, b: &Integer) {
        let rounded = nearest(a, b);
        let off = a - b * &rounded;
        assert!((off << 1u64).unsigned_abs() <= *b);
        assert_eq!(nearest(&-a, b), -rounded);
    }

    /// Quarter turns and tangent of a rounded direction.
    fn rounded(number: &Plane, digits: u64) -> (u8, Rational) {
        match direction(number, digits) {
            Rotation::Chart {
                quarter_turns,
                half_tangent,
            } => (quarter_turns, half_tangent),
            Rotation::Number(_) => unreachable!("directions are rounded"),
        }
    }

    /// y t² + 2 x t - y.
    fn polynomial(x: &Integer, y: &Integer, t: Rational) -> Rational {
        let x = Rational::from(x);
        let y = Rational::from(y);
        let square = &y * &t * &t;
        let linear = Rational::from(2) * x * t;
        square + linear - y
    }

    #[test]
    fn displacements_round_in_the_frame_of_gravity() {
        let gravity = [-3, -4].map(Rational::from);
        let frame = frame(&gravity);
        assert_eq!(frame, Plane::new((-3).into(), (-4).into()));
        // One grid step along gravity and two across stay as they are.
        let exact = &frame * &Plane::new(1.into(), 2.into());
        let rounded = displacement(&exact, &Integer::from(8), &frame, 3);
        assert_eq!(rounded, exact.over(&Integer::from(8)));
    }
}
