//! How a scene in space without friction starts to move: the least restraint of each group.

use super::contacts;
use super::error::SpaceError;
use super::rows::{Motions, SpaceGroup, SpaceProblem};
use malachite::Rational;
use std::collections::BTreeMap;
use zwang_problem::Forces;
use zwang_program::kernel::{Outcome, least_multipliers, optimise};
use zwang_program::{Monitor, Options};
use zwang_scene::space::Scene;

/// The least of all forces are found for groups of so many contacts.
const MOST_ROWS: usize = 300;

/// How a group starts to move.
pub(crate) struct Started {
    /// (a, α) of its bodies.
    pub(crate) motions: Motions,
    /// φ of its contacts: the force on the second body is φ m.
    pub(crate) forces: BTreeMap<usize, Rational>,
}

/// The problem of a scene at rest, and how each group starts to move.
///
/// # Errors
/// [`SpaceError`] if the scene has friction, if bodies overlap or move, if a corner would be
/// violated, or if the monitor is told to stop.
pub(crate) fn solve<'a>(
    scene: &'a Scene,
    options: &Options,
    monitor: &Monitor,
) -> Result<(SpaceProblem<'a>, Vec<(SpaceGroup, Started)>), SpaceError> {
    super::require_rest(scene)?;
    if !scene.friction.is_none() {
        return Err(SpaceError::Friction);
    }
    let contacts = contacts::find(scene, monitor)?;
    let space = SpaceProblem::new(scene, contacts);
    let mut solved = Vec::new();
    for group in space.groups() {
        let started = start(&space, &group, options, monitor)?;
        solved.push((group, started));
    }
    Ok((space, solved))
}

fn start(
    space: &SpaceProblem,
    group: &SpaceGroup,
    options: &Options,
    monitor: &Monitor,
) -> Result<Started, SpaceError> {
    let relaxed = space.problem.relaxed(&group.group, &[]);
    let solved = optimise(&relaxed.program, options, monitor)?;
    let Outcome::Optimal(mut optimum) = solved.into_outcome() else {
        unreachable!("from rest, rest is admissible")
    };
    let motions = space.motions(&group.group, &optimum.point, &optimum.denominator);
    if let Some(corner) = space.violated_corner(group, &motions) {
        return Err(space.corner_error(corner));
    }
    if relaxed.program.rows.len() <= MOST_ROWS {
        let measure = space.problem.measure(&relaxed);
        let least = least_multipliers(&relaxed.program, optimum, &measure, options, monitor)?;
        optimum = least.optimum;
    }
    let forces = Forces::from_multipliers(&[], &relaxed, optimum.multipliers, &optimum.denominator);
    let mut pressing = BTreeMap::new();
    for (contact, numbers) in forces.contact_fractions() {
        let size = numbers.into_iter().next();
        pressing.extend(size.filter(|size| *size != 0).map(|size| (contact, size)));
    }
    Ok(Started {
        motions,
        forces: pressing,
    })
}
