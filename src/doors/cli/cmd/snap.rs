//! `zwang scene snap`: a scene whose small gaps, overlaps and angles between faces are undone by
//! exact moves and turns.

use super::scene::written;
use super::space::{AnySceneFile, SpaceFile};
use super::target::Target;
use super::{Outcome, console, file};
use crate::arguments::SnapArguments;
use anyhow::{Result, bail};
use num_traits::Signed;
use zwang_angle::{arctangent, half_pi};
use zwang_collapse::space::{
    MoveInSpace, SpaceSnapError, almost_touching, require_apart, require_loose,
    snap as snap_in_space,
};
use zwang_collapse::{Apart, Move, Snapped, snap};
use zwang_decimal::decimal;
use zwang_exact::{Rational, Vector};
use zwang_exchange::Repair;
use zwang_program::Monitor;
use zwang_scene::space::Scene as SpaceScene;
use zwang_scene::{AnyScene, Scene};

/// Runs the command.
pub fn run(arguments: &SnapArguments) -> Result<Outcome> {
    if !arguments.within.is_positive() {
        let within = &arguments.within;
        bail!("--within: found {within}; expected a number above 0");
    }
    let path = &arguments.scene;
    let settings = &arguments.parameters.set;
    let file = AnySceneFile::read(path, settings, |note| {
        console::tell_unless(arguments.quiet, note);
    })?;
    let file = match file {
        AnySceneFile::Plane(file) => file,
        AnySceneFile::Space(file) => return in_space(arguments, &file),
    };
    let scene = &file.scene;
    let name = file::name(path);
    let target = match &arguments.output {
        Some(output) => {
            let force = arguments.overwrite.force;
            let target = Target::new(output, Some(path), force)?;
            Some(target)
        }
        None => None,
    };
    if arguments.reshape {
        bail!(
            "--reshape: found a scene in the plane; expected one in space, as bodies in the plane are turned"
        );
    }
    let monitor = Monitor::default();
    let snapped = match snap(scene, &arguments.within, &monitor) {
        Ok(snapped) => snapped,
        Err(error) => return Err(file.place(error.into())),
    };
    let is_json = arguments.output.as_ref().is_some_and(|path| {
        let ending = path.extension();
        ending.is_some_and(|ending| ending == "json")
    });
    let text = if is_json {
        zwang_writer::to_json(&snapped.scene)
    } else {
        zwang_writer::to_toml(&snapped.scene)
    };
    match target {
        Some(target) => target.write(text.as_bytes())?,
        None => console::print(&text)?,
    }
    for told in told(scene, &snapped) {
        let note = format!("note: {name}: {told}");
        console::tell_unless(arguments.quiet, &note);
    }
    Ok(Outcome::Yes)
}

/// Moves bodies in space, or, if that is asked for, changes their shape.
fn in_space(arguments: &SnapArguments, file: &SpaceFile) -> Result<Outcome> {
    let bonded = require_loose(&file.reading.scene, "snapping");
    bonded.map_err(|error| file.place(error.into()))?;
    let path = &arguments.scene;
    let name = file::name(path);
    let output = arguments.output.as_deref();
    let force = arguments.overwrite.force;
    let target = output.map(|output| Target::new(output, Some(path), force));
    let target = target.transpose()?;
    let (snapped, told) = if arguments.reshape {
        reshaped(arguments, file)?
    } else {
        moved(arguments, file)?
    };
    let near = almost_touching(&snapped);
    let text = written(&AnyScene::Space(snapped), output, None)?;
    match target {
        Some(target) => target.write(text.as_bytes())?,
        None => console::print(&text)?,
    }
    let nearest = near.first().map(ToString::to_string);
    for told in told.into_iter().chain(nearest) {
        let note = format!("note: {name}: {told}");
        console::tell_unless(arguments.quiet, &note);
    }
    Ok(Outcome::Yes)
}

