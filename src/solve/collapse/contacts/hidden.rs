//! Contacts of corners with friction that are hidden (`proofs/FORMAT.md`, section 7): another part
//! of the solid of the edge lies along it, or between it and the part of the vertex; or a part of
//! the other solid is behind the edge.

use super::{Contacts, ignore_each_other};
use std::collections::BTreeMap;
use zwang_certificate::{Contact, Feature, PartId};
use zwang_exact::{Rational, Vector};
use zwang_problem::Meeting;
use zwang_scene::{BodyId, IgnoringPairs, Scene};

/// The contacts of corners with friction that are at seams.
pub(crate) struct Seams {
    /// Whether each contact of the scene is hidden.
    pub(crate) hidden: Vec<bool>,
    /// The outer contacts of several corners of two solids at one point.
    pub(crate) meetings: Vec<Meeting>,
    /// Corners at one point, where there are three or more.
    pub(crate) crossings: Vec<Vec<usize>>,
}

/// The seams of a scene.
pub(crate) fn seams(scene: &Scene, contacts: &Contacts) -> Seams {
    let mut hidden = vec![false; contacts.contacts.len()];
    let mut listed: Vec<usize> = Vec::new();
    for corner in &contacts.corners {
        listed.extend(corner.sides.iter().flatten());
    }
    listed.retain(|index| {
        let [first, second] = contacts.contacts[*index].bodies().map(BodyId);
        scene.friction.between(first, second) > zero()
    });
    if listed.is_empty() {
        return Seams {
            hidden,
            meetings: Vec::new(),
            crossings: Vec::new(),
        };
    }
    let solids = Solids::new(scene, contacts, &listed);
    for index in &listed {
        let contact = &contacts.contacts[*index];
        hidden[*index] = solids.shield(contact) || !solids.are_separated(contact);
    }
    let mut crossings: BTreeMap<Vector, Vec<usize>> = BTreeMap::new();
    let mut meetings: BTreeMap<(Vector, [Option<usize>; 2]), Meeting> = BTreeMap::new();
    for (corner, listed) in contacts.corners.iter().enumerate() {
        for index in listed.sides.iter().flatten() {
            let contact = &contacts.contacts[*index];
            let [first, second] = contact.bodies().map(|body| solid(scene, body));
            let is_rough = solids.knows(contact);
            if !is_rough || hidden[*index] {
                continue;
            }
            let point = solids.point(contact.vertex).clone();
            let crossing = crossings.entry(point.clone()).or_default();
            if crossing.last() != Some(&corner) {
                crossing.push(corner);
            }
            if !solids.is_outer(contact) {
                continue;
            }
            let place = (point, [first.min(second), first.max(second)]);
            let meeting = meetings.entry(place).or_insert_with(|| Meeting {
                corners: Vec::new(),
                contacts: Vec::new(),
            });
            meeting.contacts.push((*index, first < second));
            if meeting.corners.last() != Some(&corner) {
                meeting.corners.push(corner);
            }
        }
    }
    let mut meetings: Vec<Meeting> = meetings.into_values().collect();
    meetings.retain(|meeting| meeting.corners.len() > 1);
    let mut crossings: Vec<Vec<usize>> = crossings.into_values().collect();
    crossings.retain(|corners| corners.len() > 2);
    Seams {
        hidden,
        meetings,
        crossings,
    }
}

/// A free body, or all fixed ones.
fn solid(scene: &Scene, body: usize) -> Option<usize> {
    (!scene.bodies[body].is_fixed()).then_some(body)
}

/// The parts of solids that touch each other.
struct Solids<'a> {
    scene: &'a Scene,
    ignoring: IgnoringPairs,
    /// Neighbours of the parts that have corners.
    neighbours: BTreeMap<PartId, Vec<PartId>>,
}

