//! The door between public numbers (num-rational) and the solver's own (malachite).

use malachite::base::num::arithmetic::traits::{DivExact, DivRound, Gcd, Lcm};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Natural, Rational};
use num_bigint::{BigInt, BigUint, Sign};

/// A public number as a solver number.
#[must_use]
pub fn to_solver(value: &zwang_exact::Rational) -> Rational {
    Rational::from_integers(
        integer_to_solver(value.numer()),
        integer_to_solver(value.denom()),
    )
}

/// A public integer as a solver integer.
#[must_use]
pub fn integer_to_solver(value: &BigInt) -> Integer {
    if let Ok(word) = i64::try_from(value) {
        return Integer::from(word);
    }
    let magnitude = Natural::from_owned_limbs_asc(value.magnitude().to_u64_digits());
    Integer::from_sign_and_abs(value.sign() != Sign::Minus, magnitude)
}

/// Public numbers as integers over their least common denominator.
#[must_use]
pub fn over_common_denominator<'a>(
    numbers: impl Iterator<Item = &'a zwang_exact::Rational> + Clone,
) -> (Natural, Vec<Integer>) {
    let mut common = Natural::ONE;
    for number in numbers.clone() {
        let own = natural_to_solver(number.denom().magnitude());
        if own != common && own != Natural::ONE {
            common = common.lcm(own);
        }
    }
    let mut numerators = Vec::with_capacity(numbers.size_hint().0);
    for number in numbers {
        let own = natural_to_solver(number.denom().magnitude());
        let mut numerator = integer_to_solver(number.numer());
        if own != common {
            numerator *= Integer::from((&common).div_exact(own));
        }
        numerators.push(numerator);
    }
    (common, numerators)
}

/// The least common multiple of the denominators of solver numbers.
pub fn common_denominator<'a>(numbers: impl IntoIterator<Item = &'a Rational>) -> Natural {
    least_common_multiple(numbers.into_iter().map(Rational::denominator_ref))
}

/// The least common multiple of positive integers, 1 of none.
pub fn least_common_multiple<'a>(numbers: impl IntoIterator<Item = &'a Natural>) -> Natural {
    let mut multiple = Natural::ONE;
    for number in numbers {
        if multiple != *number && *number != Natural::ONE && &multiple % number != Natural::ZERO {
            multiple = multiple.lcm(number);
        }
    }
    multiple
}

/// The integer `number` times a multiple of its denominator.
#[must_use]
pub fn times(number: &Rational, multiple: &Natural) -> Integer {
    let magnitude = number.numerator_ref() * (multiple / number.denominator_ref());
    Integer::from_sign_and_abs(*number >= 0, magnitude)
}

/// The integer nearest to a / b for b > 0, ties away from zero.
#[must_use]
pub fn nearest(a: &Integer, b: &Integer) -> Integer {
    let a_magnitude = a.unsigned_abs_ref();
    let b_magnitude = b.unsigned_abs_ref();
    let doubled = (a_magnitude << 1u64) + b_magnitude;
    let magnitude = doubled / (b_magnitude << 1u64);
    Integer::from_sign_and_abs(*a >= 0, magnitude)
}

/// A divisor as a power of two times an odd number: of most divisors here little is left where the
/// power is shifted away.
pub struct Divisor {
    shift: u64,
    odd: Integer,
}

impl Divisor {
    /// That of a positive integer.
    #[must_use]
    pub fn new(number: &Integer) -> Self {
        let shift = number.trailing_zeros().unwrap_or(0);
        Self {
            shift,
            odd: number >> shift,
        }
    }

    /// The quotient, rounded down.
    #[must_use]
    pub fn floor_quotient(&self, numerator: Integer) -> Integer {
        let shifted = numerator >> self.shift;
        if self.odd == 1 {
            return shifted;
        }
        let (quotient, _) = shifted.div_round(&self.odd, RoundingMode::Floor);
        quotient
    }
}

fn natural_to_solver(value: &BigUint) -> Natural {
    u64::try_from(value).map_or_else(
        |_| Natural::from_owned_limbs_asc(value.to_u64_digits()),
        Natural::from,
    )
}

