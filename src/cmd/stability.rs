//! `zwang stability`: whether a scene at rest stands.
//!
//! From rest the program of least restraint decides: its optimum is zero, and the forces balance gravity, or it is itself a
//! virtual motion that no contact resists and that loses potential energy (ARCHITECTURE.md has the proof).

use super::proof::Proof;
use super::solve::{read_scene, solve, source};
use super::{Outcome, console};
use crate::cli::AnswerArguments;
use anyhow::{Context, Result, bail};
use zwang_check::Verdict;
use zwang_output::{json, report};
use zwang_scene::{Body, Scene};

/// Runs the command.
pub fn run(arguments: &AnswerArguments) -> Result<Outcome> {
    let scene = read_scene(&arguments.solve)?;
    let source = source(&arguments.solve);
    require_rest(&scene).with_context(|| source.clone())?;
    let proof = Proof::new(&arguments.proof, &arguments.solve, &scene)?;
    let solved = solve(&scene, &arguments.solve)?;
    let told = proof.write(&solved.proof)?;
    if arguments.show.json {
        console::print(json::stability(&solved.verified).context(source)?)?;
    } else {
        let options = arguments.show.report_options();
        let text = report::stability(&solved.verified, &solved.symmetries, &options).context(source)?;
        console::print(format!("{text}\n{told}"))?;
    }
    Ok(if solved.verified.verdict() == Verdict::Stable { Outcome::Yes } else { Outcome::No })
}

/// Refuses a moving scene before it is solved.
fn require_rest(scene: &Scene) -> Result<()> {
    let moves = |body: &&Body| body.dynamics.as_ref().is_some_and(|free| !free.is_at_rest());
    match scene.bodies.iter().find(moves) {
        Some(body) => bail!(
            "body `{}` has a velocity or a spin; expected a scene at rest (`zwang collapse` takes moving ones)",
            body.name
        ),
        None => Ok(()),
    }
}
