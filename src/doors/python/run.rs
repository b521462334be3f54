//! Run files, checked: whole, or in slices by many workers.

use crate::errors::{exception, of_system, rejected, unusable_file};
use crate::scene::Scene;
use crate::values::{Object, class};
use crate::waiting::{Limits, wait_within};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use zwang::answer::file::Slices;
use zwang::check::law::{Accepted, RunError, Steps, verify_steps};
use zwang::program::Stop;
use zwang_verdict::join::{JoinError, Pieces};
use zwang_verdict::json;

/// Has the independent checker judge a run file, from the step `first` to the step `last` or its
/// end.
#[pyfunction]
pub fn check_run_file<'py>(
    py: Python<'py>,
    scene: Py<Scene>,
    path: PathBuf,
    first: u64,
    last: Option<u64>,
    threads: Option<usize>,
) -> Object<'py> {
    let limits = Limits::new(threads, None)?;
    let model = &scene.get().scene;
    let steps = Steps {
        from: first,
        to: last,
    };
    let checked = wait_within(py, limits, |monitor| {
        let file = File::open(&path).map_err(RunError::Unreadable)?;
        let mut text = Stoppable {
            text: BufReader::new(file),
            stop: monitor.stop(),
        };
        verify_steps(Some(model), &mut text, steps, |_| ())
    })?;
    let accepted = checked.map_err(|error| not_accepted(py, &path, &error))?;
    verdict(py, &accepted)
}

/// Has the independent checker judge a slice of a run from the step `first` on, in one thread; its
/// verdict in JSON. `path` is what errors call the run.
#[pyfunction]
pub fn check_slice(
    py: Python,
    scene: Py<Scene>,
    path: PathBuf,
    first: u64,
    slice: Py<PyBytes>,
) -> PyResult<String> {
    let limits = Limits::new(Some(1), None)?;
    let model = &scene.get().scene;
    let bytes = slice.as_bytes(py);
    let steps = Steps {
        from: first,
        to: None,
    };
    let checked = wait_within(py, limits, |monitor| {
        let mut text = Stoppable {
            text: bytes,
            stop: monitor.stop(),
        };
        verify_steps(Some(model), &mut text, steps, |_| ())
    })?;
    let accepted = checked.map_err(|error| not_accepted(py, &path, &error))?;
    Ok(json::accepted_run(&accepted))
}

/// The verdict on a run, from those in JSON on its pieces.
#[pyfunction]
pub fn join_verdicts<'py>(py: Python<'py>, verdicts: Vec<String>) -> Object<'py> {
    let mut pieces = Pieces::default();
    for verdict in verdicts {
        let read = pieces.read(verdict.as_bytes());
        read.map_err(|error| match error {
            JoinError::Rejected(rejection) => rejected(py, &rejection),
            error => exception(py, "RunFileError", error),
        })?;
    }
    let whole = pieces.join();
    let whole = whole.map_err(|rejection| rejected(py, &rejection))?;
    verdict(py, &whole)
}

/// A slice: its first step, its last step and its contents.
type Slice<'py> = (u64, u64, Bound<'py, PyBytes>);

/// The slices of a run file: an iterator of first step, last step and contents.
#[pyclass(module = "zwang")]
pub struct RunSlices {
    slices: Mutex<Slices<BufReader<File>>>,
}

#[pymethods]
impl RunSlices {
    #[new]
    fn new(py: Python, path: PathBuf, steps: u64) -> PyResult<Self> {
        let name = path.display().to_string();
        let file = File::open(&path);
        let file = file.map_err(|error| of_system(&name, &error))?;
        let file = BufReader::new(file);
        let slices = Slices::new(file, &name, steps);
        let slices = slices.map_err(|error| unusable_file(py, &error))?;
        Ok(Self {
            slices: Mutex::new(slices),
        })
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Slice<'py>>> {
        let slices = self.slices.lock();
        let mut slices = slices.unwrap_or_else(PoisonError::into_inner);
        let Some(slice) = slices.next() else {
            return Ok(None);
        };
        let slice = slice.map_err(|error| unusable_file(py, &error))?;
        let text = PyBytes::new(py, slice.text.as_bytes());
        Ok(Some((slice.first, slice.last, text)))
    }
}

/// The verdict on an accepted run, a `zwang.RunVerdict`.
fn verdict<'py>(py: Python<'py>, accepted: &Accepted) -> Object<'py> {
    let fields = PyDict::new(py);
    let figures = &accepted.extremes;
    fields.set_item("first", accepted.from)?;
    fields.set_item("last", accepted.to)?;
    fields.set_item("step", &accepted.step)?;
    fields.set_item("grid", accepted.grid)?;
    fields.set_item("near_groups", figures.near)?;
    fields.set_item("penetration_squared", &figures.penetration_squared)?;
    fields.set_item("steady_rise", &figures.steady_rise)?;
    fields.set_item("landing_rise", &figures.landing_rise)?;
    class(py, "RunVerdict")?.call((), Some(&fields))
}

/// Why a run is not accepted.
fn not_accepted(py: Python, path: &Path, error: &RunError) -> PyErr {
    let name = path.display().to_string();
    match error {
        RunError::Rejected(rejection) => rejected(py, rejection),
        RunError::Unreadable(error) => of_system(&name, error),
        error => {
            let message = format!("{name}: {error}");
            exception(py, "RunFileError", message)
        }
    }
}

/// A text that ends with an error when it is time to stop.
struct Stoppable<'a, Text> {
    text: Text,
    stop: &'a Stop,
}

impl<Text: Read> Read for Stoppable<'_, Text> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.text.read(buffer)
    }
}

impl<Text: BufRead> BufRead for Stoppable<'_, Text> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.stop.is_due() {
            return Err(io::Error::other("interrupted"));
        }
        self.text.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.text.consume(count);
    }
}
