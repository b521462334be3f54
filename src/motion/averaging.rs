//! Forces as symmetric as what they move.
//!
//! The motion of a step, or of an impact, is unique and therefore as symmetric as the states
//! before. Its forces need not be unique; but images of forces are forces, and they form a convex
//! set, so the mean over a symmetry group is again one. Groups of bodies that are images of each
//! other get images of the same forces. In a case with decided corners a force may act on a side of
//! a corner whose image the case leaves open: such forces stay as they are.

use crate::forces::Forces;
use crate::group::Group;
use crate::invariance::{Isometry, Symmetries, mean};
use zwang_certificate::Contact;

/// A group with its forces, as they were found.
pub(crate) struct Loaded<'a> {
    pub(crate) group: &'a Group,
    pub(crate) forces: Forces,
    /// Whether the motion is as symmetric as the states before: nothing was chosen.
    pub(crate) is_symmetric: bool,
    /// The rows on which forces may act, if there are others.
    pub(crate) imposed: Option<Vec<Contact>>,
}

impl Loaded<'_> {
    fn allows(&self, forces: &Forces) -> bool {
        self.imposed
            .as_ref()
            .is_none_or(|imposed| forces.rows.keys().all(|row| imposed.contains(row)))
    }
}

/// Forces, and whether all of them are means.
pub(crate) struct Averaged {
    pub(crate) forces: Vec<Forces>,
    pub(crate) are_all: bool,
}

/// The means of forces over the symmetries of the states before.
pub(crate) fn averaged(symmetries: &Symmetries, groups: Vec<Loaded>) -> Averaged {
    let mut means: Vec<Option<Forces>> = Vec::with_capacity(groups.len());
    for (index, loaded) in groups.iter().enumerate() {
        let image_of_earlier = || {
            let earlier = groups[..index].iter().zip(&means);
            earlier.into_iter().find_map(|(other, forces)| {
                let maps_here = |isometry: &&&Isometry| {
                    loaded
                        .group
                        .bodies
                        .binary_search(&isometry.body(other.group.bodies[0]))
                        .is_ok()
                };
                let (_, others) = symmetries.of_group(other.group);
                others
                    .iter()
                    .find(maps_here)
                    .and_then(|isometry| isometry.image_of_forces(forces.as_ref()?))
            })
        };
        let own = || mean(&loaded.forces, &symmetries.of_group(loaded.group).0);
        let found = if loaded.is_symmetric {
            image_of_earlier().or_else(own)
        } else {
            None
        };
        means.push(found.filter(|forces| loaded.allows(forces)));
    }
    let are_all = means.iter().all(Option::is_some);
    let forces = means
        .into_iter()
        .zip(groups)
        .map(|(mean, loaded)| mean.unwrap_or(loaded.forces))
        .collect();
    Averaged { forces, are_all }
}

/// Two bodies, one the image of the other, whose groups have forces that are not images of each
/// other.
pub(crate) fn first_difference(
    symmetries: &Symmetries,
    groups: &[&Group],
    forces: &[Forces],
) -> Option<[usize; 2]> {
    symmetries.all().iter().find_map(|isometry| {
        groups.iter().zip(forces).find_map(|(group, own)| {
            let [body, partner] = [group.bodies[0], isometry.body(group.bodies[0])];
            let image = groups
                .iter()
                .position(|other| other.bodies.binary_search(&partner).is_ok());
            let is_kept = image
                .zip(isometry.image_of_forces(own))
                .is_some_and(|(place, image)| image.is_same(&forces[place]));
            (!is_kept).then_some([body, partner])
        })
    })
}
