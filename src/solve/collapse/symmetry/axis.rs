//! Whether there may be an axis at all.
//!
//! With gravity g only one reflection can be a symmetry, the one that fixes g and takes e = J g to
//! -e. It takes the points of least and of greatest e·x to each other, so that with s the sum of
//! these two numbers it is x ↦ A x + s e / (e·e). That is tried in residues (`points`), before
//! anything else is computed of the scene: most scenes have no axis.

use super::candidates::mirror;
use super::points::{Points, Unlucky, residue};
use crate::lattice::{GridPoint, Outline, Place};
use malachite::Integer;
use std::cmp::Ordering;
use zwang_exact::Vector;
use zwang_program::kernel::Field;

/// Whether the mirror image of every vertex has the residues of a vertex.
pub(super) fn is_possible(
    field: Field,
    gravity: &Vector,
    points: &Points,
) -> Result<bool, Unlucky> {
    let across = gravity.quarter_turn();
    let direction = Outline::of_point(&across);
    let Some((least, greatest)) = extremes(direction.vertex(0), points) else {
        return Ok(false);
    };
    let x = residue(field, &across.x)?;
    let y = residue(field, &across.y)?;
    let squared_length = residue(field, &across.dot(&across))?;
    let inverse = field.inverse(squared_length).ok_or(Unlucky)?;
    let mut sum = 0;
    for point in [least, greatest] {
        let [own_x, own_y] = points.residues(point);
        let along_x = field.multiply(x, own_x);
        let along_y = field.multiply(y, own_y);
        let along = field.add(along_x, along_y);
        sum = field.add(sum, along);
    }
    let length = field.multiply(sum, inverse);
    let shift = [x, y].map(|coordinate| field.multiply(length, coordinate));
    let mut rows = [[0; 3]; 2];
    for ((row, [a, b]), shift) in rows.iter_mut().zip(mirror(gravity)).zip(shift) {
        *row = [residue(field, &a)?, residue(field, &b)?, shift];
    }
    let images = points.possible_images(&rows);
    Ok(images.is_some())
}

/// The first points that are farthest against and along a direction.
fn extremes(direction: Place, points: &Points) -> Option<(usize, usize)> {
    let (first, rest) = points.places().split_first()?;
    let first = project(direction, first.place);
    let mut lowest = first.clone();
    let mut highest = first;
    let mut least = 0;
    let mut greatest = 0;
    for (before, point) in rest.iter().enumerate() {
        let projection = project(direction, point.place);
        if compare(&projection, &lowest).is_lt() {
            least = before + 1;
            lowest = projection;
        } else if compare(&projection, &highest).is_gt() {
            greatest = before + 1;
            highest = projection;
        }
    }
    Some((least, greatest))
}

/// How far a point is along a direction, as a fraction.
fn project(direction: Place, place: Place) -> (Integer, Integer) {
    let along = direction.point.dot(place.point);
    (along, Integer::from(place.denominator))
}

/// Which of two fractions is larger.
fn compare(one: &(Integer, Integer), other: &(Integer, Integer)) -> Ordering {
    let (numerator, denominator) = one;
    let (other_numerator, other_denominator) = other;
    if denominator == other_denominator {
        return numerator.cmp(other_numerator);
    }
    let scaled = numerator * other_denominator;
    scaled.cmp(&(other_numerator * denominator))
}
