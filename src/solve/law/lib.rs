//! The law of runs: one step of rigid bodies in the plane, right to second order, with its proof
//! (`proofs/RUN.md`).
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
//! * `settings`, `start`: how a run is made, and which scenes it begins with.
//! * `number`, `plane`: rounding to grids; integer vectors.
//! * `outline`, `state`, `target`: what does not change; states and poses; free flight and guess.
//! * `rooms`, `candidates`, `options`, `rows`: which parts may meet and which edges keep them
//!   apart; ways to do so; rows as linear forms.
//! * `takeover`: edges that keep parts apart within a step from others on.
//! * `order`, `program`, `ball`, `tree`: programs in an order that mirror images share; forces, the
//!   ball they prove, and branching at ORs.
//! * `friction`, `newton`, `modes`, `sweeps`: forces by Coulomb's law, by shifted convex programs,
//!   by Newton's method on modes of contacts or, of many contacts, by sweeps over them.
//! * `joints`: pins.
//! * [`meeting`], [`impacts`]: when two parts meet first, and with which velocities bodies leave.
//! * [`instant`]: impacts of one instant, exactly, and the outcomes of all their orders.
//! * `rounding`, `group_step`: the next state; a part of a step of a group.
//! * `meet`, `look`, `parts`: impacts at the beginning of a part; where lively pairs meet; the
//!   parts of a step.
//! * `run`, `record`: the simulation; what a run file holds of it.
//! * `fixed`: what the scene decides, for runs in doubles.
//! * [`space`]: the same for solids in space.

mod at_seams;
mod ball;
mod candidates;
mod error;
mod fixed;
mod friction;
mod group_step;
pub mod impacts;
pub mod instant;
mod joints;
mod look;
mod meet;
pub mod meeting;
mod modes;
mod newton;
mod number;
mod options;
mod order;
mod outline;
mod parts;
mod passing;
mod places;
mod plane;
mod program;
mod record;
mod rooms;
mod round;
mod rounding;
mod rows;
mod run;
mod seams;
mod settings;
pub mod space;
mod start;
mod state;
mod sweeps;
mod takeover;
mod target;
mod tree;

pub use error::LawError;
pub use fixed::{AtEdge, Fixed};
pub use group_step::Counts;
pub use impacts::{Coefficients, ImpactRule};
pub use joints::Number;
pub use run::{MEMORY, Simulation, Step};
pub use seams::Seam;
pub use settings::{Grid, GridError, Restitution, Settings};
pub use start::require_lawful_start;
pub use state::BodyState;
