//! `zwang-check SCENE PROOF`, or a run instead of a proof, or a run alone that has its scene with
//! it: 0 accepted, 1 rejected, 2 could not run, and never anything else.

mod options;

use options::{Options, TimeLimit, USAGE};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write, stderr, stdout};
use std::panic::{catch_unwind, set_hook};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use zwang_certificate::{LARGEST, read_proof};
use zwang_check::law::{self, Accepted, Kind, RunError, Steps};
use zwang_check::{Rejection, verify_proof, verify_proof_in_space};
use zwang_scene::read::{self, Syntax};
use zwang_scene::{AnyScene, SceneError};
use zwang_verdict::join::{JoinError, Pieces};
use zwang_verdict::kind::{Place, beginning, misplaced};
use zwang_verdict::statement::{in_space, in_the_plane};
use zwang_verdict::{json, line};

/// The refusal of a single file that is no run, and of no other known kind.
const NO_RUN: &str = "found no run; expected SCENE PROOF, or a run that has its scene with it";

/// Whether an answer has begun to be written, or the time limit has been told.
static ANSWERING: AtomicBool = AtomicBool::new(false);

/// Why there is no acceptance.
enum Failure {
    Rejected(Rejection),
    Unable(String),
}

fn main() -> ExitCode {
    set_hook(Box::new(|panic| {
        let message = format!("zwang-check: internal error: {panic}");
        complain(&message);
    }));
    let mut arguments = std::env::args_os();
    arguments.next();
    let arguments: Vec<OsString> = arguments.collect();
    let json = arguments.iter().any(|argument| argument == "--json");
    let answer = catch_unwind(|| answer(&arguments));
    if !begins_answer() {
        // The time is over, and the other thread is about to end the process.
        thread::sleep(Duration::MAX);
    }
    let Ok(answer) = answer else {
        return ExitCode::from(2);
    };
    match answer {
        Ok(text) => {
            say(&mut stdout(), &text);
            ExitCode::SUCCESS
        }
        Err(failure) if json => {
            let verdict = failure.json() + "\n";
            say(&mut stdout(), &verdict);
            failure.status()
        }
        Err(failure) => {
            complain(&failure.line());
            failure.status()
        }
    }
}

/// Whether this thread begins the answer; another one may have begun before.
fn begins_answer() -> bool {
    let others_answer = ANSWERING.swap(true, Ordering::SeqCst);
    !others_answer
}

impl Failure {
    fn json(&self) -> String {
        match self {
            Self::Rejected(rejection) => json::rejected(rejection),
            Self::Unable(reason) => json::could_not_run(reason),
        }
    }

    fn line(&self) -> String {
        match self {
            Self::Rejected(rejection) => line::rejected(rejection),
            Self::Unable(reason) => line::one_line(reason),
        }
    }

    fn status(&self) -> ExitCode {
        match self {
            Self::Rejected(_) => ExitCode::from(1),
            Self::Unable(_) => ExitCode::from(2),
        }
    }
}

/// Writes a line to standard error.
fn complain(line: &str) {
    let line = format!("{line}\n");
    say(&mut stderr(), &line);
}

/// Writes, and does not mind if nobody listens: the exit status is the answer.
fn say(stream: &mut impl Write, text: &str) {
    if stream.write_all(text.as_bytes()).is_ok() {
        let _ = stream.flush();
    }
}

fn answer(arguments: &[OsString]) -> Result<String, Failure> {
    if arguments.iter().any(asks_for_help) {
        return Ok(USAGE.to_owned());
    }
    let options = Options::read(arguments).map_err(Failure::Unable)?;
    if let Some(limit) = options.limit.clone() {
        thread::spawn(move || give_up(&limit));
    }
    let verdict = verdict(&options)?;
    Ok(verdict + "\n")
}

fn asks_for_help(argument: &OsString) -> bool {
    argument == "--help" || argument == "-h"
}

fn verdict(options: &Options) -> Result<String, Failure> {
    if options.join {
        return join(options);
    }
    let (scene, proof) = match options.files.as_slice() {
        [run] => (None, Path::new(run)),
        [scene, proof] => {
            let scene = read_scene(Path::new(scene))?;
            (Some(scene), Path::new(proof))
        }
        files => {
            let count = files.len();
            let message = format!(
                "zwang-check: found {count} files; \
                 expected SCENE PROOF, or RUN (see --help)"
            );
            return Err(Failure::Unable(message));
        }
    };
    let (kind, mut file) = open(proof).map_err(|error| unable(proof, error))?;
    match (kind, scene) {
        (Kind::Run, scene) => check_run(scene.as_ref(), proof, &mut file, options),
        (Kind::OtherRun, _) => Err(unable(proof, Kind::OTHER)),
        (Kind::Comparison, _) => Err(unable(proof, Kind::UNCERTIFIED)),
        (Kind::Other, Some(scene)) => check_proof(&scene, proof, options),
        (Kind::Other, None) => Err(no_run(proof, file)),
    }
}

/// The kind of a file, and the file from its beginning.
fn open(path: &Path) -> io::Result<(Kind, impl BufRead)> {
    let file = File::open(path)?;
    let reader = BufReader::new(file);
    law::kind(reader)
}

/// The refusal of a single file that is no run.
fn no_run(path: &Path, file: impl BufRead) -> Failure {
    match beginning(file) {
        Ok(text) => not_this(path, &text, Place::Checked, NO_RUN),
        Err(error) => unable(path, error),
    }
}

