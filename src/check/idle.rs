//! C8: idle contacts are idle.
//!
//! A virtual displacement that opens every idle contact and no pressing one: the difference of two
//! force systems of the case does no work along it, so it has no force on an idle contact.

use crate::case::{Case, Motion, Opening};
use crate::contact::Contact;
use crate::rejection::Condition::C8;
use crate::row::Motions;
use crate::{Result, names};
use num_traits::{Signed, Zero};

/// C8, for a case that is an answer.
pub(crate) fn idle_contacts_are_idle(case: &Case, motion: &Motion, openings: &[Opening]) -> Result {
    for opening in openings
        .iter()
        .filter(|opening| opening.acceleration.is_zero())
    {
        let contact = opening.imposed.contact;
        let presses = opening.imposed.has_force();
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
        Some(displacement) => pins_hold(case, displacement),
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
    let found = format!(
        "virtual gap {}",
        names::fraction(&gap, &row.scale.to_bigint())
    );
    C8.refuse(place, found, required)
}

fn pins_hold(case: &Case, displacement: &Motions) -> Result {
    for pin in case.group.pins.values() {
        for (row, axis) in pin.axes() {
            let difference = row.difference(displacement)?;
            if !difference.is_zero() {
                let difference = names::fraction(&difference, &row.scale.to_bigint());
                let place = format!("{case}, {pin}");
                let found = format!("virtual displacement {difference} along {axis}");
                return C8.refuse(place, found, "0");
            }
        }
    }
    Ok(())
}
