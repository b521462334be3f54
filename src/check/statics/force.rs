//! S2 and S3: what the forces of a held case may do.

use super::case::{Case, Forces};
use super::contact::{RoughContact, rough_contact};
use crate::contact::Contact;
use crate::rejection::Condition::{S2, S3};
use crate::{Result, names};
use num_traits::{Signed, Zero};

/// S2: φ ≥ 0, and φ = 0 where the case imposes nothing.
pub(crate) fn no_contact_pulls(case: &Case, forces: &Forces) -> Result {
    for (contact, [across, _]) in &forces.contacts {
        if across.is_negative() {
            let found = names::fraction(across, forces.denominator);
            return pulls(case, contact, &found, "at least 0");
        }
        let is_imposed = case.imposed.contains_key(&contact.index);
        if !across.is_zero() && !is_imposed {
            let found = names::fraction(across, forces.denominator);
            let required = "0, since the case does not impose the contact";
            return pulls(case, contact, &found, required);
        }
    }
    Ok(())
}

fn pulls(case: &Case, contact: &Contact, found: &str, required: &str) -> Result {
    let place = format!("{case}, {contact}");
    S2.refuse(place, format!("force {found}"), required)
}

/// S3: |ψ| ≤ μφ.
pub(crate) fn friction_is_bounded(case: &Case, forces: &Forces, rough: &[RoughContact]) -> Result {
    for (contact, [across, along]) in &forces.contacts {
        let rough = rough_contact(rough, contact)?;
        let friction = &rough.friction;
        let bound = friction.numer() * across;
        if along.abs() * friction.denom() > bound {
            let place = format!("{case}, {contact}");
            let found = names::fraction(along, forces.denominator);
            let unit = forces.denominator * friction.denom();
            let required = names::fraction(&bound, &unit);
            return S3.refuse(
                place,
                format!("friction force {found}"),
                format!("at most {required} in size"),
            );
        }
    }
    Ok(())
}
