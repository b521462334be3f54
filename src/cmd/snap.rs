//! `zwang scene snap`: a scene whose small gaps are closed by exact moves.

use super::scene_file::SceneFile;
use super::target::Target;
use super::{Outcome, console, file};
use crate::cli::SnapArguments;
use anyhow::{Result, bail};
use num_traits::Signed;
use zwang_collapse::{Snapped, snap};
use zwang_families::write;
use zwang_program::Monitor;
use zwang_scene::Scene;

/// Runs the command.
pub fn run(arguments: &SnapArguments) -> Result<Outcome> {
    let tell = |note: &str| {
        if !arguments.quiet {
            console::tell(note);
        }
    };
    if !arguments.within.is_positive() {
        let within = &arguments.within;
        bail!("--within: found {within}; expected a number above 0");
    }
    let file = SceneFile::read(&arguments.scene, &arguments.parameters.set, tell)?;
    let scene = &file.scene;
    let name = file::name(&arguments.scene);
    let target = match &arguments.output {
        Some(path) => Some(Target::new(path, Some(&arguments.scene))?),
        None => None,
    };
    let snapped = match snap(scene, &arguments.within, &Monitor::default()) {
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
    tell(&format!("note: {name}: {}", told(scene, &snapped)));
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
        moves.push(format!("`{name}` moved by ({}, {}) m", by.x, by.y));
    }
    if snapped.moves.len() > moves.len() {
        moves.push(format!("and {} more", snapped.moves.len() - moves.len()));
    }
    format!("{gaps}: {}", moves.join(", "))
}
