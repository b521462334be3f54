//! V1 and V2: the convex law. At rest the rows of contacts have no constants, so that an
//! acceleration is what section 7 of `proofs/FORMAT.md` calls a velocity.

use super::answer::{Answer, Behaviour};
use crate::names;
use crate::proof::fall::nothing_resists;
use crate::rejection::Condition::{V1, V2};
use crate::rejection::Result;
use num_traits::Zero;

/// V1: a_n ≥ μ |a_t| at every imposed contact, and at all contacts of one side of every corner;
/// pins accelerate together.
pub(crate) fn no_motion_leaves_the_cone(answer: &Answer) -> Result {
    let group = answer.group;
    let imposed = &answer.imposed;
    let motion = &answer.motion;
    nothing_resists(answer, group, imposed, motion, V1)
}

/// V2: φ a_n + ψ a_t = 0.
pub(crate) fn forces_do_no_work(answer: &Answer) -> Result {
    for behaviour in &answer.behaviours {
        let Behaviour {
            across,
            along,
            relative,
            ..
        } = behaviour;
        let (work, unit) = relative.work(across, along);
        if !work.is_zero() {
            let denominator = answer.denominator();
            // Forces are over D as well as accelerations.
            let unit = &unit * &(denominator * denominator);
            let work = names::fraction(&work, &unit);
            let place = answer.place(behaviour);
            let found = format!("force times acceleration {work}");
            return V2.refuse(place, found, "0");
        }
    }
    Ok(())
}
