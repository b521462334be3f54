//! S1: forces balance gravity.
//!
//! For every body the sum of the forces on it plus m g is 0, and so is the sum of their torques.
//! Both sums are multiplied by D and by one integer for each body, as for C4.

use super::case::{Case, Forces};
use super::contact::{RoughContact, rough_contact};
use crate::group::Member;
use crate::newton::{Load, common_scale, on_bodies, sum};
use crate::rejection::Condition::S1;
use crate::row::integers;
use crate::{Result, names};
use num_bigint::BigInt;
use num_traits::Zero;

/// S1.
pub(crate) fn forces_balance_gravity(
    case: &Case,
    forces: &Forces,
    rough: &[RoughContact],
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
    for (body, member) in &case.group.members {
        // A body that no force acts on has no loads.
        let loads = loads.remove(body).unwrap_or_default();
        body_is_balanced(case, forces.denominator, member, &loads)?;
    }
    Ok(())
}

/// S1 of one body.
fn body_is_balanced(case: &Case, denominator: &BigInt, member: &Member, loads: &[Load]) -> Result {
    let weight = case.group.gravity.scaled(&member.mass);
    let (scale, [right, up]) = integers([&weight.x(), &weight.y()], &common_scale(loads));
    let found = sum(loads, &scale);
    let required = [
        -(&right * denominator),
        -(&up * denominator),
        BigInt::zero(),
    ];
    let names = ["force along x", "force along y", "torque"];
    for (name, (found, required)) in names.into_iter().zip(found.iter().zip(&required)) {
        if found != required {
            let unit = &scale * denominator;
            let place = format!("{case}, {}", member.name);
            let found = format!("{name} {}", names::fraction(found, &unit));
            let required = names::fraction(required, &unit);
            return S1.refuse(place, found, required);
        }
    }
    Ok(())
}
