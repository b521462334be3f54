//! `zwang split`: a run in slices, which can be checked on different machines.

use super::file::Input;
use super::target::Target;
use super::{Outcome, console, file};
use crate::cli::SplitArguments;
use anyhow::{Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use zwang_motion::file::{FileError, Slice, Slices};

/// Runs the command.
pub fn run(arguments: &SplitArguments) -> Result<Outcome> {
    let SplitArguments { run, steps, output } = arguments;
    let name = file::name(run);
    let input = Input::open(run).map_err(|error| file::failed(&name, &error))?;
    let slices = Slices::new(input, &name, *steps)?;
    let folder = output.display();
    fs::create_dir_all(output).map_err(|error| file::failed(&folder, &error))?;
    let mut written = Vec::new();
    let done = write_all(slices, output, &mut written);
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
    folder: &Path,
    written: &mut Vec<PathBuf>,
) -> Result<()> {
    let mut list = String::new();
    for slice in slices {
        let slice = slice?;
        let file = format!("steps-{}-{}.run", slice.first, slice.last);
        let path = folder.join(file);
        if path.exists() {
            let name = path.display();
            bail!("{name}: is there already; expected another folder");
        }
        let target = Target::new(&path, None)?;
        target.write(slice.text.as_bytes())?;
        let Slice { first, last, .. } = slice;
        list += &format!("{first}\t{last}\t{}\n", path.display());
        written.push(path);
    }
    console::print(list)?;
    Ok(())
}
