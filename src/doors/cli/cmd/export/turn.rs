//! How far a body has turned: an angle without jumps, from rotations that know none of full turns.
//!
//! The angle is n π/2 + 2 atan t with whole n, |t| ≤ 1, for the rotation i^n rot(t). States tell n
//! modulo 4, and a step may turn by more than half a turn; by how many quarters it does, the
//! checker knows.
//!
//! Arctangents and π are enclosed ([`zwang_angle`]); an angle is told by the middle of its bounds,
//! so that opposite turns have opposite angles.

use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::{Integer, Rational};
use num_traits::Zero;
use zwang_angle::{Bounds, arctangent, half_pi};
use zwang_output::run::Placement;
use zwang_program::kernel::number::integer_to_solver;

/// Bits of an angle that are right, and some that are not.
const PRECISION: u64 = 200;

/// An angle since the scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    quarters: i64,
    /// That of half the remaining angle.
    tangent: zwang_exact::Rational,
}

impl Default for Turn {
    fn default() -> Self {
        Self {
            quarters: 0,
            tangent: zwang_exact::Rational::zero(),
        }
    }
}

impl Turn {
    /// After so many quarter turns, with the tangent of a placement.
    pub fn after(&self, quarters: i64, placement: &Placement) -> Self {
        Self {
            quarters: self.quarters + quarters,
            tangent: placement.tangent.clone(),
        }
    }

    /// The angle, to some bits more than a double has.
    pub fn angle(&self) -> Rational {
        let above = self.tangent.numer().bits();
        let below = self.tangent.denom().bits();
        // A small tangent has as many bits less.
        let digits = PRECISION + below.saturating_sub(above);
        let rest = middle(&arctangent(&self.tangent, digits), digits);
        let quarter = middle(&half_pi(digits), digits);
        quarter * Rational::from(self.quarters) + rest * Rational::from(2)
    }
}

/// The middle of bounds with so many digits.
fn middle(bounds: &Bounds, digits: u64) -> Rational {
    let sum = integer_to_solver(&(&bounds.low + &bounds.high));
    Rational::from_integers(sum, Integer::power_of_2(digits + 1))
}

#[cfg(test)]
#[allow(
    clippy::disallowed_types,
    reason = "compared with the angles of the standard library"
)]
mod tests {
    use super::*;
    use malachite::base::num::arithmetic::traits::Abs;
    use malachite::base::num::conversion::traits::RoundingFrom;
    use malachite::base::rounding_modes::RoundingMode;
    use std::f64::consts::PI;
    use zwang_program::kernel::number::to_solver;

    fn fraction(p: i64, q: i64) -> zwang_exact::Rational {
        zwang_exact::Rational::new(p.into(), q.into())
    }

    fn on_grid(quarter: u8, tangent: (i64, i64)) -> Turn {
        Turn {
            quarters: i64::from(quarter),
            tangent: fraction(tangent.0, tangent.1),
        }
    }

    /// The direction of a + b i, given its length.
    fn direction(mut a: i64, mut b: i64, length: i64) -> Turn {
        let mut quarter = 0;
        while a < 0 || b.abs() > a {
            (a, b) = (b, -a);
            quarter += 1;
        }
        on_grid(quarter, (b, a + length))
    }

    fn double(turn: &Turn) -> f64 {
        f64::rounding_from(&turn.angle(), RoundingMode::Nearest).0
    }

    #[test]
    fn known_angles_are_the_nearest_doubles() {
        for (turn, angle) in [
            (on_grid(0, (0, 1)), 0.0),
            (on_grid(1, (0, 1)), PI / 2.0),
            (on_grid(2, (0, 1)), PI),
            (on_grid(0, (1, 1)), PI / 2.0),
            (on_grid(0, (-1, 1)), -PI / 2.0),
            (direction(0, 7, 7), PI / 2.0),
            (direction(-3, 0, 3), PI),
            // The digits of 2 atan 1/2 and of 2 atan 1/3 are well known.
            (direction(3, 4, 5), 2.0 * 0.463_647_609_000_806_1),
            (on_grid(0, (1, 3)), 0.643_501_108_793_284_4),
            (on_grid(0, (1, i64::MAX)), 2.0 / i64::MAX as f64),
        ] {
            assert_eq!(double(&turn), angle, "{turn:?}");
        }
    }

    #[test]
    fn angles_are_those_of_the_standard_library() {
        for quarter in 0..4u8 {
            for twelfths in -12..=12i32 {
                let turn = on_grid(quarter, (twelfths.into(), 12));
                let rest = 2.0 * (f64::from(twelfths) / 12.0).atan();
                let expected = f64::from(quarter) * PI / 2.0 + rest;
                let apart = double(&turn) - expected;
                assert!(apart.abs() < 2e-15, "{quarter}, {twelfths}: {turn:?}");
            }
        }
    }

    #[test]
    fn the_precision_is_that_which_is_promised() {
        let half_turn = on_grid(2, (0, 1)).angle();
        assert_is_pi(half_turn);
        let quarter_turn = on_grid(0, (1, 1)).angle();
        assert_is_pi(quarter_turn * Rational::from(2));
        let half_turn = on_grid(3, (-1, 1)).angle();
        assert_is_pi(half_turn);
    }

    fn assert_is_pi(angle: Rational) {
        // π to 60 digits, from a table.
        let digits = "3.14159265358979323846264338327950288419716939937510582097494";
        let pi = zwang_exact::parse(digits).unwrap();
        let apart = angle - to_solver(&pi);
        let most = Rational::power_of_2(-190i64);
        assert!(apart.abs() < most);
    }

    #[test]
    fn full_turns_are_counted_both_ways() {
        for quarters in [5i64, 1, -1, -6] {
            let mut turn = Turn::default();
            for step in 1..=19i64 {
                let placement = Placement {
                    position: zwang_exact::Vector::zero(),
                    quarter: u8::try_from((quarters * step).rem_euclid(4)).unwrap(),
                    tangent: fraction(1, 3),
                };
                turn = turn.after(quarters, &placement);
                let expected = (quarters * step) as f64 * PI / 2.0 + 0.643_501_108_793_284_4;
                let apart = double(&turn) - expected;
                assert!(apart.abs() < 1e-12, "step {step}: {turn:?}");
            }
        }
    }
}
