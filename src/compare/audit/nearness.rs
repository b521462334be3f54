//! Which vertices are near which edges, for forces that may act there.
//!
//! The states of a table are only nearly right: what rests hovers or overlaps a little. So a
//! contact is a vertex v and an edge e with a *reach*, the least length ρ for which they touch if
//! lengths up to ρ are forgiven:
//!
//! ```text
//! ρ = max(0, d(v, e), o(v, e), b - s(e))
//! ```
//!
//! d is the distance of v from the line of e, negative if v is behind it; o is by how much v is
//! beyond an end of e; s(e) is the least d(w, e) of all vertices w of the part of v, and b the
//! largest s of all edges of both parts, so that b - s(e) says how much worse e separates the parts
//! than the edge that separates them best. How deep parts overlap does not count: that is another
//! figure. Contacts of rounded parts are told in [`mod@rounded`].
//!
//! All of it is computed in whole multiples of 2^-[`DIGITS`] of a power of two that is about the
//! size of the scene, rotations rounded likewise.

pub(crate) mod rounded;

use crate::pose::Pose;
use crate::shape::Shape;
use crate::vector::{Vector, cross, difference, dot};
use crate::whole::floor;
use malachite::base::num::arithmetic::traits::{Abs, FloorSqrt, PowerOf2};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use rounded::Rounded;
use std::collections::BTreeMap;
use zwang_certificate::{Contact, Feature, PartId};

/// Rotations are rounded to multiples of 2 to minus this, lengths to as much of the scene's size.
const DIGITS: u64 = 60;
/// Directions are rounded to multiples of 2 to minus this.
pub(crate) const DIRECTION_DIGITS: u64 = 24;

/// The bodies on a grid.
pub(crate) struct Grid<'a> {
    shape: &'a Shape<'a>,
    /// Lengths are whole multiples of 2 to minus this, m.
    digits: i64,
    /// For each body and part the arms in these units.
    arms: Vec<Vec<Vec<Vector<Integer>>>>,
    /// For each body the radii of its parts in these units.
    radii: Vec<Vec<Integer>>,
}

/// A vertex near an edge.
#[derive(Clone, Debug)]
pub(crate) struct Near {
    /// ρ.
    pub(crate) reach: Integer,
    /// The place of the vertex along the edge, from its start.
    pub(crate) along: Integer,
    /// The place of the vertex; of rounded parts that where they touch.
    pub(crate) point: Vector<Integer>,
    /// The direction of the edge, or along the surface of a rounded part, times
    /// 2^[`DIRECTION_DIGITS`].
    pub(crate) direction: Vector<Integer>,
    /// o, negative if the vertex is not beyond an end.
    pub(crate) beyond: Integer,
    /// b - s.
    pub(crate) worse: Integer,
    /// If a part is rounded.
    pub(crate) rounded: Option<Rounded>,
}

/// All bodies where they are.
pub(crate) struct Places {
    parts: BTreeMap<PartId, Placed>,
}

/// A vertex and the line of an edge.
pub(crate) struct Gap {
    /// The place of the vertex.
    pub(crate) point: Vector<Integer>,
    /// The edge from its start to its end.
    pub(crate) edge: Vector<Integer>,
    /// The distance of the vertex from the line times the length of the edge, positive outside.
    pub(crate) outside: Integer,
}

impl Places {
    /// The gap of a contact.
    pub(crate) fn gap(&self, contact: &Contact) -> Gap {
        let [vertex, edge] = [contact.vertex, contact.edge];
        let point = &self.parts[&vertex.part].vertices[vertex.index];
        let [start, end] = self.parts[&edge.part].edge(edge.index);
        let along = difference(end, start);
        Gap {
            outside: cross(&difference(point, start), &along),
            point: point.clone(),
            edge: along,
        }
    }
}

/// All that is near in a state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nearness {
    /// Contacts with their reach, if that is not above the widest.
    pub(crate) contacts: BTreeMap<Contact, Near>,
    /// The least reach of each pair of bodies that has a contact, the smaller index first.
    pub(crate) pairs: BTreeMap<[usize; 2], Integer>,
    /// The lower left and the upper right corner of the box around each body.
    pub(crate) boxes: Vec<[Vector<Integer>; 2]>,
}

/// A part where it is.
struct Placed {
    part: PartId,
    /// Those of its core.
    vertices: Vec<Vector<Integer>>,
    radius: Integer,
    /// The corners of its box, with the radius.
    low: Vector<Integer>,
    high: Vector<Integer>,
}

/// The relation of an edge to the other part.
struct Face {
    owner: usize,
    edge: usize,
    length: Integer,
    /// s.
    separation: Integer,
}

