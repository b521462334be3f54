//! Scene files read: text, to a tree of values with line numbers, to a [`Scene`].
//!
//! The keys, with their units and defaults, are described in `scenes/README.md` and
//! `scenes/scene.schema.json`. No number passes through a float: 0.1, quoted or not, is 1/10. Every
//! error names the line, the thing, what was found and what was expected, in one line. Nesting, the
//! length of numbers and their exponents are bounded, so that a short file is never a long
//! computation.

mod bodies;
mod body;
mod field;
mod load;
mod pin;
mod place;
pub mod space;
mod surface;
mod table;
mod value;
mod work;

pub use crate::model::FORMAT;
use crate::model::{Body, Expectation, Load, Scene};
pub use crate::text::document::{Entry, Node, Value};
use crate::text::error::{Fault, Result, SceneError, excerpt, printable};
use crate::text::{json, toml};
use bodies::Bodies;
pub use body::{CAPSULE_KEYS, DISK_KEYS, KEYS as BODY_KEYS, PART_KEYS, RECTANGLE_KEYS};
use field::Field;
pub use load::KEYS as LOAD_KEYS;
use load::{Loaded, ReadLoad};
pub use pin::KEYS as PIN_KEYS;
use place::Place;
use std::collections::BTreeMap;
use std::fmt::{self, Formatter};
use std::str::FromStr;
pub use surface::KEYS as PAIR_KEYS;
use table::Table;
use work::Work;
use zwang_exact::{Rational, Vector};

/// The largest scene file, in bytes: more than a hundred thousand bricks. In memory a file takes up
/// to two hundred times its size.
pub const LARGEST: u64 = 1 << 24;

/// The keys of a scene file.
pub const KEYS: &[&str] = &[
    "format",
    "name",
    "title",
    "expect",
    "gravity",
    "friction",
    "restitution",
    "body",
    "pin",
    "pair",
    "load",
    "$schema",
];
const BODIES: &str = "a list of at least one body, [[body]] in TOML";

/// The two ways to write a scene file; the keys are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// TOML 1.0.
    Toml,
    /// JSON.
    Json,
}

/// A scene, and what its author should know about the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The scene.
    pub scene: Scene,
    /// The lines of its bodies and pins.
    pub lines: Lines,
    /// Remarks, in file order.
    pub notes: Vec<Note>,
}

/// The lines of things in a scene file, counted from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// The line of each body.
    pub bodies: Vec<usize>,
    /// The line of each pin.
    pub pins: Vec<usize>,
}

/// A remark on a part of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Line of the part, counted from 1.
    pub line: usize,
    /// Name of the body.
    pub body: String,
    /// Index of the part.
    pub part: usize,
    /// The part that was mended.
    pub remark: Remark,
}

/// The way in which a part was mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// It was listed clockwise and has been turned, by reversing its list.
    Turned,
    /// These of its vertices are inside of a face or of an edge, and have been left out.
    Dropped(Vec<usize>),
}

/// The most vertices that a note names.
const MOST_NAMED: usize = 8;

impl fmt::Display for Note {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let Self {
            line, body, part, ..
        } = self;
        let body = printable(&excerpt(body));
        write!(formatter, "line {line}: body `{body}`, part {part}")?;
        let vertices = match &self.remark {
            Remark::Turned => return formatter.write_str(" is listed clockwise; turned"),
            Remark::Dropped(vertices) => vertices,
        };
        if let [vertex] = vertices.as_slice() {
            return write!(
                formatter,
                ": vertex {vertex} lies inside a face or an edge; left out"
            );
        }
        let named = vertices.iter().take(MOST_NAMED).map(ToString::to_string);
        let named: Vec<String> = named.collect();
        let more = if vertices.len() > MOST_NAMED {
            ", …"
        } else {
            ""
        };
        write!(
            formatter,
            ": {} vertices ({}{more}) lie inside faces or edges; left out",
            vertices.len(),
            named.join(", "),
        )
    }
}

impl Syntax {
    /// The syntax of a scene file: one in JSON begins with a brace, and no TOML does.
    #[must_use]
    pub fn of(text: &str) -> Self {
        if text.trim_start().starts_with('{') {
            Self::Json
        } else {
            Self::Toml
        }
    }
}

/// Reads a scene in TOML.
///
/// # Errors
/// [`SceneError`] if the text is no scene.
pub fn parse_toml(text: &str) -> Result<Reading, SceneError> {
    parse(text, Syntax::Toml)
}

/// Reads a scene in JSON.
///
/// # Errors
/// [`SceneError`] if the text is no scene.
pub fn parse_json(text: &str) -> Result<Reading, SceneError> {
    parse(text, Syntax::Json)
}

