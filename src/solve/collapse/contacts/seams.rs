//! Contacts of two solids at one point (`proofs/FORMAT.md`, section 7): those that are hidden, the
//! outer ones, and points where the two lock each other.

use super::{Contacts, point, velocity};
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::{Contact, Feature};
use zwang_exact::Vector;
use zwang_problem::{Chord, Crossing, Meeting, Problem};
use zwang_scene::{BodyId, Scene};

/// The part that each contact has among all at its point.
pub(crate) struct Seams {
    /// Hidden contacts outside corners: they have no friction.
    pub(crate) smooth: Vec<usize>,
    /// Hidden contacts of corners: they bear nothing.
    pub(crate) hidden: BTreeSet<usize>,
    /// The outer contacts of several corners of two solids at one point, with friction at one.
    pub(crate) meetings: Vec<Meeting>,
    /// Points where corners with friction meet other contacts.
    pub(crate) crossings: Vec<Crossing>,
    /// Corners where two solids lock each other, ascending.
    pub(crate) locked: Vec<usize>,
}

/// The direction of a vector, the sum of whose numbers, each without its sign, is 1.
type Direction = [Rational; 2];

/// A free body, or all fixed ones.
type Solid = Option<usize>;

/// The contacts of two solids at one point.
#[derive(Default)]
struct Around {
    touches: Vec<Touch>,
    corners: Vec<usize>,
    /// Normals into the first solid: each contact outside corners has one, a corner two. A motion
    /// is barred if it closes all of these.
    barriers: Vec<Vec<Direction>>,
}

struct Touch {
    contact: usize,
    /// The normal into the first solid, turned by a quarter.
    along: Direction,
    /// The ways of the contact: one of a corner, otherwise two.
    ways: Vec<Direction>,
    is_of_corner: bool,
    points_into_first: bool,
}

/// The seams of a scene, of a problem that has the normals of all contacts.
pub(crate) fn seams(scene: &Scene, contacts: &Contacts, problem: &Problem) -> Seams {
    let mut seams = Seams {
        smooth: Vec::new(),
        hidden: BTreeSet::new(),
        meetings: Vec::new(),
        crossings: Vec::new(),
        locked: Vec::new(),
    };
    let is_rough = |contact: usize| {
        let [first, second] = contacts.contacts[contact].bodies().map(BodyId);
        scene.friction.between(first, second).is_positive()
    };
    if !(0..contacts.contacts.len()).any(is_rough) {
        return seams;
    }
    let mut all_outer = BTreeSet::new();
    for around in around_points(scene, contacts, problem).values() {
        let is_barred = around.barred();
        let hides = |touch: &Touch| touch.ways.iter().all(|way| is_barred[way]);
        let is_locked = around.touches.iter().all(hides);
        if is_locked {
            seams.locked.extend(&around.corners);
        }
        let mut outer = Vec::new();
        for touch in &around.touches {
            let contact = touch.contact;
            if !is_locked && is_rough(contact) && hides(touch) {
                match touch.is_of_corner {
                    true => drop(seams.hidden.insert(contact)),
                    false => seams.smooth.push(contact),
                }
            }
            if !is_barred[&touch.along] && !is_barred[&opposite(&touch.along)] {
                all_outer.insert(contact);
                if touch.is_of_corner {
                    outer.push((contact, touch.points_into_first));
                }
            }
        }
        let mut corners = around.corners.clone();
        corners.retain(|corner| {
            let mut own = lists(contacts, *corner);
            own.any(|own| outer.iter().any(|(contact, _)| *contact == own))
        });
        if corners.len() > 1 && outer.iter().any(|(contact, _)| is_rough(*contact)) {
            let contacts = outer;
            seams.meetings.push(Meeting { corners, contacts });
        }
    }
    seams.locked.sort_unstable();
    seams.crossings = crossings(scene, contacts, is_rough, &seams.hidden);
    for crossing in &mut seams.crossings {
        for chord in &mut crossing.chords {
            chord.is_outer = all_outer.contains(&chord.contact);
        }
    }
    seams
}

