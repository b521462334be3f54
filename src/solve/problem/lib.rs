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
//! [`groups()`] finds bodies that must be solved together.

mod block;
mod components;
mod groups;
mod problem;
mod rows;

pub use block::{Block, NotPositive};
pub use components::Components;
pub use groups::{Group, groups};
pub use problem::{Cone, Contact, Corner, Joint, Problem};
pub use rows::{Coefficients, Row, Rows, Variables};
