//! Fractions as text, in lowest terms.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::One;
use zwang_exact::gcd;

/// The number of a text `p` or `p/q`, q > 1, if it is in lowest terms and has no leading zeros.
///
/// ```
/// use zwang_certificate::run2::parse_fraction;
/// assert_eq!(parse_fraction("-7/2").unwrap().to_string(), "-7/2");
/// assert_eq!(parse_fraction("2/4"), None);
/// ```
#[must_use]
pub fn parse(text: &str) -> Option<BigRational> {
    let Some((numerator, denominator)) = text.split_once('/') else {
        let integer = integer(text)?;
        return Some(BigRational::from_integer(integer));
    };
    let numerator = integer(numerator)?;
    let denominator = integer(denominator)?;
    if denominator <= BigInt::one() {
        return None;
    }
    let common = gcd(numerator.magnitude(), denominator.magnitude());
    if common != BigUint::one() {
        return None;
    }
    Some(BigRational::new_raw(numerator, denominator))
}

fn integer(text: &str) -> Option<BigInt> {
    let magnitude = text.strip_prefix('-').unwrap_or(text);
    let canonical = match magnitude.as_bytes() {
        [] => false,
        [b'0'] => magnitude.len() == text.len(),
        [b'0', ..] => false,
        digits => digits.iter().all(u8::is_ascii_digit),
    };
    if !canonical {
        return None;
    }
    text.parse().ok()
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
