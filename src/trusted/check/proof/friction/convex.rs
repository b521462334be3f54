//! V1 and V2: the convex law. At rest the rows of contacts have no constants, so that an
//! acceleration is what section 7 of `proofs/FORMAT.md` calls a velocity.

use super::answer::{Answer, Behaviour};
use crate::names;
use crate::proof::statics::contact::Rough;
use crate::proof::statics::fall::nothing_resists;
use crate::rejection::Condition::{V1, V2};
use crate::rejection::Result;
use num_traits::Zero;

/// V1: a_n ≥ μ |a_t| at every imposed contact, and at all contacts of one side of every corner;
/// pins accelerate together.
pub(crate) fn no_motion_leaves_the_cone(answer: &Answer, rough: Rough) -> Result {
    let group = answer.group;
    let imposed = &answer.imposed;
    let motion = &answer.motion;
    nothing_resists(answer, group, imposed, motion, rough, V1)
}

/// V2: φ a_n + ψ a_t = 0.
pub(crate) fn forces_do_no_work(answer: &Answer) -> Result {
    for behaviour in &answer.behaviours {
        let Behaviour {
            rough,
            across,
            along,
            opening,
            slipping,
        } = behaviour;
        let scale_across = &rough.contact.gap.row.scale;
        let scale_along = &rough.slip.scale;
        let across = across * opening;
        let along = along * slipping;
        // Over the scales of both rows, and D².
        let of_opening = scale_along * &across;
        let of_slipping = scale_across * &along;
        let work = of_opening + of_slipping;
        if !work.is_zero() {
            let denominator = answer.denominator();
            let squared = denominator * denominator;
            let scales = scale_across * scale_along;
            let unit = &scales * &squared;
            let work = names::fraction(&work, &unit);
            let place = answer.place(behaviour);
            let found = format!("force times acceleration {work}");
            return V2.refuse(place, found, "0");
        }
    }
    Ok(())
}
