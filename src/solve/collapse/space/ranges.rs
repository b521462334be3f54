//! How small and how large the forces at contacts and corners can be that hold a scene in space at
//! rest, and where those of a face act, with the proof (`proofs/FORMAT.md`, section 16). Corners
//! choose the normal by which they bear ([`choices`]). Joints are rows with multipliers of either
//! sign.
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

mod choices;
mod end;
mod gaps;
mod search;
mod written;

use super::contacts::{self, Contacts};
use super::error::SpaceError;
use super::rows::{Motions, SpaceGroup, SpaceProblem};
use super::statics::{HoldingForces, Shown, decide};
use crate::ranges::Wanted;
use choices::{Choosing, Fixed};
use gaps::Choice;
use malachite::Rational;
use std::collections::BTreeMap;
use written::written;
use zwang_certificate::space as certificate;
use zwang_program::{Monitor, Options, Statistics};
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// How small and how large forces can be, as a proof.
#[derive(Clone, Debug)]
pub struct SpaceForceRanges {
    /// The proof, still to be checked.
    pub ranges: certificate::Ranges,
    /// The dimension of the family of all forces that hold the scene, if all were asked for and
    /// corners leave few choices; it is no part of the proof.
    pub dimension: Option<usize>,
    /// The cost of finding it.
    pub statistics: Statistics,
}

/// Finds the ranges of the forces that are wanted, or of all if none is named; `None` if no forces
/// hold the scene.
///
/// # Errors
/// [`SpaceError`] if bodies overlap or move, if bodies that are named do not touch, if corners
/// leave too many choices, or if the monitor is told to stop.
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
    let mut dimension = wanted.is_empty().then_some(0);
    for group in &space.groups() {
        let choosing = Choosing::new(&space, group, options, monitor);
        let Some(shown) = shown(&choosing)? else {
            return Ok(None);
        };
        let root = choosing.search(&Fixed::default(), &shown);
        let ends = root.solve(wanted)?;
        let choices = match choosing.chooses() {
            true => choosing.choices(wanted, &shown)?,
            false => Some(Vec::new()),
        };
        dimension = match (dimension, &choices) {
            (Some(all), Some(choices)) => {
                let of_choices = choices.iter().map(Choice::dimension).max();
                Some(all + of_choices.unwrap_or_else(|| root.dimension(&ends)))
            }
            _ => None,
        };
        let mut proved = Vec::new();
        let mut gaps = Vec::new();
        let mut ends = ends.into_iter();
        while let (Some(least), Some(largest)) = (ends.next(), ends.next()) {
            let quantity = least.quantity;
            let least = choosing.prove(&root, least, &shown)?;
            let largest = choosing.prove(&root, largest, &shown)?;
            if let (Some(least), Some(largest)) = (least, largest) {
                proved.push([least, largest]);
                let choices = choices.as_deref().unwrap_or_default();
                gaps.extend(choosing.gaps(choices, quantity, &shown)?);
            }
        }
        groups.push(written(&choosing, &shown, [&proved, &gaps], &faces));
        monitor.count(|counts| counts.groups_done += 1);
    }
    let SpaceProblem { contacts, .. } = space;
    let Contacts { separations, .. } = contacts;
    Ok(Some(SpaceForceRanges {
        ranges: certificate::Ranges {
            scene: scene.digest(),
            separations,
            groups,
        },
        dimension,
        statistics: monitor.statistics(),
    }))
}

/// Whether there is a contact for each wish.
fn all_touch(space: &SpaceProblem, wanted: &[Wanted]) -> Result<(), SpaceError> {
    for wish in wanted {
        let touches = space.contacts.touches.iter();
        let touches = touches.map(|touch| touch.bodies().map(|body| Some(BodyId(body))));
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

/// Forces that hold a group without its corners; `None` if none do.
pub(super) fn held_in_faces(
    space: &SpaceProblem,
    group: &SpaceGroup,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<HoldingForces>, SpaceError> {
    let forces = shown(&Choosing::new(space, group, options, monitor))?;
    if forces
        .as_ref()
        .is_some_and(|forces| !forces.corners.is_empty())
    {
        return Err(SpaceError::HeldAtCorners {
            body: space.name(group.group.bodies[0]),
        });
    }
    Ok(forces)
}

/// Forces that hold a group; `None` if none do. Corners without friction bear none, or else a group
/// without friction rests, and they bear by their first normals.
fn shown(choosing: &Choosing) -> Result<Option<HoldingForces>, SpaceError> {
    let Choosing {
        space,
        group,
        options,
        monitor,
        ..
    } = choosing;
    match decide(space, group, &Motions::new(), options, monitor)? {
        Shown::Falling(_) => Ok(None),
        Shown::Held(forces) => Ok(Some(forces)),
        Shown::Rests(tree) if tree.nodes.len() == 1 => {
            let forces = tree.forces(0, options, monitor)?;
            let contacts = forces.contacts.iter().map(|(contact, size)| {
                let normal = space.normal(*contact).each_ref();
                (*contact, normal.map(|value| Rational::from(value) * size))
            });
            Ok(Some(HoldingForces {
                contacts: contacts.collect(),
                joints: forces.joints,
                ..HoldingForces::default()
            }))
        }
        Shown::Rests(_) => choosing.first_choice().map(Some),
    }
}
