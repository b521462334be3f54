//! Rationals in lowest terms, of long numbers too.
//!
//! The operations of `num_rational` take a common divisor bit by bit, which takes seconds for
//! numbers as long as a file may spell them; those here take [`crate::gcd`].

use crate::{Rational, gcd};
use num_bigint::{BigInt, Sign};

/// Numbers of no more bits than this are as quick in `num_rational`.
const SHORT: u64 = 256;

/// The fraction in lowest terms; the denominator is not 0.
#[must_use]
pub fn lowest_terms(numerator: BigInt, denominator: BigInt) -> Rational {
    if denominator.sign() == Sign::Minus {
        return lowest_terms(-numerator, -denominator);
    }
    let divisor = BigInt::from(gcd(numerator.magnitude(), denominator.magnitude()));
    if divisor.magnitude().bits() <= 1 {
        return Rational::new_raw(numerator, denominator);
    }
    Rational::new_raw(numerator / &divisor, denominator / divisor)
}

/// How many bits a number has: those of its numerator and of its denominator in lowest terms.
#[must_use]
pub fn bits(number: &Rational) -> u64 {
    number.numer().bits().saturating_add(number.denom().bits())
}

/// The least common multiple of two positive integers.
#[must_use]
pub fn lcm(first: &BigInt, second: &BigInt) -> BigInt {
    if first == second || second.magnitude().bits() == 1 {
        return first.clone();
    }
    let divisor = BigInt::from_biguint(Sign::Plus, gcd(first.magnitude(), second.magnitude()));
    first / divisor * second
}

fn are_short(first: &Rational, second: &Rational) -> bool {
    bits(first).saturating_add(bits(second)) <= SHORT
}

pub(crate) fn sum(first: &Rational, second: &Rational) -> Rational {
    if are_short(first, second) {
        return first + second;
    }
    if first.denom() == second.denom() {
        return lowest_terms(first.numer() + second.numer(), first.denom().clone());
    }
    let numerator = first.numer() * second.denom() + second.numer() * first.denom();
    lowest_terms(numerator, first.denom() * second.denom())
}

pub(crate) fn difference(first: &Rational, second: &Rational) -> Rational {
    sum(first, &-second)
}

pub(crate) fn product(first: &Rational, second: &Rational) -> Rational {
    if are_short(first, second) {
        return first * second;
    }
    lowest_terms(
        first.numer() * second.numer(),
        first.denom() * second.denom(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rationals() -> impl Strategy<Value = Rational> {
        let digits = |count| proptest::collection::vec(any::<u32>(), 0..count);
        (any::<bool>(), digits(8), digits(8), 0..200_u32).prop_map(
            |(is_negative, above, below, shift)| {
                let sign = if is_negative { Sign::Minus } else { Sign::Plus };
                let common = BigInt::from(6).pow(shift);
                let above = BigInt::from_slice(sign, &above) * &common;
                Rational::new(above, BigInt::from_slice(Sign::Plus, &below) * &common + 12)
            },
        )
    }

    proptest! {
        #[test]
        fn operations_are_those_of_num_rational(one in rationals(), other in rationals()) {
            prop_assert_eq!(sum(&one, &other), &one + &other);
            prop_assert_eq!(difference(&one, &other), &one - &other);
            prop_assert_eq!(product(&one, &other), &one * &other);
            prop_assert_eq!(lcm(one.denom(), other.denom()), num_integer::lcm(one.denom().clone(), other.denom().clone()));
            let (above, below) = (one.numer() * other.denom(), one.denom() * other.denom());
            prop_assert_eq!(lowest_terms(-&above, -&below), one.clone());
            prop_assert_eq!(lowest_terms(above, below), one);
        }
    }
}
