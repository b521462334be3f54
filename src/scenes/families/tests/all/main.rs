//! Tests of the families of scenes, and of the writer of scenes.

mod distributed;
mod frame;
mod gallery;
mod geometry;
mod lump;
mod random;
mod refusals;
mod registry;
mod round;
mod schema;
mod shapes;
mod space;
mod standing;
mod symmetry;
mod template;
mod unknown_keys;
