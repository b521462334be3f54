//! `zwang split`: a run in slices, which can be checked on different machines.

use super::file::Input;
use super::target::Target;
use super::{Outcome, console, file};
use crate::cli::SplitArguments;
use anyhow::{Result, bail};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use zwang_motion::file::{FileError, Slice, Slices};

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
    let input = Input::open(run).map_err(|error| file::failed(&name, &error))?;
    let slices = Slices::new(input, &name, *steps)?;
    let folder = output.display();
    fs::create_dir_all(output).map_err(|error| file::failed(&folder, &error))?;
    let mut written = Vec::new();
    let done = write_all(slices, output, overwrite.force, &mut written);
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
    force: bool,
    written: &mut Vec<PathBuf>,
) -> Result<()> {
    let mut list = String::new();
    let mut header = String::new();
    for slice in slices {
        let Slice { first, last, text } = slice?;
        if header.is_empty() {
            header = text.split_inclusive('\n').take(1).collect();
        }
        let file = format!("steps-{first}-{last}.run");
        let path = folder.join(file);
        let target = Target::new(&path, None, force)?;
        target.write(text.as_bytes())?;
        let place = path.display();
        list += &format!("{first}\t{last}\t{place}\n");
        written.push(path);
    }
    if force {
        remove_earlier(folder, &header, written)
            .map_err(|error| file::failed(folder.display(), &error))?;
    }
    console::print(list)?;
    Ok(())
}

/// Removes the slices of an earlier split of the same run that none of these has replaced. What
/// has another header is a slice of another run, or none, and stays.
fn remove_earlier(folder: &Path, header: &str, written: &[PathBuf]) -> io::Result<()> {
    let written: BTreeSet<&PathBuf> = written.iter().collect();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_earlier = !written.contains(&path) && is_named_as_a_slice(&path);
        if is_earlier && begins_with(&path, header)? {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// Whether a file is called `steps-FIRST-LAST.run`.
fn is_named_as_a_slice(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(OsStr::to_str) else {
        return false;
    };
    let steps = name.strip_prefix("steps-");
    let Some(steps) = steps.and_then(|steps| steps.strip_suffix(".run")) else {
        return false;
    };
    match steps.split_once('-') {
        Some((first, last)) => first.parse::<u64>().is_ok() && last.parse::<u64>().is_ok(),
        None => false,
    }
}

/// Whether the text of a file begins so.
fn begins_with(path: &Path, beginning: &str) -> io::Result<bool> {
    if !path.is_file() {
        return Ok(false);
    }
    let mut found = Vec::new();
    let length = beginning.len() as u64;
    File::open(path)?.take(length).read_to_end(&mut found)?;
    Ok(found == beginning.as_bytes())
}
