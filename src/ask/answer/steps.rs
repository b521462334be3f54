//! The one stream of checked steps: whoever writes, shows or exports a run takes its steps from
//! here.

use crate::file::FileError;
use crate::history::History;
use crate::record::{RunHeader, RunRecord};
use crate::simulation::Simulation;
use std::collections::VecDeque;
use std::iter;
use std::sync::Arc;
use zwang_check::Rejection;
use zwang_collapse::indeterminacy::UnitForce;
use zwang_law::{LawError, Settings};
use zwang_output::run::RunStep;
use zwang_program::Monitor;
use zwang_scene::Scene;

/// How many records for each thread are checked together.
const RECORDS_PER_THREAD: usize = 4;

/// Why there is no further step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The simulation does not go on.
    #[error(transparent)]
    Step(#[from] LawError),
    /// The run file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The checker does not accept the header or the next step. If they come from a simulation,
    /// that is a mistake in this program.
    #[error(transparent)]
    Rejected(#[from] Rejection),
}

/// A step that the checker has accepted, with the record that proves it.
#[derive(Clone, Debug)]
pub struct CheckedStep {
    verified: RunStep,
    record: RunRecord,
}

impl CheckedStep {
    /// The step that the checker has accepted.
    #[must_use]
    pub fn verified(&self) -> &RunStep {
        &self.verified
    }

    /// The record that it has accepted.
    #[must_use]
    pub fn record(&self) -> &RunRecord {
        &self.record
    }

    /// The step that the checker has accepted, without its record.
    #[must_use]
    pub fn into_verified(self) -> RunStep {
        self.verified
    }
}

/// The steps of a run, each accepted by the checker before it comes out. The first error is the
/// last item.
///
/// Records come from anywhere: a [`RunReader`](crate::file::RunReader), a simulation, or the
/// middle of a run.
///
/// ```
/// use zwang_answer::{CheckedSteps, Simulation};
/// use zwang_law::Settings;
/// use zwang_families::{Cantilever, cantilever};
/// use zwang_program::Monitor;
///
/// let scene = cantilever(&Cantilever::default())?;
/// let mut simulation = Simulation::new(scene.clone(), Settings::default())?;
/// let header = simulation.header();
/// let records = std::iter::repeat_with(|| simulation.advance(&Monitor::default()));
/// let mut last = Vec::new();
/// for step in CheckedSteps::new(&scene, &header, records)?.take(3) {
///     last.push(step?.record().clone());
/// }
/// // The fourth step, checked from the third and the second.
/// let fourth = std::iter::once_with(|| simulation.advance(&Monitor::default()));
/// let mut steps = CheckedSteps::after(&scene, &header, &last, fourth)?;
/// let step = steps.next().unwrap()?;
/// assert_eq!(step.verified().k(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct CheckedSteps<R> {
    history: History,
    records: R,
    /// How many records are checked together.
    batch: usize,
    /// Steps that are checked and have not come out.
    ready: VecDeque<CheckedStep>,
    /// The error that comes after them.
    failure: Option<RunError>,
    has_ended: bool,
}

impl<R> CheckedSteps<R> {
    /// A run from its first step on.
    ///
    /// # Errors
    /// A [`Rejection`] if the header does not belong to the scene, or the scene is no lawful
    /// beginning.
    pub fn new(scene: &Scene, header: &RunHeader, records: R) -> Result<Self, Rejection> {
        Self::after(scene, header, &[], records)
    }

    /// A run from its middle. The last three records of the part before, or all if there are fewer,
    /// are believed and not checked again.
    ///
    /// # Errors
    /// A [`Rejection`] if the header or the states of the earlier records are not those of a run of
    /// the scene.
    pub fn after(
        scene: &Scene,
        header: &RunHeader,
        before: &[RunRecord],
        records: R,
    ) -> Result<Self, Rejection> {
        Ok(Self {
            history: History::after(scene, header, before)?,
            records,
            batch: 1,
            ready: VecDeque::new(),
            failure: None,
            has_ended: false,
        })
    }

