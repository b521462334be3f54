//! MJCF, the models of MuJoCo: worlds that move in a plane.
//!
//! The plane is that across the first hinge, or xz; z is up in the scene, or y in the plane xy. A
//! body with a free joint, or with two slides and a hinge, is free; a hinge is a pin; a body
//! without joints is a part of the body around it, or fixed in the world, as geoms of the world
//! are. A plane of the world is a box that is longer than all others together. `connect` equalities
//! are pins, too, and velocities are those of the first `key` of `keyframe`.
//!
//! *Read:* boxes and meshes that are prisms across the plane; spheres, capsules, cylinders and
//! ellipsoids, as polygons with a told error; frames in each other, turned by quaternions exactly
//! and by angles to the nearest rational turn, with a note; classes of defaults and files that are
//! included; masses as MuJoCo has them; friction, which pairs of bodies have where it differs. All
//! geoms that touch have to share a plane y = c. *Left out*, since it does nothing to rigid bodies
//! at rest in their own places: colours, lights, cameras, sites, sensors, settings of the solver,
//! the softness of contacts; with a note other settings, actuators, which rest, tendons that pull
//! nothing, damping, armature, slack springs and ends of joints. *Refused:* everything else, and a
//! scale, since models have metres; `docs/exchange.md` has tables.

pub(crate) mod assets;
pub(crate) mod bodies;
pub(crate) mod frame;
pub(crate) mod joints;
pub(crate) mod model;
pub(crate) mod reader;
pub(crate) mod roughness;
pub(crate) mod shapes;
pub(crate) mod surface;
pub(crate) mod tag;
mod view;
mod writer;

pub(crate) use reader::read;
pub use writer::write;
pub(crate) use writer::{
    NO_LOADS, name_of_the_world, notes as writing_notes, require_no_restitution, uniform_friction,
};

/// The name of the body in a model that all others are in.
pub(crate) const WORLD: &str = "world";
