//! Places at which parts touch, and reasons why they do not overlap.
//!
//! Two convex parts have disjoint interiors if and only if the line of an edge of one of them
//! separates them: their Minkowski difference is a convex polygon whose edges are parallel to
//! theirs, and 0 is in its interior or on the outer side of an edge. Such an edge is a
//! [`Separation`]. Both parts meet its line in a vertex or an edge, so whichever separating edge is
//! taken, the touching set is the intersection of two intervals of that line: nothing, a point, or
//! a segment. Condition C2 of `proofs/FORMAT.md` is imposed there.
//!
//! Pairs are found by an exact sweep (`broad_phase`), and decided over integers with a common
//! denominator per pair (`lattice`). Separations ascend by (first part, second part); contacts
//! follow their order, within a segment by part and vertex, within a corner side 0 first. The
//! result depends on nothing but the scene.

mod broad_phase;
mod depth;
mod overlaps;
mod rounded;
mod seams;
mod touching;
mod velocity;

pub(crate) use broad_phase::meeting_outlines;
pub use depth::Depth;
pub(crate) use depth::Root;
pub use overlaps::Overlaps;
pub(crate) use rounded::{is_rounded, turning};
pub(crate) use seams::{Seams, seams};
pub(crate) use velocity::{MovingBodies, edge};
pub use velocity::{gap_velocity, normal, point};

use crate::lattice::{Lattice, Outline};
use crate::short::{ShortOutline, ShortPoint};
use rounded::Placement;
use std::borrow::Cow;
use std::collections::BTreeMap;
use touching::{Pair, Touching};
use zwang_certificate::{Contact, Corner, PartId, Separation};
use zwang_exact::{Rational, Vector};
use zwang_program::kernel::number::to_solver;
use zwang_program::{Monitor, Stage};
use zwang_scene::{BodyId, IgnoringPairs, MisplacedLoad, PinId, Scene};

/// All that a scene says about which parts touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contacts {
    /// One for every pair of parts whose closed bounding boxes meet, unless their bodies ignore
    /// each other.
    pub separations: Vec<Separation>,
    /// Contacts of parts of different bodies, unless both are fixed or ignore each other.
    pub contacts: Vec<Contact>,
    /// Corners, at which such parts touch only vertex to vertex.
    pub corners: Vec<Corner>,
}

/// The most separations, and the most contacts, that a proof may list.
const MOST_ENTRIES: usize = 1 << 20;

/// The contacts that a scene may have whatever its parts are, and so many more for each part.
/// Parts side by side have fewer than ten each, but n parts that share a point n (n - 1): the work
/// on them grows as the square or cube of n, for one place of the scene.
const FREE_CONTACTS: usize = 1 << 17;
const CONTACTS_OF_A_PART: usize = 32;

/// The most contacts of so many parts that are looked at.
fn most_contacts(parts: usize) -> usize {
    let of_parts = parts.saturating_mul(CONTACTS_OF_A_PART);
    of_parts.saturating_add(FREE_CONTACTS).min(MOST_ENTRIES)
}

/// Why a scene cannot be solved as it stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ContactError {
    /// Parts with common interior points.
    #[error("{0}")]
    Overlap(Box<Overlaps>),
    /// More is in one place than a proof may list (`proofs/FORMAT.md`, section 2).
    #[error(
        "more than {MOST_ENTRIES} {0}, and a proof has at most so many; expected fewer parts in one \
         place"
    )]
    Crowded(&'static str),
    /// Many parts touch at one point.
    #[error(
        "more than {most} contacts of {parts} parts, {at_point} of them at the point ({}, {}); \
         expected fewer bodies that share a point: those that move as one may be parts of one body",
        point.x, point.y
    )]
    ShareAPoint {
        /// The contacts that so many parts may have.
        most: usize,
        /// The parts of the scene.
        parts: usize,
        /// The point at which most of those contacts are that were found first.
        point: Vector,
        /// How many these are.
        at_point: usize,
    },
    /// Two bodies that touch and approach each other: a collision, which no acceleration prevents.
    #[error(transparent)]
    Closing(#[from] Box<Closing>),
    /// Two bodies pinned together whose velocities at the pin differ.
    #[error(transparent)]
    PinVelocity(#[from] Box<PinVelocity>),
    /// A load on a fixed body, or on one that the scene does not have; no file has one.
    #[error(transparent)]
    Load(#[from] Box<MisplacedLoad>),
}

/// Two parts with common interior points.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{} overlap by {}{depth}; expected disjoint interiors{}",
    part_names(.bodies, .parts), if *.is_rounded { "at most " } else { "" },
    way_out(.bodies, .depth)
)]
pub struct Overlap {
    /// Names of the bodies; twice the same name if parts of one body overlap.
    pub bodies: [String; 2],
    /// The part of each.
    pub parts: [usize; 2],
    /// The least translation of the second that frees it from the first; if a part is rounded, one
    /// that does.
    pub depth: Depth,
    /// Whether a part is rounded.
    pub is_rounded: bool,
    /// Whether they belong to different bodies of which at least one is free.
    pub can_part: bool,
}

