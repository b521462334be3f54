//! Corners with friction that bear forces.
//!
//! Two parts that touch in T are separated by the planes of all normals of a cone N. If corners are
//! slightly rounded, one of these bears: the forces at the vertices of T are in its round cones. A
//! plane between two parts of one solid bears nothing; one *solid* are the parts of a body, or
//! those of all fixed bodies. So the plane has to separate all parts of the two solids that are
//! there, and of the corners of two solids at one place one bears. Corners of several solids at one
//! place bear if they join these to trees.
//!
//! First all normals bear at once, in floats ([`super::path`]). The normal nearest to the force
//! that this gives is the one that is tried.
#![allow(clippy::disallowed_types)]

use super::contacts::Touch;
use super::rows::{SpaceGroup, SpaceProblem};
use super::solid::{Point, Solid, dot, minus, primitive};
use crate::statics::bearing::is_forest;
use malachite::base::num::arithmetic::traits::Lcm;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Natural, Rational};
use std::collections::{BTreeMap, BTreeSet};
use zwang_program::kernel::number::common_denominator;

/// So often is the nearest normal improved along each ray.
const SWEEPS: usize = 200;

/// The rays of the normals that may bear, of each corner of a group that is rough and where some
/// do.
pub(super) fn rays_that_bear(
    space: &SpaceProblem,
    group: &SpaceGroup,
) -> BTreeMap<usize, Vec<Point>> {
    let mut solids = Vec::new();
    for (body, entry) in space.scene.bodies.iter().enumerate() {
        for part in &entry.parts {
            solids.push((entry.dynamics.is_some().then_some(body), part));
        }
    }
    let mut found: BTreeMap<usize, Vec<Point>> = BTreeMap::new();
    for corner in &group.corners {
        let touch = &space.contacts.touches[*corner];
        if space.friction(touch) == 0 {
            continue;
        }
        let own = solids_of(space, touch);
        let has_one = found.keys().any(|other| {
            let other = &space.contacts.touches[*other];
            let mut others = solids_of(space, other);
            let mut own = own;
            others.sort_unstable();
            own.sort_unstable();
            others == own && meet(touch, other)
        });
        if has_one {
            continue;
        }
        let mut rays = touch.normals.clone();
        for (solid, part) in &solids {
            for (side, own) in own.iter().enumerate() {
                if own == solid && !rays.is_empty() {
                    let part = Solid::new(part);
                    rays.retain(|ray| separates(ray, side, &part, &touch.points));
                }
            }
        }
        let bearing: Vec<usize> = found.keys().copied().chain([*corner]).collect();
        if !rays.is_empty() && is_without_rings(space, &bearing) {
            found.insert(*corner, rays);
        }
    }
    found
}

/// Which free bodies two parts are of.
fn solids_of(space: &SpaceProblem, touch: &Touch) -> [Option<usize>; 2] {
    let bodies = touch.bodies();
    bodies.map(|body| space.problem.is_free(body).then_some(body))
}

/// Whether at no place corners join solids in a ring, whose normals could go round. At one place
/// are those whose boxes meet, or that others join whose boxes meet.
fn is_without_rings(space: &SpaceProblem, corners: &[usize]) -> bool {
    let touches = corners.iter();
    let mut left: Vec<&Touch> = touches
        .map(|corner| &space.contacts.touches[*corner])
        .collect();
    while let Some(first) = left.pop() {
        let mut place = vec![first];
        let mut pairs = BTreeSet::new();
        while let Some(touch) = place.pop() {
            let mut own = solids_of(space, touch);
            own.sort_unstable();
            pairs.insert(own);
            let (met, others): (Vec<&Touch>, Vec<&Touch>) =
                left.into_iter().partition(|other| meet(touch, other));
            place.extend(met);
            left = others;
        }
        if !is_forest(pairs) {
            return false;
        }
    }
    true
}

/// Whether the bounding boxes of two touching sets meet.
fn meet(one: &Touch, other: &Touch) -> bool {
    (0..3).all(|axis| {
        let [own, other] = [one, other].map(|touch| {
            let numbers = touch.points.iter().map(|point| &point[axis]);
            [numbers.clone().min(), numbers.max()]
        });
        own[0] <= other[1] && other[0] <= own[1]
    })
}