/// The points where corners with friction meet other contacts that may bear.
fn crossings(
    scene: &Scene,
    contacts: &Contacts,
    is_rough: impl Fn(usize) -> bool,
    hidden: &BTreeSet<usize>,
) -> Vec<Crossing> {
    let mut corners: BTreeMap<Vector, Vec<usize>> = BTreeMap::new();
    for corner in 0..contacts.corners.len() {
        let mut own = lists(contacts, corner);
        let bearing = own.find(|contact| is_rough(*contact) && !hidden.contains(contact));
        if let Some(contact) = bearing {
            let place = point(scene, &contacts.contacts[contact]);
            corners.entry(place).or_default().push(corner);
        }
    }
    let mut bearing: BTreeMap<Vector, Vec<usize>> = BTreeMap::new();
    if !corners.is_empty() {
        for (contact, named) in contacts.contacts.iter().enumerate() {
            let place = point(scene, named);
            if corners.contains_key(&place) && !hidden.contains(&contact) {
                bearing.entry(place).or_default().push(contact);
            }
        }
    }
    let mut crossings = Vec::new();
    for (place, corners) in corners {
        let bearing = bearing.remove(&place).unwrap_or_default();
        let chords = chords(scene, contacts, &place, &bearing);
        let is_other = |chord: &Chord| chord.places != chords[0].places;
        if chords.iter().any(is_other) {
            crossings.push(Crossing { corners, chords });
        }
    }
    crossings
}

/// The contacts at a point, with the places of their parts around it.
fn chords(scene: &Scene, contacts: &Contacts, place: &Vector, bearing: &[usize]) -> Vec<Chord> {
    let mut joined = Vec::new();
    for contact in bearing {
        let ways = ways_into_parts(scene, &contacts.contacts[*contact], place);
        joined.push((*contact, ways));
    }
    let mut around: Vec<&Vector> = joined.iter().flat_map(|(_, ways)| ways).collect();
    around.sort_by(|one, other| turned(one, other));
    around.dedup_by(|one, other| turned(one, other).is_eq());
    let mut chords = Vec::new();
    for (contact, ways) in &joined {
        let places = ways
            .each_ref()
            .map(|way| around.partition_point(|other| turned(other, way).is_lt()));
        chords.push(Chord {
            contact: *contact,
            places,
            is_outer: false,
        });
    }
    chords
}

/// The order of two ways around a point, counter-clockwise from that to the right.
fn turned(one: &Vector, other: &Vector) -> Ordering {
    let halves = [one, other].map(|way| match way.y.is_zero() {
        true => way.x.is_negative(),
        false => way.y.is_negative(),
    });
    let turn = one.cross(other);
    halves[0]
        .cmp(&halves[1])
        .then(turn.is_negative().cmp(&turn.is_positive()))
}

/// Ways from the point of a contact into the part of its vertex, and into that of its edge.
fn ways_into_parts(scene: &Scene, contact: &Contact, place: &Vector) -> [Vector; 2] {
    let Contact { vertex, edge } = contact;
    let ends = [0, 1].map(|offset| velocity::vertex(scene, edge, offset));
    let into_other = match ends.iter().position(|end| *end == place) {
        Some(offset) => way_into_part(scene, edge, offset),
        None => (ends[1] - ends[0]).quarter_turn(),
    };
    [way_into_part(scene, vertex, 0), into_other]
}

/// A way from a vertex into its part, between the two edges there: the vertex so many after that
/// of a feature.
fn way_into_part(scene: &Scene, feature: &Feature, offset: usize) -> Vector {
    let count = scene.bodies[feature.part.body].parts[feature.part.part]
        .vertices()
        .len();
    let [before, own, after] =
        [count - 1, count, count + 1].map(|shift| velocity::vertex(scene, feature, offset + shift));
    &(before - own) + &(after - own)
}

/// The contacts of a corner.
fn lists(contacts: &Contacts, corner: usize) -> impl Iterator<Item = usize> {
    contacts.corners[corner].sides.iter().flatten().copied()
}

