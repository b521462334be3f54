//! How the largest overhang is called.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use zwang_exact::Rational;

/// A root of a quadratic polynomial in words, such as `(15 - 4√2)/8`: the one of the two that is
/// between two numbers. `None` for another degree, or if neither is or both are.
#[must_use]
pub fn closed_form(polynomial: &[BigInt], between: &[Rational; 2]) -> Option<String> {
    let [c, b, a] = polynomial else {
        return None;
    };
    let discriminant = b * b - BigInt::from(4) * a * c;
    if a.is_zero() || !discriminant.is_positive() {
        return None;
    }
    let (factor, rest) = square_factor(&discriminant);
    let two = BigInt::from(2);
    let vertex = Rational::new(-b, &two * a);
    let [low, high] = between;
    if *low <= vertex && vertex <= *high {
        return None;
    }
    let sign = if *low > vertex { "+" } else { "-" };
    let mut whole = -b;
    let mut below = &two * a;
    if below.is_negative() {
        whole = -whole;
        below = -below;
    }
    let common = whole.gcd(&factor).gcd(&below);
    let [whole, factor, below] = [whole / &common, factor / &common, below / &common];
    let factor = match factor.is_one() {
        true => String::new(),
        false => factor.to_string(),
    };
    let above = format!("{whole} {sign} {factor}√{rest}");
    match below.is_one() {
        true => Some(above),
        false => Some(format!("({above})/{below}")),
    }
}

/// m and k with n = m² k; small squares are found.
fn square_factor(number: &BigInt) -> (BigInt, BigInt) {
    let mut factor = BigInt::one();
    let mut rest = number.clone();
    for divisor in 2..1000 {
        let square = BigInt::from(divisor * divisor);
        while rest.is_multiple_of(&square) {
            rest /= &square;
            factor *= divisor;
        }
    }
    (factor, rest)
}

#[cfg(test)]
mod tests {
    use super::closed_form;
    use zwang_exact::Rational;

    fn between(low: i64, high: i64) -> [Rational; 2] {
        [low, high].map(|end| Rational::new(end.into(), 10.into()))
    }

    #[test]
    fn both_roots_have_a_name() {
        let polynomial = [193, -240, 64].map(Into::into);
        let lower = closed_form(&polynomial, &between(11, 12));
        assert_eq!(lower.as_deref(), Some("(15 - 4√2)/8"));
        let upper = closed_form(&polynomial, &between(25, 26));
        assert_eq!(upper.as_deref(), Some("(15 + 4√2)/8"));
        let opposite = [-193, 240, -64].map(Into::into);
        let same = closed_form(&opposite, &between(25, 26));
        assert_eq!(same.as_deref(), Some("(15 + 4√2)/8"));
        assert_eq!(closed_form(&polynomial, &between(11, 26)), None);
        assert_eq!(closed_form(&[2.into(), 1.into()], &between(1, 2)), None);
    }
}
