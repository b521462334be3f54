//! The momentum of bodies that touch nothing fixed.
//!
//! A *free group* of a step is a set of free bodies, joined by pins and by parts whose boxes,
//! around their places before and after the step and grown by the longest way of any body in it,
//! meet, that is joined to no fixed body and not to the world. A way is as long as the speeds at
//! both ends make it: what bounces within the step comes back on it, and was not free. Only its
//! weight and its loads change its momentum, by (M g + F) h in a step. The *gain* is what is left,
//! |P - P⁻ - (M g + F) h|.
//! Bodies nearer than a hundredth of the scene's size may touch, so they are joined, too. Between
//! velocities that are differences of positions the time h is the mean of the two steps, which is
//! right for free flight in both usual conventions, whose steps are equally long.

use crate::crowd::each_meeting;
use crate::enclosure::Length;
use crate::interval::Interval;
use crate::penetration::{bounding_box, grown};
use crate::pose::Vertices;
use crate::shape::Shape;
use crate::vector::{Vector, difference, exact, scaled, sum};
use crate::velocity::{Velocity, momentum};
use crate::whole::ceiling;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use std::convert::Infallible;
use zwang_problem::Components;
use zwang_scene::BodyId;

/// The groups of a step as places among the free bodies; only those that are free. Speeds make no
/// way in it that is longer than `way`, m.
pub(crate) fn free_groups(
    shape: &Shape,
    size: &Rational,
    [before, after]: [&Vertices; 2],
    way: &Rational,
) -> Vec<Vec<usize>> {
    let count = shape.bodies.len();
    let bodies: Vec<BodyId> = (0..count).map(BodyId).collect();
    let reach = longest_way(shape, size, [before, after], way);
    let mut boxes = Vec::new();
    for &body in &bodies {
        // Near are those whose boxes are not farther apart than the reach.
        boxes.push(swept_box(shape, before, after, body).map(|side| Interval {
            low: side.low,
            high: side.high + &reach,
        }));
    }
    // The world follows the bodies.
    let world = count;
    let mut components = Components::new(count + 1);
    let Ok(()) = each_meeting(&boxes, |pair| {
        if !pair.iter().all(|body| shape.is_fixed(BodyId(*body))) {
            components.join(pair);
        }
        Ok::<(), Infallible>(())
    });
    for pin in &shape.scene.pins {
        let second = pin.second.map_or(world, |second| second.0);
        components.join([pin.first.0, second]);
    }
    // Fixed bodies and the world are one.
    for &body in &bodies {
        if shape.is_fixed(body) {
            components.join([body.0, world]);
        }
    }
    let world = components.first(world);
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (place, &body) in shape.free.iter().enumerate() {
        let first = components.first(body.0);
        if first != world {
            groups.entry(first).or_default().push(place);
        }
    }
    groups.into_values().collect()
}

/// The largest gain of a free group.
pub(crate) fn largest_gain(
    shape: &Shape,
    groups: &[Vec<usize>],
    before: &[Velocity],
    after: &[Velocity],
    duration: &Rational,
) -> Length {
    let mut largest = Length::zero();
    for members in groups {
        let mut pull = [Rational::ZERO, Rational::ZERO];
        for &place in members {
            pull = sum(&pull, &shape.pulls[place].force);
        }
        let old = momentum(shape, before, members);
        let new = momentum(shape, after, members);
        let by_pull = scaled(&pull, duration);
        let gained = difference(&new, &old);
        let unexplained = difference(&gained, &by_pull);
        largest = largest.max(Length::of(&exact(&unexplained)));
    }
    largest
}

fn points(vertices: &Vertices, body: BodyId) -> impl Iterator<Item = &Vector<Interval>> + Clone {
    vertices.bodies[body].iter().flatten()
}

fn swept_box(shape: &Shape, before: &Vertices, after: &Vertices, body: BodyId) -> Vector<Interval> {
    let old = points(before, body);
    let new = points(after, body);
    let around = bounding_box(old.chain(new));
    let largest = shape.bodies[body].radii.iter().max();
    grown(shape, around, largest.unwrap_or(&Rational::ZERO))
}

/// The largest change of a coordinate of a vertex, at least a given way and a hundredth of the
/// scene's size.
fn longest_way(
    shape: &Shape,
    size: &Rational,
    [before, after]: [&Vertices; 2],
    way: &Rational,
) -> Integer {
    let least = (size / Rational::from(100)).max(way.clone());
    let mut longest = ceiling(&(least * Rational::from(Vertices::unit(shape))));
    for &body in &shape.free {
        for (old, new) in points(before, body).zip(points(after, body)) {
            for axis in [0, 1] {
                let change = &new[axis] - &old[axis];
                longest = longest.max(change.high).max(-change.low);
            }
        }
    }
    longest
}
