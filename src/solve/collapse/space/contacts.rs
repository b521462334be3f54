//! Places at which the parts of a scene touch, and the planes that separate them.

use super::broad_phase::meeting_pairs;
use super::error::{Clearance, Overlap, Overlaps, SpaceError};
use super::parts::Parts;
use super::seams;
use super::solid::{Point, Solid, dot};
use super::touching::{Overlapping, Placement, Touching, placement};
use malachite::base::num::arithmetic::traits::Lcm;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use std::collections::BTreeSet;
use zwang_certificate::PartId;
use zwang_certificate::space::{Plane, Separation};
use zwang_program::Monitor;
use zwang_program::kernel::number::from_solver;
use zwang_program::kernel::parallel;
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// The most separations that a proof may list.
const MOST_ENTRIES: usize = 1 << 20;

/// This many overlapping pairs are looked for.
const MOST_OVERLAPS: usize = 1000;

/// Two parts of different bodies that touch and may move against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Touch {
    /// The part with the smaller id, and the other.
    pub(crate) parts: [PartId; 2],
    /// The extreme rays of the separating normals, from the first part to the second; of a corner
    /// that is none ([`super::seams`]) the one that counts.
    pub(crate) normals: Vec<Point>,
    /// The vertices of the touching set, m, ascending; of a corner that is none those at which it
    /// bears.
    pub(crate) points: Vec<[Rational; 3]>,
    /// The normals that no other part covers.
    pub(crate) open: Vec<Point>,
    /// The friction with which it bears.
    pub(crate) friction: Rational,
    /// The friction of its bodies, at corners.
    pub(crate) own_friction: Rational,
    /// Whether one normal alone separates the two parts.
    pub(crate) is_only: bool,
}

impl Touch {
    /// The two bodies.
    pub(crate) fn bodies(&self) -> [usize; 2] {
        self.parts.map(|part| part.body)
    }

    /// The normal, unless several separate the parts.
    pub(crate) fn normal(&self) -> Option<&Point> {
        match &self.normals[..] {
            [normal] => Some(normal),
            _ => None,
        }
    }
}

/// All that a scene says about which parts touch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Contacts {
    /// One for every pair of parts whose bounding boxes meet, unless both are of fixed bodies.
    pub(crate) separations: Vec<Separation>,
    /// Those that touch.
    pub(crate) touches: Vec<Touch>,
}

/// Finds the separations and the contacts of a scene.
///
/// # Errors
/// [`SpaceError`] if parts overlap, if there are more pairs than a proof may list, or if the
/// monitor is told to stop.
pub(crate) fn find(scene: &Scene, monitor: &Monitor) -> Result<Contacts, SpaceError> {
    let Parts { ids, solids } = Parts::of(scene);
    let most = 2 * MOST_ENTRIES;
    let mut pairs = meeting_pairs(&solids, most);
    let mut is_crowded = pairs.len() > most;
    let joined = scene.joined_pairs();
    pairs.retain(|pair| {
        let [first, second] = pair.map(|part| ids[part]);
        let is_rounded = pair.iter().any(|part| solids[*part].is_rounded());
        let may_overlap = first.body == second.body && is_rounded;
        !may_overlap && has_free(scene, [first, second]) && !are_in(&joined, [first, second])
    });
    is_crowded |= pairs.len() > MOST_ENTRIES;
    if is_crowded {
        // Where so many parts are in one place, some of them mostly overlap, which says more.
        pairs.truncate(MOST_OVERLAPS);
    }
    monitor.check()?;
    let placements = parallel::map(pairs.len(), |index| {
        let [first, second] = pairs[index];
        placement(&solids[first], &solids[second])
    });
    let mut found = Contacts::default();
    let mut overlaps = Vec::new();
    for (pair, placed) in pairs.iter().zip(placements) {
        let parts = pair.map(|part| ids[part]);
        match placed {
            Placement::Apart(plane) => found.separations.push(separation(parts, plane)),
            Placement::Touching(Touching {
                plane,
                normals,
                points,
            }) => {
                found.separations.push(separation(parts, plane));
                if parts[0].body != parts[1].body {
                    found.touches.push(Touch {
                        parts,
                        is_only: normals.len() == 1,
                        open: normals.clone(),
                        normals,
                        points,
                        friction: Rational::ZERO,
                        own_friction: Rational::ZERO,
                    });
                }
            }
            Placement::Overlapping(_) | Placement::TooClose(_)
                if overlaps.len() == MOST_OVERLAPS => {}
            Placement::Overlapping(depth) => {
                let point = deepest_point(pair.map(|part| &solids[part]), &depth.direction);
                overlaps.push(overlap(scene, parts, sharp(depth, &point)));
            }
            Placement::TooClose(squared) => {
                let [first, second] = pair.map(|part| &solids[part].radius);
                let clearance = Clearance::Rounded {
                    distance_squared: from_solver(&squared),
                    radii: from_solver(&(first + second)),
                };
                overlaps.push(overlap(scene, parts, clearance));
            }
        }
    }
    if overlaps.is_empty() {
        seams::settle(scene, &mut found.touches);
        return if is_crowded {
            Err(SpaceError::Crowded)
        } else {
            Ok(found)
        };
    }
    Err(SpaceError::Overlap(Box::new(Overlaps { pairs: overlaps })))
}

