//! `zwang split`: a run in slices, which can be checked on different machines.

use super::file::Input;
use super::target::Target;
use super::{Outcome, console, file};
use crate::cli::SplitArguments;
use anyhow::{Result, bail};
use std::fs;
use zwang_motion::file::Slices;

/// Runs the command.
pub fn run(arguments: &SplitArguments) -> Result<Outcome> {
    let SplitArguments { run, steps, output } = arguments;
    let name = file::name(run);
    let input = Input::open(run).map_err(|error| file::failed(&name, &error))?;
    let slices = Slices::new(input, &name, *steps)?;
    let folder = output.display();
    fs::create_dir_all(output).map_err(|error| file::failed(&folder, &error))?;
    for slice in slices {
        let slice = slice?;
        let file = format!("steps-{}-{}.run", slice.first, slice.last);
        let path = output.join(file);
        if path.exists() {
            let name = path.display();
            bail!("{name}: is there already; expected another folder");
        }
        let target = Target::new(&path, None)?;
        target.write(slice.text.as_bytes())?;
        let listed = format!("{}\t{}\t{}\n", slice.first, slice.last, path.display());
        console::print(listed)?;
    }
    Ok(Outcome::Yes)
}
