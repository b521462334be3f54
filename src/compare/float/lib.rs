//! zwang's law of runs in doubles, and iterated impulses: for comparison only. Nothing that they
//! compute is certified.
//!
//! The step is that of `proofs/RUN.md`, of second order: target, rows, repeated position programs,
//! κ and the velocity program, with pins, loads and friction. So a certified run and one in doubles
//! differ by rounding, and in what they cost. Numbers are doubles, and programs are solved to a
//! tolerance, by an interior point ([Rote & Zwick, *Collapse*] used one, and suspect it behind the
//! asymmetric end of their animation) or by iterated impulses (Bender & Schmitt, *Constraint-based
//! collision and contact handling using impulses*), which alone know friction and restitution.
//! Nothing else bounces here, and no step is cut where something fast meets (RUN.md, section 12),
//! except in runs with restitution: `docs/float.md` tells this.
//!
//! The facts that the scene alone decides (`touch`, widths, hidden edges, which pins hang from
//! which) are those of `zwang_law`; everything else is written a second time, so that the two check
//! each other.
//!
//! * [`World`] is a scene in doubles; [`Program`] the program of least restraint; [`Method`] how it
//!   is solved;
//! * [`Run`] goes from step to step; [`World::impact`] is the totally inelastic collision (Q*),
//!   [`World::collisions`] the outer loop of Bender & Schmitt.
#![allow(clippy::disallowed_types, reason = "runs in doubles are about doubles")]

mod collisions;
mod groups;
mod impact;
mod impulses;
mod interior_point;
mod levels;
mod method;
mod places;
mod program;
mod rows;
mod run;
mod scenery;
mod search;
mod step;
mod world;

pub use collisions::Collisions;
pub use method::Method;
pub use program::{Condition, FloatError, Program, Slip, Solution};
pub use run::{Moment, Run};
pub use world::{Body, Velocity, World};
