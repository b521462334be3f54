//! Run files, checked.

use crate::errors::{exception, of_system, rejected};
use crate::scene::Scene;
use crate::values::{Object, class};
use crate::waiting::{Limits, wait_within};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;
use zwang::check::run::{RunError, Steps, verify_steps};
use zwang::program::Stop;

/// Has the independent checker judge a run file, from the step `first` to the step `last` or its
/// end. What it accepts is returned, a `zwang.RunVerdict`.
///
/// Raises `Rejected` if a step violates a condition, `RunFileError` if the file is no run or does
/// not have the steps, and `OSError`. `KeyboardInterrupt` (Ctrl-C) stops it.
#[pyfunction]
#[pyo3(signature = (scene, path, *, first = 1, last = None, threads = None))]
pub fn check_run<'py>(
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
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = threads.unwrap_or(cores);
    let checked = wait_within(py, limits, |monitor| {
        let file = File::open(&path).map_err(RunError::Unreadable)?;
        let mut text = Stoppable {
            text: BufReader::new(file),
            stop: monitor.stop(),
        };
        verify_steps(model, &mut text, steps, threads, |_| ())
    })?;
    let accepted = match checked {
        Ok(accepted) => accepted,
        Err(RunError::Rejected(rejection)) => return Err(rejected(py, &rejection)),
        Err(RunError::Unreadable(error)) => {
            return Err(of_system(&path.display().to_string(), &error));
        }
        Err(error) => {
            let message = format!("{}: {error}", path.display());
            return Err(exception(py, "RunFileError", &message));
        }
    };
    let figures = &accepted.extremes;
    let fields = PyDict::new(py);
    fields.set_item("first", accepted.from)?;
    fields.set_item("last", accepted.to)?;
    fields.set_item("step", &accepted.step)?;
    fields.set_item("grid", accepted.grid)?;
    fields.set_item("restitution", &accepted.restitution)?;
    fields.set_item("is_coarse", accepted.is_coarse)?;
    fields.set_item("penetration_squared", &figures.penetration_squared)?;
    fields.set_item("pin_drift_squared", &figures.pin_drift_squared)?;
    fields.set_item("momentum_defect_squared", &figures.momentum_defect_squared)?;
    class(py, "RunVerdict")?.call((), Some(&fields))
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
