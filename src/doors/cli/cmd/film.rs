//! `zwang film`: a run as a page that plays it, as an animated picture, as a video, as a series of
//! pictures, or, in space, as a file of GLB.
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
use anyhow::{Result, bail};
pub use arguments::FilmArguments;
use arguments::Format;
use source::{AnySource, Run, Source};
use std::io::BufRead;
use zwang_check::Rejection;
use zwang_output::film::{Film, Playing, RunFile};
use zwang_scene::{Scene, space};

/// Runs the command.
pub fn run(arguments: &FilmArguments) -> Result<Outcome> {
    let format = arguments.format()?;
    let inputs = arguments.inputs()?;
    if format == Format::Png {
        return pictures::series(arguments, inputs);
    }
    let force = arguments.overwrite.force;
    let target = Target::beside(&arguments.output(), &inputs.named(), force)?;
    match format {
        Format::Html | Format::Glb => one_file(arguments, format, inputs, &target),
        Format::Video => video::video(arguments, inputs, &target),
        _ => pictures::animation(arguments, inputs, &target),
    }
}

/// Writes a page or a file of GLB, which have all steps.
fn one_file(
    arguments: &FilmArguments,
    format: Format,
    inputs: RunInputs,
    target: &Target,
) -> Result<Outcome> {
    let playing = Playing {
        at_once: arguments.autoplay,
        again: arguments.repeats,
    };
    let name = file::name(inputs.run);
    let made = match source::open(arguments, inputs)? {
        AnySource::Plane(_) if format == Format::Glb => bail!(
            "{name}: found a run of the plane; \
             expected one in space for GLB, or a film that ends in .html"
        ),
        AnySource::Plane(source) => page(source, playing, name)?,
        AnySource::Space(source) => solids(source, playing, name, format)?,
    };
    match made {
        Ok((bytes, run)) => {
            target.write(&bytes)?;
            written(target.name(), &run)
        }
        Err(rejection) => Ok(rejected(&rejection)),
    }
}

/// The bytes of a film, and the run that it is of.
type Made = Result<(Vec<u8>, Run), Rejection>;

/// The page of a run of the plane, from a file of this name.
fn page<R: BufRead>(source: Source<R, Scene>, playing: Playing, name: String) -> Result<Made> {
    let film = Film::new(source.scene(), &source.header().head());
    let mut film = film.playing(playing);
    let run = match source.check(|step| film.push(step))? {
        Ok(run) => run,
        Err(rejection) => return Ok(Err(rejection)),
    };
    let sha256 = run.sha256.clone();
    film.set_run_file(RunFile { name, sha256 });
    if let Some(why) = &run.ended {
        film.set_ending(why.clone());
    }
    Ok(Ok((film.html().into_bytes(), run)))
}

/// The page of a run in space, or its file of GLB.
fn solids<R: BufRead>(
    source: Source<R, space::Scene>,
    playing: Playing,
    name: String,
    format: Format,
) -> Result<Made> {
    let (mut film, run) = match source.film(playing)? {
        Ok(made) => made,
        Err(rejection) => return Ok(Err(rejection)),
    };
    let sha256 = run.sha256.clone();
    film.set_run_file(RunFile { name, sha256 });
    let bytes = match format {
        Format::Glb => film.glb(),
        _ => film.html().into_bytes(),
    };
    Ok(Ok((bytes, run)))
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
