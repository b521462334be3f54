//! MJCF, the models of MuJoCo, in space: z is up, as here.
//!
//! A body with a free joint is free, one without joints is fixed, or a part of the body around it.
//! A geom of the world is a fixed body. Geoms are boxes, spheres, capsules, meshes (with `vertex`,
//! or a `file` beside the model), of which the convex hull counts, and planes of the world, which
//! become boxes. The mass of a sphere or capsule by its density has π up to 2^-64, with a note.
//! Turns are rational: quaternions of any length, and angles to the nearest rational turn, with a
//! note. Classes, files that are included, friction and settings are as in the plane
//! ([`crate::mjcf`]).

use super::draft::{Draft, DraftBody, Mass};
use super::mesh::Mesh;
use super::{obj, off, parts, ply, stl};
use crate::ImportOptions;
use crate::decimal::rounded_up;
use crate::error::{Result, excerpt, refuse, tag};
use crate::mjcf::bodies::Compiler;
use crate::mjcf::frame::{Frame, Frames};
use crate::mjcf::{model, reader, shapes, surface};
use crate::xml::{Element, MOST_LEVELS};
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;
use std::fs;
use zwang_exact::{Matrix3, Rational, Vector3};
use zwang_scene::space::MassMoments;

/// Elements of a world or a body that say nothing of a scene.
const SIGHTS: [&str; 3] = ["light", "camera", "site"];

/// The sections that say something here, or nothing anywhere.
const SECTIONS: &str = "compiler, option, default, asset, worldbody and keyframe";

/// MuJoCo's default density, kg/m³.
const WATER: i64 = 1000;

/// A convex piece of a body, and how heavy it is.
struct Geom {
    mesh: Mesh,
    /// A sphere or capsule: its volume, m³.
    round: Option<Rational>,
    mass: Option<Rational>,
    density: Rational,
}

/// A plane of the world, in its frame.
struct Plane {
    line: usize,
    name: String,
    frame: Frame,
}

struct Model<'a> {
    options: &'a ImportOptions,
    frames: Frames,
    folder: String,
    meshes: BTreeMap<String, Vec<Vector3>>,
    friction: Option<Rational>,
    planes: Vec<Plane>,
    draft: Draft,
}

/// Reads a model.
pub fn read(text: &str, options: &ImportOptions) -> Result<Draft> {
    let tree = model::read(text, options)?;
    let root = tree.tree.root();
    root.allow(&["model"], &[])?;
    let scale = options.scale();
    if !scale.is_one() {
        let expected = "1, since models of MuJoCo have metres";
        return root.refuse(format!("the scale {scale}"), expected);
    }
    let name = root.attribute("model").unwrap_or(&options.name);
    let mut model = Model {
        options,
        frames: Frames::new(root)?,
        folder: String::new(),
        meshes: BTreeMap::new(),
        friction: None,
        planes: Vec::new(),
        draft: Draft::new(name),
    };
    model.draft.skipped = tree.skipped;
    let earth = Rational::new((-981).into(), 100.into());
    model.draft.gravity = Some(Vector3::new(Rational::zero(), Rational::zero(), earth));
    for section in root.children() {
        match section.name() {
            "compiler" => {
                let mut compiler = Compiler::default();
                reader::compiler(section, &mut compiler)?;
                compiler.require_plain(section)?;
                model.folder = section.attribute("meshdir").unwrap_or_default().to_owned();
            }
            "option" => {
                reader::plain_option(section, &mut model.draft.notes)?;
                reader::require_forces(section)?;
                if let Some([x, y, z]) = section.exactly("gravity")? {
                    model.draft.gravity = Some(Vector3::new(x, y, z));
                }
            }
            _ => {}
        }
    }
    for section in root.children() {
        match section.name() {
            "asset" => model.assets(section)?,
            "worldbody" | "compiler" | "option" | "default" | "keyframe" => {}
            name if reader::IGNORED.contains(&name) => {}
            name => return section.refuse(tag(name), SECTIONS),
        }
    }
    for section in root.children() {
        if section.name() == "worldbody" {
            model.world(section)?;
        }
    }
    model.add_planes();
    model.draft.notes.splice(..0, model.frames.notes);
    model.draft.friction = model.friction;
    Ok(model.draft)
}

