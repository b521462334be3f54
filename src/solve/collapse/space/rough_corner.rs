//! Corners with friction that bear forces.
//!
//! Two parts that touch in T are separated by the planes of all normals of a cone N. If corners are
//! slightly rounded, one of these bears: the forces at the vertices of T are in its round cones. A
//! plane between two parts of one solid bears nothing; one *solid* are the parts of a body, or
//! those of all fixed bodies. So the plane has to separate all parts of the two solids that are
//! there, and the corners of two solids at one place bear by one normal. Corners of several solids
//! at one place bear if they join these to trees and do not cross.
//!
//! First all normals bear at once, in floats ([`super::path`]). The normal nearest to the force
//! that this gives is the one that is tried.
#![allow(clippy::disallowed_types)]

use super::contacts::Touch;
use super::rows::{SpaceGroup, SpaceProblem};
use super::seams::{solids, turned};
use super::solid::{Point, Solid, coordinates, cross, dot, is_zero, minus, primitive};
use crate::statics::bearing::is_forest;
use malachite::base::num::arithmetic::traits::Lcm;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Natural, Rational};
use std::collections::BTreeSet;
use zwang_program::kernel::number::common_denominator;
use zwang_scene::space::Part;

/// So often is the nearest normal improved along each ray.
const SWEEPS: usize = 200;

/// Corners of two solids at one place, which bear by one normal.
pub(super) struct Together {
    /// Touches, and whether their second bodies are of the first solid.
    pub(super) corners: Vec<(usize, bool)>,
    /// The rays of normals that may bear, from the first solid into the second.
    rays: Vec<Point>,
}

impl Together {
    /// The rays at one of the corners, from its first body into its second.
    pub(super) fn rays_of(&self, is_turned: bool) -> Vec<Point> {
        self.rays.iter().map(|ray| turned(ray, is_turned)).collect()
    }
}

/// The corners of a group that are rough and may bear.
pub(super) fn corners_that_bear(space: &SpaceProblem, group: &SpaceGroup) -> Vec<Together> {
    let parts = parts_of(space);
    let touches = &space.contacts.touches;
    let mut found: Vec<Together> = Vec::new();
    for corner in &group.corners {
        let touch = &touches[*corner];
        if space.friction(touch) == 0 {
            continue;
        }
        let (own, is_turned) = solids(space.scene, touch);
        let rays = rays_between(space, group, &parts, touch);
        let is_there = |together: &Together| {
            let mut corners = together.corners.iter();
            corners.any(|(other, _)| {
                let other = &touches[*other];
                solids(space.scene, other).0 == own && meet(touch, other)
            })
        };
        let (there, mut others): (Vec<Together>, Vec<Together>) =
            found.into_iter().partition(is_there);
        let mut shared = rays;
        for together in &there {
            shared.retain(|ray| together.rays.contains(ray));
        }
        if shared.is_empty() {
            others.extend(there);
            found = others;
            continue;
        }
        let mut corners: Vec<(usize, bool)> = Vec::new();
        for together in &there {
            corners.extend(&together.corners);
        }
        corners.push((*corner, is_turned));
        let bearing = others.iter().flat_map(|together| &together.corners);
        let bearing = bearing.chain(&corners).map(|(corner, _)| *corner);
        if is_without_knots(space, &bearing.collect::<Vec<_>>()) {
            let rays = shared;
            others.push(Together { corners, rays });
        } else {
            others.extend(there);
        }
        found = others;
    }
    found
}

/// Normals of a corner whose forces those of all that may bear are sums of: its rays, unless one
/// normal alone separates two parts of the same two solids at a vertex of T. Then that one bears,
/// if it separates all that is there.
pub(super) fn normals_that_bear(
    space: &SpaceProblem,
    group: &SpaceGroup,
    touch: &Touch,
) -> Vec<Point> {
    let (own, is_turned) = solids(space.scene, touch);
    for point in &touch.points {
        for &contact in &group.group.contacts {
            let (other, place) = space.places[contact];
            let other = &space.contacts.touches[other];
            let (between, is_other_turned) = solids(space.scene, other);
            if !other.is_only || other.points[place] != *point || between != own {
                continue;
            }
            let normal = turned(&other.normals[0], is_turned != is_other_turned);
            let outwards = turned(&normal, is_turned);
            let parts = parts_of(space);
            let mut all = parts.iter().flat_map(|(solid, part)| {
                let sides = own.iter().enumerate();
                let sides = sides.filter(move |(_, own)| *own == solid);
                sides.map(move |(side, _)| (side, *part))
            });
            let separates_all = all
                .all(|(side, part)| separates(&outwards, side, &Solid::new(part), &touch.points));
            return if separates_all { vec![normal] } else { vec![] };
        }
    }
    touch.normals.clone()
}

/// All parts, with the solids that they are of.
fn parts_of<'a>(space: &SpaceProblem<'a>) -> Vec<(Option<usize>, &'a Part)> {
    let mut parts = Vec::new();
    for (body, entry) in space.scene.bodies.iter().enumerate() {
        for part in &entry.parts {
            parts.push((entry.dynamics.is_some().then_some(body), part));
        }
    }
    parts
}

