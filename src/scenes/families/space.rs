//! Scenes in space by the rule: walls, pyramids, overhanging stacks, furniture, arches, heaps,
//! tetrahedra that interlock; cubes, balls and jacks that fall into shafts and through funnels.
//!
//! z points upwards. The floor is a fixed box below z = 0. Fixed bodies come first, then the free
//! ones from bottom to top. Gravity is (0, 0, -1) m/s² and contact without friction, but for what
//! falls; so what stands here stands by normal forces alone; `expect` is set where the answer
//! follows from a line of argument.

mod balls;
mod block;
mod extruded;
mod furniture;
mod heap;
mod motion;
mod registry;
mod stack;
mod tetrahedra;

pub use balls::balls;
pub use block::Block;
pub use extruded::extruded;
pub use furniture::{Furniture, table};
pub use heap::heap;
pub use motion::{cubeglass, cubejam, jacks, sphereglass, stack_in_shaft};
pub use registry::{FAMILIES, find};
pub use stack::{harmonic, jenga, layers, turned, wall};
pub use tetrahedra::tetrahedra;