/// The contacts of each two solids at each point.
fn around_points(
    scene: &Scene,
    contacts: &Contacts,
    problem: &Problem,
) -> BTreeMap<(Vector, [Solid; 2]), Around> {
    let mut points: BTreeMap<(Vector, [Solid; 2]), Around> = BTreeMap::new();
    let mut loose = vec![true; contacts.contacts.len()];
    for corner in 0..contacts.corners.len() {
        for contact in lists(contacts, corner) {
            loose[contact] = false;
        }
    }
    for (contact, is_loose) in loose.into_iter().enumerate() {
        if is_loose {
            let (place, touch) = touch(scene, contacts, problem, contact, false);
            let around = points.entry(place).or_default();
            around.barriers.push(vec![quarter_turn_back(&touch.along)]);
            around.touches.push(touch);
        }
    }
    for (corner, listed) in contacts.corners.iter().enumerate() {
        let mut normals = Vec::new();
        let mut around = None;
        for side in &listed.sides {
            for (index, contact) in side.iter().enumerate() {
                let (place, touch) = touch(scene, contacts, problem, *contact, true);
                if index == 0 {
                    normals.push(quarter_turn_back(&touch.along));
                }
                let found = points.entry(place).or_default();
                found.touches.push(touch);
                around = Some(found);
            }
        }
        if let Some(around) = around {
            around.corners.push(corner);
            around.barriers.push(normals);
        }
    }
    points
}

fn touch(
    scene: &Scene,
    contacts: &Contacts,
    problem: &Problem,
    index: usize,
    is_of_corner: bool,
) -> ((Vector, [Solid; 2]), Touch) {
    let contact = &contacts.contacts[index];
    let solids = contact.bodies().map(|body| {
        let is_free = !scene.bodies[body].is_fixed();
        is_free.then_some(body)
    });
    let points_into_first = solids[0] < solids[1];
    let at = point(scene, contact);
    let normal = problem.normal_vector(index);
    let normal = [normal[0].clone(), normal[1].clone()];
    let normal = match points_into_first {
        true => normal,
        false => opposite(&normal),
    };
    let along = direction([-&normal[1], normal[0].clone()]);
    let mut ways = vec![along.clone(), opposite(&along)];
    if is_of_corner {
        let edge = contact.edge;
        let vertices = scene.bodies[edge.part.body].parts[edge.part.part].vertices();
        // The quarter turn of the outward normal leads from the start of the edge to its end.
        let is_at_start = vertices[edge.index] == at;
        ways = vec![match is_at_start {
            true => along.clone(),
            false => opposite(&along),
        }];
    }
    let place = (at, [solids[0].min(solids[1]), solids[0].max(solids[1])]);
    let touch = Touch {
        contact: index,
        along,
        ways,
        is_of_corner,
        points_into_first,
    };
    (place, touch)
}

impl Around {
    /// Whether each direction of an edge is barred.
    fn barred(&self) -> BTreeMap<Direction, bool> {
        let mut barred = BTreeMap::new();
        for touch in &self.touches {
            for way in [touch.along.clone(), opposite(&touch.along)] {
                if let Entry::Vacant(entry) = barred.entry(way) {
                    let is_barred = self.bars(entry.key());
                    entry.insert(is_barred);
                }
            }
        }
        barred
    }

    /// Whether some barrier bars a direction. The only one bars none of its own.
    fn bars(&self, way: &Direction) -> bool {
        let closes = |normal: &Direction| &normal[0] * &way[0] + &normal[1] * &way[1] < 0;
        let mut barriers = self.barriers.iter();
        self.barriers.len() > 1 && barriers.any(|normals| normals.iter().all(closes))
    }
}

fn direction([x, y]: [Rational; 2]) -> Direction {
    let sum = (&x).abs() + (&y).abs();
    [x / &sum, y / sum]
}

fn opposite([x, y]: &Direction) -> Direction {
    [-x, -y]
}

fn quarter_turn_back([x, y]: &Direction) -> Direction {
    [y.clone(), -x]
}
