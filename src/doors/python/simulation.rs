//! Scenes advanced in time.

use crate::errors::{no_step, unusable_file};
use crate::numbers::exact;
use crate::scene::Scene;
use crate::step::Step;
use crate::waiting::{Limits, wait_within};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::collections::VecDeque;
use std::fmt::Display;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use zwang::answer::file::{Existing, RunWriter, resume};
use zwang::answer::{self, CheckedSteps, RunHeader, RunRecord, last_step_follows};
use zwang::law::{LawError, Restitution, Settings};
use zwang::output::event::{Event, EventKind, EventTimes};
use zwang::program::Monitor;
use zwang::{Rational, RunError, RunStep};

/// This many records of a file that is resumed tell what slides in its last two steps.
const TAIL: usize = 5;

/// A scene advanced in time: an iterator of `zwang.Step`, each accepted by the checker before it
/// comes out.
///
/// It has no end, but an error may say why there is no further step. After Ctrl-C it goes on where
/// it was.
#[pyclass(frozen, module = "zwang")]
pub struct Simulation {
    scene: Py<Scene>,
    step: Rational,
    limits: Limits,
    run: Mutex<Run>,
}

/// Advances a scene in time by steps of `step` seconds, one after the other as they are asked for,
/// each proved.
///
/// States are rounded to multiples of 2^-64, symmetrically. `restitution`, 0 to 1, says how much
/// bounces, whatever the scene says of it. With `out`, steps are written to a run file as they are
/// taken; `existing` says what to do with a file that is there: "refuse", "resume" or "replace".
///
/// Raises `RunStopped` if a number is out of its range or the scene is no lawful beginning,
/// `FileExistsError`, `RunFileError` if the file is that of another run, and `OSError`.
#[pyfunction]
#[pyo3(signature = (
    scene,
    step = None,
    *,
    restitution = None,
    out = None,
    existing = "refuse",
    threads = None,
))]
#[allow(clippy::too_many_arguments, reason = "keywords, each with a default")]
pub fn simulate(
    py: Python,
    scene: Py<Scene>,
    step: Option<&Bound<PyAny>>,
    restitution: Option<&Bound<PyAny>>,
    out: Option<PathBuf>,
    existing: &str,
    threads: Option<usize>,
) -> PyResult<Simulation> {
    let limits = Limits::new(threads, None)?;
    let model = Arc::clone(&scene.get().scene);
    let mut settings = Settings {
        restitution: zwang::answer::restitution(&model),
        ..Settings::default()
    };
    let existing = existing_file(existing)?;
    if let Some(step) = step {
        settings.step = exact(step)?;
    }
    if let Some(coefficient) = restitution {
        settings.restitution = Restitution {
            default: exact(coefficient)?,
            ..Restitution::default()
        };
    }
    let step = settings.step.clone();
    let run = wait_within(py, limits, |_| Run::new(model, settings, out, existing))?;
    let run = run.map_err(|error| no_step(py, &error))?;
    Ok(Simulation {
        scene,
        step,
        limits,
        run: Mutex::new(run),
    })
}

fn existing_file(name: &str) -> PyResult<Existing> {
    match name {
        "refuse" => Ok(Existing::Refuse),
        "resume" => Ok(Existing::Resume),
        "replace" => Ok(Existing::Replace),
        _ => Err(unknown("existing", name, "refuse, resume or replace")),
    }
}

fn unknown(argument: &str, found: impl Display, expected: &str) -> PyErr {
    let message = format!(
        "{argument}: found {found}; \
         expected {expected}"
    );
    PyValueError::new_err(message)
}

/// A simulation, the checker of its steps, and the file that they go to.
struct Run {
    simulation: answer::Simulation,
    /// The record that the checker looks at next.
    next: Next,
    steps: CheckedSteps<Next>,
    /// When what happens in the next step.
    times: EventTimes,
    file: Option<RunWriter>,
    /// A step that is checked and has not come out.
    ready: Option<Ready>,
    has_ended: bool,
}

/// A checked step, and what happens in it.
struct Ready {
    step: RunStep,
    events: Vec<(EventKind, Event)>,
}

/// Hands single records to the checker.
#[derive(Clone, Default)]
struct Next(Arc<Mutex<Option<RunRecord>>>);

impl Iterator for Next {
    type Item = Result<RunRecord, LawError>;

    fn next(&mut self) -> Option<Self::Item> {
        let record = self.lock().take()?;
        Some(Ok(record))
    }
}

