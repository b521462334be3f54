//! `zwang forces`: how small and how large the forces can be that hold a scene at rest, or with
//! which it moves.

use super::account::Account;
use super::proof::Proof;
use super::solve::{read_scene, solve_forces, source};
use super::{Outcome, console};
use crate::arguments::AnswerArguments;
use anyhow::{Context, Result, anyhow};
use clap::Args;
use zwang_answer::VerifiedForces;
use zwang_collapse::Wanted;
use zwang_program::Stage;
use zwang_scene::{BodyId, Scene};

/// Arguments of `forces`.
#[derive(Args, Debug)]
pub struct ForcesArguments {
    /// Arguments that `stability` takes too.
    #[command(flatten)]
    pub answer: AnswerArguments,
    /// Only the forces on this body, or between two bodies; may be repeated. Default:
    /// all.
    #[arg(long, value_name = "BODY[/BODY]")]
    pub contact: Vec<String>,
}

/// Runs the command.
pub fn run(arguments: &ForcesArguments) -> Result<Outcome> {
    let AnswerArguments { solve, proof, show } = &arguments.answer;
    let account = Account::new(solve);
    let file = account.time(Stage::Reading, || read_scene(solve))?;
    let scene = &file.scene;
    let mut wanted = Vec::new();
    for text in &arguments.contact {
        let wish = wish(scene, text);
        wanted.push(wish.with_context(|| source(solve))?);
    }
    let proof = Proof::new(proof, solve)?;
    let solved = solve_forces(&file, &wanted, solve, &account)?;
    let told = account.time(Stage::Writing, || proof.write(solved.proof()))?;
    account.time(Stage::Report, || {
        console::print(if show.json {
            solved.json(scene)
        } else {
            let report = solved.report(scene, show.detail());
            format!("{report}\n{told}")
        })
    })?;
    file.tell_silent_defaults(solve.quiet);
    Ok(match solved {
        VerifiedForces::Held(_) => Outcome::Yes,
        VerifiedForces::Moves(_) if !scene.is_at_rest() => Outcome::Yes,
        VerifiedForces::Moves(_) | VerifiedForces::Falls(_) => Outcome::No,
    })
}

/// A body, or two with a stroke between them; names may contain strokes.
fn wish(scene: &Scene, text: &str) -> Result<Wanted> {
    if let Some(body) = scene.body_id(text) {
        return Ok(Wanted { body, other: None });
    }
    for (place, _) in text.match_indices('/') {
        let before = body(scene, &text[..place]);
        let after = body(scene, &text[place + 1..]);
        let (Some(body), Some(other)) = (before, after) else {
            continue;
        };
        if body != other {
            let other = Some(other);
            return Ok(Wanted { body, other });
        }
    }
    Err(anyhow!(
        "--contact: found `{text}`; \
         expected the name of a body, or two with a stroke between them"
    ))
}

fn body(scene: &Scene, name: &str) -> Option<BodyId> {
    scene.body_id(name.trim())
}