/// A solver number as a public number.
#[must_use]
pub fn from_solver(value: &Rational) -> zwang_exact::Rational {
    let numerator = Integer::from_sign_and_abs_ref(*value >= 0, value.numerator_ref());
    let denominator = Integer::from(value.denominator_ref());
    zwang_exact::Rational::new_raw(
        integer_from_solver(&numerator),
        integer_from_solver(&denominator),
    )
}

/// A solver integer as a public integer.
#[must_use]
pub fn integer_from_solver(value: &Integer) -> BigInt {
    if let Ok(word) = i64::try_from(value) {
        return BigInt::from(word);
    }
    let limbs = value.unsigned_abs_ref().as_limbs_asc();
    let mut digits = Vec::with_capacity(2 * limbs.len());
    for limb in limbs {
        digits.push(*limb as u32);
        digits.push((*limb >> 32) as u32);
    }
    let sign = if *value < 0 { Sign::Minus } else { Sign::Plus };
    BigInt::from_biguint(sign, BigUint::new(digits))
}

/// The greatest common divisor of a positive number and others.
///
/// The others are combined first: their greatest common divisor divides any combination, and one
/// with arbitrary weights hardly ever has more in common with the first number. So the long numbers
/// are compared once, and what is left of the first is short.
#[must_use]
pub fn content<'a>(first: &Integer, others: impl Iterator<Item = &'a Integer> + Clone) -> Integer {
    let weight =
        |index: usize| Integer::from((index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48 | 1);
    let terms = others.clone().enumerate().filter(|(_, value)| **value != 0);
    let combination = terms.fold(Integer::ZERO, |sum, (index, value)| {
        sum + value * weight(index)
    });
    let mut content = first.unsigned_abs_ref().gcd(combination.unsigned_abs_ref());
    for value in others {
        if content == 1 {
            break;
        }
        if *value != 0 {
            content = (&content).gcd(value.unsigned_abs_ref() % &content);
        }
    }
    Integer::from(content)
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
            assert_eq!(integer_from_solver(&integer_to_solver(&value)), value);
            let third = zwang_exact::Rational::new(value.clone(), 3.into());
            assert_eq!(to_solver(&third).to_string(), third.to_string());
        }
    }

    #[test]
    fn divisors_round_down() {
        for divisor in [1, 2, 3, 8, 12, 40] {
            let split = Divisor::new(&Integer::from(divisor));
            for numerator in -100..=100_i64 {
                let quotient = split.floor_quotient(Integer::from(numerator));
                assert_eq!(quotient, numerator.div_euclid(divisor));
            }
        }
    }

    #[test]
    fn numbers_over_their_least_common_denominator() {
        let numbers = [
            "-1/6",
            "0",
            "3/4",
            "-5",
            "1/340282366920938463463374607431768211457",
        ]
        .map(|text| zwang_exact::parse(text).unwrap());
        let (common, numerators) = over_common_denominator(numbers.iter());
        assert_eq!(
            common.to_string(),
            "4083388403051261561560495289181218537484"
        );
        for (number, numerator) in numbers.iter().zip(numerators) {
            assert_eq!(
                Rational::from_integers(numerator, Integer::from(&common)),
                to_solver(number)
            );
        }
        assert_eq!(over_common_denominator([].iter()), (Natural::ONE, vec![]));
    }

    #[test]
    fn what_numbers_have_in_common() {
        for (list, common) in [
            (vec![12_i64], 12),
            (vec![12, 0, 0], 12),
            (vec![12, -18, 0, 30], 6),
            (vec![12, 18, 35], 1),
            // The weights of the first two others are 1 and 40503: they combine to 0.
            (vec![7 * 6, -40503 * 2, 2], 2),
            (vec![1 << 40, 1 << 20, -(1 << 30)], 1 << 20),
        ] {
            let numbers = list.iter().copied().map(Integer::from);
            let numbers: Vec<Integer> = numbers.collect();
            let found = content(&numbers[0], numbers[1..].iter());
            assert_eq!(found, common, "{list:?}");
        }
    }
}
