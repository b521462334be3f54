//! `cargo xtask bench one`: one problem, measured in this process, which ends with it.
//!
//! The four measurements of a repetition follow one another at once, so that they meet the same
//! machine: the whole command `zwang collapse`, which a user runs, from the scene file to the file
//! with the proof; then, in this process and without files, the collapse with its certificate, the
//! checker on that certificate, and the floating-point solver alone on the same quadratic programs,
//! which are ready before. Scenes are made and programs are built outside of the measured time.

use super::arguments::BenchOneArguments;
use super::clarabel;
use super::clock::{self, Span};
use super::peers;
use super::problem::BenchProblem;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{self, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use zwang_check::verify_shared;
use zwang_collapse::{Collapse, SolveError};
use zwang_program::kernel::Problem;
use zwang_program::{Monitor, Options, Stage, Statistics};
use zwang_scene::{DigestedScene, Scene};
use zwang_terminal::{Outcome, console};

/// Small problems are repeated until this time has passed, or [`MOST_REPETITIONS`] are done.
const AT_LEAST: Duration = Duration::from_secs(1);
/// Large ones are not repeated any more when this time has passed.
const AT_MOST: Duration = Duration::from_secs(120);
const MOST_REPETITIONS: usize = 101;

/// The measurements that a process tells of its problem.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measurement {
    /// Free bodies.
    pub bricks: usize,
    /// Contacts, whether or not they press.
    pub contacts: usize,
    /// Bits of the largest integer of the certificate.
    pub bits: u64,
    /// Programs solved, and how many of them by a confirmed guess alone.
    pub programs: usize,
    pub confirmed: usize,
    pub pivots: usize,
    /// The most memory that the process had when the first collapse was done, KiB.
    pub memory: Option<u64>,
    /// The checker's verdict.
    pub verdict: String,
    /// The least restraint, as a fraction.
    pub restraint: String,
    /// Programs that the floating-point solver does not answer.
    pub unanswered: usize,
    pub repetitions: Vec<Repetition>,
}

/// The times of one repetition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repetition {
    /// The whole command, in a process of its own.
    pub command: Span,
    pub collapse: Span,
    pub check: Span,
    /// The floating-point solver alone.
    pub floats: Span,
    /// The stages of the collapse by the clock on the wall, in the order of [`Stage::ALL`], ns;
    /// threads add up.
    pub stages: Vec<u64>,
}

/// Runs the command.
pub fn run(arguments: &BenchOneArguments) -> Result<Outcome> {
    let problem = BenchProblem {
        family: arguments.family,
        size: arguments.size,
    };
    let scene = problem.scene()?;
    let mut measurement = measure(&scene, arguments.repeat as usize)?;
    let free = scene.bodies.iter().filter(|body| !body.is_fixed());
    measurement.bricks = free.count();
    if let Some(folder) = &arguments.files {
        peers::write_files(problem, &scene, folder)?;
    }
    let line = serde_json::to_string(&measurement)?;
    console::print(format!("{line}\n"))?;
    Ok(Outcome::Yes)
}

