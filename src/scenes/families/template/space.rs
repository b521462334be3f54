//! Scene files in space with parameters, made plain: expressions, rows of bodies, turns in degrees
//! and bricks on a grid.

mod bricks;
mod rotation;

use super::parameters::Parameters;
use super::setting::Setting;
use super::{NamedInMessages, copies, expand_item, expand_items, keys, numbers, silent_defaults};
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
    /// The values of gravity and friction, if it states neither.
    pub silent_defaults: Option<&'static str>,
}

const SILENT_DEFAULTS: &str = "the file states neither `gravity` nor `friction`: gravity is \
                               [0, 0, -1] m/s², friction is 0";

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
    keys::refuse_unknown(&root, &keys::SPACE)?;
    let mut parameters = Parameters::take(&mut root, settings)?;
    let mut notes = Vec::new();
    expand(&mut root, &mut parameters, &mut notes)?;
    bricks::add(&mut root, &mut parameters.work)?;
    let reading = read::space::scene(&root).map_err(with_bricks)?;
    notes.extend(reading.notes.iter().map(ToString::to_string));
    Ok(Expanded {
        scene: reading.scene,
        lines: reading.lines,
        notes,
        silent_defaults: silent_defaults(&root, SILENT_DEFAULTS),
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
            key @ ("gravity" | "friction" | "knob_pull") => {
                numbers(&mut entry.node, &key, parameters)?
            }
            "body" => expand_bodies(&mut entry.node, parameters, notes)?,
            key @ ("pair" | "load" | "bond" | "joint") => {
                expand_items(&mut entry.node, key, parameters)?
            }
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
        let owner = NamedInMessages::body(&body, index);
        expand_item(&mut body, &owner, parameters)?;
        let work = &mut parameters.work;
        rotation::make_quaternion(&mut body, &owner, work, notes)?;
        copies::add(body, &owner, work, &mut bodies, copies::SPACE)?;
    }
    *items = bodies;
    Ok(())
}

/// The lists of bodies that the reader of plain scenes misses, that of templates among them.
fn with_bricks(mut error: SceneError) -> SceneError {
    if let Fault::Missing {
        key: "body",
        expected,
    } = &mut error.fault
    {
        "a list of at least one body, [[body]] in TOML, or `bricks`".clone_into(expected);
    }
    error
}
