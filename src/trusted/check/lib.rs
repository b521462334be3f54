//! The independent checker: the theorem as code.
//!
//! Let a scene be given, and for each group of bodies forces φ on the contacts and f on the pins,
//! and a motion (a, α) of each body. If
//!
//! * C1 bodies do not overlap, C2 the listed contacts are the ends of the touching sets, C3 the
//!   velocities are admissible,
//! * C4 m (a - g) = Σ forces and I α = Σ torques, C5 φ ≥ 0, C6 every imposed gap acceleration is ≥
//!   0 and pins hold,
//! * C7 φ · (gap acceleration) = 0 for imposed contacts, φ = 0 for all others,
//!
//! then the motion is the unique minimiser of Gauss' restraint Σ ½ m |a - g|² + ½ I α² over all
//! accelerations that satisfy the case; C8 makes idle contacts idle in every force system, and C9
//! makes the cases cover every choice that corners leave. `proofs/FORMAT.md` states the conditions,
//! `proofs/THEOREM.md` proves what they imply. There is one function for each condition, and
//! nothing is searched for: the certificate says where to look, and the checker multiplies, adds
//! and compares.
//!
//! [`statics`] does the same for scenes at rest with friction, [`ranges`] for how small and how
//! large the forces can be that hold them, and [`friction`] for how scenes with friction move;
//! [`space_statics`], [`space_optimum`], [`space_threshold`], [`space_ranges`] and
//! [`space_coulomb`] for scenes in space.
//!
//! * `core`: linear forms, Newton's law, cones of forces with their duals, and covers, which know
//!   nothing of the plane,
//! * `plane`: bodies, contacts and corners, C1 to C3, and `space`: the same in space,
//! * `proof`: one folder for each format of proofs,
//! * `law`: runs, step by step.
//!
//! Invariant: only [`verify_shared`] makes a [`Verified`]. Nothing here depends on the code that
//! finds certificates, panics on any input, or rounds.

#![deny(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::float_arithmetic,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::todo,
    clippy::unreachable,
    clippy::unwrap_used
)]
#![cfg_attr(
    test,
    allow(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        clippy::unwrap_used
    )
)]

mod core;
mod index;
pub mod law;
mod lookup;
mod names;
mod plane;
mod proof;
mod rejection;
mod space;
mod wellformed;

pub use proof::acceleration::{Acceleration, UnreducedAcceleration};
pub use proof::checked::{Checked, CheckedInSpace, verify_proof, verify_proof_in_space};
pub use proof::optimum::{
    Answer, AnsweredGroup, ContactAnswer, ContactState, CornerAnswer, CornerDecision, Verdict,
    Verified, verify, verify_shared,
};
pub use proof::space::joint::HeldJoint;
pub use proof::space::motion::SpatialMotion;
pub use proof::space::{
    coulomb as space_coulomb, optimum as space_optimum, ranges as space_ranges,
    statics as space_statics, threshold as space_threshold,
};
pub use proof::{friction, ranges, statics, threshold};
pub use rejection::{Condition, Rejection};
