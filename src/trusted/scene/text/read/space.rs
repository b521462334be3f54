//! Scene files in space read: the tree of values to a [`Scene`].
//!
//! Texts, syntax, numbers and errors are those of scenes in the plane. The keys are described in
//! `scenes/README.md` and `scenes/space.schema.json`.

mod body;
mod bond;
mod joint;

pub use super::surface::SPACE_KEYS as PAIR_KEYS;
pub use crate::space::FORMAT;
pub use body::{BALL_KEYS, BOX_KEYS, CAPSULE_KEYS, KEYS as BODY_KEYS, PART_KEYS};
pub use bond::KEYS as BOND_KEYS;
pub use joint::KEYS as JOINT_KEYS;

use super::bodies::Bodies;
use super::field::Field;
use super::load::{self, Loaded, ReadLoad};
use super::place::Place;
use super::table::Table;
use super::work::Work;
use super::{BODIES, Lines, Note, Syntax, document, expectation, lines, surface, value};
use crate::model::FORMAT as PLANE_FORMAT;
use crate::space::{Body, Load, Scene};
use crate::text::document::Node;
use crate::text::error::{Fault, Result, SceneError};
use std::collections::BTreeMap;
use std::str::FromStr;
use zwang_exact::Vector3;

/// The keys of a scene file in space.
pub const KEYS: &[&str] = &[
    "format", "name", "title", "expect", "gravity", "friction", "body", "pair", "load", "bond",
    "joint", "$schema",
];

/// A scene in space, and what its author should know about the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The scene.
    pub scene: Scene,
    /// The lines of its bodies.
    pub lines: Lines,
    /// Remarks, in file order.
    pub notes: Vec<Note>,
}

/// Reads a scene in space in the given syntax.
///
/// ```
/// use zwang_scene::read::{Syntax, space};
/// let text = r#"
///     format = "zwang-space-1"
///     name = "one brick"
///     body = [ { name = "brick", box = { center = [0, 0, 0.1], size = [1, 2, "1/4"] } } ]
/// "#;
/// let scene = space::parse(text, Syntax::Toml)?.scene;
/// let corner = &scene.bodies[0].parts[0].core().vertices()[0];
/// assert_eq!(corner.z, zwang_exact::parse("-1/40").unwrap());
/// # Ok::<(), zwang_scene::SceneError>(())
/// ```
///
/// # Errors
/// [`SceneError`] if the text is no scene in space.
pub fn parse(text: &str, syntax: Syntax) -> Result<Reading, SceneError> {
    let root = document(text, syntax)?;
    scene(&root)
}

/// Whether a tree of values says that it is a scene in space.
#[must_use]
pub fn is_of_space(root: &Node) -> bool {
    match root.entry("format").map(|entry| &entry.node.value) {
        Some(super::Value::Text(text)) => text == FORMAT,
        _ => false,
    }
}

impl FromStr for Scene {
    type Err = SceneError;

    /// # Errors
    /// [`SceneError`] if the text is no scene in space.
    fn from_str(text: &str) -> Result<Self, SceneError> {
        let reading = parse(text, Syntax::of(text))?;
        Ok(reading.scene)
    }
}

