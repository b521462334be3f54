//! Seams: normals that other parts of the same two solids cover.
//!
//! Parts that do not move against each other are one *solid*. Each pair of parts of two solids that
//! touches at a point *bars* the velocities that close all of its normals. A velocity that only
//! just does not close a pair, along one of its normals, may be barred by others at that point. If
//! all of these are, the two solids touch at no position nearby with that normal: it is *covered*,
//! as the side of a tile is by the tile beside it. If only one direction is not covered, the pair
//! is no corner: it touches as a vertex touches a face.

use crate::core::boxes::{self, BoundingBox};
use crate::core::ranks;
use crate::lookup;
use crate::rejection::Result;
use crate::space::figure::{Figure, fractions};
use crate::space::touching::Touching;
use crate::space::vector::IntegerVector;
use crate::space::work::Work;
use num_traits::{One, Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::{Integer, Rational, Vector3};
use zwang_scene::BodyId;

/// The way in which a pair of parts that touches bears.
pub(crate) enum Bearing {
    /// Contacts with this normal into the first body, at these vertices of T by their numbers, with
    /// this friction.
    Contacts {
        normal: IntegerVector,
        vertices: Vec<usize>,
        friction: Rational,
    },
    Corner {
        /// The normals that are not covered.
        open: Vec<IntegerVector>,
        /// The least friction at its place.
        friction: Rational,
        own_friction: Rational,
    },
}

/// Two parts that touch. Normals point into the same one of two solids for all pairs of these.
struct Pair<'t> {
    solids: [Option<BodyId>; 2],
    /// Whether normals point into the second body.
    is_turned: bool,
    friction: Rational,
    vertices: &'t [Vector3],
    /// The vertices of T, in order around its normal if they are more than two.
    outline: Vec<&'t Vector3>,
    normals: Vec<IntegerVector>,
    /// One of them.
    plane: Vector3,
}

/// The rest that others leave of a pair.
struct Settled<'p> {
    /// Its normals that are not covered.
    open: BTreeSet<&'p IntegerVector>,
    /// Those of all pairs at its places, if others are there.
    directions: BTreeSet<&'p IntegerVector>,
    /// The pairs at each place.
    places: Vec<Vec<&'p Pair<'p>>>,
}

/// A part of a line: from and to so many times its direction.
type Reach = [Rational; 2];

/// How each pair bears.
pub(crate) fn bearings(
    figure: &Figure,
    touchings: &[Touching],
    work: &mut Work,
) -> Result<Vec<Bearing>> {
    let pairs: Vec<Pair> = touchings
        .iter()
        .map(|touching| Pair::new(figure, touching))
        .collect();
    let mut near: Vec<Vec<usize>> = (0..pairs.len()).map(|index| vec![index]).collect();
    each_neighbour(&pairs, |one, other| {
        near.get_mut(one)
            .into_iter()
            .for_each(|own| own.push(other));
        near.get_mut(other)
            .into_iter()
            .for_each(|own| own.push(one));
        Ok(())
    })?;
    let mut settled = Vec::new();
    for (pair, near) in pairs.iter().zip(&near) {
        let near: Vec<&Pair> = near.iter().filter_map(|index| pairs.get(*index)).collect();
        settled.push(pair.settled(&near, work)?);
    }
    let mut found = Vec::new();
    for ((pair, near), own) in pairs.iter().zip(&near).zip(&settled) {
        let mut least = pair.friction.clone();
        for index in near {
            if let (Some(other), Some(settled)) = (pairs.get(*index), settled.get(*index))
                && (other.normals.len() > 1 || !settled.open.is_empty())
            {
                least = least.min(other.friction.clone());
            }
        }
        found.push(pair.bearing(own, least));
    }
    Ok(found)
}

