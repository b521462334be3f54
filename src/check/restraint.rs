//! Gauss' restraint Σ ½ m |a - g|² + ½ I α² of a group, as a fraction of integers.
//!
//! With integers γ = G g, and K m and K I for all bodies, the restraint is Σ (K m |G D a - D γ|² +
//! K I G² (D α)²) / (2 K G² D²).

use crate::Result;
use crate::group::Group;
use crate::row::{Motions, integers, motion_of};
use num_bigint::BigInt;
use num_traits::Zero;
use std::collections::BTreeMap;
use zwang_exact::Integer;
use zwang_scene::BodyId;

/// The integers of a group that all its cases share.
#[derive(Clone, Debug)]
pub(crate) struct Measure {
    /// G.
    scale: Integer,
    /// γ.
    gravity: [Integer; 2],
    /// K.
    unit: Integer,
    /// K m and K I of each body.
    bodies: BTreeMap<BodyId, [Integer; 2]>,
}

impl Measure {
    pub(crate) fn new(group: &Group) -> Self {
        let mut unit = Integer::ONE;
        for member in group.members.values() {
            unit = unit.lcm(member.mass.unit());
            unit = unit.lcm(member.inertia.unit());
        }
        let mut bodies = BTreeMap::new();
        for (body, member) in &group.members {
            let numbers = [&member.mass, &member.inertia];
            let (_, both) = integers(numbers, &unit);
            bodies.insert(*body, both);
        }
        let gravity = [&group.gravity.x(), &group.gravity.y()];
        let (scale, gravity) = integers(gravity, &Integer::ONE);
        Self {
            scale,
            gravity,
            unit,
            bodies,
        }
    }

    /// Numerator and denominator of the restraint of a motion, given D.
    pub(crate) fn restraint(
        &self,
        accelerations: &Motions,
        denominator: &BigInt,
    ) -> Result<[BigInt; 2]> {
        let [x, y] = &self.gravity;
        let free_x = x * denominator;
        let free_y = y * denominator;
        let mut sum = BigInt::zero();
        for (body, [mass, inertia]) in &self.bodies {
            let [right, up, turn] = motion_of(*body, accelerations)?;
            let x = &self.scale * right - &free_x;
            let y = &self.scale * up - &free_y;
            let turn = &self.scale * turn;
            let linear = &x * &x + &y * &y;
            let angular = &turn * &turn;
            sum += mass * &linear + inertia * &angular;
        }
        let whole = &self.scale * denominator;
        let twice_square = &whole * &whole * 2;
        Ok([sum, &self.unit * &twice_square])
    }
}
