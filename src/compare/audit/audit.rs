//! The audit of a run: every figure at every state, and what follows from them.

use crate::auditor::{Auditor, Instruments};
use crate::findings::{Audit, AuditError};
use crate::own_run::OwnRun;
use crate::shape::Shape;
use crate::table::Table;
use crate::verdict::{Proved, VerdictError};
use zwang_collapse::SolveError;
use zwang_collapse::contacts::ContactError;
use zwang_program::Monitor;
use zwang_scene::Scene;

/// How many steps of one free body are held against the law of contacts.
pub const LAW_WORK: usize = 2000;
/// This many steps are held against it, however many bodies there are.
pub const LEAST_LAW_STEPS: usize = 20;

/// How thorough an audit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// At most so many steps have their restraint compared with the least one, evenly spread; 0 for
    /// none. With friction there is no least one to compare with.
    pub restraint_steps: usize,
    /// At most so many steps are held against the law of contacts, evenly spread; none for as many
    /// as take little time: [`LAW_WORK`] over the square of the number of free bodies, but at least
    /// [`LEAST_LAW_STEPS`].
    pub law_steps: Option<usize>,
    /// Whether zwang's own run is computed.
    pub own_run: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            restraint_steps: 20,
            law_steps: None,
            own_run: true,
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
    let instruments = Instruments::new(&shape, table);
    let mut auditor = Auditor::new(&shape, table, &instruments, own_run);
    let law_steps = options.law_steps.unwrap_or(most_law_steps(&shape));
    auditor.measure(&proved, law_steps, monitor)?;
    // The least restraint of a step is known of parts with corners.
    if scene.friction.is_none() && scene.require_corners().is_ok() {
        auditor.judge_steps(options.restraint_steps, monitor)?;
    }
    Ok(auditor.finished(scene, proved))
}

fn most_law_steps(shape: &Shape) -> usize {
    let bodies = shape.free.len().max(1);
    (LAW_WORK / bodies.saturating_mul(bodies)).max(LEAST_LAW_STEPS)
}

/// The proved verdict, or why there is none.
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
    let own = OwnRun::new(shape, step, steps, monitor, &|finished| {
        done(finished, steps);
    });
    Ok(Ok(own?))
}
