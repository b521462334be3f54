//! Forces that nearly balance, made to balance exactly, in time linear in the bodies.
//!
//! Bodies are put into an order in which each rests on later ones, and at last on fixed ones, at
//! points that are not all on one line. From the first body on, what is left of its balance, a
//! force F and a torque τ about the mean x̄ of those points, is passed on there:
//!
//! ```text
//! f_j = F / k + ω × d_j,   d_j = x_j - x̄,   J ω = τ,   J = Σ (|d_j|² 1 - d_j d_jᵀ)
//! ```
//!
//! J is regular as the points are not on one line. The forces that are passed on are small if
//! those at hand nearly balance. If a body rests on one other body alone, what that one gets is
//! F and τ again, so that numbers do not grow along the way.
#![allow(clippy::disallowed_types)]

use super::rows::cross;
use malachite::Rational;
use malachite::base::num::basic::traits::{One, Zero};
use std::collections::{BTreeMap, BinaryHeap};

/// A vector.
pub(crate) type Vector = [Rational; 3];

/// Points with less than this part of the bound that decides are left alone.
const SLACK: f64 = 0.25;
/// Points are on one line if they are within this part of their distance.
const NARROW: f64 = 1e-6;

/// A contact at which a force of any direction may act.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bearing<'a> {
    /// Places of both bodies in the group; `None` for a fixed one. The force acts on the second.
    pub(crate) bodies: [Option<usize>; 2],
    pub(crate) point: &'a Vector,
    /// The same, rounded.
    pub(crate) near: [f64; 3],
}

/// A body, and the contacts at which it passes on what is left.
#[derive(Clone, Debug)]
struct Passing {
    body: usize,
    bearings: Vec<usize>,
}

/// An order of the bodies in which each rests on later ones or on fixed ones.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    passings: Vec<Passing>,
}

/// The body that bears another one, by the bound that decides: the least of those of its points.
struct Reachable {
    bound: f64,
    body: usize,
    bearings: Vec<usize>,
}

impl PartialEq for Reachable {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Reachable {}

impl PartialOrd for Reachable {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Reachable {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let bounds = self.bound.total_cmp(&other.bound);
        bounds.then(other.body.cmp(&self.body))
    }
}

impl Order {
    /// The order in which bodies rest on what has the largest bounds: how much more each contact
    /// may bear. `None` if some body rests on no three points in any.
    pub(crate) fn new(bodies: usize, bearings: &[Bearing], bounds: &[f64]) -> Option<Self> {
        let mut between: BTreeMap<[Option<usize>; 2], Vec<usize>> = BTreeMap::new();
        for (index, bearing) in bearings.iter().enumerate() {
            if bounds[index] > 0.0 {
                let [first, second] = bearing.bodies;
                let pair = [first.min(second), first.max(second)];
                between.entry(pair).or_default().push(index);
            }
        }
        let mut neighbours: Vec<Vec<(usize, Vec<usize>)>> = vec![Vec::new(); bodies];
        let mut heap = BinaryHeap::new();
        for (pair, points) in &between {
            match *pair {
                [None, Some(body)] => heap.extend(reachable(body, points, bearings, bounds)),
                [Some(one), Some(other)] => {
                    neighbours[one].push((other, points.clone()));
                    neighbours[other].push((one, points.clone()));
                }
                _ => {}
            }
        }
        let mut is_borne = vec![false; bodies];
        let mut passings = Vec::with_capacity(bodies);
        while passings.len() < bodies {
            let Some(next) = heap.pop() else {
                let found = on_several(&is_borne, bearings, bounds);
                if found.is_empty() {
                    return None;
                }
                heap.extend(found);
                continue;
            };
            let Reachable {
                body,
                bearings: points,
                ..
            } = next;
            if is_borne[body] {
                continue;
            }
            is_borne[body] = true;
            passings.push(Passing {
                body,
                bearings: points,
            });
            for (other, points) in &neighbours[body] {
                if !is_borne[*other] {
                    heap.extend(reachable(*other, points, bearings, bounds));
                }
            }
        }
        passings.reverse();
        Some(Self { passings })
    }

