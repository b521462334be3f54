//! Proofs: one folder for each format, and what they share.

pub(crate) mod acceleration;
pub(crate) mod checked;
pub mod friction;
pub(crate) mod ground;
pub(crate) mod group;
pub(crate) mod named;
pub(crate) mod optimum;
pub mod ranges;
pub(crate) mod restraint;
pub mod statics;
pub mod threshold;