impl Model<'_> {
    fn assets(&mut self, section: Element) -> Result<()> {
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

    fn world(&mut self, world: Element) -> Result<()> {
        world.allow(&[], &[])?;
        let here = Frame::identity();
        for element in world.children() {
            match element.name() {
                "body" => self.body(element, &here)?,
                "geom" => {
                    let count = self.draft.bodies.len() + self.planes.len();
                    let name = name_of(element, "geom", count);
                    if element.attribute("type") == Some("plane") {
                        self.surface(element)?;
                        let frame = here.then(&self.frames.of(element)?);
                        self.planes.push(Plane {
                            line: element.line(),
                            name,
                            frame,
                        });
                        continue;
                    }
                    let geom = self.geom(element, &here)?;
                    let mut body = DraftBody::new(element.line(), &name, vec![geom.mesh]);
                    body.is_fixed = true;
                    self.draft.bodies.push(body);
                }
                name if SIGHTS.contains(&name) => {}
                name => return element.refuse(tag(name), "only body and geom"),
            }
        }
        Ok(())
    }

    fn body(&mut self, element: Element, around: &Frame) -> Result<()> {
        let frame = self.body_frame(element, around)?;
        let name = name_of(element, "body", self.draft.bodies.len());
        let mut geoms = Vec::new();
        let mut is_free = false;
        let mut inertial = None;
        self.contents(element, &frame, 0, &mut geoms, &mut is_free, &mut inertial)?;
        if geoms.is_empty() {
            return element.refuse("a body without geoms", "at least one geom");
        }
        let mass = match inertial {
            Some(mass) => mass,
            None if is_free => {
                self.note_pi(element, &name, &geoms);
                self.mass(element, &geoms)?
            }
            None => Mass::Density(Rational::one()),
        };
        let meshes = geoms.into_iter().map(|geom| geom.mesh);
        let mut body = DraftBody::new(element.line(), &name, meshes.collect());
        body.is_fixed = !is_free;
        body.mass = mass;
        self.draft.bodies.push(body);
        Ok(())
    }

    fn body_frame(&mut self, element: Element, around: &Frame) -> Result<Frame> {
        element.allow(
            &["name", "pos", "quat", "euler", "axisangle"],
            &["childclass"],
        )?;
        Ok(around.then(&self.frames.of(element)?))
    }

    /// The content of a body, and of the bodies in it, which are parts of it.
    fn contents(
        &mut self,
        element: Element,
        frame: &Frame,
        level: usize,
        geoms: &mut Vec<Geom>,
        is_free: &mut bool,
        inertial: &mut Option<Mass>,
    ) -> Result<()> {
        if level > MOST_LEVELS {
            return element.refuse("bodies in each other", "fewer");
        }
        for child in element.children() {
            match child.name() {
                "freejoint" | "joint" => {
                    let is_of_six =
                        child.name() == "freejoint" || child.attribute("type") == Some("free");
                    if !is_of_six || level > 0 {
                        let expected = "a free joint of a body of the world, or none";
                        return child.refuse("another joint", expected);
                    }
                    *is_free = true;
                }
                "geom" if child.attribute("type") == Some("plane") => {
                    return child.refuse("a plane in a body", "planes of the world only");
                }
                "geom" => geoms.push(self.geom(child, frame)?),
                "inertial" if level == 0 && inertial.is_none() => {
                    *inertial = Some(self.given_mass(child, frame)?);
                }
                "inertial" => {
                    let expected = "one, of the outer body";
                    return child.refuse("another inertial", expected);
                }
                "body" => {
                    let frame = self.body_frame(child, frame)?;
                    self.contents(child, &frame, level + 1, geoms, is_free, inertial)?;
                }
                name if SIGHTS.contains(&name) => {}
                name => {
                    let expected = "only joint, freejoint, geom, inertial and body";
                    return child.refuse(tag(name), expected);
                }
            }
        }
        Ok(())
    }

    fn geom(&mut self, element: Element, around: &Frame) -> Result<Geom> {
        self.surface(element)?;
        let frame = around.then(&self.frames.of(element)?);
        let kind = match element.attribute("type") {
            None if element.attribute("mesh").is_some() => "mesh",
            None => "sphere",
            Some(kind) => kind,
        };
        let mut round = None;
        let points = match kind {
            "box" => corners(element)?,
            "sphere" | "capsule" => {
                let own = shapes::round(element, &frame, kind == "capsule")?;
                let ends = own.ends();
                round = Some(own);
                ends
            }
            "mesh" => {
                let mesh = element
                    .attribute("mesh")
                    .and_then(|name| self.meshes.get(name));
                match mesh {
                    Some(points) => points.clone(),
                    None => return element.refuse_value("mesh", "the name of a mesh"),
                }
            }
            _ => {
                let expected = "box, sphere, capsule or mesh, or plane in the world";
                return element.refuse_value("type", expected);
            }
        };
        let line = element.line();
        let mesh = match &round {
            Some(round) => Mesh::rounded(line, points, round.radius.clone()),
            None => Mesh::hull_of(line, points.iter().map(|point| frame.of(point)).collect()),
        };
        let density = element.number("density")?;
        Ok(Geom {
            mesh,
            round: round.map(|round| round.volumes().into_iter().sum()),
            mass: element.number("mass")?,
            density: density.unwrap_or_else(|| Rational::from_integer(WATER.into())),
        })
    }

    /// Reads what a geom says of contacts: friction is the same for all.
    fn surface(&mut self, element: Element) -> Result<()> {
        let own = surface::in_space(element)?;
        match &self.friction {
            Some(friction) if *friction != own => surface::refuse_friction(element, &own, friction),
            _ => {
                self.friction = Some(own);
                Ok(())
            }
        }
    }

    /// Says that a mass by a density is rounded.
    fn note_pi(&mut self, element: Element, name: &str, geoms: &[Geom]) {
        let mut geoms = geoms.iter();
        if geoms.any(|geom| geom.round.is_some() && geom.mass.is_none()) {
            let line = element.line();
            let name = excerpt(name);
            self.draft.notes.push(format!(
                "line {line}: π is taken up to 2^-64 in the mass of `{name}`"
            ));
        }
    }

    /// The mass of a body by its geoms.
    fn mass(&self, element: Element, geoms: &[Geom]) -> Result<Mass> {
        let density = &geoms[0].density;
        let is_uniform = geoms
            .iter()
            .all(|geom| geom.round.is_none() && geom.mass.is_none() && geom.density == *density);
        if is_uniform {
            return Ok(Mass::Density(density.clone()));
        }
        let mut all = Vec::with_capacity(geoms.len());
        for geom in geoms {
            all.push(moments(geom)?);
        }
        let mass: Rational = all.iter().map(|part| part.mass.clone()).sum();
        if !mass.is_positive() {
            return element.refuse("no mass", "a mass above 0");
        }
        let mut centroid = Vector3::zero();
        for part in &all {
            centroid = &centroid + &part.centroid.scaled(&part.mass);
        }
        centroid = centroid.scaled(&mass.recip());
        let mut rows: [Vector3; 3] = Default::default();
        for part in &all {
            let arm = &part.centroid - &centroid;
            let steiner = Matrix3::outer(&arm, &arm).scaled(&part.mass);
            for (row, (own, more)) in rows
                .iter_mut()
                .zip(part.second.rows.iter().zip(&steiner.rows))
            {
                *row = &(&*row + own) + more;
            }
        }
        let moments = MassMoments {
            mass,
            centroid,
            second: Matrix3::new(rows),
        };
        Ok(Mass::Given {
            inertia: Box::new(moments.inertia().rows),
            mass: moments.mass,
            centroid: moments.centroid,
        })
    }

    /// The mass that an `inertial` gives.
    fn given_mass(&mut self, element: Element, around: &Frame) -> Result<Mass> {
        element.allow(
            &["mass", "diaginertia", "pos", "quat", "euler", "axisangle"],
            &[],
        )?;
        let frame = around.then(&self.frames.of(element)?);
        let (Some(mass), Some([x, y, z])) =
            (element.number("mass")?, element.exactly("diaginertia")?)
        else {
            return element.refuse("less", "mass and diaginertia");
        };
        // R D Rᵀ: each column of R times its moment.
        let columns = frame.turn.columns();
        let mut rows: [Vector3; 3] = Default::default();
        for (column, moment) in columns.iter().zip([x, y, z]) {
            let part = Matrix3::outer(column, column).scaled(&moment);
            for (row, own) in rows.iter_mut().zip(&part.rows) {
                *row = &*row + own;
            }
        }
        Ok(Mass::Given {
            mass,
            centroid: frame.origin,
            inertia: Box::new(rows),
        })
    }

    /// Planes as boxes, twice as long as all that may lie on them.
    fn add_planes(&mut self) {
        let mut farthest = Rational::one();
        for body in &self.draft.bodies {
            for reach in body.meshes.iter().flat_map(Mesh::reaches) {
                farthest = farthest.max(reach);
            }
        }
        for plane in std::mem::take(&mut self.planes) {
            let mut half = farthest.clone();
            for value in plane.frame.origin.coordinates() {
                half += value.abs();
            }
            let half = (&half + &half).ceil();
            let mut corners = Vec::with_capacity(8);
            for z in [-&half, Rational::zero()] {
                for [x, y] in [[-1, -1], [1, -1], [1, 1], [-1, 1]] {
                    let [x, y] = [x, y].map(|sign| &half * Rational::from_integer(sign.into()));
                    corners.push(plane.frame.of(&Vector3::new(x, y, z.clone())));
                }
            }
            let line = plane.line;
            let told = rounded_up(&(&half + &half));
            self.draft.notes.push(format!(
                "line {line}: a plane has no end; here it is a box, {told} m wide"
            ));
            let mesh = Mesh::hull_of(line, corners);
            let mut body = DraftBody::new(line, &plane.name, vec![mesh]);
            body.is_fixed = true;
            self.draft.bodies.insert(0, body);
        }
    }
}

