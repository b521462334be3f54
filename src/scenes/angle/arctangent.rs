//! Arctangents of fractions.
//!
//! atan t = 2 atan(t / (1 + √(1 + t²))), applied three times, and then the series t - t³/3 + t⁵/5 -
//! …; arctangents of large t by atan t = π/2 - atan 1/t. Every operation is monotone in t, and is
//! rounded down for the lower bound and up for the upper one.

use crate::bounds::unit;
use crate::{Bounds, GUARD, half_pi};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use zwang_exact::Rational;

/// How often the argument of the series is made smaller.
const HALVINGS: u64 = 3;

/// The arctangent of a number, with so many digits; between -π/2 and π/2. The bounds are at most
/// two units apart.
#[must_use]
pub fn arctangent(tangent: &Rational, digits: u64) -> Bounds {
    if tangent.is_zero() {
        return Bounds::zero();
    }
    let size = tangent.abs();
    let long = digits + GUARD;
    let angle = if size > Rational::one() {
        half_pi(long) - of_at_most_one(&size.recip(), long)
    } else {
        of_at_most_one(&size, long)
    };
    let angle = angle.shorter(GUARD);
    if tangent.is_negative() { -angle } else { angle }
}

/// The arctangent of a number from 0 to 1.
fn of_at_most_one(tangent: &Rational, digits: u64) -> Bounds {
    let numerator = Bounds::exact(tangent.numer() << digits);
    let mut tangent = numerator.quotient(tangent.denom());
    for _ in 0..HALVINGS {
        tangent = of_half_the_angle(&tangent, digits);
    }
    series(&tangent, digits).times(&unit(HALVINGS))
}

/// t / (1 + √(1 + t²)), which grows with t.
fn of_half_the_angle(tangent: &Bounds, digits: u64) -> Bounds {
    let unit = unit(digits);
    let root_above = secant_squared(&tangent.low, &unit).sqrt() + 1;
    let root_below = secant_squared(&tangent.high, &unit).sqrt();
    let low = &tangent.low << digits;
    let high = &tangent.high << digits;
    Bounds {
        low: low.div_floor(&(&unit + root_above)),
        high: high.div_ceil(&(unit + root_below)),
    }
}

/// 1 + t², in squares of the unit.
fn secant_squared(tangent: &BigInt, unit: &BigInt) -> BigInt {
    unit * unit + tangent * tangent
}

/// The series for 0 ≤ t ≤ 1/4. Its terms alternate and fall, so that what is left out is at most
/// the first term left out.
fn series(tangent: &Bounds, digits: u64) -> Bounds {
    let square = tangent.product(tangent, digits);
    let mut sum = Bounds::zero();
    let mut power = tangent.clone();
    let mut odd = BigInt::one();
    let mut is_added = true;
    while power.high > BigInt::one() {
        let term = power.quotient(&odd);
        sum = if is_added { sum + term } else { sum - term };
        power = power.product(&square, digits);
        odd += 2;
        is_added = !is_added;
    }
    sum.wider(&power.high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cosine_and_sine;
    use proptest::prelude::*;

    fn ratio(numerator: i64, denominator: i64) -> Rational {
        Rational::new(numerator.into(), denominator.into())
    }

    #[test]
    fn one_is_a_quarter_of_pi() {
        let Bounds { low, high } = arctangent(&ratio(1, 1), 200);
        let half = half_pi(200);
        assert!(low * 2 <= half.high && high * 2 >= half.low);
    }

    #[test]
    fn known_arctangents() {
        // To 40 decimals, rounded down: OEIS A073000, and A105199 for atan 2.
        for (tangent, figures) in [
            (ratio(1, 2), "4636476090008061162142562314612144020285"),
            (ratio(2, 1), "11071487177940905030170654601785370400700"),
        ] {
            let known: BigInt = figures.parse().unwrap();
            let scale = BigInt::from(10).pow(40);
            let Bounds { low, high } = arctangent(&tangent, 100);
            let above = (&known + 1) << 100u64;
            let below = known << 100u64;
            assert!(low * &scale < above, "{tangent}");
            assert!(high * &scale > below, "{tangent}");
        }
    }

    /// Whether t cos θ is certainly at least sin θ, at θ = `units` of 2^-160.
    fn is_above(tangent: &Rational, units: BigInt) -> bool {
        let angle = Rational::new(units, unit(160));
        let [cosine, sine] = cosine_and_sine(&angle, 320);
        tangent.numer() * cosine.low >= tangent.denom() * sine.high
    }

    proptest! {
        /// A little below the lower bound the tangent is smaller, above the upper one it is not.
        #[test]
        fn sine_over_cosine(numerator in 0..i64::MAX, denominator in 1..=i64::MAX) {
            let tangent = ratio(numerator, denominator);
            let Bounds { low, high } = arctangent(&tangent, 160);
            prop_assert!(&high - &low <= BigInt::from(2));
            prop_assert!(is_above(&tangent, low - 1), "{tangent}");
            prop_assert!(!is_above(&tangent, high + 1), "{tangent}");
            let negative = arctangent(&-&tangent, 160);
            prop_assert_eq!(-negative, arctangent(&tangent, 160));
        }
    }
}
