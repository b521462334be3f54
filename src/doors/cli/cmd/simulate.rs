//! `zwang simulate`: a scene advanced in time, step by step, into a run file.

pub mod arguments;
mod comparison;
mod float;
mod run_file;
mod solids;
mod summary;

use super::progress::Progress;
use super::scene_file::SceneFile;
use super::solve::{print_statistics, source};
use super::space::{AnySceneFile, read_any};
use super::{Outcome, console, limit};
use anyhow::{Error, Result, anyhow, bail};
pub use arguments::SimulateArguments;
use comparison::arguments::{SchemeName, require_matching};
use num_traits::Zero;
use run_file::lock;
use std::iter;
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use summary::{Course, Ending, Summary};
use zwang_answer::file::{RunWriter, resume};
use zwang_answer::{
    CheckedStep, CheckedSteps, RunError, RunHeader, RunRecord, Simulation, last_step_follows,
    own_rejected,
};
use zwang_law::LawError;
use zwang_program::{Monitor, Stage};
use zwang_scene::{HasRestitution, RoundedBody, Scene};

/// How many steps may be computed before the checker has accepted them.
const AHEAD: usize = 2;

/// Runs the command.
pub fn run(arguments: &SimulateArguments) -> Result<Outcome> {
    require_matching(arguments)?;
    let scene_file = match read_any(&arguments.solve)? {
        AnySceneFile::Plane(file) => file,
        AnySceneFile::Space(file) => return solids::run(&file, arguments),
    };
    if arguments.float.float.is_some() || arguments.scheme != SchemeName::Rigid {
        require_no_round_bodies(&scene_file)?;
    }
    let outcome = if let Some(method) = arguments.float.float {
        float::run(&scene_file, method, arguments)?
    } else if arguments.scheme != SchemeName::Rigid {
        comparison::run(&scene_file, arguments)?
    } else {
        certified(&scene_file, arguments)?
    };
    if matches!(outcome, Outcome::Yes) {
        scene_file.tell_silent_defaults(arguments.solve.quiet);
        scene_file.tell_near(arguments.solve.quiet);
    }
    Ok(outcome)
}

/// A run by the law, each of its steps with its proof.
fn certified(scene_file: &SceneFile, arguments: &SimulateArguments) -> Result<Outcome> {
    let mut run = Run::new(scene_file, arguments)?;
    let monitor = Monitor::default();
    let ending = run.go(&monitor)?;
    let course = Course {
        scene: &scene_file.scene,
        settings: arguments,
        file: lock(&run.file).name().to_owned(),
        symmetries: run.simulation.symmetries(),
        is_symmetric: run.simulation.is_symmetric(),
        ending: &ending,
    };
    if !lock(&run.file).is_standard() {
        console::print(if arguments.json {
            run.summary.json(&course)?
        } else {
            run.summary.text(&course)
        })?;
    }
    if arguments.solve.stats {
        let bits = Some(run.summary.bits());
        print_statistics(&monitor.statistics(), bits, &Stage::OF_SOLVER);
    }
    Ok(match ending {
        Ending::Finished | Ending::Unread => Outcome::Yes,
        Ending::Stopped(error) => {
            console::tell(&format!("{}: {error}", source(&arguments.solve)));
            Outcome::No
        }
    })
}

/// A run that is computed into its file.
struct Run<'a> {
    arguments: &'a SimulateArguments,
    scene_file: &'a SceneFile,
    simulation: Simulation,
    /// The last records of the file.
    last: Vec<RunRecord>,
    file: Arc<Mutex<RunWriter>>,
    summary: Summary,
}

impl<'a> Run<'a> {
    /// At its beginning, or where the file ends that is resumed.
    fn new(scene_file: &'a SceneFile, arguments: &'a SimulateArguments) -> Result<Self> {
        let scene = &scene_file.scene;
        // Whatever is wrong with the arguments is told before a file is touched.
        if let Some(seconds) = &arguments.solve.time_limit {
            limit::duration(seconds)?;
        }
        let settings = arguments.settings(scene)?;
        let simulation = Simulation::new(scene.clone(), settings)
            .map_err(|error| in_scene(error, scene_file))?;
        let simulation = match arguments.cold {
            true => simulation.with_cold_starts(),
            false => simulation,
        };
        let header = simulation.header();
        require_beginning(scene, &header).map_err(|error| scene_file.place(error))?;
        let mut file = run_file::open(&scene.name, ".run.ndjson", arguments)?;
        let mut summary = Summary::default();
        let most = arguments.steps() as u64;
        let is_sound = |last: &[RunRecord]| last_step_follows(scene, &header, last);
        let last = resume(&mut file, &simulation, most, |_| (), is_sound)?;
        if !last.is_empty() {
            check_again(scene, &mut file, &mut summary)?;
        }
        Ok(Self {
            arguments,
            scene_file,
            simulation: simulation.resumed_after(&last),
            last,
            file: Arc::new(Mutex::new(file)),
            summary,
        })
    }

