//! The door between the numbers of scenes and states (num-rational) and the solver's (malachite).

use malachite::Natural;
use num_bigint::{BigInt, BigUint, Sign};
use zwang_exact::Rational;

/// p/q.
pub(crate) fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

/// A number as the solver has it.
pub(crate) fn to_solver(value: &Rational) -> malachite::Rational {
    malachite::Rational::from_integers(
        integer_to_solver(value.numer()),
        integer_to_solver(value.denom()),
    )
}

/// An integer as the solver has it.
pub(crate) fn integer_to_solver(value: &BigInt) -> malachite::Integer {
    let magnitude = Natural::from_owned_limbs_asc(value.magnitude().to_u64_digits());
    malachite::Integer::from_sign_and_abs(value.sign() != Sign::Minus, magnitude)
}

/// An integer of the solver.
pub(crate) fn integer_from_solver(value: &malachite::Integer) -> BigInt {
    let limbs = value.unsigned_abs_ref().to_limbs_asc();
    let digits = limbs
        .into_iter()
        .flat_map(|limb| [limb as u32, (limb >> 32) as u32])
        .collect();
    let sign = if *value < 0 { Sign::Minus } else { Sign::Plus };
    BigInt::from_biguint(sign, BigUint::new(digits))
}

/// The fraction of two integers of the solver, whose gcd is the faster one.
pub(crate) fn fraction(
    numerator: &malachite::Integer,
    denominator: &malachite::Integer,
) -> Rational {
    let value = malachite::Rational::from_integers_ref(numerator, denominator);
    let magnitude = malachite::Integer::from(value.numerator_ref());
    let numerator = if value < 0 { -magnitude } else { magnitude };
    let denominator = malachite::Integer::from(value.denominator_ref());
    Rational::new_raw(
        integer_from_solver(&numerator),
        integer_from_solver(&denominator),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_pass_unchanged_both_ways() {
        for text in [
            "0",
            "-1",
            "4294967296",
            "-340282366920938463463374607431768211457",
        ] {
            let value: BigInt = text.parse().unwrap();
            assert_eq!(integer_from_solver(&integer_to_solver(&value)), value);
            let sixth = Rational::new(value.clone(), 6.into());
            assert_eq!(to_solver(&sixth).to_string(), sixth.to_string());
            assert_eq!(fraction(&integer_to_solver(&value), &6.into()), sixth);
        }
    }
}
