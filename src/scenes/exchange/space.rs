//! Bodies in space, of the formats of other programs.
//!
//! | format | what is read |
//! |---|---|
//! | COMPAS assemblies | blocks as they are, not only prisms |
//! | MJCF | bodies with joints, z upwards |
//! | OBJ, OFF, STL, PLY | closed meshes; an object, or a surface that hangs together, is a body |
//! | brick lists | `2x4 (3,0,1)`, one a line |
//! | LDraw | bricks and plates that are boxes |
//! | LMGC90 | `BODIES.DAT`: polyhedra (`POLYR`) |
//! | StableLego | bricks, held together by their knobs |
//!
//! MJCF is written, too.
//!
//! Each format becomes a `draft`: bodies as closed meshes of points and flat faces, exactly as the
//! file has them. `repair` rounds coordinates and makes faces plane, if that is asked for; `parts`
//! cuts a mesh that is not convex into convex parts; the reader of scenes makes the scene.

mod bodies_dat;
mod bricks;
mod compas;
mod draft;
mod ldraw;
mod mesh;
mod mjcf;
pub(crate) mod obj;
pub(crate) mod off;
pub(crate) mod parts;
pub(crate) mod ply;
mod repair;
mod stable_lego;
pub(crate) mod stl;
mod words;
mod writer;

pub use repair::snap;

use crate::error::{Result, refuse};
use crate::{ExportError, Exported, ImportError, ImportOptions, Target};
use zwang_scene::space::Scene;

/// A format of bodies in space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// An assembly of COMPAS.
    Compas,
    /// A model of MuJoCo.
    Mjcf,
    /// Wavefront OBJ.
    Obj,
    /// OFF, of Geomview.
    Off,
    /// STL, as text or binary.
    Stl,
    /// PLY, as text or binary.
    Ply,
    /// A list of bricks on a grid.
    Bricks,
    /// A model of LDraw.
    Ldraw,
    /// `BODIES.DAT` of LMGC90.
    Lmgc90,
    /// A model of StableLego.
    StableLego,
}

/// A scene in space that was read, and what its author should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The scene.
    pub scene: Scene,
    /// Remarks, each in one line.
    pub notes: Vec<String>,
    /// Values that neither the file nor the options state, each in one line.
    pub silent_defaults: Vec<&'static str>,
}

const FORMATS: &str = "SVG, MJCF, COMPAS (JSON), OBJ, OFF, STL, PLY, a list of bricks, LDraw, \
                       BODIES.DAT or a model of StableLego; --from says which";

impl Format {
    /// The format that the ending of a file's name says, in small letters, or else its contents.
    ///
    /// # Errors
    /// [`ImportError`] if neither tells.
    pub fn of(bytes: &[u8], ending: Option<&str>) -> Result<Self, ImportError> {
        match ending {
            Some("obj") => return Ok(Self::Obj),
            Some("off") => return Ok(Self::Off),
            Some("stl") => return Ok(Self::Stl),
            Some("ply") => return Ok(Self::Ply),
            Some("ldr" | "mpd") => return Ok(Self::Ldraw),
            Some("dat") => return Ok(Self::Lmgc90),
            _ => {}
        }
        if stl::is_binary(bytes) {
            return Ok(Self::Stl);
        }
        if bytes.starts_with(b"ply") {
            return Ok(Self::Ply);
        }
        let text = text(bytes)?;
        let mut lines = words::lines(text);
        let Some(first) = lines.find(|line| !line.text.starts_with('#')) else {
            return refuse(1, "file", "an empty file", FORMATS);
        };
        let word = first.words.first().copied().unwrap_or_default();
        match word {
            _ if word.starts_with('{') && stable_lego::is_model(text) => Ok(Self::StableLego),
            _ if word.starts_with(['{', '[']) => Ok(Self::Compas),
            _ if word.starts_with('<') => Ok(Self::Mjcf),
            "solid" => Ok(Self::Stl),
            "v" | "o" | "g" | "mtllib" => Ok(Self::Obj),
            "0" | "1" => Ok(Self::Ldraw),
            _ if text.contains("$bdyty") => Ok(Self::Lmgc90),
            _ if word.contains("OFF") => Ok(Self::Off),
            _ if bricks::is_brick(first.text) => Ok(Self::Bricks),
            _ => {
                let found = format!("`{}`", crate::error::excerpt(first.text));
                refuse(first.number, "file", found, FORMATS)
            }
        }
    }
}

pub(crate) fn text(bytes: &[u8]) -> Result<&str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(crate::without_mark(text)),
        Err(error) => {
            let before = &bytes[..error.valid_up_to()];
            let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
            refuse(line, "file", "bytes that are no text (UTF-8)", "a text")
        }
    }
}

/// Reads a scene in space in the format of another program.
///
/// ```
/// use zwang_exchange::ImportOptions;
/// use zwang_exchange::space::{Format, import};
///
/// let floor = Some(zwang_exact::parse("0").unwrap());
/// let options = ImportOptions { floor, ..ImportOptions::default() };
/// let scene = import(b"2x4 (0,0,0)\n2x2 (0,0,1)\n", Format::Bricks, &options)?.scene;
/// assert_eq!(scene.bodies.len(), 3);
/// # Ok::<(), zwang_exchange::ImportError>(())
/// ```
///
/// # Errors
/// [`ImportError`] if the file is not of this format, or says what a scene cannot.
pub fn import(
    bytes: &[u8],
    format: Format,
    options: &ImportOptions,
) -> Result<Imported, ImportError> {
    if bytes.len() as u64 > zwang_scene::read::LARGEST {
        let found = format!("a file of {} bytes", bytes.len());
        let expected = format!("at most {}", zwang_scene::read::LARGEST);
        return refuse(1, "file", found, &expected);
    }
    let mut draft = match format {
        Format::Stl => stl::read(bytes, options)?,
        Format::Ply => ply::read(bytes, options)?,
        Format::Compas => compas::read(text(bytes)?, options)?,
        Format::Mjcf => mjcf::read(text(bytes)?, options)?,
        Format::Obj => obj::read(text(bytes)?, options)?,
        Format::Off => off::read(text(bytes)?, options)?,
        Format::Bricks => bricks::read(text(bytes)?, options)?,
        Format::Ldraw => ldraw::read(text(bytes)?, options)?,
        Format::Lmgc90 => bodies_dat::read(text(bytes)?, options)?,
        Format::StableLego => stable_lego::read(text(bytes)?, options)?,
    };
    draft.apply(options)?;
    draft.finish(options)
}

/// Writes a scene in space in the format of another program.
///
/// # Errors
/// [`ExportError`] if that format cannot say what the scene says.
pub fn export(scene: &Scene, target: Target) -> Result<Exported, ExportError> {
    match target {
        Target::Mjcf => writer::write(scene),
        Target::Box2d | Target::Pymunk => Err(ExportError {
            thing: "scene".to_owned(),
            found: "bodies in space".to_owned(),
            expected: "a scene of the plane, or --to mjcf".to_owned(),
        }),
    }
}