    /// Adds to forces what makes them balance, with weights and loads as forces and torques about
    /// centroids. `None` if that is not possible.
    pub(crate) fn balance(
        &self,
        bearings: &[Bearing],
        centroids: &[Vector],
        pulls: &[[Vector; 2]],
        forces: &mut [Vector],
    ) -> Option<()> {
        let mut left: Vec<[Vector; 2]> = pulls.to_vec();
        for (bearing, force) in bearings.iter().zip(forces.iter()) {
            if force.iter().any(|value| *value != 0) {
                bearing.add_to(&mut left, centroids, force);
            }
        }
        for Passing { body, bearings: at } in &self.passings {
            let [force, torque] = left[*body].each_ref().map(|vector| minus(&zero(), vector));
            if force.iter().chain(&torque).all(|value| *value == 0) {
                continue;
            }
            let points: Vec<&Vector> = at.iter().map(|index| bearings[*index].point).collect();
            let added = spread(&points, &centroids[*body], &force, &torque)?;
            for (index, force) in at.iter().zip(added) {
                let bearing = &bearings[*index];
                // The force on the second body.
                let force = match bearing.bodies[1] == Some(*body) {
                    true => force,
                    false => minus(&zero(), &force),
                };
                bearing.add_to(&mut left, centroids, &force);
                for (sum, value) in forces[*index].iter_mut().zip(force) {
                    *sum += value;
                }
            }
        }
        Some(())
    }
}

impl Bearing<'_> {
    /// Adds a force on the second body to what is left of both.
    fn add_to(&self, left: &mut [[Vector; 2]], centroids: &[Vector], force: &Vector) {
        let opposite = minus(&zero(), force);
        for (body, force) in self.bodies.into_iter().zip([&opposite, force]) {
            let Some(body) = body else { continue };
            let arm = minus(self.point, &centroids[body]);
            let torque = cross(&arm, force);
            let [own_force, own_torque] = &mut left[body];
            for (sum, value) in own_force.iter_mut().zip(force) {
                *sum += value;
            }
            for (sum, value) in own_torque.iter_mut().zip(torque) {
                *sum += value;
            }
        }
    }
}

/// The forces at points that have a sum and a sum of torques about a centre.
fn spread(
    points: &[&Vector],
    centre: &Vector,
    force: &Vector,
    torque: &Vector,
) -> Option<Vec<Vector>> {
    let count = Rational::from(points.len());
    let mut mean = zero();
    for point in points {
        for (sum, value) in mean.iter_mut().zip(*point) {
            *sum += value / &count;
        }
    }
    let moment = cross(&minus(&mean, centre), force);
    let torque = minus(torque, &moment);
    let arms: Vec<Vector> = points.iter().map(|point| minus(point, &mean)).collect();
    let mut spread = [zero(), zero(), zero()];
    for arm in &arms {
        let squares = arm.iter().map(|value| value * value);
        let square: Rational = squares.sum();
        for row in 0..3 {
            for column in 0..3 {
                spread[row][column] -= &arm[row] * &arm[column];
            }
            spread[row][row] += &square;
        }
    }
    let turn = solved(&spread, &torque)?;
    let share = force.each_ref().map(|value| value / &count);
    let forces = arms.iter().map(|arm| {
        let [x, y, z] = cross(&turn, arm);
        let [a, b, c] = &share;
        [a + x, b + y, c + z]
    });
    Some(forces.collect())
}

/// The solution of a symmetric system by Cramer's rule.
fn solved(matrix: &[Vector; 3], right: &Vector) -> Option<Vector> {
    let [a, b, c] = matrix;
    let minors = [cross(b, c), cross(c, a), cross(a, b)];
    let mut determinant = Rational::ZERO;
    for (value, minor) in a.iter().zip(&minors[0]) {
        determinant += value * minor;
    }
    if determinant == 0 {
        return None;
    }
    let factor = Rational::ONE / determinant;
    let mut solution = zero();
    for (minor, value) in minors.iter().zip(right) {
        for (sum, entry) in solution.iter_mut().zip(minor) {
            *sum += entry * value;
        }
    }
    Some(solution.map(|value| value * &factor))
}

/// The points that bear a body, those with the largest bounds that are not on one line.
fn reachable(
    body: usize,
    points: &[usize],
    bearings: &[Bearing],
    bounds: &[f64],
) -> Option<Reachable> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|one, other| bounds[*other].total_cmp(&bounds[*one]));
    let last = sorted.len().checked_sub(1)?;
    for end in 2..=last {
        if are_on_a_line(&sorted[..=end], bearings) {
            continue;
        }
        let bound = bounds[sorted[end]];
        sorted.retain(|index| bounds[*index] >= SLACK * bound);
        return Some(Reachable {
            bound,
            body,
            bearings: sorted,
        });
    }
    None
}

/// Bodies that rest on several that are borne.
fn on_several(is_borne: &[bool], bearings: &[Bearing], bounds: &[f64]) -> Vec<Reachable> {
    let mut points: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let stands = |body: Option<usize>| body.is_none_or(|body| is_borne[body]);
    for (index, bearing) in bearings.iter().enumerate() {
        let [first, second] = bearing.bodies;
        for (own, other) in [(first, second), (second, first)] {
            if let Some(body) = own
                && !is_borne[body]
                && stands(other)
                && bounds[index] > 0.0
            {
                points.entry(body).or_default().push(index);
            }
        }
    }
    let found = points.iter();
    let found = found.filter_map(|(body, points)| reachable(*body, points, bearings, bounds));
    found.collect()
}

