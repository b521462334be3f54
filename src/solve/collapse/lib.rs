//! From a scene to a certified motion.
//!
//! [`collapse()`] finds the contacts of a scene, makes a program of least restraint for each group
//! of bodies, solves it exactly (crate `zwang-program`), averages forces over the symmetries of the
//! scene, and writes it all down as a certificate, which the checker accepts or not. [`statics()`]
//! finds out whether forces with friction hold a scene at rest, [`only_rest()`] whether anything
//! else is possible then, [`accelerations()`] how a scene with friction starts to move,
//! [`threshold()`] up to which tilt, or from which friction on, forces hold it, and [`ranges()`]
//! how small and how large they can be. Parts of that way have doors of their own:
//! [`contacts`], [`symmetry`], [`indeterminacy`], [`export`], the programs of a scene for other
//! solvers, and [`Components`], which bodies are joined.

mod cases;
mod certify;
mod collapse;
mod components;
pub mod contacts;
mod coulomb;
mod dynamics;
mod error;
pub mod export;
mod groups;
pub mod indeterminacy;
mod invariance;
mod lattice;
mod near;
mod programs;
mod ranges;
mod short;
mod snap;
mod statics;
pub mod symmetry;
mod threshold;

pub use collapse::{Collapse, collapse, collapse_digested};
pub use components::Components;
pub use coulomb::{Accelerating, GroupMotion, accelerations, only_rest};
pub use error::SolveError;
pub use near::{NearPair, almost_touching};
pub use programs::programs;
pub use ranges::{ForceRanges, Wanted, moving_ranges, ranges};
pub use snap::{Move, Obstacle, SnapError, Snapped, Unmendable, snap};
pub use statics::{Standing, first_statics, statics};
pub use threshold::{Critical, ThresholdError, Variation, VariedLoad, threshold, varied};
