//! Signs that a table has other units than the scene: m, s, radians.
//!
//! They are refused, not mended, since a figure in the wrong unit looks like a wrong run. At time 0
//! no body may be farther from its place in the scene than the scene is large, or turned by more
//! than a tenth of a radian, and no rotation may change by more than 1.6 rad (a little more than a
//! quarter turn) from one time to the next, full turns not counted.

use super::error::{TableError, quoted, shown};
use super::{State, Turned, frame};
use crate::shape::{point, size};
use crate::vector::Vector;
use crate::whole::floor;
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::basic::traits::OneHalf;
use malachite::base::num::comparison::traits::PartialOrdAbs;
use zwang_scene::{Dynamics, Scene};

pub(super) fn check(scene: &Scene, states: &[State], lines: &[usize]) -> Result<(), TableError> {
    frame::check(scene, &states[0], lines[0])?;
    check_places(scene, &states[0], lines[0])?;
    check_first_angles(scene, &states[0], lines[0])?;
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
    let size = size(scene).unwrap_or_default();
    let free = free_bodies(scene);
    for ((name, body), placed) in free.into_iter().zip(&state.bodies) {
        let place = point(&body.centroid);
        for (axis, column) in ["x", "y"].into_iter().enumerate() {
            let found = &placed.centroid[axis];
            let expected = &place[axis];
            let apart = (found - expected).abs();
            if apart <= size {
                continue;
            }
            let name = quoted(name);
            let found = shown(found);
            let expected = shown(expected);
            let hint = ratio_hint(&placed.centroid, &place);
            let error = TableError::new(
                line,
                format!("{found} for body {name} at time 0"),
                format!("{expected}, its centroid in the scene, m{hint}"),
            );
            return Err(error.in_column(column));
        }
    }
    Ok(())
}

/// Angles count from the scene. Engines have others, from the frames of their bodies.
fn check_first_angles(scene: &Scene, state: &State, line: usize) -> Result<(), TableError> {
    let most = Rational::from_unsigneds(1u32, 10);
    for ((name, _), placed) in free_bodies(scene).into_iter().zip(&state.bodies) {
        let Turned::Angle(angle) = &placed.rotation else {
            continue;
        };
        if without_full_turns(angle).abs() <= most {
            continue;
        }
        let name = quoted(name);
        let angle = shown(angle);
        let error = TableError::new(
            line,
            format!("{angle} for body {name} at time 0"),
            "0: angles are turns since the scene; subtract this one from all angles of the body",
        );
        return Err(error.in_column("angle"));
    }
    Ok(())
}

/// A meaning of the ratio of two lengths.
fn ratio_hint(found: &Vector, place: &Vector) -> &'static str {
    let [x, y] = place;
    let is_steep = y.gt_abs(x);
    let axis = usize::from(is_steep);
    let found = &found[axis];
    let place = &place[axis];
    if is_about(found, place, 100) {
        "; if these are centimetres, divide by 100"
    } else if is_about(found, place, 1000) {
        "; if these are millimetres, divide by 1000"
    } else {
        ""
    }
}

/// Whether a number is that many times another one, within a tenth.
fn is_about(found: &Rational, place: &Rational, factor: i32) -> bool {
    let expected = place * Rational::from(factor);
    let apart = found - &expected;
    let tenfold = apart * Rational::from(10);
    expected != 0 && tenfold.lt_abs(&expected)
}

fn check_turns(scene: &Scene, states: &[State], lines: &[usize]) -> Result<(), TableError> {
    let free = free_bodies(scene);
    for (pair, &line) in states.windows(2).zip(&lines[1..]) {
        for (place, (name, _)) in free.iter().enumerate() {
            let Some(turn) = turn(pair, place) else {
                continue;
            };
            if !is_more_than_a_quarter(&turn) {
                continue;
            }
            let name = quoted(name);
            let turn = shown(&turn);
            let error = TableError::new(
                line,
                format!("a turn of body {name} by {turn} in one step"),
                "radians and less than a quarter turn in a step: \
                 if these are degrees, multiply by pi/180, otherwise export more times",
            );
            return Err(error.in_column("angle"));
        }
    }
    if let Some(found) = spins_in_other_units(&free, states) {
        let error = TableError::new(
            lines[1],
            found,
            "the rate of change of `angle`: both in radians; \
             if the angle is in degrees, multiply it by pi/180",
        );
        return Err(error.in_column("angle"));
    }
    Ok(())
}

/// By how much a body turns from the first state to the second, if the table gives its angles.
fn turn(states: &[State], place: usize) -> Option<Rational> {
    let before = &states[0].bodies[place].rotation;
    let after = &states[1].bodies[place].rotation;
    match (before, after) {
        (Turned::Angle(before), Turned::Angle(after)) => Some(after - before),
        _ => None,
    }
}

fn is_more_than_a_quarter(turn: &Rational) -> bool {
    let most = Rational::from_unsigneds(8u32, 5);
    without_full_turns(turn).abs() > most
}

/// A turn without full turns, at most half a turn either way.
fn without_full_turns(turn: &Rational) -> Rational {
    let full = Rational::from_unsigneds(710u32, 113);
    let turns = turn / &full;
    let nearest = floor(&(turns + Rational::ONE_HALF));
    turn - Rational::from(nearest) * full
}

/// If the angles of all bodies that turn change 40 to 80 times as fast as their spins say, over the
/// whole run: 180/π is 57.3. Slow turns may differ for other reasons.
fn spins_in_other_units(free: &[(&str, &Dynamics)], states: &[State]) -> Option<String> {
    let mut ratios = Vec::new();
    for (place, (name, _)) in free.iter().enumerate() {
        if let Some(ratio) = angle_over_spin(states, place) {
            ratios.push((name, ratio));
        }
    }
    let (name, first) = ratios.first()?;
    let name = quoted(name);
    let times = shown(first);
    for (_, ratio) in &ratios {
        if *ratio <= 40 || *ratio >= 80 {
            return None;
        }
    }
    Some(format!(
        "an angle of body {name} that changes {times} times as fast as its spin"
    ))
}

/// How far the angle of a body turns, over how far its spin says that it turns, if it turns by more
/// than a thousandth.
fn angle_over_spin(states: &[State], place: usize) -> Option<Rational> {
    let mut turned = Rational::default();
    let mut spun = Rational::default();
    for pair in states.windows(2) {
        let (_, spin) = pair[1].bodies[place].velocity.as_ref()?;
        let duration = &pair[1].time - &pair[0].time;
        turned += turn(pair, place)?.abs();
        spun += (spin * duration).abs();
    }
    let slow = Rational::from_unsigneds(1u32, 1000);
    if turned <= slow || spun == 0 {
        return None;
    }
    Some(turned / spun)
}
