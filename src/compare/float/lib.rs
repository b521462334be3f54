//! zwang's step in doubles, and iterated impulses: float twins, for comparison only. Nothing that
//! they compute is certified.
//!
//! The step is that of `proofs/RUN.md`, sections 2 to 4: the same rows, the same midpoint length
//! rule, the same strictly convex program. What differs is all that makes a run exact: numbers are
//! doubles, nothing is rounded to a grid, and the program is solved to a tolerance, by an interior
//! point ([Rote & Zwick, *Collapse*] used one, and suspect it behind the asymmetric end of their
//! animation) or by iterated impulses (Bender & Schmitt, *Constraint-based collision and contact
//! handling using impulses*), which alone know friction.
//!
//! * [`World`] is a scene in doubles; [`Program`] the program of least restraint; [`Method`] how it
//!   is solved;
//! * [`Run`] goes from step to step; [`World::impact`] is the totally inelastic collision (Q*).
//!
//! Corners are not decided by a search, as zwang does, but one after the other: of the sides that
//! the motion violates the one nearer to being kept.
#![allow(clippy::disallowed_types, reason = "the float twin is about doubles")]

mod corner;
mod impact;
mod impulses;
mod interior_point;
mod levels;
mod method;
mod program;
mod rows;
mod run;
mod world;

pub use impact::Velocity;
pub use method::Method;
pub use program::{Condition, FloatError, Program, Slip, Solution};
pub use run::{Moment, Run};
pub use world::{Body, World};
