//! `zwang critical`: where a scene ceases to stand as friction, tilt or a parameter varies.

mod vary;

use super::account::Account;
use super::proof::Proof;
use super::solve::{read_scene, solve_critical};
use super::{Outcome, console};
use crate::arguments::{CriticalArguments, Side};
use anyhow::{Result, bail};
use num_traits::Signed;
use zwang_collapse::Variation;
use zwang_program::Stage;

/// Runs the command.
pub fn run(arguments: &CriticalArguments) -> Result<Outcome> {
    if !arguments.within.is_positive() {
        let within = &arguments.within;
        bail!(
            "--within: found {within}; \
             expected a number above 0"
        );
    }
    if let Some(range) = &arguments.vary {
        return vary::run(arguments, range);
    }
    let account = Account::new(&arguments.solve);
    let file = account.time(Stage::Reading, || read_scene(&arguments.solve))?;
    let scene = &file.scene;
    let proof = Proof::new(&arguments.proof, &arguments.solve)?;
    let solved = solve_critical(
        &file,
        variation(arguments),
        &arguments.within,
        &arguments.solve,
        &account,
    )?;
    let told = account.time(Stage::Writing, || proof.write(&solved.proof))?;
    account.time(Stage::Report, || {
        console::print(if arguments.json {
            solved.json(scene)
        } else {
            let text = solved.report(scene);
            format!("{text}\n{told}")
        })
    })?;
    Ok(Outcome::Yes)
}

fn variation(arguments: &CriticalArguments) -> Variation {
    match arguments.tilt {
        None => Variation::Friction,
        Some(Side::Left) => Variation::TiltLeft,
        Some(Side::Right) => Variation::TiltRight,
    }
}
