//! `zwang draw`: a picture of a scene with its forces and accelerations, or of a step of a run.

pub mod arguments;
mod step;

use super::account::Account;
use super::file::{self, Input};
use super::progress::Progress;
use super::run_scene::RunInputs;
use super::scene_file::SceneFile;
use super::solve::{require_motion, solve, solve_forces, solve_friction, source};
use super::space::{self, AnySceneFile, SpaceFile};
use super::target::Target;
use super::{Outcome, console, lower_case_ending, rejection_line};
use anyhow::{Error, Result, anyhow, bail};
pub use arguments::DrawArguments;
use std::path::Path;
use step::Shown;
use zwang_answer::{VerifiedForces, draw_options};
use zwang_certificate::friction::Law;
use zwang_check::law::{self, Kind};
use zwang_output::OutputError;
use zwang_output::draw::{self, DrawOptions, SpaceContent, space_svg};

/// Width of a PNG in pixels, if none is given.
const WIDTH: u32 = 1200;

/// A picture, and what is said of it.
pub struct Picture {
    svg: String,
    told: String,
}

/// Runs the command.
pub fn run(arguments: &DrawArguments) -> Result<Outcome> {
    let output = arguments.output();
    let format = PictureFormat::of(&output)?;
    let inputs = inputs(arguments)?;
    let read = match inputs {
        Some(RunInputs { run, scene }) => [("scene or run", Some(run)), ("scene", scene)],
        None => [("scene or run", None), ("scene", None)],
    };
    let target = Target::beside(&output, &read, arguments.overwrite.force)?;
    let picture = match shown(arguments, inputs)? {
        Shown::Picture(picture) => picture,
        Shown::Rejected(rejection) => {
            console::note(&rejection_line(&rejection));
            return Ok(Outcome::No);
        }
    };
    let name = target.name();
    let contents = format.contents(&picture.svg, arguments.width, name)?;
    target.write(&contents)?;
    let told = picture.told;
    let line = format!("picture written to {name}; {told}\n");
    console::print(line)?;
    Ok(Outcome::Yes)
}

/// The kind of a file with a picture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PictureFormat {
    /// Vectors, for pages of the web.
    Svg,
    /// Vectors, for papers.
    Pdf,
    /// Pixels.
    Png,
}

impl PictureFormat {
    /// The format that the ending of a name says.
    pub fn of(output: &Path) -> Result<Self> {
        let path = output.display();
        match lower_case_ending(output).as_deref() {
            Some("png") => Ok(Self::Png),
            Some("pdf") => Ok(Self::Pdf),
            Some("svg") => Ok(Self::Svg),
            _ => bail!(
                "{path}: found no picture format in this name; \
                 expected one that ends in .svg, .pdf or .png"
            ),
        }
    }

    /// The bytes of the file. The width is in pixels, or in points of a page. An SVG has one of
    /// its own.
    pub fn contents(self, svg: &str, width: Option<u32>, name: &str) -> Result<Vec<u8>> {
        let contents = match self {
            Self::Svg => Ok(match width {
                Some(width) => draw::at_width(svg, width).into_bytes(),
                None => svg.as_bytes().to_vec(),
            }),
            Self::Pdf => draw::pdf(svg, width),
            Self::Png => draw::png(svg, width.unwrap_or(WIDTH)),
        };
        contents.map_err(|error| explained(name, &error))
    }
}

/// The files that are read. The argument for the run may name a scene.
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
        let file = SceneFile::built_in(settings, arguments.solve.quiet)?;
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
    let found = input.and_then(law::kind);
    let (kind, text) = found.map_err(|error| file::failed(&name, &error))?;
    match kind {
        Kind::Run => return step::picture(arguments, inputs, text),
        Kind::OtherRun => bail!("{name}: {}", Kind::OTHER),
        Kind::Comparison => bail!("{name}: {}", Kind::UNCERTIFIED),
        Kind::Other => {}
    }
    refuse_run_options(arguments, &name)?;
    let reading = file::any_scene_in(text, path, settings, |note| {
        console::tell_unless(arguments.solve.quiet, note)
    })?;
    let picture = match AnySceneFile::new(reading, path) {
        AnySceneFile::Plane(file) => {
            let picture = scene_picture(arguments, &file)?;
            file.tell_silent_defaults(arguments.solve.quiet);
            picture
        }
        AnySceneFile::Space(file) => space_picture(arguments, &file)?,
    };
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

/// The remark of a picture of an instant.
const CHECKED: &str = "the checker accepts the answer that it shows";

/// The remark of a picture of a scene with joints that moves, for which there is no answer at an
/// instant.
const UNSOLVED: &str = "the scene as it is; zwang simulate tells how it moves";

