//! Disks without gravity and friction that strike each other: cradles and racks.
//!
//! Restitution is 1, so that runs resolve what meets in rounds, and keep energy and symmetry.

use crate::body::{MAX_BODIES, scene};
use crate::disks::{count, disk};
use crate::error::{GenerateError, require_count, require_not_negative, require_positive};
use crate::number::ratio;
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, Scene, SceneRestitution};

/// A row of disks of radius 1/2 and mass 1 that touch. The first `striking` ones come from the left
/// with the velocity 1, together and so far away as `gap`, m.
///
/// # Errors
/// [`GenerateError`] for no disk or too many, for more that strike than there are, or a negative
/// gap.
pub fn cradle(disks: usize, striking: usize, gap: &Rational) -> Result<Scene, GenerateError> {
    require_count("disks", disks, 1, MAX_BODIES)?;
    require_count("striking disks", striking, 1, disks)?;
    require_not_negative("the gap", gap)?;
    let mut free = Vec::new();
    for place in 0..disks {
        let mut x = ratio(place as i64, 1);
        if place < striking {
            x -= gap;
        }
        let center = Vector::new(x, ratio(0, 1));
        let disk = disk(format!("disk {place}"), center, &ratio(1, 2), &ratio(1, 1));
        let velocity = if place < striking { 1 } else { 0 };
        free.extend(disk.map(|disk| moving(disk, velocity)));
    }
    let title = format!("A cradle of {disks}, {striking} of them strike");
    Ok(lively(format!("cradle-{disks}"), title, free))
}

/// A triangle of disks in rows of 1, 2, …, n, and a cue ball so far away from its tip as `gap`, m,
/// that comes along its axis with the velocity 1. All disks have the mass 1, and touch: neighbours
/// in a row are 12/5 of a radius apart, their hollows 8/5 of one further on.
///
/// # Errors
/// [`GenerateError`] without rows, for too many, a radius that is not positive or a negative gap.
pub fn rack(rows: usize, radius: &Rational, gap: &Rational) -> Result<Scene, GenerateError> {
    require_count("rows", rows, 1, MAX_BODIES)?;
    require_count("disks", count(rows).saturating_add(1), 1, MAX_BODIES)?;
    require_positive("the radius", radius)?;
    require_not_negative("the gap", gap)?;
    let mass = ratio(1, 1);
    let cue = Vector::new(-radius * ratio(2, 1) - gap, ratio(0, 1));
    let cue = disk("cue".to_owned(), cue, radius, &mass);
    let mut free: Vec<Body> = cue.map(|cue| moving(cue, 1)).into_iter().collect();
    for row in 0..rows {
        for place in 0..=row {
            let across = 12 * place as i64 - 6 * row as i64;
            let center = Vector::new(ratio(8 * row as i64, 5), ratio(across, 5));
            let center = center.scaled(radius);
            free.extend(disk(format!("disk {row} {place}"), center, radius, &mass));
        }
    }
    let title = format!("A cue ball and a rack of {} in {rows} rows", count(rows));
    Ok(lively(format!("rack-{rows}"), title, free))
}

/// With this velocity along x, m/s.
fn moving(mut body: Body, velocity: i64) -> Body {
    if let Some(dynamics) = &mut body.dynamics {
        dynamics.velocity = Vector::from_integers(velocity, 0);
    }
    body
}

/// A scene without gravity in which nothing is lost.
fn lively(name: String, title: String, free: Vec<Body>) -> Scene {
    let mut scene = scene(name, title, None, Vec::new(), free);
    scene.gravity = Vector::zero();
    let all = scene.body_ids().map(|body| (body, ratio(1, 1)));
    scene.restitution = SceneRestitution::new(all, []);
    scene
}
