//! C5 and C7: what forces may do.

use crate::case::CaseView;
use crate::rejection::Condition::{C5, C7};
use crate::{Rejection, names};
use num_traits::{Signed, Zero};

/// C5: φ ≥ 0.
pub(crate) fn no_contact_pulls(case: &CaseView) -> Result<(), Rejection> {
    match case
        .case
        .forces
        .iter()
        .find(|(_, force)| force.is_negative())
    {
        Some((contact, force)) => {
            let found = format!("force {}", names::fraction(force, &case.denominator));
            Err(Rejection::new(
                C5,
                case.contact(*contact),
                found,
                "at least 0",
            ))
        }
        None => Ok(()),
    }
}

/// C7: φ · (gap acceleration) = 0 for imposed contacts, φ = 0 for all others. Of an impossible
/// case, only the second. `closed` are the imposed contacts with gap acceleration 0.
pub(crate) fn no_force_across_a_gap(case: &CaseView, closed: &[usize]) -> Result<(), Rejection> {
    for (contact, force) in case
        .case
        .forces
        .iter()
        .filter(|(_, force)| !force.is_zero())
    {
        let gap = if !case.imposes(*contact)? {
            "on a contact that the case does not impose".to_owned()
        } else if case.case.motion.is_some() && closed.binary_search(contact).is_err() {
            let acceleration = case.gap_acceleration(*contact)?;
            let scale = &case.model.gap(*contact)?.row.scale * &case.denominator;
            format!(
                "with gap acceleration {}",
                names::fraction(&acceleration, &scale)
            )
        } else {
            continue;
        };
        let found = format!("force {} {gap}", names::fraction(force, &case.denominator));
        return Err(Rejection::new(C7, case.contact(*contact), found, "force 0"));
    }
    Ok(())
}
