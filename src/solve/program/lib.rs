//! Linear and quadratic programs, solved exactly, each answer with its proof.
//!
//! * [`LinearProgram`]: min or max c·x over rows and bounds; optimal, infeasible or unbounded,
//! * [`QuadraticProgram`]: min ½ xᵀH x + c·x with a positive definite H; optimal or infeasible,
//!
//! each with the multipliers, the Farkas certificate or the ray that proves the answer, and
//! `verify` to check it in plain rational arithmetic. [`text`] reads and writes such programs in
//! the LP format. Numbers are [`zwang_exact::Rational`] (of the crate num-rational) wherever a
//! program enters or leaves. Only [`kernel`], what both are reduced to, has the numbers of the
//! solver's own arithmetic, for the crates of this workspace that make many programs of one kind.
//! Nothing here knows of scenes.
//!
//! Folders and modules, in the order of the data:
//!
//! * `problem`, `kernel`: the strictly convex program that everything is reduced to; the inner
//!   door: what `collapse`, `motion` and `float` use of the following.
//! * `numbers/`: both arithmetics, residues, machine words, numbers of a fixed width.
//! * `guess/`: which rows press, in rounded numbers; nothing of it is believed.
//! * `active_set/`: from a guess to the exact optimum; exact pivoting from any start; pressing,
//!   opening or idle; least and extreme multipliers; programs that are their own mirror images,
//!   with half the unknowns.
//! * `exact/`: linear systems: sparse LDLᵀ modulo a prime, p-adic lifting, fractions from digits.
//! * `basis/`: linear programs: a simplex method in floats suggests a basis, whose point and
//!   reduced costs are computed exactly; refinement where floats see too little.
//! * `friction/`: motions with dry friction: which contacts open, stick and slide; their exact
//!   point and forces; linear complementarity by exact pivots.
//! * `polyhedron`, `linear`, `quadratic`, `contradiction`, `verification`: the outer door: any LP,
//!   any convex QP, each answer with a proof.
//! * `text/`: LP files with exact fractions, MPS files.
//! * `monitor`, `options`, `parallel`: counts, times, and how to stop; how to solve; when threads
//!   pay.
//!
//! ```
//! use zwang_program::text::{self, Program};
//! use zwang_program::{LinearOutcome, Monitor, Options};
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
mod basis;
mod contradiction;
mod exact;
mod friction;
mod guess;
pub mod kernel;
mod linear;
mod monitor;
mod numbers;
mod options;
mod parallel;
mod polyhedron;
mod problem;
mod quadratic;
pub mod text;
mod verification;

pub use linear::{Infeasibility, LinearOutcome, LinearProgram, Sense, Solution, Unboundedness};
pub use monitor::{Interrupted, Monitor, Stage, Statistics, Stop};
pub use options::Options;
pub use parallel::in_threads;
pub use polyhedron::{Interval, LinearRow, Multipliers, Polyhedron, ProgramError};
pub use quadratic::{QuadraticOutcome, QuadraticProgram};
pub use verification::Flaw;
