//! S4 and S5: what the velocity of a falling case does; V1: what an acceleration does that obeys
//! the convex law.

use super::case::Case;
use super::contact::{Rough, RoughContact};
use crate::core::row::{Motions, motion_of};
use crate::names;
use crate::plane::contact::CornerSide;
use crate::plane::pin::pins_hold;
use crate::proof::group::{Group, Imposed, Pull};
use crate::rejection::Condition::{self, S5};
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;
use std::fmt;
use zwang_exact::Rational;

/// S4: w ≥ μ|s| at every imposed contact, and at all contacts of one side of every corner; pins
/// move together. V1 asks for the same of an acceleration.
pub(crate) fn nothing_resists(
    place: &impl fmt::Display,
    group: &Group,
    imposed: &Imposed,
    velocity: &Motions,
    rough: Rough,
    condition: Condition,
) -> Result {
    for contact in imposed.values() {
        let rough = rough.of(contact)?;
        let resistance = resistance(rough, velocity, &[BigInt::ZERO; 2])?;
        if let Some(Resistance { found, required }) = resistance {
            let place = format!("{place}, {contact}");
            return condition.refuse(place, found, required);
        }
    }
    for corner in group.undecided.values() {
        let [zero, one] = &corner.sides;
        let zero_resists = side_resists(zero, velocity, rough)?;
        if zero_resists && side_resists(one, velocity, rough)? {
            let place = format!("{place}, {corner}");
            let found = "two sides that resist";
            return condition.refuse(place, found, "one that does not");
        }
    }
    let pins = &group.pins;
    pins_hold(place, pins, velocity, "relative velocity", condition)
}

fn side_resists(side: &CornerSide, velocity: &Motions, rough: Rough) -> Result<bool> {
    for contact in side.contacts() {
        let rough = rough.of(contact)?;
        let resistance = resistance(rough, velocity, &[BigInt::ZERO; 2])?;
        if resistance.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// How a contact resists a velocity.
pub(crate) struct Resistance {
    pub found: String,
    pub required: String,
}

/// How a contact resists, if w < μ|s|, with something added to w and to s. Both are compared over
/// the scales of their rows.
pub(crate) fn resistance(
    contact: &RoughContact,
    velocity: &Motions,
    yielding: &[BigInt; 2],
) -> Result<Option<Resistance>> {
    resistance_to(contact, velocity, yielding, |slip| slip.abs())
}

/// How a contact resists that slides in this sense, if w < μσs.
pub(crate) fn sliding_resistance(
    contact: &RoughContact,
    velocity: &Motions,
    yielding: &[BigInt; 2],
    sliding: Ordering,
) -> Result<Option<Resistance>> {
    resistance_to(contact, velocity, yielding, |slip| match sliding {
        Ordering::Less => -slip,
        Ordering::Equal => BigInt::ZERO,
        Ordering::Greater => slip.clone(),
    })
}

fn resistance_to(
    contact: &RoughContact,
    velocity: &Motions,
    [to_opening, to_slip]: &[BigInt; 2],
    resisted: impl Fn(&BigInt) -> BigInt,
) -> Result<Option<Resistance>> {
    let RoughContact {
        contact,
        slip: along,
        friction,
        ..
    } = contact;
    let across = &contact.gap.row;
    let mut opening = across.difference(velocity)?;
    let mut slip = along.difference(velocity)?;
    opening += &across.scale * to_opening;
    slip += &along.scale * to_slip;
    let weighted = &opening * friction.denom();
    let bound = resisted(&slip) * friction.numer();
    let left = &along.scale * &weighted;
    let right = &across.scale * &bound;
    if left >= right {
        return Ok(None);
    }
    let opening = across.told(&opening);
    let bound_unit = &along.scale * friction.denom();
    let bound = names::fraction(&bound, &bound_unit);
    let found = format!("opening {opening}");
    let required = format!("at least {bound}, friction times sliding");
    Ok(Some(Resistance { found, required }))
}

/// S5: the work of weights and loads is above 0.
pub(crate) fn weights_and_loads_do_work(case: &Case, velocity: &Motions) -> Result {
    let work = work(case.group, velocity)?;
    if work.is_positive() {
        return Ok(());
    }
    let work = names::rational(&work);
    let found = format!("work {work}");
    S5.refuse(case, found, "above 0")
}

/// The work of weights and loads under y, Σ m a°·y + I α° y_θ, over the bodies of the group.
pub(crate) fn work(group: &Group, velocity: &Motions) -> Result<Rational> {
    let mut work = Rational::zero();
    for (body, member) in &group.members {
        let Pull { force, torque } = member.pull();
        let [x, y, turn] = motion_of(*body, velocity)?;
        work += Rational::from(&force.x()) * x;
        work += Rational::from(&force.y()) * y;
        work += Rational::from(&torque) * turn;
    }
    Ok(work)
}
