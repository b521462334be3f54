//! `zwang draw`: a picture of a scene with its forces and accelerations, or of a step of a run.

pub mod arguments;
mod step;

use super::file::{self, Input};
use super::progress::Progress;
use super::scene_file::SceneFile;
use super::solve::{self, solve};
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
    let DrawArguments {
        solve,
        run_scene,
        output,
        ..
    } = arguments;
    let (input, scene) = (solve.scene.as_deref(), run_scene.as_deref());
    if input.is_some_and(file::is_standard) && scene.is_some_and(file::is_standard) {
        bail!(
            "found - for both run and scene; \
             expected at least one of them in a file"
        );
    }
    let target = Target::beside(output, &[("scene or run", input), ("scene", scene)])?;
    let picture = match shown(arguments)? {
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
    console::print(format!(
        "picture written to {name}; \
         {told}\n"
    ))?;
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

/// The picture of whatever the arguments name.
fn shown(arguments: &DrawArguments) -> Result<Shown> {
    let Some(path) = arguments.solve.scene.as_deref() else {
        refuse_run_options(arguments, "built-in scene")?;
        return scene_picture(arguments, &SceneFile::built_in(arguments.solve.settings())?)
            .map(Shown::Picture);
    };
    if !path.exists() && !file::is_standard(path) {
        // The error names what is there instead.
        return Err(file::read_scene(path, &[], |_| ())
            .map_or_else(|error| error, |_| anyhow!("{}", path.display())));
    }
    let name = file::name(path);
    let (kind, text) = Input::open(path)
        .and_then(run::kind)
        .map_err(|error| file::failed(&name, &error))?;
    match kind {
        Kind::Run => return step::picture(arguments, text),
        Kind::Comparison => bail!("{name}: {}", Kind::UNCERTIFIED),
        Kind::Other => {}
    }
    refuse_run_options(arguments, &name)?;
    let settings = arguments.solve.settings();
    let expanded = file::scene_in(text, path, settings, |note| {
        solve::tell(&arguments.solve, note)
    })?;
    scene_picture(arguments, &SceneFile::new(expanded, path)).map(Shown::Picture)
}

fn refuse_run_options(arguments: &DrawArguments, name: &str) -> Result<()> {
    let option = match arguments {
        DrawArguments { step: Some(_), .. } => "--step",
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
    let solved = solve(file, &arguments.solve)?;
    let progress = Progress::new(arguments.solve.quiet);
    progress.stage("looking which forces are unique");
    let answer = solved.verified.first_answer();
    let options = draw_options(&file.scene, answer.as_ref(), arguments.theme.into());
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
            let widest = (draw::MAX_PIXELS * u64::from(*width) / u64::from(*height).max(1)).isqrt();
            let rounded = widest.min(draw::MAX_WIDTH.into()) / 100 * 100;
            anyhow!(
                "{target}: {error}; \
                 --width {rounded} would do"
            )
        }
        _ => anyhow!("{target}: {error}"),
    }
}
