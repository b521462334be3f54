//! `zwang-check SCENE PROOF`, or a run instead of a proof: 0 accepted, 1 rejected, 2 could not run,
//! and never anything else.

use std::ffi::OsString;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use zwang_check::Rejection;
use zwang_check::run::{self, Kind, RunError, Steps, kind};
use zwang_scene::Scene;
use zwang_scene::read::{Syntax, parse};
use zwang_verdict::{json, line};

const USAGE: &str = "\
Usage: zwang-check SCENE PROOF [--json] [--time-limit SECONDS]
       zwang-check SCENE RUN [--from STEP] [--to STEP] [--json] [--time-limit SECONDS]

Checks a proof of how the bodies of a scene start to move, or each step of a run.
SCENE is a scene file, in TOML or JSON. PROOF is a file of the format zwang-proof-1, RUN one of the format zwang-run-1.
Of a run, steps are checked from the one --from says to the one --to says; the first is 1. With --json
the verdict is one line of JSON
on standard output, whatever it is.
With a time limit the check ends after so many seconds, such as 10, 0.5 or 1/3, if it has no answer by then.

Exit status: 0 the proof or the run is accepted, with the verdict on standard output
             1 it is rejected, with the violated condition on standard error
             2 the check could not run, for instance because a file is missing or malformed, or it ran out of time
";

/// Whether an answer has begun to be written, or the time limit has been told.
static ANSWERING: AtomicBool = AtomicBool::new(false);

/// Why there is no acceptance.
enum Failure {
    Rejected(Rejection),
    Unable(String),
}

/// What is asked for.
#[derive(Default)]
struct Options<'a> {
    files: Vec<&'a OsString>,
    from: Option<u64>,
    to: Option<u64>,
    json: bool,
    /// The time that follows `--time-limit`, and how it is spelled.
    limit: Option<(Duration, String)>,
}

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        say(
            &mut std::io::stderr(),
            &format!("zwang-check: internal error: {panic}\n"),
        )
    }));
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let json = arguments.iter().any(|argument| argument == "--json");
    let answer = std::panic::catch_unwind(|| answer(&arguments));
    if ANSWERING.swap(true, Ordering::SeqCst) {
        // The time is over, and the other thread is about to end the process.
        std::thread::sleep(Duration::MAX);
    }
    match answer {
        Ok(Ok(text)) => {
            say(&mut std::io::stdout(), &text);
            ExitCode::SUCCESS
        }
        Ok(Err(Failure::Rejected(rejection))) => {
            match json {
                true => say_line(&mut std::io::stdout(), &json::rejected(&rejection)),
                false => say_line(&mut std::io::stderr(), &line::rejected(&rejection)),
            }
            ExitCode::from(1)
        }
        Ok(Err(Failure::Unable(reason))) => {
            match json {
                true => say_line(&mut std::io::stdout(), &json::could_not_run(&reason)),
                false => say_line(&mut std::io::stderr(), &reason),
            }
            ExitCode::from(2)
        }
        Err(_) => ExitCode::from(2),
    }
}

fn say_line(stream: &mut impl Write, line: &str) {
    say(stream, &format!("{line}\n"));
}

/// Writes, and does not mind if nobody listens: the exit status is the answer.
fn say(stream: &mut impl Write, text: &str) {
    let _ = stream
        .write_all(text.as_bytes())
        .and_then(|()| stream.flush());
}

fn answer(arguments: &[OsString]) -> Result<String, Failure> {
    if arguments
        .iter()
        .any(|argument| argument == "--help" || argument == "-h")
    {
        return Ok(USAGE.to_owned());
    }
    let options = Options::read(arguments)?;
    if let Some((limit, text)) = options.limit.clone() {
        std::thread::spawn(move || give_up(limit, &text));
    }
    let [scene, proof] = options.files.as_slice() else {
        return Err(Failure::Unable(format!(
            "zwang-check: found {} files; expected SCENE PROOF (see --help)",
            options.files.len()
        )));
    };
    let (scene, proof) = (Path::new(scene), Path::new(proof));
    let text = read(scene, zwang_scene::read::LARGEST)?;
    let reading = parse(&text, syntax(scene, &text)).map_err(|error| unable(scene, &error))?;
    let file = File::open(proof).map_err(|error| unable(proof, &error))?;
    let (kind, mut file) = kind(BufReader::new(file)).map_err(|error| unable(proof, &error))?;
    match kind {
        Kind::Run => return check_run(&reading.scene, proof, &mut file, &options),
        Kind::Comparison => return Err(unable(proof, &Kind::UNCERTIFIED)),
        Kind::Other => {}
    }
    for (option, value) in [("--from", options.from), ("--to", options.to)] {
        if value.is_some() {
            let reason = format!("found a proof; expected a run with {option}");
            return Err(unable(proof, &reason));
        }
    }
    let text = read(proof, zwang_certificate::LARGEST)?;
    let certificate = zwang_certificate::read(&text).map_err(|error| unable(proof, &error))?;
    let verified = zwang_check::verify(&reading.scene, &certificate).map_err(Failure::Rejected)?;
    if options.json {
        return Ok(json::accepted_proof(&verified) + "\n");
    }
    Ok(line::accepted_proof(&verified) + "\n")
}

