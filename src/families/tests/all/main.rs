//! Tests of the families of scenes, and of the writer of scenes.

mod families;
mod gallery;
mod geometry;
mod random;
mod refusals;
mod schema;
mod symmetry;
mod written;
