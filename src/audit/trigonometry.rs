//! Sine and cosine of rational angles, enclosed.
//!
//! An angle is reduced to r = θ - n π/2 with |r| < 0.8, where π comes from Machin's formula π/4 = 4
//! atan 1/5 - atan 1/239, and the Taylor series of r is summed in multiples of 2^-p, p = [`BITS`] +
//! [`GUARD`]. Every term is rounded, by less than one unit, and inherits less than one unit of
//! error from the term before it; what the series leaves out is, since it alternates and its terms
//! fall, at most its first omitted term, which is less than two units. So n terms are wrong by less
//! than 2 n + 2 units, to which the error of r is added (sine and cosine have slopes of at most 1).
//! All of these units are counted, none estimated.

use crate::enclosure::Enclosure;
use crate::interval::Interval;
use malachite::base::num::arithmetic::traits::{Abs, DivRound, PowerOf2, ShrRound};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};
use std::sync::OnceLock;

/// Enclosures are over 2 to this, and at most a few units wide.
pub const BITS: u64 = 256;

/// Further bits that are computed and then rounded away.
const GUARD: u64 = 32;

/// The cosine and the sine of an angle, times 2^[`BITS`].
pub(crate) fn cosine_and_sine(angle: &Rational) -> [Interval; 2] {
    if *angle == 0 {
        return [
            Interval::exact(Integer::power_of_2(BITS)),
            Interval::exact(Integer::ZERO),
        ];
    }
    let (quarters, reduced, error) = reduce(angle);
    let [cosine, sine] = series(&reduced, error);
    let turned = match quarters.rem4() {
        0 => [cosine, sine],
        1 => [-&sine, cosine],
        2 => [-&cosine, -&sine],
        _ => [sine, -&cosine],
    };
    turned.map(|interval| outward(&interval))
}

/// The rest of a division by 4, from 0 to 3.
trait Rem4 {
    fn rem4(&self) -> u8;
}

impl Rem4 for Integer {
    fn rem4(&self) -> u8 {
        let rest = self - (self >> 2u64 << 2u64);
        u8::try_from(&rest).unwrap_or(0)
    }
}

/// The nearest multiple of π/2, and 2^p times what is left, with its error in units.
fn reduce(angle: &Rational) -> (Integer, Integer, Integer) {
    let digits = BITS + GUARD;
    let above = angle.numerator_ref().significant_bits();
    let below = angle.denominator_ref().significant_bits();
    let size = above.saturating_sub(below) + 2;
    // n is below 2^size, and multiplies the error of π/2.
    let long = digits + size;
    let half_pi = half_pi(long);
    let scaled = floor(&(angle * Rational::power_of_2(long)));
    let half_quarter = &half_pi.low >> 1u64;
    let shifted = &scaled + half_quarter;
    let (quarters, _) = shifted.div_round(&half_pi.low, RoundingMode::Floor);
    let rest = &scaled - &quarters * &half_pi.low;
    let uncertainty = &half_pi.high - &half_pi.low;
    let width = uncertainty * (&quarters).abs() + Integer::ONE;
    let error = (width >> size) + Integer::from(2);
    (quarters, rest >> size, error)
}

/// π/2 times 2^digits.
fn half_pi(digits: u64) -> Interval {
    let large = arctangent_of_inverse(5, digits);
    let small = arctangent_of_inverse(239, digits);
    let large = large.scaled(&Integer::from(8));
    let small = small.scaled(&Integer::from(2));
    &large - &small
}

/// A full turn, 2π.
pub(crate) fn two_pi() -> &'static Enclosure {
    static TWO_PI: OnceLock<Enclosure> = OnceLock::new();
    TWO_PI.get_or_init(|| {
        let half = half_pi(BITS);
        let unit = Integer::power_of_2(BITS);
        Enclosure {
            low: Rational::from_integers(half.low << 2u64, unit.clone()),
            high: Rational::from_integers(half.high << 2u64, unit),
        }
    })
}

