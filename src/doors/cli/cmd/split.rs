//! `zwang split`: a run in slices, which can be checked on different machines.

use super::target::Target;
use super::{Outcome, console, file};
use crate::arguments::SplitArguments;
use anyhow::{Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use zwang_answer::file::{FileError, Slice, Slices};

/// Runs the command.
pub fn run(arguments: &SplitArguments) -> Result<Outcome> {
    let SplitArguments {
        run,
        steps,
        output,
        overwrite,
    } = arguments;
    let name = file::name(run);
    if file::is_standard(output) {
        bail!("found -o -; expected the name of a folder");
    }
    let input = file::open_run(run)?;
    let slices = Slices::new(input, &name, *steps)?;
    let folder = output.display();
    fs::create_dir_all(output).map_err(|error| file::failed(&folder, &error))?;
    let mut written = Vec::new();
    let done = write_all(slices, run, output, overwrite.force, &mut written);
    if done.is_err() {
        for path in &written {
            // The first error is the one to report.
            let _ = fs::remove_file(path);
        }
    }
    done?;
    if written.is_empty() {
        bail!("{name}: found a run without steps; expected at least one");
    }
    Ok(Outcome::Yes)
}

/// Writes all slices, and lists them when all are there.
fn write_all(
    slices: impl Iterator<Item = Result<Slice, FileError>>,
    run: &Path,
    folder: &Path,
    force: bool,
    written: &mut Vec<PathBuf>,
) -> Result<()> {
    let mut list = String::new();
    for slice in slices {
        let Slice { first, last, text } = slice?;
        let file = format!("steps-{first}-{last}.run");
        let path = folder.join(file);
        let target = Target::beside(&path, &[("run", Some(run))], force)?;
        target.write(text.as_bytes())?;
        let place = path.display();
        list += &format!("{first}\t{last}\t{place}\n");
        written.push(path);
    }
    console::print(list)?;
    Ok(())
}
