//! Whole runs: lines read one after the other, steps checked in order. In memory are one line and
//! two states.

use super::error::RunError;
use super::lines::Lines;
use super::verdict::{Accepted, Bounces, Extremes};
use super::{Checker, State, VerifiedStep};
use crate::rejection::Condition::L0;
use crate::rejection::Rejection;
use std::io::BufRead;
use zwang_certificate::run2::{Header, Record, read_header, read_record};
use zwang_scene::read::parse_json;
use zwang_scene::{Scene, sha256};

/// The steps of a run that are to be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The first; the first of a run is 1.
    pub from: u64,
    /// The last, if it is not that of the run.
    pub to: Option<u64>,
}

/// L0: the scene that a run has with it; `None` if it has none.
///
/// # Errors
/// A [`Rejection`] if the text is no scene file, or has another digest than the header names.
pub fn own_scene(header: &Header) -> Result<Option<Scene>, Rejection> {
    const PLACE: &str = "header, `scene_file`";
    let Some(text) = &header.scene_file else {
        return Ok(None);
    };
    let scene = match parse_json(text) {
        Ok(reading) => reading.scene,
        Err(error) => return L0.refuse(PLACE, error, "a scene file in JSON"),
    };
    let digest = scene.digest();
    if digest != header.scene {
        return L0.refuse(PLACE, format!("the scene {digest}"), &header.scene);
    }
    Ok(Some(scene))
}

/// Checks all steps of a run. `on_step` gets every checked step in order.
///
/// # Errors
/// A [`RunError`] for the first line or step, in the order of the file, with which something is
/// wrong.
pub fn verify(
    scene: &Scene,
    run: &mut impl BufRead,
    on_step: impl FnMut(&VerifiedStep),
) -> Result<Accepted, RunError> {
    let steps = Steps { from: 1, to: None };
    verify_steps(Some(scene), run, steps, on_step)
}

/// Checks some steps of a run: of this scene, or, if none is given, of the one that it has with it,
/// whose digest is then in the verdict. The record before them has a state, which is believed.
/// `on_step` gets every checked step in order.
///
/// # Errors
/// A [`RunError`] for the first line or step, in the order of the file, with which something is
/// wrong, or if the run does not have the steps, or no scene is to be had.
pub fn verify_steps(
    scene: Option<&Scene>,
    run: &mut impl BufRead,
    Steps { from, to }: Steps,
    mut on_step: impl FnMut(&VerifiedStep),
) -> Result<Accepted, RunError> {
    let from = from.max(1);
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
    let mut state = checker.start();
    if from > 1 {
        state = believed(&checker, &mut lines, from)?;
    }
    let enters = state.digest();
    let mut extremes = Extremes::default();
    while to.is_none_or(|to| state.index() < to) {
        let Some(line) = lines.next()? else {
            break;
        };
        let record = record(&lines, &line)?;
        let step = checker.step(&state, &record)?;
        extremes.include(&step);
        on_step(&step);
        state = step.state().clone();
    }
    let steps = state.index();
    // A run without steps is accepted, if no step is asked for.
    let needed = to.unwrap_or(if from > 1 { from } else { 0 });
    if steps < needed {
        return Err(RunError::Short { steps, needed });
    }
    Ok(Accepted {
        bounces: Bounces::of(&header),
        from,
        to: steps,
        is_part: from > 1 || to.is_some(),
        is_of_own_scene: scene.is_none(),
        scene: header.scene,
        step: header.step,
        grid: header.grid,
        touch: header.touch,
        has_friction: checker.has_friction(),
        extremes,
        header: sha256(&(first_line + "\n")),
        enters,
        leaves: state.digest(),
    })
}

fn record<R: BufRead>(lines: &Lines<R>, line: &str) -> Result<Record, RunError> {
    read_record(line).map_err(|error| RunError::Line {
        line: lines.count(),
        error,
    })
}

/// The state before a step, of a run or of a slice of one that begins with the record before it.
fn believed<R: BufRead>(
    checker: &Checker,
    lines: &mut Lines<R>,
    from: u64,
) -> Result<State, RunError> {
    let before = from.saturating_sub(1);
    let mut k: u64 = 0;
    loop {
        let Some(line) = lines.next()? else {
            return Err(RunError::Short {
                steps: k,
                needed: from,
            });
        };
        let is_before = line.starts_with(&format!("{{\"k\":{before},"));
        k = k.saturating_add(1);
        let expected = format!("{{\"k\":{k},");
        if !is_before {
            if k < before && line.starts_with(&expected) {
                continue;
            }
            let found: String = line.chars().take(40).collect();
            return Err(RunError::broken(
                lines.count(),
                found,
                format!("`{expected}`"),
            ));
        }
        if k != 1 && k != before {
            return Err(RunError::broken(
                lines.count(),
                format!("step {before}"),
                format!("`{expected}`"),
            ));
        }
        let record = record(lines, &line)?;
        return match checker.state(&record)? {
            Some(state) => Ok(state),
            None => {
                let found = format!("step {before} without a state");
                Err(RunError::broken(
                    lines.count(),
                    found,
                    "one with `state`, where steps are left out",
                ))
            }
        };
    }
}
