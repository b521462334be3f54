//! Short exact numbers.

use zwang_exact::Rational;

pub(crate) fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

pub(crate) fn whole(count: usize) -> Rational {
    Rational::from_integer(count.into())
}
