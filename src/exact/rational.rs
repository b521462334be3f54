//! Rationals in lowest terms, of long numbers too.
//!
//! The operations of `num_rational` take a common divisor bit by bit, which takes seconds for
//! numbers as long as a file may spell them; those here take [`gcd`].

use crate::divisor::gcd;
use num_bigint::{BigInt, Sign};

/// A fraction in lowest terms with a positive denominator.
pub type Rational = num_rational::BigRational;

/// Numbers of no more bits than this are as quick in `num_rational`.
const SHORT: u64 = 256;

/// The fraction in lowest terms; the denominator is not 0.
#[must_use]
pub fn lowest_terms(numerator: BigInt, denominator: BigInt) -> Rational {
    if denominator.sign() == Sign::Minus {
        return lowest_terms(-numerator, -denominator);
    }
    let divisor = gcd(numerator.magnitude(), denominator.magnitude());
    if divisor.bits() <= 1 {
        return Rational::new_raw(numerator, denominator);
    }
    let divisor = BigInt::from(divisor);
    Rational::new_raw(numerator / &divisor, denominator / divisor)
}

/// How many bits a number has: those of its numerator and of its denominator in lowest terms.
#[must_use]
pub fn bits(number: &Rational) -> u64 {
    let above = number.numer().bits();
    let below = number.denom().bits();
    above.saturating_add(below)
}

/// The least common multiple of two positive integers.
#[must_use]
pub fn lcm(first: &BigInt, second: &BigInt) -> BigInt {
    if first == second || second.magnitude().bits() == 1 {
        return first.clone();
    }
    let divisor = gcd(first.magnitude(), second.magnitude());
    first / BigInt::from(divisor) * second
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
    let own = first.numer() * second.denom();
    let others = second.numer() * first.denom();
    lowest_terms(own + others, first.denom() * second.denom())
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

    fn natural() -> impl Strategy<Value = BigInt> {
        proptest::collection::vec(any::<u32>(), 0..8)
            .prop_map(|digits| BigInt::from_slice(Sign::Plus, &digits))
    }

    fn rationals() -> impl Strategy<Value = Rational> {
        let parts = (any::<bool>(), natural(), natural(), 0..200_u32);
        parts.prop_map(|(is_negative, above, below, shift)| {
            let common = BigInt::from(6).pow(shift);
            let above = if is_negative { -above } else { above };
            Rational::new(above * &common, below * common + 12)
        })
    }

    proptest! {
        #[test]
        fn operations_are_those_of_num_rational(one in rationals(), other in rationals()) {
            prop_assert_eq!(sum(&one, &other), &one + &other);
            prop_assert_eq!(difference(&one, &other), &one - &other);
            prop_assert_eq!(product(&one, &other), &one * &other);
            let multiple = num_integer::lcm(one.denom().clone(), other.denom().clone());
            prop_assert_eq!(lcm(one.denom(), other.denom()), multiple);
            let above = one.numer() * other.denom();
            let below = one.denom() * other.denom();
            prop_assert_eq!(lowest_terms(-&above, -&below), one.clone());
            prop_assert_eq!(lowest_terms(above, below), one);
        }
    }
}
