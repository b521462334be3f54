//! Motion in steps: a scene advanced in time by a sequence of exact quadratic programs.

pub mod comparison;
mod error;
mod forms;
mod group;
mod instant;
mod outline;
mod plane;
mod program;
mod rounding;
mod rows;
mod run;
mod state;
mod step;
mod tree;

pub use error::{Corners, MotionError};
pub use instant::Grid;
pub use rows::{Corner, Rows};
pub use run::{Settings, Simulation, Advance};
pub use state::{Placement, Rotation};
pub use tree::CornerChoice;
