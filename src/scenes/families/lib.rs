//! Scenes by the rule (stacks, walls, arches, levers, inclines, billiards), and scene files with
//! parameters ([`template`]).
//!
//! Nothing here is trusted: what is made here is read again by `zwang-scene`, and judged
//! by the checker like any other scene. [`FAMILIES`] lists all families in the plane with their
//! arguments, [`space::FAMILIES`] those in space; each has a function of its own as well.
//!
//! Every coordinate is rational. Bodies touch exactly where they rest and never overlap. Fixed
//! bodies come first, then the free ones from bottom to top and from left to right. Gravity is (0,
//! -1) m/s² unless a family says otherwise; contact is without friction, so what stands here stands
//! by normal forces alone. `expect` is set where the answer follows from a line of argument, which
//! the function's documentation gives; otherwise it is left out.

mod arch;
mod billiards;
mod body;
mod brick;
mod disks;
mod error;
mod family;
mod heap;
mod incline;
mod jitter;
mod lever;
mod lump;
mod number;
mod pile;
mod point_mass;
mod pour;
mod random;
mod registry;
pub mod space;
mod stack;
pub mod template;

pub use arch::{Arch, Weights, arch};
pub use billiards::{cradle, rack};
pub use body::MAX_BODIES;
pub use brick::Brick;
pub use disks::disks;
pub use error::GenerateError;
pub use family::{Arguments, Build, Family, FamilyError, Kind, Parameter, Range, ValueError};
pub use heap::heap;
pub use incline::{Dominoes, Ladder, Wedge, dominoes, ladder, wedge};
pub use jitter::jittered_wall;
pub use lever::{Cantilever, Seesaw, beam, cantilever, seesaw};
pub use lump::{Bars, Lumps, NameTaken, lumped};
pub use pile::{MAX_OFFSETS, pile};
pub use point_mass::PointMass;
pub use pour::{funnel, pour};
pub use registry::{FAMILIES, find};
pub use stack::{Bond, MAX_HARMONIC, diamond, harmonic, levels, parabolic, triangle, wall};
