//! `zwang split`: a run in slices, which can be checked on different machines.

use super::file::Input;
use super::target::Target;
use super::{Outcome, console, file};
use crate::cli::SplitArguments;
use anyhow::{Result, bail};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
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
    let name = path.file_name().unwrap_or_default();
    let name = name.to_string_lossy();
    let Some(rest) = name.strip_prefix("steps-") else {
        return false;
    };
    let Some(steps) = rest.strip_suffix(".run") else {
        return false;
    };
    match steps.split_once('-') {
        Some((first, last)) => is_number(first) && is_number(last),
        None => false,
    }
}

fn is_number(text: &str) -> bool {
    text.parse::<u64>().is_ok()
}

/// Whether the text of a file begins so.
fn begins_with(path: &Path, beginning: &str) -> io::Result<bool> {
    if !path.is_file() {
        return Ok(false);
    }
    let mut file = File::open(path)?;
    let mut found = vec![0; beginning.len()];
    match file.read_exact(&mut found) {
        Ok(()) => Ok(found == beginning.as_bytes()),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
