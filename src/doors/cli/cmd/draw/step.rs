//! A step of a run, checked and drawn.

use super::super::file;
use super::super::progress::Progress;
use super::super::run_scene::RunInputs;
use super::super::{console, limit};
use super::{DrawArguments, Picture};
use anyhow::{Result, bail};
use std::io::BufRead;
use zwang_answer::file::{Form, RunReader};
use zwang_answer::{CheckedSteps, RunError, RunHeader, RunRecord, by_pin, keeps, symmetry_line};
use zwang_check::Rejection;
use zwang_collapse::indeterminacy::{UnitForce, indeterminacy};
use zwang_collapse::symmetry;
use zwang_output::Indeterminate;
use zwang_output::draw::{self, DrawOptions, View};
use zwang_output::run::RunStep;
use zwang_output::{SymmetryLine, decimal};
use zwang_scene::Scene;

/// A checked step, and what its forces do.
struct Checked {
    step: RunStep,
    forces: Vec<UnitForce>,
}

/// The outcome.
pub enum Shown {
    /// A picture.
    Picture(Picture),
    /// The checker does not accept the step.
    Rejected(Rejection),
}

/// The first option given that only scenes have.
fn option_of_scenes(arguments: &DrawArguments) -> Option<&'static str> {
    match arguments {
        DrawArguments { ranges: true, .. } => Some("--ranges"),
        DrawArguments { motion: true, .. } => Some("--motion"),
        DrawArguments {
            answer: Some(_), ..
        } => Some("--answer"),
        DrawArguments {
            friction_law: Some(_),
            ..
        } => Some("--friction-law"),
        DrawArguments { solve, .. } if solve.no_floats => Some("--no-floats"),
        DrawArguments { solve, .. } if solve.stats => Some("--stats"),
        _ => None,
    }
}

/// Draws a step of the run in `text`; the last one if none is asked for.
pub fn picture(arguments: &DrawArguments, inputs: RunInputs, text: impl BufRead) -> Result<Shown> {
    let DrawArguments {
        solve: settings,
        step,
        ..
    } = arguments;
    let path = inputs.run;
    let name = file::name(path);
    if let Some(option) = option_of_scenes(arguments) {
        bail!(
            "{name}: found a run with {option}; \
             expected a scene, as the steps of a run are checked and not solved"
        );
    }
    limit::watch(settings.time_limit.as_ref())?;
    let progress = Progress::of_input(settings.quiet, file::length(path));
    let mut reader = RunReader::new(progress.reading(text), &name);
    let header = reader.require_header()?;
    let scene = inputs.scene_of(&header, settings.settings(), |note| {
        console::tell_unless(settings.quiet, note)
    })?;
    let form = Form::new(&scene);
    let mut records = reader.last_of_form(&form, step.unwrap_or(u64::MAX))?;
    let last = records.pop();
    let steps = last.as_ref().map_or(0, |record| record.k());
    if let Some(step) = step.filter(|step| *step > steps) {
        bail!(
            "{name}: found --step {step} of a run of {steps} steps; \
             expected --step 0 to {steps}"
        );
    }
    progress.stage("checking the step");
    let checked = match checked(&scene, &header, &records, last) {
        Ok(checked) => checked,
        Err(RunError::Rejected(rejection)) => return Ok(Shown::Rejected(rejection)),
        Err(error) => return Err(error.into()),
    };
    drop(progress);
    limit::begin_answer();
    Ok(Shown::Picture(drawn(
        arguments,
        &scene,
        &header,
        checked.as_ref(),
    )))
}

/// The last record, checked from those before it, with what its forces do; nothing if there is
/// none.
/// Even then the run has to belong to the scene.
fn checked(
    scene: &Scene,
    header: &RunHeader,
    before: &[RunRecord],
    last: Option<RunRecord>,
) -> Result<Option<Checked>, RunError> {
    let last = last.into_iter().map(Ok::<RunRecord, RunError>);
    let mut steps = CheckedSteps::after(scene, header, before, last)?;
    let Some(step) = steps.next() else {
        return Ok(None);
    };
    let step = step?.into_verified();
    let forces = steps.unit_forces(&step);
    Ok(Some(Checked { step, forces }))
}

fn drawn(
    arguments: &DrawArguments,
    scene: &Scene,
    header: &RunHeader,
    checked: Option<&Checked>,
) -> Picture {
    let indeterminate = checked
        .map(|checked| indeterminate(scene, checked))
        .unwrap_or_default();
    let step = checked.map(|checked| &checked.step);
    let options = DrawOptions {
        indeterminate,
        ..arguments.options()
    };
    let mut symmetries: Vec<SymmetryLine> = Vec::new();
    for symmetry in &symmetry::detect(scene) {
        let is_kept = match step {
            Some(step) => keeps(scene, symmetry, step.state()),
            None => true,
        };
        if is_kept {
            symmetries.push(symmetry_line(symmetry));
        }
    }
    let svg = draw::step_svg(
        scene,
        step,
        &symmetries,
        &View::of_step(scene, step),
        &options,
    );
    let told = match step {
        Some(step) => format!("step {} is checked, from the state before it", step.k()),
        None => "it shows the scene, before the first step".to_owned(),
    };
    let seconds = decimal::inline_with(header.step(), " s");
    Picture {
        svg,
        told: format!("{told}; steps of {seconds}"),
    }
}

/// Whether any of so many forces is not unique, contact by contact.
fn any_of(forces: &[bool], per_contact: usize) -> Vec<bool> {
    let contacts = forces.chunks(per_contact);
    contacts.map(|forces| forces.contains(&true)).collect()
}

/// Which forces of a step are not unique, even if no other row begins to press.
fn indeterminate(scene: &Scene, Checked { step, forces }: &Checked) -> Indeterminate {
    let mut found = indeterminacy(scene, forces).forces;
    let contacts = step.forces().len();
    let has_friction = step.facts().friction.is_some();
    // Across the edge, and with friction along it.
    let per_contact = 1 + usize::from(has_friction);
    let pins = found.split_off(per_contact * contacts);
    Indeterminate {
        contacts: any_of(&found, per_contact),
        pins: by_pin(&pins),
    }
}
