//! Films of runs.

use crate::errors::{exception, no_step, of_system, unusable_file};
use crate::scene::Scene;
use crate::waiting::{Limits, wait_within};
use pyo3::prelude::*;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use zwang::answer::CheckedSteps;
use zwang::answer::file::{FileError, RunReader};
use zwang::program::Stop;
use zwang::{RunError, output};

/// A page that plays a run and needs no network. Its steps are those that the checker has accepted.
///
/// Made by `zwang.film`; a notebook shows it.
#[pyclass(frozen, module = "zwang")]
pub struct Film {
    steps: u64,
    html: String,
}

/// A film of a run file, all of whose steps are checked on the way.
///
/// Raises `Rejected` if a step violates a condition, `RunFileError` if the file is no run, has no
/// step or is that of another scene, and `OSError`. `KeyboardInterrupt` (Ctrl-C) stops it.
#[pyfunction]
pub fn film(py: Python, scene: Py<Scene>, path: PathBuf) -> PyResult<Film> {
    let model = &scene.get().scene;
    let name = path.display().to_string();
    let made = wait_within(py, Limits::default(), |monitor| {
        play(model, &path, monitor.stop())
    })?;
    let made = made.map_err(|error| match &error {
        RunError::File(error) => unusable_file(py, error),
        _ => no_step(py, &error),
    })?;
    if made.steps() == 0 {
        let message = format!("{name}: found a run without steps; expected at least one");
        return Err(exception(py, "RunFileError", &message));
    }
    Ok(Film {
        steps: made.steps(),
        html: made.html(),
    })
}

/// Reads the run and has its steps checked; to stop, it ends early, and is thrown away.
fn play(scene: &zwang::Scene, path: &Path, stop: &Stop) -> Result<output::film::Film, RunError> {
    let name = path.display().to_string();
    let file = match File::open(path) {
        Ok(file) => BufReader::new(file),
        Err(error) => {
            let error = FileError::System { name, error };
            return Err(error.into());
        }
    };
    let mut reader = RunReader::new(file, &name);
    let header = reader.require_header()?;
    let mut film = output::film::Film::new(scene, &header.head());
    let steps = CheckedSteps::new(scene, &header, reader)?;
    for step in steps.in_parallel() {
        if stop.is_due() {
            break;
        }
        film.push(step?.verified());
    }
    Ok(film)
}

#[pymethods]
impl Film {
    /// How many steps it shows.
    #[getter]
    fn steps(&self) -> u64 {
        self.steps
    }

    /// The page, in HTML.
    #[getter]
    fn html(&self) -> &str {
        &self.html
    }

    /// Writes the page to a file. Raises `OSError`.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        let written = fs::write(&path, &self.html);
        let name = path.display().to_string();
        written.map_err(|error| of_system(&name, &error))
    }

    /// The page in a frame of its own, as notebooks show it.
    fn _repr_html_(&self) -> String {
        let page = self.html.replace('&', "&amp;");
        let page = page.replace('"', "&quot;");
        let size = "width='100%' height='700'";
        let style = "style='border: 0'";
        let title = "title='A run, played'";
        format!("<iframe srcdoc=\"{page}\" {size} {style} {title}></iframe>")
    }

    fn __repr__(&self) -> String {
        format!("<zwang.Film of {} steps>", self.steps)
    }
}
