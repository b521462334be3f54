//! The ground of the states of a run: its scene, its grid and its size of touch (`proofs/RUN.md`,
//! sections 1 and 2). Rotations are those of the exact directions.

use super::state::{Moving, RunState};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::sync::Arc;
use zwang_certificate::run2::{BodyState, Header};
use zwang_exact::{Rational, Vector, over_power_of_two};
use zwang_scene::{Dynamics, Scene};

/// A scene, and the grid of a run of it.
#[derive(Clone, Debug)]
pub struct Ground {
    pub(super) scene: Arc<Scene>,
    /// h, s.
    pub(super) step: Rational,
    /// The gap below which things touch, m.
    pub(super) touch: Rational,
    /// Binary digits of states.
    digits: u64,
    /// The coprime integers along gravity, or (1, 0).
    along: [BigInt; 2],
}

impl Ground {
    /// That of the run of a scene with this header.
    #[must_use]
    pub fn new(scene: &Scene, header: &Header) -> Self {
        Self {
            step: header.step.clone(),
            touch: header.touch.clone(),
            digits: header.grid,
            along: along(&scene.gravity),
            scene: Arc::new(scene.clone()),
        }
    }

    /// The places of all bodies, if the states of the free ones, in file order, are these.
    #[must_use]
    pub fn state<'a>(&self, mut listed: impl Iterator<Item = &'a BodyState>) -> RunState {
        let mut bodies = Vec::new();
        for body in &self.scene.bodies {
            let moving = match &body.dynamics {
                None => None,
                Some(free) => listed.next().map(|found| self.moving(free, found)),
            };
            bodies.push(moving);
        }
        RunState { bodies }
    }

    fn moving(&self, free: &Dynamics, state: &BodyState) -> Moving {
        let tangent = self.number(&state.tangent);
        let rotation = quarter_turns(state.quarter, direction(&tangent));
        Moving {
            position: &free.centroid + &self.vector(&state.displacement),
            quarter: state.quarter,
            tangent,
            rotation,
            velocity: self.vector(&state.velocity),
            spin: self.number(&state.spin),
        }
    }

    fn number(&self, units: &BigInt) -> Rational {
        over_power_of_two(units, self.digits)
    }

    fn vector(&self, [along, across]: &[BigInt; 2]) -> Vector {
        let [x, y] = &self.along;
        let first = x * along - y * across;
        let second = y * along + x * across;
        Vector::new(self.number(&first), self.number(&second))
    }
}

/// The coprime integers along gravity, or (1, 0) without gravity.
fn along(gravity: &Vector) -> [BigInt; 2] {
    if gravity.x.is_zero() {
        return match gravity.y.is_zero() {
            true => [BigInt::one(), BigInt::zero()],
            false => [BigInt::zero(), gravity.y.numer().signum()],
        };
    }
    let slope = &gravity.y / &gravity.x;
    let sign = gravity.x.numer().signum();
    [slope.denom(), slope.numer()].map(|part| part * &sign)
}

/// rot(t) = (q² - p², 2 p q) / (p² + q²) of t = p/q in lowest terms. Nothing but 2 can divide all
/// three integers, which it does if p and q are odd.
fn direction(tangent: &Rational) -> Vector {
    let (above, below) = (tangent.numer(), tangent.denom());
    let [above_squared, below_squared] = [above, below].map(|number| number * number);
    let common = u64::from(above.bit(0) && below.bit(0));
    let unit = (&below_squared + &above_squared) >> common;
    let real = (below_squared - above_squared) >> common;
    let imaginary = ((above * below) << 1_u64) >> common;
    // Where one of them is 0, the unit is 1.
    Vector::new(
        Rational::new_raw(real, unit.clone()),
        Rational::new_raw(imaginary, unit),
    )
}

fn quarter_turns(count: u8, mut direction: Vector) -> Vector {
    for _ in 0..count {
        direction = direction.quarter_turn();
    }
    direction
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Against the quotients, which are reduced by their greatest common divisor.
        #[test]
        fn directions_are_in_lowest_terms(above in -60_i64..60, below in 1_i64..60) {
            let tangent = Rational::new(above.into(), below.into());
            let Vector { x, y } = direction(&tangent);
            let length = Rational::one() + &tangent * &tangent;
            let real = (Rational::one() - &tangent * &tangent) / &length;
            let imaginary = (&tangent + &tangent) / &length;
            for (found, right) in [(x, real), (y, imaginary)] {
                prop_assert_eq!(found.numer(), right.numer());
                prop_assert_eq!(found.denom(), right.denom());
            }
        }

        #[test]
        fn integers_along_gravity(x in -30_i64..30, y in -30_i64..30, unit in 1_i64..30) {
            let gravity = [x, y].map(|part| Rational::new(part.into(), unit.into()));
            let [gx, gy] = gravity.clone();
            let [along, across] = along(&Vector::new(gx, gy));
            let common = zwang_exact::gcd(along.magnitude(), across.magnitude());
            prop_assert!(common.is_one());
            if x != 0 || y != 0 {
                let [along, across] = [along, across].map(Rational::from_integer);
                let [gx, gy] = gravity;
                prop_assert_eq!(&along * &gy, &across * &gx);
                prop_assert!(along * gx + across * gy > Rational::zero());
            }
        }
    }
}
