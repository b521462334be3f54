//! Whole runs: lines read one after the other, steps checked in parallel, a bounded number of them
//! in memory.
//!
//! Lines are read in batches. What a step needs of the two steps before it is in the batch or kept
//! from the last one. The steps of a batch are independent, so threads take them one by one;
//! results are looked at in order, so the first failing step is the same however many threads there
//! are.

use super::lines::Lines;
use super::own_scene::own_scene;
use super::past::Past;
use super::piece::Seams;
use super::verdict::{Accepted, Extremes};
use super::{Checker, VerifiedStep};
use crate::Rejection;
use std::fmt;
use std::io::BufRead;
use zwang_certificate::run::{LineError, read_header};
use zwang_scene::{Scene, sha256};

/// How many lines a batch has for each thread, at most.
const LINES_PER_THREAD: usize = 32;

/// Why a run is not accepted.
#[derive(Debug)]
pub enum RunError {
    /// It cannot be read.
    Unreadable(std::io::Error),
    /// A line is not of the format.
    Line {
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        error: LineError,
    },
    /// A line that is no text, too long, or cut off.
    Broken {
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        found: String,
        /// What is expected.
        expected: String,
    },
    /// The run ends before a step that was to be checked.
    Short {
        /// The steps of the run.
        steps: u64,
        /// The step that is missing.
        needed: u64,
    },
    /// The last step to be checked is before the first.
    Reversed {
        /// The first step to be checked.
        from: u64,
        /// The last one.
        to: u64,
    },
    /// The scene is not given, and the run has none with it.
    NoScene,
    /// A condition does not hold.
    Rejected(Rejection),
}

impl fmt::Display for RunError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(formatter, "{error}"),
            Self::Line { line, error } => write!(formatter, "line {line}, {error}"),
            Self::Broken {
                line,
                found,
                expected,
            } => {
                write!(formatter, "line {line}: found {found}, expected {expected}")
            }
            Self::Short { steps, needed } => {
                write!(formatter, "found {steps} steps, expected at least {needed}")
            }
            Self::Reversed { from, to } => {
                write!(
                    formatter,
                    "found steps from {from} to {to}, expected a last step from {from} on"
                )
            }
            Self::NoScene => write!(
                formatter,
                "found a run without its scene, expected its scene file before it"
            ),
            Self::Rejected(rejection) => rejection.fmt(formatter),
        }
    }
}

impl std::error::Error for RunError {}

impl RunError {
    pub(super) fn broken(line: u64, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::Broken {
            line,
            found: found.into(),
            expected: expected.into(),
        }
    }
}

impl From<Rejection> for RunError {
    fn from(rejection: Rejection) -> Self {
        Self::Rejected(rejection)
    }
}

/// The steps of a run that are to be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The first; the first of a run is 1.
    pub from: u64,
    /// The last, if it is not that of the run.
    pub to: Option<u64>,
}

/// Checks a run from its step `from` on, 1 being the first; earlier lines are only skimmed. It may
/// begin with its step 1 or, as a slice of a run does, with its step `from` - 2.
/// `on_step` gets every checked step in order.
///
/// # Errors
/// A [`RunError`] for the first line or step, in the order of the file, with which something is
/// wrong.
pub fn verify(
    scene: &Scene,
    run: &mut impl BufRead,
    from: u64,
    threads: usize,
    on_step: impl FnMut(&VerifiedStep),
) -> Result<Accepted, RunError> {
    let steps = Steps { from, to: None };
    verify_steps(Some(scene), run, steps, threads, on_step)
}

/// Checks some steps of a run: of this scene, or, if none is given, of the one that it has with it,
/// whose digest is then in the verdict. Lines before them are only skimmed, and lines after them
/// are not read. `on_step` gets every checked step in order.
///
/// # Errors
/// A [`RunError`] for the first line or step, in the order of the file, with which something is
/// wrong, or if the run does not have the steps, or no scene is to be had.
pub fn verify_steps(
    scene: Option<&Scene>,
    run: &mut impl BufRead,
    Steps { from, to }: Steps,
    threads: usize,
    mut on_step: impl FnMut(&VerifiedStep),
) -> Result<Accepted, RunError> {
    let from = from.max(1);
    let threads = threads.max(1);
    if let Some(to) = to.filter(|to| *to < from) {
        return Err(RunError::Reversed { from, to });
    }
    let mut lines = Lines::new(run);
    let first_line = lines
        .next()?
        .ok_or_else(|| RunError::broken(1, "an empty file", "a header"))?;
    let header = read_header(&first_line).map_err(|error| RunError::Line { line: 1, error })?;
    let own_scene = own_scene(&header)?;
    let known = scene.or(own_scene.as_ref());
    let checker = Checker::of_scene(known.ok_or(RunError::NoScene)?, &header)?;
    let mut extremes = Extremes::default();
    let mut past = Past::new(&checker, &mut lines, from)?;
    let enters = past.last_lines.digest();
    loop {
        let left = to.map_or(u64::MAX, |to| to.saturating_sub(past.steps()));
        let most = threads.saturating_mul(LINES_PER_THREAD);
        let most = usize::try_from(left).map_or(most, |left| most.min(left));
        let (batch, failure) = lines.batch(most);
        past.check(&batch, threads, &mut |step| {
            extremes.include(step);
            on_step(step);
        })?;
        if let Some(failure) = failure {
            return Err(failure);
        }
        if batch.is_empty() {
            break;
        }
        for line in batch {
            past.last_lines.push(line);
        }
    }
    let steps = past.steps();
    // A run without steps is accepted, if no step is asked for.
    let needed = to.unwrap_or(if from > 1 { from } else { 0 });
    if steps < needed {
        return Err(RunError::Short { steps, needed });
    }
    let seams = Seams {
        header: sha256(&(first_line + "\n")),
        enters,
        leaves: past.last_lines.digest(),
    };
    let settings = &checker.plan.settings;
    Ok(Accepted {
        is_part: to.is_some(),
        is_of_own_scene: scene.is_none(),
        ..Accepted::new(header, settings, [from, steps], extremes, seams)
    })
}
