//! `zwang completions`: what a shell needs to complete commands and options, from the definition of
//! the command line.

use super::{Outcome, console};
use crate::cli::Cli;
use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Arguments of `completions`.
#[derive(Args, Debug)]
pub struct CompletionsArguments {
    /// The shell.
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Runs the command.
pub fn run(arguments: &CompletionsArguments) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "zwang", &mut script);
    console::print(script)?;
    Ok(Outcome::Yes)
}
