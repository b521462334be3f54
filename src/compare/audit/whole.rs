//! Whole numbers beside rational ones.

use malachite::base::num::arithmetic::traits::DivRound;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};

/// The largest integer that is not larger.
pub(crate) fn floor(value: &Rational) -> Integer {
    let magnitude = value.numerator_ref().clone();
    let numerator = Integer::from_sign_and_abs(*value >= 0, magnitude);
    let denominator = Integer::from(value.denominator_ref());
    let (quotient, _) = numerator.div_round(denominator, RoundingMode::Floor);
    quotient
}

/// The smallest integer that is not smaller.
pub(crate) fn ceiling(value: &Rational) -> Integer {
    -floor(&-value)
}
