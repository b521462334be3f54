//! S1: forces balance weights and loads; B1: forces balance each other; F1: forces accelerate.
//!
//! For every body the sum of the forces on it plus m a° is m a, and the sum of their torques plus I
//! α° is I α; for S1 nothing accelerates, for B1 without m a° and I α°.

use super::case::Forces;
use crate::core::newton::{Imbalance, imbalance, on_bodies, zero};
use crate::core::row::{Motions, motion_of};
use crate::proof::group::{Member, Pull};
use crate::rejection::Condition::{self, B1, F1, S1};
use crate::rejection::Result;

/// S1.
pub(crate) fn forces_balance_weights_and_loads(forces: &Forces) -> Result {
    newton(forces, Member::pull, None, S1)
}

/// B1.
pub(crate) fn forces_balance_each_other(forces: &Forces) -> Result {
    newton(forces, |_| Pull::NONE, None, B1)
}

/// F1, given D (a_x, a_y, α).
pub(crate) fn forces_accelerate(forces: &Forces, motion: &Motions) -> Result {
    newton(forces, Member::pull, Some(motion), F1)
}

/// Newton's law, of bodies at rest unless a motion is given.
fn newton(
    forces: &Forces,
    pull: impl Fn(&Member) -> Pull,
    motion: Option<&Motions>,
    condition: Condition,
) -> Result {
    let rest = zero();
    let mut by_body = on_bodies(forces.row_forces());
    for (body, member) in &forces.group.members {
        // A body that no force acts on has none.
        let acting = by_body.remove(body).unwrap_or_default();
        let triple = match motion {
            Some(motion) => motion_of(*body, motion)?,
            None => &rest,
        };
        let denominator = forces.denominator;
        let pull = pull(member);
        let imbalance = imbalance(&acting, member, &pull, triple, denominator);
        if let Some(Imbalance { found, required }) = imbalance {
            let place = format!("{}, {}", forces.place, member.name);
            return condition.refuse(place, found, required);
        }
    }
    Ok(())
}
