//! MJCF, the models of MuJoCo, in space: z is up, as here.
//!
//! A body with a free joint is free, one without joints is fixed, or a part of the body around it.
//! Others have a joint to the body around them, or to a fixed body without a shape for the world. A
//! geom of the world is a fixed body. Geoms are boxes, spheres, capsules, cylinders, meshes (with
//! `vertex`, or a `file` beside the model), of which the convex hull counts, and planes of the
//! world, which become boxes. The mass of a round one by its density has π up to 2^-64, with a
//! note. Turns are rational: quaternions of any length, and angles to the nearest rational turn,
//! with a note. Classes, files that are included, friction and settings are as in the plane
//! ([`crate::mjcf`]).

mod bodies;
mod geoms;
mod joints;
mod keys;
mod links;
mod scene;

use self::bodies::Bodies;
use super::draft::Draft;
use crate::ImportOptions;
use crate::error::{Result, tag};
use crate::mjcf::bodies::Compiler;
use crate::mjcf::frame::Frames;
use crate::mjcf::reader::Excluded;
use crate::mjcf::{assets, model, reader};
use crate::xml::Element;
use num_traits::Zero;
use zwang_exact::{Rational, Vector3};

/// Reads a model.
pub fn read(text: &str, options: &ImportOptions) -> Result<Draft> {
    let model = model::read(text, options)?;
    let root = model.tree.root();
    let mut draft = Draft::new(&model.name);
    draft.skipped.clone_from(&model.skipped);
    let mut compiler = Compiler {
        has_limits: true,
        ..Compiler::default()
    };
    draft.gravity = Some(settings(root, &mut compiler, &mut draft.notes)?);
    let meshes = assets::read(root, options, &mut draft.work)?;
    let frames = Frames::new(root)?;
    let mut bodies = Bodies::new(frames, &meshes, &options.fixed, &compiler);
    let mut excluded = Excluded::default();
    for section in root.children() {
        match section.name() {
            "worldbody" => bodies.read_world(section)?,
            "actuator" => reader::actuators(section, &mut draft.notes),
            "tendon" => reader::tendons(section, &mut draft.notes)?,
            "contact" => excluded.read(section, &mut draft.notes)?,
            "compiler" | "option" | "asset" | "equality" | "keyframe" | "default" => {}
            name if reader::IGNORED.contains(&name) => {}
            name => return section.refuse(tag(name), reader::SECTIONS),
        }
    }
    let mut all = Vec::new();
    let mut motions = Vec::new();
    for section in root.children() {
        match section.name() {
            "equality" if !compiler.is_without_pins => links::read(section, &bodies, &mut all)?,
            "keyframe" => motions = keys::read(section, &bodies.pieces, &mut draft.notes)?,
            _ => {}
        }
    }
    scene::finish(bodies, &all, &excluded, &motions, &compiler, &mut draft)?;
    Ok(draft)
}

/// Reads how the model is compiled, and which forces act; the gravity.
fn settings(root: Element, compiler: &mut Compiler, notes: &mut Vec<String>) -> Result<Vector3> {
    let earth = Rational::new((-981).into(), 100.into());
    let mut gravity = Vector3::new(Rational::zero(), Rational::zero(), earth);
    for section in root.children() {
        match section.name() {
            "compiler" => reader::compiler(section, compiler)?,
            "option" => {
                reader::plain_option(section, notes)?;
                if let Some([x, y, z]) = section.exactly("gravity")? {
                    gravity = Vector3::new(x, y, z);
                }
                if !reader::flags(section, compiler) {
                    gravity = Vector3::zero();
                }
            }
            _ => {}
        }
    }
    Ok(gravity)
}
