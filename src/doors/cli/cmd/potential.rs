//! `zwang potential`: where a stack of thin bricks comes to rest, for comparison
//! (docs/comparison.md). Nothing of it is certified.

use super::picture::PictureTarget;
use super::progress::Progress;
use super::scene_file::SceneFile;
use super::solve::{print_statistics, read_scene, source, stability_explained};
use super::{Outcome, console, limit};
use crate::arguments::{OverwriteArguments, SolveArguments};
use anyhow::{Context, Result};
use clap::Args;
use num_traits::ToPrimitive;
use serde_json::{Value, json};
use std::path::PathBuf;
use zwang_answer::VerifiedStability;
use zwang_check::statics::StaticsVerdict;
use zwang_exact::Rational;
use zwang_output::Detail;
use zwang_output::decimal::{Decimal, inline_with, rounded};
use zwang_output::draw::{DrawOptions, RestingSupport, resting_svg};
use zwang_program::{Monitor, Options, Stage, Statistics};
use zwang_scene::{BodyId, Scene};
use zwang_schemes::potential::{PotentialError, Resting, RestingBrick, least_potential};

/// Arguments of `potential`.
#[derive(Args, Debug)]
pub struct PotentialArguments {
    /// The scene and how to solve it.
    #[command(flatten)]
    pub solve: SolveArguments,
    /// Answer in JSON instead of text.
    #[arg(long)]
    pub json: bool,
    /// Write a picture to this file, too: its ending, .svg, .pdf or .png, says which kind. Default:
    /// none.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The treatment of a file that is there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
}

/// Runs the command.
pub fn run(arguments: &PotentialArguments) -> Result<Outcome> {
    let settings = &arguments.solve;
    let file = read_scene(settings)?;
    file.require_corners()?;
    let scene = &file.scene;
    let target = match &arguments.output {
        Some(path) => {
            let scene = settings.scene.as_deref();
            let force = arguments.overwrite.force;
            Some(PictureTarget::new(path, scene, force)?)
        }
        None => None,
    };
    let options = Options {
        floats: !settings.no_floats,
        ..Options::default()
    };
    let progress = Progress::new(settings.quiet);
    let observer = |counts: &Statistics| progress.programs(counts);
    let stop = limit::watch(settings.time_limit.as_ref())?;
    let monitor = Monitor::new(&observer).with_stop(stop);
    if let Some(standing) = held_by_friction(&file, &options, &monitor)? {
        progress.end();
        limit::begin_answer();
        return tell_standing(&file, &standing, target, arguments);
    }
    let smooth = without_friction(scene);
    let resting = least_potential(&smooth, &options, &monitor);
    progress.end();
    limit::begin_answer();
    if settings.stats {
        print_statistics(&monitor.statistics(), None, &Stage::OF_SOLVER);
    }
    let resting = match resting {
        Err(PotentialError::Program(error)) => return Err(error.into()),
        resting => resting.with_context(|| source(settings))?,
    };
    let mut told = String::new();
    if let Some(target) = target {
        let name = target.write(&picture(scene, &resting))?;
        told = format!("\npicture written to {name}; nothing of it is certified\n");
    }
    console::print(if arguments.json {
        let answer = in_json(scene, &resting);
        format!("{answer:#}\n")
    } else {
        text(scene, &resting) + &told
    })?;
    file.tell_silent_defaults(settings.quiet);
    Ok(Outcome::Yes)
}

/// The scene with no friction anywhere: bricks that cannot slide need none.
fn without_friction(scene: &Scene) -> Scene {
    scene.with_friction(&Rational::default())
}