    /// The same, with some steps ahead checked in parallel. For records that are there already, as
    /// those of a file.
    #[must_use]
    pub fn in_parallel(self) -> Self {
        Self {
            batch: rayon::current_num_threads() * RECORDS_PER_THREAD,
            ..self
        }
    }

    /// The effects of the forces of a step on the bodies: a force of one unit for each of
    /// [`RunStep::forces`], with friction two, along the normal and along the edge; then two for
    /// each of [`RunStep::pin_forces`], along x and along y.
    #[must_use]
    pub fn unit_forces(&self, step: &RunStep) -> Vec<UnitForce> {
        self.history.unit_forces(step)
    }
}

impl<R, E> CheckedSteps<R>
where
    R: Iterator<Item = Result<RunRecord, E>>,
    RunError: From<E>,
{
    /// Takes the next records and has them checked.
    fn check_next(&mut self) {
        let mut records = Vec::new();
        while records.len() < self.batch && !self.has_ended {
            match self.records.next() {
                Some(Ok(record)) => records.push(record),
                Some(Err(error)) => self.end_with(Some(error.into())),
                None => self.end_with(None),
            }
        }
        for (checked, record) in self.history.check(&records).into_iter().zip(records) {
            match checked {
                Ok(verified) => self.ready.push_back(CheckedStep { verified, record }),
                Err(rejection) => self.end_with(Some(rejection.into())),
            }
        }
    }

    fn end_with(&mut self, failure: Option<RunError>) {
        self.failure = failure;
        self.has_ended = true;
    }
}

impl<R, E> Iterator for CheckedSteps<R>
where
    R: Iterator<Item = Result<RunRecord, E>>,
    RunError: From<E>,
{
    type Item = Result<CheckedStep, RunError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ready.is_empty() && !self.has_ended {
            self.check_next();
        }
        match self.ready.pop_front() {
            Some(step) => Some(Ok(step)),
            None => self.failure.take().map(Err),
        }
    }
}

/// A scene advanced in time: step by step as they are asked for, each accepted by the checker. The
/// stream ends only with an error, for instance if a step is impossible.
///
/// ```
/// use std::sync::Arc;
/// use zwang_law::Settings;
/// use zwang_families::{Cantilever, cantilever};
///
/// let scene = Arc::new(cantilever(&Cantilever::default())?);
/// let settings = Settings {
///     step: zwang_exact::parse("1/50")?,
///     ..Settings::default()
/// };
/// for step in zwang_answer::simulate(scene, settings)?.take(3) {
///     let step: zwang_output::run::RunStep = step?;
///     println!("step {}: {} contacts press", step.k(), step.pressing().len());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`RunError`] if a setting is out of range, or the scene is no lawful beginning.
pub fn simulate(
    scene: Arc<Scene>,
    settings: Settings,
) -> Result<impl Iterator<Item = Result<RunStep, RunError>> + Send + 'static, RunError> {
    let mut simulation = Simulation::new(Arc::clone(&scene), settings)?;
    let header = simulation.header();
    let records = iter::repeat_with(move || simulation.advance(&Monitor::default()));
    let steps = CheckedSteps::new(&scene, &header, records)?;
    Ok(steps.map(|step| step.map(CheckedStep::into_verified)))
}

/// Has the last step of a run checked, given its last records, five at most: rows, forces and state
/// follow from the two states before. For a run that is to go on there.
///
/// # Errors
/// Why it does not.
pub fn last_step_follows(
    scene: &Scene,
    header: &RunHeader,
    last: &[RunRecord],
) -> Result<(), String> {
    let Some((record, before)) = last.split_last() else {
        return Ok(());
    };
    let record: Result<RunRecord, LawError> = Ok(record.clone());
    let steps = CheckedSteps::after(scene, header, before, iter::once(record));
    for step in steps.map_err(|rejection| rejection.to_string())? {
        step.map_err(|error| error.to_string())?;
    }
    Ok(())
}
