//! Sine and cosine of rational angles.
//!
//! An angle is reduced to r = θ - n π/2 with |r| < 0.8, and the Taylor series of r is summed in
//! multiples of 2^-p. Every term is rounded, by less than one unit, and inherits less than one unit
//! of error from the term before it; what the series leaves out is, since it alternates and its
//! terms fall, at most its first omitted term, which is less than two units. So n terms are wrong
//! by less than 2 n + 2 units, to which the error of r is added (sine and cosine have slopes of at
//! most 1).

use crate::bounds::unit;
use crate::{Bounds, GUARD, half_pi};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use zwang_exact::Rational;

/// An angle without its quarter turns.
struct Reduced {
    /// The quarter turns, from 0 to 3.
    quarters: u8,
    /// The rest, at most 0.8 either way, in units.
    rest: BigInt,
    /// How far the rest is off, at most, in units.
    error: BigInt,
}

/// The cosine and the sine of an angle, in radians, with so many digits; between -1 and 1. The
/// bounds are at most two units apart.
///
/// ```
/// use num_bigint::BigInt;
/// use zwang_exact::Rational;
/// let angle = Rational::new(1.into(), 1.into());
/// let [cosine, sine] = zwang_angle::cosine_and_sine(&angle, 10);
/// // 0.5403… and 0.8414… of 1024 units.
/// assert_eq!([cosine.low, sine.low], [553, 861].map(BigInt::from));
/// ```
#[must_use]
pub fn cosine_and_sine(angle: &Rational, digits: u64) -> [Bounds; 2] {
    if angle.is_zero() {
        return [Bounds::one(digits), Bounds::zero()];
    }
    let reduced = reduce(angle, digits + GUARD);
    let [cosine, sine] = series(&reduced, digits + GUARD);
    let turned = match reduced.quarters {
        0 => [cosine, sine],
        1 => [-sine, cosine],
        2 => [-cosine, -sine],
        _ => [sine, -cosine],
    };
    turned.map(|number| at_most_one(number.shorter(GUARD), digits))
}

fn reduce(angle: &Rational, digits: u64) -> Reduced {
    let above = angle.numer().bits();
    let below = angle.denom().bits();
    let size = above.saturating_sub(below) + 2;
    // The number of quarter turns is below 2^size, and multiplies the error of π/2.
    let long = digits + size;
    let quarter = half_pi(long);
    let scaled = (angle.numer() << long).div_floor(angle.denom());
    let half_quarter = &quarter.low >> 1u64;
    let quarters = (&scaled + half_quarter).div_floor(&quarter.low);
    let rest = scaled - &quarters * &quarter.low;
    let uncertainty = quarter.high - quarter.low;
    let width = uncertainty * quarters.abs() + 1;
    Reduced {
        quarters: rest_modulo_4(&quarters),
        rest: rest >> size,
        error: (width >> size) + 2,
    }
}

/// The rest of a division by 4, from 0 to 3.
fn rest_modulo_4(number: &BigInt) -> u8 {
    let rest = number.mod_floor(&BigInt::from(4));
    rest.to_bytes_le().1.first().copied().unwrap_or(0)
}

/// Cosine and sine of the rest: 1, r, r²/2!, r³/3!, … with the signs + + - -.
fn series(reduced: &Reduced, digits: u64) -> [Bounds; 2] {
    let mut term = unit(digits);
    let mut divisor = 0u32;
    let mut cosine = term.clone();
    let mut sine = BigInt::zero();
    // Rounding down leaves -1 of negative terms for ever.
    while !term.is_zero() && term != BigInt::from(-1) {
        divisor += 1;
        let power = (term * &reduced.rest) >> digits;
        term = power.div_floor(&BigInt::from(divisor));
        match divisor % 4 {
            0 => cosine += &term,
            1 => sine += &term,
            2 => cosine -= &term,
            _ => sine -= &term,
        }
    }
    let error = BigInt::from(divisor) * 2 + 4 + &reduced.error;
    [cosine, sine].map(|sum| Bounds::exact(sum).wider(&error))
}

/// Bounds that are not beyond -1 and 1.
fn at_most_one(number: Bounds, digits: u64) -> Bounds {
    let one = unit(digits);
    Bounds {
        low: number.low.max(-&one),
        high: number.high.min(one),
    }
}

