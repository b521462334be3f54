//! What is said of an accepted run, whichever its law.

use crate::{json, line};
use std::io::BufRead;
use zwang_check::law;
use zwang_check::run::{self, Kind, RunError, Steps};
use zwang_scene::Scene;

/// A run that is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AcceptedRun {
    /// Of first order (`proofs/RUN.md`).
    First(Box<run::Accepted>),
    /// Of second order (`proofs/RUN2.md`).
    Second(Box<law::Accepted>),
}

impl AcceptedRun {
    /// The verdict for people, as one line.
    #[must_use]
    pub fn line(&self) -> String {
        match self {
            Self::First(accepted) => line::accepted_run(accepted),
            Self::Second(accepted) => line::accepted_law_run(accepted),
        }
    }

    /// The verdict for programs, as one line of JSON.
    #[must_use]
    pub fn json(&self) -> String {
        match self {
            Self::First(accepted) => json::accepted_run(accepted),
            Self::Second(accepted) => json::accepted_law_run(accepted),
        }
    }
}

/// Has the steps of a run checked: of this scene, or, if none is given, of the one that it has with
/// it. `on_step` gets the number of each step that is accepted.
///
/// # Errors
/// A [`RunError`] for the first line or step, in the order of the file, with which something is
/// wrong, or if the run does not have the steps, or no scene is to be had.
pub fn verify_steps(
    kind: Kind,
    scene: Option<&Scene>,
    text: &mut impl BufRead,
    steps: Steps,
    threads: usize,
    mut on_step: impl FnMut(u64),
) -> Result<AcceptedRun, RunError> {
    if kind == Kind::Law {
        let accepted = law::verify_steps(scene, text, steps, |step| on_step(step.k()))?;
        return Ok(AcceptedRun::Second(Box::new(accepted)));
    }
    let accepted = run::verify_steps(scene, text, steps, threads, |step| on_step(step.k()))?;
    Ok(AcceptedRun::First(Box::new(accepted)))
}
