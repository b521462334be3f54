//! `zwang scene`: scene files of well-known families.

use super::target::Target;
use super::{Outcome, console};
use crate::family::{FamilyCall, SceneFormat, SceneOutput};
use anyhow::{Result, bail};
use zwang_families::write;
use zwang_scene::Friction;
use zwang_scene::read::{self, Syntax};

/// Runs the command.
pub fn run(call: &FamilyCall) -> Result<Outcome> {
    let mut scene = call.family.scene(&call.given)?;
    if let Some(friction) = &call.output.friction {
        scene.friction = Friction::uniform(&scene.bodies, friction);
        // What is expected of a family is meant without friction.
        scene.expect = None;
    }
    let (text, syntax) = match format(&call.output) {
        SceneFormat::Toml => (write::to_toml(&scene), Syntax::Toml),
        SceneFormat::Json => (write::to_json(&scene), Syntax::Json),
    };
    // Short numbers may combine into longer ones than a scene file may hold.
    if let Err(error) = read::parse(&text, syntax) {
        bail!("this scene could not be read again: {error}");
    }
    match &call.output.output {
        Some(path) => Target::new(path, None)?.write(text.as_bytes())?,
        None => console::print(&text)?,
    }
    Ok(Outcome::Yes)
}

/// The syntax that is asked for, or else that of the file's name.
fn format(output: &SceneOutput) -> SceneFormat {
    if let Some(format) = output.format {
        return format;
    }
    let ending = output.output.as_ref().and_then(|path| path.extension());
    if ending.is_some_and(|ending| ending == "json") {
        SceneFormat::Json
    } else {
        SceneFormat::Toml
    }
}
