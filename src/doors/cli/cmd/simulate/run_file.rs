//! The file that a run is written to, and what is told of it when the run ends early.

use super::super::limit::{self, Reason};
use super::super::target::{named_after, require_folder, require_other};
use super::super::{Outcome, console, file};
use super::arguments::SimulateArguments;
use super::summary::lines::count;
use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use zwang_answer::file::RunWriter;
use zwang_exact::Rational;

/// The path that the arguments name, or the scene's name with this ending in the current folder.
pub fn path(scene: &str, ending: &str, arguments: &SimulateArguments) -> PathBuf {
    match &arguments.output {
        Some(path) => path.clone(),
        None => named_after(scene, ending),
    }
}

/// That file, opened.
///
/// # Errors
/// If it cannot be written, or must not be.
pub fn open(scene: &str, ending: &str, arguments: &SimulateArguments) -> Result<RunWriter> {
    let path = path(scene, ending, arguments);
    let file = open_path(&path, arguments)?;
    if arguments.json && file.is_standard() {
        bail!(
            "found --json and -o -, which both write to standard output; \
             expected -o FILE"
        );
    }
    Ok(file)
}

fn open_path(path: &Path, arguments: &SimulateArguments) -> Result<RunWriter> {
    let existing = arguments.existing();
    if file::is_standard(path) || path == Path::new("/dev/stdout") {
        return Ok(RunWriter::standard(existing)?);
    }
    let name = path.display().to_string();
    if path.is_dir() {
        bail!(
            "{name}: is a folder; \
             expected the name of a file"
        );
    }
    if path.is_file() {
        let scene = arguments.solve.scene.as_deref();
        require_other(&name, path, &[("scene", scene)])?;
    } else if !path.exists() {
        require_folder(&name, path)?;
    }
    Ok(RunWriter::open(path, existing)?)
}

/// Ends the program with the steps that are finished when it is interrupted, or when the time limit
/// is over.
///
/// # Errors
/// If the time limit is not positive, or the system does not let us watch.
pub fn watch(
    time_limit: Option<&Rational>,
    file: &Arc<Mutex<RunWriter>>,
    steps: u64,
    line: ProgressBar,
) -> Result<()> {
    let file = Arc::clone(file);
    limit::watch_with(time_limit, move |reason| {
        give_up(&file, steps, &line, reason)
    })
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
    let done = file.steps();
    let mut told = format!("{why} after {done} of {}", count(steps as usize, "step"));
    let name = file.name();
    if file.holds_another_run() {
        told += &format!("; {name} is as it was");
    } else if file.is_file() {
        told += &format!("; {name} keeps them, and --resume goes on from there");
    }
    console::tell(&told);
    if let Err(error) = kept.context("but") {
        let told = format!("{error:#}");
        console::tell(&told);
    }
    process::exit(Outcome::Unknown.code().into());
}

/// The file stays valid even if a thread has panicked while it held it: a torn line is cut off by
/// --resume.
pub fn lock(file: &Mutex<RunWriter>) -> MutexGuard<'_, RunWriter> {
    file.lock().unwrap_or_else(PoisonError::into_inner)
}