impl<'a> Options<'a> {
    fn read(arguments: &'a [OsString]) -> Result<Self, Failure> {
        let mut options = Self::default();
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            match argument.to_str() {
                Some("--json") => options.json = true,
                Some("--time-limit") => options.limit = Some(time_limit(arguments.next())?),
                Some("--from") => options.from = Some(step("--from", arguments.next())?),
                Some("--to") => options.to = Some(step("--to", arguments.next())?),
                Some(option) if option.starts_with("--") => {
                    return Err(Failure::Unable(format!(
                        "zwang-check: found `{option}`; expected an option of --help"
                    )));
                }
                _ => options.files.push(argument),
            }
        }
        Ok(options)
    }
}

/// The step that follows `--from` or `--to`.
fn step(option: &str, argument: Option<&OsString>) -> Result<u64, Failure> {
    let step = argument.and_then(|step| step.to_str()?.parse().ok());
    step.filter(|step| *step > 0).ok_or_else(|| {
        let message = format!("zwang-check: {option} without a step; expected a number from 1 on");
        Failure::Unable(message)
    })
}

/// The time that follows `--time-limit`, and how it is spelled.
fn time_limit(argument: Option<&OsString>) -> Result<(Duration, String), Failure> {
    let text = argument.and_then(|text| text.to_str());
    let limit = text.and_then(|text| Some((seconds(text)?, text.to_owned())));
    limit.ok_or_else(|| {
        let message = "zwang-check: --time-limit without a time; expected a positive number of \
                       seconds, at most 10^10";
        Failure::Unable(message.to_owned())
    })
}

/// A positive number of seconds.
fn seconds(text: &str) -> Option<Duration> {
    let number = zwang_exact::parse(text).ok()?;
    let nanoseconds = number.numer() * 1_000_000_000_u64 / number.denom();
    let nanoseconds = u64::try_from(nanoseconds).ok()?;
    (nanoseconds > 0).then(|| Duration::from_nanos(nanoseconds))
}

/// Ends the process after some time, whatever else it does, unless there is an answer.
fn give_up(limit: Duration, text: &str) {
    std::thread::sleep(limit);
    if !ANSWERING.swap(true, Ordering::SeqCst) {
        let line =
            format!("zwang-check: no answer within {text} s; allow more with --time-limit\n");
        say(&mut std::io::stderr(), &line);
        std::process::exit(2);
    }
}

fn check_run(
    scene: &Scene,
    path: &Path,
    file: &mut impl BufRead,
    options: &Options,
) -> Result<String, Failure> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let steps = Steps {
        from: options.from.unwrap_or(1),
        to: options.to,
    };
    match run::verify_steps(scene, file, steps, threads, |_| {}) {
        Ok(accepted) if options.json => Ok(json::accepted_run(&accepted) + "\n"),
        Ok(accepted) => Ok(line::accepted_run(&accepted) + "\n"),
        Err(RunError::Rejected(rejection)) => Err(Failure::Rejected(rejection)),
        Err(error) => Err(unable(path, &error)),
    }
}

fn unable(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Unable(one_line(&format!("{}: {error}", path.display())))
}

fn read(path: &Path, largest: u64) -> Result<String, Failure> {
    let unable = |reason: String| unable(path, &reason);
    let file = File::open(path).map_err(|error| unable(error.to_string()))?;
    let mut bytes = Vec::new();
    file.take(largest.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|error| unable(error.to_string()))?;
    if bytes.len() as u64 > largest {
        return Err(unable(format!(
            "found more than {largest} bytes; expected a smaller file"
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        unable(format!(
            "not UTF-8 after byte {}",
            error.utf8_error().valid_up_to()
        ))
    })
}

/// The syntax that the name of a scene file says, or else its text.
fn syntax(path: &Path, text: &str) -> Syntax {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("json") => Syntax::Json,
        Some("toml") => Syntax::Toml,
        _ => Syntax::of(text),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
