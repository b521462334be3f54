//! `zwang simulate`: a scene advanced in time, step by step, into a run file.

pub mod arguments;
mod comparison;
mod float;
mod resume;
mod summary;

use super::limit::{self, Reason};
use super::progress::Progress;
use super::run_writer::RunWriter;
use super::solve::{print_statistics, read_scene, source};
use super::target::named_after;
use super::{Outcome, console};
use anyhow::{Context, Error, Result, anyhow, bail};

pub use arguments::SimulateArguments;
use comparison::arguments::{SchemeName, require_matching};
use indicatif::ProgressBar;
use std::io::{self, IsTerminal};
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::{process, thread};
use summary::{Course, Ending, Summary};
use zwang_answer::Judge;
use zwang_certificate::run::{self, Record, write_header, write_record};
use zwang_motion::{MotionError, Simulation};
use zwang_program::Monitor;
use zwang_scene::Scene;

/// How many steps may be computed before the checker has accepted them.
const AHEAD: usize = 2;

/// Runs the command.
pub fn run(arguments: &SimulateArguments) -> Result<Outcome> {
    require_matching(arguments)?;
    let scene = read_scene(&arguments.solve)?;
    if let Some(method) = arguments.float.float {
        return float::run(&scene, method, arguments);
    }
    if arguments.scheme != SchemeName::Rigid {
        return comparison::run(&scene, arguments);
    }
    let mut run = Run::new(&scene, arguments)?;
    let monitor = Monitor::default();
    let ending = run.go(&monitor)?;
    let course = Course {
        scene: &scene,
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
        print_statistics(&monitor.statistics(), Some(run.summary.bits()));
    }
    Ok(match ending {
        Ending::Finished | Ending::Unread => Outcome::Yes,
        Ending::Stopped(error) => {
            console::tell(&format!("{}: {error}", source(&arguments.solve)));
            Outcome::No
        }
    })
}

/// A run on its way into its file.
struct Run<'a> {
    arguments: &'a SimulateArguments,
    simulation: Simulation<'a>,
    judge: Judge,
    file: Arc<Mutex<RunWriter>>,
    summary: Summary,
}

impl<'a> Run<'a> {
    /// At its beginning, or where the file ends that is resumed.
    fn new(scene: &'a Scene, arguments: &'a SimulateArguments) -> Result<Self> {
        // Whatever is wrong with the arguments is told before a file is touched.
        arguments
            .solve
            .time_limit
            .as_ref()
            .map(limit::duration)
            .transpose()?;
        let settings = arguments.settings(scene)?;
        let mut simulation =
            Simulation::new(scene, settings).map_err(|error| in_scene(error, arguments))?;
        let path = arguments
            .out
            .clone()
            .unwrap_or_else(|| named_after(&scene.name, ".run.ndjson"));
        let mut file = RunWriter::open(
            &path,
            arguments.existing(),
            arguments.solve.scene.as_deref(),
        )?;
        if arguments.json && file.is_standard() {
            bail!(
                "found --json and --out -, which both write to standard output; expected --out FILE"
            );
        }
        let header = simulation.header();
        let found = resume::read(
            &file,
            &header,
            simulation.placements().len(),
            arguments.steps as u64,
        )?;
        file.resume(found.summary.steps(), found.bytes)?;
        if found.bytes == 0 {
            let line = write_header(&header);
            run::read_header(&line).map_err(|error| anyhow!("the header: {error}"))?;
            file.begin(&line)?;
        }
        let judge = Judge::after(scene, &header, &found.last)
            .map_err(|rejection| anyhow!("{}: {rejection}", file.name()))?;
        simulation = simulation.resumed_after(&found.last);
        Ok(Self {
            arguments,
            simulation,
            judge,
            file: Arc::new(Mutex::new(file)),
            summary: found.summary,
        })
    }

