//! What happens to the momentum of bodies that touch nothing fixed.
//!
//! A *free group* of a step is a set of free bodies, joined by pins and by parts whose boxes,
//! around their places before and after the step and grown by the longest way of any body in it,
//! meet, that is joined to no fixed body and not to the world. Only gravity changes its momentum: M
//! g h in a step. The *gain* is what is left, |P - P⁻ - M g h|. Between velocities that are
//! differences of positions the time h is the mean of the two steps, which is right for free flight
//! in both usual conventions, whose steps are equally long.

use crate::enclosure::{Enclosure, Length};
use crate::interval::Interval;
use crate::pose::Vertices;
use crate::shape::Shape;
use crate::velocity::{Velocity, momentum};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};

/// The groups of a step as places among the free bodies; only those that are free.
pub(crate) fn free_groups(shape: &Shape, before: &Vertices, after: &Vertices) -> Vec<Vec<usize>> {
    let count = shape.bodies.len();
    let boxes: Vec<[Interval; 2]> = (0..count)
        .map(|body| swept_box(before, after, body))
        .collect();
    let reach = longest_way(shape, before, after);
    let mut parent: Vec<usize> = (0..=count).collect();
    for one in 0..count {
        for other in one + 1..count {
            let is_fixed = |body: usize| shape.bodies[body].place.is_none();
            if !(is_fixed(one) && is_fixed(other)) && are_near(&boxes[one], &boxes[other], &reach) {
                join(&mut parent, one, other);
            }
        }
    }
    for pin in &shape.scene.pins {
        join(&mut parent, pin.first, pin.second.unwrap_or(count));
    }
    // Fixed bodies and the world are one.
    for body in (0..count).filter(|&body| shape.bodies[body].place.is_none()) {
        join(&mut parent, body, count);
    }
    let world = root(&mut parent, count);
    let mut groups: Vec<(usize, Vec<usize>)> = Vec::new();
    for (place, &body) in shape.free.iter().enumerate() {
        let root = root(&mut parent, body);
        match groups.iter_mut().find(|(other, _)| *other == root) {
            _ if root == world => {}
            Some((_, members)) => members.push(place),
            None => groups.push((root, vec![place])),
        }
    }
    groups.into_iter().map(|(_, members)| members).collect()
}

/// The largest gain of a free group.
pub(crate) fn largest_gain(
    shape: &Shape,
    groups: &[Vec<usize>],
    before: &[Velocity],
    after: &[Velocity],
    duration: &Rational,
) -> Length {
    let gain = |members: &Vec<usize>| {
        let mass: Rational = shape
            .masses()
            .enumerate()
            .filter(|(place, _)| members.contains(place))
            .map(|(_, (_, mass))| &mass.mass)
            .sum();
        let (old, new) = (
            momentum(shape, before, members),
            momentum(shape, after, members),
        );
        Length::of(&[0, 1].map(|axis| {
            Enclosure::exact(&new[axis] - &old[axis] - &mass * &shape.gravity[axis] * duration)
        }))
    };
    groups.iter().map(gain).fold(Length::zero(), Length::max)
}

fn points(vertices: &Vertices, body: usize) -> impl Iterator<Item = &[Interval; 2]> {
    vertices.bodies[body].iter().flatten()
}

fn swept_box(before: &Vertices, after: &Vertices, body: usize) -> [Interval; 2] {
    [0, 1].map(|axis| {
        let all = || {
            points(before, body)
                .chain(points(after, body))
                .map(|point| &point[axis])
        };
        let low = all()
            .map(|part| &part.low)
            .min()
            .cloned()
            .unwrap_or_default();
        Interval {
            low,
            high: all()
                .map(|part| &part.high)
                .max()
                .cloned()
                .unwrap_or_default(),
        }
    })
}

/// The largest change of a coordinate of a vertex, at least a millionth of a metre.
fn longest_way(shape: &Shape, before: &Vertices, after: &Vertices) -> Integer {
    let least = Vertices::unit(shape) / Integer::from(1_000_000);
    let ways = shape
        .free
        .iter()
        .flat_map(|&body| points(before, body).zip(points(after, body)));
    let way = |(old, new): (&[Interval; 2], &[Interval; 2])| {
        let change = [0, 1].map(|axis| &new[axis] - &old[axis]);
        change
            .into_iter()
            .map(|change| change.high.max(-change.low))
            .max()
            .unwrap_or(Integer::ZERO)
    };
    ways.map(way).max().unwrap_or_default().max(least)
}

fn are_near(one: &[Interval; 2], other: &[Interval; 2], reach: &Integer) -> bool {
    (0..2).all(|axis| {
        &one[axis].low - reach <= other[axis].high && &other[axis].low - reach <= one[axis].high
    })
}

fn root(parent: &mut [usize], mut element: usize) -> usize {
    while parent[element] != element {
        parent[element] = parent[parent[element]];
        element = parent[element];
    }
    element
}

fn join(parent: &mut [usize], one: usize, other: usize) {
    let (one, other) = (root(parent, one), root(parent, other));
    parent[one.max(other)] = one.min(other);
}
