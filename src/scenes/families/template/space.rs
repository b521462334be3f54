//! Scene files in space with parameters, made plain: expressions, rows of bodies, turns in degrees
//! and bricks on a grid.

mod bricks;
mod rotation;

use super::parameters::Parameters;
use super::setting::Setting;
use super::{BodyInMessages, absent, copies, expand_item, expand_items, numbers};
use zwang_scene::read::space::{BODY_KEYS, BOX_KEYS, KEYS};
use zwang_scene::read::{self, Lines, Node, Syntax, Value};
use zwang_scene::space::Scene;
use zwang_scene::{Fault, SceneError};

/// A scene in space that was read from a file, with parameters or without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expanded {
    /// The scene.
    pub scene: Scene,
    /// The lines of its bodies in the file.
    pub lines: Lines,
    /// Notes for its author, such as what was left out.
    pub notes: Vec<String>,
}

/// Reads a scene file in space, with parameters or without.
///
/// ```
/// use zwang_families::template::space;
/// use zwang_scene::read::Syntax;
///
/// let text = r#"
///     format = "zwang-space-1"
///     name = "a stair"
///     parameters = { step = 1 }
///     bricks = ["2x4 (0,0,0)", "2x4 (1,0,1)"]
///     [[body]]
///     name = "column"
///     box = { center = [9, 0, "step / 2"], size = [1, 1, "step"] }
///     copies = { count = 3, step = [0, 2, 0] }
/// "#;
/// let scene = space::read(text, Syntax::Toml, &["step=2".parse().unwrap()])?.scene;
/// assert_eq!(scene.bodies.len(), 5);
/// assert_eq!(scene.bodies[4].name, "brick 1");
/// # Ok::<(), zwang_scene::SceneError>(())
/// ```
///
/// # Errors
/// [`SceneError`] if the text is no scene in space, or sets a parameter that it does not define.
pub fn read(text: &str, syntax: Syntax, settings: &[Setting]) -> Result<Expanded, SceneError> {
    let root = read::document(text, syntax)?;
    if !read::space::is_of_space(&root) {
        // The reader says that this is no scene in space.
        read::space::scene(&root)?;
    }
    expanded(root, settings)
}

/// The scene in space that a tree of values says.
pub(super) fn expanded(mut root: Node, settings: &[Setting]) -> Result<Expanded, SceneError> {
    let mut parameters = Parameters::take(&mut root, settings)?;
    let mut notes = Vec::new();
    expand(&mut root, &mut parameters, &mut notes)?;
    bricks::add(&mut root, &mut parameters.work)?;
    let reading = read::space::scene(&root).map_err(with_own_keys)?;
    notes.extend(reading.notes.iter().map(ToString::to_string));
    Ok(Expanded {
        scene: reading.scene,
        lines: reading.lines,
        notes,
    })
}

fn expand(
    root: &mut Node,
    parameters: &mut Parameters,
    notes: &mut Vec<String>,
) -> Result<(), SceneError> {
    let Value::Table(entries) = &mut root.value else {
        return Ok(());
    };
    for entry in entries {
        match entry.key.as_str() {
            key @ ("gravity" | "friction") => numbers(&mut entry.node, &key, parameters)?,
            "body" => expand_bodies(&mut entry.node, parameters, notes)?,
            key @ ("pair" | "load") => expand_items(&mut entry.node, key, parameters)?,
            _ => {}
        }
    }
    Ok(())
}

fn expand_bodies(
    list: &mut Node,
    parameters: &mut Parameters,
    notes: &mut Vec<String>,
) -> Result<(), SceneError> {
    let Value::List(items) = &mut list.value else {
        return Ok(());
    };
    let mut bodies = Vec::with_capacity(items.len());
    for (index, mut body) in std::mem::take(items).into_iter().enumerate() {
        let owner = BodyInMessages::new(&body, index);
        expand_item(&mut body, &owner, parameters)?;
        let work = &mut parameters.work;
        rotation::make_quaternion(&mut body, &owner, work, notes)?;
        copies::add(body, &owner, work, &mut bodies, copies::SPACE)?;
    }
    *items = bodies;
    Ok(())
}

/// The keys that only templates have, beside those of plain scenes.
const OWN_KEYS: [(&[&str], &[&str]); 3] = [
    (KEYS, &["parameters", "bricks"]),
    (BODY_KEYS, &["copies"]),
    (BOX_KEYS, &[]),
];

/// What the reader of plain scenes says of a key, with the keys of templates among those that it
/// expects.
fn with_own_keys(mut error: SceneError) -> SceneError {
    match &mut error.fault {
        Fault::UnknownKey { key, known } => {
            if let Some(fault) = in_space(key) {
                return SceneError { fault, ..error };
            }
            for (plain, own) in OWN_KEYS {
                if known.as_slice() == plain {
                    known.extend(own);
                    break;
                }
            }
        }
        Fault::Missing {
            key: "body",
            expected,
        } => "a list of at least one body, [[body]] in TOML, or `bricks`".clone_into(expected),
        _ => {}
    }
    error
}

/// The answer to keys of the plane.
fn in_space(key: &str) -> Option<Fault> {
    let [found, expected] = match key {
        "rectangle" => [
            "a rectangle, which is a shape of the plane",
            "`box = { center = [x, y, z], size = [w, d, h] }`",
        ],
        "pin" => [
            "a pin; there are no joints in space yet",
            "a scene without joints",
        ],
        "restitution" => [
            "a restitution; there are no runs in space yet",
            "a scene without it",
        ],
        "angle" => [
            "an angle, which turns in the plane",
            "`rotation = { axis = [0, 0, 1], degrees = 30 }`",
        ],
        _ => return absent::fault(key),
    };
    Some(Fault::Value {
        found: found.to_owned(),
        expected: expected.to_owned(),
    })
}
