//! The resolved problem: bodies, contacts, joints and corners as rows, without any geometry.
//!
//! Let x have `width` numbers for each body: (a_x, a_y, α) in the plane, (a, β) in space, where β
//! are the angular accelerations in axes that make the inertia diagonal ([`Block`]). A [`Problem`]
//! says
//!
//! ```text
//! minimise ½ Σ m (x - t)²   over x with
//!   contacts   n·x ≥ bound, if they rest,
//!   joints     e·x = bound,
//!   corners    all contacts of one of some lists hold.
//! ```
//!
//! Geometry makes it, of the plane or of space. Nothing here asks which, and nothing knows scenes.
//! [`groups()`] finds bodies that must be solved together, [`Problem::relaxed`] makes the program
//! of a group, [`least_restraint()`] branches at corners, [`Forces`] are the multipliers in
//! newtons, and [`Answers`] averages them over the symmetries of the scene.

mod averaging;
mod block;
mod branching;
mod components;
mod forces;
mod groups;
mod least_restraint;
mod problem;
mod relaxed;
mod rows;

pub use averaging::{Answer, Answers, BodyImage, Image, Matrix, Motion};
pub use block::{Block, NotPositive};
pub use branching::{Branching, Choices, MOST_CASES, TooManyCases};
pub use components::Components;
pub use forces::{Forces, Fractions, Numbers};
pub use groups::{Group, groups};
pub use least_restraint::{SolvedCase, Unsolved, least_restraint, restraint};
pub use problem::{Chord, Cone, Contact, Corner, Crossing, Joint, Meeting, Problem};
pub use relaxed::Relaxed;
pub use rows::{Coefficients, Row, Rows, Variables};
