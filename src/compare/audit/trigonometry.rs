//! Sine and cosine of rational angles, enclosed by [`zwang_angle`].

use crate::enclosure::{BITS, Enclosure};
use crate::interval::Interval;
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::{Integer, Rational};
use std::sync::OnceLock;
use zwang_angle::Bounds;
use zwang_program::kernel::number::{from_solver, integer_to_solver};

/// The cosine and the sine of an angle, times 2^[`BITS`].
pub(crate) fn cosine_and_sine(angle: &Rational) -> [Interval; 2] {
    let bounds = zwang_angle::cosine_and_sine(&from_solver(angle), BITS);
    bounds.map(|bounds| interval(&bounds))
}

fn interval(bounds: &Bounds) -> Interval {
    Interval {
        low: integer_to_solver(&bounds.low),
        high: integer_to_solver(&bounds.high),
    }
}

/// A full turn, 2π.
pub(crate) fn two_pi() -> &'static Enclosure {
    static TWO_PI: OnceLock<Enclosure> = OnceLock::new();
    TWO_PI.get_or_init(|| {
        let half = interval(&zwang_angle::half_pi(BITS));
        let unit = Integer::power_of_2(BITS);
        Enclosure {
            low: Rational::from_integers(half.low << 2u64, unit.clone()),
            high: Rational::from_integers(half.high << 2u64, unit),
        }
    })
}
