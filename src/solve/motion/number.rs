//! Rationals as integers over a common denominator.

use malachite::{Integer, Rational};
use zwang_program::kernel::number;

/// The value times a multiple of its denominator.
pub(crate) fn times(value: &Rational, multiple: &Integer) -> Integer {
    let product = number::times(value, multiple.unsigned_abs_ref());
    if *multiple < 0 { -product } else { product }
}

/// The least common denominator.
pub(crate) fn common_denominator<'a>(values: impl IntoIterator<Item = &'a Rational>) -> Integer {
    Integer::from(number::common_denominator(values))
}
