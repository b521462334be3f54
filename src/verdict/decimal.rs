//! Decimals for people: three digits, never smaller than the exact number.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed};
use zwang_exact::Rational;

/// The least decimal d.dde±n with three digits that is not smaller than the root of a number; `0`
/// if the number is not positive.
///
/// With m = 100 … 999 for the digits and an exponent e, that is the least m · 10^(e-2) with
/// m² · 100^(e-2) ≥ `square`.
pub(crate) fn root_from_above(square: &Rational) -> String {
    if !square.is_positive() {
        return "0".to_owned();
    }
    let mut exponent = magnitude(square);
    let mut digits = digits(square, exponent);
    // The root was a little below a power of ten, and rounding up has reached it.
    if digits >= BigInt::from(1000) {
        exponent = exponent.saturating_add(1);
        digits = BigInt::from(100);
    }
    let text = digits.to_string();
    let (first, rest) = text.split_at_checked(1).unwrap_or((&text, ""));
    format!("{first}.{rest}e{exponent:+}")
}

/// The e with 10^e ≤ root < 10^(e+1).
fn magnitude(square: &Rational) -> i64 {
    let above = bits(square.numer());
    let below = bits(square.denom());
    let binary = above.saturating_sub(below);
    // log₁₀ 2 is about 0.30103, and the root halves it; the loops mend what this is off by.
    let mut exponent = binary.saturating_mul(30_103).div_euclid(200_000);
    while *square < hundred_to(exponent) {
        exponent = exponent.saturating_sub(1);
    }
    while *square >= hundred_to(exponent.saturating_add(1)) {
        exponent = exponent.saturating_add(1);
    }
    exponent
}

fn bits(number: &BigInt) -> i64 {
    i64::try_from(number.bits()).unwrap_or(i64::MAX)
}

/// The least m with m² · 100^(e-2) ≥ square.
fn digits(square: &Rational, exponent: i64) -> BigInt {
    let power = 2_i64.saturating_sub(exponent);
    let scaled = square * hundred_to(power);
    let whole = scaled.numer().div_ceil(scaled.denom());
    let root = whole.sqrt();
    if &root * &root == whole {
        root
    } else {
        root + BigInt::one()
    }
}

/// 100^n.
fn hundred_to(exponent: i64) -> Rational {
    let size = u32::try_from(exponent.unsigned_abs()).unwrap_or(u32::MAX);
    let power = BigInt::from(100).pow(size);
    if exponent < 0 {
        Rational::new(BigInt::one(), power)
    } else {
        Rational::new(power, BigInt::one())
    }
}

#[cfg(test)]
mod tests {
    use super::root_from_above;
    use num_traits::Zero;
    use proptest::prelude::*;
    use zwang_exact::Rational;

    fn square(text: &str) -> Rational {
        let root = zwang_exact::parse(text).unwrap();
        &root * &root
    }

    #[test]
    fn decimals_are_the_next_with_three_digits() {
        for (root, shown) in [
            ("1", "1.00e+0"),
            ("0.00129", "1.29e-3"),
            ("0.0012900001", "1.30e-3"),
            ("0.99999", "1.00e+0"),
            ("999.00001", "1.00e+3"),
            ("123", "1.23e+2"),
            ("1/3", "3.34e-1"),
        ] {
            assert_eq!(root_from_above(&square(root)), shown, "{root}");
        }
        assert_eq!(root_from_above(&Rational::zero()), "0");
    }

    fn assert_least(square: &Rational) {
        let text = root_from_above(square);
        let shown = zwang_exact::parse(&text).unwrap();
        assert!(&shown * &shown >= *square);
        // A hundredth of the leading digit is at most a hundredth of the number.
        let less = Rational::new(99.into(), 100.into());
        let before = shown * less;
        assert!(&before * &before < *square);
    }

    proptest! {
        #[test]
        fn a_decimal_is_above_and_the_one_before_is_not(
            numerator in 1..u64::MAX,
            denominator in 1..u64::MAX,
        ) {
            let square = Rational::new(numerator.into(), denominator.into());
            assert_least(&square);
        }
    }
}
