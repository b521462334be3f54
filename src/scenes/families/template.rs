//! Scene files with parameters, made plain.
//!
//! A *template* is a scene file with a table of parameters, with expressions in place of numbers,
//! with turned rectangles, rows of bodies or bodies that stand on others (`scenes/README.md`).
//! [`read()`] computes all that, exactly, and hands a tree of plain numbers to the reader of
//! scenes, which is trusted and knows nothing of expressions: what is proved is proved of the plain
//! scene, as with every other scene by the rule.
//!
//! Lines stay those of the file, so messages name them as usual. A proof names the digest of the
//! plain scene, which `zwang scene convert` writes for checkers that read nothing else. A mistake
//! in this module gives another scene than was meant, and never a wrong answer about a scene.
//!
//! The length of values, the nesting of expressions and the work that they take are bounded, so
//! that a short file is never a long computation.

mod absent;
mod angle;
mod copies;
mod distributed;
mod error;
mod expression;
mod frame;
mod keys;
mod parameters;
mod points;
mod regular_polygon;
mod setting;
pub mod space;
mod standing;
mod work;

pub use parameters::key_hint;
pub use setting::{Setting, SettingError};

use error::error;
use parameters::Parameters;
use std::fmt::{self, Display, Formatter};
use zwang_scene::read::{self, Entry, Lines, Node, Syntax, Value};
use zwang_scene::{Fault, Scene, SceneError};

/// The keys of bodies, pins, pairs and loads behind which there are numbers.
const NUMBERS: &[&str] = &[
    "parts",
    "rectangle",
    "box",
    "ball",
    "disk",
    "capsule",
    "regular_polygon",
    "copies",
    "density",
    "mass",
    "inertia",
    "centroid",
    "axis",
    "axes",
    "ends",
    "velocity",
    "spin",
    "friction",
    "restitution",
    "force",
    "torque",
    "at",
    "along",
    "force_per_metre",
];

/// The keys of the place of a body, `on`, behind which there are numbers.
const NUMBERS_OF_PLACES: &[&str] = &["part", "edge", "at", "share"];

/// A scene that was read from a file, with parameters or without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expanded {
    /// The scene.
    pub scene: Scene,
    /// The lines of its bodies and pins in the file.
    pub lines: Lines,
    /// Notes for its author, such as what was mended.
    pub notes: Vec<String>,
    /// The values of gravity and friction, if it states neither.
    pub silent_defaults: Option<&'static str>,
}

/// A body or a load as messages name it: by its name, or by its index if it has none. The words are
/// put together only when something is wrong there.
struct NamedInMessages {
    kind: &'static str,
    index: usize,
    name: Option<String>,
}

impl NamedInMessages {
    fn body(body: &Node, index: usize) -> Self {
        Self::of("body", body, index)
    }

    fn of(kind: &'static str, item: &Node, index: usize) -> Self {
        let name = match item.entry("name").map(|entry| &entry.node.value) {
            Some(Value::Text(name)) if !name.is_empty() => Some(name.clone()),
            _ => None,
        };
        Self { kind, index, name }
    }
}

impl Display for NamedInMessages {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let kind = self.kind;
        match &self.name {
            Some(name) => write!(formatter, "{kind} `{}`", error::excerpt(name)),
            None => write!(formatter, "{kind} {}", self.index),
        }
    }
}

/// Reads a scene file, with parameters or without. The settings are values of parameters that hold
/// instead of those in the file.
///
/// ```
/// use zwang_families::template::read;
/// use zwang_scene::read::Syntax;
///
/// let text = r#"
///     format = "zwang-scene-1"
///     name = "one brick"
///     parameters = { width = 1, height = "width / 4" }
///     [[body]]
///     name = "brick"
///     rectangle = { center = [0, "height / 2"], size = ["width", "height"] }
/// "#;
/// let corner = |text: &str| zwang_exact::parse(text).unwrap();
/// let brick = read(text, Syntax::Toml, &[])?.scene;
/// assert_eq!(brick.bodies[0].parts[0].vertices()[2].y, corner("1/4"));
/// let brick = read(text, Syntax::Toml, &["width=2".parse().unwrap()])?.scene;
/// assert_eq!(brick.bodies[0].parts[0].vertices()[2].y, corner("1/2"));
/// # Ok::<(), zwang_scene::SceneError>(())
/// ```
///
/// # Errors
/// [`SceneError`] if the text is no scene, or sets a parameter that it does not define.
pub fn read(text: &str, syntax: Syntax, settings: &[Setting]) -> Result<Expanded, SceneError> {
    plane(read::document(text, syntax)?, settings)
}

/// A scene of the plane or in space that was read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyExpanded {
    /// A scene of the plane.
    Plane(Expanded),
    /// A scene in space.
    Space(space::Expanded),
}

/// Reads a scene file of the plane or in space, whichever it says that it is.
///
/// # Errors
/// [`SceneError`] if the text is no scene, or sets a parameter that it does not define.
pub fn read_any(
    text: &str,
    syntax: Syntax,
    settings: &[Setting],
) -> Result<AnyExpanded, SceneError> {
    let root = read::document(text, syntax)?;
    if read::space::is_of_space(&root) {
        space::expanded(root, settings).map(AnyExpanded::Space)
    } else {
        plane(root, settings).map(AnyExpanded::Plane)
    }
}

