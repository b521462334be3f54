//! C4: Newton.
//!
//! For every body m (a - a°) = Σ forces and I (α - α°) = Σ torques; in an impossible case, forces
//! and torques cancel, as at rest without gravity and loads.

use super::case::Case;
use crate::core::newton::{ForcesOnBodies, Law};
use crate::rejection::Condition::C4;
use crate::rejection::Result;

/// C4.
pub(crate) fn newton(case: &Case) -> Result {
    let motion = case.motion.as_ref().map(|motion| &motion.accelerations);
    let law = Law {
        pulls: motion.is_some(),
        motion,
        condition: C4,
    };
    let forces = ForcesOnBodies::new(case.row_forces());
    forces.obey(
        law,
        &case.group.members,
        &case.denominator,
        &case.to_string(),
    )
}
