//! Proofs: one folder for each format, and what they share.

pub(crate) mod acceleration;
pub(crate) mod balance;
pub(crate) mod bearing;
pub(crate) mod checked;
pub(crate) mod fall;
pub(crate) mod force;
pub(crate) mod forces;
pub mod friction;
pub(crate) mod ground;
pub(crate) mod group;
pub(crate) mod named;
pub(crate) mod optimum;
pub mod ranges;
pub(crate) mod rest;
pub(crate) mod restraint;
pub mod space;
pub mod statics;
pub mod threshold;
