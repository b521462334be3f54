//! `zwang man`: manual pages, from the definition of the command line.

use super::file::{failed, is_standard};
use super::target::Target;
use super::{Outcome, console};
use crate::arguments::OverwriteArguments;
use anyhow::{Result, bail};
use clap::{Args, Command};
use clap_mangen::Man;
use roff::{Roff, roman};
use std::fs;
use std::path::{Path, PathBuf};

/// Arguments of `man`.
#[derive(Args, Debug)]
pub struct ManArguments {
    /// Write one page for each command into this folder, which is made if it is not there, instead
    /// of printing the page of zwang.
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// The treatment of pages that are there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
}

/// Runs the command; `program` is the whole command line.
pub fn run(program: Command, arguments: &ManArguments) -> Result<Outcome> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    match &arguments.output {
        None => console::print(page(&program)?)?,
        Some(folder) => {
            if is_standard(folder) {
                bail!(
                    "found -o -; expected the name of a folder: without -o the page of zwang is \
                     printed"
                );
            }
            fs::create_dir_all(folder).map_err(|error| failed(folder.display(), &error))?;
            let mut pages = Vec::new();
            find_pages(&program, folder, arguments.overwrite.force, &mut pages)?;
            for (target, command) in &pages {
                target.write(&page(command)?)?;
            }
            let count = pages.len();
            let folder = console::one_line(&folder.display().to_string());
            console::print(format!("{count} manual pages written to {folder}\n"))?;
        }
    }
    Ok(Outcome::Yes)
}

/// Finds the pages of a command and of all below it that are not hidden, and their places, before
/// any of them is written.
fn find_pages<'a>(
    command: &'a Command,
    folder: &Path,
    force: bool,
    pages: &mut Vec<(Target, &'a Command)>,
) -> Result<()> {
    let path = folder.join(format!("{}.1", name(command)));
    pages.push((Target::new(&path, None, force)?, command));
    for below in command.get_subcommands() {
        if !below.is_hide_set() {
            find_pages(below, folder, force, pages)?;
        }
    }
    Ok(())
}

/// The name of the page of a command, `zwang-scene-diamond`.
fn name(command: &Command) -> String {
    command
        .get_display_name()
        .unwrap_or_else(|| command.get_name())
        .to_owned()
}

fn page(command: &Command) -> Result<Vec<u8>> {
    let man = Man::new(command.clone())
        .title(name(command))
        .source(concat!("zwang ", env!("CARGO_PKG_VERSION")));
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.get_subcommands().any(|below| !below.is_hide_set()) {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(text) = command.get_after_help() {
        details(&text.to_string()).to_writer(&mut page)?;
    }
    Ok(page)
}

/// The help text after the options: paragraphs, and examples, whose lines stay as they are.
fn details(text: &str) -> Roff {
    let mut roff = Roff::new();
    let (examples, paragraphs): (Vec<&str>, Vec<&str>) = text
        .split("\n\n")
        .partition(|paragraph| paragraph.starts_with("Examples:"));
    if !paragraphs.is_empty() {
        roff.control("SH", ["DETAILS"]);
    }
    for paragraph in paragraphs {
        roff.control("PP", []);
        write_paragraph(&mut roff, paragraph);
    }
    for paragraph in examples {
        roff.control("SH", ["EXAMPLES"]);
        write_paragraph(
            &mut roff,
            paragraph
                .trim_start_matches("Examples:")
                .trim_start_matches('\n'),
        );
    }
    roff
}

/// A paragraph; line by line if any of them is indented.
fn write_paragraph(roff: &mut Roff, paragraph: &str) {
    let is_listing = paragraph.lines().any(|line| line.starts_with(' '));
    if is_listing {
        roff.control("nf", []);
    }
    for line in paragraph.lines() {
        roff.text([roman(line)]);
    }
    if is_listing {
        roff.control("fi", []);
    }
}
