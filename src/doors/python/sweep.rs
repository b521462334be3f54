//! Sweeps: what `zwang/sweeps.py` shares out among processes. Answers are JSON, as those of the
//! command line.

use crate::errors::exception;
use crate::waiting::{Limits, Seconds, wait_within};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt::Display;
use std::path::PathBuf;
use std::time::Duration;
use zwang_sweep::{Format, Plan, PlanError, merge_to_file};
use zwang_sweep::{Sample, Scenes, Shard, WorkOptions};

/// The text of the plan of a family's sweep: parameters with one value, and parameters that vary.
/// `sample` is the number of items that are drawn, and the seed.
///
/// Raises `SweepError` if there is no such sweep.
#[pyfunction]
#[pyo3(signature = (family, fixed, vary, ask, sample))]
pub fn sweep_plan(
    py: Python,
    family: &str,
    fixed: Vec<(String, String)>,
    vary: Vec<(String, String)>,
    ask: &str,
    sample: Option<(u64, u64)>,
) -> PyResult<String> {
    let fixed = fixed.iter().map(borrowed);
    let vary = vary.iter().map(borrowed);
    let scenes = Scenes::family(family, fixed, vary);
    plan_text(py, scenes, ask, sample)
}

/// The text of the plan of a sweep over a scene file with parameters: those with one value, and
/// those that vary. `sample` is the number of items that are drawn, and the seed.
///
/// Raises `SweepError` if there is no such sweep, or the file cannot be read.
#[pyfunction]
#[pyo3(signature = (path, fixed, vary, ask, sample))]
pub fn sweep_plan_of_scene(
    py: Python,
    path: PathBuf,
    fixed: Vec<(String, String)>,
    vary: Vec<(String, String)>,
    ask: &str,
    sample: Option<(u64, u64)>,
) -> PyResult<String> {
    let fixed = fixed.iter().map(borrowed);
    let vary = vary.iter().map(borrowed);
    let scenes = Scenes::template(&path, fixed, vary);
    let scenes = or_raise(py, scenes)?;
    plan_text(py, scenes, ask, sample)
}

fn borrowed((name, value): &(String, String)) -> (&str, &str) {
    (name, value)
}

/// The text of the plan of a sweep over scene files.
///
/// Raises `SweepError` if there is no such sweep, or a file cannot be read.
#[pyfunction]
pub fn sweep_plan_of_files(py: Python, files: Vec<PathBuf>, ask: &str) -> PyResult<String> {
    let files = files.iter().map(PathBuf::as_path);
    let scenes = Scenes::files(files);
    let scenes = or_raise(py, scenes)?;
    plan_text(py, scenes, ask, None)
}

fn plan_text(
    py: Python,
    scenes: Scenes,
    ask: &str,
    sample: Option<(u64, u64)>,
) -> PyResult<String> {
    let sample = sample.map(|(count, seed)| Sample { count, seed });
    let plan = plan_of(scenes, ask, sample);
    let plan = or_raise(py, plan)?;
    Ok(plan.text())
}

fn plan_of(scenes: Scenes, ask: &str, sample: Option<Sample>) -> Result<Plan, PlanError> {
    let ask = ask.parse()?;
    Plan::new(scenes, sample, ask)
}

/// Works on a shard of the sweep in a folder, and says how far it is.
///
/// Raises `SweepError` if the folder holds another sweep or cannot be written. `KeyboardInterrupt`
/// (Ctrl-C) stops it; what is finished stays.
#[pyfunction]
#[pyo3(signature = (folder, plan, shard, *, threads, time_limit, retry))]
pub fn sweep_work(
    py: Python,
    folder: PathBuf,
    plan: &str,
    shard: &str,
    threads: Option<usize>,
    time_limit: Option<Seconds>,
    retry: bool,
) -> PyResult<String> {
    let plan = Plan::read(plan);
    let plan = or_raise(py, plan)?;
    let shard = shard_of(shard)?;
    let time_limit = match time_limit {
        Some(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        None => None,
    };
    let options = WorkOptions {
        threads: threads.unwrap_or(0),
        time_limit,
        retry,
    };
    let limits = Limits::new(threads, None)?;
    let worked = wait_within(py, limits, |monitor| {
        let stop = monitor.stop();
        zwang_sweep::work(&folder, &plan, shard, &options, stop, |_| ())
    })?;
    let worked = or_raise(py, worked)?;
    Ok(worked.json(shard))
}

/// How far the sweep in a folder is.
///
/// Raises `SweepError` if there is none.
#[pyfunction]
pub fn sweep_status(py: Python, folder: PathBuf) -> PyResult<String> {
    let status = py.detach(|| zwang_sweep::status(&folder));
    let status = or_raise(py, status)?;
    Ok(status.json())
}

/// Writes one table of all rows, CSV or Parquet, as the ending of the file says.
///
/// Raises `SweepError` if items have no row, unless the table may be `partial`, and ValueError for
/// another ending.
#[pyfunction]
#[pyo3(signature = (folder, path, *, proofs, partial))]
pub fn sweep_merge(
    py: Python,
    folder: PathBuf,
    path: PathBuf,
    proofs: bool,
    partial: bool,
) -> PyResult<u64> {
    let Some(format) = Format::of(&path) else {
        let name = path.display();
        let message = format!("{name}: found another ending; expected .csv or .parquet");
        return Err(PyValueError::new_err(message));
    };
    let merged = py.detach(|| merge_to_file(&folder, format, proofs, partial, &path));
    let merged = or_raise(py, merged)?;
    Ok(merged.rows)
}

/// Makes each scene of a shard again, and has the checker judge its proof.
///
/// Raises `SweepError` if there is no sweep.
#[pyfunction]
pub fn sweep_check(py: Python, folder: PathBuf, shard: &str) -> PyResult<String> {
    let shard = shard_of(shard)?;
    let checked = py.detach(|| zwang_sweep::check(&folder, shard, |_| ()));
    let checked = or_raise(py, checked)?;
    Ok(checked.json())
}

fn shard_of(text: &str) -> PyResult<Shard> {
    text.parse().map_err(|error| {
        let message = format!("shard: {error}");
        PyValueError::new_err(message)
    })
}

/// The result, or `SweepError`.
fn or_raise<T>(py: Python, result: Result<T, impl Display>) -> PyResult<T> {
    result.map_err(|error| exception(py, "SweepError", error))
}
