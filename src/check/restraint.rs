//! Gauss' restraint Σ ½ m |a - g|² + ½ I α² of a group, as a fraction of integers.
//!
//! With integers γ = G g, and K m and K I for all bodies, the restraint is Σ (K m |G D a - D γ|² +
//! K I G² (D α)²) / (2 K G² D²).

use crate::Rejection;
use crate::row::integers;
use num_bigint::BigInt;
use num_traits::Zero;
use zwang_certificate::Motion;
use zwang_exact::{Fraction, Integer};
use zwang_scene::{BodyId, Scene};

/// The integers of a group that all its cases share.
pub(crate) struct Measure {
    /// G, γ_x and γ_y.
    gravity: (Integer, [Integer; 2]),
    /// K.
    unit: Integer,
    /// K m and K I of each body.
    bodies: Vec<[Integer; 2]>,
}

impl Measure {
    pub(crate) fn new(scene: &Scene, group: &[BodyId]) -> Result<Self, Rejection> {
        let mut free = Vec::new();
        for &body in group {
            let missing = || Rejection::index("scene", "body", body, scene.bodies.len());
            let free_body = scene
                .bodies
                .get(body)
                .ok_or_else(missing)?
                .dynamics
                .as_ref();
            free.extend(free_body.map(|free| [&free.mass, &free.inertia].map(Fraction::from)));
        }
        let unit = free
            .iter()
            .flatten()
            .fold(Integer::ONE, |unit, number| unit.lcm(number.unit()));
        let bodies = free
            .iter()
            .map(|numbers| integers(numbers.each_ref(), &unit).1)
            .collect();
        let gravity = [&scene.gravity.x, &scene.gravity.y].map(Fraction::from);
        Ok(Self {
            gravity: integers(gravity.each_ref(), &Integer::ONE),
            unit,
            bodies,
        })
    }

    /// Numerator and denominator of the restraint of a motion.
    pub(crate) fn restraint(&self, motion: &Motion) -> (BigInt, BigInt) {
        let (scale, [x, y]) = &self.gravity;
        let (free_x, free_y) = (x * &motion.denominator, y * &motion.denominator);
        let mut sum = BigInt::zero();
        for ([mass, inertia], [right, up, turn]) in self.bodies.iter().zip(&motion.accelerations) {
            let (x, y, turn) = (scale * right - &free_x, scale * up - &free_y, scale * turn);
            sum += mass * &(&x * &x + &y * &y) + inertia * &(&turn * &turn);
        }
        let whole = scale * &motion.denominator;
        (sum, &self.unit * &(&whole * &whole * 2))
    }
}