/// Whether points are on one line, or nearly so.
fn are_on_a_line(points: &[usize], bearings: &[Bearing]) -> bool {
    let start = bearings[points[0]].near;
    let arms = points
        .iter()
        .map(|index| difference(&bearings[*index].near, &start));
    let arms: Vec<[f64; 3]> = arms.collect();
    let mut longest = [0.0; 3];
    for arm in &arms {
        if square(arm) > square(&longest) {
            longest = *arm;
        }
    }
    let bound = NARROW * square(&longest);
    arms.iter().all(|arm| {
        let [a, b, c] = longest;
        let [x, y, z] = *arm;
        let area = [b * z - c * y, c * x - a * z, a * y - b * x];
        square(&area) <= bound * bound
    })
}

fn difference(one: &[f64; 3], other: &[f64; 3]) -> [f64; 3] {
    [one[0] - other[0], one[1] - other[1], one[2] - other[2]]
}

fn square(vector: &[f64; 3]) -> f64 {
    vector.iter().map(|value| value * value).sum()
}

fn zero() -> Vector {
    [Rational::ZERO, Rational::ZERO, Rational::ZERO]
}

fn minus(one: &Vector, other: &Vector) -> Vector {
    [0, 1, 2].map(|axis| &one[axis] - &other[axis])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Spot = ([Option<usize>; 2], Vector);

    fn spot(bodies: [Option<usize>; 2], point: [i64; 3]) -> Spot {
        (bodies, point.map(Rational::from))
    }

    fn bearings(spots: &[Spot]) -> Vec<Bearing<'_>> {
        let bearings = spots.iter().map(|(bodies, point)| Bearing {
            bodies: *bodies,
            point,
            near: point.each_ref().map(|value| {
                let value: f64 =
                    malachite::base::num::conversion::traits::RoundingFrom::rounding_from(
                        value,
                        malachite::base::rounding_modes::RoundingMode::Nearest,
                    )
                    .0;
                value
            }),
        });
        bearings.collect()
    }

    fn left(
        bearings: &[Bearing],
        centroids: &[Vector],
        pulls: &[[Vector; 2]],
        forces: &[Vector],
    ) -> Vec<[Vector; 2]> {
        let mut left = pulls.to_vec();
        for (bearing, force) in bearings.iter().zip(forces) {
            bearing.add_to(&mut left, centroids, force);
        }
        left
    }

    proptest! {
        /// Any forces on a tower of three, whose last body rests on two, balance afterwards.
        #[test]
        fn nothing_is_left(
            numbers in prop::collection::vec(-9i64..=9, 15 * 3),
            pulls in prop::collection::vec(-9i64..=9, 18),
            bounds in prop::collection::vec(1i64..=9, 15),
        ) {
            let mut spots = Vec::new();
            for (pair, height) in [([None, Some(0)], 0), ([Some(1), Some(0)], 2)] {
                for [x, y] in [[0, 0], [2, 0], [0, 2], [2, 3]] {
                    spots.push(spot(pair, [x, y, height]));
                }
            }
            // Two points on each of two bodies.
            for (pair, x) in [([Some(1), Some(2)], 0), ([Some(2), Some(0)], 2)] {
                for y in [0, 2] {
                    spots.push(spot(pair, [x, y, 4]));
                }
            }
            let bearings = bearings(&spots);
            let forces = numbers.chunks(3).take(bearings.len());
            let forces = forces.map(|chunk| [0, 1, 2].map(|axis| Rational::from(chunk[axis])));
            let mut forces: Vec<Vector> = forces.collect();
            let vectors = pulls.chunks(3);
            let vectors = vectors.map(|chunk| [0, 1, 2].map(|axis| Rational::from(chunk[axis])));
            let vectors: Vec<Vector> = vectors.collect();
            let (pairs, _) = vectors.as_chunks::<2>();
            let centroids = [[1, 1, 1], [1, 1, 3], [1, 1, 5]];
            let centroids = centroids.map(|centroid| centroid.map(Rational::from));
            let bounds: Vec<f64> = bounds.iter().map(|bound| *bound as f64).collect();
            let order = Order::new(3, &bearings, &bounds).unwrap();
            order.balance(&bearings, &centroids, pairs, &mut forces).unwrap();
            for rest in left(&bearings, &centroids, pairs, &forces) {
                prop_assert_eq!(rest, [zero(), zero()]);
            }
        }
    }

    /// On the points of one line a body can be turned.
    #[test]
    fn a_body_on_an_edge_has_no_order() {
        let spots = [0, 1, 2].map(|x| spot([None, Some(0)], [x, 0, 0]));
        assert!(Order::new(1, &bearings(&spots), &[1.0; 3]).is_none());
    }
}
