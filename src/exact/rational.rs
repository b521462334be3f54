//! Rationals in lowest terms, of long numbers too.
//!
//! The operations of `num_rational` take a common divisor bit by bit, which takes seconds for
//! numbers as long as a file may spell them; those here take [`gcd`]. Nearly all numbers of a scene
//! fit into machine words, and are computed there.

use crate::divisor::{gcd, gcd_of_words};
use num_bigint::{BigInt, Sign};

/// A fraction in lowest terms with a positive denominator.
pub type Rational = num_rational::BigRational;

/// A fraction of 64-bit numbers, the second positive. A product of two numerators fits into 128
/// bits, and so does the sum of two products of a numerator and a denominator, which is below 2^63.
#[derive(Clone, Copy)]
struct ShortFraction {
    numerator: i128,
    denominator: i128,
}

impl ShortFraction {
    fn of(number: &Rational) -> Option<Self> {
        let numerator = i64::try_from(number.numer()).ok()?;
        let denominator = i64::try_from(number.denom()).ok()?;
        Some(Self {
            numerator: numerator.into(),
            denominator: denominator.into(),
        })
    }
}

/// The fraction in lowest terms; the denominator is positive.
fn short_lowest_terms(numerator: i128, denominator: i128) -> Rational {
    let divisor = gcd_of_words(numerator.unsigned_abs(), denominator.unsigned_abs());
    if divisor == 1 {
        return Rational::new_raw(numerator.into(), denominator.into());
    }
    // A divisor of a positive number of 127 bits has no more.
    let divisor = divisor as i128;
    let numerator = BigInt::from(numerator / divisor);
    let denominator = BigInt::from(denominator / divisor);
    Rational::new_raw(numerator, denominator)
}

/// The fraction in lowest terms; the denominator is not 0.
#[must_use]
pub fn lowest_terms(numerator: BigInt, denominator: BigInt) -> Rational {
    if denominator.sign() == Sign::Minus {
        return lowest_terms(-numerator, -denominator);
    }
    if let (Ok(above), Ok(below)) = (i128::try_from(&numerator), i128::try_from(&denominator)) {
        return short_lowest_terms(above, below);
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

pub(crate) fn sum(first: &Rational, second: &Rational) -> Rational {
    if let (Some(a), Some(b)) = (ShortFraction::of(first), ShortFraction::of(second)) {
        if a.denominator == b.denominator {
            return short_lowest_terms(a.numerator + b.numerator, a.denominator);
        }
        let own = a.numerator * b.denominator;
        let others = b.numerator * a.denominator;
        return short_lowest_terms(own + others, a.denominator * b.denominator);
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
    if let (Some(a), Some(b)) = (ShortFraction::of(first), ShortFraction::of(second)) {
        let numerator = a.numerator * b.numerator;
        return short_lowest_terms(numerator, a.denominator * b.denominator);
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

    fn words() -> impl Strategy<Value = Rational> {
        let numerator = prop_oneof![-9_i64..=9, any::<i64>(), Just(i64::MIN), Just(i64::MAX)];
        let denominator = prop_oneof![1_i64..=9, 1..=i64::MAX, Just(i64::MAX)];
        let parts = (numerator, denominator);
        parts.prop_map(|(above, below)| Rational::new(above.into(), below.into()))
    }

    proptest! {
        #[test]
        fn operations_are_those_of_num_rational(
            one in prop_oneof![rationals(), words()],
            other in prop_oneof![rationals(), words()],
        ) {
            prop_assert_eq!(parts(sum(&one, &other)), parts(&one + &other));
            prop_assert_eq!(parts(difference(&one, &other)), parts(&one - &other));
            prop_assert_eq!(parts(product(&one, &other)), parts(&one * &other));
            let multiple = num_integer::lcm(one.denom().clone(), other.denom().clone());
            prop_assert_eq!(lcm(one.denom(), other.denom()), multiple);
            let above = one.numer() * other.denom();
            let below = one.denom() * other.denom();
            prop_assert_eq!(parts(lowest_terms(-&above, -&below)), parts(one.clone()));
            prop_assert_eq!(parts(lowest_terms(above, below)), parts(one));
        }
    }

    /// What is not in lowest terms compares equal to what is.
    fn parts(fraction: Rational) -> (BigInt, BigInt) {
        fraction.into_raw()
    }

    fn check_lowest_terms(found: [i128; 2], expected: [i128; 2]) {
        let [above, below] = found.map(BigInt::from);
        let [numerator, denominator] = expected.map(BigInt::from);
        let found = parts(lowest_terms(above, below));
        assert_eq!(found, (numerator, denominator));
    }

    #[test]
    fn the_longest_short_numbers_are_brought_to_lowest_terms() {
        check_lowest_terms([i128::MIN, 2], [i128::MIN / 2, 1]);
        check_lowest_terms([i128::MIN, i128::MAX], [i128::MIN, i128::MAX]);
        check_lowest_terms([0, i128::MAX], [0, 1]);
        // 2^127 is no short number any more.
        let found = parts(lowest_terms(BigInt::from(5), BigInt::from(i128::MIN)));
        assert_eq!(found, (BigInt::from(-5), -BigInt::from(i128::MIN)));
    }
}
