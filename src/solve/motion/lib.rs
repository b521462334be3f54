//! Motion in steps: a scene advanced in time by a sequence of exact quadratic programs.
//!
//! From the states (z⁻, c⁻) and (z, c) of every body, centroid and rotation, the next one is the
//! point that is nearest to free flight,
//!
//! ```text
//! min Σ ½ m |z' - (2z - z⁻ + h² g)|² + ½ I |c' - (2c - c⁻)|²
//! for Re c' conj(c) = (1 + |c|² - |c - c⁻|²)/2,   sidedness rows ≥ 0,   pins = 0,
//! ```
//!
//! rounded to a grid by an odd rule (Rote & Zwick, Collapse, Figure 7, for rigid bodies).
//! [`Simulation`] does such steps and writes each down as a record that proves it; `proofs/RUN.md`
//! has all formulas, and a checker that shares no code with this crate verifies them. [`mod@file`]
//! has the files of runs.

mod averaging;
mod enclosure;
mod error;
mod facts;
pub mod file;
mod folding;
mod forces;
mod forms;
mod friction;
mod group;
mod impact;
mod instant;
mod invariance;
pub mod kernel;
mod listing;
mod memory;
mod near;
mod number;
mod outline;
mod plane;
mod program;
mod record;
mod rounding;
mod rows;
mod run;
mod setting;
mod short;
mod state;
mod step;
mod tree;
mod yardstick;

pub use error::{Corners, MotionError};
pub use impact::Restitution;
pub use instant::{Grid, GridError};
pub use run::{Settings, Simulation, require_lawful_start};
pub use setting::CornerChoice;