#[cfg(test)]
#[allow(
    clippy::disallowed_types,
    reason = "compared with the cosines of the standard library"
)]
mod tests {
    use super::*;
    use num_bigint::Sign;
    use proptest::prelude::*;

    const DIGITS: u64 = 256;

    /// The square of a number, in squares of the unit.
    fn square(number: &Bounds) -> Bounds {
        let low = &number.low * &number.low;
        let high = &number.high * &number.high;
        let crosses_zero = number.low.sign() != number.high.sign();
        Bounds {
            low: if crosses_zero {
                BigInt::zero()
            } else {
                low.clone().min(high.clone())
            },
            high: low.max(high),
        }
    }

    fn meet(one: &Bounds, other: &Bounds) -> bool {
        one.low <= other.high && other.low <= one.high
    }

    /// The cosine (0) or sine (1) of an angle, to 40 decimals, rounded down in magnitude.
    const PUBLISHED: [(&str, usize, &str); 4] = [
        ("1", 0, "5403023058681397174009366074429766037323"),
        ("1", 1, "8414709848078965066525023216302989996225"),
        ("0.5", 0, "8775825618903727161162815826038296519916"),
        ("1000000", 1, "-3499935021712929521176524867807714690614"),
    ];

    #[test]
    fn published_values_are_enclosed() {
        for (angle, place, figures) in PUBLISHED {
            let angle = zwang_exact::parse(angle).unwrap();
            let found = &cosine_and_sine(&angle, DIGITS)[place];
            let known: BigInt = figures.parse().unwrap();
            let scale = BigInt::from(10).pow(40);
            let unit = unit(DIGITS);
            for bound in [&found.low, &found.high] {
                let decimals = bound * &scale;
                // Rounded towards 0.
                assert_eq!(decimals / &unit, known, "{angle}");
            }
        }
    }

    fn check_identities(angle: &Rational) {
        let unit = unit(DIGITS);
        let [cosine, sine] = cosine_and_sine(angle, DIGITS);
        for part in [&cosine, &sine] {
            assert!(&part.high - &part.low <= BigInt::from(2), "{angle}");
        }
        let one = Bounds::exact(&unit * &unit);
        let norm = square(&cosine) + square(&sine);
        assert!(meet(&norm, &one), "{angle}");
        // cos 2θ = 2 cos² θ - 1.
        let [double, _] = cosine_and_sine(&(angle + angle), DIGITS);
        let expected = square(&cosine).times(&BigInt::from(2)) - one;
        assert!(meet(&double.times(&unit), &expected), "{angle}");
        // Cosines are even, sines are odd.
        let [even, odd] = cosine_and_sine(&-angle, DIGITS);
        assert!(meet(&even, &cosine), "{angle}");
        assert!(meet(&-odd, &sine), "{angle}");
    }

    /// A number of units of 2^-52.
    fn double(units: &BigInt) -> f64 {
        let (sign, digits) = units.to_u64_digits();
        let size = digits.first().copied().unwrap_or(0) as f64;
        let sign = if sign == Sign::Minus { -1.0 } else { 1.0 };
        sign * size / 2f64.powi(52)
    }

    proptest! {
        #[test]
        fn the_identities_hold(numerator in any::<i64>(), denominator in 1..1_000_000_000i64) {
            let angle = Rational::new(numerator.into(), denominator.into());
            check_identities(&angle);
        }

        #[test]
        fn small_angles(numerator in any::<i32>(), shift in 20..400u64) {
            let unit = unit(shift);
            check_identities(&Rational::new(numerator.into(), unit));
        }

        #[test]
        fn doubles_of_the_standard_library_are_near(thousandths in -100_000..100_000i32) {
            let angle = Rational::new(thousandths.into(), 1000.into());
            let library = f64::from(thousandths) / 1000.0;
            let [cosine, sine] = cosine_and_sine(&angle, 52);
            let error = double(&cosine.low) - library.cos();
            prop_assert!(error.abs() < 1e-13, "{angle}");
            let error = double(&sine.low) - library.sin();
            prop_assert!(error.abs() < 1e-13, "{angle}");
        }
    }
}
