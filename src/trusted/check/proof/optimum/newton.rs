//! C4: Newton.
//!
//! For every body m (a - a°) = Σ forces and I (α - α°) = Σ torques; in an impossible case, forces
//! and torques cancel, as at rest without gravity and loads.

use super::case::Case;
use crate::core::newton::{Imbalance, imbalance, on_bodies, zero};
use crate::core::row::motion_of;
use crate::proof::group::Pull;
use crate::rejection::Condition::C4;
use crate::rejection::Result;

/// C4.
pub(crate) fn newton(case: &Case) -> Result {
    let mut by_body = on_bodies(case.row_forces());
    let rest = zero();
    let denominator = &case.denominator;
    for (body, member) in &case.group.members {
        // A body that no force acts on has none.
        let forces = by_body.remove(body).unwrap_or_default();
        let mut triple = &rest;
        let mut pull = Pull::NONE;
        if let Some(motion) = &case.motion {
            triple = motion_of(*body, &motion.accelerations)?;
            pull = member.pull();
        }
        let imbalance = imbalance(&forces, member, &pull, triple, denominator);
        if let Some(Imbalance { found, required }) = imbalance {
            let place = format!("{case}, {}", member.name);
            return C4.refuse(place, found, required);
        }
    }
    Ok(())
}
