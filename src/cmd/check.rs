//! `zwang check`: the independent checker as a command.

use super::{Outcome, console, file};
use crate::cli::CheckArguments;
use anyhow::{Result, anyhow, bail};

/// Runs the command.
pub fn run(arguments: &CheckArguments) -> Result<Outcome> {
    let CheckArguments { scene, proof } = arguments;
    if file::is_standard(scene) && file::is_standard(proof) {
        bail!("found - for both scene and proof; expected at least one of them in a file");
    }
    let scene = file::read_scene(scene, console::tell)?;
    let text = file::read_text(proof)?;
    let certificate = zwang_certificate::read(&text).map_err(|error| anyhow!("{}: {error}", file::name(proof)))?;
    match zwang_check::verify(&scene, &certificate) {
        Ok(verified) => {
            console::print(format!("accepted: {}, scene {}\n", verified.verdict(), verified.digest()))?;
            Ok(Outcome::Yes)
        }
        Err(rejection) => {
            console::note(&format!("rejected: {}", console::one_line(&rejection.to_string())));
            Ok(Outcome::No)
        }
    }
}
