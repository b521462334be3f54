//! Scenes in the formats of other programs.
//!
//! | format | read | written |
//! |---|---|---|
//! | MJCF, the models of MuJoCo | [`mjcf`]: worlds in the plane xz | yes |
//! | SVG, drawings | [`svg`]: closed shapes, and open lines that have a width | no |
//! | COMPAS assemblies, JSON | [`compas`]: blocks that are prisms | no |
//! | bodies in space: MJCF | [`mod@space`] | yes |
//! | bodies in space: COMPAS, OBJ, OFF, STL, PLY, bricks, LDraw, LMGC90 | [`mod@space`] | no |
//! | JSON for Box2D and for Pymunk | no | [`engine`], for `examples/engines` |
//!
//! Numbers that are read stay exact: 0.1 is 1/10. A file becomes a tree of values with the lines
//! that they come from, and the reader of scenes makes a scene of it
//! ([`zwang_scene::read::scene`]); so all limits and all checks are those of scene files. A part of
//! a format that a scene cannot have is refused, with its line: nothing is left out in silence but
//! what is listed as having no meaning here (colours, cameras, settings of solvers).
//!
//! Numbers that are written are decimals: all digits where there is a finite number of them, and
//! otherwise twenty.
//!
//! Nothing here is trusted. A mistake gives another scene than was meant, never a wrong answer
//! about a scene.

mod affine;
pub mod compas;
mod convex;
mod decimal;
mod draft;
pub mod engine;
mod error;
mod hull;
pub mod mjcf;
mod number;
pub mod space;
pub mod svg;
#[cfg(test)]
mod testing;
mod work;
mod xml;

pub use convex::{DecompositionError, Inside, convex_parts};
pub use error::{ExportError, ImportError};

use std::path::PathBuf;
use zwang_exact::Rational;
use zwang_scene::Scene;

/// A format that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A model of MuJoCo.
    Mjcf,
    /// A drawing.
    Svg,
    /// An assembly of COMPAS.
    Compas,
}

/// A format that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A model of MuJoCo.
    Mjcf,
    /// JSON for Box2D.
    Box2d,
    /// JSON for Pymunk.
    Pymunk,
}

/// How a file is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportOptions {
    /// The name of the scene, if the file has none.
    pub name: String,
    /// How many metres a unit of the file is. `None` for what the file says, or 1 if it says
    /// nothing; MJCF has metres.
    pub scale: Option<Rational>,
    /// The bodies, groups or layers of these names, or ids, are fixed. If there are none, SVG has
    /// `fixed` and `ground`.
    pub fixed: Vec<String>,
    /// Elements with one of these names, or ids, are left out with all that is in it.
    pub skip: Vec<String>,
    /// Folder of the files that a model includes; if there is none, it can include none.
    pub folder: Option<PathBuf>,
    /// The acceleration of free fall in m/s², downwards, instead of that of the file.
    pub gravity: Option<Rational>,
    /// The friction of all bodies instead of that of the file.
    pub friction: Option<Rational>,
    /// In space: the height of a fixed floor below all bodies, m.
    pub floor: Option<Rational>,
    /// In space: how far corners may move so that bodies fit.
    pub repair: Option<Repair>,
    /// In space: which axis of the file points up.
    pub up: Up,
}

/// How bodies in space with rounded numbers are made to fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// Coordinates become equal, and faces plane, within so much, m.
    pub within: Rational,
    /// Whether faces get common planes even if all of them are plane.
    pub planes: bool,
}

/// The axis of a file that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Up {
    /// The same as in scenes.
    #[default]
    Z,
    /// The same as in many files for pictures: (x, y, z) becomes (x, -z, y).
    Y,
}

/// A scene that was read, and what its author should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The scene.
    pub scene: Scene,
    /// Remarks, each in one line.
    pub notes: Vec<String>,
    /// Values that neither the file nor the options state, each in one line.
    pub silent_defaults: Vec<&'static str>,
}

