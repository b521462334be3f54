//! `zwang simulate --law 2`: a run by the law of second order, of the format `zwang-run-2`
//! (`proofs/RUN2.md`).

use super::super::progress::Progress;
use super::super::scene_file::SceneFile;
use super::super::solve::{print_statistics, source};
use super::super::{Outcome, console, limit};
use super::arguments::SimulateArguments;
use super::run_file::{self, lock};
use anyhow::{Result, anyhow, bail};
use serde_json::json;
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use zwang_answer::own_rejected;
use zwang_certificate::run2::{Record, write_header, write_record};
use zwang_check::law::{Checker, VerifiedStep};
use zwang_law::{LawError, Simulation};
use zwang_motion::Grid;
use zwang_motion::file::RunWriter;
use zwang_program::{Monitor, Stage};
use zwang_scene::Scene;
use zwang_writer::to_json_line;

/// How many steps may be computed before the checker has accepted them.
const AHEAD: usize = 2;

/// Binary digits of the grid of states.
const GRID: u64 = 64;

/// What is told of the run.
#[derive(Default)]
struct Told {
    steps: u64,
    near_groups: u64,
    /// Why there are no further steps.
    stopped: Option<LawError>,
}

impl Told {
    fn add(&mut self, step: &VerifiedStep) {
        self.steps = step.k();
        self.near_groups += step.near_groups();
    }
}

/// Runs the command.
///
/// # Errors
/// If the scene has what the law has not yet, bodies overlap, or the file cannot be written.
pub fn run(scene_file: &SceneFile, arguments: &SimulateArguments) -> Result<Outcome> {
    if let Some(seconds) = &arguments.solve.time_limit {
        limit::duration(seconds)?;
    }
    require_what_it_knows(arguments)?;
    let scene = &scene_file.scene;
    let simulation = Simulation::new(scene.clone(), &arguments.dt);
    let mut simulation = simulation.map_err(|error| match error {
        LawError::Step(_) => error.into(),
        error => scene_file.place(error.into()),
    })?;
    let header = simulation.header(text_of(scene));
    let checker = Checker::new(scene, &header)
        .map_err(|rejection| scene_file.place(anyhow!("no run can begin here: {rejection}")))?;
    let file = run_file::open(scene, ".run.ndjson", arguments)?;
    let file = Arc::new(Mutex::new(file));
    let steps = arguments.steps() as u64;
    let progress = Progress::of_steps(arguments.solve.quiet, steps, 0);
    let limit = arguments.solve.time_limit.as_ref();
    run_file::watch(limit, &file, steps, progress.line())?;
    let mut told = Told::default();
    let monitor = Monitor::default();
    if lock(&file).begin(&write_header(&header))? {
        let (sender, records) = mpsc::sync_channel(AHEAD);
        let simulation = &mut simulation;
        let monitor = &monitor;
        let taken = thread::scope(|scope| {
            scope.spawn(move || compute(simulation, steps, monitor, &sender));
            take_all(&checker, records, &file, &progress, &mut told)
        });
        taken?;
    }
    lock(&file).finish()?;
    if !lock(&file).is_standard() {
        console::print(told_of(&told, lock(&file).name(), arguments))?;
    }
    if arguments.solve.stats {
        print_statistics(&monitor.statistics(), None, &Stage::OF_SOLVER);
    }
    let Some(error) = told.stopped else {
        return Ok(Outcome::Yes);
    };
    if is_answer(&error) {
        console::tell(&format!("{}: {error}", source(&arguments.solve)));
        return Ok(Outcome::No);
    }
    Err(scene_file.place(error.into()))
}

/// Refuses the options that only runs of first order know.
fn require_what_it_knows(arguments: &SimulateArguments) -> Result<()> {
    let given = [
        ("--resume", arguments.resume),
        ("--exact", arguments.exact),
        ("--grid", arguments.grid != Grid(Some(GRID))),
        ("--restitution", arguments.restitution.is_some()),
        ("--restitution-pair", !arguments.restitution_pair.is_empty()),
        ("--corner", arguments.corner.is_some()),
        ("--motion", arguments.motion),
        ("--no-floats", arguments.solve.no_floats),
    ];
    for (option, is_given) in given {
        if is_given {
            bail!("found {option} with --law 2, which does not have it yet; expected --law 1");
        }
    }
    Ok(())
}

/// The scene in JSON, if that says the same.
fn text_of(scene: &Scene) -> Option<String> {
    let text = to_json_line(scene);
    let read: Scene = text.parse().ok()?;
    (read.digest() == scene.digest()).then_some(text)
}

/// Computes so many steps, up to the first that fails or is not taken any more.
fn compute(
    simulation: &mut Simulation,
    steps: u64,
    monitor: &Monitor,
    taken: &SyncSender<Result<Record, LawError>>,
) {
    for _ in 0..steps {
        let step = simulation.advance(monitor);
        let has_failed = step.is_err();
        let record = step.map(|step| simulation.record(&step));
        if taken.send(record).is_err() || has_failed {
            return;
        }
    }
}

/// Checks and writes all steps, in their order.
fn take_all(
    checker: &Checker,
    records: mpsc::Receiver<Result<Record, LawError>>,
    file: &Mutex<RunWriter>,
    progress: &Progress,
    told: &mut Told,
) -> Result<()> {
    let mut state = checker.start();
    for record in records {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                told.stopped = Some(error);
                return Ok(());
            }
        };
        let step = match checker.step(&state, &record) {
            Ok(step) => step,
            Err(rejection) => bail!(own_rejected(&rejection, "next step")),
        };
        if !lock(file).append_line(&write_record(&record))? {
            return Ok(());
        }
        told.add(&step);
        progress.step(record.k);
        state = step.state().clone();
    }
    Ok(())
}

/// What the command prints.
fn told_of(told: &Told, name: &str, arguments: &SimulateArguments) -> String {
    let Told {
        steps,
        near_groups,
        stopped,
    } = told;
    let step = &arguments.dt;
    if arguments.json {
        let stopped = stopped.as_ref().map(ToString::to_string);
        let told = json!({
            "file": name,
            "format": "zwang-run-2",
            "steps": steps,
            "dt": step.to_string(),
            "near_groups": near_groups,
            "stopped": stopped,
        });
        return format!("{told}\n");
    }
    let grade = match near_groups {
        0 => "every state is the rounding of the only motion".to_owned(),
        1 => "one group of one step is near the only motion".to_owned(),
        more => format!("{more} groups of steps are near the only motion"),
    };
    format!("{name}: {steps} steps of {step} s, each checked; {grade}\n")
}

/// Whether the error says something about the scene's motion.
fn is_answer(error: &LawError) -> bool {
    matches!(
        error,
        LawError::Ambiguous { .. } | LawError::Impossible { .. }
    )
}
