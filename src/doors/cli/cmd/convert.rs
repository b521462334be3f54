//! `zwang scene convert`: a scene file written again, in either syntax, with numbers in place of
//! parameters and expressions. Such a file is what every checker reads.

use super::scene::written;
use super::target::Target;
use super::{Outcome, console, file};
use crate::arguments::ConvertArguments;
use anyhow::{Context, Result};
use zwang_scene::AnyScene;

/// Runs the command.
pub fn run(arguments: &ConvertArguments) -> Result<Outcome> {
    let input = &arguments.scene;
    let to = &arguments.written;
    let scene = file::read_scene(input, &arguments.parameters.set, |note| {
        console::tell_unless(to.quiet, note);
    })?;
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
