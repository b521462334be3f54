//! `zwang simulate --scheme …`: the papers' own schemes, for comparison. Nothing that they compute
//! is certified.

pub mod arguments;
mod names;
mod resume;
mod summary;

use super::super::progress::Progress;
use super::super::solve::source;
use super::super::{Outcome, console, limit};
use super::arguments::SimulateArguments;
use super::require_no_bounce;
use super::run_file::{self, lock};
use crate::cmd::scene_file::SceneFile;
use anyhow::{Context, Result, bail};
use resume::Found;
use std::sync::{Arc, Mutex};
use summary::{Course, Summary};
use zwang_answer::file::RunWriter;
use zwang_collapse::symmetry;
use zwang_exact::Rational;
use zwang_program::Options;
use zwang_scene::{Scene, SceneRestitution};
use zwang_schemes::file::{Header, Record};
use zwang_schemes::{Framework, Run, State, StepError};

/// Runs the command with a scheme for comparison.
///
/// # Errors
/// If the scene is none that the scheme can move, bodies overlap, or the run cannot be written.
pub fn run(scene_file: &SceneFile, arguments: &SimulateArguments) -> Result<Outcome> {
    let scene = &scene_file.scene;
    if let Some(seconds) = &arguments.solve.time_limit {
        limit::duration(seconds)?;
    }
    let scheme = arguments::scheme(arguments, !scene.pins.is_empty())?;
    if !scheme.advance.has_friction() {
        scene
            .require_no_friction()
            .map_err(|error| scene_file.place(error.into()))?;
    }
    if !scheme.advance.has_restitution() {
        require_no_bounce(scene_file, arguments)?;
    }
    zwang_law::require_lawful_start(scene).map_err(|error| scene_file.place(error.into()))?;
    let model = arguments.comparison.model(arguments.scheme)?;
    let framework = Framework::new(scene, model).with_context(|| source(&arguments.solve))?;
    let framework = match &arguments.restitution {
        Some(coefficient) => framework.with_restitution(uniform(scene, coefficient)),
        None => framework,
    };
    let header = Header::new(scene, &framework, model, &scheme, &arguments.dt);
    let options = Options {
        floats: !arguments.solve.no_floats,
        ..Options::default()
    };
    let run = Run::new(&framework, scheme, arguments.dt.clone())?.with_options(options);
    let (file, summary, state) = open(scene, &framework, &header, arguments)?;
    let mut course = Comparison {
        arguments,
        framework: &framework,
        file: Arc::new(Mutex::new(file)),
        summary,
    };
    let stopped = course.go(run.from_state(state))?;
    course.tell(scene, &header, stopped.as_ref())?;
    Ok(match stopped {
        None => Outcome::Yes,
        Some(error) => {
            let step = course.summary.steps() + 1;
            let source = source(&arguments.solve);
            let note = format!("{source}: step {step}: {error}");
            console::tell(&note);
            Outcome::No
        }
    })
}

/// The same coefficient of restitution for all bodies.
fn uniform(scene: &Scene, coefficient: &Rational) -> SceneRestitution {
    let bodies = scene.numbered_bodies();
    SceneRestitution::new(bodies.map(|(id, _)| (id, coefficient.clone())), [])
}

/// The run file, what it holds already, and the state to go on from.
fn open(
    scene: &Scene,
    framework: &Framework,
    header: &Header,
    arguments: &SimulateArguments,
) -> Result<(RunWriter, Summary, State)> {
    let mut file = run_file::open(&scene.name, ".comparison.ndjson", arguments)?;
    let mut summary = Summary::default();
    let found = Found::read(
        &file,
        header,
        framework.nodes.len(),
        arguments.steps() as u64,
        |record| summary.add(record),
    )?;
    file.go_on_after(summary.steps(), found.bytes)?;
    if found.bytes == 0 {
        file.begin(&header.line()?)?;
    }
    let state = found.state(State::start(framework, &arguments.dt), &arguments.dt);
    Ok((file, summary, state))
}

/// A run on its way into its file.
struct Comparison<'a> {
    arguments: &'a SimulateArguments,
    framework: &'a Framework,
    file: Arc<Mutex<RunWriter>>,
    summary: Summary,
}

impl Comparison<'_> {
    /// Does the steps that are left. Returns why a step is impossible, if one is.
    fn go(&mut self, mut run: Run) -> Result<Option<StepError>> {
        let steps = self.arguments.steps() as u64;
        let limits = &self.arguments.solve;
        let progress = Progress::of_steps(limits.quiet, steps, self.summary.steps());
        let line = progress.line();
        run_file::watch(limits.time_limit.as_ref(), &self.file, steps, line)?;
        let mut stopped = None;
        while self.summary.steps() < steps {
            let step = match run.next() {
                Some(Ok(step)) => step,
                Some(Err(error)) => {
                    stopped = Some(error);
                    break;
                }
                None => break,
            };
            let k = self.summary.steps() + 1;
            let record = Record::new(k, self.framework, &step);
            if self.arguments.exact && record.bits()? > self.arguments.max_bits {
                let mut file = lock(&self.file);
                file.finish()?;
                file.discard_header();
                let bits = record.bits()?;
                let most = self.arguments.max_bits;
                bail!(
                    "step {k}: the state needs numbers of {bits} bits; \
                     expected at most {most}: allow more with --max-bits, or use a grid"
                );
            }
            if !lock(&self.file).append_line(&record.line()?)? {
                break;
            }
            self.summary.add(&record)?;
            progress.step(record.k);
        }
        let mut file = lock(&self.file);
        file.finish()?;
        match stopped {
            Some(error) if !matches!(error, StepError::Contradiction(_)) => {
                file.discard_header();
                Err(error.into())
            }
            stopped => {
                file.put_in_place()?;
                Ok(stopped)
            }
        }
    }

    fn tell(&self, scene: &Scene, header: &Header, stopped: Option<&StepError>) -> Result<()> {
        let file = lock(&self.file);
        if file.is_standard() {
            return Ok(());
        }
        let course = Course {
            scene,
            settings: self.arguments,
            header,
            file: file.name().to_owned(),
            is_symmetric: !symmetry::detect(scene).is_empty(),
            stopped,
        };
        let text = if self.arguments.json {
            self.summary.json(&course)?
        } else {
            self.summary.text(&course)
        };
        console::print(text)
    }
}
