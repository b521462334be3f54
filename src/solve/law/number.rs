//! Numbers that are rounded to a grid: multiples of 2^-p as integers, ties away from zero.

use malachite::base::num::arithmetic::traits::{CeilingSqrt, DivRound, PowerOf2};
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Natural, Rational};
use zwang_program::kernel::number::{integer_from_solver, nearest};

/// Binary digits of states: g.
pub(crate) const GRID: u64 = 64;
/// Binary digits of guesses and of rotations in coefficients: l = g/2.
pub(crate) const SHORT: u64 = 32;
/// Binary digits of rotations in gaps: 2g.
pub(crate) const LONG: u64 = 128;
/// Binary digits of forces: P = 3g.
pub(crate) const FORCE: u64 = 192;
/// Binary digits of radii: 4g.
pub(crate) const RADIUS: u64 = 256;
/// Binary digits of times of meetings, in two steps: 3g/4.
pub(crate) const TIME: u64 = 48;
/// Below 2^-48 a gap stays what it is: 3g/4.
pub(crate) const FLOOR: u64 = 48;
/// An option is kept unless a row of it is violated by more than 2^-80: 5g/4.
pub(crate) const KEPT: u64 = 80;

/// \[x\]_p, times 2^p.
pub(crate) fn rounded(value: &Rational, digits: u64) -> Integer {
    let numerator = Integer::from_sign_and_abs_ref(*value >= 0, value.numerator_ref());
    nearest(
        &(numerator << digits),
        &Integer::from(value.denominator_ref()),
    )
}

/// The number of which this is 2^p times.
pub(crate) fn over(units: &Integer, digits: u64) -> Rational {
    Rational::from_integers_ref(units, &Integer::power_of_2(digits))
}

/// The least multiple of 2^-p, times 2^p, whose square is at least a number.
pub(crate) fn root_above(square: &Rational, digits: u64) -> Integer {
    if *square <= 0 {
        return Integer::from(0);
    }
    let numerator = square.numerator_ref() << (2 * digits);
    let (above, _) = numerator.div_round(square.denominator_ref(), RoundingMode::Ceiling);
    Integer::from(Natural::ceiling_sqrt(above))
}

/// Integers as certificates have them.
pub(crate) fn recorded(units: &Integer) -> num_bigint::BigInt {
    integer_from_solver(units)
}
