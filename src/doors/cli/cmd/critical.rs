//! `zwang critical`: where a scene ceases to stand as friction, tilt, a load or a parameter varies.

mod space;
mod vary;

use super::account::Account;
use super::collapse::detail;
use super::picture::PictureTarget;
use super::progress::Progress;
use super::proof::Proof;
use super::solve::{solve_critical, source, stability_explained};
use super::space::{AnySceneFile, read_any};
use super::{Outcome, console};
use crate::arguments::{CriticalArguments, Side};
use anyhow::{Result, bail};
use num_traits::Signed;
use zwang_answer::critical_svg;
use zwang_collapse::{Variation, VariedLoad};
use zwang_exact::Rational;
use zwang_output::draw::DrawOptions;
use zwang_program::{Monitor, Options, Stage, Statistics};

/// The width of a bracket, if none is given: one part in so many.
const WIDTH: u64 = 1_000_000_000_000;
/// The same in space.
const WIDTH_IN_SPACE: u64 = 1_000_000;

/// Runs the command.
pub fn run(arguments: &CriticalArguments) -> Result<Outcome> {
    if let Some(range) = &arguments.vary {
        return vary::run(arguments, range, &width(arguments, WIDTH)?);
    }
    let account = Account::new(&arguments.solve);
    let file = match account.time(Stage::Reading, || read_any(&arguments.solve))? {
        AnySceneFile::Plane(file) => file,
        AnySceneFile::Space(file) => {
            let width = width(arguments, WIDTH_IN_SPACE)?;
            return space::run(arguments, &file, &width, &account);
        }
    };
    let space_only = match arguments {
        CriticalArguments { axis: Some(_), .. } => Some("--axis"),
        CriticalArguments { cone: true, .. } => Some("--cone"),
        CriticalArguments { sliding: true, .. } => Some("--sliding"),
        _ => None,
    };
    if let Some(option) = space_only {
        let source = source(&arguments.solve);
        bail!("{source}: {option} reads scenes in space only; this one is of the plane");
    }
    let width = width(arguments, WIDTH)?;
    let scene = &file.scene;
    let proof = Proof::new(&arguments.proof, &arguments.solve)?;
    let picture = picture_target(arguments)?;
    let solved = solve_critical(
        &file,
        &variation(arguments),
        &width,
        &arguments.solve,
        &account,
    )?;
    let mut told = account.time(Stage::Writing, || proof.write(&solved.proof))?;
    if let Some(target) = picture {
        let shown = match solved.beyond(scene) {
            Some(_) => BEYOND,
            None => HOLDING,
        };
        told += &draw(target, shown, arguments, |monitor| {
            let drawn = DrawOptions::default();
            let options = Options::default();
            let svg = critical_svg(scene, &solved.verified, &drawn, &options, monitor);
            svg.map_err(stability_explained)
        })?;
    }
    account.time(Stage::Report, || {
        console::print(if arguments.json {
            solved.json(scene)
        } else {
            let text = solved.report(scene, detail(true, arguments.exact));
            format!("{text}\n{told}")
        })
    })?;
    file.tell_silent_defaults(arguments.solve.quiet);
    file.tell_near(arguments.solve.quiet || arguments.json);
    Ok(Outcome::Yes)
}

/// The width that is asked for, or one part in so many.
fn width(arguments: &CriticalArguments, parts: u64) -> Result<Rational> {
    match &arguments.within {
        None => Ok(Rational::new(1.into(), parts.into())),
        Some(within) if within.is_positive() => Ok(within.clone()),
        Some(within) => bail!("--within: found {within}; expected a number above 0"),
    }
}

fn picture_target(arguments: &CriticalArguments) -> Result<Option<PictureTarget>> {
    let Some(path) = &arguments.output else {
        return Ok(None);
    };
    let scene = arguments.solve.scene.as_deref();
    let force = arguments.proof.overwrite.force;
    let target = PictureTarget::new(path, scene, force)?;
    Ok(Some(target))
}

/// The picture of a scene that falls.
const BEYOND: &str = "how it starts to fall just beyond";

/// The picture of a scene that forces hold.
const HOLDING: &str = "the forces that hold it";

/// Draws what is shown; says so.
fn draw(
    target: PictureTarget,
    shown: &str,
    arguments: &CriticalArguments,
    picture: impl FnOnce(&Monitor) -> Result<String>,
) -> Result<String> {
    let progress = Progress::new(arguments.solve.quiet);
    progress.stage("drawing");
    let observer = |counts: &Statistics| progress.solving(counts);
    let monitor = Monitor::new(&observer);
    let svg = picture(&monitor)?;
    progress.end();
    let name = target.write(&svg)?;
    Ok(format!("picture written to {name}: {shown}\n"))
}

fn variation(arguments: &CriticalArguments) -> Variation {
    if let Some(name) = &arguments.load {
        let load = VariedLoad::of_name(name);
        return match arguments.downwards {
            true => Variation::Shrinking(load),
            false => Variation::Growing(load),
        };
    }
    match arguments.tilt {
        None => Variation::Friction,
        Some(Side::Left) => Variation::TiltLeft,
        Some(Side::Right) => Variation::TiltRight,
    }
}
