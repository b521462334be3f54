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
//!
//! In a crowd each vertex is within a tenth of the scene's size of many edges. So a state finds
//! contacts when they are asked for: all of them up to a reach, which is wide only where a step is
//! held against a grade that is bad, or those of two bodies.

pub(crate) mod rounded;

use crate::crowd::{Around, Crowded, Work, each_meeting};
use crate::interval::Interval;
use crate::pose::Pose;
use crate::shape::Shape;
use crate::vector::{Vector, cross, difference, dot};
use crate::whole::floor;
use malachite::base::num::arithmetic::traits::{Abs, FloorSqrt, PowerOf2};
use malachite::base::num::basic::traits::{NegativeOne, One, Zero};
use malachite::{Integer, Rational};
use rounded::Rounded;
use std::cell::{Ref, RefCell};
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

/// Bodies where they are.
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
    fn of_body(&self, body: usize) -> impl Iterator<Item = &Placed> {
        let [first, end] = [body, body + 1].map(|body| PartId { body, part: 0 });
        self.parts.range(first..end).map(|(_, part)| part)
    }

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

/// The bodies in a state, and what is near each other there.
pub(crate) struct Nearness<'g> {
    grid: &'g Grid<'g>,
    /// The state, for messages.
    state: usize,
    /// Contacts whose reach is wider are none.
    widest: Integer,
    pub(crate) places: Places,
    /// The box around each body.
    pub(crate) boxes: Vec<Around>,
    /// The contacts, as far as they have been asked for.
    known: RefCell<Contacts>,
}

/// The contacts up to a reach.
#[derive(Debug)]
pub(crate) struct Contacts {
    reach: Integer,
    widest: Integer,
    pub(crate) contacts: BTreeMap<Contact, Near>,
    /// The least reach of each pair of bodies that has a contact, the smaller index first.
    pub(crate) pairs: BTreeMap<[usize; 2], Integer>,
    work: Work,
}

/// A part where it is.
struct Placed {
    part: PartId,
    /// Those of its core.
    vertices: Vec<Vector<Integer>>,
    radius: Integer,
    /// Its box, with the radius.
    around: Around,
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

    /// All bodies where they are.
    pub(crate) fn places(&self, poses: &[Pose]) -> Places {
        let bodies: Vec<usize> = (0..self.arms.len()).collect();
        self.places_of(&bodies, |place| &poses[place])
    }

    /// Some bodies where they are; the poses of those that are free, by their places.
    pub(crate) fn places_of<'p>(
        &self,
        bodies: &[usize],
        pose: impl Fn(usize) -> &'p Pose,
    ) -> Places {
        let mut parts = BTreeMap::new();
        for &body in bodies {
            let pose = self.shape.bodies[body].place.map(&pose);
            for placed in self.placed(body, pose) {
                parts.insert(placed.part, placed);
            }
        }
        Places { parts }
    }

    /// The bodies in a state. Contacts whose reach is wider than the widest are none.
    pub(crate) fn nearness(&self, state: usize, poses: &[Pose], widest: Integer) -> Nearness<'_> {
        let places = self.places(poses);
        Nearness {
            grid: self,
            state,
            boxes: (0..self.arms.len())
                .map(|body| around(&places, body))
                .collect(),
            known: RefCell::new(self.none(state, Integer::NEGATIVE_ONE, &widest)),
            places,
            widest,
        }
    }

    /// The contacts of two bodies whose reach is at most the widest.
    ///
    /// # Errors
    /// [`Crowded`] if there are too many.
    pub(crate) fn contacts_of(
        &self,
        state: usize,
        places: &Places,
        bodies: [usize; 2],
        widest: &Integer,
    ) -> Result<Contacts, Crowded> {
        let mut near = self.none(state, widest.clone(), widest);
        let [one, other] = bodies;
        let around = around(places, other);
        for part in places.of_body(one) {
            if !is_near(&part.around, &around, widest) {
                continue;
            }
            for second in places.of_body(other) {
                if self.shape.may_touch(part.part, second.part) {
                    near.add([part, second])?;
                }
            }
        }
        Ok(near)
    }

    /// No contacts yet.
    fn none(&self, state: usize, reach: Integer, widest: &Integer) -> Contacts {
        Contacts {
            reach,
            widest: widest.clone(),
            contacts: BTreeMap::new(),
            pairs: BTreeMap::new(),
            work: Work::new(self.shape.limits, state),
        }
    }

    fn placed(&self, body: usize, pose: Option<&Pose>) -> Vec<Placed> {
        let mut origin = [Integer::ZERO, Integer::ZERO];
        let mut turn = [Integer::power_of_2(DIGITS), Integer::ZERO];
        if let Some(pose) = pose {
            origin = self.point(&pose.centroid);
            turn = rotation(pose);
        }
        let mut placed = Vec::new();
        for (part, arms) in self.arms[body].iter().enumerate() {
            let mut vertices = Vec::new();
            for arm in arms {
                let [x, y] = turned(&turn, arm);
                vertices.push([x + &origin[0], y + &origin[1]]);
            }
            let radius = &self.radii[body][part];
            placed.push(Placed::new(PartId { body, part }, vertices, radius));
        }
        placed
    }
}

