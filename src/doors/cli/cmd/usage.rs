//! Mistakes on the command line, told in one line; and what `--help` and `--version` ask for.

use super::{Outcome, console};
use crate::cli::Cli;
use anyhow::{Result, anyhow};
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Command, CommandFactory};

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
        _ => {
            let told = unknown_name(asked).or_else(|| shortened(asked));
            let told = told.unwrap_or_else(|| summary(&text.to_string()));
            Err(anyhow!(told))
        }
    }
}

/// What is said of a command, or of a family of scenes, that does not exist.
fn unknown_name(error: &Error) -> Option<String> {
    let Some(ContextValue::String(found)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    let usage = error.get(ContextKind::Usage)?.to_string();
    let program = Cli::command();
    let (kind, commands) = match program.find_subcommand("scene") {
        Some(scene) if usage.contains("zwang scene") => ("scene family", scene),
        _ => ("command", &program),
    };
    let known = commands.get_subcommands();
    let known: Vec<&str> = known.map(Command::get_name).collect();
    let known = known.join(", ");
    let mut told = format!(
        "found the unknown {kind} `{found}`; \
         expected one of {known}"
    );
    // The parser lists what is similar, the most similar last.
    if let Some(ContextValue::Strings(similar)) = error.get(ContextKind::SuggestedSubcommand)
        && let Some(nearest) = similar.last()
    {
        told += &format!("; the nearest is `{nearest}`");
    }
    Some(told)
}

/// Options by another name that users try.
const MEANT: [(&str, &str); 1] = [("time", "duration")];

/// What is said of an option that is the beginning of others of the command, or means one. The
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
    let mut command = &program;
    for word in usage.split_whitespace() {
        command = command.find_subcommand(word).unwrap_or(command);
    }
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

/// The paragraphs of a message of the argument parser in one line. Known ones are the mistake,
/// tips, and the usage.
fn summary(text: &str) -> String {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let mut told = Vec::new();
    for paragraph in text.split("\n\n") {
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        let line = words.join(" ");
        if line.is_empty() || line.starts_with("For more information") {
            continue;
        }
        let line = line.replacen("Usage: ", "usage: ", 1);
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
            ("zwang colapse", "the nearest is `collapse`"),
            ("zwang scene dimond 5", "the nearest is `diamond`"),
            ("zwang scene obelisk", "harmonic, diamond, triangle,"),
            ("zwang scene diamond", "zwang scene diamond <SIZE>"),
            (
                "zwang scene wall 2 2 --bond flemish",
                "[possible values: running, stack]",
            ),
            ("zwang collapse --prof x", "'--proof'"),
            ("zwang draw", "--output <FILE>"),
            (
                "zwang simulate s.toml --time 5",
                "similar arguments exist: '--duration', '--time-limit'",
            ),
            (
                "zwang collapse s.toml --time 5",
                "a similar argument exists: '--time-limit'",
            ),
            ("zwang simulate s.toml --restit 1", "'--restitution'"),
            ("zwang simulate s.toml --tie x", "'--ties'"),
        ] {
            let told = told(line);
            assert!(told.contains(hint), "{line}: {told}");
            assert_eq!(told.lines().count(), 1, "{line}: {told}");
        }
    }
}
