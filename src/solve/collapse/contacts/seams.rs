//! Contacts of two solids at one point (`proofs/FORMAT.md`, section 7): those that are hidden, the
//! outer ones, and points where the two lock each other.

use super::{Contacts, point};
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use num_traits::Signed;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::Vector;
use zwang_problem::{Meeting, Problem};
use zwang_scene::{BodyId, Scene};

/// The part that each contact has among all at its point.
pub(crate) struct Seams {
    /// Hidden contacts outside corners: they have no friction.
    pub(crate) smooth: Vec<usize>,
    /// Hidden contacts of corners: they bear nothing.
    pub(crate) hidden: BTreeSet<usize>,
    /// The outer contacts of several corners of two solids at one point, with friction at one.
    pub(crate) meetings: Vec<Meeting>,
    /// Corners with friction at one point, where there are three or more.
    pub(crate) crossings: Vec<Vec<usize>>,
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
            if touch.is_of_corner && !is_barred[&touch.along] && !is_barred[&opposite(&touch.along)]
            {
                outer.push((contact, touch.points_into_first));
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
    let mut crossings: BTreeMap<Vector, Vec<usize>> = BTreeMap::new();
    for corner in 0..contacts.corners.len() {
        let mut own = lists(contacts, corner);
        if let Some(contact) =
            own.find(|contact| is_rough(*contact) && !seams.hidden.contains(contact))
        {
            let place = point(scene, &contacts.contacts[contact]);
            crossings.entry(place).or_default().push(corner);
        }
    }
    seams.crossings = crossings.into_values().collect();
    seams.crossings.retain(|corners| corners.len() > 2);
    seams
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
