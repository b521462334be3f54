//! `zwang film`: a run as a page that plays it, as an animated picture, or as a series of pictures.
//!
//! The whole run is checked on the way, and a film holds nothing but steps that the checker has
//! accepted. So one that is rejected leaves no file.

pub mod arguments;
mod pictures;
mod source;

use super::target::Target;
use super::{Outcome, console, file, lower_case_ending, rejection_line};
use anyhow::{Result, bail};
pub use arguments::FilmArguments;
use arguments::Format;
use zwang_check::Rejection;
use zwang_output::film::{Film, RunFile};

/// Runs the command.
pub fn run(arguments: &FilmArguments) -> Result<Outcome> {
    let format = arguments.format()?;
    let FilmArguments {
        run, scene, output, ..
    } = arguments;
    if scene.as_deref().is_some_and(file::is_standard) && file::is_standard(run) {
        bail!(
            "found - for both run and scene; \
             expected at least one of them in a file"
        );
    }
    let inputs = [("run", Some(run.as_path())), ("scene", scene.as_deref())];
    match format {
        Format::Html => {
            let target = Target::beside(output, &inputs)?;
            page(arguments, &target)
        }
        Format::Gif => {
            let target = Target::beside(output, &inputs)?;
            pictures::animation(arguments, &target)
        }
        Format::Png => pictures::series(arguments),
    }
}

/// Writes the page.
fn page(arguments: &FilmArguments, target: &Target) -> Result<Outcome> {
    let source = source::open(arguments)?;
    let megabytes = usize::try_from(arguments.size).unwrap_or(usize::MAX);
    let size = megabytes.saturating_mul(1_000_000);
    let mut film = Film::new(source.scene(), source.header()).with_size(size);
    let run = match source.check(|step| film.push(step))? {
        Ok(run) => run,
        Err(rejection) => return Ok(rejected(&rejection)),
    };
    film.set_run_file(RunFile {
        name: file::name(&arguments.run),
        sha256: run.sha256,
    });
    target.write(film.html().as_bytes())?;
    written(target.name(), run.steps)
}

fn rejected(rejection: &Rejection) -> Outcome {
    console::note(&rejection_line(rejection));
    Outcome::No
}

fn written(name: &str, steps: u64) -> Result<Outcome> {
    let all = if steps == 1 {
        "its step".to_owned()
    } else {
        format!("all of its {steps} steps")
    };
    console::print(format!(
        "film written to {name}; the checker accepts {all}\n"
    ))?;
    Ok(Outcome::Yes)
}