/// atan 1/n times 2^digits: 1/n - 1/(3 n³) + …; each term is rounded down twice, and the first one
/// that vanishes bounds what is left.
fn arctangent_of_inverse(inverse: u32, digits: u64) -> Interval {
    let inverse = Integer::from(inverse);
    let square = &inverse * &inverse;
    let mut power = Integer::power_of_2(digits) / &inverse;
    let mut odd = Integer::ONE;
    let mut sum = Integer::ZERO;
    let mut terms = Integer::ONE;
    let mut is_added = true;
    while power != 0 {
        let term = &power / &odd;
        sum = if is_added { sum + term } else { sum - term };
        power /= &square;
        odd += Integer::from(2);
        terms += Integer::ONE;
        is_added = !is_added;
    }
    let error = terms * Integer::from(2) + Integer::from(2);
    Interval {
        low: &sum - &error,
        high: sum + error,
    }
}

/// Cosine and sine of r, given as 2^p r with an error, times 2^p.
fn series(r: &Integer, error: Integer) -> [Interval; 2] {
    let digits = BITS + GUARD;
    let mut term = Integer::power_of_2(digits);
    let mut divisor = Integer::ZERO;
    let mut sums = [term.clone(), Integer::ZERO];
    // 1, r, r²/2!, r³/3!, … with the signs + + - -.
    while term != 0 {
        divisor += Integer::ONE;
        term = ((term * r) >> digits) / &divisor;
        match divisor.rem4() {
            0 => sums[0] += &term,
            1 => sums[1] += &term,
            2 => sums[0] -= &term,
            _ => sums[1] -= &term,
        }
        // Rounding down leaves -1 of negative terms for ever.
        if term == -1 {
            break;
        }
    }
    let rounding = divisor * Integer::from(2) + Integer::from(4);
    let slack = rounding + error;
    sums.map(|sum| Interval {
        low: &sum - &slack,
        high: sum + &slack,
    })
}

/// From 2^p to 2^[`BITS`], outwards, and between -1 and 1.
fn outward(interval: &Interval) -> Interval {
    let one = Integer::power_of_2(BITS);
    let (low, _) = (&interval.low).shr_round(GUARD, RoundingMode::Floor);
    let (high, _) = (&interval.high).shr_round(GUARD, RoundingMode::Ceiling);
    Interval {
        low: low.max(-&one),
        high: high.min(one),
    }
}

/// The largest integer that is not larger.
pub(crate) fn floor(value: &Rational) -> Integer {
    let magnitude = value.numerator_ref().clone();
    let numerator = Integer::from_sign_and_abs(*value >= 0, magnitude);
    let denominator = Integer::from(value.denominator_ref());
    let (quotient, _) = numerator.div_round(denominator, RoundingMode::Floor);
    quotient
}