/// The scene with whole bodies moved, and what is told of it.
fn moved(arguments: &SnapArguments, file: &SpaceFile) -> Result<(SpaceScene, Vec<String>)> {
    let scene = &file.reading.scene;
    let monitor = Monitor::default();
    let snapped = match snap_in_space(scene, &arguments.within, &monitor) {
        Ok(snapped) => snapped,
        Err(SpaceSnapError::Before(error)) => return Err(file.place(error.into())),
        Err(error) => return Err(file.place(error.into())),
    };
    let mut moves = Vec::new();
    for moved in &snapped.moves {
        moves.push(told_move_in_space(scene, moved));
    }
    let done = [
        (snapped.closed, "gap closed", "gaps closed"),
        (snapped.parted, "overlap undone", "overlaps undone"),
        (
            snapped.flush,
            "pair of faces made flush",
            "pairs of faces made flush",
        ),
    ];
    let mut lines = summary(&done, NOTHING, moves);
    if !snapped.open.is_empty() {
        lines.push(told_open(&snapped.open));
    }
    for slant in snapped.slanting.iter().take(LISTED) {
        let [first, second] = &slant.bodies;
        let angle = short(&slant.angle);
        lines.push(format!(
            "faces of `{first}` and `{second}` are almost flush, and stay at an angle of {angle} \
             degrees, as no turns make them parallel beside all others; --reshape gives them one plane"
        ));
    }
    Ok((snapped.scene, lines))
}

/// The scene with coordinates made equal, and planes of faces if that is not enough, and what is
/// told of it.
fn reshaped(arguments: &SnapArguments, file: &SpaceFile) -> Result<(SpaceScene, Vec<String>)> {
    let scene = &file.reading.scene;
    let name = file::name(&arguments.scene);
    let monitor = Monitor::default();
    let square = &arguments.within * &arguments.within;
    let mut repair = Repair {
        within: arguments.within.clone(),
        planes: false,
    };
    let mut reshaped = reshaped_by(scene, &repair, &name)?;
    let mut near = almost_touching(&reshaped.0).into_iter();
    let is_apart = require_apart(&reshaped.0, &monitor).is_ok();
    if !is_apart || near.any(|pair| pair.gap.compared_to(&square).is_le()) {
        repair.planes = true;
        reshaped = reshaped_by(scene, &repair, &name)?;
    }
    let (fitting, farthest) = reshaped;
    require_apart(&fitting, &monitor).map_err(|error| file.place(error.into()))?;
    let told = match farthest {
        Some(farthest) => format!("corners moved by up to {} m", short(&farthest)),
        None => "nothing to move".to_owned(),
    };
    Ok((fitting, vec![told]))
}

/// The scene repaired, and how far a corner moved at most.
fn reshaped_by(
    scene: &SpaceScene,
    repair: &Repair,
    name: &str,
) -> Result<(SpaceScene, Option<Rational>)> {
    match zwang_exchange::space::snap(scene, repair) {
        Ok(reshaped) => Ok(reshaped),
        Err(error) => bail!("{name}: {error}"),
    }
}

/// The summary if nothing was done.
const NOTHING: &str = "no gap to close, no overlap, and no faces to make flush";
/// This many moves are told in the line of the summary; more have a line each.
const IN_ONE_LINE: usize = 3;
/// This many pairs of corners are told.
const LISTED: usize = 10;
/// Fractions of more characters are told as rounded decimals.
const SHORT: usize = 12;
/// Digits of these decimals.
const DIGITS: usize = 6;
/// Binary digits of an angle behind those of its tangent.
const ANGLE_DIGITS: u64 = 64;

/// The moves and turns that were made, in lines.
fn told(scene: &Scene, snapped: &Snapped) -> Vec<String> {
    let done = [
        (snapped.closed, "gap closed", "gaps closed"),
        (snapped.parted, "overlap undone", "overlaps undone"),
        (
            snapped.flush,
            "pair of faces made flush",
            "pairs of faces made flush",
        ),
    ];
    let moves = snapped.moves.iter().map(|moved| told_move(scene, moved));
    let mut lines = summary(&done, NOTHING, moves.collect());
    if !snapped.open.is_empty() {
        lines.push(told_open(&snapped.open));
    }
    if let Some(line) = told_apart(&snapped.apart) {
        lines.push(line);
    }
    lines
}

/// The round parts that cannot touch, and the largest gap between them.
fn told_apart(apart: &[Apart]) -> Option<String> {
    let widest = apart.iter().max_by(|one, other| one.gap.cmp(&other.gap))?;
    let [first, second] = &widest.bodies;
    let gap = short(&widest.gap);
    let more = match apart.len() - 1 {
        0 => String::new(),
        more => format!(" ({more} more)"),
    };
    Some(format!(
        "no rational places were found at which all round parts touch exactly; a gap of {gap} m \
         remains between `{first}` and `{second}`{more}"
    ))
}

