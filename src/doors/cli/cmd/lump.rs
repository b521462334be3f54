//! `zwang scene lump`: the free bodies of a scene made frames of point masses and bars.

use super::scene::written;
use super::target::Target;
use super::{Outcome, console, file};
use crate::arguments::{LumpArguments, PointCount};
use anyhow::{Context, Result, bail};
use zwang_families::template::AnyExpanded;
use zwang_families::{Bars, Lumps, lumped};
use zwang_scene::AnyScene;

/// Runs the command.
pub fn run(arguments: &LumpArguments) -> Result<Outcome> {
    let input = &arguments.scene;
    let to = &arguments.written;
    let expanded = file::read_any(input, &arguments.parameters.set, |note| {
        console::tell_unless(to.quiet, note);
    })?;
    let AnyExpanded::Plane(expanded) = expanded else {
        let name = file::name(input);
        bail!("{name}: found a scene in space; expected one of the plane, as frames are flat");
    };
    let lumps = match arguments.points {
        PointCount::Nine => Lumps::Nine,
        PointCount::Four => Lumps::Four,
    };
    let bars = match arguments.redundant {
        true => Bars::Redundant,
        false => Bars::Minimal,
    };
    let scene = lumped(&expanded.scene, lumps, bars).with_context(|| file::name(input))?;
    let output = to.output.as_deref();
    let text = written(&AnyScene::Plane(scene), output, to.format);
    let text = text.with_context(|| file::name(input))?;
    match output {
        Some(path) => {
            let target = Target::new(path, Some(input), to.overwrite.force)?;
            target.write(text.as_bytes())?;
        }
        None => console::print(&text)?,
    }
    Ok(Outcome::Yes)
}
