//! Bodies in space: convex polyhedra and their moments.

mod hull;
mod lattice;
mod moments;
mod polyhedron;

pub use moments::{MassMoments, is_inertia};
pub use polyhedron::{Edge, Face, Polyhedron, PolyhedronError};
