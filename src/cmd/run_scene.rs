//! The scene that a run belongs to.

use super::file;
use super::scene_file::refuse_settings;
use anyhow::{Result, bail};
use std::path::Path;
use zwang_certificate::run::Header;
use zwang_families::template::Setting;
use zwang_families::{self as families, Brick};
use zwang_scene::Scene;

/// The scene of this file, with these values of its parameters, or the built-in one, if the run,
/// which errors call `run`, is its own.
///
/// # Errors
/// If the scene cannot be read, or the run names the digest of another one.
pub fn scene_of(
    header: &Header,
    path: Option<&Path>,
    settings: &[Setting],
    run: &str,
    tell: impl Fn(&str),
) -> Result<Scene> {
    let (scene, name) = match path {
        Some(path) => {
            let scene = file::read_scene(path, settings, tell)?;
            (scene, file::name(path))
        }
        None => {
            refuse_settings(settings)?;
            let scene = families::diamond(5, &Brick::default())?;
            (scene, "the built-in scene".to_owned())
        }
    };
    let digest = scene.digest();
    if header.scene != digest {
        bail!(
            "{run}: found the run of a scene with the digest {}; \
             expected {digest}, that of {name} (--scene)",
            header.scene
        );
    }
    Ok(scene)
}
