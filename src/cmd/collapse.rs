//! `zwang collapse`: how a scene starts to move.

use super::account::Account;
use super::proof::Proof;
use super::solve::{read_scene, solve, tell_unexpected};
use super::{Outcome, console};
use crate::arguments::{CollapseArguments, JsonForm, ShowArguments};
use anyhow::Result;
use zwang_output::ReportOptions;
use zwang_program::Stage;

/// Runs the command.
pub fn run(arguments: &CollapseArguments) -> Result<Outcome> {
    let CollapseArguments {
        solve: settings,
        proof,
        json,
        full,
    } = arguments;
    let account = Account::new(settings);
    let file = account.time(Stage::Reading, || read_scene(settings))?;
    let proof = Proof::new(proof, settings)?;
    let solved = solve(&file, settings, &account)?;
    let told = account.time(Stage::Writing, || proof.write(&solved.proof))?;
    account.time(Stage::Report, || {
        console::print(match json {
            Some(JsonForm::Fractions) => solved.collapse_json(),
            Some(JsonForm::Common) => solved.collapse_common_json(),
            None => {
                let text = solved.collapse_report(rows(*full));
                format!("{text}\n{told}")
            }
        })
    })?;
    tell_unexpected(&file.scene, solved.outcome(), settings);
    Ok(Outcome::Yes)
}

impl ShowArguments {
    /// How long the tables of the report may be; `None` for any length.
    pub fn rows(&self) -> Option<usize> {
        rows(self.full)
    }
}

fn rows(full: bool) -> Option<usize> {
    if full {
        return None;
    }
    ReportOptions::default().rows
}
