//! C8: idle contacts are idle.
//!
//! A virtual displacement that opens every idle contact and no pressing one: the difference of two
//! force systems of the case does no work along it, so it has no force on an idle contact.

use crate::core::row::Motions;
use crate::plane::contact::Contact;
use crate::plane::pin;
use crate::proof::optimum::case::{Case, Motion, Opening};
use crate::rejection::Condition::C8;
use crate::rejection::Result;
use num_traits::{Signed, Zero};

/// C8, for a case that is an answer.
pub(crate) fn idle_contacts_are_idle(case: &Case, motion: &Motion, openings: &[Opening]) -> Result {
    for opening in openings {
        if !opening.acceleration.is_zero() {
            continue;
        }
        let contact = opening.contact;
        let presses = opening.has_force();
        match &motion.idle {
            Some(displacement) => virtual_gap_is_right(case, contact, presses, displacement)?,
            None if presses => {}
            None => {
                let place = format!("{case}, {contact}");
                let found = "no force and no opening";
                return C8.refuse(place, found, "`idle`");
            }
        }
    }
    match &motion.idle {
        Some(displacement) => {
            let name = "virtual displacement";
            pin::pins_hold(case, &case.group.pins, displacement, None, name, C8)
        }
        None => Ok(()),
    }
}

/// The virtual gap is 0 where the contact presses, and positive elsewhere.
fn virtual_gap_is_right(
    case: &Case,
    contact: &Contact,
    presses: bool,
    displacement: &Motions,
) -> Result {
    let row = &contact.gap.row;
    let gap = row.difference(displacement)?;
    let required = match presses {
        true if !gap.is_zero() => "0, because it presses",
        false if !gap.is_positive() => "above 0, because it is idle",
        _ => return Ok(()),
    };
    let place = format!("{case}, {contact}");
    let gap = row.told(&gap);
    let found = format!("virtual gap {gap}");
    C8.refuse(place, found, required)
}
