//! Fixed-point numbers of a fixed number of machine words.
//!
//! They need no memory of their own, which makes them several times as fast as integers of any
//! length; and they are rounded to their last digit, so that nothing grows.
#![allow(clippy::disallowed_types)]

use crate::guess::normalisation::{WideFloat, power_of_two};
use crate::numbers::real::Real;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Natural, Rational};
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// By how many digits the roundings of a few hundred operations on numbers of some size are larger
/// than the last digit.
const DIGITS_OF_ROUNDING: i64 = 40;

/// A number of `WORDS` words, `FRACTION` of them behind the point. Those that are too large wrap
/// around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FixedWidth<const WORDS: usize, const FRACTION: usize> {
    /// In two's complement, the lowest first.
    words: [u64; WORDS],
}

impl<const WORDS: usize, const FRACTION: usize> FixedWidth<WORDS, FRACTION> {
    /// Binary digits behind the point.
    const DIGITS: i64 = 64 * FRACTION as i64;
    const ZERO: Self = Self { words: [0; WORDS] };

    fn is_negative(self) -> bool {
        self.words[WORDS - 1] >> 63 == 1
    }

    fn magnitude(self) -> Self {
        if self.is_negative() { -self } else { self }
    }

    /// A magnitude in units of the last digit, without what is too large.
    fn from_units(units: &Natural) -> Self {
        let mut number = Self::ZERO;
        for (word, limb) in number.words.iter_mut().zip(units.limbs()) {
            *word = limb;
        }
        number
    }

    /// In units of the last digit.
    fn units(self) -> Integer {
        let magnitude = Natural::from_limbs_asc(&self.magnitude().words);
        Integer::from_sign_and_abs(!self.is_negative(), magnitude)
    }

    /// The product of magnitudes. Column k has the products of weight 2^(64 k); of those behind the
    /// last digit one column is enough.
    fn times(self, other: Self) -> Self {
        let mut product = Self::ZERO;
        let mut sum: u128 = 0;
        for column in FRACTION - 1..FRACTION + WORDS {
            let mut carries = 0;
            let first = (column + 1).saturating_sub(WORDS);
            for index in first..=column.min(WORDS - 1) {
                let own = u128::from(self.words[index]) * u128::from(other.words[column - index]);
                let (total, has_carry) = sum.overflowing_add(own);
                sum = total;
                carries += u128::from(has_carry);
            }
            if column >= FRACTION {
                product.words[column - FRACTION] = sum as u64;
            }
            sum = (sum >> 64) | (carries << 64);
        }
        product
    }
}

impl<const WORDS: usize, const FRACTION: usize> Default for FixedWidth<WORDS, FRACTION> {
    fn default() -> Self {
        Self::ZERO
    }
}

impl<const WORDS: usize, const FRACTION: usize> Add for FixedWidth<WORDS, FRACTION> {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        let mut carry = 0;
        for (word, other) in self.words.iter_mut().zip(other.words) {
            let sum = u128::from(*word) + u128::from(other) + carry;
            *word = sum as u64;
            carry = sum >> 64;
        }
        self
    }
}

impl<const WORDS: usize, const FRACTION: usize> Neg for FixedWidth<WORDS, FRACTION> {
    type Output = Self;

    fn neg(mut self) -> Self {
        let mut carry = 1;
        for word in &mut self.words {
            let sum = u128::from(!*word) + carry;
            *word = sum as u64;
            carry = sum >> 64;
        }
        self
    }
}

impl<const WORDS: usize, const FRACTION: usize> Sub for FixedWidth<WORDS, FRACTION> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl<const WORDS: usize, const FRACTION: usize> Mul for FixedWidth<WORDS, FRACTION> {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let product = self.magnitude().times(other.magnitude());
        if self.is_negative() == other.is_negative() {
            product
        } else {
            -product
        }
    }
}

