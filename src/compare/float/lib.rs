//! Rote & Zwick's step in doubles, and iterated impulses: for comparison only. Nothing that they
//! compute is certified.
//!
//! The step is the position step (Q') of Rote & Zwick for rigid bodies, with rows of nearest edges
//! and the midpoint length rule (`docs/float.md`, "The step"). It is of first order, and not the law
//! of zwang's own runs (`proofs/RUN.md`): it shows what solvers that stop early, iterated impulses
//! and shock propagation do to a step, and what a step costs that proves nothing. Numbers are
//! doubles, and the program is solved to a tolerance, by an interior point ([Rote & Zwick, *Collapse*] used one, and suspect it behind the asymmetric end of their
//! animation) or by iterated impulses (Bender & Schmitt, *Constraint-based collision and contact
//! handling using impulses*), which alone know friction.
//!
//! * [`World`] is a scene in doubles; [`Program`] the program of least restraint; [`Method`] how it
//!   is solved;
//! * [`Run`] goes from step to step; [`World::impact`] is the totally inelastic collision (Q*).
//!
//! Corners are not decided by a search, but one after the other: of the sides that
//! the motion violates the one nearer to being kept.
#![allow(clippy::disallowed_types, reason = "runs in doubles are about doubles")]

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