/// The smallest integer that is not smaller.
pub(crate) fn ceiling(value: &Rational) -> Integer {
    -floor(&-value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::double;
    use malachite::base::num::arithmetic::traits::Pow;
    use proptest::prelude::*;

    fn width(interval: &Interval) -> Integer {
        &interval.high - &interval.low
    }

    /// cos² + sin² - 1 encloses 0, and enclosures are at most eight units wide.
    fn check_circle(angle: &Rational) {
        let [cosine, sine] = cosine_and_sine(angle);
        for part in [&cosine, &sine] {
            let width = width(part);
            assert!(width <= 8, "{angle}: {width}");
        }
        let norm = &cosine.square() + &sine.square();
        let one = Integer::power_of_2(2 * BITS);
        assert!(norm.low <= one && one <= norm.high, "{angle}");
    }

    /// A bound, 2^[`BITS`] times what it bounds, as the number itself.
    fn number(bound: &Integer) -> Rational {
        Rational::from_integers(bound.clone(), Integer::power_of_2(BITS))
    }

    /// Whether a number begins with these figures, of which so many are decimals.
    fn has_figures(value: &Rational, figures: &str, decimals: u64) -> bool {
        let shifted = value * Rational::from(10).pow(decimals);
        floor(&shifted).to_string() == figures
    }

    #[test]
    fn pi_has_its_published_digits() {
        // 80 decimals of π, rounded down.
        let figures =
            "314159265358979323846264338327950288419716939937510582097494459230781640628620899";
        let figures: Integer = figures.parse().unwrap();
        let unit = Rational::from(10).pow(-80i64);
        let least = Rational::from(&figures) * &unit;
        let most = Rational::from(figures + Integer::ONE) * unit;
        let half = half_pi(BITS);
        assert!(number(&half.low) < most / Rational::from(2));
        assert!(number(&half.high) > least / Rational::from(2));
        assert!(width(&half) < 2000);
    }

    /// The cosine (0) or sine (1) of an angle, to 40 decimals, rounded down in magnitude.
    struct Published {
        angle: &'static str,
        place: usize,
        figures: &'static str,
        is_negative: bool,
    }

    const PUBLISHED: [Published; 4] = [
        Published {
            angle: "1",
            place: 0,
            figures: "5403023058681397174009366074429766037323",
            is_negative: false,
        },
        Published {
            angle: "1",
            place: 1,
            figures: "8414709848078965066525023216302989996225",
            is_negative: false,
        },
        Published {
            angle: "0.5",
            place: 0,
            figures: "8775825618903727161162815826038296519916",
            is_negative: false,
        },
        Published {
            angle: "1000000",
            place: 1,
            figures: "3499935021712929521176524867807714690614",
            is_negative: true,
        },
    ];

    #[test]
    fn published_values_are_enclosed() {
        for published in PUBLISHED {
            let angle = double::parse(published.angle).unwrap();
            let enclosure = &cosine_and_sine(&angle)[published.place];
            for bound in [&enclosure.low, &enclosure.high] {
                let size = number(bound).abs();
                assert!(has_figures(&size, published.figures, 40), "{angle}");
                assert_eq!(*bound < 0, published.is_negative, "{angle}");
            }
        }
    }

    fn check_identities(angle: &Rational) {
        check_circle(angle);
        let two = Integer::from(2);
        let unit = Integer::power_of_2(BITS);
        let [cosine, sine] = cosine_and_sine(angle);
        let double = angle * Rational::from(2);
        let [double_cosine, double_sine] = cosine_and_sine(&double);
        // cos 2θ = 2 cos² θ - 1, times 4^p.
        let one = Interval::exact(&unit * &unit);
        let expected = &cosine.square().scaled(&two) - &one;
        let found = double_cosine.scaled(&unit);
        assert!(found.meets(&expected), "{angle}");
        // sin 2θ = 2 sin θ cos θ, times 4^p.
        let expected = (&cosine * &sine).scaled(&two);
        let found = double_sine.scaled(&unit);
        assert!(found.meets(&expected), "{angle}");
        // Cosines are even, sines are odd.
        let [even, odd] = cosine_and_sine(&-angle);
        assert!(even.meets(&cosine), "{angle}");
        let negative = -&odd;
        assert!(negative.meets(&sine), "{angle}");
    }

    fn check_library(angle: &Rational, library: [Rational; 2]) {
        let unit_in_the_last_place = Rational::power_of_2(-52i64);
        for (enclosure, library) in cosine_and_sine(angle).iter().zip(library) {
            let apart = (library - number(&enclosure.low)).abs();
            assert!(apart < unit_in_the_last_place, "{angle}");
        }
    }

    proptest! {
        #[test]
        fn the_identities_hold(significand in any::<i64>(), exponent in -90..40i64) {
            let significand = Rational::from(significand >> 11);
            check_identities(&(significand * Rational::power_of_2(exponent - 20)));
        }

        #[test]
        fn doubles_of_the_standard_library_are_near(value in -100.0..100.0f64) {
            let exact = [value, value.cos(), value.sin()];
            let [angle, cosine, sine] = exact.map(|double| Rational::try_from(double).unwrap());
            check_library(&angle, [cosine, sine]);
        }
    }
}