impl Nearness<'_> {
    /// The contacts up to a reach, or a wider one that has been asked for before, and at most the
    /// widest.
    ///
    /// # Errors
    /// [`Crowded`] if there are too many.
    pub(crate) fn within(&self, reach: &Integer) -> Result<Ref<'_, Contacts>, Crowded> {
        let reach = reach.min(&self.widest);
        if self.known.borrow().reach < *reach {
            let near = self.find(reach)?;
            self.known.replace(near);
        }
        Ok(self.known.borrow())
    }

    fn find(&self, reach: &Integer) -> Result<Contacts, Crowded> {
        let mut near = self.grid.none(self.state, reach.clone(), &self.widest);
        let parts: Vec<&Placed> = self.places.parts.values().collect();
        // A vertex that is within its reach along an edge and across it is not farther than twice
        // that.
        let apart = (reach * Integer::from(2)).min(self.widest.clone());
        each_meeting(&enlarged(&parts, &apart), |[one, other]| {
            let pair = [parts[one], parts[other]];
            if !self.grid.shape.may_touch(pair[0].part, pair[1].part) {
                return Ok(());
            }
            near.add(pair)
        })?;
        Ok(near)
    }

    /// A contact, if its reach is at most the widest.
    ///
    /// # Errors
    /// [`Crowded`] if its parts have too many vertices.
    pub(crate) fn get(&self, contact: &Contact) -> Result<Option<Near>, Crowded> {
        if let Some(known) = self.known.borrow().contacts.get(contact) {
            return Ok(Some(known.clone()));
        }
        let mut near = self
            .grid
            .none(self.state, self.widest.clone(), &self.widest);
        let [one, other] = [contact.vertex.part, contact.edge.part];
        // Contacts of rounded parts are told by the order of the parts.
        let pair = [one.min(other), one.max(other)].map(|part| &self.places.parts[&part]);
        near.add(pair)?;
        Ok(near.contacts.remove(contact))
    }

    /// The contacts of two bodies, up to the widest reach.
    ///
    /// # Errors
    /// [`Crowded`] if there are too many.
    pub(crate) fn of_bodies(&self, bodies: [usize; 2]) -> Result<Contacts, Crowded> {
        self.grid
            .contacts_of(self.state, &self.places, bodies, &self.widest)
    }

    /// The least reach above a closed one of two bodies that are not closed, if it is at most so
    /// far.
    ///
    /// # Errors
    /// [`Crowded`] if there is too much to look at.
    pub(crate) fn least_open(
        &self,
        closed: &Integer,
        farthest: Integer,
    ) -> Result<Option<Integer>, Crowded> {
        let touching = self.within(closed)?;
        let touches = |pair| {
            touching
                .pairs
                .get(&pair)
                .is_some_and(|reach| reach <= closed)
        };
        let parts: Vec<&Placed> = self.places.parts.values().collect();
        let mut work = self.grid.none(self.state, Integer::ZERO, &self.widest).work;
        let mut least = None;
        let mut farthest = farthest.min(self.widest.clone());
        each_meeting(&enlarged(&parts, &self.widest), |[one, other]| {
            let [one, other] = [parts[one], parts[other]];
            let bodies = [one.part.body, other.part.body];
            let apart = &farthest * Integer::from(2);
            if !self.grid.shape.may_touch(one.part, other.part)
                || touches(bodies)
                || !is_near(&one.around, &other.around, &apart)
            {
                return Ok(());
            }
            let mut near = self.grid.none(self.state, farthest.clone(), &self.widest);
            std::mem::swap(&mut near.work, &mut work);
            near.add([one, other])?;
            std::mem::swap(&mut near.work, &mut work);
            if let Some(reach) = near.pairs.into_values().next() {
                farthest = reach.clone();
                least = Some(reach);
            }
            Ok(())
        })?;
        Ok(least)
    }
}

