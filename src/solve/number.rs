//! The door between the scene's numbers (num-rational) and the solver's (malachite).

use malachite::base::num::arithmetic::traits::{DivExact, Lcm};
use malachite::base::num::basic::traits::One;
use malachite::{Integer, Natural, Rational};
use num_bigint::{BigInt, BigUint, Sign};

/// A scene number as a solver number.
pub(crate) fn to_solver(value: &zwang_exact::Rational) -> Rational {
    Rational::from_integers(integer_to_solver(value.numer()), integer_to_solver(value.denom()))
}

/// A scene integer as a solver integer.
pub(crate) fn integer_to_solver(value: &BigInt) -> Integer {
    if let Ok(word) = i64::try_from(value) {
        return Integer::from(word);
    }
    let magnitude = Natural::from_owned_limbs_asc(value.magnitude().to_u64_digits());
    Integer::from_sign_and_abs(value.sign() != Sign::Minus, magnitude)
}

/// Scene numbers as integers over their least common denominator.
pub(crate) fn over_common_denominator<'a>(
    numbers: impl Iterator<Item = &'a zwang_exact::Rational> + Clone,
) -> (Natural, Vec<Integer>) {
    let denominator = |number: &zwang_exact::Rational| natural_to_solver(number.denom().magnitude());
    let common = numbers.clone().fold(Natural::ONE, |common, number| {
        let own = denominator(number);
        if own == common || own == Natural::ONE { common } else { common.lcm(own) }
    });
    let numerator = |number: &zwang_exact::Rational| {
        let (own, value) = (denominator(number), integer_to_solver(number.numer()));
        if own == common { value } else { value * Integer::from((&common).div_exact(own)) }
    };
    let numerators = numbers.map(numerator).collect();
    (common, numerators)
}

fn natural_to_solver(value: &BigUint) -> Natural {
    u64::try_from(value).map_or_else(|_| Natural::from_owned_limbs_asc(value.to_u64_digits()), Natural::from)
}

/// A solver integer as a certificate integer.
pub(crate) fn to_certificate(value: &Integer) -> BigInt {
    if let Ok(word) = i64::try_from(value) {
        return BigInt::from(word);
    }
    let limbs = value.unsigned_abs_ref().limbs();
    let digits = limbs.flat_map(|limb| [limb as u32, (limb >> 32) as u32]).collect();
    let sign = if *value < 0 { Sign::Minus } else { Sign::Plus };
    BigInt::from_biguint(sign, BigUint::new(digits))
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
            "-9223372036854775808",
            "-9223372036854775809",
            "9223372036854775808",
            "18446744073709551616",
            "-340282366920938463463374607431768211457",
        ] {
            let value: BigInt = text.parse().unwrap();
            assert_eq!(to_certificate(&integer_to_solver(&value)), value);
            let third = zwang_exact::Rational::new(value.clone(), 3.into());
            assert_eq!(to_solver(&third).to_string(), third.to_string());
        }
    }

    #[test]
    fn numbers_over_their_least_common_denominator() {
        let numbers = ["-1/6", "0", "3/4", "-5", "1/340282366920938463463374607431768211457"]
            .map(|text| zwang_exact::parse(text).unwrap());
        let (common, numerators) = over_common_denominator(numbers.iter());
        assert_eq!(common.to_string(), "4083388403051261561560495289181218537484");
        for (number, numerator) in numbers.iter().zip(numerators) {
            assert_eq!(Rational::from_integers(numerator, Integer::from(&common)), to_solver(number));
        }
        assert_eq!(over_common_denominator([].iter()), (Natural::ONE, vec![]));
    }
}