/// Reads a scene in the given syntax.
///
/// ```
/// use zwang_scene::read::{Syntax, parse};
/// let text = r#"
///     format = "zwang-scene-1"
///     name = "one brick"
///     body = [ { name = "brick", rectangle = { center = [0, 0.1], size = [1, "1/4"] } } ]
/// "#;
/// let scene = parse(text, Syntax::Toml)?.scene;
/// assert_eq!(scene.bodies[0].parts[0].vertices()[0].y, zwang_exact::parse("-1/40").unwrap());
/// # Ok::<(), zwang_scene::SceneError>(())
/// ```
///
/// # Errors
/// [`SceneError`] if the text is no scene.
pub fn parse(text: &str, syntax: Syntax) -> Result<Reading, SceneError> {
    let root = document(text, syntax)?;
    scene(&root)
}

/// The tree of values in a text, which need not be those of a scene.
///
/// # Errors
/// [`SceneError`] if the text is not of this syntax, or longer than [`LARGEST`].
pub fn document(text: &str, syntax: Syntax) -> Result<Node, SceneError> {
    if text.starts_with('\u{feff}') {
        let expected = "a file that begins with its text";
        return Err(whole_file("a byte order mark", expected));
    }
    if text.len() as u64 > LARGEST {
        let length = text.len();
        let found = format!("a text of {length} bytes");
        let expected = format!("at most {LARGEST}");
        return Err(whole_file(&found, &expected));
    }
    if text.trim().is_empty() {
        let expected = format!("format = \"{FORMAT}\"");
        return Err(whole_file("an empty file", &expected));
    }
    match syntax {
        Syntax::Toml => toml::parse(text),
        Syntax::Json => json::parse(text),
    }
}

/// The loads of a scene with these bodies.
fn loads(table: &Table, bodies: &[Body]) -> Result<Vec<Load>> {
    let loaded = bodies.iter().map(|body| Loaded {
        name: &body.name,
        centroid: body.dynamics.as_ref().map(|free| &free.centroid),
    });
    let loaded: Vec<Loaded<Vector>> = loaded.collect();
    let read = load::read(table, &loaded, &Bodies::of_plane(bodies))?;
    let loads = read
        .into_iter()
        .map(|load: ReadLoad<Vector, Rational>| Load {
            name: load.name,
            body: load.body,
            at: load.at,
            force: load.force,
            torque: load.torque,
        });
    Ok(loads.collect())
}

/// The error that a file as a whole is wrong.
fn whole_file(found: &str, expected: &str) -> SceneError {
    let fault = Fault::value(found, expected);
    Place::Scene.error(1, fault)
}

/// A scene from the text of a scene file, in TOML or in JSON, whichever it is.
///
/// ```
/// use zwang_scene::Scene;
///
/// let text = r#"
///     format = "zwang-scene-1"
///     name = "a brick over an edge"
///
///     [[body]]
///     name = "table"
///     fixed = true
///     rectangle = { center = [-1, -1], size = [2, 2] }
///
///     [[body]]
///     name = "brick"
///     rectangle = { center = ["1/10", 0.125], size = [1, "1/4"] }
/// "#;
/// let scene: Scene = text.parse()?;
/// assert_eq!(scene.bodies.len(), 2);
/// assert!(scene.body_named("table").is_some_and(|table| table.is_fixed()));
///
/// let error = text.replace("fixed", "fixt").parse::<Scene>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 7: body `table`: found the unknown key `fixt`; \
///      expected a known one, the nearest is `fixed`"
/// );
/// # Ok::<(), zwang_scene::SceneError>(())
/// ```
///
/// Remarks on the file are left out; [`parse`] has them.
impl FromStr for Scene {
    type Err = SceneError;

    /// # Errors
    /// [`SceneError`] if the text is no scene, or longer than [`LARGEST`].
    fn from_str(text: &str) -> Result<Self, SceneError> {
        let reading = parse(text, Syntax::of(text))?;
        Ok(reading.scene)
    }
}

/// A scene of the plane or in space, whichever the text says that it is.
///
/// ```
/// use zwang_scene::AnyScene;
///
/// let text = r#"
///     format = "zwang-space-1"
///     name = "one brick"
///     body = [ { name = "brick", box = { center = [0, 0, 0], size = [1, 2, "1/4"] } } ]
/// "#;
/// let AnyScene::Space(scene) = text.parse()? else { panic!("not in space") };
/// assert_eq!(scene.bodies.len(), 1);
/// # Ok::<(), zwang_scene::SceneError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyScene {
    /// A scene of the plane, `zwang-scene-1`.
    Plane(Scene),
    /// A scene in space, `zwang-space-1`.
    Space(crate::space::Scene),
}

impl FromStr for AnyScene {
    type Err = SceneError;

    /// # Errors
    /// [`SceneError`] if the text is no scene, or longer than [`LARGEST`].
    fn from_str(text: &str) -> Result<Self, SceneError> {
        Self::read(text, Syntax::of(text))
    }
}

