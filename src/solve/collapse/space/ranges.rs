//! How small and how large the forces at contacts can be that hold a scene in space at rest, and
//! where those of a face act, with the proof (`proofs/FORMAT.md`, section 16). Corners bear
//! nothing. Joints are rows with multipliers of either sign.
//!
//! Each end of a linear quantity q = Σ s·F is a program over the product K of round cones,
//!
//! ```text
//! minimise ς Σ s·F   subject to   F in K, forces and torques balance weights and loads
//! ```
//!
//! whose dual is a velocity y with ς s + u in K* at all contacts. K is the cone of finitely many
//! vectors, like in [`super::statics()`], to which the ones are added that do most work against the
//! velocity that was found, and some close to the forces that were: then q is reached, but may be
//! beaten a little. Vectors of cones that are wider by a factor give velocities of K* itself. Both
//! meet. If the best vectors are rational, they do so exactly: the velocity is then one that does
//! no work with the forces of any contact, which the half spaces that touch K at the forces decide.
//!
//! *Centres of pressure.* Σ x (F·n) / Σ F·n is not below t if the least Σ (x - t)(F·n) is not
//! below 0. Otherwise the forces that were found have a smaller ratio, which is tried next
//! (Dinkelbach,
//! *On nonlinear fractional programming*, Management Science 13 (1967)); so are forces that balance
//! each other, of which ever more may be added.

mod end;
mod search;
mod written;

use super::contacts::{self, Contacts};
use super::error::SpaceError;
use super::rows::{Motions, SpaceGroup, SpaceProblem};
use super::statics::{Force, Shown, decide};
use crate::indeterminacy::{Bound, bounded_indeterminacy_of};
use crate::ranges::Wanted;
use malachite::Rational;
use search::Search;
use std::collections::BTreeMap;
use zwang_certificate::space as certificate;
use zwang_program::{Monitor, Options, Statistics};
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// How small and how large forces can be, as a proof.
#[derive(Clone, Debug)]
pub struct SpaceForceRanges {
    /// The proof, still to be checked.
    pub ranges: certificate::Ranges,
    /// The dimension of the family of all forces at contacts that hold the scene, if all were asked
    /// for; it is no part of the proof.
    pub dimension: Option<usize>,
    /// The cost of finding it.
    pub statistics: Statistics,
}

/// Finds the ranges of the forces that are wanted, or of all if none is named; `None` if no forces
/// hold the scene.
///
/// # Errors
/// [`SpaceError`] if bodies overlap or move, if bodies that are named do not touch, if forces hold
/// the scene at corners only, or if the monitor is told to stop.
pub fn ranges(
    scene: &Scene,
    wanted: &[Wanted],
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<SpaceForceRanges>, SpaceError> {
    super::require_no_bonds(scene, "ranges of forces")?;
    super::require_rest(scene)?;
    let space = SpaceProblem::new(scene, contacts::find(scene, monitor)?);
    all_touch(&space, wanted)?;
    let faces = face_numbers(&space);
    let mut groups = Vec::new();
    let mut columns = Vec::new();
    for group in &space.groups() {
        let Some(shown) = shown(&space, group, options, monitor)? else {
            return Ok(None);
        };
        let search = Search::new(&space, group, &shown, options, monitor);
        let ends = search.solve(wanted)?;
        if wanted.is_empty() {
            search.add_columns(&ends, &mut columns);
        }
        groups.push(search.written(&shown, ends, &faces));
        monitor.count(|counts| counts.groups_done += 1);
    }
    let bounds = vec![Bound::Free; columns.len()];
    let all = columns.len() - bounded_indeterminacy_of(&columns, &bounds).rank;
    let SpaceProblem { contacts, .. } = space;
    let Contacts { separations, .. } = contacts;
    Ok(Some(SpaceForceRanges {
        ranges: certificate::Ranges {
            scene: scene.digest(),
            separations,
            groups,
        },
        dimension: wanted.is_empty().then_some(all),
        statistics: monitor.statistics(),
    }))
}

/// Whether there is a contact for each wish.
fn all_touch(space: &SpaceProblem, wanted: &[Wanted]) -> Result<(), SpaceError> {
    for wish in wanted {
        let touches = space.contacts.touches.iter();
        let touches = touches
            .filter(|touch| touch.normal().is_some())
            .map(|touch| touch.bodies().map(|body| Some(BodyId(body))));
        let joints = space.scene.joints.iter();
        let mut pairs = touches.chain(joints.map(|joint| joint.bodies.map(Some)));
        if !pairs.any(|bodies| wish.includes(bodies)) {
            let other = match wish.other {
                Some(BodyId(other)) => format!("`{}`", space.name(other)),
                None => "anything".to_owned(),
            };
            let BodyId(body) = wish.body;
            return Err(SpaceError::Apart {
                body: space.name(body),
                other,
            });
        }
    }
    Ok(())
}

/// The number of each touch with one normal.
fn face_numbers(space: &SpaceProblem) -> BTreeMap<usize, usize> {
    let touches = space.contacts.touches.iter().enumerate();
    let faces = touches.filter(|(_, touch)| touch.normal().is_some());
    let numbers = faces.enumerate();
    numbers.map(|(face, (touch, _))| (touch, face)).collect()
}

/// Forces on second bodies at contacts, and the multipliers of the rows of joints.
pub(super) struct Holding {
    pub(super) contacts: BTreeMap<usize, Force>,
    pub(super) joints: BTreeMap<usize, Vec<Rational>>,
}

/// Forces that hold a group without its corners; `None` if none do.
pub(super) fn shown(
    space: &SpaceProblem,
    group: &SpaceGroup,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<Holding>, SpaceError> {
    let at_corners = || {
        Err(SpaceError::HeldAtCorners {
            body: space.name(group.group.bodies[0]),
        })
    };
    match decide(space, group, &Motions::new(), options, monitor)? {
        Shown::Falling(_) => Ok(None),
        Shown::Held(forces) if forces.corners.is_empty() => Ok(Some(Holding {
            contacts: forces.contacts,
            joints: forces.joints,
        })),
        Shown::Held(_) => at_corners(),
        Shown::Rests(tree) if tree.nodes.len() == 1 => {
            let forces = tree.forces(0, options, monitor)?;
            let contacts = forces.contacts.iter().map(|(contact, size)| {
                let normal = space.normal(*contact).each_ref();
                (*contact, normal.map(|value| Rational::from(value) * size))
            });
            Ok(Some(Holding {
                contacts: contacts.collect(),
                joints: forces.joints,
            }))
        }
        Shown::Rests(_) => at_corners(),
    }
}