    /// Does the steps that are left. While the checker looks at a step and it is written, the next
    /// ones are computed, a few at most.
    fn go(&mut self, monitor: &Monitor) -> Result<Ending> {
        let (steps, limits) = (self.arguments.steps as u64, &self.arguments.solve);
        let progress = Progress::of_steps(limits.quiet, steps, self.summary.steps());
        let (file, line) = (Arc::clone(&self.file), progress.line());
        limit::watch_with(limits.time_limit.as_ref(), move |reason| {
            give_up(&file, steps, &line, reason)
        })?;
        let left = self.arguments.steps.saturating_sub(self.simulation.steps());
        let (simulation, file) = (&mut self.simulation, Arc::clone(&self.file));
        let mut acceptance = Acceptance {
            judge: &mut self.judge,
            file: &self.file,
            summary: &mut self.summary,
            tells_bits: self.arguments.exact && !limits.quiet && io::stderr().is_terminal(),
        };
        let (sender, records) = mpsc::sync_channel::<Record>(AHEAD);
        let (stopped, accepted) = thread::scope(|scope| {
            let accepted = scope.spawn(move || acceptance.accept_all(records, &progress));
            let advance = |_| match simulation.advance(monitor) {
                // The receiver is gone if it has failed, or if nobody reads any more; which of
                // them, it tells.
                Ok(record) => sender.send(record).err().map(|_| None),
                Err(error) => Some(Some(error)),
            };
            let stopped = (0..left).find_map(advance).flatten();
            drop(sender);
            (
                stopped,
                accepted.join().unwrap_or_else(|panic| resume_unwind(panic)),
            )
        });
        lock(&file).finish()?;
        match (accepted?, stopped) {
            (Ending::Finished, Some(error)) if !is_answer(&error) => {
                Err(in_scene(error, self.arguments))
            }
            (Ending::Finished, Some(error)) => Ok(Ending::Stopped(error)),
            (ending, _) => Ok(ending),
        }
    }
}

/// The way of a record from the checker into the file.
struct Acceptance<'a> {
    judge: &'a mut Judge,
    file: &'a Mutex<RunWriter>,
    summary: &'a mut Summary,
    /// Steps of an exact run take longer and longer, and their bits say why.
    tells_bits: bool,
}

impl Acceptance<'_> {
    /// Takes all records, in their order.
    fn accept_all(
        &mut self,
        records: mpsc::Receiver<Record>,
        progress: &Progress,
    ) -> Result<Ending> {
        for record in records {
            if let Err(rejection) = self.judge.judge(&record) {
                lock(self.file).finish()?;
                bail!(
                    "the checker does not accept the next step; this is a bug, please report the scene: {rejection}"
                );
            }
            let line = write_record(&record);
            if let Some(excess) = run::excess(&line) {
                lock(self.file).finish()?;
                bail!(
                    "step {}: found {excess}; expected fewer steps, or a grid",
                    record.k
                );
            }
            if !lock(self.file).append(&line)? {
                return Ok(Ending::Unread);
            }
            self.summary.add(&record);
            progress.step(record.k);
            if self.tells_bits
                && let Some(bits) = self.summary.last_state_bits()
            {
                progress
                    .line()
                    .suspend(|| console::note(&format!("step {}: {bits} bits", record.k)));
            }
        }
        Ok(Ending::Finished)
    }
}

/// Whether the error says something about the scene's motion, and not about the numbers it is
/// computed with.
fn is_answer(error: &MotionError) -> bool {
    matches!(
        error,
        MotionError::Ambiguous { .. } | MotionError::Impossible { .. }
    )
}

/// The error, with the scene unless it is about a setting.
fn in_scene(error: MotionError, arguments: &SimulateArguments) -> Error {
    match error {
        MotionError::Step(_) | MotionError::Restitution(_) | MotionError::ExactRestitution => {
            error.into()
        }
        error => Error::from(error).context(source(&arguments.solve)),
    }
}

/// Ends the program with what is finished, unless everything is. The lock is kept, so that no line
/// begins meanwhile.
fn give_up(file: &Mutex<RunWriter>, steps: u64, line: &ProgressBar, reason: &Reason) {
    let mut file = lock(file);
    if file.is_done() {
        return;
    }
    line.finish_and_clear();
    let kept = file.finish();
    let why = match reason {
        Reason::Interrupted => "interrupted".to_owned(),
        Reason::TimeLimit(seconds) => format!("the time limit of {seconds} s is over"),
    };
    let how = match file.is_file() {
        true => format!(
            "; {} keeps them, and --resume goes on from there",
            file.name()
        ),
        false => String::new(),
    };
    console::tell(&format!(
        "{why} after {} of {steps} steps{how}",
        file.steps()
    ));
    if let Err(error) = kept.context("but") {
        console::tell(&format!("{error:#}"));
    }
    process::exit(Outcome::Unknown.code().into());
}

/// The file stays valid even if a thread has panicked while it held it: a torn line is cut off by
/// --resume.
fn lock(file: &Mutex<RunWriter>) -> MutexGuard<'_, RunWriter> {
    file.lock().unwrap_or_else(PoisonError::into_inner)
}
