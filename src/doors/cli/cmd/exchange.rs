//! `zwang scene export` and `zwang scene import`: scenes in the formats of other programs.

use super::scene::written;
use super::target::Target;
use super::{Outcome, console, file};
use crate::arguments::{EngineFormat, ExportSceneArguments, ForeignFormat, ImportSceneArguments};
use anyhow::{Result, bail};
use num_traits::Signed;
use std::path::{Path, PathBuf};
use zwang_exchange::{ImportOptions, Source, Target as Format};
use zwang_scene::AnyScene;

/// Runs `zwang scene export`.
pub fn export(arguments: &ExportSceneArguments) -> Result<Outcome> {
    let path = &arguments.scene;
    let name = file::name(path);
    let settings = &arguments.parameters.set;
    let scene = file::read_scene(path, settings, |note| {
        console::tell_unless(arguments.quiet, note);
    })?;
    let output = arguments.output.as_deref();
    let input = [("scene", Some(path.as_path()))];
    let target = place(output, &input, arguments.overwrite.force)?;
    let format = match arguments.to {
        EngineFormat::Mjcf => Format::Mjcf,
        EngineFormat::Box2d => Format::Box2d,
        EngineFormat::Pymunk => Format::Pymunk,
    };
    let exported = match zwang_exchange::export(&scene, format) {
        Ok(exported) => exported,
        Err(error) => bail!("{name}: {error}"),
    };
    for note in &exported.notes {
        let note = format!("note: {name}: {note}");
        console::tell_unless(arguments.quiet, &note);
    }
    write(target, &exported.text)
}

/// Runs `zwang scene import`.
pub fn import(arguments: &ImportSceneArguments) -> Result<Outcome> {
    let ImportSceneArguments {
        file: path,
        from,
        scale,
        fixed,
        skip,
        gravity,
        friction,
        written: to,
    } = arguments;
    if let Some(scale) = scale
        && !scale.is_positive()
    {
        bail!("--scale: found {scale}; expected a number above 0");
    }
    if let Some(friction) = friction
        && friction.is_negative()
    {
        bail!("--friction: found {friction}; expected a number, at least 0");
    }
    let name = file::name(path);
    let output = to.output.as_deref();
    let input = [("imported file", Some(path.as_path()))];
    let target = place(output, &input, to.overwrite.force)?;
    let text = file::read_foreign(path)?;
    let source = match from {
        Some(ForeignFormat::Mjcf) => Source::Mjcf,
        Some(ForeignFormat::Svg) => Source::Svg,
        Some(ForeignFormat::Compas) => Source::Compas,
        None => match Source::of(&text) {
            Ok(source) => source,
            Err(error) => bail!("{name}: {error}"),
        },
    };
    let options = ImportOptions {
        name: stem(path),
        scale: scale.clone(),
        fixed: fixed.clone(),
        skip: skip.clone(),
        folder: folder(path),
        gravity: gravity.clone(),
        friction: friction.clone(),
    };
    let imported = match zwang_exchange::import(&text, source, &options) {
        Ok(imported) => imported,
        Err(error) => bail!("{name}: {error}"),
    };
    for note in &imported.notes {
        let note = format!("note: {name}: {note}");
        console::tell_unless(to.quiet, &note);
    }
    let text = written(&AnyScene::Plane(imported.scene), output, to.format)?;
    write(target, &text)
}

/// The name of a file without its ending, for a scene that has no name of its own.
fn stem(path: &Path) -> String {
    if file::is_standard(path) {
        return "imported".to_owned();
    }
    match path.file_stem() {
        Some(stem) => stem.to_string_lossy().into_owned(),
        None => "imported".to_owned(),
    }
}

/// The folder of a file; `None` for standard input.
fn folder(path: &Path) -> Option<PathBuf> {
    if file::is_standard(path) {
        return None;
    }
    Some(path.parent().unwrap_or(path).to_path_buf())
}

/// Where the result goes; `None` is standard output. The input, told with what it is, must not be
/// overwritten.
fn place(
    output: Option<&Path>,
    input: &[(&str, Option<&Path>)],
    force: bool,
) -> Result<Option<Target>> {
    let Some(path) = output else {
        return Ok(None);
    };
    let target = Target::beside(path, input, force)?;
    Ok(Some(target))
}

fn write(target: Option<Target>, text: &str) -> Result<Outcome> {
    match target {
        Some(target) => target.write(text.as_bytes())?,
        None => console::print(text)?,
    }
    Ok(Outcome::Yes)
}
