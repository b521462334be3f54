//! S1: forces balance gravity; B1: forces balance each other.
//!
//! For every body the sum of the forces on it plus m g is 0, and so is the sum of their torques;
//! for B1 without m g. This is C4 of a body that does not accelerate.

use super::case::Forces;
use super::contact::{RoughContact, rough_contact};
use crate::Result;
use crate::newton::{imbalance, on_bodies, zero};
use crate::rejection::Condition::{self, B1, S1};
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
        let imbalance = imbalance(&loads, member, gravity, &zero(), forces.denominator);
        if let Some((found, required)) = imbalance {
            let place = format!("{}, {}", forces.place, member.name);
            return condition.refuse(place, found, required);
        }
    }
    Ok(())
}