/// Two bodies that touch and approach each other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "bodies `{}` and `{}` collide at ({}, {}): found that they approach each other at {}; expected \
     bodies that touch to rest or to part",
    .bodies[0], .bodies[1], .point.x, .point.y, approach(&speed_squared(.normal, .gap_velocity))
)]
pub struct Closing {
    /// Names of the bodies; the normal points from the second into the first.
    pub bodies: [String; 2],
    /// The point of contact, m.
    pub point: Vector,
    /// Outward normal of the edge of the second body, as long as the edge, m.
    pub normal: Vector,
    /// The normal times the velocity of the first body relative to the second, m²/s; negative.
    pub gap_velocity: Rational,
}

/// A pin whose bodies move apart.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "pin {pin} at ({}, {}): `{}` and {} differ in velocity by ({}, {}) m/s there; expected equal \
     velocities",
    .at.x, .at.y, .first, quoted_or_world(.second), .difference.x, .difference.y
)]
pub struct PinVelocity {
    /// The pin.
    pub pin: PinId,
    /// Name of its first body.
    pub first: String,
    /// Name of its second body; `None` for the world.
    pub second: Option<String>,
    /// Its place, m.
    pub at: Vector,
    /// Velocity of the first body there less that of the second, m/s.
    pub difference: Vector,
}

/// The square of a gap velocity along a normal of any length, by the unit normal, m²/s².
fn speed_squared(normal: &Vector, gap_velocity: &Rational) -> Rational {
    gap_velocity * gap_velocity / normal.dot(normal)
}

/// A speed, known by its square.
fn approach(squared: &Rational) -> Root<'_> {
    Root::new(squared, "m/s")
}

fn quoted_or_world(body: &Option<String>) -> String {
    match body {
        Some(name) => format!("`{name}`"),
        None => "the world".to_owned(),
    }
}

/// Finds all separations, contacts and corners of a scene, and checks that its velocities are
/// admissible (conditions C1 to C3).
///
/// # Errors
/// [`ContactError`]: the first load on no free body; otherwise all overlaps, up to a thousand, in
/// the order of parts; otherwise that there are more separations or contacts than a proof may list;
/// otherwise the first closing contact or corner; otherwise the first pin whose bodies differ in
/// velocity.
pub fn find(scene: &Scene) -> Result<Contacts, ContactError> {
    find_on(scene, &Lattice::new(scene))
}

/// The same of a scene whose bodies may approach each other: where they touch at an instant at
/// which velocities change. Its corners say nothing of which side closes.
///
/// # Errors
/// [`ContactError`], as [`find`], but never [`ContactError::Closing`].
pub fn find_meeting(scene: &Scene) -> Result<Contacts, ContactError> {
    let moving = MovingBodies::new(scene);
    let found = found_on(scene, &Lattice::new(scene), &moving)?;
    velocity::check_pins(scene)?;
    Ok(found)
}

/// The same with the geometry of the scene, and the time that both take booked.
pub(crate) fn find_in_time(
    scene: &Scene,
    monitor: &Monitor,
) -> Result<(Lattice, Contacts), ContactError> {
    monitor.time(Stage::Contacts, || {
        let lattice = Lattice::new(scene);
        let contacts = find_on(scene, &lattice)?;
        Ok((lattice, contacts))
    })
}

/// The same, of a scene whose geometry is at hand.
pub(crate) fn find_on(scene: &Scene, lattice: &Lattice) -> Result<Contacts, ContactError> {
    let moving = MovingBodies::new(scene);
    let found = found_on(scene, lattice, &moving)?;
    velocity::check(scene, &moving, &found)?;
    Ok(found)
}

