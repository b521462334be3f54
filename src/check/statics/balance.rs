//! S1: forces balance gravity; B1: forces balance each other; F1: forces accelerate.
//!
//! For every body the sum of the forces on it plus m g is m a, and the sum of their torques I α;
//! for S1 nothing accelerates, for B1 without m g.

use super::case::Forces;
use crate::Result;
use crate::newton::{Imbalance, imbalance, on_bodies, zero};
use crate::rejection::Condition::{self, B1, F1, S1};
use crate::row::{Motions, motion_of};
use zwang_exact::FractionVector;

/// S1.
pub(crate) fn forces_balance_gravity(forces: &Forces) -> Result {
    newton(forces, forces.group.gravity, None, S1)
}

/// B1.
pub(crate) fn forces_balance_each_other(forces: &Forces) -> Result {
    newton(forces, &FractionVector::ZERO, None, B1)
}

/// F1, given D (a_x, a_y, α).
pub(crate) fn forces_accelerate(forces: &Forces, motion: &Motions) -> Result {
    newton(forces, forces.group.gravity, Some(motion), F1)
}

/// Newton's law, of bodies at rest unless a motion is given.
fn newton(
    forces: &Forces,
    gravity: &FractionVector,
    motion: Option<&Motions>,
    condition: Condition,
) -> Result {
    let rest = zero();
    let mut loads = on_bodies(forces.loads());
    for (body, member) in &forces.group.members {
        // A body that no force acts on has no loads.
        let loads = loads.remove(body).unwrap_or_default();
        let triple = match motion {
            Some(motion) => motion_of(*body, motion)?,
            None => &rest,
        };
        let denominator = forces.denominator;
        let imbalance = imbalance(&loads, member, gravity, triple, denominator);
        if let Some(Imbalance { found, required }) = imbalance {
            let place = format!("{}, {}", forces.place, member.name);
            return condition.refuse(place, found, required);
        }
    }
    Ok(())
}
