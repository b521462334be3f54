//! Tests of the reader of scenes, of the canonical form and of the digest.

mod digest;
mod friction;
mod joints;
mod loads;
mod polyhedra;
mod random_text;
mod reading;
mod refusals;
mod restitution;
mod rounded;
mod schema;
mod space;