    /// Does the steps that are left. While the checker looks at a step and it is written, the next
    /// ones are computed, a few at most.
    fn go(&mut self, monitor: &Monitor) -> Result<Ending> {
        let steps = self.arguments.steps() as u64;
        let limits = &self.arguments.solve;
        let progress = Progress::of_steps(limits.quiet, steps, self.summary.steps());
        let line = progress.line();
        run_file::watch(limits.time_limit.as_ref(), &self.file, steps, line)?;
        let left = steps.saturating_sub(self.simulation.steps());
        let (sender, records) = mpsc::sync_channel(AHEAD);
        let header = self.simulation.header();
        let scene = &self.scene_file.scene;
        let accepted = CheckedSteps::after(scene, &header, &self.last, records.into_iter());
        let accepted = accepted.map_err(|rejection| {
            let file = lock(&self.file);
            let name = file.name();
            anyhow!("{name}: {rejection}")
        })?;
        let simulation = &mut self.simulation;
        let mut acceptance = Acceptance {
            file: &self.file,
            summary: &mut self.summary,
            progress: &progress,
        };
        let ending = thread::scope(|scope| {
            scope.spawn(move || compute(simulation, left, monitor, &sender));
            acceptance.take_all(accepted)
        });
        let mut file = lock(&self.file);
        file.finish()?;
        let ended = match ending {
            Ok(Ending::Stopped(error)) if !error.is_answer() => {
                Err(in_scene(error, self.scene_file))
            }
            ending => ending,
        };
        match ended {
            Ok(ending) => {
                file.put_in_place()?;
                Ok(ending)
            }
            Err(error) => {
                file.discard_header();
                Err(error)
            }
        }
    }
}

/// Has the steps of a file checked that is resumed, and takes them into the summary.
fn check_again(scene: &Scene, file: &mut RunWriter, summary: &mut Summary) -> Result<()> {
    if let Some(mut reader) = file.reader() {
        let header = reader.require_header()?;
        for step in CheckedSteps::new(scene, &header, reader)?.in_parallel() {
            match step {
                Ok(step) => summary.add(&step),
                Err(RunError::Rejected(rejection)) => {
                    let name = file.name();
                    bail!(
                        "{name}: {rejection}; expected a run that the checker accepts, or --force"
                    );
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
    file.go_on()?;
    Ok(())
}

/// Makes sure that the checker accepts the beginning of a run, before any file is touched.
fn require_beginning(scene: &Scene, header: &RunHeader) -> Result<()> {
    let no_records = iter::empty::<Result<RunRecord, LawError>>();
    match CheckedSteps::new(scene, header, no_records) {
        Ok(_) => Ok(()),
        Err(rejection) => Err(anyhow!("no run can begin here: {rejection}")),
    }
}

/// Computes so many steps, up to the first that fails. They are not taken any more if the checker
/// refuses one, or if nobody reads the run.
fn compute(
    simulation: &mut Simulation,
    steps: u64,
    monitor: &Monitor,
    taken: &SyncSender<Result<RunRecord, LawError>>,
) {
    for _ in 0..steps {
        let record = simulation.advance(monitor);
        let has_failed = record.is_err();
        if taken.send(record).is_err() || has_failed {
            return;
        }
    }
}

/// The receiver of accepted steps.
struct Acceptance<'a> {
    file: &'a Mutex<RunWriter>,
    summary: &'a mut Summary,
    progress: &'a Progress,
}

impl Acceptance<'_> {
    /// Takes all steps, in their order.
    fn take_all(
        &mut self,
        steps: impl Iterator<Item = Result<CheckedStep, RunError>>,
    ) -> Result<Ending> {
        for step in steps {
            match step {
                Ok(step) if self.take(&step)? => {}
                Ok(_) => return Ok(Ending::Unread),
                Err(RunError::Step(error)) => return Ok(Ending::Stopped(error)),
                Err(RunError::Rejected(rejection)) => bail!(own_rejected(&rejection, "next step")),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(Ending::Finished)
    }

    /// Writes a step. Returns whether anybody still reads.
    fn take(&mut self, step: &CheckedStep) -> Result<bool> {
        if !lock(self.file).append(step.record())? {
            return Ok(false);
        }
        self.summary.add(step);
        let k = step.record().k();
        self.progress.step(k);
        Ok(true)
    }
}

/// The error, with its place in the scene unless it is about a setting.
fn in_scene(error: LawError, scene_file: &SceneFile) -> Error {
    if error.is_of_settings() {
        return error.into();
    }
    scene_file.place(error.into())
}

/// Makes sure that no body is round, for runs in doubles and schemes for comparison.
fn require_no_round_bodies(scene_file: &SceneFile) -> Result<()> {
    let Err(RoundedBody(body)) = scene_file.scene.require_corners() else {
        return Ok(());
    };
    let error = anyhow!(
        "found the rounded body `{body}` with --float or a scheme for comparison, which know polygons \
         alone; expected a certified run, without --float and --scheme, or a `regular_polygon` in its \
         place"
    );
    Err(scene_file.place(error))
}

/// Makes sure that nothing bounces, for the interior point and schemes for comparison. With
/// --restitution 0 nothing does, whatever the scene says.
fn require_no_bounce(scene_file: &SceneFile, arguments: &SimulateArguments) -> Result<()> {
    if let Some(restitution) = &arguments.restitution {
        if restitution.is_zero() {
            return Ok(());
        }
        bail!(
            "found --restitution {restitution} with --float=interior-point or a scheme for \
             comparison, where nothing bounces; expected 0, --float=impulses, or a certified run, \
             without --float and --scheme"
        );
    }
    match scene_file.scene.require_no_restitution() {
        Ok(()) => Ok(()),
        Err(HasRestitution { thing, restitution }) => {
            let error = anyhow!(
                "found restitution {restitution} of {thing} with --float=interior-point or a \
                 scheme for comparison, where nothing bounces; expected --restitution 0, \
                 --float=impulses, or a certified run, without --float and --scheme"
            );
            Err(scene_file.place(error))
        }
    }
}
