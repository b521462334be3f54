//! The ground of the states of a run: its scene, its grid and its size of touch (`proofs/RUN.md`,
//! sections 1 and 2). Rotations are those of the exact directions.

use super::state::{Moving, RunState};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::sync::Arc;
use zwang_certificate::run2::{BodyState, Header};
use zwang_exact::{Rational, Vector};
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
    along: Vector,
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
        Rational::new(units.clone(), BigInt::one() << self.digits)
    }

    fn vector(&self, [along, across]: &[BigInt; 2]) -> Vector {
        let along = self.along.scaled(&self.number(along));
        let across = self.number(across);
        &along + &self.along.quarter_turn().scaled(&across)
    }
}

/// The vector of coprime integers along gravity, or (1, 0) without gravity.
fn along(gravity: &Vector) -> Vector {
    if gravity.x.is_zero() {
        return match gravity.y.is_zero() {
            true => Vector::from_integers(1, 0),
            false => Vector::new(Rational::zero(), gravity.y.signum()),
        };
    }
    let slope = &gravity.y / &gravity.x;
    let x = Rational::from_integer(slope.denom().clone());
    let y = Rational::from_integer(slope.numer().clone());
    Vector::new(x, y).scaled(&gravity.x.signum())
}

/// rot(t).
fn direction(tangent: &Rational) -> Vector {
    let square = tangent * tangent;
    let unit = Rational::one() + &square;
    let real = (Rational::one() - square) / &unit;
    let imaginary = (tangent + tangent) / unit;
    Vector::new(real, imaginary)
}

fn quarter_turns(count: u8, mut direction: Vector) -> Vector {
    for _ in 0..count {
        direction = direction.quarter_turn();
    }
    direction
}