/// The scene in space that a tree of values says.
///
/// # Errors
/// [`SceneError`] if it says none.
pub fn scene(root: &Node) -> Result<Reading, SceneError> {
    let root = Field {
        node: root,
        place: Place::Scene,
    };
    let table = Table::of(&root)?;
    let expected = format!("format = \"{FORMAT}\"");
    table.required("format", &expected, format)?;
    table.refuse_unknown(KEYS)?;
    // For editors, which find the schema by it.
    table.optional("$schema", value::printable)?;
    let name = table.required("name", "a name for the scene: name = \"arch\"", value::name)?;
    let title = table.optional("title", value::printable)?;
    let expect = table.optional("expect", expectation)?;
    let gravity = match table.optional("gravity", value::point_in_space)? {
        Some(gravity) => gravity,
        None => Vector3::from_integers(0, 0, -1),
    };
    let mut notes = Vec::new();
    let bodies = table.required("body", BODIES, |list| bodies(list, &mut notes))?;
    let friction = surface::read_friction(&table, &Bodies::of_space(&bodies))?;
    let loads = loads(&table, &bodies)?;
    let bonds = table.optional("bond", |list| bond::read(list, &bodies))?;
    let joints = table.optional("joint", |list| joint::read(list, &bodies))?;
    let scene = Scene {
        name,
        title,
        expect,
        gravity,
        bodies,
        friction,
        loads,
        bonds: bonds.unwrap_or_default(),
        joints: joints.unwrap_or_default(),
    };
    table.optional("joint", |list| joint::suit(list, &scene))?;
    let lines = Lines {
        bodies: table.optional("body", lines)?.unwrap_or_default(),
        pins: Vec::new(),
    };
    Ok(Reading {
        scene,
        lines,
        notes,
    })
}

/// The loads of a scene with these bodies.
fn loads(table: &Table, bodies: &[Body]) -> Result<Vec<Load>> {
    let loaded = bodies.iter().map(|body| Loaded {
        name: &body.name,
        centroid: body.dynamics.as_ref().map(|free| &free.centroid),
    });
    let loaded: Vec<Loaded<Vector3>> = loaded.collect();
    let read = load::read(table, &loaded, &Bodies::of_space(bodies))?;
    let loads = read
        .into_iter()
        .map(|load: ReadLoad<Vector3, Vector3>| Load {
            name: load.name,
            body: load.body,
            at: load.at,
            force: load.force,
            torque: load.torque,
        });
    Ok(loads.collect())
}

fn format(field: &Field) -> Result<()> {
    let expected = format!("`{FORMAT}`");
    match value::text(field)? {
        FORMAT => Ok(()),
        PLANE_FORMAT => {
            let found = format!("a scene of the plane, `{PLANE_FORMAT}`");
            Err(field.wrong(&found, &format!("a scene in space, {expected}")))
        }
        _ => Err(field.unexpected(&expected)),
    }
}

fn bodies(list: &Field, notes: &mut Vec<Note>) -> Result<Vec<Body>> {
    let items = value::list(list, BODIES)?;
    if items.is_empty() {
        return Err(list.unexpected(BODIES));
    }
    let mut bodies = Vec::with_capacity(items.len());
    let mut first_lines = BTreeMap::new();
    let mut work = Work::default();
    for (index, item) in items.iter().enumerate() {
        let body = body::read(item, index, &mut work, notes)?;
        let line = match item.entry("name") {
            Some(entry) => entry.line,
            None => item.line,
        };
        if let Some(first) = first_lines.insert(body.name.clone(), line) {
            let parent = Place::Body {
                index,
                name: Some(&body.name),
            };
            let place = Place::Key(&parent, "name");
            return Err(place.error(line, Fault::Repeated { first }));
        }
        bodies.push(body);
    }
    Ok(bodies)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_knows_the_keys_that_are_read() {
        let schema = include_str!("../../../../../scenes/space.schema.json");
        for (pointer, keys) in [
            ("/properties", KEYS),
            ("/$defs/body/properties", body::KEYS),
            ("/$defs/box/properties", body::BOX_KEYS),
            ("/$defs/ball/properties", body::BALL_KEYS),
            ("/$defs/capsule/properties", body::CAPSULE_KEYS),
            ("/$defs/rounded/properties", body::PART_KEYS),
            ("/$defs/pair/properties", surface::SPACE_KEYS),
            ("/$defs/load/properties", load::KEYS),
            ("/$defs/bond/properties", bond::KEYS),
            ("/$defs/joint/properties", joint::KEYS),
        ] {
            let mut keys = keys.to_vec();
            keys.sort_unstable();
            assert_eq!(
                super::super::tests::keys_of_schema(schema, pointer),
                keys,
                "{pointer}"
            );
        }
    }
}
