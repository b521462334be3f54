//! Mistakes on the command line, told in one line; and what `--help` and `--version` ask for.

use super::{Outcome, console, file};
use crate::cli::Cli;
use anyhow::{Result, anyhow};
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Command, CommandFactory};
use std::path::Path;
use zwang_verdict::kind::FileKind;

/// Answers a command line that holds no command to run.
pub fn answer(asked: &Error) -> Result<Outcome> {
    let text = asked.render();
    match asked.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            console::print(text.to_string())?;
            Ok(Outcome::Yes)
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let text = text.to_string();
            console::note(text.trim_end());
            Ok(Outcome::BadInput)
        }
        _ if asks_for_help(asked) => {
            let usage = asked.get(ContextKind::Usage).map(ToString::to_string);
            let mut program = Cli::command();
            program.build();
            let (_, command) = commands_of(&program, &usage.unwrap_or_default());
            console::print(command.clone().render_long_help().to_string())?;
            Ok(Outcome::Yes)
        }
        _ => {
            let told = unknown_name(asked).or_else(|| elsewhere(asked));
            let told = told.or_else(|| shortened(asked));
            let mut told = told.unwrap_or_else(|| summary(&text.to_string()));
            if file::is_piped() && misses_an_input(asked) {
                told += "; - in its place reads standard input";
            }
            Err(anyhow!(told))
        }
    }
}

/// Whether help is asked of `help`, which has no options for the argument parser.
fn asks_for_help(error: &Error) -> bool {
    match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(found)) => ["--help", "-h"].contains(&found.as_str()),
        _ => false,
    }
}

/// Whether an argument is missing that may be `-`.
fn misses_an_input(error: &Error) -> bool {
    if error.kind() != ErrorKind::MissingRequiredArgument {
        return false;
    }
    let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else {
        return false;
    };
    let Some(usage) = error.get(ContextKind::Usage) else {
        return false;
    };
    let usage = usage.to_string();
    let program = Cli::command();
    for argument in command_used(&program, &usage).get_positionals() {
        let reads_it = argument
            .get_help()
            .is_some_and(|help| help.to_string().contains("reads standard input"));
        let name = argument.to_string();
        let name = name.trim_matches(['<', '>', '[', ']', '.']);
        if reads_it && missing.iter().any(|missing| missing.contains(name)) {
            return true;
        }
    }
    false
}

/// The command that a line of usage is about.
fn command_used<'a>(program: &'a Command, usage: &str) -> &'a Command {
    let mut command = program;
    for word in usage.split_whitespace() {
        command = command.find_subcommand(word).unwrap_or(command);
    }
    command
}

/// The message for a command, or for a family of scenes, that does not exist.
fn unknown_name(error: &Error) -> Option<String> {
    let Some(ContextValue::String(found)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    let usage = error.get(ContextKind::Usage)?.to_string();
    if let Some(told) = file_without_command(found, &usage) {
        return Some(told);
    }
    let program = Cli::command();
    let (kind, commands) = commands_of(&program, &usage);
    let known = commands.get_subcommands();
    let known: Vec<&str> = known.map(Command::get_name).collect();
    let known = known.join(", ");
    let mut told = format!(
        "found the unknown {kind} `{found}`; \
         expected one of {known}"
    );
    if found == "space" && kind == FAMILY {
        told += "; `zwang scene space` makes scenes in space, \
                 and `zwang sweep scenes FILE...` asks about many files";
        return Some(told);
    }
    // The parser lists what is similar, the most similar last.
    if let Some(ContextValue::Strings(similar)) = error.get(ContextKind::SuggestedSubcommand)
        && let Some(nearest) = similar.last()
    {
        told += &format!("; the nearest is `{nearest}`");
    }
    Some(told)
}

/// The name of what `scene` and `sweep` take.
const FAMILY: &str = "scene family";

/// The commands among which one was expected, and a name for them.
fn commands_of<'a>(program: &'a Command, usage: &str) -> (&'static str, &'a Command) {
    match command_in(usage).and_then(|name| program.find_subcommand(name)) {
        Some(command) => (FAMILY, command),
        None => ("command", program),
    }
}

/// `scene` or `sweep`, if that is the command in a line of usage. The program before it may be
/// called by another name than its own.
fn command_in(usage: &str) -> Option<&str> {
    let mut words = usage
        .split_whitespace()
        .skip_while(|word| *word == "Usage:");
    words.next()?;
    words
        .next()
        .filter(|name| ["scene", "sweep"].contains(name))
}

