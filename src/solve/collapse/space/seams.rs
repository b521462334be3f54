//! Seams: normals of touching parts that other parts of the same two solids cover
//! (`proofs/FORMAT.md`, section 12).
//!
//! Parts that do not move against each other are one solid. The side of a tile is covered by the
//! tile beside it: what stands at the seam can not get below the one tile without getting into the
//! other. So each pair of parts *bars* at a point all velocities that close its normals, and a
//! normal is covered if all that closes the others along it is barred. A corner of which one
//! direction is left touches as a vertex touches a face.

use super::contacts::Touch;
use super::solid::{Point, cross, dot, is_zero, minus, opposite};
use malachite::base::num::arithmetic::traits::Lcm;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural, Rational};
use std::collections::{BTreeMap, BTreeSet};
use zwang_program::kernel::number::{common_denominator, times, to_solver};
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// A touch of one of two solids with the other. Normals of all touches of these point into the same
/// one.
struct Pair<'t> {
    index: usize,
    touch: &'t Touch,
    is_turned: bool,
    normals: Vec<Point>,
    /// The vertices of T over a denominator that all pairs share, around the normal if they are
    /// more than two.
    outline: Vec<Point>,
}

/// Facts about a touch.
struct Settled {
    open: Vec<Point>,
    /// The touches beside it, and itself.
    near: Vec<usize>,
    /// The one normal of a corner that is none, and the vertices of T that keep it.
    flat: Option<(Point, Vec<usize>)>,
}

/// Tells which normals of touches are covered, and makes contacts of corners that are none.
pub(super) fn settle(scene: &Scene, touches: &mut [Touch]) {
    for touch in touches.iter_mut() {
        let [first, second] = touch.bodies().map(BodyId);
        touch.friction = to_solver(&scene.friction.between(first, second));
        touch.own_friction = touch.friction.clone();
    }
    let settled = by_solids(scene, touches);
    let mut frictions: Vec<Rational> = touches.iter().map(|touch| touch.friction.clone()).collect();
    for (index, settled) in &settled {
        if touches[*index].normals.len() == 1 && settled.open.is_empty() {
            frictions[*index] = Rational::ZERO;
        }
    }
    for (index, settled) in settled {
        let touch = &mut touches[index];
        match settled.flat {
            None if touch.normals.len() > 1 => {
                touch.open = settled.open;
                let near = settled.near.iter().map(|other| &frictions[*other]);
                touch.friction = near.min().cloned().unwrap_or_default();
            }
            None => {
                touch.friction = friction_along(&touch.friction, &touch.normals[0], &settled.open);
                touch.own_friction = touch.friction.clone();
            }
            Some((normal, vertices)) => {
                let points = vertices.into_iter();
                touch.points = points.map(|vertex| touch.points[vertex].clone()).collect();
                touch.friction = friction_along(&touch.friction, &normal, &settled.open);
                touch.own_friction = touch.friction.clone();
                touch.normals = vec![normal.clone()];
                touch.open = vec![normal];
            }
        }
    }
}

/// The friction at a normal, which is 0 if it is covered.
fn friction_along(friction: &Rational, normal: &Point, open: &[Point]) -> Rational {
    match open.contains(normal) {
        true => friction.clone(),
        false => Rational::ZERO,
    }
}

/// Facts about touches beside which others of the same two solids are.
fn by_solids(scene: &Scene, touches: &[Touch]) -> Vec<(usize, Settled)> {
    let mut groups: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (index, touch) in touches.iter().enumerate() {
        let (solids, _) = solids(scene, touch);
        groups.entry(solids).or_default().push(index);
    }
    let mut found = Vec::new();
    for own in groups.into_values() {
        if own.len() == 1 || !own.iter().any(|index| asks(&touches[*index])) {
            continue;
        }
        let pairs = pairs(scene, touches, &own);
        for (pair, near) in pairs.iter().zip(neighbours(&pairs)) {
            if asks(pair.touch) && !near.is_empty() {
                let mut near: Vec<&Pair> = near.into_iter().map(|place| &pairs[place]).collect();
                near.push(pair);
                found.push((pair.index, pair.settled(&near)));
            }
        }
    }
    found
}

/// The two solids, and whether the second body is of the first of them.
pub(super) fn solids(scene: &Scene, touch: &Touch) -> ([Option<usize>; 2], bool) {
    let mut solids = touch.bodies().map(|body| {
        let is_free = scene.bodies[BodyId(body)].dynamics.is_some();
        is_free.then_some(body)
    });
    let is_turned = solids[1] < solids[0];
    solids.sort_unstable();
    (solids, is_turned)
}

/// Whether others may cover its normals.
fn asks(touch: &Touch) -> bool {
    touch.normals.len() > 1 || touch.points.len() == 1
}

