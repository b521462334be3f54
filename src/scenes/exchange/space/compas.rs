//! Assemblies of COMPAS: blocks as they are.
//!
//! Layouts are those of the plane ([`crate::compas`]). A block without faces is the convex hull of
//! its vertices.

use super::draft::{Draft, DraftBody};
use super::mesh::{Mesh, limit};
use crate::ImportOptions;
use crate::compas::layout;
use crate::error::{Result, excerpt, refuse};
use std::collections::BTreeMap;
use zwang_exact::Vector3;

/// Reads an assembly.
pub fn read(text: &str, options: &ImportOptions) -> Result<Draft> {
    let root = layout::document(text)?;
    let name = layout::name_of(&root).unwrap_or(&options.name);
    let mut draft = Draft::new(name);
    for block in layout::blocks(&root)? {
        let key = block.key;
        let thing = format!("block {}", excerpt(key));
        limit(block.line, &thing, block.faces.len())?;
        let mut places = BTreeMap::new();
        let mut vertices = Vec::with_capacity(block.vertices.len());
        for (vertex, [x, y, z]) in &block.vertices {
            places.insert(*vertex, vertices.len());
            vertices.push(Vector3::new(x.clone(), y.clone(), z.clone()));
        }
        let mut faces = Vec::with_capacity(block.faces.len());
        for face in &block.faces {
            let corners = face.iter().map(|corner| places.get(corner.as_str()));
            let corners: Option<Vec<usize>> = corners.map(|corner| corner.copied()).collect();
            match corners {
                Some(corners) if corners.len() > 2 => faces.push(corners),
                Some(_) => {
                    let found = "a face of fewer than three vertices";
                    return refuse(block.line, thing, found, "at least three");
                }
                None => {
                    let found = "a face with a vertex that is not there";
                    return refuse(block.line, thing, found, "keys of vertices");
                }
            }
        }
        let mesh = Mesh::surface(block.line, vertices, faces);
        let mut body = DraftBody::new(block.line, &format!("block {key}"), vec![mesh]);
        body.is_fixed = block.is_support;
        draft.add(body, options);
    }
    Ok(draft)
}
