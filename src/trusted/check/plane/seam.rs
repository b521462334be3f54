//! Contacts of two solids at one point (`proofs/FORMAT.md`, section 7): together they say which way
//! the one may move against the other, and those that say nothing are *hidden*.
//!
//! Parts that cannot move against each other, those of one body or of fixed bodies, are one solid.
//! A contact bars all velocities that close it, and a corner those that close both of its sides:
//! the directions of either are an open arc of at most half a turn. It begins and ends at the
//! *ways* of contacts: along the edge of a contact, away from the vertex if that is an end of it.
//! The solids are apart at first order in the directions that no arc has. If there are some, a
//! contact whose ways are all inside of arcs is not on their boundary.

use crate::plane::contact::{Contact, Corner, Seam};
use crate::plane::figure::Body;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use zwang_exact::{Fraction, FractionVector, Vector};
use zwang_scene::BodyId;

/// A solid that cannot move against itself: a free body, or all fixed ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Solid {
    Fixed,
    Free(BodyId),
}

impl Solid {
    pub(crate) fn of(body: &Body) -> Self {
        match body.is_fixed() {
            true => Self::Fixed,
            false => Self::Free(body.index),
        }
    }
}

/// The point of a contact and its two solids, the smaller one first.
pub(crate) type Place = (Vector, [Solid; 2]);

/// The contacts of two solids at one point.
#[derive(Default)]
struct Meeting<'a> {
    touches: Vec<Touch<'a>>,
    corners: Vec<&'a Corner<'a>>,
    /// For each contact outside corners its normal twice, and for each corner those of its sides.
    barriers: Vec<[FractionVector; 2]>,
}

/// A contact, as the first solid sees it.
struct Touch<'a> {
    contact: &'a Contact<'a>,
    /// Both directions of its edge. Velocities of the first solid against the second that are
    /// counter-clockwise from `begin` close the contact, up to `end`.
    begin: Direction,
    end: Direction,
    /// Whether these are ways of the contact.
    begins: bool,
    ends: bool,
}

/// A direction. They ascend by their angle from that of x on.
#[derive(Clone)]
struct Direction(FractionVector);

/// The arcs that begin and end at a direction.
#[derive(Default)]
struct Turn {
    begins: usize,
    ends: usize,
    is_barred: bool,
}

