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
use zwang_collapse::space::{almost_touching, require_apart};
use zwang_collapse::{Move, Snapped, snap};
use zwang_decimal::decimal;
use zwang_exact::{Rational, Vector};
use zwang_exchange::Repair;
use zwang_program::Monitor;
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

/// Makes bodies in space fit: equal coordinates first, and common planes of faces if that is not
/// enough.
fn in_space(arguments: &SnapArguments, file: &SpaceFile) -> Result<Outcome> {
    let scene = &file.reading.scene;
    let path = &arguments.scene;
    let name = file::name(path);
    let output = arguments.output.as_deref();
    let force = arguments.overwrite.force;
    let target = output.map(|output| Target::new(output, Some(path), force));
    let target = target.transpose()?;
    let monitor = Monitor::default();
    let square = &arguments.within * &arguments.within;
    let mut repair = Repair {
        within: arguments.within.clone(),
        planes: false,
    };
    let snapped = |repair: &Repair| match zwang_exchange::space::snap(scene, repair) {
        Ok(snapped) => Ok(snapped),
        Err(error) => bail!("{name}: {error}"),
    };
    let (mut fitting, mut moved) = snapped(&repair)?;
    let mut near = almost_touching(&fitting).into_iter();
    let is_apart = require_apart(&fitting, &monitor).is_ok();
    if !is_apart || near.any(|pair| pair.gap_squared <= square) {
        repair.planes = true;
        (fitting, moved) = snapped(&repair)?;
    }
    require_apart(&fitting, &monitor).map_err(|error| file.place(error.into()))?;
    let text = written(&AnyScene::Space(fitting.clone()), output, None)?;
    match target {
        Some(target) => target.write(text.as_bytes())?,
        None => console::print(&text)?,
    }
    let summary = match moved {
        Some(moved) => format!("corners moved by up to {} m", short(&moved)),
        None => "nothing to move".to_owned(),
    };
    let note = format!("note: {name}: {summary}");
    console::tell_unless(arguments.quiet, &note);
    if let Some(nearest) = almost_touching(&fitting).first() {
        let note = format!("note: {name}: {nearest}");
        console::tell_unless(arguments.quiet, &note);
    }
    Ok(Outcome::Yes)
}

/// So many moves are told in the line of the summary; more have a line each.
const IN_ONE_LINE: usize = 3;
/// So many pairs of corners are told.
const LISTED: usize = 10;
/// Fractions of more characters are told as rounded decimals.
const SHORT: usize = 12;
/// Digits of these decimals.
const DIGITS: usize = 6;
/// Binary digits of an angle behind those of its tangent.
const ANGLE_DIGITS: u64 = 64;

/// The moves and turns that were made, in lines.
fn told(scene: &Scene, snapped: &Snapped) -> Vec<String> {
    let mut done = Vec::new();
    for (count, one, several) in [
        (snapped.closed, "gap closed", "gaps closed"),
        (snapped.parted, "overlap undone", "overlaps undone"),
        (
            snapped.flush,
            "pair of faces made flush",
            "pairs of faces made flush",
        ),
    ] {
        match count {
            0 => {}
            1 => done.push(format!("1 {one}")),
            _ => done.push(format!("{count} {several}")),
        }
    }
    let mut moves = Vec::new();
    for moved in &snapped.moves {
        moves.push(told_move(scene, moved));
    }
    let mut summary = if done.is_empty() {
        "no gap to close, no overlap, and no faces to make flush".to_owned()
    } else {
        done.join(", ")
    };
    let mut further = Vec::new();
    if moves.len() > IN_ONE_LINE {
        summary += &format!(", {} bodies moved", moves.len());
        further = moves;
    } else if !moves.is_empty() {
        summary += &format!(": {}", moves.join(", "));
    }
    let mut lines = vec![summary];
    lines.extend(further);
    if !snapped.open.is_empty() {
        lines.push(told_open(&snapped.open));
    }
    lines
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
        let size = match turn.bits {
            None => String::new(),
            Some(bits) => format!(", its size off by less than 2^-{bits} of it"),
        };
        ways.push(format!("turned by {angle} degrees{size}"));
    }
    let name = &scene.bodies[moved.body].name;
    let ways = ways.join(" and ");
    format!("`{name}` {ways}")
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
