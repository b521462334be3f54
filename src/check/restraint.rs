//! Gauss' restraint Σ ½ m |a - a°|² + ½ I (α - α°)² of a group, as a fraction of integers.
//!
//! With integers γ = G a°, β = G α°, and K m and K I for all bodies, the restraint is
//! Σ (K m |G D a - D γ|² + K I (G D α - D β)²) / (2 K G² D²).

use crate::Result;
use crate::figure::FreeFall;
use crate::group::{Group, Member};
use crate::row::{Motions, integers, motion_of};
use num_bigint::BigInt;
use std::collections::BTreeMap;
use zwang_exact::Integer;
use zwang_scene::BodyId;

/// The integers of a group that all its cases share.
#[derive(Clone, Debug)]
pub(crate) struct Measure {
    /// G.
    scale: Integer,
    /// K.
    unit: Integer,
    bodies: BTreeMap<BodyId, Weighed>,
}

/// The integers of a body.
#[derive(Clone, Debug)]
struct Weighed {
    /// K m.
    mass: Integer,
    /// K I.
    inertia: Integer,
    /// γ and β.
    fall: [Integer; 3],
}

impl Measure {
    pub(crate) fn new(group: &Group) -> Self {
        let mut unit = Integer::ONE;
        let mut scale = Integer::ONE;
        for member in group.members.values() {
            unit = unit.lcm(member.mass.unit());
            unit = unit.lcm(member.inertia.unit());
            (scale, _) = scaled_fall(member, &scale);
        }
        let mut bodies = BTreeMap::new();
        for (body, member) in &group.members {
            let numbers = [&member.mass, &member.inertia];
            let (_, [mass, inertia]) = integers(numbers, &unit);
            let (_, fall) = scaled_fall(member, &scale);
            let weighed = Weighed {
                mass,
                inertia,
                fall,
            };
            bodies.insert(*body, weighed);
        }
        Self {
            scale,
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
        let Self {
            scale,
            unit,
            bodies,
        } = self;
        let mut sum = BigInt::ZERO;
        for (body, weighed) in bodies {
            let Weighed {
                mass,
                inertia,
                fall,
            } = weighed;
            let [right, up, turn] = motion_of(*body, accelerations)?;
            let [free_right, free_up, free_turn] = fall;
            let x = scale * right - free_right * denominator;
            let y = scale * up - free_up * denominator;
            let turn = scale * turn - free_turn * denominator;
            let linear = &x * &x + &y * &y;
            let angular = &turn * &turn;
            sum += mass * &linear + inertia * &angular;
        }
        let whole = scale * denominator;
        let twice_square = &whole * &whole * 2;
        Ok([sum, unit * &twice_square])
    }
}

/// The least multiple of `unit` that makes a° and α° integers, and these integers.
pub(crate) fn scaled_fall(member: &Member, unit: &Integer) -> (Integer, [Integer; 3]) {
    let FreeFall { linear, angular } = &member.fall;
    integers([&linear.x(), &linear.y(), angular], unit)
}
