//! `zwang check`: the independent checker as a command.

use super::file::Input;
use super::progress::Progress;
use super::run_scene::scene_of;
use super::scene_file::refuse_settings;
use super::{Outcome, console, file, limit, rejection_line};
use crate::arguments::CheckArguments;
use anyhow::{Error, Result, anyhow, bail};
use std::io::BufRead;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{process, thread};
use zwang_certificate::FormatError;
use zwang_check::Rejection;
use zwang_check::law::{self, Accepted, Kind, RunError, Steps};
use zwang_exact::Rational;
use zwang_families::template::AnyExpanded;
use zwang_scene::AnyScene;
use zwang_verdict::join::{JoinError, Pieces};
use zwang_verdict::kind::{Place, misplaced};
use zwang_verdict::statement::{in_space, in_the_plane};
use zwang_verdict::{json, line};

/// Whether an answer has begun to be written, or the time limit has been told.
static ANSWERING: AtomicBool = AtomicBool::new(false);

/// Runs the command.
pub fn run(arguments: &CheckArguments) -> Result<Outcome> {
    let CheckArguments {
        scene,
        parameters,
        proof,
        join,
        from,
        to,
        json,
        time_limit,
        quiet,
    } = arguments;
    if let Some(seconds) = time_limit {
        let limit = limit::duration(seconds)?;
        let seconds = seconds.clone();
        thread::spawn(move || give_up(limit, &seconds));
    }
    let (scene, proof) = match (scene, proof) {
        (Some(scene), Some(proof)) => (Some(scene), proof),
        (Some(run), None) => (None, run),
        _ => return check_pieces(join, *json),
    };
    if scene.is_some_and(|scene| file::is_standard(scene)) && file::is_standard(proof) {
        bail!(
            "found - for both scene and proof; \
             expected at least one of them in a file"
        );
    }
    let scene = match scene {
        Some(scene) => Some(file::read_any(scene, &parameters.set, console::tell)?),
        None => {
            refuse_settings(&parameters.set)?;
            None
        }
    };
    let name = file::name(proof);
    let opened = Input::open(proof).and_then(law::kind);
    let (kind, mut text) = opened.map_err(|error| file::failed(&name, &error))?;
    match kind {
        Kind::Run => {
            let progress = Progress::of_input(*quiet, file::length(proof));
            let steps = Steps {
                from: from.unwrap_or(1),
                to: *to,
            };
            let scene = scene.map(scene_of);
            let run = Run {
                scene: scene.as_ref(),
                name: &name,
                steps,
            };
            return run.check(&mut text, *json, progress);
        }
        Kind::OtherRun => bail!("{name}: {}", Kind::OTHER),
        Kind::Comparison => bail!("{name}: {}", Kind::UNCERTIFIED),
        Kind::Other => {}
    }
    let Some(scene) = scene else {
        return Err(file::other_than(&name, &mut text, Place::Checked));
    };
    for (option, value) in [("--from", from), ("--to", to)] {
        if value.is_some() {
            bail!(
                "{name}: found a proof; \
                 expected a run with {option}"
            );
        }
    }
    let text = file::proof_in(text, &name, file::length(proof))?;
    let claimed = zwang_certificate::read_proof(&text);
    let claimed = claimed.map_err(|error| not_a_proof(&name, &text, &error))?;
    let checked = match &scene {
        AnyExpanded::Plane(expanded) => {
            let checked = zwang_check::verify_proof(&expanded.scene, &claimed);
            checked.map(|checked| match *json {
                true => json::accepted_proof(&checked.verdict(), checked.digest()),
                false => line::accepted_proof(&in_the_plane(&checked), checked.digest()),
            })
        }
        AnyExpanded::Space(expanded) => {
            let checked = zwang_check::verify_proof_in_space(&expanded.scene, &claimed);
            checked.map(|checked| match *json {
                true => json::accepted_proof(&checked.verdict(), checked.digest()),
                false => line::accepted_proof(&in_space(&checked), checked.digest()),
            })
        }
    };
    match checked {
        Ok(verdict) => accepted(verdict),
        Err(rejection) => rejected(&rejection, *json),
    }
}

/// Why a text is no proof: if it is a file of another kind, that says it all.
fn not_a_proof(name: &str, text: &str, error: &FormatError) -> Error {
    match misplaced(name, text, Place::Proof) {
        Some(message) => anyhow!(message),
        None => anyhow!("{name}: {error}"),
    }
}

/// A run to be checked.
struct Run<'a> {
    scene: Option<&'a AnyScene>,
    name: &'a str,
    steps: Steps,
}

impl Run<'_> {
    fn check(self, text: &mut impl BufRead, json: bool, progress: Progress) -> Result<Outcome> {
        let name = self.name;
        let mut text = progress.reading(text);
        let answer = law::verify_any(self.scene, &mut text, self.steps, |step| {
            progress.checked(step);
        });
        drop(text);
        drop(progress);
        match answer {
            Ok(verified) => accepted_run(&verified, json),
            Err(RunError::Rejected(rejection)) => rejected(&rejection, json),
            Err(RunError::Unreadable(error)) => Err(file::failed(name, &error)),
            Err(error) => bail!("{name}: {error}"),
        }
    }
}

/// Joins the verdicts on the pieces of a run.
fn check_pieces(files: &[PathBuf], json: bool) -> Result<Outcome> {
    let mut pieces = Pieces::default();
    for file in files {
        let name = file::name(file);
        let input = Input::open(file).map_err(|error| file::failed(&name, &error))?;
        match pieces.read(input) {
            Ok(()) => {}
            Err(JoinError::Rejected(rejection)) => return rejected(&rejection, json),
            Err(JoinError::Unreadable(error)) => return Err(file::failed(&name, &error)),
            Err(error) => bail!("{name}: {error}"),
        }
    }
    match pieces.join() {
        Ok(whole) => accepted_run(&whole, json),
        Err(rejection) => rejected(&rejection, json),
    }
}

/// Ends the program after some time, whatever else it does, unless there is an answer. A check that
/// ran out of time could not be done, so the exit code is 2.
fn give_up(limit: Duration, seconds: &Rational) {
    thread::sleep(limit);
    if !ANSWERING.swap(true, Ordering::SeqCst) {
        let told = format!("no answer within {seconds} s; allow more with --time-limit");
        console::tell(&told);
        process::exit(2);
    }
}

/// From here on the answer counts. If the time is over, the other thread is about to end the
/// program.
fn begin_answer() {
    if ANSWERING.swap(true, Ordering::SeqCst) {
        thread::sleep(Duration::MAX);
    }
}

fn accepted(verdict: String) -> Result<Outcome> {
    begin_answer();
    console::print(verdict + "\n")?;
    Ok(Outcome::Yes)
}

fn accepted_run(run: &Accepted, json: bool) -> Result<Outcome> {
    accepted(match json {
        true => json::accepted_run(run),
        false => line::accepted_run(run),
    })
}

fn rejected(rejection: &Rejection, is_json: bool) -> Result<Outcome> {
    begin_answer();
    if is_json {
        console::print(json::rejected(rejection) + "\n")?;
    } else {
        console::note(&rejection_line(rejection));
    }
    Ok(Outcome::No)
}
