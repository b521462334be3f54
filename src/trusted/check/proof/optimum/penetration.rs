//! C6: nothing penetrates, or nothing can help it.

use crate::names;
use crate::plane::pin::pins_hold;
use crate::proof::optimum::case::{Case, Motion, Opening};
use crate::proof::restraint::Constants;
use crate::rejection::Condition::C6;
use crate::rejection::Result;
use num_traits::Signed;

/// C6 of an optimal case.
pub(crate) fn nothing_penetrates(case: &Case, motion: &Motion, openings: &[Opening]) -> Result {
    for opening in openings {
        if opening.acceleration.is_negative() {
            let contact = opening.contact;
            let place = format!("{case}, {contact}");
            let acceleration = opening.told(case);
            let found = format!("gap acceleration {acceleration}");
            return C6.refuse(place, found, "at least 0");
        }
    }
    let pins = &case.group.pins;
    let accelerations = &motion.accelerations;
    let denominator = Some(case.forces.denominator);
    pins_hold(
        case,
        pins,
        accelerations,
        denominator,
        "relative acceleration",
        C6,
    )
}

/// C6 of an impossible case.
///
/// The forces cancel (C4), so Σ φ · (gap acceleration) + Σ f · (difference of accelerations) is the
/// same number for every motion. If motions that satisfy the case make it ≥ 0, a negative number
/// leaves none.
pub(crate) fn no_motion_is_possible(case: &Case) -> Result {
    let Constants { sum: work, scale } = Constants::new(&case.forces.row_forces());
    if work.is_negative() {
        return Ok(());
    }
    let unit = scale.to_bigint();
    let work = names::fraction(&work, &unit);
    let found = format!("sum of force times acceleration {work}");
    let required = "below 0, to be impossible";
    C6.refuse(case, found, required)
}
