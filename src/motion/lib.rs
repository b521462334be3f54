//! Motion in steps: a scene advanced in time by a sequence of exact quadratic programs.

pub mod comparison;
mod error;
mod facts;
mod folding;
mod forces;
mod forms;
mod group;
mod impact;
mod instant;
mod invariance;
mod outline;
mod plane;
mod program;
mod record;
mod rounding;
mod rows;
mod run;
mod state;
mod step;
mod tree;

pub use error::{Corners, MotionError};
pub use impact::Restitution;
pub use instant::Grid;
pub use rows::{Corner, Rows};
pub use run::{Settings, Simulation};
pub use state::{Placement, Rotation};
pub use tree::CornerChoice;
