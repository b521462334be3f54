//! `zwang scene check`: whether scene files are valid, and do what they expect. With a folder of
//! scenes it is a regression test.

use super::solve::stability_explained;
use super::space::{self, AnySceneFile, SpaceFile};
use super::{Outcome, console, file};
use crate::arguments::CheckScenesArguments;
use anyhow::Result;
use std::path::Path;
use zwang_answer::Outcome as Found;
use zwang_answer::{InSpaceError, StabilityError, Unexpected, is_of_collapse};
use zwang_certificate::friction::Law;
use zwang_collapse::space::require_apart;
use zwang_families::template::Setting;
use zwang_program::{Monitor, Options};
use zwang_scene::{Expectation, Scene, space as space_scene};

/// Runs the command: a line for each file, on standard error where there is no answer.
pub fn run(arguments: &CheckScenesArguments) -> Result<Outcome> {
    let mut has_bad = false;
    let mut differs = false;
    for path in &arguments.files {
        match judge(path, &arguments.parameters.set) {
            Ok(line) => {
                differs |= line.is_unexpected;
                console::print(&line.text)?;
            }
            Err(error) => {
                has_bad = true;
                console::tell(&format!("{error:#}"));
            }
        }
    }
    Ok(match (has_bad, differs) {
        (true, _) => Outcome::BadInput,
        (false, true) => Outcome::No,
        (false, false) => Outcome::Yes,
    })
}

/// The line for a file.
struct Line {
    text: String,
    is_unexpected: bool,
}

fn judge(path: &Path, settings: &[Setting]) -> Result<Line> {
    let scene_file = match AnySceneFile::read(path, settings, console::tell)? {
        AnySceneFile::Plane(scene_file) => scene_file,
        AnySceneFile::Space(space_file) => return judge_in_space(path, &space_file),
    };
    let scene = &scene_file.scene;
    let name = file::name(path);
    let found = match outcome(scene) {
        Ok(found) => found,
        Err(error) => return Err(scene_file.place(stability_explained(error))),
    };
    scene_file.tell_silent_defaults(false);
    scene_file.tell_near(false);
    Ok(line(&name, scene.expect, found))
}

/// The line for a file with a scene in space.
fn judge_in_space(path: &Path, file: &SpaceFile) -> Result<Line> {
    let scene = &file.reading.scene;
    if !scene.joints.is_empty() && scene.moving_body().is_some() {
        let apart = require_apart(scene, &Monitor::default());
        apart.map_err(|error| file.place(error.into()))?;
        file.tell_silent_defaults(false);
        return Ok(Line {
            text: joined(path, scene),
            is_unexpected: false,
        });
    }
    let found = outcome_in_space(scene);
    let found = found.map_err(|error| file.place(space::explained(error)))?;
    file.tell_silent_defaults(false);
    Ok(line(&file::name(path), scene.expect, found))
}

/// The line for a valid scene with joints that moves, whose outcome only a run tells.
fn joined(path: &Path, scene: &space_scene::Scene) -> String {
    let name = file::name(path);
    let name = console::one_line(&name);
    let joints = match scene.joints.len() {
        1 => "1 joint".to_owned(),
        joints => format!("{joints} joints"),
    };
    let unjudged = match scene.expect {
        Some(_) => "; `expect` is not judged",
        None => "",
    };
    format!("{name}: valid, with {joints}; `zwang simulate` runs it{unjudged}\n")
}

fn line(name: &str, expected: Option<Expectation>, found: Found) -> Line {
    let unexpected = Unexpected::between(expected, found);
    let is_unexpected = unexpected.is_some();
    let word = found.word(expected).name();
    let words = match (unexpected, expected) {
        (Some(unexpected), _) => unexpected.to_string(),
        (None, Some(_)) => format!("{word}, as expected"),
        (None, None) => format!("{word}, nothing expected"),
    };
    let name = console::one_line(name);
    Line {
        text: format!("{name}: {words}\n"),
        is_unexpected,
    }
}

/// The outcome of the scene. With friction the word that is expected chooses the question: a scene
/// at rest is asked whether forces can hold it, or how it starts to move.
fn outcome(scene: &Scene) -> Result<Found, StabilityError> {
    let options = Options::default();
    let monitor = Monitor::default();
    if scene.friction.is_none() {
        let answer = zwang_answer::collapse(scene, &options, &monitor, || ())?;
        Ok(answer.outcome())
    } else if scene.is_at_rest() && !scene.expect.is_some_and(is_of_collapse) {
        let answer = zwang_answer::stability(scene, &options, &monitor, || ())?;
        Ok(answer.outcome())
    } else {
        let law = Law::Coulomb;
        let answer = zwang_answer::accelerations(scene, law, &options, &monitor, || ())?;
        Ok(answer.outcome())
    }
}

/// The same for a scene in space.
fn outcome_in_space(scene: &space_scene::Scene) -> Result<Found, InSpaceError> {
    let options = Options::default();
    let monitor = Monitor::default();
    if scene.expect.is_some_and(is_of_collapse) {
        let answer = zwang_answer::start_in_space(scene, &options, &monitor, &|| ())?;
        return Ok(answer.outcome());
    }
    let answer = zwang_answer::stability_in_space(scene, &options, &monitor, || ())?;
    Ok(answer.outcome())
}
