//! `zwang scene snap`: a scene whose small gaps are closed by exact moves.

use super::scene_file::SceneFile;
use super::target::Target;
use super::{Outcome, console, file};
use crate::arguments::SnapArguments;
use anyhow::{Result, bail};
use num_traits::Signed;
use zwang_collapse::{Snapped, snap};
use zwang_families::write;
use zwang_program::Monitor;
use zwang_scene::Scene;

/// Runs the command.
pub fn run(arguments: &SnapArguments) -> Result<Outcome> {
    if !arguments.within.is_positive() {
        let within = &arguments.within;
        bail!("--within: found {within}; expected a number above 0");
    }
    let path = &arguments.scene;
    let settings = &arguments.parameters.set;
    let file = SceneFile::read(path, settings, |note| {
        console::tell_unless(arguments.quiet, note);
    })?;
    let scene = &file.scene;
    let name = file::name(path);
    let target = match &arguments.output {
        Some(output) => {
            let force = arguments.overwrite.force;
            let target = Target::new(output, Some(path), force)?;
            Some(target)
        }
        None => None,
    };
    let monitor = Monitor::default();
    let snapped = match snap(scene, &arguments.within, &monitor) {
        Ok(snapped) => snapped,
        Err(error) => return Err(file.place(error.into())),
    };
    let is_json = arguments.output.as_ref().is_some_and(|path| {
        let ending = path.extension();
        ending.is_some_and(|ending| ending == "json")
    });
    let text = if is_json {
        write::to_json(&snapped.scene)
    } else {
        write::to_toml(&snapped.scene)
    };
    match target {
        Some(target) => target.write(text.as_bytes())?,
        None => console::print(&text)?,
    }
    let told = told(scene, &snapped);
    let note = format!("note: {name}: {told}");
    console::tell_unless(arguments.quiet, &note);
    Ok(Outcome::Yes)
}

/// What was done, in a line.
fn told(scene: &Scene, snapped: &Snapped) -> String {
    let gaps = match snapped.closed {
        0 => return "no gap to close".to_owned(),
        1 => "1 gap closed".to_owned(),
        count => format!("{count} gaps closed"),
    };
    let mut moves = Vec::new();
    for (body, by) in snapped.moves.iter().take(3) {
        let name = &scene.bodies[*body].name;
        let x = &by.x;
        let y = &by.y;
        moves.push(format!("`{name}` moved by ({x}, {y}) m"));
    }
    let more = snapped.moves.len() - moves.len();
    if more > 0 {
        moves.push(format!("and {more} more"));
    }
    let moves = moves.join(", ");
    format!("{gaps}: {moves}")
}
