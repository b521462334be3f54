//! S2 and S3: what the forces of a held case may do.

use super::case::{Case, Forces};
use super::contact::RoughContact;
use crate::rejection::Condition::{S2, S3};
use crate::{Result, lookup, names};
use num_traits::{Signed, Zero};

/// S2: φ ≥ 0, and φ = 0 where the case imposes nothing.
pub(crate) fn no_contact_pulls(case: &Case, forces: &Forces) -> Result {
    for (contact, [across, _]) in &forces.contacts {
        let required = if across.is_negative() {
            "at least 0"
        } else if !across.is_zero() && !case.imposed.contains_key(&contact.index) {
            "0, since the case does not impose the contact"
        } else {
            continue;
        };
        let place = format!("{case}, {contact}");
        let found = format!("force {}", names::fraction(across, forces.denominator));
        return S2.refuse(place, found, required);
    }
    Ok(())
}

/// S3: |ψ| ≤ μφ.
pub(crate) fn friction_is_bounded(case: &Case, forces: &Forces, rough: &[RoughContact]) -> Result {
    for (contact, [across, along]) in &forces.contacts {
        let RoughContact { friction, .. } =
            lookup::entry(rough, "certificate", "contact", contact.index)?;
        let bound = friction.numer() * across;
        if along.abs() * friction.denom() > bound {
            let unit = forces.denominator * friction.denom();
            let place = format!("{case}, {contact}");
            let along = names::fraction(along, forces.denominator);
            let required = format!("at most {} in size", names::fraction(&bound, &unit));
            let found = format!("friction force {along}");
            return S3.refuse(place, found, required);
        }
    }
    Ok(())
}
