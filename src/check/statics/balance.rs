//! S1: forces balance gravity; B1: forces balance each other.
//!
//! For every body the sum of the forces on it plus m g is 0, and so is the sum of their torques;
//! for B1 without m g. Both sums are multiplied by D and by one integer for each body, as for C4.

use super::case::Forces;
use super::contact::{RoughContact, rough_contact};
use crate::Result;
use crate::newton::{Load, common_scale, imbalance, on_bodies, sum};
use crate::rejection::Condition::{self, B1, S1};
use crate::row::integers;
use num_bigint::BigInt;
use num_traits::Zero;
use zwang_exact::FractionVector;

/// S1.
pub(crate) fn forces_balance_gravity(forces: &Forces, rough: &[RoughContact]) -> Result {
    forces_balance(forces, forces.group.gravity, rough, S1)
}

/// B1.
pub(crate) fn forces_balance_each_other(forces: &Forces, rough: &[RoughContact]) -> Result {
    forces_balance(forces, &FractionVector::ZERO, rough, B1)
}

fn forces_balance(
    forces: &Forces,
    gravity: &FractionVector,
    rough: &[RoughContact],
    condition: Condition,
) -> Result {
    let mut acting = Vec::new();
    for (contact, [across, along]) in &forces.contacts {
        let contact = rough_contact(rough, contact)?;
        acting.push((&contact.contact.gap.row, across));
        acting.push((&contact.slip, along));
    }
    for (pin, force) in &forces.pins {
        acting.extend(pin.rows.iter().zip(*force));
    }
    let mut loads = on_bodies(acting);
    for (body, member) in &forces.group.members {
        // A body that no force acts on has no loads.
        let loads = loads.remove(body).unwrap_or_default();
        let weight = gravity.scaled(&member.mass);
        let imbalance = body_imbalance(forces, &weight, &loads);
        if let Some((found, required)) = imbalance {
            let place = format!("{}, {}", forces.place, member.name);
            return condition.refuse(place, found, required);
        }
    }
    Ok(())
}

/// What is found and what is required, if forces and the weight do not balance on a body.
fn body_imbalance(
    forces: &Forces,
    weight: &FractionVector,
    loads: &[Load],
) -> Option<(String, String)> {
    let denominator = forces.denominator;
    let scale = common_scale(loads);
    let weight = [&weight.x(), &weight.y()];
    let (scale, weight) = integers(weight, &scale);
    let [right, up] = weight;
    let found = sum(loads, &scale);
    let required = [-(right * denominator), -(up * denominator), BigInt::zero()];
    let unit = &scale * denominator;
    imbalance(&found, &required, &unit)
}