/// A scene that was written, and what its reader should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The text of the file.
    pub text: String,
    /// Remarks, each in one line.
    pub notes: Vec<String>,
}

impl Default for ImportOptions {
    fn default() -> Self {
        Self {
            name: "imported".to_owned(),
            scale: None,
            fixed: Vec::new(),
            skip: Vec::new(),
            folder: None,
            gravity: None,
            friction: None,
            floor: None,
            repair: None,
            up: Up::Z,
        }
    }
}

impl ImportOptions {
    /// How many metres a unit of the file is, if the file does not say it.
    pub(crate) fn scale(&self) -> Rational {
        let metre = Rational::from_integer(1.into());
        self.scale.clone().unwrap_or(metre)
    }
}

/// The formats that are read.
const FOREIGN: &str = "MJCF (<mujoco>), SVG (<svg>) or a COMPAS assembly (JSON)";

impl Source {
    /// The format of a text, if it is one of those that are read.
    ///
    /// # Errors
    /// [`ImportError`] if the text is of neither format.
    pub fn of(text: &str) -> Result<Self, ImportError> {
        let text = without_mark(text);
        if text.trim().is_empty() {
            return error::refuse(1, "file", "an empty file", FOREIGN);
        }
        if text.trim_start().starts_with(['{', '[']) {
            return Ok(Self::Compas);
        }
        let tree = xml::Tree::of(text)?;
        match tree.root().name() {
            "mujoco" => Ok(Self::Mjcf),
            "svg" => Ok(Self::Svg),
            name => {
                let name = error::excerpt(name);
                let found = format!("the element <{name}>");
                error::refuse(1, "file", found, FOREIGN)
            }
        }
    }
}

/// Reads a scene in the format of another program.
///
/// ```
/// use zwang_exchange::{ImportOptions, Source, import};
///
/// let drawing = r#"<svg xmlns="http://www.w3.org/2000/svg">
///     <rect id="ground" x="-2" y="0" width="4" height="1"/>
///     <polygon id="wedge" points="0,0 1,0 0,-0.5"/>
/// </svg>"#;
/// let scene = import(drawing, Source::Svg, &ImportOptions::default())?.scene;
/// assert!(scene.bodies[0].is_fixed());
/// assert_eq!(scene.bodies[1].parts[0].vertices().len(), 3);
///
/// let other = drawing.replace("-0.5", "half");
/// let error = import(&other, Source::Svg, &ImportOptions::default()).unwrap_err();
/// assert!(error.to_string().starts_with("line 3: <polygon> `wedge`: found `half`"));
/// # Ok::<(), zwang_exchange::ImportError>(())
/// ```
///
/// # Errors
/// [`ImportError`] if the text is not of this format, or says what a scene cannot.
pub fn import(
    text: &str,
    source: Source,
    options: &ImportOptions,
) -> Result<Imported, ImportError> {
    if text.len() as u64 > zwang_scene::read::LARGEST {
        let length = text.len();
        let most = zwang_scene::read::LARGEST;
        let found = format!("a text of {length} bytes");
        let expected = format!("at most {most}");
        return error::refuse(1, "file", found, &expected);
    }
    let text = without_mark(text);
    let mut draft = match source {
        Source::Mjcf => mjcf::read(text, options)?,
        Source::Svg => svg::read(text, options)?,
        Source::Compas => compas::read(text, options)?,
    };
    draft.apply(options)?;
    draft.finish()
}

/// The text without the mark that some editors put before it.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Writes a scene in the format of another program.
///
/// # Errors
/// [`ExportError`] if that format cannot say what the scene says.
pub fn export(scene: &Scene, target: Target) -> Result<Exported, ExportError> {
    match target {
        Target::Mjcf => mjcf::write(scene),
        Target::Box2d => engine::box2d(scene),
        Target::Pymunk => engine::pymunk(scene),
    }
}
