//! Tests of the crate as its users see it.

mod corners;
mod inertia;
mod space;