/// Visits pairs of the same two solids of which the bounding boxes of T meet, and of which one asks.
fn each_neighbour(pairs: &[Pair], mut visit: impl FnMut(usize, usize) -> Result) -> Result {
    let mut by_solids: BTreeMap<_, Vec<(usize, &Pair)>> = BTreeMap::new();
    for (index, pair) in pairs.iter().enumerate() {
        by_solids
            .entry(pair.solids)
            .or_default()
            .push((index, pair));
    }
    for own in by_solids.values() {
        if own.len() == 1 || own.iter().all(|(_, pair)| !pair.asks()) {
            continue;
        }
        let mut axes = Vec::new();
        for axis in 0..3 {
            let mut lists = Vec::new();
            for (_, pair) in own {
                let points = pair.vertices.iter().map(fractions);
                lists.push(
                    points
                        .filter_map(|point| point.into_iter().nth(axis))
                        .collect(),
                );
            }
            axes.push(ranks::ranges(lists)?);
        }
        let Ok([across, upward, rest]) = <[_; 3]>::try_from(axes) else {
            continue;
        };
        let mut boxes = Vec::new();
        for (across, upward) in across.into_iter().zip(upward) {
            boxes.push(BoundingBox { across, upward });
        }
        let is_idle = |place| {
            own.get(place)
                .is_some_and(|(_, pair): &(_, &Pair)| !pair.asks())
        };
        boxes::each_meeting_of_active(&boxes, is_idle, |one, other| {
            let range = lookup::of_scene(&rest, "pair", one)?;
            let other_range = lookup::of_scene(&rest, "pair", other)?;
            if range.low > other_range.high || other_range.low > range.high {
                return Ok(());
            }
            let (first, _) = lookup::of_scene(own, "pair", one)?;
            let (second, _) = lookup::of_scene(own, "pair", other)?;
            visit(*first, *second)
        })?;
    }
    Ok(())
}

impl<'t> Pair<'t> {
    fn new(figure: &Figure, touching: &'t Touching) -> Self {
        let bodies = touching.parts.map(|part| part.body);
        let [first, second] = bodies.map(|body| body.index);
        let mut solids = bodies.map(|body| body.if_free());
        let is_turned = solids.is_sorted_by(|one, other| one > other);
        solids.sort();
        // Rays point into the second body.
        let mut normals = touching.rays.clone();
        if !is_turned {
            normals = normals.iter().map(IntegerVector::opposite).collect();
        }
        let plane = match normals.first() {
            Some(normal) => normal.over(&Integer::ONE),
            None => Vector3::zero(),
        };
        Self {
            solids,
            is_turned,
            friction: figure.scene.friction.between(first, second),
            vertices: &touching.vertices,
            outline: outline(&touching.vertices, &plane),
            normals,
            plane,
        }
    }

    /// Whether others may cover its normals: of a corner, and where a point has one normal.
    fn asks(&self) -> bool {
        self.normals.len() > 1 || self.vertices.len() == 1
    }

    /// A normal into the first body.
    fn towards_first(&self, normal: &IntegerVector) -> IntegerVector {
        match self.is_turned {
            true => normal.opposite(),
            false => normal.clone(),
        }
    }

