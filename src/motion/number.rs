//! Rationals as integers over a common denominator.

use malachite::base::num::arithmetic::traits::Lcm;
use malachite::base::num::basic::traits::One;
use malachite::{Integer, Natural, Rational};

/// The value times a multiple of its denominator.
pub(crate) fn times(value: &Rational, multiple: &Integer) -> Integer {
    let factor = multiple.unsigned_abs_ref() / value.denominator_ref();
    let magnitude = value.numerator_ref() * factor;
    let is_positive = (*value >= 0) == (*multiple >= 0);
    Integer::from_sign_and_abs(is_positive, magnitude)
}

/// The least common denominator.
pub(crate) fn common_denominator<'a>(values: impl IntoIterator<Item = &'a Rational>) -> Integer {
    let mut common = Natural::ONE;
    for value in values {
        common = common.lcm(value.denominator_ref());
    }
    Integer::from(common)
}
