//! The inner door, for other crates of the workspace: states and optima in the solver's numbers.
//! The records of a run have their states in the numbers of `zwang_exact`.

use crate::run::Simulation;
pub use crate::state::{Placement, Rotation};
pub use crate::yardstick::{JudgedRow, JudgedStep, Overlaps, Yardstick};

/// The free bodies of a simulation as they are now, in file order.
#[must_use]
pub fn placements(simulation: &Simulation) -> &[Placement] {
    simulation.placements()
}
