//! Small fractions, and fractions of two integers of the solver (malachite).

use zwang_exact::Rational;
use zwang_program::kernel::number::from_solver;

/// p/q.
pub(crate) fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

/// The fraction of two integers of the solver, whose gcd is the faster one.
pub(crate) fn fraction(
    numerator: &malachite::Integer,
    denominator: &malachite::Integer,
) -> Rational {
    from_solver(&malachite::Rational::from_integers_ref(
        numerator,
        denominator,
    ))
}
