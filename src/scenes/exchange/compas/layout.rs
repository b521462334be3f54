//! The places of nodes and blocks in an assembly, in each layout.

use super::prism::{self, Axis, Block, Prisms};
use crate::ImportOptions;
use crate::affine::Affine;
use crate::draft::{Draft, DraftBody};
use crate::error::{Result, excerpt, refuse};
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::Rational;
use zwang_scene::read::{self, Entry, Node, Syntax, Value};

/// The form of a file.
const ASSEMBLY: &str = "an assembly of compas_assembly, whose `node` has blocks";

/// A node of an assembly, and where its block is.
struct Member<'a> {
    key: &'a str,
    line: usize,
    /// The node, with what is said of it.
    node: &'a Node,
    /// The table that holds the mesh, if not the node itself.
    block: Option<&'a Node>,
}

/// Reads an assembly.
pub(crate) fn read(text: &str, options: &ImportOptions) -> Result<Draft> {
    if text.trim().is_empty() {
        return refuse(1, "file", "an empty file", ASSEMBLY);
    }
    let root = read::document(text, Syntax::Json)?;
    let members = members(&root)?;
    let name = name_of(&root).unwrap_or(&options.name);
    let mut draft = Draft::new(name);
    let mut kept = Vec::new();
    let mut blocks = Vec::new();
    for member in members {
        if options.skip.iter().any(|key| key == member.key) {
            draft.skipped.insert(member.key.to_owned());
            continue;
        }
        blocks.push(block(&member)?);
        kept.push(member);
    }
    let bound = prism::bound(&blocks);
    for (member, block) in kept.iter().zip(&mut blocks) {
        let key = member.key;
        if (is_support(member.node) || is_fixed_by_name(member, options))
            && block.make_plate(&bound)
        {
            draft.notes.push(format!(
                "block {key} has no height: it is a plate a tenth as thick as it is wide, below its \
                 top"
            ));
        }
    }
    let Prisms {
        axis,
        prisms,
        farthest,
    } = prism::prisms(&blocks, &bound, &mut draft.work)?;
    if axis == Axis::X {
        let note = "all blocks are prisms along x; the scene's x is y";
        draft.notes.push(note.to_owned());
    }
    if let Some(note) = prism::joined(&farthest, &bound) {
        draft.notes.push(note);
    }
    let scale = options.scale();
    let scale = Affine::scaling(&scale, &scale);
    for (member, prism) in kept.iter().zip(prisms) {
        let key = member.key;
        let mut body = DraftBody::new(member.line, &format!("block {key}"));
        body.is_fixed = is_support(member.node) || is_fixed_by_name(member, options);
        draft.names.insert(key.to_owned());
        body.add_parts(prism, &scale);
        draft.bodies.push(body);
    }
    Ok(draft)
}

fn is_fixed_by_name(member: &Member, options: &ImportOptions) -> bool {
    options.fixed.iter().any(|fixed| fixed == member.key)
}

/// A block of an assembly, as it is.
pub struct NodeBlock<'a> {
    pub key: &'a str,
    pub line: usize,
    pub is_support: bool,
    /// Vertices by their keys.
    pub vertices: BTreeMap<&'a str, [Rational; 3]>,
    /// The keys of the vertices of each face.
    pub faces: Vec<Vec<String>>,
}

/// The tree of a file.
pub fn document(text: &str) -> Result<Node> {
    Ok(read::document(text, Syntax::Json)?)
}

/// All blocks of an assembly.
pub fn blocks(root: &Node) -> Result<Vec<NodeBlock<'_>>> {
    let mut blocks = Vec::new();
    for member in members(root)? {
        let Block {
            line,
            vertices,
            faces,
            ..
        } = block(&member)?;
        blocks.push(NodeBlock {
            key: member.key,
            line,
            is_support: is_support(member.node),
            vertices,
            faces,
        });
    }
    Ok(blocks)
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

/// The entry behind the first of some lists of keys that leads to one.
fn first_behind<'a>(node: &'a Node, paths: &[&[&str]]) -> Option<&'a Entry> {
    for keys in paths {
        if let Some(entry) = behind(node, keys) {
            return Some(entry);
        }
    }
    None
}

/// The nodes of an assembly that have blocks.
fn members(root: &Node) -> Result<Vec<Member<'_>>> {
    let nodes = first_behind(
        root,
        &[
            &["data", "graph", "data", "node"],
            &["data", "graph", "node"],
            &["value", "data", "graph", "data", "node"],
            &["value", "data", "node"],
            &["data", "node"],
            &["graph", "data", "node"],
            &["graph", "node"],
            &["node"],
            &["assembly", "node"],
            &["assembly", "vertex"],
        ],
    );
    let Some(nodes) = nodes else {
        let found = "no `node` in data or in graph";
        return refuse(root.line, "file", found, ASSEMBLY);
    };
    let Value::Table(entries) = &nodes.node.value else {
        let found = nodes.node.value.to_string();
        return refuse(nodes.line, "node", found, ASSEMBLY);
    };
    let blocks = root.entry("blocks").map(|blocks| &blocks.node);
    let mut keys = BTreeSet::new();
    let mut members = Vec::with_capacity(entries.len());
    for entry in entries {
        if !keys.insert(&entry.key) {
            let key = excerpt(&entry.key);
            let found = format!("the key {key} again");
            return refuse(entry.line, "node", found, "each key once");
        }
        let block = match blocks {
            Some(blocks) => blocks.entry(&entry.key).map(|block| &block.node),
            None => None,
        };
        members.push(Member {
            key: &entry.key,
            line: entry.line,
            node: &entry.node,
            block,
        });
    }
    Ok(members)
}

pub fn name_of(root: &Node) -> Option<&str> {
    let paths: [&[&str]; 5] = [
        &["name"],
        &["data", "attributes", "name"],
        &["assembly", "attributes", "name"],
        &["graph", "attributes", "name"],
        &["attributes", "name"],
    ];
    let entry = first_behind(root, &paths)?;
    match &entry.node.value {
        Value::Text(name) if !name.is_empty() => Some(name),
        _ => None,
    }
}

pub fn is_support(node: &Node) -> bool {
    match node.entry("is_support") {
        Some(support) => matches!(support.node.value, Value::Boolean(true)),
        None => false,
    }
}

/// The mesh of a node.
fn block<'a>(member: &Member<'a>) -> Result<Block<'a>> {
    let key = excerpt(member.key);
    let thing = format!("block {key}");
    let place = match member.block {
        Some(block) => Some(block),
        None => member.node.entry("block").map(|block| &block.node),
    };
    let meshes: [&[&str]; 4] = [
        &["data", "vertex"],
        &["value", "data", "vertex"],
        &["value", "vertex"],
        &["vertex"],
    ];
    let vertices = place.and_then(|place| first_behind(place, &meshes));
    let Some(vertices) = vertices else {
        let found = "no `block` with vertices";
        return refuse(member.line, thing, found, ASSEMBLY);
    };
    let faces: [&[&str]; 4] = [
        &["data", "face"],
        &["value", "data", "face"],
        &["value", "face"],
        &["face"],
    ];
    let faces = place.and_then(|place| first_behind(place, &faces));
    Block::read(thing, vertices, faces)
}