/// The forces that hold a scene with friction as it is, as `stability` finds them; `None` if it has
/// none, or falls.
fn held_by_friction(
    file: &SceneFile,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<VerifiedStability>> {
    if file.scene.friction.is_none() || !file.scene.is_at_rest() {
        return Ok(None);
    }
    let standing = zwang_answer::stability(&file.scene, options, monitor, || ());
    let standing = standing.map_err(stability_explained);
    let standing = standing.map_err(|error| file.place(error))?;
    let falls = standing.verdict() == StaticsVerdict::Falls;
    Ok((!falls).then_some(standing))
}

/// Tells of a scene that friction holds: nothing moves, and these forces hold it.
fn tell_standing(
    file: &SceneFile,
    standing: &VerifiedStability,
    target: Option<PictureTarget>,
    arguments: &PotentialArguments,
) -> Result<Outcome> {
    let mut told = String::new();
    if let Some(target) = target {
        let name = target.write(&standing.svg(&DrawOptions::default()))?;
        told = format!("\npicture written to {name}: the forces that hold it\n");
    }
    let name = &file.scene.name;
    console::print(if arguments.json {
        let stability: Value = serde_json::from_str(&standing.json()?)?;
        let answer = json!({
            "format": "zwang-potential-1",
            "scene": name,
            "certified": true,
            "at_rest": true,
            "bricks": [],
            "stability": stability,
        });
        format!("{answer:#}\n")
    } else {
        let report = standing.report(Detail::default())?;
        format!(
            "{name}: with its friction forces hold it as it is, and no brick moves\n\n\
             {report}{told}"
        )
    })?;
    file.tell_silent_defaults(arguments.solve.quiet);
    Ok(Outcome::Yes)
}

/// The stack before, and where its bricks come to rest.
fn picture(scene: &Scene, resting: &Resting) -> String {
    let moved = resting.placed(scene);
    let mut supports = Vec::new();
    for support in &resting.supports {
        supports.push(RestingSupport {
            bodies: support.bodies,
            point: resting.point_of(&moved, support),
            force: support.force.clone(),
            is_unique: support.is_unique,
        });
    }
    let energy = in_a_cell(&resting.energy);
    let said = format!("the least potential energy of thin bricks that cannot slide, {energy} J");
    resting_svg(scene, &moved, &supports, &said, &DrawOptions::default())
}

/// For programs.
fn in_json(scene: &Scene, resting: &Resting) -> Value {
    let mut bricks = Vec::new();
    for brick in &resting.bricks {
        bricks.push(json!({
            "name": name(scene, brick.body),
            "raised": brick.raised.each_ref().map(ToString::to_string),
            "raised_double": brick.raised.each_ref().map(double),
        }));
    }
    let mut supports = Vec::new();
    for support in &resting.supports {
        supports.push(json!({
            "bodies": support.bodies.map(|body| name(scene, body)),
            "x": support.x.to_string(),
            "x_double": double(&support.x),
            "force": support.force.to_string(),
            "force_double": double(&support.force),
            "unique": support.is_unique,
        }));
    }
    json!({
        "format": "zwang-potential-1",
        "scene": scene.name,
        "certified": false,
        "energy_of_scene": resting.energy_of_scene.to_string(),
        "energy_of_scene_double": double(&resting.energy_of_scene),
        "energy": resting.energy.to_string(),
        "energy_double": double(&resting.energy),
        "at_rest": resting.energy == resting.energy_of_scene,
        "bricks": bricks,
        "supports": supports,
    })
}

/// For people.
fn text(scene: &Scene, resting: &Resting) -> String {
    let mut moved = Vec::new();
    for brick in &resting.bricks {
        if brick.raised.iter().any(|end| *end != Rational::default()) {
            moved.push(brick);
        }
    }
    let count = resting.bricks.len();
    let freed = &resting.energy_of_scene - &resting.energy;
    let energy = if freed == Rational::default() {
        format!("{}, the least there is", inline_with(&resting.energy, " J"))
    } else {
        format!(
            "{}, of which {} are set free",
            inline_with(&resting.energy_of_scene, " J"),
            inline_with(&freed, " J")
        )
    };
    let all_unique = resting.supports.iter().all(|support| support.is_unique);
    let several = match all_unique {
        true => "",
        false => "; their forces are not unique, the least ones are told",
    };
    let mut lines = vec![
        format!("{}: a stack of thin bricks that cannot slide", scene.name),
        "  certified    no: a linear program for comparison, verified in plain arithmetic"
            .to_owned(),
        format!("  energy       {energy}"),
        format!(
            "  bricks       {} of {count} come to rest elsewhere",
            moved.len()
        ),
        format!("  supports     {}{several}", resting.supports.len()),
    ];
    if !moved.is_empty() {
        lines.push(String::new());
        lines.push("  higher than in the scene by, m: left end, right end".to_owned());
    }
    for RestingBrick { body, raised } in moved {
        let [left, right] = raised.each_ref().map(in_a_cell);
        let name = console::one_line(&name(scene, *body));
        lines.push(format!("  {name:<12} {left:>16} {right:>16}"));
    }
    let text = lines.join("\n") + "\n";
    match text.contains('≈') {
        true => text + "\n≈ rounded; --json has the fractions\n",
        false => text,
    }
}

/// The nearest double, for programs.
#[allow(clippy::disallowed_types)]
fn double(value: &Rational) -> Option<f64> {
    value.to_f64()
}

/// A number in a cell of a table, where a fraction beside it has no room.
fn in_a_cell(value: &Rational) -> String {
    let Decimal { text, exact } = rounded(value);
    if exact { text } else { format!("≈ {text}") }
}

fn name(scene: &Scene, body: BodyId) -> String {
    scene
        .body(body)
        .map_or_else(|| body.to_string(), |body| body.name.clone())
}
