//! `zwang check`: the independent checker as a command.

use super::file::Input;
use super::progress::Progress;
use super::{Outcome, console, file};
use crate::cli::CheckArguments;
use anyhow::{Result, anyhow, bail};
use std::io::BufRead;
use zwang_check::Rejection;
use zwang_check::run::{self, Kind, RunError};
use zwang_scene::Scene;

/// Runs the command.
pub fn run(arguments: &CheckArguments) -> Result<Outcome> {
    let CheckArguments {
        scene,
        proof,
        from,
        quiet,
    } = arguments;
    if file::is_standard(scene) && file::is_standard(proof) {
        bail!("found - for both scene and proof; expected at least one of them in a file");
    }
    let scene = file::read_scene(scene, console::tell)?;
    let name = file::name(proof);
    let unreadable = |error| anyhow!("{name}: {}", file::plain(&error));
    let input = Input::open(proof).map_err(unreadable)?;
    let (kind, mut text) = run::kind(input).map_err(unreadable)?;
    match kind {
        Kind::Run => {
            let progress = Progress::of_input(*quiet, file::length(proof));
            return check_run(&scene, &name, &mut text, from.unwrap_or(1), progress);
        }
        Kind::Comparison => bail!("{name}: {}", Kind::UNCERTIFIED),
        Kind::Other => {}
    }
    if from.is_some() {
        bail!("{name}: found a proof; expected a run with --from");
    }
    let text = file::text_of(text, &name)?;
    let certificate = zwang_certificate::read(&text).map_err(|error| anyhow!("{name}: {error}"))?;
    match zwang_check::verify(&scene, &certificate) {
        Ok(verified) => accepted(&format!(
            "{}, scene {}",
            verified.verdict(),
            verified.digest()
        )),
        Err(rejection) => Ok(rejected(&rejection)),
    }
}

fn check_run(
    scene: &Scene,
    name: &str,
    text: &mut impl BufRead,
    from: u64,
    progress: Progress,
) -> Result<Outcome> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let answer = run::verify(scene, &mut progress.reading(text), from, threads, |step| {
        progress.checked(step.k())
    });
    drop(progress);
    match answer {
        Ok(verified) => accepted(&verified.to_string()),
        Err(RunError::Rejected(rejection)) => Ok(rejected(&rejection)),
        Err(RunError::Unreadable(error)) => bail!("{name}: {}", file::plain(&error)),
        Err(error) => bail!("{name}: {error}"),
    }
}

fn accepted(verdict: &str) -> Result<Outcome> {
    console::print(format!("accepted: {verdict}\n"))?;
    Ok(Outcome::Yes)
}

fn rejected(rejection: &Rejection) -> Outcome {
    console::note(&format!(
        "rejected: {}",
        console::one_line(&rejection.to_string())
    ));
    Outcome::No
}