fn plane(mut root: Node, settings: &[Setting]) -> Result<Expanded, SceneError> {
    if read::space::is_of_space(&root) {
        // The reader says that this is no scene of the plane.
        read::scene(&root)?;
    }
    if may_be_of_format(&root, read::FORMAT) {
        keys::refuse_unknown(&root, &keys::PLANE)?;
    }
    let mut parameters = Parameters::take(&mut root, settings)?;
    let mut notes = Vec::new();
    expand(&mut root, &mut parameters, &mut notes)?;
    frame::expand(&mut root, &mut parameters.work)?;
    let reading = read::scene(&root).map_err(with_own_shapes)?;
    notes.extend(reading.notes.iter().map(ToString::to_string));
    Ok(Expanded {
        scene: reading.scene,
        lines: reading.lines,
        notes,
        silent_defaults: silent_defaults(&root, SILENT_DEFAULTS),
    })
}

const SILENT_DEFAULTS: &str =
    "the file states neither `gravity` nor `friction`: gravity is [0, -1] m/s², friction is 0";

/// This note on the defaults of a scene that states neither gravity nor any friction: the first is
/// easily taken for that of the earth.
fn silent_defaults(root: &Node, note: &'static str) -> Option<&'static str> {
    let is_stated = root.entry("gravity").is_some()
        || root.entry("friction").is_some()
        || root.entry("pair").is_some()
        || is_friction_of_a_body(root);
    if is_stated {
        return None;
    }
    Some(note)
}

fn is_friction_of_a_body(root: &Node) -> bool {
    let Some(entry) = root.entry("body") else {
        return false;
    };
    let Value::List(bodies) = &entry.node.value else {
        return false;
    };
    bodies.iter().any(|body| body.entry("friction").is_some())
}

/// The shapes of a body that the reader of plain scenes misses, those of templates among them.
fn with_own_shapes(mut error: SceneError) -> SceneError {
    if let Fault::Missing {
        key: "parts",
        expected,
    } = &mut error.fault
    {
        "`parts`, `rectangle`, `disk`, `capsule` or `regular_polygon`".clone_into(expected);
    }
    error
}

/// Says if the file is of this format, or names none: a file of another format may well have other
/// keys.
fn may_be_of_format(root: &Node, format: &str) -> bool {
    match root.entry("format").map(|entry| &entry.node.value) {
        Some(Value::Text(text)) => text == format,
        Some(_) => false,
        None => true,
    }
}

/// The names of the parameters in a scene file.
///
/// # Errors
/// [`SceneError`] if the text is not of this syntax, or its parameters are no table.
pub fn parameters(text: &str, syntax: Syntax) -> Result<Vec<String>, SceneError> {
    let mut root = read::document(text, syntax)?;
    parameters::names_in(&mut root)
}

/// Puts values in place of all expressions, corners in place of angles, bodies in place of copies,
/// and coordinates of the scene in place of those along an edge. A value of another form than that
/// of a scene is left for the reader to refuse.
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
            key @ ("gravity" | "friction" | "restitution") => {
                numbers(&mut entry.node, &key, parameters)?
            }
            "body" => expand_bodies(&mut entry.node, parameters, notes)?,
            key @ ("pin" | "pair" | "load" | "point" | "bar") => {
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
        let is_centered = standing::center(&mut body);
        regular_polygon::make_parts(&mut body, &owner, work, notes)?;
        angle::make_parts(&mut body, &owner, work, notes)?;
        if is_centered {
            standing::lift(&mut body, &owner, work)?;
        }
        copies::add(body, &owner, work, &mut bodies, copies::PLANE)?;
    }
    *items = bodies;
    standing::place(items, &mut parameters.work, notes)
}

fn expand_items(
    list: &mut Node,
    kind: &str,
    parameters: &mut Parameters,
) -> Result<(), SceneError> {
    let Value::List(items) = &mut list.value else {
        return Ok(());
    };
    for (index, item) in items.iter_mut().enumerate() {
        let owner = format!("{kind} {index}");
        expand_item(item, &owner, parameters)?;
        if kind == "load" {
            distributed::resultant(item, &owner, &mut parameters.work)?;
        }
    }
    Ok(())
}

fn expand_item(
    item: &mut Node,
    owner: &dyn Display,
    parameters: &mut Parameters,
) -> Result<(), SceneError> {
    let Value::Table(entries) = &mut item.value else {
        return Ok(());
    };
    for Entry { key, node, .. } in entries {
        let thing = format_args!("{owner}, {key}");
        if NUMBERS.contains(&key.as_str()) {
            numbers(node, &thing, parameters)?;
        }
        if key == "on" {
            numbers_of_place(node, &thing, parameters)?;
        }
    }
    Ok(())
}

/// Puts values in place of the expressions in the place of a body; its other texts are names.
fn numbers_of_place(
    place: &mut Node,
    thing: &dyn Display,
    parameters: &mut Parameters,
) -> Result<(), SceneError> {
    let Value::Table(entries) = &mut place.value else {
        return Ok(());
    };
    for entry in entries {
        if NUMBERS_OF_PLACES.contains(&entry.key.as_str()) {
            numbers(&mut entry.node, thing, parameters)?;
        }
    }
    Ok(())
}

/// Puts values in place of the expressions in here.
fn numbers(
    node: &mut Node,
    thing: &dyn Display,
    parameters: &mut Parameters,
) -> Result<(), SceneError> {
    match &mut node.value {
        Value::Text(text) => match parameters.plain(text) {
            Ok(None) => Ok(()),
            Ok(Some(number)) => {
                node.value = Value::Number(number);
                Ok(())
            }
            // Without parameters, a text that is no number is for the reader to refuse.
            Err(_) if !parameters.are_defined() => Ok(()),
            Err(problem) => Err(error(node.line, thing, problem.within(text))),
        },
        Value::List(items) => {
            for item in items {
                numbers(item, thing, parameters)?;
            }
            Ok(())
        }
        Value::Table(entries) => {
            for entry in entries {
                numbers(&mut entry.node, thing, parameters)?;
            }
            Ok(())
        }
        Value::Number(_) | Value::Boolean(_) | Value::Foreign(_) => Ok(()),
    }
}
