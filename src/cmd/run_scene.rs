//! The scene that a run belongs to.

use super::file;
use anyhow::{Result, bail};
use std::path::Path;
use zwang_certificate::run::Header;
use zwang_families::{self as families, Brick};
use zwang_scene::Scene;

/// The scene of this file, or the built-in one, if the run, which errors call `run`, is its own.
///
/// # Errors
/// If the scene cannot be read, or the run names the digest of another one.
pub fn scene_of(
    header: &Header,
    path: Option<&Path>,
    run: &str,
    tell: impl Fn(&str),
) -> Result<Scene> {
    let (scene, name) = match path {
        Some(path) => (file::read_scene(path, tell)?, file::name(path)),
        None => (
            families::diamond(5, &Brick::default())?,
            "the built-in scene".to_owned(),
        ),
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
