//! `zwang collapse`: how a scene starts to move, without friction by Gauss' principle, with
//! friction by Coulomb's law.

use super::account::Account;
use super::proof::Proof;
use super::scene_file::SceneFile;
use super::solve::{require_motion, solve, solve_friction, source, tell_unexpected};
use super::space::{self, AnySceneFile, read_any};
use super::{Outcome, console};
use crate::arguments::{CollapseArguments, JsonForm, ShowArguments};
use anyhow::{Result, bail};
use zwang_answer::VerifiedCollapse;
use zwang_certificate::friction::Law;
use zwang_output::Detail;
use zwang_program::Stage;
use zwang_program::kernel::parallel;

/// Runs the command.
pub fn run(arguments: &CollapseArguments) -> Result<Outcome> {
    let CollapseArguments {
        solve: settings,
        proof,
        json,
        friction_law,
        ..
    } = arguments;
    let account = Account::new(settings);
    let file = account.time(Stage::Reading, || read_any(settings))?;
    let file = match file {
        AnySceneFile::Plane(file) => file,
        AnySceneFile::Space(file) => return space::collapse(arguments, &file, &account),
    };
    let proof = Proof::new(proof, settings)?;
    if !file.scene.friction.is_none() || friction_law.is_some() {
        return run_with_friction(arguments, &file, &proof, &account);
    }
    let solved = solve(&file, settings, &account)?;
    if arguments.motion {
        require_motion(&solved, settings)?;
    }
    let (told, report) = parallel::join(
        file.scene.bodies.len(),
        || {
            account.time(Stage::Writing, || {
                proof.write_with(|output| solved.write_proof(output))
            })
        },
        || account.time(Stage::Report, || report(&solved, arguments)),
    );
    let told = told?;
    console::print(match json {
        Some(_) => report,
        None => format!("{report}\n{told}"),
    })?;
    tell_unexpected(&file, solved.outcome(), settings);
    Ok(Outcome::Yes)
}

fn report(solved: &VerifiedCollapse, arguments: &CollapseArguments) -> String {
    match arguments.json {
        Some(JsonForm::Fractions) => solved.collapse_json(),
        Some(JsonForm::Common) => solved.collapse_common_json(),
        None => solved.collapse_report(detail(arguments.full, arguments.exact)),
    }
}

/// The same for a scene with friction.
fn run_with_friction(
    arguments: &CollapseArguments,
    file: &SceneFile,
    proof: &Proof,
    account: &Account,
) -> Result<Outcome> {
    let settings = &arguments.solve;
    if arguments.json == Some(JsonForm::Common) {
        let source = source(settings);
        bail!("{source}: with friction, expected --json without =common");
    }
    let law = arguments.friction_law.map_or(Law::Coulomb, Law::from);
    let solved = solve_friction(file, law, arguments.motion, settings, account)?;
    let told = account.time(Stage::Writing, || proof.write(&solved.proof))?;
    account.time(Stage::Report, || {
        console::print(if arguments.json.is_some() {
            solved.json()
        } else {
            let text = solved.report(detail(arguments.full, arguments.exact));
            format!("{text}\n{told}")
        })
    })?;
    tell_unexpected(file, solved.outcome(), settings);
    Ok(Outcome::Yes)
}

impl ShowArguments {
    /// How much of the answer the report tells.
    pub fn detail(&self) -> Detail {
        detail(self.full, self.exact)
    }
}

pub(super) fn detail(full: bool, is_exact: bool) -> Detail {
    let rows = match full {
        true => None,
        false => Detail::default().rows,
    };
    Detail {
        rows,
        is_exact,
        ..Detail::default()
    }
}
