//! The law of runs: one step of rigid bodies in the plane, right to second order, with its proof
//! (`proofs/RUN2.md`).
//!
//! ```text
//! min ½ |x - x~|²_M   over x = (d, s) of all bodies,   gaps after the step ≥ 0
//! v~ = v + h a + κ M⁻¹(forces)/h,   then the nearest velocities that do not close what is tight
//! ```
//!
//! with x~ the exact free flight. Gaps are linear forms whose coefficients are those of the middle
//! or of the end of a guessed motion; the guess extrapolates the last step and is made again where
//! it was not good enough. Everything but forces is a function of the state. Forces are short and
//! prove a ball that the optimum lies in; the ball rounds to one next state.
//!
//! Modules, in the order of the data:
//!
//! * `number`, `plane`: rounding to grids; integer vectors.
//! * `outline`, `state`, `target`: what does not change; states and poses; free flight and guess.
//! * `candidates`, `options`, `rows`: which parts may meet and which edges keep them apart; ways to
//!   do so; rows as linear forms.
//! * `program`, `ball`, `tree`: forces, the ball they prove, and branching at ORs.
//! * `joints`: pins.
//! * [`meeting`], [`impacts`]: when parts meet first, with which velocities they leave. They are not
//!   yet part of a step.
//! * `rounding`, `group_step`, `run`, `record`: the next state; a step of a group; the simulation;
//!   what a run file holds of it.

mod ball;
mod candidates;
mod error;
mod friction;
mod group_step;
pub mod impacts;
mod joints;
pub mod meeting;
mod newton;
mod number;
mod options;
mod outline;
mod plane;
mod program;
mod record;
mod rounding;
mod rows;
mod run;
mod state;
mod target;
mod tree;

pub use error::LawError;
pub use group_step::Counts;
pub use run::{Simulation, Step, lacks};
pub use state::BodyState;