/// By integers of any length, as it is seldom needed; 0 if the divisor is.
impl<const WORDS: usize, const FRACTION: usize> Div for FixedWidth<WORDS, FRACTION> {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        if other == Self::ZERO {
            return Self::ZERO;
        }
        let quotient = (self.units() << Self::DIGITS) / other.units();
        Self::from_integer(&quotient, -Self::DIGITS)
    }
}

impl<const WORDS: usize, const FRACTION: usize> PartialOrd for FixedWidth<WORDS, FRACTION> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let signs = other.is_negative().cmp(&self.is_negative());
        let words = self.words.iter().rev().cmp(other.words.iter().rev());
        Some(signs.then(words))
    }
}

impl<const WORDS: usize, const FRACTION: usize> Real for FixedWidth<WORDS, FRACTION> {
    const ROUNDING: f64 = power_of_two(DIGITS_OF_ROUNDING - Self::DIGITS);

    fn from_integer(value: &Integer, exponent: i64) -> Self {
        let units = value << (exponent + Self::DIGITS);
        let magnitude = Self::from_units(units.unsigned_abs_ref());
        if units < 0 { -magnitude } else { magnitude }
    }

    fn from_rational(value: &Rational, exponent: i64) -> Self {
        let scaled = value << (exponent + Self::DIGITS);
        let units = Integer::rounding_from(scaled, RoundingMode::Floor).0;
        Self::from_integer(&units, -Self::DIGITS)
    }

    fn to_integer(self, exponent: i64) -> Integer {
        self.units() << (exponent - Self::DIGITS)
    }

    fn from_float(value: f64) -> Self {
        let units = value.to_integer(Self::DIGITS);
        Self::from_integer(&units, -Self::DIGITS)
    }

    fn to_float(self) -> f64 {
        WideFloat::from_integer(&self.units()).shifted(-Self::DIGITS)
    }

    fn is_finite(self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use malachite::base::num::arithmetic::traits::{Abs, PowerOf2};
    use proptest::prelude::*;

    type Number = FixedWidth<5, 3>;

    /// Numbers of any size that fits, of either sign, as numerators over 2^100.
    fn numerators() -> impl Strategy<Value = Integer> {
        (any::<i128>(), 0..100_u64).prop_map(|(value, shift)| Integer::from(value) >> shift)
    }

    fn number(numerator: &Integer) -> Number {
        Number::from_integer(numerator, -100)
    }

    /// Whether a number is as near to an exact one as its last digit allows.
    fn is_near(number: Number, exact: &Rational) -> bool {
        let found = Rational::from(number.units()) >> 192_u64;
        (found - exact).abs() <= Rational::power_of_2(-191_i64)
    }

    fn over(numerator: Integer, digits: u64) -> Rational {
        Rational::from(numerator) >> digits
    }

    proptest! {
        #[test]
        fn sums_and_products_are_those_of_fractions(a in numerators(), b in numerators()) {
            let (x, y) = (number(&a), number(&b));
            prop_assert!(is_near(x + y, &over(&a + &b, 100)));
            prop_assert!(is_near(x - y, &over(&a - &b, 100)));
            prop_assert!(is_near(-x, &over(-&a, 100)));
            prop_assert!(is_near(x * y, &over(&a * &b, 200)));
            prop_assert_eq!(x.partial_cmp(&y), Some(a.cmp(&b)));
        }

        #[test]
        fn numbers_come_back(a in numerators()) {
            prop_assert_eq!(number(&a).to_integer(100), a.clone());
            let float = number(&a).to_float();
            prop_assert_eq!(float, f64::from_integer(&a, -100));
            prop_assert!(is_near(Number::from_rational(&over(a.clone(), 100), 0), &over(a, 100)));
        }

        #[test]
        fn quotients_are_those_of_fractions(a in numerators(), b in numerators()) {
            prop_assume!(b != 0);
            let quotient = number(&a) / number(&b);
            prop_assert!(is_near(quotient, &Rational::from_integers(a, b)));
        }
    }
}
