//! `zwang completions`: what a shell needs to complete commands and options, from the definition of
//! the command line.

use super::file::{self, failed};
use super::target::Target;
use super::{Outcome, console};
use crate::arguments::OverwriteArguments;
use anyhow::Result;
use clap::{Args, Command};
use clap_complete::Shell;
use std::fs;
use std::path::PathBuf;

/// Arguments of `completions`.
#[derive(Args, Debug)]
pub struct CompletionsArguments {
    /// The shell.
    #[arg(value_enum)]
    pub shell: Shell,
    /// Write to this file instead of standard output. Its folder is made if need be.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The treatment of a file that is there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
}

/// Runs the command; `program` is the whole command line.
pub fn run(mut program: Command, arguments: &CompletionsArguments) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut program, "zwang", &mut script);
    let Some(path) = &arguments.output else {
        console::print(script)?;
        return Ok(Outcome::Yes);
    };
    if let Some(folder) = path.parent() {
        let made = fs::create_dir_all(folder);
        made.map_err(|error| failed(folder.display(), &error))?;
    }
    let target = Target::new(path, None, arguments.overwrite.force)?;
    target.write(&script)?;
    if !file::is_standard(path) {
        let name = console::one_line(target.name());
        console::print(format!("completions written to {name}\n"))?;
    }
    Ok(Outcome::Yes)
}
