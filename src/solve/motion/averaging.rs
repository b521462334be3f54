//! Forces as symmetric as what they move.
//!
//! The motion of a step, or of an impact, is unique and therefore as symmetric as the states
//! before. Its forces need not be unique; but images of forces are forces, and they form a convex
//! set, so the mean over a symmetry group is again one. Groups of bodies that are images of each
//! other get images of the same forces. In a case with decided corners a force may act on a side of
//! a corner whose image the case leaves open: such forces stay as they are.

use crate::forces::Forces;
use crate::group::Group;
use crate::invariance::{Symmetries, mean};
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
        match &self.imposed {
            None => true,
            Some(imposed) => forces.rows.keys().all(|row| imposed.contains(row)),
        }
    }
}

/// The means of forces over the symmetries of the states before.
pub(crate) fn averaged(symmetries: &Symmetries, groups: Vec<Loaded>) -> Vec<Forces> {
    let mut means: Vec<Option<Forces>> = Vec::with_capacity(groups.len());
    for (index, loaded) in groups.iter().enumerate() {
        let mut found = None;
        if loaded.is_symmetric {
            found = image_of_earlier(symmetries, &groups[..index], &means, loaded.group);
            if found.is_none() {
                let (isometries, _) = symmetries.of_group(loaded.group);
                found = mean(&loaded.forces, &isometries);
            }
        }
        means.push(found.filter(|forces| loaded.allows(forces)));
    }
    let mut forces = Vec::with_capacity(groups.len());
    for (mean, loaded) in means.into_iter().zip(groups) {
        forces.push(mean.unwrap_or(loaded.forces));
    }
    forces
}

/// The image of the mean of an earlier group, if a symmetry maps that group to this one.
fn image_of_earlier(
    symmetries: &Symmetries,
    earlier: &[Loaded],
    means: &[Option<Forces>],
    group: &Group,
) -> Option<Forces> {
    for (other, mean) in earlier.iter().zip(means) {
        let Some(forces) = mean else {
            continue;
        };
        let (_, isometries) = symmetries.of_group(other.group);
        for isometry in isometries {
            if group.has(isometry.body(other.group.bodies[0])) {
                if let Some(image) = isometry.image_of_forces(forces) {
                    return Some(image);
                }
                break;
            }
        }
    }
    None
}
