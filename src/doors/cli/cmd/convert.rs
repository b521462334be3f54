//! `zwang scene convert`: a scene file written again, in either syntax, with numbers in place of
//! parameters and expressions. Such a file is what every checker reads.

use super::scene::written;
use super::target::Target;
use super::{Outcome, console, file};
use crate::arguments::ConvertArguments;
use anyhow::{Context, Result};
use zwang_families::template::AnyExpanded;
use zwang_scene::AnyScene;

/// Runs the command.
pub fn run(arguments: &ConvertArguments) -> Result<Outcome> {
    let input = &arguments.scene;
    let to = &arguments.written;
    let expanded = file::read_any(input, &arguments.parameters.set, |note| {
        console::tell_unless(to.quiet, note);
    })?;
    let scene = match expanded {
        AnyExpanded::Plane(expanded) => AnyScene::Plane(expanded.scene),
        AnyExpanded::Space(expanded) => AnyScene::Space(expanded.scene),
    };
    let output = to.output.as_deref();
    let text = written(&scene, output, to.format);
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
