//! From a scene to an answer that the checker has accepted, for all who show answers: the command
//! line and the page.
//!
//! [`collapse`] solves and has the proof checked; [`Judge`] stands beside a run and accepts each
//! step before it is written or shown. What the checker does not accept is an error here, never an
//! answer.

mod collapse;
mod judge;
mod picture;

pub use collapse::{
    AccelerationError, CheckError, CollapseError, Moving, StabilityError, VerifiedCollapse, check,
    collapse, require_rest, stability, symmetry_line,
};
pub use judge::Judge;
pub use picture::{by_pin, draw_options};
