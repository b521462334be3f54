//! Run files read back, step by step.

use crate::errors::{exception, no_step, rejected, unusable_file};
use crate::scene::Scene;
use crate::step::Step;
use crate::waiting::{Limits, wait_within};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::Mutex;
use zwang::answer::file::{FileError, RunReader};
use zwang::answer::{CheckedSteps, RunHeader};
use zwang::output::event::EventTimes;
use zwang::scene::read::parse_json;
use zwang::{Rational, RunError};

/// A run file: an iterator of `zwang.Step`, each accepted by the checker before it comes out, which
/// ends with the run.
///
/// Made by `zwang.read_run`.
#[pyclass(frozen, module = "zwang")]
pub struct RunFile {
    scene: Py<Scene>,
    header: RunHeader,
    steps: Mutex<Steps>,
}

/// The steps that are left, and when what happens in them.
struct Steps {
    checked: CheckedSteps<RunReader<BufReader<File>>>,
    times: EventTimes,
}

/// Reads a run file that `zwang.simulate` or `zwang simulate` has written. The scene
/// is the one that the run has with it, unless another one is given, which it must be a run of.
///
/// Raises `RunFileError` if the file is no run, or has no scene and none is given, `Rejected` if it
/// is that of another scene, and `OSError`. Steps raise `Rejected` if they violate a condition.
#[pyfunction]
#[pyo3(signature = (path, scene = None))]
pub fn read_run(py: Python, path: PathBuf, scene: Option<Py<Scene>>) -> PyResult<RunFile> {
    let name = path.display().to_string();
    let (reader, header) = open(&path, &name).map_err(|error| unusable_file(py, &error))?;
    let scene = match scene {
        Some(scene) => scene,
        None => Py::new(py, own_scene(py, &name, &header)?)?,
    };
    let model = &scene.get().scene;
    let checked = CheckedSteps::new(model, &header, reader);
    let checked = checked.map_err(|rejection| rejected(py, &rejection))?;
    let times = EventTimes::new(model, header.step());
    Ok(RunFile {
        scene,
        header,
        steps: Mutex::new(Steps { checked, times }),
    })
}

fn open(path: &PathBuf, name: &str) -> Result<(RunReader<BufReader<File>>, RunHeader), FileError> {
    let file = File::open(path).map_err(|error| FileError::System {
        name: name.to_owned(),
        error,
    })?;
    let mut reader = RunReader::new(BufReader::new(file), name);
    let header = reader.require_header()?;
    Ok((reader, header))
}

/// The scene that a run has with it.
fn own_scene(py: Python, name: &str, header: &RunHeader) -> PyResult<Scene> {
    let Some(text) = header.scene_file() else {
        let message = format!("{name}: found a run without its scene; expected scene=…");
        return Err(exception(py, "RunFileError", message));
    };
    let reading = parse_json(text);
    let reading = reading.map_err(|error| {
        let message = format!("{name}: the scene in it: {error}");
        exception(py, "RunFileError", message)
    })?;
    Ok(Scene::new(reading.scene, Vec::new()))
}

#[pymethods]
impl RunFile {
    /// The scene.
    #[getter]
    fn scene(&self, py: Python) -> Py<Scene> {
        self.scene.clone_ref(py)
    }

    /// The length of a step, s: a fraction.
    #[getter]
    fn step(&self) -> &Rational {
        self.header.step()
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python) -> PyResult<Option<Step>> {
        let Ok(mut steps) = self.steps.try_lock() else {
            let message = "another thread is reading a step; expected one at a time";
            return Err(PyValueError::new_err(message));
        };
        let steps: &mut Steps = &mut steps;
        let next = wait_within(py, Limits::default(), |_| steps.next())?;
        let next = next.map_err(|error| no_step(py, &error))?;
        let Some((step, events)) = next else {
            return Ok(None);
        };
        Ok(Some(Step::new(self.scene.clone_ref(py), step, events)))
    }

    /// A frame of pandas with a row for each body after each of the steps that are left, or of so
    /// many of them; as `Simulation.to_pandas`.
    #[pyo3(signature = (steps = None))]
    fn to_pandas<'py>(slf: &Bound<'py, Self>, steps: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let tables = slf.py().import("zwang.tables")?;
        tables.call_method1("of_steps", (slf, steps))
    }
}

/// A step, and what happens in it.
type Read = (
    zwang::RunStep,
    Vec<(zwang::output::event::EventKind, zwang::output::event::Event)>,
);

impl Steps {
    fn next(&mut self) -> Result<Option<Read>, RunError> {
        let Some(step) = self.checked.next() else {
            return Ok(None);
        };
        let step = step?.into_verified();
        let events = self.times.all(&step);
        self.times.advance(&step);
        Ok(Some((step, events)))
    }
}
