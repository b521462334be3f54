//! Tests of the crate as its users see it.

mod corners;
mod dependencies;
mod inertia;
mod space;