/// The contacts, whatever the velocities are.
fn found_on(
    scene: &Scene,
    lattice: &Lattice,
    moving: &MovingBodies,
) -> Result<Contacts, ContactError> {
    scene.require_loads_on_free_bodies().map_err(Box::new)?;
    let mut parts: Vec<PartId> = Vec::new();
    let mut outlines: Vec<&Outline> = Vec::new();
    for (part, outline) in lattice.parts() {
        parts.push(part);
        outlines.push(outline);
    }
    let mut found = Contacts {
        separations: Vec::new(),
        contacts: Vec::new(),
        corners: Vec::new(),
    };
    let ignoring = scene.ignoring_pairs();
    let mut overlaps = Vec::new();
    let boxes = boxes(scene, &parts, &outlines);
    let boxes: Vec<&Outline> = boxes.iter().map(Cow::as_ref).collect();
    let boxes = broad_phase::rank_boxes(&boxes);
    let pairs = broad_phase::meeting_pairs(&boxes);
    let count = separated(scene, &ignoring, &parts, &pairs);
    // A proof with so many pairs cannot be written: then nothing is kept of them, and overlaps
    // alone are looked for, since these say more.
    let is_crowded = pairs.len() > broad_phase::MOST_PAIRS || count > MOST_ENTRIES;
    if !is_crowded {
        found.separations.reserve_exact(count);
    }
    let mut decided = 0;
    let most = most_contacts(parts.len());
    for (first, second) in &pairs {
        let [first, second] = [*first, *second];
        let ids = [parts[first], parts[second]];
        if ignore_each_other(&ignoring, ids) {
            continue;
        }
        let pair = rounded_pair(scene, ids);
        if pair.parts.iter().any(|part| part.is_rounded()) {
            if ids[0].body == ids[1].body {
                continue;
            }
            match pair.placement() {
                Placement::Overlapping(push) => overlaps.push(overlap_of_rounded(scene, ids, push)),
                Placement::Separate(..) if is_crowded => decided += 1,
                Placement::Separate(line, contacts) => {
                    if may_move(scene, ids) {
                        found.contacts.extend(contacts);
                    }
                    let [first, second] = ids;
                    found.separations.push(Separation {
                        first,
                        second,
                        line,
                    });
                }
            }
            if overlaps.len() == overlaps::MOST
                || found.contacts.len() > most
                || decided > MOST_ENTRIES
            {
                break;
            }
            continue;
        }
        let pair_outlines = [outlines[first], outlines[second]];
        let Some((separation, touching)) = decide(ids, pair_outlines) else {
            overlaps.push(overlap(scene, ids));
            if overlaps.len() == overlaps::MOST {
                break;
            }
            continue;
        };
        decided += 1;
        if !is_crowded {
            if may_move(scene, ids) {
                found.record(scene, moving, touching);
            }
            found.separations.push(separation);
        }
        if found.contacts.len() > most || decided > MOST_ENTRIES {
            break;
        }
    }
    if !overlaps.is_empty() {
        return Err(ContactError::Overlap(Box::new(Overlaps {
            are_more: overlaps.len() == overlaps::MOST,
            pairs: overlaps,
            file: None,
        })));
    }
    if is_crowded {
        return Err(ContactError::Crowded(
            "pairs of parts whose bounding boxes meet",
        ));
    }
    found.require_few(scene, parts.len())?;
    Ok(found)
}

/// How many of these pairs of parts are to be separated.
fn separated(
    scene: &Scene,
    ignoring: &IgnoringPairs,
    parts: &[PartId],
    pairs: &[(usize, usize)],
) -> usize {
    let mut count = 0;
    for (first, second) in pairs {
        let ids = [parts[*first], parts[*second]];
        let polygons = rounded_pair(scene, ids).parts;
        let is_rounded = polygons.iter().any(|part| part.is_rounded());
        let is_joined = is_rounded && ids[0].body == ids[1].body;
        if !is_joined && !ignore_each_other(ignoring, ids) {
            count += 1;
        }
    }
    count
}

/// The parts, in whose place the boxes of rounded ones stand.
fn boxes<'a>(scene: &Scene, parts: &[PartId], outlines: &[&'a Outline]) -> Vec<Cow<'a, Outline>> {
    let mut boxes = Vec::with_capacity(parts.len());
    for (id, outline) in parts.iter().zip(outlines) {
        let part = &scene.bodies[id.body].parts[id.part];
        boxes.push(match part.is_rounded() {
            true => Cow::Owned(outline.box_widened(&to_solver(part.radius()))),
            false => Cow::Borrowed(*outline),
        });
    }
    boxes
}

fn rounded_pair(scene: &Scene, ids: [PartId; 2]) -> rounded::Pair<'_> {
    rounded::Pair {
        ids,
        parts: ids.map(|id| &scene.bodies[id.body].parts[id.part]),
    }
}

