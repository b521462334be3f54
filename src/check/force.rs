//! C5 and C7: what forces may do.

use crate::case::{Case, Imposed, Opening};
use crate::contact::Contact;
use crate::rejection::Condition::{C5, C7};
use crate::{Rejection, Result, names};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};

/// C5: φ ≥ 0.
pub(crate) fn no_contact_pulls(case: &Case) -> Result {
    for (contact, force) in case.forces() {
        if force.is_negative() {
            let place = format!("{case}, {contact}");
            let force = names::fraction(force, &case.denominator);
            let found = format!("force {force}");
            return C5.refuse(place, found, "at least 0");
        }
    }
    Ok(())
}

/// C7: φ · (gap acceleration) = 0 for imposed contacts, φ = 0 for all others. Of an impossible
/// case, which has no openings, only the second.
pub(crate) fn no_force_across_a_gap(case: &Case, openings: &[Opening]) -> Result {
    for (contact, force) in &case.elsewhere {
        if !force.is_zero() {
            let gap = "on a contact that the case does not impose";
            return Err(refused(case, contact, force, gap));
        }
    }
    for opening in openings {
        let Imposed { contact, force } = *opening.imposed;
        let is_closed = opening.acceleration.is_zero();
        match force {
            Some(force) if !force.is_zero() && !is_closed => {
                let acceleration = opening.told(case);
                let gap = format!("with gap acceleration {acceleration}");
                return Err(refused(case, contact, force, &gap));
            }
            _ => {}
        }
    }
    Ok(())
}

fn refused(case: &Case, contact: &Contact, force: &BigInt, gap: &str) -> Rejection {
    let place = format!("{case}, {contact}");
    let force = names::fraction(force, &case.denominator);
    let found = format!("force {force} {gap}");
    Rejection::new(C7, place, found, "force 0")
}
