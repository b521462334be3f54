//! The least friction, the same at all contacts, that can hold a scene in space, exactly.
//!
//! Near to it a scene falls by a velocity y that is close to one of simple numbers. If y slides
//! with u_t and opens with w, it takes a friction of w / |u_t| to resist it; the least of these is
//! μ. If forces balance at μ, their work under y is 0, so that they are along the edge of their
//! cones where that least one is reached, opposite to u_t, and 0 where y opens more. With the
//! square of μ both are rational: w² / |u_t|², and for the normal m and p = (m·m) u - (m·u) m the
//! force
//!
//! ```text
//! |p|² m - (m·u)(m·m) p
//! ```
//!
//! up to a factor. With less friction y and a little of a drift, which does work, is resisted
//! nowhere.

use super::certify::{Velocities, motions, on_first, velocity, whole};
use super::cone::{generator, tangents};
use super::contacts::{self, Contacts};
use super::error::SpaceError;
use super::rows::{Motions, SpaceGroup, SpaceProblem, WIDTH};
use super::solid::{Point, dot, integers, minus, primitive, scaled};
use super::statics::{Cones, HoldingForces};
use malachite::base::num::arithmetic::traits::FloorSqrt;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use zwang_certificate::space::{NearFall, Threshold, ThresholdGroup};
use zwang_program::kernel::number::{common_denominator, integer_from_solver};
use zwang_program::{Monitor, Options};
use zwang_scene::space::Scene;

/// Frictions that are irrational are short by less than one part in 2^so many where forces may have
/// any direction.
const ROOT_BITS: u64 = 20;

/// How something moves against a cone.
enum Moved {
    /// Not at all.
    Holds,
    /// It comes off, and does not slide.
    Opens,
    /// It slides: w² / |u_t|².
    Slides(Rational),
    /// Into each other, or along without opening.
    Resisted,
}

