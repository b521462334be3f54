//! Proofs for scenes in space: what the formats share, and one module for each.

mod borne;
mod corner;
pub mod coulomb;
pub(crate) mod ground;
pub(crate) mod joint;
pub(crate) mod motion;
pub mod optimum;
pub mod ranges;
mod resisted;
pub mod statics;
pub mod threshold;
mod tree;
