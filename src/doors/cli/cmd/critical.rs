//! `zwang critical`: where a scene ceases to stand as friction, tilt, a load or a parameter varies.

mod vary;

use super::account::Account;
use super::picture::PictureTarget;
use super::progress::Progress;
use super::proof::Proof;
use super::solve::{explained, read_scene, solve_critical};
use super::{Outcome, console};
use crate::arguments::{CriticalArguments, Side};
use anyhow::{Result, bail};
use num_traits::Signed;
use zwang_answer::initial_motion_svg;
use zwang_collapse::{Variation, VariedLoad};
use zwang_output::draw::Theme;
use zwang_program::{Monitor, Options, Stage, Statistics};
use zwang_scene::Scene;

/// Runs the command.
pub fn run(arguments: &CriticalArguments) -> Result<Outcome> {
    if !arguments.within.is_positive() {
        let within = &arguments.within;
        bail!(
            "--within: found {within}; \
             expected a number above 0"
        );
    }
    if let Some(range) = &arguments.vary {
        return vary::run(arguments, range);
    }
    let account = Account::new(&arguments.solve);
    let file = account.time(Stage::Reading, || read_scene(&arguments.solve))?;
    let scene = &file.scene;
    let proof = Proof::new(&arguments.proof, &arguments.solve)?;
    let picture = picture_target(arguments)?;
    let solved = solve_critical(
        &file,
        &variation(arguments),
        &arguments.within,
        &arguments.solve,
        &account,
    )?;
    let mut told = account.time(Stage::Writing, || proof.write(&solved.proof))?;
    if let Some(target) = picture {
        told += &match solved.beyond(scene) {
            Some(beyond) => draw_beyond(target, &beyond, arguments)?,
            None => "no picture: the scene falls at no value\n".to_owned(),
        };
    }
    account.time(Stage::Report, || {
        console::print(if arguments.json {
            solved.json(scene)
        } else {
            let text = solved.report(scene);
            format!("{text}\n{told}")
        })
    })?;
    file.tell_silent_defaults(arguments.solve.quiet);
    Ok(Outcome::Yes)
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

/// Draws how a scene starts to fall; says so.
fn draw_beyond(
    target: PictureTarget,
    beyond: &Scene,
    arguments: &CriticalArguments,
) -> Result<String> {
    let progress = Progress::new(arguments.solve.quiet);
    progress.stage("looking how it starts to fall just beyond");
    let observer = |counts: &Statistics| progress.solving(counts);
    let monitor = Monitor::new(&observer);
    let svg = initial_motion_svg(beyond, Theme::default(), &Options::default(), &monitor);
    let svg = svg.map_err(explained)?;
    progress.end();
    let name = target.write(&svg)?;
    Ok(format!(
        "picture written to {name}: how it starts to fall just beyond\n"
    ))
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