fn pairs<'t>(scene: &Scene, touches: &'t [Touch], own: &[usize]) -> Vec<Pair<'t>> {
    let mut common = Natural::ONE;
    for point in own.iter().flat_map(|index| &touches[*index].points) {
        common = common.lcm(common_denominator(point));
    }
    let mut pairs = Vec::with_capacity(own.len());
    for &index in own {
        let touch = &touches[index];
        let (_, is_turned) = solids(scene, touch);
        let points = touch.points.iter();
        let points = points.map(|point| point.each_ref().map(|value| times(value, &common)));
        let turn = |normal: &Point| turned(normal, is_turned);
        let normals: Vec<Point> = touch.normals.iter().map(turn).collect();
        pairs.push(Pair {
            index,
            touch,
            is_turned,
            outline: outline(points.collect(), &normals[0]),
            normals,
        });
    }
    pairs
}

/// A vector, or its opposite.
pub(super) fn turned(vector: &Point, is_turned: bool) -> Point {
    match is_turned {
        true => opposite(vector),
        false => vector.clone(),
    }
}

/// For each pair the places of others in the list of which the bounding boxes of T meet its own.
fn neighbours(pairs: &[Pair]) -> Vec<Vec<usize>> {
    let extent = |pair: &Pair, axis: usize| {
        let numbers = pair.outline.iter().map(|point| point[axis].clone());
        [numbers.clone().min(), numbers.max()]
    };
    let boxes: Vec<_> = pairs
        .iter()
        .map(|pair| [0, 1, 2].map(|axis| extent(pair, axis)))
        .collect();
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    order.sort_by(|one, other| boxes[*one][0][0].cmp(&boxes[*other][0][0]));
    let mut found = vec![Vec::new(); pairs.len()];
    let mut before: Vec<usize> = Vec::new();
    for place in order {
        let own = &boxes[place];
        before.retain(|other| boxes[*other][0][1] >= own[0][0]);
        for &other in &before {
            let meet = own.iter().zip(&boxes[other]);
            if meet
                .into_iter()
                .all(|(one, two)| one[0] <= two[1] && two[0] <= one[1])
            {
                found[place].push(other);
                found[other].push(place);
            }
        }
        before.push(place);
    }
    found
}

impl<'t> Pair<'t> {
    /// Given the pairs beside it and itself.
    fn settled(&self, near: &[&Self]) -> Settled {
        let places = self.places(near);
        let mut open = BTreeSet::new();
        let mut directions = BTreeSet::new();
        for mates in &places {
            for (mate, normal) in uncovered(mates) {
                directions.insert(normal);
                if mate.index == self.index {
                    open.insert(normal);
                }
            }
        }
        let back = |normal: &Point| turned(normal, self.is_turned);
        let open: Vec<Point> = open.into_iter().map(back).collect();
        let mut flat = None;
        if self.normals.len() > 1 && directions.len() == 1 {
            let normal = directions.first().map(|normal| back(normal));
            flat = normal.map(|normal| {
                let friction = friction_along(&self.touch.friction, &normal, &open);
                let mut vertices: Vec<usize> = (0..self.outline.len()).collect();
                vertices.retain(|vertex| {
                    let mates = &places[if *vertex == 0 { 0 } else { places.len() - 1 }];
                    !mates
                        .iter()
                        .any(|mate| mate.normals.len() == 1 && mate.touch.friction >= friction)
                });
                (normal, vertices)
            });
        }
        Settled {
            open,
            near: near.iter().map(|pair| pair.index).collect(),
            flat,
        }
    }

