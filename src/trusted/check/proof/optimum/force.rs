//! C5 and C7: what forces may do.

use crate::plane::contact::Contact;
use crate::proof::optimum::case::{Case, Opening};
use crate::rejection::Condition::{C5, C7};
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};

/// C5: φ ≥ 0.
pub(crate) fn no_contact_pulls(case: &Case) -> Result {
    for listed in &case.forces.contacts {
        if listed.across.is_negative() {
            let place = case.forces.place_of(listed.contact);
            let found = format!("force {}", case.forces.told(listed.across));
            return C5.refuse(place, found, "at least 0");
        }
    }
    Ok(())
}

/// C7: φ · (gap acceleration) = 0 for imposed contacts, φ = 0 for all others. An impossible case,
/// which has no openings, has only the second.
pub(crate) fn no_force_across_a_gap(case: &Case, openings: &[Opening]) -> Result {
    for listed in &case.forces.contacts {
        let is_imposed = case.imposed.contains_key(&listed.contact.index);
        if !listed.across.is_zero() && !is_imposed {
            let gap = "on a contact that the case does not impose";
            return refused(case, listed.contact, listed.across, gap);
        }
    }
    for opening in openings {
        // A force that is not listed is 0.
        if let Some(force) = opening.force
            && !force.is_zero()
            && !opening.acceleration.is_zero()
        {
            let gap = format!("with gap acceleration {}", opening.told(case));
            return refused(case, opening.contact, force, &gap);
        }
    }
    Ok(())
}

fn refused(case: &Case, contact: &Contact, force: &BigInt, gap: &str) -> Result {
    let place = case.forces.place_of(contact);
    let found = format!("force {} {gap}", case.forces.told(force));
    C7.refuse(place, found, "force 0")
}