/// The line that says how much was done, with the moves in it if they are few, and in lines of
/// their own otherwise.
fn summary(counts: &[(usize, &str, &str)], nothing: &str, moves: Vec<String>) -> Vec<String> {
    let mut done = Vec::new();
    for (count, one, several) in counts {
        match count {
            0 => {}
            1 => done.push(format!("1 {one}")),
            _ => done.push(format!("{count} {several}")),
        }
    }
    let mut summary = if done.is_empty() {
        nothing.to_owned()
    } else {
        done.join(", ")
    };
    if moves.len() > IN_ONE_LINE {
        summary += &format!(", {} bodies moved", moves.len());
        let mut lines = vec![summary];
        lines.extend(moves);
        return lines;
    }
    if !moves.is_empty() {
        summary += &format!(": {}", moves.join(", "));
    }
    vec![summary]
}

/// The corners that are near to each other, and still apart.
fn told_open(open: &[[String; 2]]) -> String {
    let mut pairs = Vec::new();
    for [first, second] in open.iter().take(LISTED) {
        pairs.push(format!("`{first}` / `{second}`"));
    }
    if open.len() > LISTED {
        pairs.push(format!("and {} more", open.len() - LISTED));
    }
    let pairs = pairs.join(", ");
    format!("corners are near to each other, and stay apart: {pairs}")
}

fn told_move(scene: &Scene, moved: &Move) -> String {
    let mut ways = Vec::new();
    if !moved.by.is_zero() {
        let [x, y] = [&moved.by.x, &moved.by.y].map(short);
        ways.push(format!("moved by ({x}, {y}) m"));
    }
    if let Some(turn) = &moved.turn {
        let angle = short(&degrees(&turn.vector));
        let size = told_size(turn.bits);
        ways.push(format!("turned by {angle} degrees{size}"));
    }
    let name = &scene.bodies[moved.body].name;
    let ways = ways.join(" and ");
    format!("`{name}` {ways}")
}

fn told_move_in_space(scene: &SpaceScene, moved: &MoveInSpace) -> String {
    let mut ways = Vec::new();
    if !moved.by.is_zero() {
        let by = moved.by.coordinates().map(short).join(", ");
        ways.push(format!("moved by ({by}) m"));
    }
    if let Some(turn) = &moved.turn {
        let angle = short(&turn.angle);
        let size = told_size(turn.bits);
        let mut longest = Rational::default();
        for coordinate in turn.axis.coordinates() {
            longest = longest.max(coordinate.abs());
        }
        let axis = turn.axis.scaled(&longest.recip());
        let axis = axis.coordinates().map(short).join(", ");
        ways.push(format!("turned by {angle} degrees about ({axis}){size}"));
    }
    let name = &scene.bodies[moved.body].name;
    let ways = ways.join(" and ");
    format!("`{name}` {ways}")
}

/// How far the size of a body is off after a turn.
fn told_size(bits: Option<u64>) -> String {
    match bits {
        None => String::new(),
        Some(bits) => format!(", its size off by less than 2^-{bits} of it"),
    }
}

/// A number: as a decimal if that is exact, as a fraction if that is short, and rounded otherwise.
fn short(number: &Rational) -> String {
    let decimal = decimal(number, DIGITS);
    let fraction = number.to_string();
    if decimal.exact {
        decimal.text
    } else if fraction.len() <= SHORT {
        fraction
    } else {
        format!("≈ {}", decimal.text)
    }
}

/// The angle of a vector of nearly unit length from (1, 0), rounded: twice that of the tangent
/// y / (1 + x).
fn degrees(direction: &Vector) -> Rational {
    let one = Rational::from_integer(1.into());
    let tangent = &direction.y / (one + &direction.x);
    let size = tangent.denom().bits();
    let digits = ANGLE_DIGITS + size.saturating_sub(tangent.numer().bits());
    let half_angle = arctangent(&tangent, digits).low;
    let quarter = half_pi(digits).low;
    Rational::new(half_angle * 180, quarter)
}
