//! The statement of an accepted proof for people: decimals first, the fractions beside them
//! (`proofs/FORMAT.md`, section 5).

use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use zwang_certificate::threshold::Vary;
use zwang_check::threshold::{CriticalRoot, VerifiedThreshold};
use zwang_check::{Checked, CheckedInSpace};
use zwang_decimal::{Decimal, Digits, Rounding, decimal};
use zwang_exact::Rational;

/// Digits of decimals: as many as tell the ends of a narrow bracket apart.
const DIGITS: usize = 12;

/// The most halvings of the interval around a root; where they are not enough it has no decimal.
const MOST_HALVINGS: usize = 128;

/// The statement about a scene in the plane.
#[must_use]
pub fn in_the_plane(checked: &Checked) -> String {
    match checked {
        Checked::Threshold(verified) => threshold(verified),
        _ => checked.verdict(),
    }
}

/// The statement about a scene in space.
#[must_use]
pub fn in_space(checked: &CheckedInSpace) -> String {
    match checked {
        CheckedInSpace::Threshold(verified) => least_friction(verified.square()),
        _ => checked.verdict(),
    }
}

fn threshold(verified: &VerifiedThreshold) -> String {
    let unit = match verified.vary() {
        Vary::GravityX | Vary::GravityY => " m/s²",
        Vary::Friction | Vary::Tilt | Vary::Load(_) => "",
    };
    let statement = verified.statement(|value| told(value, unit));
    match verified.root() {
        Some(root) => format!("{statement}; critical at {}", told_root(root)),
        None => statement,
    }
}

/// `0.75`, or `≈ 0.333333333333 (exactly 1/3)`; the unit follows the decimal.
#[must_use]
pub fn told(value: &Rational, unit: &str) -> String {
    let Decimal { text, exact } = decimal(value, DIGITS);
    match exact {
        true => format!("{text}{unit}"),
        false => format!("≈ {text}{unit} (exactly {value})"),
    }
}

/// `≈ 1.61803398875, the root of x^2 - x - 1 between 1 and 2`.
fn told_root(root: &CriticalRoot) -> String {
    let [low, high] = root.between();
    let polynomial = zwang_certificate::threshold::spelled(root.polynomial());
    let low_end = told(low, "");
    let high_end = told(high, "");
    let named = format!("the root of {polynomial} between {low_end} and {high_end}");
    match decimal_of_root(root) {
        Some(value) => format!("{value}, {named}"),
        None => named,
    }
}

/// The decimal of a root: halves the interval until its ends have the same one.
fn decimal_of_root(root: &CriticalRoot) -> Option<String> {
    let polynomial = root.polynomial();
    let [from, to] = root.between();
    let mut denominator = from.denom() * to.denom();
    let mut low = from.numer() * to.denom();
    let mut high = to.numer() * from.denom();
    let is_negative_at_low = value_at(polynomial, &low, &denominator).is_negative();
    for _ in 0..MOST_HALVINGS {
        let text = decimal(&Rational::new(low.clone(), denominator.clone()), DIGITS).text;
        let text_of_high = decimal(&Rational::new(high.clone(), denominator.clone()), DIGITS).text;
        if text == text_of_high {
            return Some(match is_root(root, &text) {
                true => decimal(&zwang_exact::parse(&text).ok()?, DIGITS).text,
                false => format!("≈ {text}"),
            });
        }
        let middle = &low + &high;
        denominator *= 2;
        low *= 2;
        high *= 2;
        let value = value_at(polynomial, &middle, &denominator);
        if value.is_zero() || value.is_negative() == is_negative_at_low {
            low.clone_from(&middle);
        }
        if value.is_zero() || value.is_negative() != is_negative_at_low {
            high = middle;
        }
    }
    None
}

/// Whether a decimal is the root itself.
fn is_root(root: &CriticalRoot, decimal: &str) -> bool {
    let Ok(value) = zwang_exact::parse(decimal) else {
        return false;
    };
    let [low, high] = root.between();
    let is_between = *low <= value && value <= *high;
    is_between && value_at(root.polynomial(), value.numer(), value.denom()).is_zero()
}

/// The value of a polynomial at a fraction, times the power of its denominator that makes it an
/// integer.
fn value_at(polynomial: &[BigInt], numerator: &BigInt, denominator: &BigInt) -> BigInt {
    let mut value = BigInt::zero();
    let mut power = BigInt::from(1);
    for coefficient in polynomial.iter().rev() {
        value = value * numerator + coefficient * &power;
        power *= denominator;
    }
    value
}

/// `can stand if the friction is ≈ 0.707106781187 (exactly √(1/2)) or more`.
fn least_friction(square: &Rational) -> String {
    let friction = square_root(square);
    format!("can stand if the friction is {friction} or more")
}

/// The square root of a number that is not below 0: `0.75`, or `≈ 0.707106781187 (exactly √(1/2))`.
#[must_use]
pub fn square_root(square: &Rational) -> String {
    if square.is_zero() {
        return "0".to_owned();
    }
    let mut digits = Digits::of_root(square, DIGITS, Rounding::Nearest);
    if digits.exact {
        digits.trim();
        return digits.text();
    }
    format!("≈ {} (exactly √({square}))", digits.text())
}
