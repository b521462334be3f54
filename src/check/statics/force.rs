//! S2 and S3: what the forces of a held case, a system or a stress may do; F2 and F5: the same of
//! the forces of an answer.

use super::case::Forces;
use crate::contact::Contact;
use crate::group::Imposed;
use crate::rejection::Condition;
use crate::{Result, names};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};

/// S2 or F2: φ ≥ 0, and φ = 0 where no contact is imposed.
pub(crate) fn no_contact_pulls(forces: &Forces, imposed: &Imposed, condition: Condition) -> Result {
    for (rough, [across, _]) in &forces.contacts {
        let contact = rough.contact;
        if across.is_negative() {
            return pulls(forces, contact, across, "at least 0", condition);
        }
        let is_imposed = imposed.contains_key(&contact.index);
        if !across.is_zero() && !is_imposed {
            let required = "0, since the case does not impose the contact";
            return pulls(forces, contact, across, required, condition);
        }
    }
    Ok(())
}

fn pulls(
    forces: &Forces,
    contact: &Contact,
    across: &BigInt,
    required: &str,
    condition: Condition,
) -> Result {
    let place = format!("{}, {contact}", forces.place);
    let force = names::fraction(across, forces.denominator);
    let found = format!("force {force}");
    condition.refuse(place, found, required)
}

/// S3 or F5: |ψ| ≤ μφ.
pub(crate) fn friction_is_bounded(forces: &Forces, condition: Condition) -> Result {
    for (rough, [across, along]) in &forces.contacts {
        let friction = &rough.friction;
        let bound = friction.numer() * across;
        if along.abs() * friction.denom() > bound {
            let place = format!("{}, {}", forces.place, rough.contact);
            let force = names::fraction(along, forces.denominator);
            let found = format!("friction force {force}");
            let unit = forces.denominator * friction.denom();
            let bound = names::fraction(&bound, &unit);
            let required = format!("at most {bound} in size");
            return condition.refuse(place, found, required);
        }
    }
    Ok(())
}