    /// The pairs whose T has the vertex of T; or, one after the other, those of each piece of its T
    /// that none of them begins or ends in.
    fn places<'p>(&self, near: &[&'p Self]) -> Vec<Vec<&'p Self>> {
        let [start, end] = match &self.outline[..] {
            [start, end] => [start, end],
            points => {
                let there = near.iter().copied();
                return vec![there.filter(|pair| pair.holds(&points[0])).collect()];
            }
        };
        let along = minus(end, start);
        let mut ends = BTreeSet::from([Rational::ZERO, Rational::ONE]);
        let mut mates = Vec::new();
        for pair in near {
            if let Some(reach) = pair.along(start, &along) {
                let inner = reach.iter().filter(|place| **place > 0 && **place < 1);
                ends.extend(inner.cloned());
                mates.push((*pair, reach));
            }
        }
        let pieces = ends.iter().zip(ends.iter().skip(1));
        let there = |(start, end): (&Rational, &Rational)| {
            let has_both =
                |(_, [low, high]): &&(&'p Self, [Rational; 2])| low <= start && end <= high;
            let there = mates.iter().filter(has_both);
            there.map(|(pair, _)| *pair).collect()
        };
        pieces.map(there).collect()
    }

    fn sides(&self) -> impl Iterator<Item = (&Point, Point)> {
        let ends = self.outline.iter().cycle().skip(1);
        let sides = self.outline.iter().zip(ends);
        sides.map(|(start, end)| (start, minus(end, start)))
    }

    /// Whether T has a point.
    fn holds(&self, point: &Point) -> bool {
        match &self.outline[..] {
            [only] => only == point,
            [start, end] => {
                let along = minus(end, start);
                let arm = minus(point, start);
                let reach = dot(&along, &arm);
                reach >= 0 && reach <= dot(&along, &along) && is_zero(&cross(&along, &arm))
            }
            points => {
                let normal = &self.normals[0];
                let is_in_plane = dot(normal, &minus(point, &points[0])) == 0;
                let turn = |(start, side): (&Point, Point)| {
                    dot(normal, &cross(&side, &minus(point, start)))
                };
                is_in_plane && self.sides().map(turn).all(|turn| turn >= 0)
            }
        }
    }

    /// The part of a line that is in T, unless that is a point or nothing.
    fn along(&self, start: &Point, along: &Point) -> Option<[Rational; 2]> {
        let [low, high] = match &self.outline[..] {
            [_] => return None,
            [first, last] => {
                let is_on_line = is_zero(&cross(&minus(last, first), along))
                    && is_zero(&cross(&minus(first, start), along));
                let square = dot(along, along);
                let place = |end| dot(&minus(end, start), along);
                let mut reach = [place(first), place(last)];
                reach.sort();
                let reach = reach.map(|place| Rational::from_integers_ref(&place, &square));
                is_on_line.then_some(reach)?
            }
            _ => self.within(start, along)?,
        };
        (low < high).then_some([low, high])
    }

    fn within(&self, start: &Point, along: &Point) -> Option<[Rational; 2]> {
        let normal = &self.normals[0];
        if dot(normal, along) != 0 || dot(normal, &minus(start, &self.outline[0])) != 0 {
            return None;
        }
        let mut low: Option<Rational> = None;
        let mut high: Option<Rational> = None;
        for (corner, side) in self.sides() {
            let height = dot(normal, &cross(&side, &minus(start, corner)));
            let rate = dot(normal, &cross(&side, along));
            if rate == 0 {
                if height < 0 {
                    return None;
                }
                continue;
            }
            let place = -Rational::from_integers_ref(&height, &rate);
            if rate > 0 {
                low = Some(low.map_or(place.clone(), |low| low.max(place)));
            } else {
                high = Some(high.map_or(place.clone(), |high| high.min(place)));
            }
        }
        Some([low?, high?])
    }

    fn bars(&self, velocity: &Point) -> bool {
        self.normals.iter().all(|normal| dot(normal, velocity) < 0)
    }
}

/// The vertices of a polygon, which ascend, around its normal; up to two as they are.
fn outline(points: Vec<Point>, normal: &Point) -> Vec<Point> {
    if points.len() < 3 {
        return points;
    }
    let half = |points: &mut dyn Iterator<Item = &Point>| {
        let mut half: Vec<Point> = Vec::new();
        for point in points {
            while let [.., before, last] = &half[..] {
                if dot(normal, &cross(&minus(last, before), &minus(point, last))) > 0 {
                    break;
                }
                half.pop();
            }
            half.push(point.clone());
        }
        half.pop();
        half
    };
    let mut outline = half(&mut points.iter());
    outline.extend(half(&mut points.iter().rev()));
    outline
}

/// The normals of pairs at a place that are not covered; all of them, if all are.
fn uncovered<'p>(mates: &[&'p Pair]) -> Vec<(&'p Pair<'p>, &'p Point)> {
    let mut all = Vec::new();
    for mate in mates {
        all.extend(mate.normals.iter().map(|normal| (*mate, normal)));
    }
    let mut open = all.clone();
    open.retain(|(pair, normal)| !is_covered(pair, normal, mates));
    if open.is_empty() { all } else { open }
}

/// Whether mates bar all velocities along a normal of a pair that close all its other normals. If
/// they do not bar all, but some, they do not bar the end of an arc of directions that one of them
/// bars.
fn is_covered(pair: &Pair, normal: &Point, mates: &[&Pair]) -> bool {
    let others: Vec<&Point> = pair.normals.iter().filter(|own| *own != normal).collect();
    let mut tried = Vec::new();
    for by in mates.iter().flat_map(|mate| &mate.normals) {
        let end = cross(normal, by);
        tried.extend([opposite(&end), end]);
    }
    tried.retain(|end| !is_zero(end) && others.iter().all(|own| dot(own, end) < 0));
    if tried.is_empty() && !others.is_empty() {
        tried.push(middle(normal, &others));
    }
    let is_barred = |velocity| mates.iter().any(|mate| mate.bars(velocity));
    !tried.is_empty() && tried.iter().all(is_barred)
}

/// A velocity along a normal that closes the others of its pair.
fn middle(normal: &Point, others: &[&Point]) -> Point {
    let mut middle = [Integer::ZERO, Integer::ZERO, Integer::ZERO];
    for own in others {
        let end = cross(normal, own);
        for end in [opposite(&end), end] {
            if others.iter().all(|other| dot(other, &end) <= 0) {
                for (sum, value) in middle.iter_mut().zip(&end) {
                    *sum += value;
                }
            }
        }
    }
    match is_zero(&middle) {
        true => cross(normal, &cross(normal, others[0])),
        false => middle,
    }
}
