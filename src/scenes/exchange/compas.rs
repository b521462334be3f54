//! Assemblies of COMPAS (`compas_assembly`), JSON: blocks that are prisms along y.
//!
//! The scene's x is x, its y is z. An assembly is a graph whose nodes have blocks, meshes with
//! vertices; a node whose `is_support` is true is fixed. Blocks have density 1 and no friction.
//! Both layouts are read: `data.graph.data.node` of today, and `value.data.node` of COMPAS 0.
//!
//! *Left out:* faces, edges, interfaces, forces and displacements. *Refused:* blocks that are no
//! convex prisms along y, or no flat polygons in a plane y = c.

use crate::ImportOptions;
use crate::affine::Affine;
use crate::draft::{Draft, DraftBody, DraftPart};
use crate::error::{Result, excerpt, refuse};
use crate::hull::{no_corner, outline};
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector};
use zwang_scene::read::{self, Entry, Node, Syntax, Value};

/// What a file should be.
const ASSEMBLY: &str = "an assembly of compas_assembly, whose `node` has blocks";

/// What a block should be.
const PRISM: &str = "a convex prism along y, with each corner at both ends";

/// Reads an assembly.
pub(crate) fn read(text: &str, options: &ImportOptions) -> Result<Draft> {
    if text.trim().is_empty() {
        return refuse(1, "file", "an empty file", ASSEMBLY);
    }
    let root = read::document(text, Syntax::Json)?;
    let Some(nodes) = nodes_of(&root) else {
        let found = "no `node` in data or in graph";
        return refuse(root.line, "file", found, ASSEMBLY);
    };
    let name = name_of(&root).unwrap_or(&options.name);
    let mut draft = Draft::new(name);
    let Value::Table(entries) = &nodes.node.value else {
        let found = nodes.node.value.to_string();
        return refuse(nodes.line, "node", found, ASSEMBLY);
    };
    let scale = Affine::scaling(&options.scale, &options.scale);
    for entry in entries {
        let key = &entry.key;
        let name = format!("block {key}");
        let mut body = DraftBody::new(entry.line, &name);
        body.is_fixed = is_support(&entry.node) || options.fixed.contains(key);
        draft.names.insert(key.clone());
        let mut outline = block(entry)?;
        for vertex in &mut outline {
            *vertex = scale.of(vertex);
        }
        body.parts.push(DraftPart {
            line: entry.line,
            vertices: outline,
        });
        draft.bodies.push(body);
    }
    Ok(draft)
}

/// A value behind some keys.
fn behind<'a>(node: &'a Node, keys: &[&str]) -> Option<&'a Entry> {
    let (last, before) = keys.split_last()?;
    let mut node = node;
    for key in before {
        let entry = node.entry(key)?;
        node = &entry.node;
    }
    node.entry(last)
}

/// What the graph of an assembly calls its nodes.
fn nodes_of(root: &Node) -> Option<&Entry> {
    for keys in [
        &["data", "graph", "data", "node"][..],
        &["data", "graph", "node"],
        &["value", "data", "graph", "data", "node"],
        &["value", "data", "node"],
        &["data", "node"],
    ] {
        if let Some(nodes) = behind(root, keys) {
            return Some(nodes);
        }
    }
    None
}

fn name_of(root: &Node) -> Option<&str> {
    let direct = behind(root, &["name"]);
    let older = behind(root, &["data", "attributes", "name"]);
    let entry = direct.or(older)?;
    match &entry.node.value {
        Value::Text(name) if !name.is_empty() => Some(name),
        _ => None,
    }
}

fn is_support(node: &Node) -> bool {
    match node.entry("is_support") {
        Some(support) => matches!(support.node.value, Value::Boolean(true)),
        None => false,
    }
}

/// The outline of the block of a node.
fn block(node: &Entry) -> Result<Vec<Vector>> {
    let key = excerpt(&node.key);
    let thing = format!("block {key}");
    let Some(vertices) = vertices_of(&node.node) else {
        let found = "no `block` with vertices";
        return refuse(node.line, thing, found, ASSEMBLY);
    };
    let Value::Table(entries) = &vertices.node.value else {
        let found = vertices.node.value.to_string();
        return refuse(vertices.line, thing, found, "vertices by key");
    };
    let mut sides: BTreeMap<Rational, Vec<Vector>> = BTreeMap::new();
    for vertex in entries {
        let x = coordinate(vertex, "x", &thing)?;
        let y = coordinate(vertex, "y", &thing)?;
        let z = coordinate(vertex, "z", &thing)?;
        let side = sides.entry(y).or_default();
        side.push(Vector::new(x, z));
    }
    let sides: Vec<Vec<Vector>> = sides.into_values().collect();
    match outline_of_prism(&sides) {
        Ok(outline) => Ok(outline),
        Err(found) => {
            let line = vertices.line;
            refuse(line, thing, found, PRISM)
        }
    }
}

/// What the block of a node calls its vertices.
fn vertices_of(node: &Node) -> Option<&Entry> {
    for keys in [
        &["block", "data", "vertex"][..],
        &["block", "value", "data", "vertex"],
        &["block", "vertex"],
    ] {
        if let Some(vertices) = behind(node, keys) {
            return Some(vertices);
        }
    }
    None
}

/// The outline of a block with these corners at each y; the error says what was found instead.
fn outline_of_prism(sides: &[Vec<Vector>]) -> Result<Vec<Vector>, String> {
    let first = match sides {
        [only] => only,
        [first, second] if same_corners(first, second) => first,
        [_, _] => return Err("two ends that differ".to_owned()),
        _ => {
            let count = sides.len();
            return Err(format!("corners at {count} values of y"));
        }
    };
    match outline(first) {
        Ok(outline) => Ok(outline),
        Err(vertex) => Err(no_corner(&vertex)),
    }
}

fn same_corners(first: &[Vector], second: &[Vector]) -> bool {
    let mut first = first.to_vec();
    let mut second = second.to_vec();
    first.sort();
    second.sort();
    first == second
}

fn coordinate(vertex: &Entry, key: &str, thing: &str) -> Result<Rational> {
    let key_of_vertex = excerpt(&vertex.key);
    let thing = format!("{thing}, vertex {key_of_vertex}");
    let Some(entry) = vertex.node.entry(key) else {
        let found = format!("no `{key}`");
        return refuse(vertex.line, thing, found, "x, y and z");
    };
    let line = entry.line;
    let expected = "a number";
    let Value::Number(text) = &entry.node.value else {
        let found = entry.node.value.to_string();
        return refuse(line, thing, found, expected);
    };
    match zwang_exact::parse(text) {
        Ok(number) => Ok(number),
        Err(error) => {
            let reason = error.to_string();
            let found = excerpt(&reason);
            refuse(line, thing, found, expected)
        }
    }
}
