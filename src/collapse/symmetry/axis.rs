//! Whether there may be an axis at all.
//!
//! With gravity g only one reflection can be a symmetry, the one that fixes g and takes e = J g to
//! -e. It takes the points of least and of greatest e·x to each other, so that with s the sum of
//! these two numbers it is x ↦ A x + s e / (e·e). That is tried in residues (`points`), before
//! anything else is computed of the scene: most scenes have no axis.

use super::candidates::mirror;
use super::points::{Points, Unlucky, residue};
use crate::lattice::{Outline, Place};
use malachite::Integer;
use std::cmp::Ordering;
use std::slice;
use zwang_exact::Vector;
use zwang_program::kernel::Field;

/// Whether the mirror image of every vertex has the residues of a vertex.
pub(super) fn is_possible(
    field: Field,
    gravity: &Vector,
    points: &Points,
) -> Result<bool, Unlucky> {
    let across = gravity.quarter_turn();
    let direction = Outline::new(slice::from_ref(&across));
    let Some((least, greatest)) = extremes(direction.vertex(0), points) else {
        return Ok(false);
    };
    let matrix = mirror(gravity);
    let [a, b, c, d] = [&matrix[0][0], &matrix[0][1], &matrix[1][0], &matrix[1][1]]
        .map(|entry| residue(field, entry));
    let [x, y] = [residue(field, &across.x)?, residue(field, &across.y)?];
    let inverse = field
        .inverse(residue(field, &across.dot(&across))?)
        .ok_or(Unlucky)?;
    let sum = [least, greatest].map(|point| {
        let [own_x, own_y] = points.residues(point);
        field.add(field.multiply(x, own_x), field.multiply(y, own_y))
    });
    let length = field.multiply(field.add(sum[0], sum[1]), inverse);
    let rows = [
        [a?, b?, field.multiply(length, x)],
        [c?, d?, field.multiply(length, y)],
    ];
    Ok(points.possible_images(&rows).is_some())
}

/// The first points that are farthest against and along a direction.
fn extremes(direction: Place, points: &Points) -> Option<(usize, usize)> {
    let project = |(place, _): &(Place, &Vector)| {
        (
            direction.point.dot(place.point),
            Integer::from(place.denominator),
        )
    };
    let mut projections = points.places().iter().map(project).enumerate();
    let (_, first) = projections.next()?;
    let (mut least, mut greatest) = ((0, first.clone()), (0, first));
    for (index, projection) in projections {
        if compare(&projection, &least.1).is_lt() {
            least = (index, projection);
        } else if compare(&projection, &greatest.1).is_gt() {
            greatest = (index, projection);
        }
    }
    Some((least.0, greatest.0))
}

/// Which of two fractions is larger.
fn compare(one: &(Integer, Integer), other: &(Integer, Integer)) -> Ordering {
    if one.1 == other.1 {
        one.0.cmp(&other.0)
    } else {
        (&one.0 * &other.1).cmp(&(&other.0 * &one.1))
    }
}