impl Next {
    fn lock(&self) -> MutexGuard<'_, Option<RunRecord>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Run {
    /// At the beginning of the run, or where the file ends that is resumed.
    fn new(
        scene: Arc<zwang::Scene>,
        settings: Settings,
        out: Option<PathBuf>,
        existing: Existing,
    ) -> Result<Self, RunError> {
        let model = Arc::clone(&scene);
        let mut simulation = answer::Simulation::new(model, settings)?;
        let mut last = Vec::new();
        let mut tail = VecDeque::new();
        let mut file = None;
        let header = simulation.header();
        if let Some(path) = out {
            let mut writer = RunWriter::open(&path, existing)?;
            let on_record = |record: &RunRecord| {
                if tail.len() == TAIL {
                    tail.pop_front();
                }
                tail.push_back(record.clone());
            };
            let is_sound = |last: &[RunRecord]| last_step_follows(&scene, &header, last);
            last = resume(&mut writer, &simulation, u64::MAX, on_record, is_sound)?;
            simulation = simulation.resumed_after(&last);
            file = Some(writer);
        }
        let next = Next::default();
        let records = next.clone();
        let steps = CheckedSteps::after(&scene, &header, &last, records)?;
        let times = times_after(&scene, &header, &tail.into_iter().collect::<Vec<_>>())?;
        Ok(Self {
            simulation,
            next,
            steps,
            times,
            file,
            ready: None,
            has_ended: false,
        })
    }

    /// Computes the next step, has it checked and writes it, unless one is ready. Only one that was
    /// interrupted can be tried again.
    fn advance(&mut self, monitor: &Monitor) -> Result<(), RunError> {
        if self.ready.is_some() || self.has_ended {
            return Ok(());
        }
        self.has_ended = true;
        let record = match self.simulation.advance(monitor) {
            Err(error) if error.is_interrupted() => {
                self.has_ended = false;
                return Err(error.into());
            }
            record => record?,
        };
        *self.next.lock() = Some(record);
        let Some(step) = self.steps.next() else {
            return Ok(());
        };
        let step = step?;
        if let Some(file) = &mut self.file {
            file.append(step.record())?;
        }
        let events = self.times.all(step.verified());
        self.times.advance(step.verified());
        self.ready = Some(Ready {
            step: step.into_verified(),
            events,
        });
        self.has_ended = false;
        Ok(())
    }
}

/// When what happens in the step after these, the last ones of a file. Slips are known of steps
/// that are checked, and the last two count.
fn times_after(
    scene: &zwang::Scene,
    header: &RunHeader,
    tail: &[RunRecord],
) -> Result<EventTimes, RunError> {
    let mut times = EventTimes::new(scene, header.step());
    let (before, last) = tail.split_at(tail.len().saturating_sub(2));
    let records = last.iter().cloned().map(Ok::<RunRecord, RunError>);
    for step in CheckedSteps::after(scene, header, before, records)? {
        times.advance(step?.verified());
    }
    Ok(times)
}

#[pymethods]
impl Simulation {
    /// The scene.
    #[getter]
    fn scene(&self, py: Python) -> Py<Scene> {
        self.scene.clone_ref(py)
    }

    /// The length of a step, s: a fraction.
    #[getter]
    fn step(&self) -> &Rational {
        &self.step
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    /// A frame of pandas with a row for each body after each of the next `steps` steps, which are
    /// taken: `k`, `time`, `body`, `position` and `rotation`, each number as the exact text and as
    /// the nearest double, `…_double`.
    #[pyo3(signature = (steps = 100))]
    fn to_pandas<'py>(slf: &Bound<'py, Self>, steps: usize) -> PyResult<Bound<'py, PyAny>> {
        let tables = slf.py().import("zwang.tables")?;
        tables.call_method1("of_steps", (slf, steps))
    }

    fn __next__(&self, py: Python) -> PyResult<Option<Step>> {
        let Ok(mut run) = self.run.try_lock() else {
            let message = "another thread is taking a step; expected one at a time";
            return Err(PyValueError::new_err(message));
        };
        let run: &mut Run = &mut run;
        let advanced = wait_within(py, self.limits, |monitor| run.advance(monitor))?;
        advanced.map_err(|error| no_step(py, &error))?;
        let Some(Ready { step, events }) = run.ready.take() else {
            return Ok(None);
        };
        let scene = self.scene.clone_ref(py);
        Ok(Some(Step::new(scene, step, events)))
    }

    /// Writes what may not be on the disk yet, closes the run file, and ends the simulation.
    fn close(&self, py: Python) -> PyResult<()> {
        let Ok(mut run) = self.run.try_lock() else {
            let message = "another thread is taking a step; expected none";
            return Err(PyValueError::new_err(message));
        };
        run.has_ended = true;
        run.ready = None;
        let Some(mut file) = run.file.take() else {
            return Ok(());
        };
        let finished = file.finish();
        finished.map_err(|error| unusable_file(py, &error))
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, py: Python, _error: &Bound<PyTuple>) -> PyResult<()> {
        self.close(py)
    }
}
