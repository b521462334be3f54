//! What a scene file means.
//!
//! A [`Scene`] is a gravity vector, bodies made of convex parts, pins, friction and loads. It is
//! read from TOML or JSON ([`read`], or `text.parse()`) without ever passing a number through a
//! float, and named by the SHA-256 of its canonical form ([`Scene::digest`], `proofs/FORMAT.md`
//! section 1). Units are SI: m, kg, s; angles in radians, counter-clockwise.
//!
//! Reading validates every body by itself (convexity, masses, names); that bodies do not overlap is
//! found where pairs are looked at: by the contact search of the solver, and by condition C1 of the
//! checker.

mod canonical;
mod document;
mod error;
mod friction;
mod ignoring;
mod index;
mod json_text;
mod load;
mod model;
mod moments;
mod polygon;
pub mod read;
mod restitution;
mod surface;
mod toml_text;
mod varied;

pub use canonical::{DigestedScene, sha256};
pub use error::{Fault, SceneError};
pub use friction::{Friction, HasFriction};
pub use ignoring::IgnoringPairs;
pub use index::{BodyId, PinId};
pub use load::{FreeAcceleration, Load, MisplacedLoad, Pull, Resultant, Turning};
pub use model::{Body, Dynamics, Expectation, Pin, Scene};
pub use moments::AreaMoments;
pub use polygon::{Polygon, PolygonError};
pub use restitution::{HasRestitution, SceneRestitution};