impl AnyScene {
    /// The scene that a text of this syntax says.
    ///
    /// # Errors
    /// [`SceneError`] if the text is no scene, or longer than [`LARGEST`].
    pub fn read(text: &str, syntax: Syntax) -> Result<Self, SceneError> {
        let root = document(text, syntax)?;
        if space::is_of_space(&root) {
            Ok(Self::Space(space::scene(&root)?.scene))
        } else {
            Ok(Self::Plane(scene(&root)?.scene))
        }
    }

    /// The digest of the scene.
    #[must_use]
    pub fn digest(&self) -> String {
        match self {
            Self::Plane(scene) => scene.digest(),
            Self::Space(scene) => scene.digest(),
        }
    }
}

/// The scene that a tree of values says.
///
/// # Errors
/// [`SceneError`] if it says none.
pub fn scene(root: &Node) -> Result<Reading, SceneError> {
    let root = Field {
        node: root,
        place: Place::Scene,
    };
    let table = Table::of(&root)?;
    // The format comes first: a file of another format may well have other keys.
    let expected = format!("format = \"{FORMAT}\"");
    table.required("format", &expected, format)?;
    table.refuse_unknown(KEYS)?;
    // For editors, which find the schema by it.
    table.optional("$schema", value::printable)?;
    let name = table.required("name", "a name for the scene: name = \"arch\"", value::name)?;
    let title = table.optional("title", value::printable)?;
    let expect = table.optional("expect", expectation)?;
    let gravity = match table.optional("gravity", value::point)? {
        Some(gravity) => gravity,
        None => Vector::from_integers(0, -1),
    };
    let mut notes = Vec::new();
    let bodies = table.required("body", BODIES, |list| bodies(list, &mut notes))?;
    let pins = table.optional("pin", |list| pin::read_all(list, &bodies))?;
    let surfaces = surface::read(&table, &Bodies::of_plane(&bodies))?;
    let loads = loads(&table, &bodies)?;
    let scene = Scene {
        name,
        title,
        expect,
        gravity,
        bodies,
        pins: pins.unwrap_or_default(),
        friction: surfaces.friction,
        restitution: surfaces.restitution,
        loads,
    };
    let lines = Lines {
        bodies: table.optional("body", lines)?.unwrap_or_default(),
        pins: table.optional("pin", lines)?.unwrap_or_default(),
    };
    Ok(Reading {
        scene,
        lines,
        notes,
    })
}

/// The lines of the things in a list.
fn lines(list: &Field) -> Result<Vec<usize>> {
    let items = value::list(list, "a list")?;
    let mut lines = Vec::with_capacity(items.len());
    for item in items {
        lines.push(item.line);
    }
    Ok(lines)
}

fn format(field: &Field) -> Result<()> {
    let expected = format!("`{FORMAT}`");
    match value::text(field)? {
        FORMAT => Ok(()),
        space::FORMAT => {
            let found = format!("a scene in space, `{}`", space::FORMAT);
            Err(field.wrong(&found, &format!("a scene of the plane, {expected}")))
        }
        _ => Err(field.unexpected(&expected)),
    }
}

fn expectation(field: &Field) -> Result<Expectation> {
    let text = value::text(field)?;
    for expectation in Expectation::ALL {
        if expectation.name() == text {
            return Ok(expectation);
        }
    }
    let known = Expectation::ALL.map(Expectation::name);
    Err(field.unexpected(&known.join(", ")))
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
        let first = first_lines.insert(body.name.clone(), line);
        if let Some(first) = first {
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

    pub fn keys_of_schema(schema: &str, pointer: &str) -> Vec<String> {
        let schema: serde_json::Value = serde_json::from_str(schema).expect("JSON");
        let properties = schema.pointer(pointer).expect(pointer);
        let properties = properties.as_object().expect(pointer);
        let mut keys: Vec<String> = properties.keys().cloned().collect();
        // Other crates may make serde_json keep the order of the file.
        keys.sort_unstable();
        keys
    }

    #[test]
    fn the_schema_knows_the_keys_that_are_read() {
        let schema = include_str!("../../../../scenes/scene.schema.json");
        for (pointer, keys) in [
            ("/properties", KEYS),
            ("/$defs/body/properties", body::KEYS),
            ("/$defs/rectangle/properties", body::RECTANGLE_KEYS),
            ("/$defs/disk/properties", body::DISK_KEYS),
            ("/$defs/capsule/properties", body::CAPSULE_KEYS),
            ("/$defs/rounded/properties", body::PART_KEYS),
            ("/$defs/pin/properties", pin::KEYS),
            ("/$defs/pair/properties", surface::KEYS),
            ("/$defs/load/properties", load::KEYS),
        ] {
            let mut keys = keys.to_vec();
            keys.sort_unstable();
            assert_eq!(keys_of_schema(schema, pointer), keys, "{pointer}");
        }
    }
}
