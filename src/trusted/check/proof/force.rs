//! S2 and S3: what the forces of a held case, a system or a stress may do; F2 and F5: the same of
//! the forces of an answer.

use crate::names;
use crate::proof::forces::{ForceOnContact, Forces};
use crate::proof::group::Imposed;
use crate::rejection::{Condition, Result};
use num_traits::{Signed, Zero};

/// S2 or F2: φ ≥ 0, and φ = 0 where no contact is imposed.
pub(crate) fn no_contact_pulls(forces: &Forces, imposed: &Imposed, condition: Condition) -> Result {
    for listed in &forces.contacts {
        let across = listed.across;
        if across.is_negative() {
            return pulls(forces, listed, "at least 0", condition);
        }
        let contact = listed.contact;
        let is_imposed = imposed.contains_key(&contact.index);
        if !across.is_zero() && !is_imposed {
            let required = "0, since the case does not impose the contact";
            return pulls(forces, listed, required, condition);
        }
    }
    Ok(())
}

fn pulls(forces: &Forces, listed: &ForceOnContact, required: &str, condition: Condition) -> Result {
    let place = forces.place_of(listed.contact);
    let force = names::fraction(listed.across, forces.denominator);
    let found = format!("force {force}");
    condition.refuse(place, found, required)
}

/// S3 or F5: |ψ| ≤ μφ.
pub(crate) fn friction_is_bounded(forces: &Forces, condition: Condition) -> Result {
    let denominator = forces.denominator;
    for listed in &forces.contacts {
        let contact = listed.contact;
        if !contact.wedge().bounds(listed.across, listed.along) {
            let friction = contact.friction();
            let bound = friction.numer() * listed.across;
            let place = forces.place_of(listed.contact);
            let force = names::fraction(listed.along, denominator);
            let found = format!("friction force {force}");
            let unit = denominator * friction.denom();
            let bound = names::fraction(&bound, &unit);
            let required = format!("at most {bound} in size");
            return condition.refuse(place, found, required);
        }
    }
    Ok(())
}
