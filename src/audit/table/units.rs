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

fn free_bodies(scene: &Scene) -> impl Iterator<Item = (&str, &Dynamics)> {
    scene
        .bodies
        .iter()
        .filter_map(|body| Some((body.name.as_str(), body.dynamics.as_ref()?)))
}

fn check_places(scene: &Scene, state: &State, line: usize) -> Result<(), TableError> {
    let size = size(scene);
    for ((name, body), placed) in free_bodies(scene).zip(&state.bodies) {
        let place = [&body.centroid.x, &body.centroid.y].map(to_solver);
        let is_far = |axis: usize| (&placed.centroid[axis] - &place[axis]).abs() > size;
        let Some(axis) = (0..2).find(|&axis| is_far(axis)) else {
            continue;
        };
        let hint = ratio_hint(&placed.centroid, &place);
        let expected = format!(
            "{}, its centroid in the scene, m{hint}",
            shown(&place[axis])
        );
        let found = format!(
            "{} for body {} at time 0",
            shown(&placed.centroid[axis]),
            quoted(name)
        );
        return Err(TableError::new(line, found, expected).in_column(["x", "y"][axis]));
    }
    Ok(())
}

/// The larger side of the box around all free bodies, and at least 1 mm.
fn size(scene: &Scene) -> Rational {
    let points = || {
        scene
            .bodies
            .iter()
            .filter(|body| !body.is_fixed())
            .flat_map(|body| &body.parts)
            .flat_map(|part| part.vertices())
    };
    let extent = |values: Vec<Rational>| {
        let (low, high) = (values.iter().min().cloned(), values.iter().max().cloned());
        low.zip(high)
            .map_or(Rational::from(0), |(low, high)| high - low)
    };
    let across = extent(points().map(|point| to_solver(&point.x)).collect());
    let up = extent(points().map(|point| to_solver(&point.y)).collect());
    across.max(up).max(Rational::from_unsigneds(1u32, 1000))
}

/// What the ratio of two lengths may mean.
fn ratio_hint(found: &[Rational; 2], place: &[Rational; 2]) -> &'static str {
    let is_ratio = |factor: i32| {
        let axis = usize::from(place[1].clone().abs() > place[0].clone().abs());
        let expected = &place[axis] * Rational::from(factor);
        expected != 0 && (&found[axis] - &expected).abs() * Rational::from(10) < expected.abs()
    };
    if is_ratio(100) {
        "; if these are centimetres, divide by 100"
    } else if is_ratio(1000) {
        "; if these are millimetres, divide by 1000"
    } else {
        ""
    }
}

fn check_turns(scene: &Scene, states: &[State], lines: &[usize]) -> Result<(), TableError> {
    let most = Rational::from_unsigneds(8u32, 5);
    let full = Rational::from_unsigneds(710u32, 113);
    for (index, pair) in states.windows(2).enumerate() {
        for (place, (name, _)) in free_bodies(scene).enumerate() {
            let (Turned::Angle(before), Turned::Angle(after)) = (
                &pair[0].bodies[place].rotation,
                &pair[1].bodies[place].rotation,
            ) else {
                continue;
            };
            let turn = after - before;
            let turns = floor(&(&turn / &full + Rational::from_unsigneds(1u32, 2)));
            if (&turn - Rational::from(turns) * &full).abs() > most {
                let found = format!(
                    "a turn of body {} by {} in one step",
                    quoted(name),
                    shown(&turn)
                );
                let expected = "radians and less than a quarter turn in a step: if these are degrees, multiply by pi/180, otherwise export more times";
                return Err(TableError::new(lines[index + 1], found, expected).in_column("angle"));
            }
        }
    }
    if let Some((line, found)) = spins_in_other_units(scene, states, lines) {
        let expected = "the rate of change of `angle`: both in radians; if the angle is in degrees, multiply it by pi/180";
        return Err(TableError::new(line, found, expected).in_column("angle"));
    }
    Ok(())
}

/// If the angles of all bodies that turn change 40 to 80 times as fast as their spins say, over the
/// whole run: 180/π is 57.3. Slow turns may differ for other reasons.
fn spins_in_other_units(
    scene: &Scene,
    states: &[State],
    lines: &[usize],
) -> Option<(usize, String)> {
    let slow = Rational::from_unsigneds(1u32, 1000);
    let ratio = |place: usize| -> Option<Rational> {
        let (mut turned, mut spun) = (Rational::default(), Rational::default());
        for pair in states.windows(2) {
            let [Turned::Angle(from), Turned::Angle(to)] =
                [&pair[0], &pair[1]].map(|state| &state.bodies[place].rotation)
            else {
                return None;
            };
            let (_, spin) = pair[1].bodies[place].velocity.as_ref()?;
            turned += (to - from).abs();
            spun += (spin * (&pair[1].time - &pair[0].time)).abs();
        }
        (turned > slow && spun > 0).then(|| turned / spun)
    };
    let ratios: Vec<(&str, Rational)> = free_bodies(scene)
        .enumerate()
        .filter_map(|(place, (name, _))| Some((name, ratio(place)?)))
        .collect();
    let (name, first) = ratios.first()?;
    let is_suspicious = ratios.iter().all(|(_, ratio)| *ratio > 40 && *ratio < 80);
    let found = || {
        format!(
            "an angle of body {} that changes {} times as fast as its spin",
            quoted(name),
            shown(first)
        )
    };
    is_suspicious.then(|| (lines[1], found()))
}
