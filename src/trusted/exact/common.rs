//! Rationals over a common denominator, and rounding to integers.

use crate::rational::{Rational, lcm};
use num_bigint::{BigInt, Sign};

/// The least common denominator of these numbers; 1 if there are none.
///
/// ```
/// let numbers = ["1/4", "-5/6"].map(|text| zwang_exact::parse(text).unwrap());
/// assert_eq!(zwang_exact::common_denominator(&numbers), 12.into());
/// ```
#[must_use]
pub fn common_denominator<'a>(numbers: impl IntoIterator<Item = &'a Rational>) -> BigInt {
    let mut common = BigInt::from(1);
    for number in numbers {
        common = lcm(&common, number.denom());
    }
    common
}

/// A number times a multiple of its denominator, which is an integer.
///
/// ```
/// let number = zwang_exact::parse("-5/6").unwrap();
/// assert_eq!(zwang_exact::times(&number, &12.into()), (-10).into());
/// ```
#[must_use]
pub fn times(number: &Rational, multiple: &BigInt) -> BigInt {
    number.numer() * (multiple / number.denom())
}

/// An integer over 2^shift, in lowest terms, without a search for a common divisor.
///
/// ```
/// let number = zwang_exact::parse("-3/2").unwrap();
/// assert_eq!(zwang_exact::over_power_of_two(&(-6).into(), 2), number);
/// ```
#[must_use]
pub fn over_power_of_two(above: &BigInt, shift: u64) -> Rational {
    let zeros = above.trailing_zeros().unwrap_or(shift).min(shift);
    Rational::new_raw(above >> zeros, BigInt::from(1) << (shift - zeros))
}

/// The integer nearest to a fraction with a positive denominator, ties away from zero.
///
/// ```
/// assert_eq!(zwang_exact::nearest(&5.into(), &2.into()), 3.into());
/// assert_eq!(zwang_exact::nearest(&(-5).into(), &2.into()), (-3).into());
/// ```
#[must_use]
pub fn nearest(numerator: &BigInt, denominator: &BigInt) -> BigInt {
    // With n and d positive, the integer part of n/d + 1/2.
    let size = BigInt::from(numerator.magnitude().clone());
    let rounded = (size * 2_u8 + denominator) / (denominator * 2_u8);
    if numerator.sign() == Sign::Minus {
        -rounded
    } else {
        rounded
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rationals() -> impl Strategy<Value = Rational> {
        let unit = prop_oneof![1..=12_i64, 1..=i64::MAX];
        (any::<i64>(), unit).prop_map(|(above, unit)| Rational::new(above.into(), unit.into()))
    }

    proptest! {
        #[test]
        fn powers_of_two_divide_as_other_numbers_do(above: i64, shift in 0..80_u64) {
            let found = over_power_of_two(&above.into(), shift);
            let reduced = Rational::new(above.into(), BigInt::from(1) << shift);
            prop_assert_eq!(found.numer(), reduced.numer());
            prop_assert_eq!(found.denom(), reduced.denom());
        }

        #[test]
        fn the_common_denominator_is_the_least(
            numbers in proptest::collection::vec(rationals(), 0..6),
        ) {
            let common = common_denominator(&numbers);
            let expected = numbers.iter().fold(BigInt::from(1), |common, number| {
                num_integer::lcm(common, number.denom().clone())
            });
            prop_assert_eq!(&common, &expected);
            for number in &numbers {
                let product = number * Rational::from_integer(common.clone());
                prop_assert_eq!(Rational::from_integer(times(number, &common)), product);
            }
        }

        #[test]
        fn nothing_is_nearer_and_ties_go_away_from_zero(number in rationals()) {
            let rounded = Rational::from_integer(nearest(number.numer(), number.denom()));
            let half = Rational::new(1.into(), 2.into());
            let error = &rounded - &number;
            prop_assert!(-&half <= error && error <= half);
            let is_tie = error == half || error == -half;
            let is_away = (error > Rational::default()) == (number > Rational::default());
            prop_assert!(!is_tie || is_away);
        }
    }

    #[test]
    fn ties_go_away_from_zero() {
        for (numerator, denominator, rounded) in [
            (1, 2, 1),
            (-1, 2, -1),
            (7, 5, 1),
            (-8, 5, -2),
            (0, 3, 0),
            (5, 2, 3),
            (-3, 2, -2),
        ] {
            let found = nearest(&BigInt::from(numerator), &BigInt::from(denominator));
            assert_eq!(found, BigInt::from(rounded));
        }
    }
}