/// Parts of which one is rounded that a translation of the second one parts.
fn overlap_of_rounded(scene: &Scene, parts: [PartId; 2], push: Vector) -> Overlap {
    Overlap {
        bodies: parts.map(|id| scene.bodies[id.body].name.clone()),
        parts: parts.map(|id| id.part),
        depth: Depth::of_push(push),
        is_rounded: true,
        can_part: may_move(scene, parts),
    }
}

/// The separation of two parts, and the set in which they touch; `None` if they overlap.
fn decide(parts: [PartId; 2], outlines: [&Outline; 2]) -> Option<(Separation, Touching)> {
    match short_together(outlines) {
        Some(short) => Pair::new(parts, short).decide(),
        None => Pair::new(parts, Outline::together(outlines)).decide(),
    }
}

fn short_together(outlines: [&Outline; 2]) -> Option<[Cow<'_, [ShortPoint]>; 2]> {
    let [first, second] = outlines;
    ShortOutline::together([first.short()?, second.short()?])
}

/// Whether two parts belong to bodies that ignore each other.
pub(crate) fn ignore_each_other(ignoring: &IgnoringPairs, [first, second]: [PartId; 2]) -> bool {
    ignoring.contains(BodyId(first.body), BodyId(second.body))
}

/// Whether the two parts can move against each other.
pub(crate) fn may_move(scene: &Scene, [first, second]: [PartId; 2]) -> bool {
    let bodies = [first.body, second.body];
    let are_fixed = bodies.map(|body| scene.bodies[body].is_fixed());
    first.body != second.body && are_fixed.contains(&false)
}

fn part_names(bodies: &[String; 2], parts: &[usize; 2]) -> String {
    let [body, other_body] = bodies;
    let [part, other_part] = parts;
    if body == other_body {
        return format!("parts {part} and {other_part} of body `{body}`");
    }
    let first = format!("body `{body}` (part {part})");
    let second = format!("body `{other_body}` (part {other_part})");
    format!("{first} and {second}")
}

/// How to move the second body out of the first.
fn way_out([first, second]: &[String; 2], depth: &Depth) -> String {
    if first == second {
        return String::new();
    }
    let Vector { x, y } = depth.push();
    let [x, y] = [x, y].map(depth::component);
    format!(" (moving `{second}` by ({x}, {y}) m parts these two)")
}

fn overlap(scene: &Scene, parts: [PartId; 2]) -> Overlap {
    let bodies = parts.map(|id| &scene.bodies[id.body]);
    let [first_body, second_body] = bodies;
    let [first, second] = parts.map(|id| id.part);
    let first_part = &first_body.parts[first];
    let second_part = &second_body.parts[second];
    let depth = Depth::of_overlap(first_part, second_part);
    Overlap {
        bodies: bodies.map(|body| body.name.clone()),
        parts: [first, second],
        depth,
        is_rounded: false,
        can_part: may_move(scene, parts),
    }
}

impl Contacts {
    /// Makes sure that these are not too many contacts for so many parts.
    fn require_few(&self, scene: &Scene, parts: usize) -> Result<(), ContactError> {
        let most = most_contacts(parts);
        if self.contacts.len() <= most {
            return Ok(());
        }
        let mut counts: BTreeMap<&Vector, usize> = BTreeMap::new();
        for Contact { vertex, .. } in &self.contacts {
            let part = &scene.bodies[vertex.part.body].parts[vertex.part.part];
            *counts.entry(&part.vertices()[vertex.index]).or_default() += 1;
        }
        let origin = Vector::from_integers(0, 0);
        let mut fullest = (&origin, 0);
        for (point, count) in counts {
            if count > fullest.1 {
                fullest = (point, count);
            }
        }
        let (point, at_point) = fullest;
        if at_point < most / 2 {
            return Err(ContactError::Crowded("contacts"));
        }
        Err(ContactError::ShareAPoint {
            most,
            parts,
            point: point.clone(),
            at_point,
        })
    }

    fn record(&mut self, scene: &Scene, moving: &MovingBodies, touching: Touching) {
        match touching {
            Touching::Apart => {}
            Touching::Vertex(contact) => self.contacts.push(contact),
            Touching::Segment(ends) => {
                let mut contacts = velocity::choose_vertices(scene, moving, &ends);
                contacts.sort_unstable();
                self.contacts.extend(contacts);
            }
            Touching::Corner(sides) => {
                let sides = sides.map(|contacts| {
                    let start = self.contacts.len();
                    self.contacts.extend(contacts);
                    (start..self.contacts.len()).collect()
                });
                self.corners.push(Corner { sides });
            }
        }
    }
}