/// The least friction of a scene, if it falls by a velocity with any smaller one; and then by one
/// of several drifts. A proof that is still to be checked.
///
/// # Errors
/// [`SpaceError`] if bodies overlap or move, or if the monitor is told to stop.
pub fn least_friction(
    scene: &Scene,
    velocities: &Velocities,
    drifts: &[Velocities],
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<Threshold>, SpaceError> {
    super::require_rest(scene)?;
    super::require_no_bonds(scene, "the least friction")?;
    if !scene.joints.is_empty() {
        // Such proofs know no joints.
        return Ok(None);
    }
    let space = SpaceProblem::new(scene, contacts::find(scene, monitor)?);
    let groups = space.groups();
    let near = motions(velocities);
    let mut square: Option<Rational> = None;
    for group in &groups {
        for cone in &Cones::new(&space, group).contacts {
            let relative = space.relative(&near, cone.bodies, &cone.point);
            match moved(&cone.normal, &integers(&relative)) {
                Moved::Resisted => return Ok(None),
                Moved::Slides(own) if square.as_ref().is_none_or(|least| own < *least) => {
                    square = Some(own);
                }
                _ => {}
            }
        }
    }
    let Some(square) = square else {
        return Ok(None);
    };
    let drifts: Vec<Motions> = drifts.iter().map(motions).collect();
    let mut found = Vec::new();
    for group in &groups {
        let Some(forces) = held(&space, group, &near, &square, options, monitor)? else {
            return Ok(None);
        };
        let numbers = forces.contacts.values().flatten();
        let denominator = common_denominator(numbers);
        let bodies = &group.group.bodies;
        let falling = drifts
            .iter()
            .find(|drift| falls(&space, group, &near, drift, &square));
        found.push(ThresholdGroup {
            bodies: bodies.clone(),
            contacts: on_first(&forces.contacts, &denominator),
            denominator: whole(&denominator),
            falling: falling.map(|drift| NearFall {
                velocity: velocity(bodies, &of_group(group, &near)),
                drift: velocity(bodies, &of_group(group, drift)),
            }),
        });
    }
    if found.iter().all(|group| group.falling.is_none()) {
        return Ok(None);
    }
    let SpaceProblem { contacts, .. } = space;
    let Contacts { separations, .. } = contacts;
    let square = [square.numerator_ref(), square.denominator_ref()];
    Ok(Some(Threshold {
        scene: scene.digest(),
        separations,
        square: square.map(|number| integer_from_solver(&Integer::from(number))),
        groups: found,
    }))
}

fn moved(normal: &Point, relative: &Point) -> Moved {
    if relative.iter().all(|value| *value == 0) {
        return Moved::Holds;
    }
    let across = dot(normal, relative);
    let squared = &across * &across;
    let along = dot(normal, normal) * dot(relative, relative) - &squared;
    match (across > 0, along > 0) {
        (true, true) => Moved::Slides(Rational::from_integers(squared, along)),
        (true, false) => Moved::Opens,
        (false, _) => Moved::Resisted,
    }
}

/// Forces within the friction of this square, which do no work under a velocity.
fn held(
    space: &SpaceProblem,
    group: &SpaceGroup,
    near: &Motions,
    square: &Rational,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<HoldingForces>, SpaceError> {
    let cones = Cones::new(space, group);
    let inner = root_below(square);
    let mut vectors = Vec::new();
    for (index, cone) in cones.contacts.iter().enumerate() {
        if !cone.bears() {
            continue;
        }
        let relative = integers(&space.relative(near, cone.bodies, &cone.point));
        match moved(&cone.normal, &relative) {
            Moved::Holds => {
                vectors.push((index, cone.normal.clone()));
                for axis in 0..3 {
                    let mut direction = [Rational::ZERO, Rational::ZERO, Rational::ZERO];
                    direction[axis] = Rational::from(1);
                    for tangent in tangents(&cone.normal, &direction, true) {
                        vectors.push((index, generator(&cone.normal, &inner, &tangent)));
                    }
                }
            }
            Moved::Slides(own) if own == *square => {
                vectors.push((index, against(&cone.normal, &relative)));
            }
            _ => {}
        }
    }
    cones.held_by(vectors, options, monitor)
}

/// The force along the edge of the cone that resists a velocity that it just does not resist.
fn against(normal: &Point, relative: &Point) -> Point {
    let square = dot(normal, normal);
    let across = dot(normal, relative);
    let slip = minus(&scaled(relative, &square), &scaled(normal, &across));
    let part = scaled(normal, &dot(&slip, &slip));
    primitive(&minus(&part, &scaled(&slip, &(across * square))))
}

/// A fraction whose square is at most this one, and not much less.
fn root_below(square: &Rational) -> Rational {
    let fine = Integer::from(1) << ROOT_BITS;
    let scale = Integer::from(square.denominator_ref()) * &fine;
    let whole = Integer::from(square.numerator_ref()) * Integer::from(square.denominator_ref());
    let whole = whole * &fine * &fine;
    let root = Integer::from(whole.unsigned_abs_ref().floor_sqrt());
    Rational::from_integers(root, scale)
}

/// Whether a group falls by a velocity, which does no work, and a little of a drift.
fn falls(
    space: &SpaceProblem,
    group: &SpaceGroup,
    near: &Motions,
    drift: &Motions,
    square: &Rational,
) -> bool {
    let cones = Cones::new(space, group);
    if cones.work(near) < 0 || cones.work(drift) <= 0 {
        return false;
    }
    cones.contacts.iter().all(|cone| {
        let relative = |motions| integers(&space.relative(motions, cone.bodies, &cone.point));
        match moved(&cone.normal, &relative(near)) {
            Moved::Holds => match moved(&cone.normal, &relative(drift)) {
                Moved::Holds | Moved::Opens => true,
                Moved::Slides(own) => own >= *square,
                Moved::Resisted => false,
            },
            Moved::Resisted => false,
            Moved::Opens | Moved::Slides(_) => true,
        }
    })
}

/// The velocities of the bodies of a group.
fn of_group(group: &SpaceGroup, all: &Motions) -> Motions {
    let bodies = group.group.bodies.iter();
    let motions = bodies.map(|body| {
        let still = || vec![Rational::ZERO; WIDTH];
        (*body, all.get(body).cloned().unwrap_or_else(still))
    });
    motions.collect()
}
