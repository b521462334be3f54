//! Signs that a table has other units than the scene: m, s, radians.
//!
//! They are refused, not mended, since a figure in the wrong unit looks like a wrong run. At time 0
//! no body may be farther from its place in the scene than the scene is large, and no rotation may
//! change by more than 1.6 rad (a little more than a quarter turn) from one time to the next, full
//! turns not counted.

use super::error::{TableError, quoted};
use super::read::shown;
use super::{State, Turned};
use crate::trigonometry::floor;
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use zwang_program::kernel::number::to_solver;
use zwang_scene::{Dynamics, Scene};

pub(super) fn check(scene: &Scene, states: &[State], lines: &[usize]) -> Result<(), TableError> {
    check_places(scene, &states[0], lines[0])?;
    check_turns(scene, states, lines)
}

fn free_bodies(scene: &Scene) -> Vec<(&str, &Dynamics)> {
    let mut free = Vec::new();
    for body in &scene.bodies {
        if let Some(dynamics) = &body.dynamics {
            free.push((body.name.as_str(), dynamics));
        }
    }
    free
}

fn check_places(scene: &Scene, state: &State, line: usize) -> Result<(), TableError> {
    let size = size(scene);
    for ((name, body), placed) in free_bodies(scene).into_iter().zip(&state.bodies) {
        let place = [&body.centroid.x, &body.centroid.y].map(to_solver);
        for (axis, column) in ["x", "y"].into_iter().enumerate() {
            let coordinate = &placed.centroid[axis];
            if (coordinate - &place[axis]).abs() <= size {
                continue;
            }
            let name = quoted(name);
            let found = format!("{} for body {name} at time 0", shown(coordinate));
            let hint = ratio_hint(&placed.centroid, &place);
            let expected = shown(&place[axis]);
            let expected = format!("{expected}, its centroid in the scene, m{hint}");
            return Err(TableError::new(line, found, expected).in_column(column));
        }
    }
    Ok(())
}

/// The larger side of the box around all free bodies, and at least 1 mm.
fn size(scene: &Scene) -> Rational {
    let mut abscissas = Vec::new();
    let mut ordinates = Vec::new();
    for body in scene.bodies.iter().filter(|body| !body.is_fixed()) {
        for vertex in body.parts.iter().flat_map(|part| part.vertices()) {
            abscissas.push(to_solver(&vertex.x));
            ordinates.push(to_solver(&vertex.y));
        }
    }
    let least = Rational::from_unsigneds(1u32, 1000);
    extent(&abscissas).max(extent(&ordinates)).max(least)
}

/// The largest value less the smallest one.
fn extent(values: &[Rational]) -> Rational {
    match (values.iter().min(), values.iter().max()) {
        (Some(low), Some(high)) => high - low,
        _ => Rational::from(0),
    }
}

/// What the ratio of two lengths may mean.
fn ratio_hint(found: &[Rational; 2], place: &[Rational; 2]) -> &'static str {
    let axis = usize::from(place[1].clone().abs() > place[0].clone().abs());
    if is_about(&found[axis], &place[axis], 100) {
        "; if these are centimetres, divide by 100"
    } else if is_about(&found[axis], &place[axis], 1000) {
        "; if these are millimetres, divide by 1000"
    } else {
        ""
    }
}

/// Whether a number is that many times another one, within a tenth.
fn is_about(found: &Rational, place: &Rational, factor: i32) -> bool {
    let expected = place * Rational::from(factor);
    let apart = (found - &expected).abs();
    expected != 0 && apart * Rational::from(10) < expected.abs()
}

fn check_turns(scene: &Scene, states: &[State], lines: &[usize]) -> Result<(), TableError> {
    for (index, pair) in states.windows(2).enumerate() {
        for (place, (name, _)) in free_bodies(scene).into_iter().enumerate() {
            let Some(turn) = turn([&pair[0], &pair[1]], place) else {
                continue;
            };
            if !is_more_than_a_quarter(&turn) {
                continue;
            }
            let found = format!(
                "a turn of body {} by {} in one step",
                quoted(name),
                shown(&turn)
            );
            let expected = "radians and less than a quarter turn in a step: \
                if these are degrees, multiply by pi/180, otherwise export more times";
            return Err(TableError::new(lines[index + 1], found, expected).in_column("angle"));
        }
    }
    if let Some((line, found)) = spins_in_other_units(scene, states, lines) {
        let expected = "the rate of change of `angle`: both in radians; \
            if the angle is in degrees, multiply it by pi/180";
        return Err(TableError::new(line, found, expected).in_column("angle"));
    }
    Ok(())
}

/// By how much a body turns between two states, if the table gives its angles.
fn turn(states: [&State; 2], place: usize) -> Option<Rational> {
    match states.map(|state| &state.bodies[place].rotation) {
        [Turned::Angle(before), Turned::Angle(after)] => Some(after - before),
        _ => None,
    }
}

fn is_more_than_a_quarter(turn: &Rational) -> bool {
    let most = Rational::from_unsigneds(8u32, 5);
    let full = Rational::from_unsigneds(710u32, 113);
    let half = Rational::from_unsigneds(1u32, 2);
    let turns = floor(&(turn / &full + half));
    (turn - Rational::from(turns) * full).abs() > most
}

/// If the angles of all bodies that turn change 40 to 80 times as fast as their spins say, over the
/// whole run: 180/π is 57.3. Slow turns may differ for other reasons.
fn spins_in_other_units(
    scene: &Scene,
    states: &[State],
    lines: &[usize],
) -> Option<(usize, String)> {
    let mut ratios = Vec::new();
    for (place, (name, _)) in free_bodies(scene).into_iter().enumerate() {
        if let Some(ratio) = angle_over_spin(states, place) {
            ratios.push((name, ratio));
        }
    }
    let (name, first) = ratios.first()?;
    if !ratios.iter().all(|(_, ratio)| *ratio > 40 && *ratio < 80) {
        return None;
    }
    let found = format!(
        "an angle of body {} that changes {} times as fast as its spin",
        quoted(name),
        shown(first)
    );
    Some((lines[1], found))
}

/// How far the angle of a body turns, over how far its spin says that it turns, if it turns by more
/// than a thousandth.
fn angle_over_spin(states: &[State], place: usize) -> Option<Rational> {
    let mut turned = Rational::default();
    let mut spun = Rational::default();
    for pair in states.windows(2) {
        let (_, spin) = pair[1].bodies[place].velocity.as_ref()?;
        let duration = &pair[1].time - &pair[0].time;
        turned += turn([&pair[0], &pair[1]], place)?.abs();
        spun += (spin * duration).abs();
    }
    let slow = Rational::from_unsigneds(1u32, 1000);
    if turned > slow && spun > 0 {
        Some(turned / spun)
    } else {
        None
    }
}