/// Boxes that meet where those of parts are no farther apart than so much.
fn enlarged(parts: &[&Placed], distance: &Integer) -> Vec<Around> {
    let mut boxes = Vec::new();
    for part in parts {
        boxes.push(part.around.each_ref().map(|side| Interval {
            low: side.low.clone(),
            high: &side.high + distance,
        }));
    }
    boxes
}

/// The box around a body.
fn around(places: &Places, body: usize) -> Around {
    let mut boxes = places.of_body(body).map(|part| part.around.clone());
    let first = boxes.next().unwrap_or_else(|| {
        let nothing = Interval::exact(Integer::ZERO);
        [nothing.clone(), nothing]
    });
    boxes.fold(first, joined)
}

/// The box around two boxes.
pub(crate) fn joined([x, y]: Around, [other_x, other_y]: Around) -> Around {
    [(x, other_x), (y, other_y)].map(|(one, other)| Interval {
        low: one.low.min(other.low),
        high: one.high.max(other.high),
    })
}

/// Whether two boxes are no farther apart than so much.
fn is_near(one: &Around, other: &Around, distance: &Integer) -> bool {
    let mut axes = one.iter().zip(other);
    axes.all(|(one, other)| {
        &one.low - &other.high <= *distance && &other.low - &one.high <= *distance
    })
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

impl Placed {
    fn new(part: PartId, vertices: Vec<Vector<Integer>>, radius: &Integer) -> Self {
        let around = [0, 1].map(|axis| {
            let along = vertices.iter().map(|vertex| &vertex[axis]);
            let [low, high] = [along.clone().min(), along.max()].map(|end| end.cloned());
            Interval {
                low: low.unwrap_or_default() - radius,
                high: high.unwrap_or_default() + radius,
            }
        });
        Self {
            part,
            vertices,
            radius: radius.clone(),
            around,
        }
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

impl Contacts {
    /// Adds the contacts of two parts.
    fn add(&mut self, pair: [&Placed; 2]) -> Result<(), Crowded> {
        if !is_near(&pair[0].around, &pair[1].around, &self.widest) {
            return Ok(());
        }
        self.work.compare(pair.map(|part| part.vertices.len()))?;
        let is_rounded = pair.iter().any(|part| part.radius != 0);
        if !is_rounded || !self.add_rounded(pair) {
            self.add_of_edges(pair);
        }
        self.work.hold(self.contacts.len())
    }

    fn add_of_edges(&mut self, pair: [&Placed; 2]) {
        let faces = faces(pair);
        let Some(best) = faces.iter().map(|face| &face.separation).max().cloned() else {
            return;
        };
        if best > self.widest {
            return;
        }
        for face in &faces {
            let worse = &best - &face.separation;
            if worse > self.reach {
                continue;
            }
            let [owner, other] = [pair[face.owner], pair[1 - face.owner]];
            for (index, vertex) in other.vertices.iter().enumerate() {
                let near = near(owner, face, vertex, &worse);
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
                self.note(contact, near);
            }
        }
    }

    /// Takes a contact, if it is within the reach.
    fn note(&mut self, contact: Contact, near: Near) {
        if near.reach > self.reach {
            return;
        }
        let mut bodies = contact.bodies();
        bodies.sort_unstable();
        let least = self
            .pairs
            .entry(bodies)
            .or_insert_with(|| near.reach.clone());
        if near.reach < *least {
            *least = near.reach.clone();
        }
        self.contacts.insert(contact, near);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::size;
    use proptest::prelude::*;
    use std::fmt::Write;
    use zwang_scene::Scene;
    use zwang_scene::read::{self, Syntax};

    /// Triangles, squares, disks and capsules at places of a lattice, turned by a part of a turn.
    fn scene(bodies: &[(i32, i32, u8)]) -> Scene {
        let mut text = "format = \"zwang-scene-1\"\nname = \"n\"\n".to_owned();
        for (index, (x, y, kind)) in bodies.iter().enumerate() {
            let [far_x, far_y] = [x + 1, y + 1];
            let shape = match kind % 4 {
                0 => format!("parts = [[[{x}, {y}], [{far_x}, {y}], [{x}, {far_y}]]]"),
                1 => format!("rectangle = {{ center = [{x}, {y}], size = [1, 2] }}"),
                2 => format!("disk = {{ center = [{x}, {y}], radius = \"1/2\" }}\nmass = 1"),
                _ => format!("parts = [[[{far_x}, {y}], [{far_x}, {far_y}], [{x}, {y}]]]"),
            };
            writeln!(text, "[[body]]\nname = \"{index}\"\n{shape}").unwrap();
        }
        read::parse(&text, Syntax::Toml).unwrap().scene
    }

    fn poses(shape: &Shape, turns: &[i32]) -> Vec<Pose> {
        let mut poses = Vec::new();
        for (place, turn) in turns.iter().enumerate().take(shape.free.len()) {
            // (3 + 4 i) / 5 to a power of 0, 1 or 2.
            let [cosine, sine, unit] = [[1, 0, 1], [3, 4, 5], [-7, 24, 25]][(turn % 3) as usize];
            let rotation = [cosine, sine].map(|part| Rational::from_signeds(part, unit));
            poses.push(Pose::of_pair(&shape.mass(place).centroid, rotation));
        }
        poses
    }

    fn up_to(contacts: &Contacts, reach: &Integer) -> Vec<(Contact, Integer)> {
        let all = contacts.contacts.iter();
        all.filter(|(_, near)| near.reach <= *reach)
            .map(|(contact, near)| (*contact, near.reach.clone()))
            .collect()
    }

    proptest! {
        // Bodies may be anywhere, also in each other.
        #[test]
        fn contacts_that_are_found_later_are_those_of_all_at_once(
            bodies in prop::collection::vec((0..6_i32, 0..6_i32, any::<u8>()), 2..8),
            turns in prop::collection::vec(0..3_i32, 8),
            shares in prop::collection::vec(0..1000_i64, 3),
        ) {
            let scene = scene(&bodies);
            let shape = Shape::new(&scene);
            let grid = Grid::new(&shape, &size(&scene).unwrap());
            let poses = poses(&shape, &turns);
            let widest = grid.units(&Rational::from(2));
            let at_once = grid.nearness(0, &poses, widest.clone());
            let all = at_once.within(&widest).unwrap();
            let later = grid.nearness(0, &poses, widest.clone());
            for share in shares {
                let reach = &widest * Integer::from(share) / Integer::from(1000);
                let found = up_to(&later.within(&reach).unwrap(), &reach);
                prop_assert_eq!(found, up_to(&all, &reach));
                let mut open: Vec<&Integer> = all.pairs.values().collect();
                open.retain(|least| **least > reach);
                let least = later.least_open(&reach, widest.clone()).unwrap();
                prop_assert_eq!(least.as_ref(), open.into_iter().min());
            }
            let fresh = grid.nearness(0, &poses, widest.clone());
            for (contact, near) in &all.contacts {
                let found = fresh.get(contact).unwrap();
                prop_assert_eq!(found.map(|found| found.reach), Some(near.reach.clone()));
                let mut bodies = contact.bodies();
                bodies.sort_unstable();
                let of_bodies = fresh.of_bodies(bodies).unwrap();
                prop_assert!(of_bodies.contacts.contains_key(contact));
            }
        }
    }
}
