//! The meshes of a model: their points count, as each of them is the convex hull of these.

use crate::ImportOptions;
use crate::error::{Result, tag};
use crate::space::{obj, off, parts, ply, stl};
use crate::work::Work;
use crate::xml::Element;
use std::collections::BTreeMap;
use std::fs;
use zwang_exact::Vector3;

/// The points of meshes, by their names.
#[derive(Default)]
pub struct Meshes {
    points: BTreeMap<String, Vec<Vector3>>,
}

/// The corners of a curve, at most, and the binary digits of their coordinates.
const ROUND: usize = 60;
const OF_CURVES: u64 = 64;

/// Reads the meshes of all assets: bodies may come before them in the file. The work on all geoms
/// is counted, each of which may name a mesh again.
pub fn read(root: Element, options: &ImportOptions, work: &mut Work) -> Result<Meshes> {
    let mut folder = "";
    for section in root.children() {
        if section.name() == "compiler" {
            folder = section.attribute("meshdir").unwrap_or(folder);
        }
    }
    let mut meshes = Meshes::default();
    for section in root.children() {
        if section.name() != "asset" {
            continue;
        }
        for asset in section.children() {
            match asset.name() {
                "mesh" => meshes.add(asset, folder, options)?,
                // Pictures alone have them.
                "texture" | "material" | "skin" => {}
                name => return asset.refuse(tag(name), "only mesh, texture, material, skin"),
            }
        }
    }
    meshes.count_geoms(root, work)?;
    Ok(meshes)
}

impl Meshes {
    /// Counts the corners of all geoms before one of them is made.
    fn count_geoms(&self, root: Element, work: &mut Work) -> Result<()> {
        let mut waiting = vec![root];
        while let Some(element) = waiting.pop() {
            waiting.extend(element.children());
            if element.name() != "geom" {
                continue;
            }
            let named = element
                .attribute("mesh")
                .and_then(|name| self.points.get(name));
            let (corners, bits) = match (named, element.attribute("type")) {
                (Some(points), _) => (points.len(), parts::longest(points)),
                // The moments of a capsule are as long to find as a polygon around a circle.
                (None, Some("capsule" | "cylinder" | "ellipsoid")) => (ROUND, OF_CURVES),
                (None, _) => continue,
            };
            if let Err(error) = work.vertices(corners, bits) {
                return element.refuse(error.to_string(), "fewer meshes or curves");
            }
        }
        Ok(())
    }

    /// The points of the mesh that a geom names.
    pub fn of(&self, geom: Element) -> Result<&[Vector3]> {
        let name = geom.attribute("mesh").unwrap_or_default();
        match self.points.get(name) {
            Some(points) => Ok(points),
            None => geom.refuse_value("mesh", "the name of a mesh"),
        }
    }

    fn add(&mut self, element: Element, folder: &str, options: &ImportOptions) -> Result<()> {
        element.allow(
            &["name", "vertex", "face", "file", "scale"],
            &["inertia", "class", "normal", "texcoord", "maxhullvert"],
        )?;
        let file = element.attribute("file");
        let Some(name) = element.attribute("name").or(file.map(stem)) else {
            return element.refuse("a mesh without a name", "a name");
        };
        let mut points = match (element.numbers("vertex")?, file) {
            (Some(numbers), _) => {
                let (triples, rest) = numbers.as_chunks::<3>();
                if !rest.is_empty() {
                    let found = format!("{} numbers in vertex", numbers.len());
                    return element.refuse(found, "three for each vertex");
                }
                let mut points = Vec::with_capacity(triples.len());
                for [x, y, z] in triples {
                    points.push(Vector3::new(x.clone(), y.clone(), z.clone()));
                }
                points
            }
            (None, Some(file)) => points_of_file(element, folder, file, options)?,
            (None, None) => return element.refuse("no vertex and no file", "one of them"),
        };
        if let Some([x, y, z]) = element.exactly("scale")? {
            for point in &mut points {
                *point = Vector3::new(&point.x * &x, &point.y * &y, &point.z * &z);
            }
        }
        if self.points.insert(name.to_owned(), points).is_some() {
            return element.refuse("a second mesh of this name", "each name once");
        }
        Ok(())
    }
}

/// The name of a file without its folder and its ending.
fn stem(file: &str) -> &str {
    let name = file.rsplit('/').next().unwrap_or(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The points of a file of OBJ, STL, OFF or PLY beside the model.
fn points_of_file(
    element: Element,
    meshes: &str,
    file: &str,
    options: &ImportOptions,
) -> Result<Vec<Vector3>> {
    let Some(folder) = &options.folder else {
        let expected = "a model that is read from a file of its own";
        return element.refuse_value("file", expected);
    };
    let path = folder.join(meshes).join(file);
    // A device may have no end.
    let is_short = fs::metadata(&path)
        .is_ok_and(|metadata| metadata.is_file() && metadata.len() <= zwang_scene::read::LARGEST);
    let bytes = match is_short.then(|| fs::read(&path)) {
        Some(Ok(bytes)) => bytes,
        _ => return element.refuse_value("file", "a file that can be read"),
    };
    let ending = file.rsplit('.').next().map(str::to_ascii_lowercase);
    let plain = ImportOptions::default();
    let read = match ending.as_deref() {
        // Its surface need not be closed.
        Some("stl") => match stl::points(&bytes) {
            Ok(points) => return Ok(points),
            Err(error) => Err(error),
        },
        Some("ply") => ply::read(&bytes, &plain),
        Some("off") => crate::space::text(&bytes).and_then(|text| off::read(text, &plain)),
        Some("obj") => crate::space::text(&bytes).and_then(|text| obj::read(text, &plain)),
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
