//! The audit of a run: every figure at every state, and what follows from them.

use crate::auditor::Auditor;
use crate::figure::Series;
use crate::grade::Mark;
use crate::own_run::OwnRun;
use crate::restraint::RestraintGap;
use crate::shape::Shape;
use crate::table::Table;
use crate::verdict::{Contradiction, Proved, VerdictError};
use malachite::Rational;
use zwang_answer::RunError;
use zwang_collapse::SolveError;
use zwang_collapse::contacts::ContactError;
use zwang_motion::MotionError;
use zwang_program::Monitor;
use zwang_scene::Scene;

/// How thorough an audit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// At most so many steps have their restraint compared with the least one, evenly spread; 0 for
    /// none.
    pub restraint_steps: usize,
    /// Whether zwang's own run is computed.
    pub own_run: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            restraint_steps: 20,
            own_run: true,
        }
    }
}

/// What an audit has found.
pub struct Audit<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// The run.
    pub table: &'a Table,
    /// What is proved of the scene, or why nothing is.
    pub proved: Result<Proved, String>,
    /// How many symmetries the scene has.
    pub symmetries: usize,
    /// The figures that apply to this run, in the order of [`crate::Figure::ALL`].
    pub series: Vec<Series>,
    /// The steps whose restraint was compared.
    pub restraint: Vec<RestraintGap>,
    /// Steps whose optimum could not be told, and why.
    pub undecided: Vec<(usize, String)>,
    /// zwang's own run, or why there is none.
    pub own_run: Result<OwnRun, String>,
    /// The first state that differs from zwang's own run by more than the rounding of the table's
    /// numbers explains, or that zwang's own run does not reach; none if every state of the table
    /// is zwang's own up to rounding.
    pub first_difference: Option<usize>,
    /// What the run does although it is proved that the scene does not.
    pub contradiction: Option<Contradiction>,
    /// The longer side of the box around the free bodies in the scene, m; 0 without any.
    pub size: Rational,
    /// What is graded, the worst first.
    pub marks: Vec<Mark>,
    /// Suspicions of other units than the scene's, in sentences.
    pub hints: Vec<String>,
}

/// Why there is no audit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuditError {
    /// The scene cannot be run.
    #[error(transparent)]
    Motion(#[from] MotionError),
    /// The scene cannot be solved.
    #[error(transparent)]
    Verdict(#[from] VerdictError),
    /// The checker does not accept a step of zwang's own run: a mistake in this program.
    #[error(
        "the checker rejects a step; \
         this is a bug, please report the scene: {0}"
    )]
    Rejected(String),
}

impl From<RunError> for AuditError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Motion(error) => Self::Motion(error),
            error => Self::Rejected(error.to_string()),
        }
    }
}

/// Audits a run of a scene; `done` is told how many of how many steps are done.
///
/// # Errors
/// [`AuditError`] if bodies of the scene overlap, or the monitor is told to stop.
pub fn audit<'a>(
    scene: &'a Scene,
    table: &'a Table,
    options: &Options,
    monitor: &Monitor,
    done: &dyn Fn(usize, usize),
) -> Result<Audit<'a>, AuditError> {
    let shape = Shape::new(scene);
    let proved = proved(scene, monitor)?;
    let own_run = own_run(&shape, table, options, monitor, done)?;
    let mut auditor = Auditor::new(&shape, table, own_run);
    auditor.measure(&proved);
    auditor.judge_steps(options.restraint_steps, monitor)?;
    Ok(auditor.finished(scene, proved))
}

/// What is proved, or why nothing is.
type Proof = Result<Proved, String>;

/// A scene that begins with a collision has no verdict, but a run.
fn proved(scene: &Scene, monitor: &Monitor) -> Result<Proof, AuditError> {
    match Proved::new(scene, monitor) {
        Ok(proved) => Ok(Ok(proved)),
        Err(VerdictError::Solve(error)) if !is_fatal(&error) => {
            let why = error.to_string();
            Ok(Err(why))
        }
        Err(error) => Err(error.into()),
    }
}

fn is_fatal(error: &SolveError) -> bool {
    !matches!(
        error,
        SolveError::TooManyCases { .. }
            | SolveError::Contact(ContactError::Closing(_) | ContactError::PinVelocity(_))
    )
}

fn own_run(
    shape: &Shape,
    table: &Table,
    options: &Options,
    monitor: &Monitor,
    done: &dyn Fn(usize, usize),
) -> Result<Result<OwnRun, String>, AuditError> {
    let Some(step) = &table.step else {
        return Ok(Err("the steps of the table are not equally long".to_owned()));
    };
    if !options.own_run {
        return Ok(Err("it was not asked for".to_owned()));
    }
    let steps = table.states.len() - 1;
    Ok(Ok(OwnRun::new(shape, step, steps, monitor, &|finished| {
        done(finished, steps)
    })?))
}