fn measure(scene: &Scene, repeat: usize) -> Result<Measurement> {
    let mut measurement = Measurement::default();
    let mut programs: Option<Vec<Problem>> = None;
    let start = Instant::now();
    let whole_command = WholeCommand::new(&zwang_writer::to_toml(scene), "collapse")?;
    while wants_more(measurement.repetitions.len(), repeat, start.elapsed()) {
        let (_, command) = whole_command.time()?;
        let (solved, collapse) = clock::time(|| solve(scene));
        let solved = solved?;
        if measurement.repetitions.is_empty() {
            measurement.memory = clock::peak_memory();
            measurement.contacts = solved.certificate.contacts.len();
        }
        let certificate = Arc::new(solved.certificate);
        let (verified, check) =
            clock::time(|| verify_shared(&DigestedScene::new(scene), &certificate));
        let verified = match verified {
            Ok(verified) => verified,
            Err(rejection) => bail!("the checker rejects the proof: {rejection}"),
        };
        if measurement.repetitions.is_empty() {
            let Some(answer) = verified.first_answer() else {
                bail!("the scene has no answer to measure")
            };
            measurement.restraint = answer.restraint.to_string();
            measurement.bits = verified.bits();
            measurement.verdict = verified.verdict().to_string();
            measurement.count(&solved.statistics);
        }
        let programs = match &mut programs {
            Some(programs) => programs,
            none => none.insert(zwang_collapse::programs(scene)?),
        };
        let (unanswered, floats) = clock::time(|| unanswered(programs));
        measurement.unanswered = unanswered;
        let mut stages = Vec::new();
        for time in solved.statistics.times {
            stages.push(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
        }
        measurement.repetitions.push(Repetition {
            command,
            collapse,
            check,
            floats,
            stages,
        });
    }
    Ok(measurement)
}

fn solve(scene: &Scene) -> Result<Collapse, SolveError> {
    let options = Options::default();
    let monitor = Monitor::default();
    zwang_collapse::collapse(scene, &options, &monitor)
}

/// How many of the programs the floating-point solver does not answer.
fn unanswered(programs: &[Problem]) -> usize {
    let mut count = 0;
    for program in programs {
        if !clarabel::solve(program) {
            count += 1;
        }
    }
    count
}

/// The program `zwang`: beside this one, or a folder above if this one is a test.
fn program() -> Result<PathBuf> {
    let own = env::current_exe().context("the path of this program")?;
    let name = format!("zwang{}", env::consts::EXE_SUFFIX);
    for folder in own.ancestors().skip(1).take(2) {
        let program = folder.join(&name);
        if program.is_file() {
            return Ok(program);
        }
    }
    let own = own.display();
    bail!(
        "{own}: found no program zwang beside it; \
         expected what `cargo build --release` makes"
    )
}

/// The command `zwang collapse` on a file, as users run it.
pub struct WholeCommand {
    program: PathBuf,
    /// The word behind the program's name.
    command: &'static str,
    /// A folder of its own, removed in the end.
    folder: PathBuf,
}

impl WholeCommand {
    /// A command on a scene file of this text.
    pub fn new(text: &str, command: &'static str) -> Result<Self> {
        let program = program()?;
        let process = process::id();
        let folder = env::temp_dir().join(format!("zwang-bench-one-{process}"));
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let command = Self {
            program,
            command,
            folder,
        };
        fs::write(command.scene(), text)?;
        Ok(command)
    }

    fn scene(&self) -> PathBuf {
        self.folder.join("scene.toml")
    }

    /// Runs the command once.
    pub fn time(&self) -> Result<(ExitStatus, Span)> {
        let mut command = Command::new(&self.program);
        command.arg(self.command);
        command.arg(self.scene());
        command.arg("--quiet");
        command.arg("--proof");
        command.arg(self.folder.join("proof.json"));
        command.arg("--force");
        command.stdout(Stdio::null());
        let (status, span) = clock::time_of_child(&mut command)?;
        // 1 is an answer, too: that it falls.
        if status.code().is_none_or(|code| code > 1) {
            bail!("{}: {status}", self.program.display());
        }
        Ok((status, span))
    }
}

impl Drop for WholeCommand {
    fn drop(&mut self) {
        // What is left behind in a folder for temporary files does no harm.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn wants_more(done: usize, repeat: usize, elapsed: Duration) -> bool {
    if done == 0 {
        true
    } else if done < repeat {
        elapsed < AT_MOST
    } else {
        elapsed < AT_LEAST && done < MOST_REPETITIONS
    }
}

/// The median: the middle one, or the lower of both.
pub fn median(mut values: Vec<u64>) -> Option<u64> {
    values.sort_unstable();
    values.get(values.len().checked_sub(1)? / 2).copied()
}

impl Measurement {
    fn count(&mut self, statistics: &Statistics) {
        self.programs = statistics.programs;
        self.confirmed = statistics.confirmed_guesses;
        self.pivots = statistics.pivots;
    }

    /// The median of a time over all repetitions, ns.
    pub fn wall(&self, span: impl Fn(&Repetition) -> Span) -> Option<u64> {
        let spans = self.repetitions.iter().map(span);
        median(spans.map(|span| span.wall).collect())
    }

    /// The mean of the processor time over all repetitions, ns; none if it is too short for the
    /// clock that takes it.
    pub fn processor(&self, span: impl Fn(&Repetition) -> Span) -> Option<u64> {
        let mut sum = 0;
        for repetition in &self.repetitions {
            sum += span(repetition).processor?;
        }
        if Duration::from_nanos(sum) < clock::SHORTEST {
            return None;
        }
        sum.checked_div(self.repetitions.len() as u64)
    }

    /// The median of the time of a stage over all repetitions, ns.
    pub fn stage(&self, stage: Stage) -> Option<u64> {
        let repetitions = self.repetitions.iter();
        let times = repetitions.filter_map(|repetition| repetition.stages.get(stage as usize));
        median(times.copied().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![7]), Some(7));
        assert_eq!(median(vec![9, 1, 5]), Some(5));
        assert_eq!(median(vec![9, 1, 5, 7]), Some(5));
    }

    #[test]
    fn every_problem_is_measured_at_least_once_and_large_ones_not_for_ever() {
        let hour = Duration::from_secs(3600);
        assert!(wants_more(0, 3, hour));
        assert!(!wants_more(1, 3, hour));
        assert!(wants_more(2, 3, Duration::from_secs(60)));
        assert!(wants_more(3, 3, Duration::from_millis(1)));
        assert!(!wants_more(3, 3, Duration::from_secs(2)));
        assert!(!wants_more(MOST_REPETITIONS, 3, Duration::ZERO));
    }

    #[test]
    fn a_small_scene() {
        let problem = BenchProblem {
            family: super::super::BenchFamily::Diamond,
            size: 4,
        };
        let scene = problem.scene().unwrap();
        let measurement = measure(&scene, 1).unwrap();
        assert_eq!(measurement.restraint, "2");
        assert_eq!(measurement.verdict, "rests");
        for repetition in &measurement.repetitions {
            assert!(repetition.collapse.wall > 0);
        }
        let text = serde_json::to_string(&measurement).unwrap();
        let read: Measurement = serde_json::from_str(&text).unwrap();
        assert_eq!(read, measurement);
    }
}
