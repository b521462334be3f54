//! `zwang scene`: scene files of well-known families.

use super::target::Target;
use super::{Outcome, console};
use crate::arguments::SceneFormat;
use crate::family::FamilyCall;
use anyhow::{Result, bail};
use std::path::Path;
use zwang_exact::Rational;
use zwang_scene::{AnyScene, Friction};

/// Runs the command.
pub fn run(call: &FamilyCall) -> Result<Outcome> {
    let mut scene = call.family.any_scene(&call.given)?;
    if let Some(friction) = &call.output.friction {
        make_rough(&mut scene, friction);
    }
    let output = call.output.output.as_deref();
    let text = written(&scene, output, call.output.format)?;
    match output {
        Some(path) => {
            let force = call.output.overwrite.force;
            let target = Target::new(path, None, force)?;
            target.write(text.as_bytes())?;
        }
        None => console::print(&text)?,
    }
    Ok(Outcome::Yes)
}

/// Gives all bodies the same friction. The expectation of a family holds without friction.
fn make_rough(scene: &mut AnyScene, friction: &Rational) {
    match scene {
        AnyScene::Plane(scene) => {
            scene.friction = Friction::uniform(&scene.bodies, friction);
            scene.expect = None;
        }
        AnyScene::Space(scene) => {
            let bodies = scene.body_ids().map(|body| (body, friction.clone()));
            scene.friction = Friction::new(bodies, []);
            scene.expect = None;
        }
    }
}

/// The text of a scene file: in this syntax, or else in that of the file's name.
///
/// # Errors
/// If the text could not be read again.
pub fn written(
    scene: &AnyScene,
    path: Option<&Path>,
    format: Option<SceneFormat>,
) -> Result<String> {
    let format = format.unwrap_or_else(|| format_of(path));
    let text = match (scene, format) {
        (AnyScene::Plane(scene), SceneFormat::Toml) => zwang_writer::to_toml(scene),
        (AnyScene::Plane(scene), SceneFormat::Json) => zwang_writer::to_json(scene),
        (AnyScene::Space(scene), SceneFormat::Toml) => zwang_writer::space::to_toml(scene),
        (AnyScene::Space(scene), SceneFormat::Json) => zwang_writer::space::to_json(scene),
    };
    // Short numbers may combine into longer ones than a scene file may hold.
    if let Err(error) = text.parse::<AnyScene>() {
        bail!("this scene could not be read again: {error}");
    }
    Ok(text)
}

/// The syntax that the name of a file says.
fn format_of(path: Option<&Path>) -> SceneFormat {
    let ending = path.and_then(Path::extension);
    if ending.is_some_and(|ending| ending == "json") {
        SceneFormat::Json
    } else {
        SceneFormat::Toml
    }
}
