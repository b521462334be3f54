//! MJCF, the models of MuJoCo, in space: z is up, as here.
//!
//! A body with a free joint is free, one without joints is fixed, or a part of the body around it.
//! Others have a joint to the body around them, or to a fixed body without a shape for the world. A
//! geom of the world is a fixed body. Geoms are boxes, spheres, capsules, cylinders, meshes (with
//! `vertex`, or a `file` beside the model), of which the convex hull counts, and planes of the world,
//! which become boxes. The mass of a round one by its density has π up to 2^-64, with a note. Turns
//! are rational: quaternions of any length, and angles to the nearest rational turn, with a note.
//! Classes, files that are included, friction and settings are as in the plane ([`crate::mjcf`]).

mod bodies;
mod geoms;
mod joints;
mod keys;
mod links;
mod scene;

use self::bodies::Bodies;
use self::geoms::Meshes;
use super::draft::Draft;
use super::{obj, off, ply, stl};
use crate::ImportOptions;
use crate::error::{Result, tag};
use crate::mjcf::bodies::Compiler;
use crate::mjcf::frame::Frames;
use crate::mjcf::reader::Excluded;
use crate::mjcf::{model, reader};
use crate::xml::Element;
use num_traits::{One, Zero};
use std::fs;
use zwang_exact::{Rational, Vector3};

/// The meshes of a model.
struct Assets<'a> {
    options: &'a ImportOptions,
    folder: String,
    meshes: Meshes,
}

/// Reads a model.
pub fn read(text: &str, options: &ImportOptions) -> Result<Draft> {
    let model = model::read(text, options)?;
    let root = model.tree.root();
    root.allow(&["model"], &[])?;
    let scale = options.scale();
    if !scale.is_one() {
        let expected = "1, since models of MuJoCo have metres";
        return root.refuse(format!("the scale {scale}"), expected);
    }
    let name = root.attribute("model").unwrap_or(&options.name);
    let mut draft = Draft::new(name);
    draft.skipped = model.skipped;
    let mut compiler = Compiler {
        has_limits: true,
        ..Compiler::default()
    };
    draft.gravity = Some(settings(root, &mut compiler, &mut draft.notes)?);
    let meshes = assets(root, options)?;
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

/// The meshes of all assets: bodies may come before them in the file.
fn assets(root: Element, options: &ImportOptions) -> Result<Meshes> {
    let mut assets = Assets {
        options,
        folder: String::new(),
        meshes: Meshes::new(),
    };
    for section in root.children() {
        if let ("compiler", Some(folder)) = (section.name(), section.attribute("meshdir")) {
            assets.folder = folder.to_owned();
        }
    }
    for section in root.children().filter(|section| section.name() == "asset") {
        assets.read(section)?;
    }
    Ok(assets.meshes)
}

impl Assets<'_> {
    fn read(&mut self, section: Element) -> Result<()> {
        for asset in section.children() {
            match asset.name() {
                "mesh" => self.mesh(asset)?,
                "texture" | "material" => {}
                name => return asset.refuse(tag(name), "only mesh, texture, material"),
            }
        }
        Ok(())
    }

    fn mesh(&mut self, element: Element) -> Result<()> {
        element.allow(
            &["name", "vertex", "face", "file", "scale"],
            &["inertia", "class", "normal", "texcoord"],
        )?;
        let file = element.attribute("file");
        let stem = file.map(|file| file.rsplit('/').next().unwrap_or(file));
        let stem = stem.map(|file| file.rsplit_once('.').map_or(file, |(stem, _)| stem));
        let Some(name) = element.attribute("name").or(stem) else {
            return element.refuse("a mesh without a name", "a name");
        };
        let mut points = match (element.numbers("vertex")?, file) {
            (Some(numbers), _) => {
                let (triples, rest) = numbers.as_chunks::<3>();
                if !rest.is_empty() {
                    let found = format!("{} numbers in vertex", numbers.len());
                    return element.refuse(found, "three for each vertex");
                }
                let points = triples.iter();
                points.map(|[x, y, z]| vector(x, y, z)).collect()
            }
            (None, Some(file)) => self.file(element, file)?,
            (None, None) => return element.refuse("no vertex and no file", "one of them"),
        };
        if let Some([x, y, z]) = element.exactly("scale")? {
            for point in &mut points {
                *point = Vector3::new(&point.x * &x, &point.y * &y, &point.z * &z);
            }
        }
        if self.meshes.insert(name.to_owned(), points).is_some() {
            return element.refuse("a second mesh of this name", "each name once");
        }
        Ok(())
    }

    /// The points of a file of OBJ, STL, OFF or PLY beside the model.
    fn file(&self, element: Element, file: &str) -> Result<Vec<Vector3>> {
        let Some(folder) = &self.options.folder else {
            let expected = "a model that is read from a file of its own";
            return element.refuse_value("file", expected);
        };
        let path = folder.join(&self.folder).join(file);
        let length = fs::metadata(&path).map(|metadata| metadata.len());
        let is_short = length.is_ok_and(|length| length <= zwang_scene::read::LARGEST);
        let bytes = match fs::read(&path) {
            Ok(bytes) if is_short => bytes,
            _ => return element.refuse_value("file", "a file that can be read"),
        };
        let ending = file.rsplit('.').next().map(str::to_ascii_lowercase);
        let options = ImportOptions::default();
        let read = match ending.as_deref() {
            Some("stl") => stl::read(&bytes, &options),
            Some("ply") => ply::read(&bytes, &options),
            Some("off") => super::text(&bytes).and_then(|text| off::read(text, &options)),
            Some("obj") => super::text(&bytes).and_then(|text| obj::read(text, &options)),
            _ => return element.refuse_value("file", "a file of OBJ, STL, OFF or PLY"),
        };
        match read {
            Ok(draft) => {
                let meshes = draft.bodies.into_iter().flat_map(|body| body.meshes);
                Ok(meshes.flat_map(|mesh| mesh.vertices).collect())
            }
            Err(error) => element.refuse(format!("{file}: {error}"), "a mesh"),
        }
    }
}

fn vector(x: &Rational, y: &Rational, z: &Rational) -> Vector3 {
    Vector3::new(x.clone(), y.clone(), z.clone())
}
