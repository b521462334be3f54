//! The door between the scene's numbers (num-rational) and the solver's (malachite).

use malachite::{Integer, Natural, Rational};
use num_bigint::{BigInt, BigUint, Sign};

/// A scene number as a solver number.
#[must_use]
pub fn to_solver(value: &zwang_exact::Rational) -> Rational {
    Rational::from_integers(integer_to_solver(value.numer()), integer_to_solver(value.denom()))
}

/// A scene or certificate integer as a solver integer.
#[must_use]
pub fn integer_to_solver(value: &BigInt) -> Integer {
    let magnitude = Natural::from_owned_limbs_asc(value.magnitude().to_u64_digits());
    Integer::from_sign_and_abs(value.sign() != Sign::Minus, magnitude)
}

/// A solver integer as a certificate integer.
#[must_use]
pub fn to_certificate(value: &Integer) -> BigInt {
    let limbs = value.unsigned_abs_ref().to_limbs_asc();
    let digits = limbs.into_iter().flat_map(|limb| [limb as u32, (limb >> 32) as u32]).collect();
    let sign = if *value < 0 { Sign::Minus } else { Sign::Plus };
    BigInt::from_biguint(sign, BigUint::new(digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_pass_unchanged_both_ways() {
        for text in ["0", "-1", "4294967296", "-340282366920938463463374607431768211457"] {
            let value: BigInt = text.parse().unwrap();
            assert_eq!(to_certificate(&integer_to_solver(&value)), value);
            let third = zwang_exact::Rational::new(value.clone(), 3.into());
            assert_eq!(to_solver(&third).to_string(), third.to_string());
        }
    }
}