/// The rays of all corners of the same two solids at the place of a corner whose planes separate
/// all that is there, from the first solid into the second.
fn rays_between(
    space: &SpaceProblem,
    group: &SpaceGroup,
    parts: &[(Option<usize>, &Part)],
    touch: &Touch,
) -> Vec<Point> {
    let (own, _) = solids(space.scene, touch);
    let mut rays = BTreeSet::new();
    for other in &group.corners {
        let other = &space.contacts.touches[*other];
        let (between, is_turned) = solids(space.scene, other);
        if between == own && meet(touch, other) {
            let normals = other.normals.iter();
            rays.extend(normals.map(|normal| turned(normal, is_turned)));
        }
    }
    let mut rays: Vec<Point> = rays.into_iter().collect();
    for (solid, part) in parts {
        for (side, own) in own.iter().enumerate() {
            if own == solid && !rays.is_empty() {
                let part = Solid::new(part);
                rays.retain(|ray| separates(ray, side, &part, &touch.points));
            }
        }
    }
    rays
}

/// Whether at no place corners join solids in a ring, whose normals could go round, or cross. At one
/// place are those whose boxes meet, or that others join whose boxes meet.
fn is_without_knots(space: &SpaceProblem, corners: &[usize]) -> bool {
    let touches = corners.iter();
    let mut left: Vec<&Touch> = touches
        .map(|corner| &space.contacts.touches[*corner])
        .collect();
    while let Some(first) = left.pop() {
        let mut place = vec![first];
        let mut pairs = BTreeSet::new();
        while let Some(touch) = place.pop() {
            pairs.insert(solids(space.scene, touch).0);
            let (met, others): (Vec<&Touch>, Vec<&Touch>) =
                left.into_iter().partition(|other| meet(touch, other));
            place.extend(met);
            left = others;
        }
        if !is_forest(pairs) {
            return false;
        }
    }
    let touches = corners.iter();
    let touches: Vec<&Touch> = touches
        .map(|corner| &space.contacts.touches[*corner])
        .collect();
    let mut pairs = touches.iter().enumerate();
    pairs.all(|(index, one)| {
        !touches[..index]
            .iter()
            .any(|other| cross_over(space, one, other))
    })
}

/// Whether two corners of four solids are between the solids of each other: at one edge just one
/// of the parts of the one is between those of the other. Two at one vertex can pass each other;
/// all others that meet are taken to cross (S7).
fn cross_over(space: &SpaceProblem, one: &Touch, other: &Touch) -> bool {
    let [(own, _), (others, _)] = [one, other].map(|touch| solids(space.scene, touch));
    if own.iter().any(|solid| others.contains(solid)) || !meet(one, other) {
        return false;
    }
    let [start, end] = match (&one.points[..], &other.points[..]) {
        ([_], [_]) => return false,
        ([start, end], [_, _]) => [start, end],
        _ => return true,
    };
    let line = way(start, end);
    let is_beside = |point| !is_zero(&cross(&line, &way(start, point)));
    if other.points.iter().any(is_beside) {
        return true;
    }
    let [from, to] = ways_into_parts(space, one, start);
    let others = ways_into_parts(space, other, start);
    let [is_first_between, is_second_between] =
        others.map(|way| is_between(&line, &from, &to, &way));
    is_first_between != is_second_between
}

/// The way from one point to another, in some unit.
fn way(from: &[Rational; 3], to: &[Rational; 3]) -> Point {
    let difference = [0, 1, 2].map(|axis| &to[axis] - &from[axis]);
    let common = common_denominator(&difference);
    over(&difference, &common)
}

/// Ways from a point of a corner into its two parts, in some units.
fn ways_into_parts(space: &SpaceProblem, touch: &Touch, from: &[Rational; 3]) -> [Point; 2] {
    touch.parts.map(|id| {
        let part = &space.scene.bodies[id.body].parts[id.part];
        let mut sum = [0, 0, 0].map(Rational::from);
        for vertex in part.core().vertices() {
            for ((sum, number), own) in sum.iter_mut().zip(coordinates(vertex)).zip(from) {
                *sum += number - own;
            }
        }
        let common = common_denominator(&sum);
        over(&sum, &common)
    })
}

/// Whether, seen along a line, a way is between two others, counter-clockwise.
fn is_between(line: &Point, from: &Point, to: &Point, way: &Point) -> bool {
    let width = turn(line, from, to);
    if width < 0 {
        return !(turn(line, to, way) > 0 && turn(line, way, from) > 0);
    }
    turn(line, from, way) > 0 && (width == 0 || turn(line, way, to) > 0)
}

/// Above 0 if the turn from one way to another is counter-clockwise, seen along a line.
fn turn(line: &Point, from: &Point, to: &Point) -> Integer {
    dot(line, &cross(from, to))
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