/// A scene in space: with friction whether it stands, without how it starts to move.
fn space_picture(arguments: &DrawArguments, file: &SpaceFile) -> Result<Picture> {
    let plane_only = match arguments {
        DrawArguments { ranges: true, .. } => Some("--ranges"),
        DrawArguments { motion: true, .. } => Some("--motion"),
        DrawArguments {
            friction_law: Some(_),
            ..
        } => Some("--friction-law"),
        DrawArguments {
            answer: Some(_), ..
        } => Some("--answer"),
        DrawArguments { thrust: true, .. } => Some("--thrust"),
        DrawArguments { weights: true, .. } => Some("--weights"),
        DrawArguments {
            resultants: true, ..
        } => Some("--resultants"),
        _ => None,
    };
    if let Some(option) = plane_only {
        let source = source(&arguments.solve);
        bail!("{source}: {option} reads plane scenes only; this one is in space");
    }
    let account = Account::new(&arguments.solve);
    let options = arguments.options();
    let scene = &file.reading.scene;
    if !scene.joints.is_empty() && scene.moving_body().is_some() {
        let content = SpaceContent {
            told: vec![UNSOLVED.to_owned()],
            ..SpaceContent::default()
        };
        return Ok(Picture {
            svg: space_svg(scene, Some(&content), options),
            told: UNSOLVED.to_owned(),
        });
    }
    let svg = if scene.friction.is_none() && scene.bonds.is_empty() {
        space::solve_collapse(file, &arguments.solve, &account)?.svg(options)
    } else {
        space::solve_stability(file, &arguments.solve, &account)?.svg(options)
    };
    Ok(Picture {
        svg,
        told: CHECKED.to_owned(),
    })
}

fn scene_picture(arguments: &DrawArguments, file: &SceneFile) -> Result<Picture> {
    let account = Account::new(&arguments.solve);
    if arguments.ranges {
        return ranges_picture(arguments, file, &account);
    }
    if !file.scene.friction.is_none() || arguments.friction_law.is_some() {
        return friction_picture(arguments, file, &account);
    }
    let solved = solve(file, &arguments.solve, &account)?;
    if arguments.motion {
        require_motion(&solved, &arguments.solve)?;
    }
    let progress = Progress::new(arguments.solve.quiet);
    progress.stage("looking which forces are unique");
    let verified = &solved.verified;
    let groups = verified.groups().iter().map(|group| group.answers);
    let choice = choice(arguments, groups.collect())?;
    let chosen = match choice.is_empty() {
        true => None,
        false => verified.answer(&choice),
    };
    let answer = chosen.as_ref().or_else(|| verified.first_answer());
    let options = DrawOptions {
        choice,
        ..draw_options(&file.scene, answer, &arguments.options())
    };
    let svg = draw::svg(verified, &solved.symmetries, &options);
    Ok(Picture {
        svg,
        told: CHECKED.to_owned(),
    })
}

/// How a scene with friction starts to move, or that it does not.
fn friction_picture(
    arguments: &DrawArguments,
    file: &SceneFile,
    account: &Account,
) -> Result<Picture> {
    let law = arguments.friction_law.map_or(Law::Coulomb, Law::from);
    let solved = solve_friction(file, law, arguments.motion, &arguments.solve, account)?;
    let groups = solved.verified.groups().iter();
    let counts = groups.map(|group| group.answers.len());
    let options = DrawOptions {
        choice: choice(arguments, counts.collect())?,
        ..arguments.options()
    };
    Ok(Picture {
        svg: solved.svg(&options),
        told: CHECKED.to_owned(),
    })
}

/// Between which bounds the forces are that hold a scene at rest, or with which it moves.
fn ranges_picture(
    arguments: &DrawArguments,
    file: &SceneFile,
    account: &Account,
) -> Result<Picture> {
    let solved = solve_forces(file, &[], &arguments.solve, account)?;
    let ranges = match solved {
        VerifiedForces::Held(ranges) | VerifiedForces::Moves(ranges) => ranges,
        VerifiedForces::Falls(_) => {
            let source = source(&arguments.solve);
            bail!(
                "{source}: found no forces that hold it, and several motions; \
                 expected a scene that stands, can stand or moves in one way"
            );
        }
    };
    Ok(Picture {
        svg: draw::ranges_svg(&ranges.verified, &[], &arguments.options()),
        told: CHECKED.to_owned(),
    })
}

/// Which answer of each group is drawn, given how many each has; none if the first of all are.
fn choice(arguments: &DrawArguments, answers: Vec<usize>) -> Result<Vec<usize>> {
    let Some(number) = arguments.answer else {
        return Ok(Vec::new());
    };
    let most = answers.iter().max().copied().unwrap_or(0);
    let number = number as usize;
    if number > most {
        let source = source(&arguments.solve);
        bail!(
            "{source}: found --answer {number}; \
             expected at most {most}, as many motions as there are"
        );
    }
    let choices = answers.iter();
    let choices = choices.map(|count| if number <= *count { number - 1 } else { 0 });
    Ok(choices.collect())
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