/// The refusal of a file that may be of another kind than its place asks for.
fn not_this(path: &Path, text: &str, place: Place, error: impl fmt::Display) -> Failure {
    let name = path.display().to_string();
    match misplaced(&name, text, place) {
        Some(message) => Failure::Unable(message),
        None => unable(path, error),
    }
}

fn read_scene(path: &Path) -> Result<AnyScene, Failure> {
    let text = read(path, zwang_scene::read::LARGEST)?;
    let syntax = syntax(path, &text);
    parse(&text, syntax).map_err(|error| not_this(path, &text, Place::Scene, error))
}

/// The scene of the plane or of space that a text says.
fn parse(text: &str, syntax: Syntax) -> Result<AnyScene, SceneError> {
    let root = read::document(text, syntax)?;
    if read::space::is_of_space(&root) {
        let reading = read::space::scene(&root)?;
        return Ok(AnyScene::Space(reading.scene));
    }
    let reading = read::scene(&root)?;
    Ok(AnyScene::Plane(reading.scene))
}

/// The syntax that the name of a scene file says, or else its text.
fn syntax(path: &Path, text: &str) -> Syntax {
    let extension = path.extension();
    match extension.and_then(OsStr::to_str) {
        Some("json") => Syntax::Json,
        Some("toml") => Syntax::Toml,
        _ => Syntax::of(text),
    }
}

fn check_proof(scene: &AnyScene, path: &Path, options: &Options) -> Result<String, Failure> {
    let steps = [("--from", options.from), ("--to", options.to)];
    for (option, step) in steps {
        if step.is_some() {
            let reason = format!(
                "found a proof; \
                 expected a run with {option}"
            );
            return Err(unable(path, reason));
        }
    }
    let text = read(path, LARGEST)?;
    let proof = read_proof(&text);
    let proof = proof.map_err(|error| not_this(path, &text, Place::Proof, error))?;
    Ok(match scene {
        AnyScene::Plane(scene) => {
            let checked = verify_proof(scene, &proof).map_err(Failure::Rejected)?;
            match options.json {
                true => json::accepted_proof(&checked.verdict(), checked.digest()),
                false => line::accepted_proof(&in_the_plane(&checked), checked.digest()),
            }
        }
        AnyScene::Space(scene) => {
            let checked = verify_proof_in_space(scene, &proof).map_err(Failure::Rejected)?;
            match options.json {
                true => json::accepted_proof(&checked.verdict(), checked.digest()),
                false => line::accepted_proof(&in_space(&checked), checked.digest()),
            }
        }
    })
}

fn check_run(
    scene: Option<&AnyScene>,
    path: &Path,
    file: &mut impl BufRead,
    options: &Options,
) -> Result<String, Failure> {
    let steps = Steps {
        from: options.from.unwrap_or(1),
        to: options.to,
    };
    let accepted = law::verify_any(scene, file, steps, |_| {});
    let accepted = accepted.map_err(|error| match error {
        RunError::Rejected(rejection) => Failure::Rejected(rejection),
        error => unable(path, error),
    })?;
    Ok(in_words(&accepted, options))
}

/// The verdict on a run whose pieces were checked.
fn join(options: &Options) -> Result<String, Failure> {
    if options.from.is_some() || options.to.is_some() {
        let message = "zwang-check: found --join with steps; \
                       expected files of verdicts only";
        return Err(Failure::Unable(message.to_owned()));
    }
    let mut pieces = Pieces::default();
    for file in &options.files {
        let path = Path::new(file);
        let opened = File::open(path).map_err(|error| unable(path, error))?;
        let read = pieces.read(BufReader::new(opened));
        read.map_err(|error| match error {
            JoinError::Rejected(rejection) => Failure::Rejected(rejection),
            error => unable(path, error),
        })?;
    }
    let whole = pieces.join().map_err(Failure::Rejected)?;
    Ok(in_words(&whole, options))
}

fn in_words(accepted: &Accepted, options: &Options) -> String {
    match options.json {
        true => json::accepted_run(accepted),
        false => line::accepted_run(accepted),
    }
}

/// Ends the process after some time, whatever else it does, unless there is an answer.
fn give_up(limit: &TimeLimit) {
    thread::sleep(limit.duration);
    if begins_answer() {
        let text = &limit.text;
        let message = format!(
            "zwang-check: no answer within {text} s; \
             allow more with --time-limit"
        );
        complain(&message);
        std::process::exit(2);
    }
}

/// The failure that a file cannot be used, in one line.
fn unable(path: &Path, reason: impl fmt::Display) -> Failure {
    let path = path.display();
    let message = format!("{path}: {reason}");
    let words: Vec<&str> = message.split_whitespace().collect();
    let line = words.join(" ");
    Failure::Unable(line)
}

fn read(path: &Path, largest: u64) -> Result<String, Failure> {
    let bytes = read_bytes(path, largest).map_err(|error| unable(path, error))?;
    if bytes.len() as u64 > largest {
        let reason = format!(
            "found more than {largest} bytes; \
             expected a smaller file"
        );
        return Err(unable(path, reason));
    }
    String::from_utf8(bytes).map_err(|error| {
        let error = error.utf8_error();
        let good = error.valid_up_to();
        let reason = format!("not UTF-8 after byte {good}");
        unable(path, reason)
    })
}

/// The bytes of a file; one more than the most if it has more.
fn read_bytes(path: &Path, largest: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let mut bytes = Vec::new();
    let enough = largest.saturating_add(1);
    file.take(enough).read_to_end(&mut bytes)?;
    Ok(bytes)
}
