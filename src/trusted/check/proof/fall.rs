//! S4: what the velocity of a falling case does; V1: what an acceleration does that obeys the
//! convex law; and the work of weights and loads.

use crate::core::cone::Resistance;
use crate::core::row::{Motions, motion_of};
use crate::plane::contact::CornerSide;
use crate::plane::pin::pins_hold;
use crate::proof::group::{Group, Imposed};
use crate::rejection::{Condition, Result};
use num_traits::Zero;
use std::fmt;
use zwang_exact::Rational;

/// S4: w ≥ μ|s| at every imposed contact, and at all contacts of one side of every corner; pins
/// move together. V1 asks for the same of an acceleration.
pub(crate) fn nothing_resists(
    place: &impl fmt::Display,
    group: &Group,
    imposed: &Imposed,
    velocity: &Motions,
    condition: Condition,
) -> Result {
    for contact in imposed.values() {
        let resistance = contact.velocity(velocity)?.resistance(contact.wedge());
        if let Some(Resistance { found, required }) = resistance {
            let place = format!("{place}, {contact}");
            return condition.refuse(place, found, required);
        }
    }
    for corner in group.undecided.values() {
        let [zero, one] = &corner.sides;
        let zero_resists = side_resists(zero, velocity)?;
        if zero_resists && side_resists(one, velocity)? {
            let place = format!("{place}, {corner}");
            let found = "two sides that resist";
            return condition.refuse(place, found, "one that does not");
        }
    }
    let pins = &group.pins;
    pins_hold(place, pins, velocity, None, "relative velocity", condition)
}

fn side_resists(side: &CornerSide, velocity: &Motions) -> Result<bool> {
    for contact in side.contacts() {
        let relative = contact.velocity(velocity)?;
        if relative.resistance(contact.wedge()).is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The work of weights and loads under y, Σ m a°·y + I α° y_θ, over the bodies of the group.
pub(crate) fn work(group: &Group, velocity: &Motions) -> Result<Rational> {
    let mut work = Rational::zero();
    for (body, member) in &group.members {
        let pull = member.pull();
        for (pull, number) in pull.iter().zip(motion_of(*body, velocity)?) {
            work += Rational::from(pull) * number;
        }
    }
    Ok(work)
}
