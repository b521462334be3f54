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
//! has all formulas, and a checker that shares no code with this crate verifies them. The crate
//! `answer` has the files of runs.
//!
//! Modules, in the order of the data:
//!
//! * `number`, `plane`, `outline`, `state`, `instant`: integers over common denominators; what does
//!   not change; placements; two placements of every body as integers.
//! * `rows/`: which sidedness rows a step has, and corners; the deepest penetration; in `ticks`
//!   short integers that decide what is not close.
//! * `short`, `forms`: placements of half the digits; rows and pins as integer forms in the
//!   unknowns of a step, from these.
//! * `group`, `setting`, `folding`, `program`, `tree`: bodies solved together; what a step is made
//!   from; symmetric groups with half the unknowns; the program and its guess; corners by
//!   branching.
//! * `step`, `rounding`, `impact`: the next state; the odd rules of rounding; restitution.
//! * `friction/`, `run/rough`: steps with friction: the problem of a group for `program::friction`,
//!   folded; relaxation, corners, impacts, heat; two forces of each row; the record; the step.
//! * `enclosure`: large groups: near forces, and the ball in which the exact motion lies.
//! * `yardstick`: steps made elsewhere, against the exact optimum of the same step.
//! * `kernel`: the inner door, in malachite's numbers: what `answer` and `audit` use of states and
//!   of the yardstick.
//! * `forces`, `averaging`, `invariance`, `facts`, `record`, `listing`, `memory`, `run`: what a
//!   record holds, which rows it lists; symmetry of states and forces; the simulation itself,
//!   resumable.

mod averaging;
mod enclosure;
mod error;
mod facts;
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
pub use run::Simulation;
pub use zwang_law::{CornerChoice, Grid, GridError, Restitution, Settings, require_lawful_start};