impl<'a> Grid<'a> {
    pub(crate) fn new(shape: &'a Shape<'a>, size: &Rational) -> Self {
        let mut power = 0_i64;
        while Rational::power_of_2(power) < *size {
            power += 1;
        }
        while Rational::power_of_2(power - 1) >= *size && *size > 0 {
            power -= 1;
        }
        let digits = DIGITS as i64 - power;
        let unit = Rational::from(&shape.unit);
        let mut arms = Vec::new();
        for body in &shape.bodies {
            let mut parts = Vec::new();
            for part in &body.parts {
                let rounded = part.iter().map(|arm| {
                    let arm = arm.each_ref();
                    arm.map(|length| rounded(&(Rational::from(length) / &unit), digits))
                });
                parts.push(rounded.collect());
            }
            arms.push(parts);
        }
        let mut radii = Vec::new();
        for body in &shape.bodies {
            let own = body.radii.iter();
            radii.push(own.map(|radius| rounded(radius, digits)).collect());
        }
        Self {
            shape,
            digits,
            arms,
            radii,
        }
    }

    /// A length in units of the grid, rounded down.
    pub(crate) fn units(&self, length: &Rational) -> Integer {
        rounded(length, self.digits)
    }

    /// A length, m.
    pub(crate) fn metres(&self, units: &Integer) -> Rational {
        Rational::from(units) >> self.digits
    }

    /// A point in units of the grid.
    pub(crate) fn point(&self, point: &Vector) -> Vector<Integer> {
        point.each_ref().map(|part| self.units(part))
    }

    /// An arm of a body, turned as in a pose.
    pub(crate) fn turned(&self, pose: &Pose, arm: &Vector) -> Vector<Integer> {
        turned(&rotation(pose), &self.point(arm))
    }

    /// Lengths are whole multiples of 2 to minus this, m.
    pub(crate) fn digits(&self) -> i64 {
        self.digits
    }

    /// The bodies where they are.
    pub(crate) fn places(&self, poses: &[Pose]) -> Places {
        let placed = self.placed(poses).into_iter();
        Places {
            parts: placed.map(|part| (part.part, part)).collect(),
        }
    }

    /// The near contacts of a state, those whose reach is at most the widest.
    pub(crate) fn nearness(&self, poses: &[Pose], widest: &Integer) -> Nearness {
        let parts = self.placed(poses);
        let mut found = Nearness {
            boxes: self.boxes(&parts),
            ..Nearness::default()
        };
        for (index, one) in parts.iter().enumerate() {
            for other in &parts[index + 1..] {
                if self.shape.may_touch(one.part, other.part) && one.is_near(other, widest) {
                    found.add([one, other], widest);
                }
            }
        }
        found
    }

    fn boxes(&self, parts: &[Placed]) -> Vec<[Vector<Integer>; 2]> {
        let mut boxes: Vec<Option<[Vector<Integer>; 2]>> = vec![None; self.arms.len()];
        for part in parts {
            let joined = match boxes[part.part.body].take() {
                None => [part.low.clone(), part.high.clone()],
                Some([low, high]) => [lower(low, &part.low), higher(high, &part.high)],
            };
            boxes[part.part.body] = Some(joined);
        }
        boxes.into_iter().map(Option::unwrap_or_default).collect()
    }

    fn placed(&self, poses: &[Pose]) -> Vec<Placed> {
        let mut placed = Vec::new();
        for (body, parts) in self.arms.iter().enumerate() {
            let mut origin = [Integer::ZERO, Integer::ZERO];
            let mut turn = [Integer::power_of_2(DIGITS), Integer::ZERO];
            if let Some(place) = self.shape.bodies[body].place {
                origin = self.point(&poses[place].centroid);
                turn = rotation(&poses[place]);
            }
            for (part, arms) in parts.iter().enumerate() {
                let part = PartId { body, part };
                let mut vertices = Vec::new();
                for arm in arms {
                    let [x, y] = turned(&turn, arm);
                    vertices.push([x + &origin[0], y + &origin[1]]);
                }
                let radius = &self.radii[body][part.part];
                placed.push(Placed::new(part, vertices, radius));
            }
        }
        placed
    }
}

/// A number times 2^`digits`, rounded down.
fn rounded(value: &Rational, digits: i64) -> Integer {
    floor(&(value << digits))
}

fn rotation(pose: &Pose) -> Vector<Integer> {
    let parts = pose.rotation.each_ref();
    parts.map(|part| rounded(&part.middle(), DIGITS as i64))
}

fn turned([cosine, sine]: &Vector<Integer>, [x, y]: &Vector<Integer>) -> Vector<Integer> {
    let across = cosine * x - sine * y;
    let up = sine * x + cosine * y;
    [across >> DIGITS, up >> DIGITS]
}

fn lower([x, y]: Vector<Integer>, [other_x, other_y]: &Vector<Integer>) -> Vector<Integer> {
    [x.min(other_x.clone()), y.min(other_y.clone())]
}