fn vector(x: &Rational, y: &Rational, z: &Rational) -> Vector3 {
    Vector3::new(x.clone(), y.clone(), z.clone())
}

/// The corners of a box in its frame.
fn corners(element: Element) -> Result<Vec<Vector3>> {
    let Some([x, y, z]) = element.exactly("size")? else {
        return element.refuse("no size", "three half sides, size=\"x y z\"");
    };
    if ![&x, &y, &z].into_iter().all(Signed::is_positive) {
        return element.refuse_value("size", "positive half sides");
    }
    let mut corners = Vec::with_capacity(8);
    for x in [-&x, x] {
        for y in [-&y, y.clone()] {
            for z in [-&z, z.clone()] {
                corners.push(vector(&x, &y, &z));
            }
        }
    }
    Ok(corners)
}

/// The moments of a geom, with its own mass or by its density.
fn moments(geom: &Geom) -> Result<MassMoments> {
    if let Some(volume) = &geom.round {
        return round_moments(geom, volume);
    }
    let Some(part) = parts::hull(&geom.mesh.vertices) else {
        let found = "points that are all in one plane";
        return refuse(geom.mesh.line, "geom", found, "a volume above 0");
    };
    let uniform = MassMoments::of(std::slice::from_ref(&part), &geom.density);
    Ok(match &geom.mass {
        Some(mass) => uniform.of_mass(mass.clone()),
        None => uniform,
    })
}

/// Those of a sphere or capsule of this volume.
fn round_moments(geom: &Geom, volume: &Rational) -> Result<MassMoments> {
    let Mesh { radius, line, .. } = &geom.mesh;
    let mass = match &geom.mass {
        Some(mass) => mass.clone(),
        None => &geom.density * volume,
    };
    if let [from, to] = geom.mesh.vertices.as_slice() {
        let Some(moments) = MassMoments::of_capsule([from, to], radius, mass) else {
            let expected = "a rational one, or an inertial of the body";
            return refuse(*line, "geom", "a capsule of irrational length", expected);
        };
        return Ok(moments);
    }
    Ok(MassMoments::of_ball(&geom.mesh.vertices[0], radius, mass))
}

/// Names an element that has none.
fn name_of(element: Element, kind: &str, count: usize) -> String {
    match element.attribute("name") {
        Some(name) => name.to_owned(),
        None => format!("{kind} {count}"),
    }
}
