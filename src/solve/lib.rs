//! From a scene to a certified motion, and an exact solver of convex programs for its own sake.
//!
//! [`collapse()`] goes from a scene to a certificate. Whoever has a program instead of a scene
//! takes
//!
//! * [`LinearProgram`]: min or max c·x over rows and bounds; optimal, infeasible or unbounded,
//! * [`QuadraticProgram`]: min ½ xᵀH x + c·x with a positive definite H; optimal or infeasible,
//! * [`solve`]: a [`Problem`] with a diagonal Hessian and integer rows, which is what the others
//!   are reduced to,
//!
//! each with the multipliers, the Farkas certificate or the ray that proves the answer, and
//! `verify` to check it in plain rational arithmetic. [`text`] reads and writes such programs in
//! the LP format, [`export`] makes them of scenes. Numbers are [`zwang_exact::Rational`] (of the
//! crate num-rational) wherever a program enters or leaves; only [`Problem`] has those of the
//! solver's own arithmetic.
//!
//! ```
//! use zwang_solve::text::{self, Program};
//! use zwang_solve::{LinearOutcome, Monitor, Options};
//!
//! let named = text::read("Minimize x + y Subject To 3 x + y >= 1/2  x + 3 y >= 1/2 End").unwrap();
//! let Program::Linear(program) = &named.program else { unreachable!() };
//! let outcome = program.solve(&Options::default(), &Monitor::default())?;
//! program.verify(&outcome)?;
//! let LinearOutcome::Optimal(solution) = outcome else { panic!("{outcome:?}") };
//! assert_eq!(solution.objective, zwang_exact::parse("1/4")?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod active_set;
pub mod alternatives;
mod cases;
mod certify;
mod classification;
mod collapse;
pub mod contacts;
mod contradiction;
mod dynamics;
mod elimination;
mod enclosure;
mod euclid;
pub mod export;
mod factor;
mod field;
mod groups;
mod guess;
pub mod indeterminacy;
mod interior_point;
mod invariance;
mod lattice;
mod lifting;
mod linear;
mod monitor;
mod normalisation;
pub mod number;
mod opening;
mod parallel;
mod polyhedron;
mod problem;
mod program;
mod quadratic;
mod reconstruction;
mod residual;
mod scene_programs;
mod settling;
mod sparse;

pub mod symmetry;
pub mod text;
mod verification;
pub mod warm_start;
mod word;

pub use collapse::{Collapse, Options, SolveError, collapse};
pub use guess::Guess;
pub use linear::{Infeasibility, LinearOutcome, LinearProgram, Sense, Solution, Unboundedness};
pub use monitor::{Interrupted, Monitor, Stage, Statistics, Stop};
pub use polyhedron::{Interval, LinearRow, Multipliers, Polyhedron, ProgramError};
pub use problem::{Optimum, Outcome, Problem, Row};
pub use program::solve;
pub use quadratic::{QuadraticOutcome, QuadraticProgram};
pub use scene_programs::programs;
pub use verification::Flaw;