/// Notes at all contacts what they are at seams.
pub(crate) fn note_seams<'a>(contacts: &'a [Contact<'a>], corners: &'a [Corner<'a>]) {
    let mut meetings: BTreeMap<Place, Meeting> = BTreeMap::new();
    for contact in contacts {
        if contact.corner.is_none() {
            let meeting = meetings.entry(place(contact)).or_default();
            let normal = normal_into_smaller(contact);
            meeting.barriers.push([normal.clone(), normal]);
            meeting.touches.push(Touch::new(contact));
        }
    }
    for corner in corners {
        let meeting = meetings.entry(place(corner.first())).or_default();
        let sides = corner.sides.each_ref();
        let normals = sides.map(|side| normal_into_smaller(side.first));
        meeting.barriers.push(normals);
        meeting.touches.extend(corner.contacts().map(Touch::new));
        meeting.corners.push(corner);
    }
    for meeting in meetings.values() {
        // No contact bars its own ways.
        if meeting.barriers.len() > 1 {
            meeting.note();
            let outer = meeting.outer();
            for corner in &meeting.corners {
                let _ = corner.outer.set(outer.clone());
            }
        }
    }
}

/// The place of a contact.
pub(crate) fn place(contact: &Contact) -> Place {
    let mut solids = contact.bodies.map(Solid::of);
    solids.sort();
    (Vector::from(&contact.gap.point), solids)
}

/// The normal of a contact, into the smaller one of its two solids.
pub(crate) fn normal_into_smaller(contact: &Contact) -> FractionVector {
    let normal = &contact.gap.normal;
    let [first, second] = contact.bodies.map(Solid::of);
    match first < second {
        true => normal.clone(),
        false => -normal,
    }
}

impl<'a> Touch<'a> {
    fn new(contact: &'a Contact<'a>) -> Self {
        let begin = normal_into_smaller(contact).quarter_turn();
        let end = -&begin;
        // Jn leads along the edge, and a velocity of the edge's solid is the opposite of that of
        // the vertex. So both signs change, or none.
        let is_at_start = contact.is_at_start();
        Self {
            contact,
            begin: Direction(begin),
            end: Direction(end),
            begins: is_at_start.unwrap_or(true),
            ends: !is_at_start.unwrap_or(false),
        }
    }
}

impl Meeting<'_> {
    fn note(&self) {
        let around = self.around();
        let is_barred = |direction: &Direction| {
            let turn = around.get(direction);
            turn.is_some_and(|turn| turn.is_barred)
        };
        let hides = |touch: &Touch| {
            (!touch.begins || is_barred(&touch.begin)) && (!touch.ends || is_barred(&touch.end))
        };
        let is_locked = self.touches.iter().all(hides);
        for touch in &self.touches {
            let is_barred = [&touch.begin, &touch.end].map(is_barred);
            let is_hidden = !is_locked && touch.contact.is_rough() && hides(touch);
            touch.contact.seam.set(if is_hidden {
                Seam::Hidden
            } else if is_barred.contains(&true) {
                Seam::Wall
            } else {
                Seam::Outer
            });
        }
    }

    /// The normals of its outer contacts, if they have two directions.
    fn outer(&self) -> Option<[FractionVector; 2]> {
        let touches = self.touches.iter();
        let is_outer = |touch: &&Touch| touch.contact.seam.get() == Seam::Outer;
        let mut normals = touches
            .filter(is_outer)
            .map(|touch| normal_into_smaller(touch.contact));
        let first = normals.next()?;
        let second = normals.find(|other| !first.cross(other).is_zero())?;
        Some([first, second])
    }

    /// All directions of edges around the point, and whether some arc has them.
    fn around(&self) -> BTreeMap<Direction, Turn> {
        let mut around: BTreeMap<Direction, Turn> = BTreeMap::new();
        for touch in &self.touches {
            around.entry(touch.begin.clone()).or_default();
            around.entry(touch.end.clone()).or_default();
        }
        for [normal, other] in &self.barriers {
            // The arc of both is where those of the two overlap: it begins where the later one
            // does.
            let is_later = normal.cross(other).is_positive();
            let [early, late] = match is_later {
                true => [normal, other],
                false => [other, normal],
            };
            let begin = Direction(late.quarter_turn());
            let end = Direction(-&early.quarter_turn());
            let turn = around.entry(begin).or_default();
            turn.begins = turn.begins.saturating_add(1);
            let turn = around.entry(end).or_default();
            turn.ends = turn.ends.saturating_add(1);
        }
        let Some((first, turn)) = around.first_key_value() else {
            return around;
        };
        let mut over = turn.ends;
        for barrier in &self.barriers {
            let closes = |normal: &FractionVector| normal.dot(&first.0).is_negative();
            over = over.saturating_add(usize::from(barrier.iter().all(closes)));
        }
        for turn in around.values_mut() {
            over = over.saturating_sub(turn.ends);
            turn.is_barred = over > 0;
            over = over.saturating_add(turn.begins);
        }
        around
    }
}

impl Direction {
    fn points_down(&self) -> bool {
        let y = self.0.y();
        y.is_negative() || y.is_zero() && self.0.x().is_negative()
    }
}

impl Ord for Direction {
    fn cmp(&self, other: &Self) -> Ordering {
        let downs = self.points_down().cmp(&other.points_down());
        downs.then_with(|| Fraction::ZERO.cmp(&self.0.cross(&other.0)))
    }
}

impl PartialOrd for Direction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Direction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Direction {}