fn higher([x, y]: Vector<Integer>, [other_x, other_y]: &Vector<Integer>) -> Vector<Integer> {
    [x.max(other_x.clone()), y.max(other_y.clone())]
}

impl Placed {
    fn new(part: PartId, vertices: Vec<Vector<Integer>>, radius: &Integer) -> Self {
        let mut low = vertices.first().cloned().unwrap_or_default();
        let mut high = low.clone();
        for vertex in &vertices {
            low = lower(low, vertex);
            high = higher(high, vertex);
        }
        Self {
            part,
            vertices,
            radius: radius.clone(),
            low: low.map(|part| part - radius),
            high: high.map(|part| part + radius),
        }
    }

    /// Whether the boxes of two parts are no farther apart than so much.
    fn is_near(&self, other: &Self, distance: &Integer) -> bool {
        [0, 1].into_iter().all(|axis| {
            &self.low[axis] - &other.high[axis] <= *distance
                && &other.low[axis] - &self.high[axis] <= *distance
        })
    }

    /// An edge from its start to its end.
    fn edge(&self, edge: usize) -> [&Vector<Integer>; 2] {
        let end = (edge + 1) % self.vertices.len();
        [&self.vertices[edge], &self.vertices[end]]
    }

    /// The distance of a point from the line of an edge, positive outside.
    fn distance(&self, edge: usize, length: &Integer, point: &Vector<Integer>) -> Integer {
        let [start, end] = self.edge(edge);
        let along = difference(end, start);
        let arm = difference(point, start);
        cross(&arm, &along) / length
    }
}

impl Nearness {
    fn add(&mut self, pair: [&Placed; 2], widest: &Integer) {
        let is_rounded = pair.iter().any(|part| part.radius != 0);
        if is_rounded && self.add_rounded(pair, widest) {
            return;
        }
        let faces = faces(pair);
        let Some(best) = faces.iter().map(|face| &face.separation).max().cloned() else {
            return;
        };
        if best > *widest {
            return;
        }
        for face in &faces {
            let worse = &best - &face.separation;
            if worse > *widest {
                continue;
            }
            let [owner, other] = [pair[face.owner], pair[1 - face.owner]];
            for (index, vertex) in other.vertices.iter().enumerate() {
                let near = near(owner, face, vertex, &worse);
                if near.reach > *widest {
                    continue;
                }
                let contact = Contact {
                    vertex: Feature {
                        part: other.part,
                        index,
                    },
                    edge: Feature {
                        part: owner.part,
                        index: face.edge,
                    },
                };
                self.note_pair([owner.part.body, other.part.body], &near.reach);
                self.contacts.insert(contact, near);
            }
        }
    }

    fn note_pair(&mut self, mut bodies: [usize; 2], reach: &Integer) {
        bodies.sort_unstable();
        let least = self.pairs.entry(bodies).or_insert_with(|| reach.clone());
        if *reach < *least {
            *least = reach.clone();
        }
    }
}

/// All edges of two parts.
fn faces(pair: [&Placed; 2]) -> Vec<Face> {
    let mut faces = Vec::new();
    for owner in [0, 1] {
        let [one, other] = [pair[owner], pair[1 - owner]];
        // A point has no edge.
        let edges = if one.vertices.len() > 1 {
            one.vertices.len()
        } else {
            0
        };
        for edge in 0..edges {
            let [start, end] = one.edge(edge);
            let along = difference(end, start);
            let length = dot(&along, &along).floor_sqrt().max(Integer::ONE);
            let distances = other.vertices.iter();
            let least = distances
                .map(|vertex| one.distance(edge, &length, vertex))
                .min();
            if let Some(separation) = least {
                faces.push(Face {
                    owner,
                    edge,
                    length,
                    separation,
                });
            }
        }
    }
    faces
}

fn near(owner: &Placed, face: &Face, vertex: &Vector<Integer>, worse: &Integer) -> Near {
    let [start, end] = owner.edge(face.edge);
    let edge = difference(end, start);
    let arm = difference(vertex, start);
    let along = dot(&arm, &edge) / &face.length;
    let beyond = (&along - &face.length).max(-&along);
    let distance = owner.distance(face.edge, &face.length, vertex);
    let reach = distance
        .max(beyond.clone())
        .max(worse.clone())
        .max(Integer::ZERO);
    Near {
        reach,
        along,
        point: vertex.clone(),
        direction: edge.map(|part| (part << DIRECTION_DIGITS) / &face.length),
        beyond,
        worse: worse.clone(),
        rounded: None,
    }
}

/// At least the length of a vector.
pub(crate) fn longer_than([x, y]: &Vector) -> Rational {
    x.abs() + y.abs()
}
