//! `zwang forces`: how small and how large the forces can be that hold a scene at rest, or with
//! which it moves; in space those of faces, too, and the places where these press.

use super::account::Account;
use super::proof::Proof;
use super::solve::{solve_forces, source};
use super::space::{self, AnySceneFile, SpaceFile, read_any};
use super::{Outcome, console};
use crate::arguments::AnswerArguments;
use anyhow::{Context, Result, anyhow};
use clap::Args;
use zwang_answer::{ForcesInSpace, VerifiedForces};
use zwang_collapse::Wanted;
use zwang_program::Stage;
use zwang_scene::BodyId;

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
    let file = account.time(Stage::Reading, || read_any(solve))?;
    let file = match file {
        AnySceneFile::Plane(file) => file,
        AnySceneFile::Space(file) => return in_space(arguments, &file, &account),
    };
    let scene = &file.scene;
    let wanted = wishes(arguments, |name| scene.body_id(name))?;
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

/// `zwang forces` of a scene in space.
fn in_space(arguments: &ForcesArguments, file: &SpaceFile, account: &Account) -> Result<Outcome> {
    let AnswerArguments { solve, proof, show } = &arguments.answer;
    let scene = &file.reading.scene;
    let wanted = wishes(arguments, |name| scene.body_id(name))?;
    let proof = Proof::new(proof, solve)?;
    let solved = space::solve_forces(file, &wanted, solve, account)?;
    let told = account.time(Stage::Writing, || proof.write(solved.proof()))?;
    account.time(Stage::Report, || {
        console::print(if show.json {
            solved.json(scene)
        } else {
            let report = solved.report(scene, show.detail());
            format!("{report}\n{told}")
        })
    })?;
    Ok(match solved {
        ForcesInSpace::Held(_) => Outcome::Yes,
        ForcesInSpace::Falls(_) => Outcome::No,
    })
}

/// The forces that `--contact` names.
fn wishes(
    arguments: &ForcesArguments,
    body: impl Fn(&str) -> Option<BodyId>,
) -> Result<Vec<Wanted>> {
    let mut wanted = Vec::new();
    for text in &arguments.contact {
        let wish = wish(&body, text);
        wanted.push(wish.with_context(|| source(&arguments.answer.solve))?);
    }
    Ok(wanted)
}

/// A body, or two with a stroke between them; names may contain strokes.
fn wish(body: &impl Fn(&str) -> Option<BodyId>, text: &str) -> Result<Wanted> {
    if let Some(body) = body(text) {
        return Ok(Wanted { body, other: None });
    }
    for (place, _) in text.match_indices('/') {
        let before = body(text[..place].trim());
        let after = body(text[place + 1..].trim());
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
