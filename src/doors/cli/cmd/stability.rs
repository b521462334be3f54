//! `zwang stability`: whether a scene at rest stands.
//!
//! From rest the program of least restraint decides: its optimum is zero, and the forces balance
//! gravity, or it is itself a virtual motion that no contact resists and that loses potential
//! energy (`zwang_collapse::statics` has the proof). With friction a program
//! of its own decides. The exit code says whether the scene falls.

use super::account::Account;
use super::proof::Proof;
use super::solve::{solve_stability, source, tell_unexpected};
use super::space::{self, AnySceneFile, read_any};
use super::{Outcome, console};
use crate::arguments::{AnswerArguments, StabilityArguments};
use anyhow::{Context, Result};
use zwang_answer::require_rest;
use zwang_check::statics::StaticsVerdict;
use zwang_program::Stage;

/// Runs the command.
pub fn run(arguments: &StabilityArguments) -> Result<Outcome> {
    let AnswerArguments { solve, proof, show } = &arguments.answer;
    let account = Account::new(solve);
    let file = account.time(Stage::Reading, || read_any(solve))?;
    let file = match file {
        AnySceneFile::Plane(file) => file,
        AnySceneFile::Space(file) => return space::stability(arguments, &file, &account),
    };
    let scene = &file.scene;
    let source = source(solve);
    require_rest(scene).with_context(|| source.clone())?;
    let proof = Proof::new(proof, solve)?;
    let (solved, margin) = solve_stability(&file, arguments.margin, solve, &account)?;
    let told = account.time(Stage::Writing, || proof.write(solved.proof()))?;
    account.time(Stage::Report, || {
        let text = if show.json {
            let json = solved.json();
            let json = json.context(source)?;
            match &margin {
                Some(margin) => margin.shown().json(scene, &json),
                None => json,
            }
        } else {
            let report = solved.report(show.detail());
            let mut report = report.context(source)?;
            if let Some(margin) = &margin {
                report += "\n";
                report += &margin.shown().report(scene, show.detail());
            }
            format!("{report}\n{told}")
        };
        console::print(text)
    })?;
    tell_unexpected(&file, solved.outcome(), solve);
    Ok(match solved.verdict() {
        StaticsVerdict::Stands | StaticsVerdict::CanStand => Outcome::Yes,
        StaticsVerdict::Falls => Outcome::No,
    })
}
