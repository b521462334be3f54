//! The ways to pass the corners of a group.
//!
//! The problem is solved without corners first. Where its motion closes rows on both sides of one,
//! one side after the other is imposed; corners that are images of each other are decided together,
//! so that what is symmetric stays symmetric. Of all motions that are found so, one of least
//! restraint is taken: without friction it is the motion of the step.

use crate::invariance::Isometry;
use crate::rows::Rows;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;

/// A side of a corner, as (corner, side).
pub(crate) type Choice = (usize, usize);

/// The side that is the image of a side of a corner, if there is one.
pub(crate) fn image(rows: &Rows, (corner, side): Choice, isometry: &Isometry) -> Option<Choice> {
    let own = rows.corners[corner].sides[side].iter();
    let image: BTreeSet<Contact> = own.map(|row| isometry.row(row)).collect::<Option<_>>()?;
    for (other, content) in rows.corners.iter().enumerate() {
        for (side, rows) in content.sides.iter().enumerate() {
            let is_within = rows.iter().all(|row| image.contains(row));
            if is_within && rows.len() == image.len() {
                return Some((other, side));
            }
        }
    }
    None
}

/// The images of the corners of some choices.
pub(crate) fn images(
    rows: &Rows,
    choices: &[Choice],
    isometry: &Isometry,
) -> BTreeMap<usize, usize> {
    let mut images = BTreeMap::new();
    for choice in choices {
        if let Some((other, _)) = image(rows, *choice, isometry) {
            images.insert(choice.0, other);
        }
    }
    images
}

/// Choices with one more and all its images, ascending; `None` if there is an image of it that
/// contradicts another choice, or none at all.
pub(crate) fn with_images(
    rows: &Rows,
    choices: &[Choice],
    added: Choice,
    isometries: &[&Isometry],
) -> Option<Vec<Choice>> {
    let mut all: BTreeMap<usize, usize> = choices.iter().copied().collect();
    let mut new = vec![added];
    for isometry in isometries {
        new.push(image(rows, added, isometry)?);
    }
    for (corner, side) in new {
        if all.insert(corner, side).is_some_and(|other| other != side) {
            return None;
        }
    }
    Some(all.into_iter().collect())
}
