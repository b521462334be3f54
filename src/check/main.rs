//! `zwang-check SCENE PROOF`: 0 accepted, 1 rejected, 2 could not run, and never anything else.

use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;
use zwang_check::Rejection;
use zwang_scene::read::{Syntax, parse};

/// The largest file that is read.
const MOST_BYTES: u64 = 1 << 30;

const USAGE: &str = "\
Usage: zwang-check SCENE PROOF

Checks a proof of how the bodies of a scene start to move.
SCENE is a scene file, in TOML or JSON. PROOF is a file of the format zwang-proof-1.

Exit status: 0 the proof is accepted, with the verdict on standard output
             1 the proof is rejected, with the violated condition on standard error
             2 the check could not run, for instance because a file is missing or malformed
";

/// Why there is no acceptance.
enum Failure {
    Rejected(Rejection),
    Unable(String),
}

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        say(&mut std::io::stderr(), &format!("zwang-check: internal error: {panic}\n"))
    }));
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    match std::panic::catch_unwind(|| run(&arguments)) {
        Ok(Ok(text)) => {
            say(&mut std::io::stdout(), &text);
            ExitCode::SUCCESS
        }
        Ok(Err(Failure::Rejected(rejection))) => {
            say(&mut std::io::stderr(), &format!("rejected: {rejection}\n"));
            ExitCode::from(1)
        }
        Ok(Err(Failure::Unable(reason))) => {
            say(&mut std::io::stderr(), &format!("{reason}\n"));
            ExitCode::from(2)
        }
        Err(_) => ExitCode::from(2),
    }
}

/// Writes, and does not mind if nobody listens: the exit status is the answer.
fn say(stream: &mut impl Write, text: &str) {
    let _ = stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
}

fn run(arguments: &[OsString]) -> Result<String, Failure> {
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        return Ok(USAGE.to_owned());
    }
    let [scene, proof] = arguments else {
        let found = arguments.len();
        return Err(Failure::Unable(format!(
            "zwang-check: found {found} arguments; expected SCENE PROOF (see --help)"
        )));
    };
    let (scene, proof) = (Path::new(scene), Path::new(proof));
    let unable =
        |path: &Path, error: &dyn std::fmt::Display| Failure::Unable(one_line(&format!("{}: {error}", path.display())));
    let text = read(scene)?;
    let reading = parse(&text, syntax(scene, &text)).map_err(|error| unable(scene, &error))?;
    let certificate = zwang_certificate::read(&read(proof)?).map_err(|error| unable(proof, &error))?;
    let verified = zwang_check::verify(&reading.scene, &certificate).map_err(Failure::Rejected)?;
    Ok(format!("accepted: {}, scene {}\n", verified.verdict(), verified.digest()))
}

fn read(path: &Path) -> Result<String, Failure> {
    let unable = |reason: String| Failure::Unable(one_line(&format!("{}: {reason}", path.display())));
    let file = File::open(path).map_err(|error| unable(error.to_string()))?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| unable(error.to_string()))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(unable(format!("more than {MOST_BYTES} bytes; expected a smaller file")));
    }
    String::from_utf8(bytes)
        .map_err(|error| unable(format!("not UTF-8 after byte {}", error.utf8_error().valid_up_to())))
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