/// The endings of files that commands read.
const ENDINGS: [&str; 13] = [
    "toml", "json", "ndjson", "run", "lp", "mps", "svg", "xml", "csv", "obj", "stl", "ply", "gif",
];

/// The answer to a file in the place of a command: the commands that take it.
fn file_without_command(found: &str, usage: &str) -> Option<String> {
    let path = Path::new(found);
    let ending = super::lower_case_ending(path).unwrap_or_default();
    if !path.is_file() && !ENDINGS.contains(&ending.as_str()) {
        return None;
    }
    let what = match path.is_file() {
        true => format!("found the file {found}; expected a command"),
        false => format!("found {found}, a file that is not there; expected a command"),
    };
    let kind = kind_of(path, &ending);
    let commands = match command_in(usage).filter(|_| kind == FileKind::Scene) {
        Some("sweep") => format!(
            "`zwang sweep scene {found} --vary NAME=FROM..TO:STEP -o FOLDER` varies a parameter \
             of this scene, `zwang sweep scenes {found} OTHERS -o FOLDER` takes files as they are"
        ),
        Some("scene") => format!(
            "`zwang scene check {found}` checks it, `zwang scene convert {found}` writes it again"
        ),
        _ => kind
            .commands(found)
            .unwrap_or_else(|| "no command reads it again".to_owned()),
    };
    Some(format!("{what}: {commands}"))
}

/// The kind of a file by its text, or by the ending of its name if that says nothing.
fn kind_of(path: &Path, ending: &str) -> FileKind {
    let text = file::read_text(path).unwrap_or_default();
    let by_ending = match ending {
        "run" => FileKind::Run,
        "csv" => FileKind::Values,
        "lp" | "mps" => FileKind::Program,
        "svg" => FileKind::Drawing,
        // All that `scene import` reads.
        "xml" | "obj" | "off" | "stl" | "ply" | "ldr" | "mpd" => FileKind::Model,
        "html" | "png" | "gif" | "pdf" | "mp4" | "webm" | "glb" => FileKind::Page,
        _ => FileKind::Scene,
    };
    let kind = FileKind::of(&text).filter(|kind| *kind != FileKind::Empty);
    kind.unwrap_or(by_ending)
}

/// Options by another name that users try. The pace of a film is its pictures a
/// second, and a picture of a run is of a step.
const MEANT: [(&str, &str); 3] = [("time", "duration"), ("time", "fps"), ("time", "step")];

/// The message for an option that is the beginning of others of the command, or means one. The
/// parser looks for similar letters, and finds `--ties` for `--time`.
fn shortened(error: &Error) -> Option<String> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let Some(ContextValue::String(found)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let name = found.strip_prefix("--").filter(|name| !name.is_empty())?;
    let usage = error.get(ContextKind::Usage)?.to_string();
    let program = Cli::command();
    let command = command_used(&program, &usage);
    let mut similar = Vec::new();
    for argument in command.get_arguments() {
        let Some(long) = argument.get_long().filter(|_| !argument.is_hide_set()) else {
            continue;
        };
        if long.starts_with(name) || MEANT.contains(&(name, long)) {
            similar.push(format!("'--{long}'"));
        }
    }
    let exist = match similar.len() {
        0 => return None,
        1 => "a similar argument exists",
        _ => "similar arguments exist",
    };
    let similar = similar.join(", ");
    Some(format!(
        "unexpected argument '{found}' found; tip: {exist}: {similar} (--help says more)"
    ))
}

/// The message for an option that users of other programs try, with the place in which zwang has
/// what it means.
fn elsewhere(error: &Error) -> Option<String> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let Some(ContextValue::String(found)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let usage = error.get(ContextKind::Usage)?.to_string();
    let program = Cli::command();
    let command = command_used(&program, &usage);
    let mut options = command.get_arguments();
    let has_proof = options.any(|option| option.get_long() == Some("proof"));
    let place = match found.as_str() {
        "--friction" => {
            "friction is a key of the scene file, such as friction = 0.5, and `zwang critical \
             SCENE --friction` finds the least one that holds it"
        }
        "--gravity" => "gravity is a key of the scene file, such as gravity = [0, -9.81]",
        "--density" | "--mass" => "it is a key of the bodies of the scene file",
        "--thickness" => "scenes in the plane have no thickness: `density` is kg/m² and `mass` kg",
        "-o" | "--output" | "--out" if has_proof => {
            "--proof FILE keeps the proof, and `zwang draw SCENE -o FILE` makes a picture"
        }
        "-o" | "--output" | "--out" => "`zwang draw SCENE -o FILE` makes a picture",
        _ => return None,
    };
    Some(format!(
        "unexpected argument '{found}' found; {place} (--help says more)"
    ))
}

