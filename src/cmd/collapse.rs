//! `zwang collapse`: how a scene starts to move.

use super::proof::Proof;
use super::solve::{read_scene, solve, tell_unexpected};
use super::{Outcome, console};
use crate::cli::{AnswerArguments, ShowArguments};
use anyhow::Result;
use zwang_output::ReportOptions;

/// Runs the command.
pub fn run(arguments: &AnswerArguments) -> Result<Outcome> {
    let file = read_scene(&arguments.solve)?;
    let proof = Proof::new(&arguments.proof, &arguments.solve)?;
    let solved = solve(&file, &arguments.solve)?;
    let told = proof.write(&solved.proof)?;
    if arguments.show.json {
        console::print(solved.collapse_json())?;
    } else {
        let text = solved.collapse_report(arguments.show.rows());
        console::print(format!("{text}\n{told}"))?;
    }
    tell_unexpected(&file.scene, solved.outcome(), &arguments.solve);
    Ok(Outcome::Yes)
}

impl ShowArguments {
    /// How long the tables of the report may be; `None` for any length.
    pub fn rows(&self) -> Option<usize> {
        if self.full {
            return None;
        }
        ReportOptions::default().rows
    }
}
