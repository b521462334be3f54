//! Tests of the crate as its users see it.

#[path = "../../../../../fuzz/agreement.rs"]
mod agreement;
mod alternatives;
mod averaging;
mod bricks;
mod contacts;
mod corners_in_space;
mod coulomb;
mod friction_law;
mod interruption;
mod only;
mod refinement;
mod snap;
mod snap_in_space;
mod snap_rounded;
mod space;
mod symmetry;
mod symmetry_residues;
