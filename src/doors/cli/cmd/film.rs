//! `zwang film`: a run as a page that plays it, as an animated picture, as a video, or as a series
//! of pictures.
//!
//! The whole run is checked on the way, and a film holds nothing but steps that the checker has
//! accepted. So one that is rejected leaves no file.

pub mod arguments;
mod pictures;
mod source;
mod video;

use super::run_scene::RunInputs;
use super::target::Target;
use super::{Outcome, console, file, lower_case_ending, rejection_line};
use anyhow::Result;
pub use arguments::FilmArguments;
use arguments::Format;
use source::Run;
use zwang_check::Rejection;
use zwang_output::film::{Film, Playing, RunFile};

/// Runs the command.
pub fn run(arguments: &FilmArguments) -> Result<Outcome> {
    let format = arguments.format()?;
    let inputs = arguments.inputs()?;
    if format == Format::Png {
        return pictures::series(arguments, inputs);
    }
    let force = arguments.overwrite.force;
    let target = Target::beside(&arguments.output, &inputs.named(), force)?;
    match format {
        Format::Html => page(arguments, inputs, &target),
        Format::Video => video::video(arguments, inputs, &target),
        _ => pictures::animation(arguments, inputs, &target),
    }
}

/// Writes the page.
fn page(arguments: &FilmArguments, inputs: RunInputs, target: &Target) -> Result<Outcome> {
    let source = source::open(arguments, inputs)?;
    let playing = Playing {
        at_once: arguments.autoplay,
        again: arguments.repeats,
    };
    let film = Film::new(source.scene(), &source.header().head());
    let mut film = film.playing(playing);
    let run = match source.check(|step| film.push(step))? {
        Ok(run) => run,
        Err(rejection) => return Ok(rejected(&rejection)),
    };
    film.set_run_file(RunFile {
        name: file::name(inputs.run),
        sha256: run.sha256.clone(),
    });
    if let Some(why) = &run.ended {
        film.set_ending(why.clone());
    }
    target.write(film.html().as_bytes())?;
    written(target.name(), &run)
}

fn rejected(rejection: &Rejection) -> Outcome {
    console::note(&rejection_line(rejection));
    Outcome::No
}

fn written(name: &str, run: &Run) -> Result<Outcome> {
    if let Some(why) = &run.ended {
        console::print(format!("the run ends early: {why}\n"))?;
    }
    let all = match run.steps {
        1 => "its step".to_owned(),
        steps => format!("all of its {steps} steps"),
    };
    let name = console::one_line(name);
    let line = format!("film written to {name}; the checker accepts {all}\n");
    console::print(line)?;
    Ok(Outcome::Yes)
}
