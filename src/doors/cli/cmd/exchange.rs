//! `zwang scene export` and `zwang scene import`: scenes in the formats of other programs.

use super::scene::written;
use super::space::AnySceneFile;
use super::target::Target;
use super::{Outcome, console, file};
use crate::arguments::{
    EngineFormat, ExportSceneArguments, ForeignFormat, ImportSceneArguments, UpAxis,
};
use anyhow::{Result, bail};
use num_traits::Signed;
use std::path::{Path, PathBuf};
use zwang_collapse::space::{almost_touching, require_apart};
use zwang_exchange::{
    ImportError, ImportOptions, Imported, Repair, Source, Target as Format, Up, space,
};
use zwang_program::Monitor;
use zwang_scene::AnyScene;
use zwang_verdict::kind::{Place, beginning, misplaced};

/// Runs `zwang scene export`.
pub fn export(arguments: &ExportSceneArguments) -> Result<Outcome> {
    let path = &arguments.scene;
    let name = file::name(path);
    let settings = &arguments.parameters.set;
    let scene_file = AnySceneFile::read(path, settings, |note| {
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
    let exported = match &scene_file {
        AnySceneFile::Plane(file) => zwang_exchange::export(&file.scene, format),
        AnySceneFile::Space(file) => space::export(&file.reading.scene, format),
    };
    let exported = match exported {
        Ok(exported) => exported,
        Err(error) => bail!("{name}: {error}"),
    };
    match &scene_file {
        AnySceneFile::Plane(file) => file.tell_silent_defaults(arguments.quiet),
        AnySceneFile::Space(file) => file.tell_silent_defaults(arguments.quiet),
    }
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
        scale,
        fixed,
        skip,
        gravity,
        friction,
        floor,
        repair,
        written: to,
        ..
    } = arguments;
    if let Some(friction) = friction
        && friction.is_negative()
    {
        bail!("--friction: found {friction}; expected a number, at least 0");
    }
    for (option, number) in [("--scale", scale), ("--repair", repair)] {
        if let Some(number) = number
            && !number.is_positive()
        {
            bail!("{option}: found {number}; expected a number above 0");
        }
    }
    let name = file::name(path);
    let output = to.output.as_deref();
    let input = [("imported file", Some(path.as_path()))];
    let target = place(output, &input, to.overwrite.force)?;
    let bytes = file::read_foreign(path)?;
    if let Some(message) = misplaced(&name, &beginning(bytes.as_slice())?, Place::Foreign) {
        bail!(message);
    }
    let repair = repair.as_ref().map(|within| Repair {
        within: within.clone(),
        planes: false,
    });
    let options = ImportOptions {
        name: stem(path),
        scale: scale.clone(),
        fixed: fixed.clone(),
        skip: skip.clone(),
        folder: folder(path),
        gravity: gravity.clone(),
        friction: friction.clone(),
        floor: floor.clone(),
        repair,
        up: match arguments.up {
            UpAxis::Y => Up::Y,
            UpAxis::Z => Up::Z,
        },
    };
    let (scene, notes, defaults) = match source(arguments, &bytes) {
        Err(error) => bail!("{name}: {error}"),
        Ok(From::Plane(source)) => {
            refuse_space_options(arguments)?;
            let text = file::text_of(bytes, &name)?;
            match zwang_exchange::import(&text, source, &options) {
                Ok(imported) => {
                    let Imported {
                        scene,
                        notes,
                        silent_defaults,
                    } = imported;
                    (AnyScene::Plane(scene), notes, silent_defaults)
                }
                Err(ImportError::JointOfSpace(error)) => {
                    let format = space::Format::Mjcf;
                    let mut imported = in_space(text.as_bytes(), format, options, &name)?;
                    let note = format!("read as bodies in space, which have joints: {error}");
                    imported.notes.insert(0, note);
                    (
                        AnyScene::Space(imported.scene),
                        imported.notes,
                        imported.silent_defaults,
                    )
                }
                Err(error) if source == Source::Svg => bail!("{name}: {error}"),
                Err(error) => {
                    let format = match source {
                        Source::Compas => space::Format::Compas,
                        _ => space::Format::Mjcf,
                    };
                    match in_space(text.as_bytes(), format, options, &name) {
                        Ok(_) => bail!("{name}: {error}; --space reads it as bodies in space"),
                        Err(_) => bail!("{name}: {error}"),
                    }
                }
            }
        }
        Ok(From::Space(format)) => {
            let imported = in_space(&bytes, format, options, &name)?;
            (
                AnyScene::Space(imported.scene),
                imported.notes,
                imported.silent_defaults,
            )
        }
    };
    let notes = notes.iter().map(String::as_str).chain(defaults);
    for note in notes {
        let note = format!("note: {name}: {note}");
        console::tell_unless(to.quiet, &note);
    }
    let text = written(&scene, output, to.format)?;
    write(target, &text)
}

/// How a file is read.
enum From {
    Plane(Source),
    Space(space::Format),
}

fn source(arguments: &ImportSceneArguments, bytes: &[u8]) -> Result<From, ImportError> {
    use ForeignFormat as Asked;
    use space::Format as Spatial;
    let spatial = match arguments.from {
        Some(Asked::Svg) => return Ok(From::Plane(Source::Svg)),
        Some(Asked::Mjcf) if !arguments.space => return Ok(From::Plane(Source::Mjcf)),
        Some(Asked::Compas) if !arguments.space => return Ok(From::Plane(Source::Compas)),
        Some(Asked::Mjcf) => Spatial::Mjcf,
        Some(Asked::Compas) => Spatial::Compas,
        Some(Asked::Obj) => Spatial::Obj,
        Some(Asked::Off) => Spatial::Off,
        Some(Asked::Stl) => Spatial::Stl,
        Some(Asked::Ply) => Spatial::Ply,
        Some(Asked::Bricks) => Spatial::Bricks,
        Some(Asked::Ldraw) => Spatial::Ldraw,
        Some(Asked::Lmgc90) => Spatial::Lmgc90,
        Some(Asked::StableLego) => Spatial::StableLego,
        None => {
            let ending = arguments.file.extension();
            let ending = ending.map(|ending| ending.to_string_lossy().to_ascii_lowercase());
            let format = space::Format::of(bytes, ending.as_deref())?;
            let is_of_both = matches!(format, Spatial::Mjcf | Spatial::Compas);
            if !is_of_both || arguments.space {
                return Ok(From::Space(format));
            }
            let text = String::from_utf8_lossy(bytes);
            return Source::of(&text).map(From::Plane);
        }
    };
    Ok(From::Space(spatial))
}

/// Refuses options that say nothing of a scene of the plane.
fn refuse_space_options(arguments: &ImportSceneArguments) -> Result<()> {
    let options = [
        ("--floor", arguments.floor.is_some()),
        ("--repair", arguments.repair.is_some()),
        ("--up", arguments.up == UpAxis::Y),
    ];
    for (option, is_given) in options {
        if is_given {
            let name = file::name(&arguments.file);
            bail!("{name}: {option} is for bodies in space; add --space, or leave it out");
        }
    }
    Ok(())
}

fn read_in_space(
    bytes: &[u8],
    format: space::Format,
    options: &ImportOptions,
    name: &str,
) -> Result<space::Imported> {
    match space::import(bytes, format, options) {
        Ok(imported) => Ok(imported),
        Err(error) => bail!("{name}: {error}"),
    }
}

/// Reads bodies in space, which may not overlap. A repair that leaves some overlapping, or almost
/// touching, goes on to give faces common planes.
fn in_space(
    bytes: &[u8],
    format: space::Format,
    mut options: ImportOptions,
    name: &str,
) -> Result<space::Imported> {
    let mut imported = read_in_space(bytes, format, &options, name)?;
    let monitor = Monitor::default();
    if let Some(repair) = &mut options.repair {
        let within = &repair.within * &repair.within;
        // Bodies of too many pairs are not apart, and their gaps are not looked at.
        let is_apart = require_apart(&imported.scene, &monitor).is_ok()
            && almost_touching(&imported.scene)
                .iter()
                .all(|pair| pair.gap.compared_to(&within).is_gt());
        if !is_apart {
            repair.planes = true;
            imported = read_in_space(bytes, format, &options, name)?;
        }
    }
    if let Err(error) = require_apart(&imported.scene, &monitor) {
        bail!("{name}: {error}; --repair EPS parts bodies that are rounded by less than EPS");
    }
    let near = almost_touching(&imported.scene);
    if let Some(nearest) = near.first() {
        let more = match near.len() - 1 {
            0 => String::new(),
            more => format!(" ({more} more)"),
        };
        imported.notes.push(format!(
            "{nearest}{more}; --repair EPS closes gaps up to EPS"
        ));
    }
    Ok(imported)
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

/// The place of the result; `None` is standard output. The input, told with what it is, must not be
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
