//! Rationals in lowest terms, of long numbers too.
//!
//! The operations of `num_rational` take a common divisor bit by bit, which takes seconds for
//! numbers as long as a file may spell them; those here take [`gcd`]. Nearly all numbers of a scene
//! fit into machine words, and are computed there. For long ones, common divisors are looked for
//! where they can be: of 1/2 and a long number, in the 2 and not in the product.
//!
//! D. E. Knuth, *The Art of Computer Programming*, volume 2, section 4.5.1 (after P. Henrici).

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

    fn negated(self) -> Self {
        Self {
            numerator: -self.numerator,
            ..self
        }
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
    if let (Ok(first), Ok(second)) = (u64::try_from(first), u64::try_from(second)) {
        let divisor = num_integer::gcd(first, second);
        return BigInt::from(u128::from(first / divisor) * u128::from(second));
    }
    first / common_divisor(first, second) * second
}

fn common_divisor(first: &BigInt, second: &BigInt) -> BigInt {
    gcd(first.magnitude(), second.magnitude()).into()
}

pub(crate) fn sum(first: &Rational, second: &Rational) -> Rational {
    match (ShortFraction::of(first), ShortFraction::of(second)) {
        (Some(first), Some(second)) => short_sum(first, second),
        _ => long_sum(first, second),
    }
}

pub(crate) fn difference(first: &Rational, second: &Rational) -> Rational {
    match (ShortFraction::of(first), ShortFraction::of(second)) {
        (Some(first), Some(second)) => short_sum(first, second.negated()),
        _ => long_sum(first, &-second),
    }
}

fn short_sum(first: ShortFraction, second: ShortFraction) -> Rational {
    if first.denominator == second.denominator {
        let numerator = first.numerator + second.numerator;
        return short_lowest_terms(numerator, first.denominator);
    }
    let own = first.numerator * second.denominator;
    let others = second.numerator * first.denominator;
    let denominator = first.denominator * second.denominator;
    short_lowest_terms(own + others, denominator)
}

/// The sum of two numbers in lowest terms.
fn long_sum(first: &Rational, second: &Rational) -> Rational {
    if first.denom() == second.denom() {
        let numerator = first.numer() + second.numer();
        return lowest_terms(numerator, first.denom().clone());
    }
    // With a/bd + e/fd, d the common divisor of the denominators: af + eb has no divisor in common
    // with b, nor with f, so all that it has in common with bfd is in d. The sum is not 0, since
    // opposite numbers have the same denominator.
    let common = common_divisor(first.denom(), second.denom());
    let factor = second.denom() / &common;
    let other_factor = first.denom() / &common;
    let own = first.numer() * &factor;
    let others = second.numer() * other_factor;
    let numerator = own + others;
    let rest = common_divisor(&numerator, &common);
    let denominator = first.denom() / &rest * factor;
    Rational::new_raw(numerator / rest, denominator)
}

/// The product of two numbers in lowest terms, in lowest terms.
#[must_use]
pub fn product(first: &Rational, second: &Rational) -> Rational {
    if let (Some(a), Some(b)) = (ShortFraction::of(first), ShortFraction::of(second)) {
        let numerator = a.numerator * b.numerator;
        return short_lowest_terms(numerator, a.denominator * b.denominator);
    }
    // Each numerator may have a divisor in common with the denominator of the other one.
    let own = lowest_terms(first.numer().clone(), second.denom().clone());
    let others = lowest_terms(second.numer().clone(), first.denom().clone());
    let numerator = own.numer() * others.numer();
    Rational::new_raw(numerator, own.denom() * others.denom())
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
            // Most of these denominators go away again.
            let back = sum(&difference(&one, &other), &other);
            prop_assert_eq!(parts(back), parts(one.clone()));
            if one != Rational::default() {
                let inverse = Rational::new(5.into(), 7.into()) / &one;
                prop_assert_eq!(parts(product(&one, &inverse)), parts(&one * &inverse));
            }
            let multiple = num_integer::lcm(one.denom().clone(), other.denom().clone());
            prop_assert_eq!(lcm(one.denom(), other.denom()), multiple);
            let above = one.numer() * other.denom();
            let below = one.denom() * other.denom();
            prop_assert_eq!(parts(lowest_terms(-&above, -&below)), parts(one.clone()));
            prop_assert_eq!(parts(lowest_terms(above, below)), parts(one));
        }
    }

    /// A fraction that is not in lowest terms compares equal to the one that is.
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