/// Whether a part that contains one of the points is on its side of the plane through it: behind
/// the normal if it is of the first solid (side 0), else before it. A rounded part is not if its
/// bounding box contains one of them (S7).
fn separates(ray: &Point, side: usize, part: &Solid, points: &[[Rational; 3]]) -> bool {
    points.iter().all(|point| {
        let common = common_denominator(point).lcm(&part.denominator);
        let part = part.over(&common);
        let point = over(point, &common);
        if part.is_rounded() {
            return !part.is_around(&point);
        }
        !part.contains(&point)
            || part.vertices.iter().all(|vertex| {
                let height = dot(ray, &minus(vertex, &point));
                if side == 0 { height <= 0 } else { height >= 0 }
            })
    })
}

/// A point times a multiple of its denominators.
fn over(point: &[Rational; 3], multiple: &Natural) -> Point {
    point.each_ref().map(|value| {
        let scaled = value * Rational::from(multiple);
        Integer::rounding_from(scaled, RoundingMode::Exact).0
    })
}

/// The normal of the cone of some rays that is nearest to a force, with weights of the rays of
/// about so many bits. `None` if the force is away from all of them.
pub(super) fn nearest_normal(rays: &[Point], force: &[Rational; 3], bits: u32) -> Option<Point> {
    let force = force.each_ref().map(near);
    let lines: Vec<[f64; 3]> = rays
        .iter()
        .map(|ray| ray.each_ref().map(near_whole))
        .collect();
    let lengths: Vec<f64> = lines.iter().map(length).collect();
    // Weights of rays of length 1, by descent along each of them.
    let mut weights = vec![0.0_f64; lines.len()];
    let mut rest = force;
    for _ in 0..SWEEPS {
        for (index, line) in lines.iter().enumerate() {
            let step = inner(line, &rest) / lengths[index];
            let weight = (weights[index] + step).max(0.0);
            let change = (weight - weights[index]) / lengths[index];
            weights[index] = weight;
            for (value, along) in rest.iter_mut().zip(line) {
                *value -= change * along;
            }
        }
    }
    let largest = weights.iter().copied().fold(0.0, f64::max);
    let longest = lengths.iter().copied().fold(0.0, f64::max);
    if largest.is_nan() || largest <= 0.0 {
        return None;
    }
    let unit = f64::from(1_u32 << bits) * longest / largest;
    let mut sum = [0, 0, 0].map(Integer::from);
    for ((ray, weight), length) in rays.iter().zip(&weights).zip(&lengths) {
        let count = (weight * unit / length).round();
        let count = Integer::rounding_from(count, RoundingMode::Nearest).0;
        for (total, value) in sum.iter_mut().zip(ray) {
            *total += &count * value;
        }
    }
    Some(primitive(&sum))
}

fn near(value: &Rational) -> f64 {
    f64::rounding_from(value, RoundingMode::Nearest).0
}

fn near_whole(value: &Integer) -> f64 {
    f64::rounding_from(value, RoundingMode::Nearest).0
}

fn inner(one: &[f64; 3], other: &[f64; 3]) -> f64 {
    one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
}

fn length(vector: &[f64; 3]) -> f64 {
    inner(vector, vector).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn whole(point: [i64; 3]) -> Point {
        point.map(Integer::from)
    }

    /// Inside of the cone the normal is the force; beyond an edge of it, its projection on the
    /// edge.
    #[test]
    fn the_nearest_normal_is_a_projection() {
        let octant = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(whole);
        let normal = |force: [i64; 3]| nearest_normal(&octant, &force.map(Rational::from), 10);
        assert_eq!(normal([1, 2, 4]), Some(whole([1, 2, 4])));
        assert_eq!(normal([3, 3, -1]), Some(whole([1, 1, 0])));
        assert_eq!(normal([-1, -2, 5]), Some(whole([0, 0, 1])));
        assert_eq!(normal([-1, -1, 0]), None);
    }

    proptest! {
        /// No ray is nearer to the force than the normal, up to rounding.
        #[test]
        fn no_ray_is_nearer(
            rays in prop::collection::vec([-9i64..=9, -9i64..=9, 1i64..=9], 1..6),
            force in [-9i64..=9, -9i64..=9, 1i64..=9],
        ) {
            let rays: Vec<Point> = rays.into_iter().map(whole).collect();
            let exact = force.map(Rational::from);
            if let Some(normal) = nearest_normal(&rays, &exact, 16) {
                let cosine = |vector: &Point| {
                    let vector = vector.each_ref().map(near_whole);
                    let force = exact.each_ref().map(near);
                    inner(&vector, &force) / length(&vector) / length(&force)
                };
                for ray in &rays {
                    prop_assert!(cosine(&normal) >= cosine(ray) - 1e-3);
                }
            }
        }
    }
}