impl<'a> Solids<'a> {
    fn new(scene: &'a Scene, contacts: &Contacts, listed: &[usize]) -> Self {
        let mut neighbours: BTreeMap<PartId, Vec<PartId>> = BTreeMap::new();
        for index in listed {
            let Contact { vertex, edge } = contacts.contacts[*index];
            neighbours.insert(vertex.part, Vec::new());
            neighbours.insert(edge.part, Vec::new());
        }
        for separation in &contacts.separations {
            let parts = [separation.first, separation.second];
            let [first, second] = parts.map(|part| part.body);
            let are_fixed = |body: usize| scene.bodies[body].is_fixed();
            if first != second && !(are_fixed(first) && are_fixed(second)) {
                continue;
            }
            for (own, other) in [(parts[0], parts[1]), (parts[1], parts[0])] {
                if let Some(known) = neighbours.get_mut(&own) {
                    known.push(other);
                }
            }
        }
        Self {
            scene,
            ignoring: scene.ignoring_pairs(),
            neighbours,
        }
    }

    fn vertices(&self, part: PartId) -> &[Vector] {
        self.scene.bodies[part.body].parts[part.part].vertices()
    }

    fn point(&self, vertex: Feature) -> &Vector {
        &self.vertices(vertex.part)[vertex.index]
    }

    /// The other parts of the solid of a part that contain a point of it and may touch a body of
    /// the other solid.
    fn around(&self, part: PartId, point: &Vector, other: PartId) -> Vec<&[Vector]> {
        let mut around = Vec::new();
        for neighbour in &self.neighbours[&part] {
            let vertices = self.vertices(*neighbour);
            let contains = edges(vertices).all(|[start, end]| is_left(start, end, point));
            if contains && !ignore_each_other(&self.ignoring, [*neighbour, other]) {
                around.push(vertices);
            }
        }
        around
    }

    /// Whether the contact is one of those of corners with friction.
    fn knows(&self, contact: &Contact) -> bool {
        let [first, second] = contact.bodies().map(BodyId);
        self.scene.friction.between(first, second) > zero()
    }

    /// Whether all parts of the solid of the edge that contain the vertex are behind it.
    fn is_outer(&self, contact: &Contact) -> bool {
        let Contact { vertex, edge } = *contact;
        let point = self.point(vertex);
        let vertices = self.vertices(edge.part);
        let start = &vertices[edge.index];
        let end = &vertices[(edge.index + 1) % vertices.len()];
        let around = self.around(edge.part, point, vertex.part);
        let mut others = around.into_iter().flatten();
        others.all(|other| is_left(start, end, other))
    }

    /// Whether another part of the solid of the edge lies along it, at the vertex, or between it and
    /// the part of the vertex: on the outer side, and turned on in that sense the latter comes later.
    fn shield(&self, contact: &Contact) -> bool {
        let Contact { vertex, edge } = *contact;
        let point = self.point(vertex);
        let vertices = self.vertices(edge.part);
        let start = &vertices[edge.index];
        let end = &vertices[(edge.index + 1) % vertices.len()];
        let starts_there = start == point;
        let own = self.vertices(vertex.part);
        let around = self.around(edge.part, point, vertex.part);
        let mut others = around.into_iter().flatten();
        others.any(|other| {
            let way = other - point;
            let mut turns = own.iter().map(|own| way.cross(&(own - point)));
            let comes_later = |turn: Rational| match starts_there {
                true => turn < zero(),
                false => turn > zero(),
            };
            is_left(end, start, other) && turns.any(comes_later)
        })
    }

    /// Whether all parts of the solid of the vertex that contain it are on the outer side of the
    /// edge.
    fn are_separated(&self, contact: &Contact) -> bool {
        let Contact { vertex, edge } = *contact;
        let point = self.point(vertex);
        let vertices = self.vertices(edge.part);
        let start = &vertices[edge.index];
        let end = &vertices[(edge.index + 1) % vertices.len()];
        let around = self.around(vertex.part, point, edge.part);
        let mut others = around.into_iter().flatten();
        others.all(|other| is_left(end, start, other))
    }
}

fn edges(vertices: &[Vector]) -> impl Iterator<Item = [&Vector; 2]> {
    let next = vertices.iter().cycle().skip(1);
    vertices.iter().zip(next).map(|(start, end)| [start, end])
}

/// Whether a point is on the left of a line, or on it.
fn is_left(start: &Vector, end: &Vector, point: &Vector) -> bool {
    (end - start).cross(&(point - start)) >= zero()
}

fn zero() -> Rational {
    Rational::default()
}
