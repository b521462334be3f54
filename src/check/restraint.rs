//! Gauss' restraint Σ ½ m |a - g|² + ½ I α² of a group, as a fraction of integers.
//!
//! With integers γ = G g, and K m and K I for all bodies, the restraint is Σ (K m |G D a - D γ|² + K I G² (D α)²) / (2 K
//! G² D²).

use crate::row::integers;
use crate::{Rejection, lookup};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use zwang_certificate::Motion;
use zwang_scene::{BodyId, Scene};

/// The integers of a group that all its cases share.
pub(crate) struct Measure {
    /// G, γ_x and γ_y.
    gravity: (BigInt, [BigInt; 2]),
    /// K.
    unit: BigInt,
    /// K m and K I of each body.
    bodies: Vec<[BigInt; 2]>,
}

impl Measure {
    pub(crate) fn new(scene: &Scene, group: &[BodyId]) -> Result<Self, Rejection> {
        let mut free = Vec::new();
        for &body in group {
            free.extend(&lookup::body(scene, body)?.dynamics);
        }
        let unit = free.iter().fold(BigInt::one(), |unit, body| unit.lcm(body.mass.denom()).lcm(body.inertia.denom()));
        let bodies = free.iter().map(|body| integers([&body.mass, &body.inertia], &unit).1).collect();
        let gravity = integers([&scene.gravity.x, &scene.gravity.y], &BigInt::one());
        Ok(Self { gravity, unit, bodies })
    }

    /// Numerator and denominator of the restraint of a motion.
    pub(crate) fn restraint(&self, motion: &Motion) -> (BigInt, BigInt) {
        let (scale, [x, y]) = &self.gravity;
        let (free_x, free_y) = (x * &motion.denominator, y * &motion.denominator);
        let mut sum = BigInt::zero();
        for ([mass, inertia], [right, up, turn]) in self.bodies.iter().zip(&motion.accelerations) {
            let (x, y, turn) = (right * scale - &free_x, up * scale - &free_y, turn * scale);
            sum += mass * (&x * &x + &y * &y) + inertia * (&turn * &turn);
        }
        let whole = scale * &motion.denominator;
        (sum, BigInt::from(2) * &self.unit * &whole * &whole)
    }
}
