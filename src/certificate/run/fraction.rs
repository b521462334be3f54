//! Fractions as text, in lowest terms.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::One;
use zwang_exact::gcd;

/// Reads `"p"` or `"p/q"`, q > 1, if it is in lowest terms and has no leading zeros.
pub(super) fn parse(text: &str) -> Option<BigRational> {
    let (numerator, denominator) = match text.split_once('/') {
        None => return Some(BigRational::from_integer(integer(text)?)),
        Some((numerator, denominator)) => (integer(numerator)?, integer(denominator)?),
    };
    let is_canonical = denominator > BigInt::one()
        && gcd(numerator.magnitude(), denominator.magnitude()) == BigUint::one();
    is_canonical.then(|| BigRational::new_raw(numerator, denominator))
}

fn integer(text: &str) -> Option<BigInt> {
    let magnitude = text.strip_prefix('-').unwrap_or(text);
    let canonical = match magnitude.as_bytes() {
        [] => false,
        [b'0'] => magnitude.len() == text.len(),
        [b'0', ..] => false,
        digits => digits.iter().all(u8::is_ascii_digit),
    };
    if canonical { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_spelling_per_number() {
        for text in [
            "", "-", "-0", "01", "+1", "1/1", "2/4", "0/2", "1/0", "1/-2", "1/02", "1.5", "1/2/3",
            " 1", "a",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
        for text in ["0", "-7", "1/2", "-10/3"] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
    }
}
