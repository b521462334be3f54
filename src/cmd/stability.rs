//! `zwang stability`: whether a scene at rest stands.
//!
//! From rest the program of least restraint decides: its optimum is zero, and the forces balance
//! gravity, or it is itself a virtual motion that no contact resists and that loses potential
//! energy (ARCHITECTURE.md has the proof).

use super::proof::Proof;
use super::solve::{read_scene, solve, source};
use super::{Outcome, console};
use crate::cli::AnswerArguments;
use anyhow::{Context, Result};
use zwang_answer::require_rest;
use zwang_check::Verdict;
use zwang_output::report;

/// Runs the command.
pub fn run(arguments: &AnswerArguments) -> Result<Outcome> {
    let scene = read_scene(&arguments.solve)?;
    let source = source(&arguments.solve);
    require_rest(&scene).with_context(|| source.clone())?;
    let proof = Proof::new(&arguments.proof, &arguments.solve, &scene)?;
    let solved = solve(&scene, &arguments.solve)?;
    let told = proof.write(&solved.proof)?;
    if arguments.show.json {
        console::print(solved.stability_json().context(source)?)?;
    } else {
        let options = arguments.show.report_options();
        let text =
            report::stability(&solved.verified, &solved.symmetries, &options).context(source)?;
        console::print(format!("{text}\n{told}"))?;
    }
    Ok(if solved.verified.verdict() == Verdict::Stable {
        Outcome::Yes
    } else {
        Outcome::No
    })
}