/// That no two parts overlap.
///
/// # Errors
/// [`SpaceError`] if some do, or if there are more pairs than a proof may list.
pub fn require_apart(scene: &Scene, monitor: &Monitor) -> Result<(), SpaceError> {
    find(scene, monitor).map(|_| ())
}

/// Whether one of two parts is of a free body.
pub(crate) fn has_free(scene: &Scene, parts: [PartId; 2]) -> bool {
    let mut bodies = parts.iter().map(|part| &scene.bodies[BodyId(part.body)]);
    bodies.any(|body| body.dynamics.is_some())
}

/// Whether two parts are of a pair of bodies that joints join.
pub(crate) fn are_in(joined: &BTreeSet<[BodyId; 2]>, parts: [PartId; 2]) -> bool {
    let [first, second] = parts.map(|part| BodyId(part.body));
    joined.contains(&[first.min(second), first.max(second)])
}

fn separation([first, second]: [PartId; 2], plane: Plane) -> Separation {
    Separation {
        first,
        second,
        plane,
    }
}

/// A point in both of two parts that overlap: the corner of the first that is in the second and
/// farthest along a direction, or that of the second against it; the middle of where their bounding
/// boxes meet if none is.
fn deepest_point([first, second]: [&Solid; 2], direction: &Point) -> [Rational; 3] {
    let common = (&first.denominator).lcm(&second.denominator);
    let [first, second] = [first, second].map(|solid| solid.over(&common));
    let along = |vertex: &&Point| dot(direction, vertex);
    let own = first
        .vertices
        .iter()
        .filter(|vertex| second.contains(vertex));
    let other = second
        .vertices
        .iter()
        .filter(|vertex| first.contains(vertex));
    let found = own.max_by_key(along).or_else(|| other.min_by_key(along));
    let denominator = Integer::from(&common);
    match found {
        Some(vertex) => vertex
            .each_ref()
            .map(|value| Rational::from_integers_ref(value, &denominator)),
        None => [0, 1, 2].map(|axis| {
            let [low, high] = first.extent(axis);
            let [other_low, other_high] = second.extent(axis);
            (low.max(other_low) + high.min(other_high)) / Rational::from(2)
        }),
    }
}

/// How deep two parts are in each other, with a point of both.
fn sharp(depth: Overlapping, point: &[Rational; 3]) -> Clearance {
    let direction = depth.direction.each_ref().map(Rational::from);
    Clearance::Sharp {
        features: depth.plane,
        direction: Box::new(direction.each_ref().map(from_solver)),
        squared: from_solver(&depth.squared),
        deepest: Some(Box::new(point.each_ref().map(from_solver))),
    }
}

fn overlap(scene: &Scene, parts: [PartId; 2], depth: Clearance) -> Overlap {
    Overlap {
        bodies: parts.map(|part| scene.bodies[BodyId(part.body)].name.clone()),
        parts: parts.map(|part| part.part),
        depth,
    }
}
