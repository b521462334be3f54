//! `zwang man`: manual pages, from the definition of the command line.

use super::file::plain;
use super::target::Target;
use super::{Outcome, console};
use crate::cli::{Cli, ManArguments};
use anyhow::{Result, anyhow};
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use std::fs;
use std::path::Path;

/// Runs the command.
pub fn run(arguments: &ManArguments) -> Result<Outcome> {
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    match &arguments.output {
        None => console::print(page(program)?)?,
        Some(folder) => {
            fs::create_dir_all(folder).map_err(|error| anyhow!("{}: {}", folder.display(), plain(&error)))?;
            let count = write_pages(&program, folder)?;
            console::print(format!("{count} manual pages written to {}\n", folder.display()))?;
        }
    }
    Ok(Outcome::Yes)
}

/// Writes the pages of a command and of all below it; returns how many.
fn write_pages(command: &Command, folder: &Path) -> Result<usize> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    let path = folder.join(format!("{name}.1"));
    Target::new(&path, None)?.write(&page(command.clone().disable_help_subcommand(true))?)?;
    let mut count = 1;
    for below in command.get_subcommands() {
        count += write_pages(below, folder)?;
    }
    Ok(count)
}

fn page(command: Command) -> Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}
