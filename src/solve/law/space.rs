//! Solids in space: free flight, one step with its proof (`proofs/RUN.md`, section 14).
//!
//! The centroid moves along its parabola. The body turns by the discrete equation of Euler, which
//! keeps its angular momentum exactly; a record says along which directions parts stay apart.
//!
//! * `vector`: vectors and matrices,
//! * `body`: what the scene says of a body,
//! * `state`: states, and where they put the bodies,
//! * `turn`, `flight`: the free turn of a step, and free flight,
//! * `apart`, `direction`: pairs of parts that come near each other, and directions between them,
//! * `features`, `patch`, `spot`, `encounter`: which parts touch, and where,
//! * `group`, `place`, `velocity`, `decided`: a step of bodies that touch or are joined,
//! * `joints`, `springs`: constraints of joints, and their forces,
//! * `program`: its programs; with friction `rough` and `coulomb`, by a layer of contacts that give
//!   way (`layer`, `compliant`, `elimination`, `number`), or else by the guess of `float` and
//!   `newton` with `frame` and `dense`,
//! * `world`, `parts`: a scene at a step, and the parts of the step between impacts,
//! * `approach`, `bracket`, `rounds`: when bodies meet that bounce, and their impacts,
//! * `run`: the simulation and its records.

mod apart;
mod approach;
mod body;
mod bracket;
mod compliant;
mod coulomb;
mod decided;
mod dense;
mod elimination;
mod encounter;
mod features;
mod flight;
mod float;
mod frame;
mod group;
mod joints;
mod layer;
mod newton;
mod number;
mod parts;
mod patch;
mod place;
mod program;
mod record;
mod rough;
mod rounds;
mod run;
mod spot;
mod springs;
mod state;
mod turn;
mod vector;
mod velocity;
mod world;

pub use run::{Motion, Simulation};
