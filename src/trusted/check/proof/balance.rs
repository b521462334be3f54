//! S1: forces balance weights and loads; B1: forces balance each other; F1: forces accelerate.
//!
//! For every body the sum of the forces on it plus m a° is m a, and the sum of their torques plus I
//! α° is I α; for S1 nothing accelerates, for B1 without m a° and I α°.

use crate::core::newton::{ForcesOnBodies, Law};
use crate::core::row::Motions;
use crate::proof::forces::Forces;
use crate::rejection::Condition::{self, F1};
use crate::rejection::Result;

/// S1, or another condition that asks for the same.
pub(crate) fn forces_balance_weights_and_loads(forces: &Forces, condition: Condition) -> Result {
    obey(forces, true, None, condition)
}

/// B1.
pub(crate) fn forces_balance_each_other(forces: &Forces, condition: Condition) -> Result {
    obey(forces, false, None, condition)
}

/// F1, given D (a_x, a_y, α).
pub(crate) fn forces_accelerate(forces: &Forces, motion: &Motions) -> Result {
    obey(forces, true, Some(motion), F1)
}

/// Newton's law, of bodies at rest unless a motion is given.
pub(crate) fn obey(
    forces: &Forces,
    pulls: bool,
    motion: Option<&Motions>,
    condition: Condition,
) -> Result {
    let law = Law {
        pulls,
        motion,
        condition,
    };
    let members = &forces.group.members;
    let on_bodies = ForcesOnBodies::new(forces.row_forces());
    on_bodies.obey(law, members, forces.denominator, &forces.place)
}