    /// Which normals are covered, given the pairs beside it and itself.
    fn settled<'p>(&'p self, near: &[&'p Self], work: &mut Work) -> Result<Settled<'p>> {
        let mut settled = Settled {
            open: self.normals.iter().collect(),
            directions: BTreeSet::new(),
            places: Vec::new(),
        };
        if !self.asks() || near.len() == 1 {
            return Ok(settled);
        }
        let counts = near.iter().map(|pair| pair.vertices.len());
        work.add(counts.sum(), 1)?;
        settled.open.clear();
        for mates in self.places(near) {
            let counts = mates
                .iter()
                .map(|mate| [mate.vertices.len(), mate.normals.len()]);
            let weight = counts.flatten().sum();
            work.add(weight, weight)?;
            for (mate, normal) in uncovered(&mates) {
                settled.directions.insert(normal);
                if mate.is(self) {
                    settled.open.insert(normal);
                }
            }
            settled.places.push(mates);
        }
        Ok(settled)
    }

    /// How it bears.
    fn bearing(&self, settled: &Settled, least: Rational) -> Bearing {
        let Settled {
            open,
            directions,
            places,
        } = settled;
        let only = match self.normals.as_slice() {
            [normal] => Some(normal),
            _ if directions.len() == 1 => directions.first().copied(),
            _ => None,
        };
        let Some(only) = only else {
            return Bearing::Corner {
                open: open
                    .iter()
                    .map(|normal| self.towards_first(normal))
                    .collect(),
                friction: least,
                own_friction: self.friction.clone(),
            };
        };
        let friction = match open.contains(only) {
            true => self.friction.clone(),
            false => Rational::zero(),
        };
        let mut vertices: Vec<usize> = (0..self.vertices.len()).collect();
        if self.normals.len() > 1 {
            let ends = [places.first(), places.last()];
            vertices.retain(|vertex| {
                let mates = ends.get(*vertex).copied().flatten();
                !mates.is_some_and(|mates| mates.iter().any(|mate| mate.bears_all(&friction)))
            });
        }
        Bearing::Contacts {
            normal: self.towards_first(only),
            vertices,
            friction,
        }
    }

    /// Whether it has one normal and bears as much as another one with a friction.
    fn bears_all(&self, friction: &Rational) -> bool {
        self.normals.len() == 1 && self.friction >= *friction
    }

    fn is(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }

    /// The pairs whose T has its only vertex; or, one after the other, those of each piece of its T
    /// that none of them begins or ends in.
    fn places<'p>(&self, near: &[&'p Self]) -> Vec<Vec<&'p Self>> {
        let [start, end] = match self.vertices {
            [start, end] => [start, end],
            [only, ..] => {
                let there = near.iter().filter(|pair| pair.holds(only));
                return vec![there.copied().collect()];
            }
            [] => return vec![],
        };
        let along = end - start;
        let [zero, one] = [Rational::zero(), Rational::one()];
        let mut ends = BTreeSet::from([zero.clone(), one.clone()]);
        let mut mates = Vec::new();
        for pair in near {
            if let Some(reach) = pair.along(start, &along) {
                let inner = reach.iter().filter(|place| zero < **place && **place < one);
                ends.extend(inner.cloned());
                mates.push((*pair, reach));
            }
        }
        let mut found = Vec::new();
        for (start, end) in ends.iter().zip(ends.iter().skip(1)) {
            let has_both = |(_, [low, high]): &&(&Self, Reach)| low <= start && end <= high;
            let there = mates.iter().filter(has_both);
            found.push(there.map(|(pair, _)| *pair).collect());
        }
        found
    }

    /// Whether T has a point.
    fn holds(&self, point: &Vector3) -> bool {
        match self.outline.as_slice() {
            [] => false,
            [only] => *only == point,
            [start, end] => {
                let along = *end - *start;
                let arm = point - *start;
                let reach = along.dot(&arm);
                let is_within = !reach.is_negative() && reach <= along.dot(&along);
                is_within && along.cross(&arm).is_zero()
            }
            [first, ..] => {
                let is_in_plane = self.plane.dot(&(point - *first)).is_zero();
                is_in_plane
                    && self.sides().all(|(start, side)| {
                        let turn = side.cross(&(point - start));
                        !self.plane.dot(&turn).is_negative()
                    })
            }
        }
    }

    /// The sides of T, a polygon: where each begins, and its direction.
    fn sides(&self) -> impl Iterator<Item = (&Vector3, Vector3)> {
        let ends = self.outline.iter().cycle().skip(1);
        let sides = self.outline.iter().zip(ends);
        sides.map(|(start, end)| (*start, *end - *start))
    }

    /// The part of a line that is in T, unless that is a point or nothing.
    fn along(&self, start: &Vector3, along: &Vector3) -> Option<Reach> {
        let reach = match self.outline.as_slice() {
            [] | [_] => return None,
            [first, last] => {
                let own = *last - *first;
                if !own.cross(along).is_zero() || !(*first - start).cross(along).is_zero() {
                    return None;
                }
                let square = along.dot(along);
                let mut reach = [first, last].map(|end| (*end - start).dot(along) / &square);
                reach.sort();
                reach
            }
            [first, ..] => self.within(start, along, first)?,
        };
        let [low, high] = &reach;
        (low < high).then_some(reach)
    }

    /// The part of a line that is in T, a polygon with a vertex.
    fn within(&self, start: &Vector3, along: &Vector3, vertex: &Vector3) -> Option<Reach> {
        let is_in_plane = self.plane.dot(along).is_zero();
        if !is_in_plane || !self.plane.dot(&(start - vertex)).is_zero() {
            return None;
        }
        let mut low: Option<Rational> = None;
        let mut high: Option<Rational> = None;
        for (corner, side) in self.sides() {
            let height = self.plane.dot(&side.cross(&(start - corner)));
            let rate = self.plane.dot(&side.cross(along));
            if rate.is_zero() {
                if height.is_negative() {
                    return None;
                }
                continue;
            }
            let place = -height / &rate;
            if rate.is_positive() {
                low = Some(low.map_or(place.clone(), |low| low.max(place)));
            } else {
                high = Some(high.map_or(place.clone(), |high| high.min(place)));
            }
        }
        Some([low?, high?])
    }

    /// Whether a velocity closes all normals.
    fn bars(&self, velocity: &IntegerVector) -> bool {
        let mut normals = self.normals.iter();
        normals.all(|normal| normal.dot(velocity) < Integer::ZERO)
    }
}

