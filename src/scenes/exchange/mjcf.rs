//! MJCF, the models of MuJoCo: worlds in a plane y = c.
//!
//! The scene's x is x, its y is z, and an angle counter-clockwise turns about -y. A body that is
//! free has the joints slide along x, slide along z and hinge about y, or a free joint; a body
//! without joints, and a geom of the world itself, is fixed. Parts are boxes, or meshes that are
//! prisms along y; a plane of the world is a box that is longer than all others together. Pins are
//! `connect` equalities, velocities the first `key` of `keyframe`.
//!
//! *Read:* boxes and meshes with vertices in the file, turned about y by quaternions, whose cosines
//! are rational, or by angles, which are rounded to such turns with a note; classes of defaults and
//! files that are included; mass from density, from the masses of geoms, or from
//! `inertial`; friction, if all geoms have the same; `exclude` of two bodies that a `connect`
//! joins, which ignore each other. All geoms have to share a plane y = c, and what is off y = 0 is
//! projected with a note. *Left out*, since it has no meaning for rigid contacts or is for pictures
//! only: colours, lights, cameras, sites, sensors, solver settings, the softness of contacts; with
//! a note other settings and motors, which rest. *Refused:* everything else, and a scale, since
//! models have metres; `docs/exchange.md` has tables.
//!
//! Friction: MuJoCo takes the larger one of two geoms, a scene the smaller one of two bodies, so
//! only one friction for all can be read or written.

pub(crate) mod bodies;
pub(crate) mod model;
pub(crate) mod reader;
mod shapes;
mod tag;
mod writer;

pub(crate) use reader::read;
pub use writer::write;
pub(crate) use writer::{require_no_restitution, uniform_friction};

/// What a model calls all that its bodies are in.
const WORLD: &str = "world";
