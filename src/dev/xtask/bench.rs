//! `cargo xtask bench`: what exactness costs, measured against floating point on the same problems
//! in the same run.
//!
//! Each problem is measured in a process of its own, which tells its peak of memory and can be
//! ended when it takes too long; `measure` is that process. This one goes through the problems,
//! from small to large, and shows what comes back.

mod arguments;
mod clarabel;
mod clock;
mod friction;
mod growth;
mod measure;
mod methods;
mod peers;
mod problem;
mod record;
mod result;
mod runs;
mod space;
mod table;

pub use arguments::BenchArguments;

use anyhow::{Context, Result, anyhow, bail};
use arguments::BenchCommand;
use clap::ValueEnum;
use measure::Measurement;
use problem::{BenchFamily, BenchProblem};
use result::Measured;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};
use zwang_terminal::progress::Progress;
use zwang_terminal::target::Target;
use zwang_terminal::{Outcome, console};

/// How often a process is asked whether it has ended.
const PAUSE: Duration = Duration::from_millis(5);

/// Runs the command.
pub fn run(arguments: &BenchArguments) -> Result<Outcome> {
    match &arguments.command {
        Some(BenchCommand::One(arguments)) => measure::run(arguments),
        Some(BenchCommand::Methods(arguments)) => methods::run(arguments),
        Some(BenchCommand::Friction(arguments)) => friction::run(arguments),
        Some(BenchCommand::Runs(arguments)) => runs::run(arguments),
        Some(BenchCommand::Space(arguments)) => space::run(arguments),
        None => run_all(arguments),
    }
}

fn run_all(arguments: &BenchArguments) -> Result<Outcome> {
    let csv = target(arguments.csv.as_deref())?;
    let plot = target(arguments.plot.as_deref())?;
    let versions = if arguments.peers {
        Some(peers::versions()?)
    } else {
        None
    };
    let folder = PeerFolder::new(arguments.peers)?;
    let mut results = Vec::new();
    let problems = problems(arguments);
    let progress = Progress::of_things(arguments.quiet, "problems", problems.len() as u64);
    for problem in problems {
        let result = measured(problem, arguments, folder.path())?;
        if !arguments.quiet {
            progress.note(&table::line(&result));
        }
        results.push(result);
        progress.step(results.len() as u64);
    }
    drop(progress);
    let mut text = table::tables(&results);
    let growth = growth::report(&results);
    text.push_str(&format!("\n{growth}"));
    if let Some(versions) = versions {
        let peers = table::peer_table(&results);
        text.push_str(&format!("\n{peers}\n{versions}"));
    }
    console::print(text)?;
    if let Some(target) = csv {
        target.write(record::csv(&results).as_bytes())?;
    }
    if let Some(target) = plot {
        target.write(record::plot(&results).as_bytes())?;
    }
    if results.iter().all(Measured::is_right) {
        Ok(Outcome::Yes)
    } else {
        Ok(Outcome::No)
    }
}

/// The place of a file that is asked for.
fn target(path: Option<&Path>) -> Result<Option<Target>> {
    path.map(|path| Target::new(path, None, true)).transpose()
}

fn problems(arguments: &BenchArguments) -> Vec<BenchProblem> {
    let families: &[BenchFamily] = if arguments.families.is_empty() {
        BenchFamily::value_variants()
    } else {
        &arguments.families
    };
    let mut problems = Vec::new();
    for &family in families {
        let sizes = if arguments.sizes.is_empty() {
            family.sizes(arguments.full)
        } else {
            &arguments.sizes
        };
        for &size in sizes {
            problems.push(BenchProblem { family, size });
        }
    }
    problems
}

fn measured(
    problem: BenchProblem,
    arguments: &BenchArguments,
    folder: Option<&Path>,
) -> Result<Measured> {
    let folder = folder.filter(|_| peers::gets(problem, arguments.full));
    let measurement = in_own_process(problem, arguments, folder)?;
    let mut result = Measured {
        problem,
        measurement,
        peers: Vec::new(),
    };
    let (Some(folder), Ok(measurement)) = (folder, &result.measurement) else {
        return Ok(result);
    };
    result.peers = peers::solve(problem, folder, arguments.time_limit)?;
    let scene = problem.scene()?;
    for answer in &mut result.peers {
        answer.compare(&scene, measurement)?;
    }
    Ok(result)
}

/// The measurement of a problem, or why there is none.
fn in_own_process(
    problem: BenchProblem,
    arguments: &BenchArguments,
    folder: Option<&Path>,
) -> Result<Result<Measurement, String>> {
    let program = env::current_exe().context("the path of this program")?;
    let mut command = Command::new(program);
    command.args([
        "bench",
        "one",
        &problem.family.to_string(),
        &problem.size.to_string(),
    ]);
    command.args(["--repeat", &arguments.repeat.to_string()]);
    if let Some(folder) = folder {
        command.arg("--files").arg(folder);
    }
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .context("another process")?;
    let Some(mut output) = child.stdout.take() else {
        bail!("the output of another process: found none")
    };
    let reader = thread::spawn(move || {
        let mut text = String::new();
        output.read_to_string(&mut text).map(|_| text)
    });
    if !ended_within(&mut child, Duration::from_secs(arguments.time_limit))? {
        return Ok(Err(format!("no answer within {} s", arguments.time_limit)));
    }
    let text = reader
        .join()
        .map_err(|_| anyhow!("the output of another process"))??;
    match serde_json::from_str(&text) {
        Ok(measurement) => Ok(Ok(measurement)),
        Err(_) => Ok(Err("no measurement, for the reason above".to_owned())),
    }
}

/// Waits for a process, and ends it if it takes too long.
fn ended_within(child: &mut Child, limit: Duration) -> Result<bool> {
    let start = Instant::now();
    while child.try_wait()?.is_none() {
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(false);
        }
        thread::sleep(PAUSE);
    }
    Ok(true)
}

/// A folder for the problems that peers read; it is removed in the end.
struct PeerFolder {
    path: Option<PathBuf>,
}

impl PeerFolder {
    fn new(wanted: bool) -> Result<Self> {
        if !wanted {
            return Ok(Self { path: None });
        }
        let process = process::id();
        let path = env::temp_dir().join(format!("zwang-bench-{process}"));
        let created = fs::create_dir_all(&path);
        created.with_context(|| path.display().to_string())?;
        Ok(Self { path: Some(path) })
    }

    fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }
}

impl Drop for PeerFolder {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // What is left behind in a folder for temporary files does no harm.
            let _ = fs::remove_dir_all(path);
        }
    }
}
