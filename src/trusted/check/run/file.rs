//! Whole runs: lines read one after the other, steps checked in parallel, a bounded number of them
//! in memory.
//!
//! Lines are read in batches. What a step needs of the two steps before it is in the batch or kept
//! from the last one. The steps of a batch are independent, so threads take them one by one;
//! results are looked at in order, so the first failing step is the same however many threads there
//! are.

use super::own_scene::own_scene;
use super::past::Past;
use super::piece::Seams;
use super::verdict::{Accepted, Extremes, FrictionTotals};
use super::{Checker, VerifiedStep};
use crate::law::{Lines, RunError, Steps};
use std::io::BufRead;
use zwang_certificate::run::read_header;
use zwang_scene::{Scene, sha256};

/// How many lines a batch has for each thread, at most.
const LINES_PER_THREAD: usize = 32;

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
    let Some(first_line) = lines.next()? else {
        return Err(RunError::broken(1, "an empty file", "a header"));
    };
    let header = read_header(&first_line);
    let header = header.map_err(|error| RunError::Line { line: 1, error })?;
    let own_scene = own_scene(&header)?;
    let Some(known) = scene.or(own_scene.as_ref()) else {
        return Err(RunError::NoScene);
    };
    let checker = Checker::of_scene(known, &header)?;
    let mut extremes = Extremes::default();
    let mut totals = FrictionTotals::default();
    let mut past = Past::new(&checker, &mut lines, from)?;
    let enters = past.last_lines.digest();
    loop {
        let mut most = threads.saturating_mul(LINES_PER_THREAD);
        if let Some(to) = to {
            let left = to.saturating_sub(past.steps());
            most = most.min(usize::try_from(left).unwrap_or(usize::MAX));
        }
        let (batch, failure) = lines.batch(most);
        past.check(&batch, threads, &mut |step| {
            extremes.include(step);
            totals.include(step);
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
        ..Accepted::new(header, settings, [from, steps], (extremes, totals), seams)
    })
}
