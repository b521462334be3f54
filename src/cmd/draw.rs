//! `zwang draw`: a picture of a scene with its forces and accelerations, or of a step of a run.

pub mod arguments;
mod step;

use super::account::Account;
use super::file::{self, Input};
use super::progress::Progress;
use super::run_scene::RunInputs;
use super::scene_file::SceneFile;
use super::solve::solve;
use super::target::Target;
use super::{Outcome, console, lower_case_ending, rejection_line};
use anyhow::{Error, Result, anyhow, bail};
pub use arguments::DrawArguments;
use step::Shown;
use zwang_answer::draw_options;
use zwang_check::run::{self, Kind};
use zwang_output::OutputError;
use zwang_output::draw;

/// Width of a PNG in pixels, if none is given.
const WIDTH: u32 = 1200;

/// A picture, and what is said of it.
pub struct Picture {
    svg: String,
    told: String,
}

/// Runs the command.
pub fn run(arguments: &DrawArguments) -> Result<Outcome> {
    let is_png = is_png(arguments)?;
    let inputs = inputs(arguments)?;
    let read = match inputs {
        Some(RunInputs { run, scene }) => [("scene or run", Some(run)), ("scene", scene)],
        None => [("scene or run", None), ("scene", None)],
    };
    let target = Target::beside(&arguments.output, &read, arguments.overwrite.force)?;
    let picture = match shown(arguments, inputs)? {
        Shown::Picture(picture) => picture,
        Shown::Rejected(rejection) => {
            console::note(&rejection_line(&rejection));
            return Ok(Outcome::No);
        }
    };
    let name = target.name();
    let contents = if is_png {
        let width = arguments.width.unwrap_or(WIDTH);
        let png = draw::png(&picture.svg, width);
        png.map_err(|error| explained(name, &error))?
    } else {
        picture.svg.into_bytes()
    };
    target.write(&contents)?;
    let told = picture.told;
    let line = format!("picture written to {name}; {told}\n");
    console::print(line)?;
    Ok(Outcome::Yes)
}

/// Whether PNG is wanted, and not SVG.
fn is_png(arguments: &DrawArguments) -> Result<bool> {
    let path = arguments.output.display();
    match lower_case_ending(&arguments.output).as_deref() {
        Some("png") => Ok(true),
        Some("svg") if arguments.width.is_some() => bail!(
            "{path}: found --width with an SVG, which has no pixels; \
             expected a name that ends in .png"
        ),
        Some("svg") => Ok(false),
        _ => bail!(
            "{path}: found no picture format in this name; \
             expected one that ends in .svg or .png"
        ),
    }
}

/// The files that are read. What stands for the run may be a scene.
fn inputs(arguments: &DrawArguments) -> Result<Option<RunInputs<'_>>> {
    let Some(first) = arguments.solve.scene.as_deref() else {
        return Ok(None);
    };
    let second = arguments.run.as_deref();
    let option = arguments.run_scene.as_deref();
    let inputs = RunInputs::new(first, second, option)?;
    Ok(Some(inputs))
}

/// The picture of whatever the arguments name.
fn shown(arguments: &DrawArguments, inputs: Option<RunInputs>) -> Result<Shown> {
    let settings = arguments.solve.settings();
    let Some(inputs) = inputs else {
        refuse_run_options(arguments, "built-in scene")?;
        let file = SceneFile::built_in(settings)?;
        let picture = scene_picture(arguments, &file)?;
        return Ok(Shown::Picture(picture));
    };
    let path = inputs.run;
    if !path.exists() && !file::is_standard(path) {
        // The error names what is there instead.
        file::read_scene(path, &[], |_| ())?;
        bail!("{}", path.display());
    }
    let name = file::name(path);
    let input = Input::open(path);
    let found = input.and_then(run::kind);
    let (kind, text) = found.map_err(|error| file::failed(&name, &error))?;
    match kind {
        Kind::Run => return step::picture(arguments, inputs, text),
        Kind::Comparison => bail!("{name}: {}", Kind::UNCERTIFIED),
        Kind::Other => {}
    }
    refuse_run_options(arguments, &name)?;
    let expanded = file::scene_in(text, path, settings, |note| {
        console::tell_unless(arguments.solve.quiet, note)
    })?;
    let file = SceneFile::new(expanded, path);
    let picture = scene_picture(arguments, &file)?;
    Ok(Shown::Picture(picture))
}

fn refuse_run_options(arguments: &DrawArguments, name: &str) -> Result<()> {
    let option = match arguments {
        DrawArguments { step: Some(_), .. } => "--step",
        DrawArguments { run: Some(_), .. } => "another scene before it",
        DrawArguments {
            run_scene: Some(_), ..
        } => "--scene",
        _ => return Ok(()),
    };
    bail!(
        "{name}: found a scene with {option}; \
         expected a run, as `zwang simulate` writes it"
    )
}

fn scene_picture(arguments: &DrawArguments, file: &SceneFile) -> Result<Picture> {
    let account = Account::new(&arguments.solve);
    let solved = solve(file, &arguments.solve, &account)?;
    let progress = Progress::new(arguments.solve.quiet);
    progress.stage("looking which forces are unique");
    let answer = solved.verified.first_answer();
    let theme = arguments.theme.into();
    let options = draw_options(&file.scene, answer, theme);
    let svg = draw::svg(&solved.verified, &solved.symmetries, &options);
    Ok(Picture {
        svg,
        told: "the checker accepts the answer that it shows".to_owned(),
    })
}

/// An error of the rasteriser, with a width that would do where the one asked for is too large.
fn explained(target: &str, error: &OutputError) -> Error {
    match error {
        OutputError::Size { width, height } => {
            let width = u64::from(*width);
            let height = u64::from(*height);
            let square = draw::MAX_PIXELS * width / height.max(1);
            let widest = square.isqrt();
            let widest = widest.min(draw::MAX_WIDTH.into());
            let rounded = widest / 100 * 100;
            anyhow!(
                "{target}: {error}; \
                 --width {rounded} would do"
            )
        }
        _ => anyhow!("{target}: {error}"),
    }
}
