//! The meaning of a scene file.
//!
//! A [`Scene`] is a gravity vector, bodies made of convex parts, pins, friction and loads. It is
//! read from TOML or JSON ([`read`], or `text.parse()`) without ever passing a number through a
//! float, and named by the SHA-256 of its canonical form ([`Scene::digest`], `proofs/FORMAT.md`
//! section 1). Units are SI: m, kg, s; angles in radians, counter-clockwise.
//!
//! The same in space is [`space::Scene`].
//!
//! Reading validates every body by itself (convexity, masses, names); that bodies do not overlap is
//! found where pairs are looked at: by the contact search of the solver, and by condition C1 of the
//! checker.

mod model;
pub mod space;
mod text;

pub use model::{
    AreaMoments, Body, BodyId, DigestedScene, Dynamics, Expectation, FreeAcceleration, Friction,
    HasFriction, HasRestitution, IgnoringPairs, Load, MisplacedLoad, Pin, PinId, Polygon,
    PolygonError, Pull, Resultant, RoundedBody, Scene, SceneRestitution, Turning, sha256,
};
pub use text::read;
pub use text::read::AnyScene;
pub use text::{Fault, SceneError};
