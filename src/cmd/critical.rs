//! `zwang critical`: where a scene ceases to stand as friction, tilt or a parameter varies.

mod vary;

use super::proof::Proof;
use super::solve::{read_scene, solve_critical};
use super::{Outcome, console};
use crate::cli::{CriticalArguments, Side};
use anyhow::{Result, bail};
use num_traits::Signed;
use zwang_collapse::Variation;

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
    let file = read_scene(&arguments.solve)?;
    let scene = &file.scene;
    let proof = Proof::new(&arguments.proof, &arguments.solve)?;
    let solved = solve_critical(
        &file,
        variation(arguments),
        &arguments.within,
        &arguments.solve,
    )?;
    let told = proof.write(&solved.proof)?;
    if arguments.json {
        console::print(solved.json(scene))?;
    } else {
        let text = solved.report(scene);
        console::print(format!("{text}\n{told}"))?;
    }
    Ok(Outcome::Yes)
}

fn variation(arguments: &CriticalArguments) -> Variation {
    match arguments.tilt {
        None => Variation::Friction,
        Some(Side::Left) => Variation::TiltLeft,
        Some(Side::Right) => Variation::TiltRight,
    }
}