/// The vertices of a polygon around its normal; up to two vertices as they are.
fn outline<'t>(vertices: &'t [Vector3], normal: &Vector3) -> Vec<&'t Vector3> {
    if vertices.len() < 3 {
        return vertices.iter().collect();
    }
    let there = half(vertices.iter(), normal);
    let back = half(vertices.iter().rev(), normal);
    let mut outline = there;
    outline.pop();
    outline.extend(back);
    outline.pop();
    outline
}

/// The side of a polygon to the right of the way from its first to its last vertex.
fn half<'t>(vertices: impl Iterator<Item = &'t Vector3>, normal: &Vector3) -> Vec<&'t Vector3> {
    let mut half: Vec<&Vector3> = Vec::new();
    for vertex in vertices {
        while let [.., before, last] = half.as_slice() {
            let turn = (*last - *before).cross(&(vertex - *last));
            if normal.dot(&turn).is_positive() {
                break;
            }
            half.pop();
        }
        half.push(vertex);
    }
    half
}

/// The normals of pairs at a place that are not covered; all of them, if all are.
fn uncovered<'p>(mates: &[&'p Pair]) -> Vec<(&'p Pair<'p>, &'p IntegerVector)> {
    let mut all = Vec::new();
    for mate in mates {
        all.extend(mate.normals.iter().map(|normal| (*mate, normal)));
    }
    let mut open = all.clone();
    open.retain(|(pair, normal)| !is_covered(pair, normal, mates));
    if open.is_empty() { all } else { open }
}

/// Whether mates bar all velocities along a normal of a pair that close all its other normals.
///
/// These velocities are an open arc of directions in the plane of the normal. Mates bar open arcs
/// of it. So if one is not barred, and others are, one at the end of a mate's arc is not. If no arc
/// ends within, it is enough to look at one velocity.
fn is_covered(pair: &Pair, normal: &IntegerVector, mates: &[&Pair]) -> bool {
    let others: Vec<&IntegerVector> = pair.normals.iter().filter(|own| *own != normal).collect();
    let closes = |velocity: &IntegerVector| {
        let mut others = others.iter();
        others.all(|own| own.dot(velocity) < Integer::ZERO)
    };
    let mut tried = Vec::new();
    for by in mates.iter().flat_map(|mate| &mate.normals) {
        let end = normal.cross(by);
        tried.extend([end.opposite(), end]);
    }
    tried.retain(|velocity| !velocity.is_zero() && closes(velocity));
    if tried.is_empty() {
        tried.extend(middle(normal, &others));
    }
    let is_barred = |velocity| mates.iter().any(|mate| mate.bars(velocity));
    !tried.is_empty() && tried.iter().all(is_barred)
}

/// A velocity along a normal that closes others, which are all other normals of a corner.
fn middle(normal: &IntegerVector, others: &[&IntegerVector]) -> Option<IntegerVector> {
    let first = others.first()?;
    let mut middle = first.minus(first);
    for own in others {
        let end = normal.cross(own);
        for end in [end.opposite(), end] {
            let mut others = others.iter();
            if others.all(|other| other.dot(&end) <= Integer::ZERO) {
                middle = middle.plus(&end);
            }
        }
    }
    if middle.is_zero() {
        middle = normal.cross(&normal.cross(first));
    }
    Some(middle)
}
