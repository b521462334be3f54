//! C8: idle contacts are idle.
//!
//! A virtual displacement that opens every idle contact and no pressing one: the difference of two
//! force systems of the case does no work along it, so it has no force on an idle contact.

use crate::case::CaseView;
use crate::rejection::Condition::C8;
use crate::row::Triple;
use crate::{Rejection, names};
use num_traits::{Signed, Zero};

/// C8, for a case that is an answer and keeps these imposed contacts closed.
pub(crate) fn idle_contacts_are_idle(case: &CaseView, closed: &[usize]) -> Result<(), Rejection> {
    let Some(motion) = &case.case.motion else {
        return Ok(());
    };
    for &contact in closed {
        let presses = case.force(contact).is_some_and(|force| !force.is_zero());
        let Some(displacement) = &motion.idle else {
            if presses {
                continue;
            }
            return Err(Rejection::new(
                C8,
                case.contact(contact),
                "no force and no opening",
                "`idle`",
            ));
        };
        let row = &case.model.gap(contact)?.row;
        let [first, second] = case.of_both(row, displacement);
        let gap = row.difference(first, second);
        if (presses && !gap.is_zero()) || (!presses && !gap.is_positive()) {
            let required = if presses {
                "0, because it presses"
            } else {
                "above 0, because it is idle"
            };
            let found = format!(
                "virtual gap {}",
                names::fraction(&gap, &row.scale.to_bigint())
            );
            return Err(Rejection::new(C8, case.contact(contact), found, required));
        }
    }
    motion
        .idle
        .as_ref()
        .map_or(Ok(()), |displacement| pins_hold(case, displacement))
}

fn pins_hold(case: &CaseView, displacement: &[Triple]) -> Result<(), Rejection> {
    for &pin in &case.model.system(case.group)?.pins {
        for (row, axis) in case.model.pin(pin)?.iter().zip(["x", "y"]) {
            let [first, second] = case.of_both(row, displacement);
            let difference = row.difference(first, second);
            if !difference.is_zero() {
                let found = format!(
                    "virtual displacement {} along {axis}",
                    names::fraction(&difference, &row.scale.to_bigint())
                );
                return Err(Rejection::new(C8, case.pin(pin), found, "0"));
            }
        }
    }
    Ok(())
}