/// The paragraphs of a message of the argument parser in one line. Known ones are the mistake,
/// tips, and the usage. Its tips on how an option is passed as a value, and on `--version`, are
/// left out.
fn summary(text: &str) -> String {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let mut told = Vec::new();
    for paragraph in text.split("\n\n") {
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        let line = words.join(" ");
        let is_useless = line.starts_with("tip: to pass '-")
            || line == "tip: a similar argument exists: '--version'";
        if line.is_empty() || is_useless || line.starts_with("For more information") {
            continue;
        }
        // The parser puts the option that it takes for similar into the usage.
        let line = match line.strip_prefix("Usage: ") {
            Some(usage) => format!("usage: {}", usage.replacen(" --version", " [OPTIONS]", 1)),
            None => line,
        };
        told.push(line);
    }
    let told = told.join("; ");
    format!("{told} (--help says more)")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    fn told(line: &str) -> String {
        let words = line.split(' ');
        let asked = Cli::try_parse_from(words).expect_err("a mistake");
        let error = answer(&asked).expect_err("a mistake");
        error.to_string()
    }

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_mistake_is_told_in_one_line_with_a_hint() {
        for (line, hint) in [
            ("zwang a.toml", "`zwang stability a.toml`"),
            ("zwang a.json", "`zwang collapse a.json`"),
            (
                "zwang check a.toml b --verbose",
                "usage: zwang check [OPTIONS] <",
            ),
            ("zwang a.run", "`zwang check a.run`"),
            ("zwang a.csv", "`zwang audit SCENE a.csv`"),
            ("zwang a.lp", "`zwang solve a.lp`"),
            ("zwang a.svg", "`zwang scene import a.svg`"),
            ("zwang scene a.toml", "`zwang scene check a.toml`"),
            (
                "zwang sweep a.toml -o b",
                "`zwang sweep scene a.toml --vary NAME=FROM..TO:STEP",
            ),
            (
                "zwang sweep dimond --size 5 -o b",
                "the unknown scene family `dimond`",
            ),
            ("zwang colapse", "the nearest is `collapse`"),
            ("zwang scene dimond 5", "the nearest is `diamond`"),
            ("zwang scene obelisk", "harmonic, diamond, triangle,"),
            ("zwang scene diamond", "zwang scene diamond <SIZE>"),
            (
                "zwang scene wall 2 2 --bond flemish",
                "[possible values: running, stack]",
            ),
            ("zwang collapse --prof x", "'--proof'"),
            (
                "zwang simulate s.toml --time 5",
                "similar arguments exist: '--duration', '--time-limit'",
            ),
            (
                "zwang film a.run -o a.gif --time 5",
                "a similar argument exists: '--fps'",
            ),
            (
                "zwang collapse s.toml --time 5",
                "a similar argument exists: '--time-limit'",
            ),
            (
                "zwang draw a.run -o a.svg --time 5",
                "similar arguments exist: '--time-limit', '--step'",
            ),
            ("zwang simulate s.toml --restit 1", "'--restitution'"),
            (
                "zwang stability s.toml --friction 0.5",
                "found; friction is a key of the scene file, such as friction = 0.5, and `zwang \
                 critical SCENE --friction`",
            ),
            (
                "zwang collapse s.toml --friction 0.5",
                "a key of the scene file",
            ),
            ("zwang forces s.toml --gravity 9.81", "gravity = [0, -9.81]"),
            ("zwang stability s.toml --thickness 2", "`density` is kg/m²"),
            (
                "zwang collapse s.toml -o x.svg",
                "--proof FILE keeps the proof",
            ),
            ("zwang forces s.toml -o x.svg", "`zwang draw SCENE -o FILE`"),
            ("zwang simulate s.toml --tie x", "'--ties'"),
        ] {
            let told = told(line);
            assert!(told.contains(hint), "{line}: {told}");
            assert_eq!(told.lines().count(), 1, "{line}: {told}");
            assert!(!told.contains("as a value, use '--"), "{line}: {told}");
            assert!(!told.contains("'--version'"), "{line}: {told}");
        }
    }
}
