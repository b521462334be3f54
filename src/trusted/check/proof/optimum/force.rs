//! C5 and C7: what forces may do.

use crate::names;
use crate::proof::optimum::case::{Case, ForceOnContact, Opening};
use crate::rejection::Condition::{C5, C7};
use crate::rejection::Result;
use num_traits::{Signed, Zero};

/// C5: φ ≥ 0.
pub(crate) fn no_contact_pulls(case: &Case) -> Result {
    for ForceOnContact { contact, force } in case.forces() {
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
    for listed in &case.elsewhere {
        if !listed.force.is_zero() {
            let gap = "on a contact that the case does not impose";
            return refused(case, *listed, gap);
        }
    }
    for opening in openings {
        let contact = opening.imposed.contact;
        let is_open = !opening.acceleration.is_zero();
        // A force that is not listed is 0.
        if let Some(force) = opening.imposed.force
            && !force.is_zero()
            && is_open
        {
            let listed = ForceOnContact { contact, force };
            let acceleration = opening.told(case);
            let gap = format!("with gap acceleration {acceleration}");
            return refused(case, listed, &gap);
        }
    }
    Ok(())
}

fn refused(case: &Case, listed: ForceOnContact, gap: &str) -> Result {
    let place = format!("{case}, {}", listed.contact);
    let force = names::fraction(listed.force, &case.denominator);
    let found = format!("force {force} {gap}");
    C7.refuse(place, found, "force 0")
}
