//! Trees of modes, whose leaves show that nothing but rest obeys Coulomb's law.
//!
//! Let u be how the bodies accelerate against each other at a contact, and u_t its part along the
//! contact. A tree divides motions: by whether a contact opens, n·u > 0, or not; and by whether it
//! sticks, u_t = 0, or in which of the open sectors between directions, or along which of these,
//! u_t is. So each motion is of one leaf, and with n·u ≥ 0 its u is in a cone U there, and by the
//! law its force in a cone F: none if it opens; the edge of the round cone that is opposite to u_t
//! if that is along a direction; for a sector all such edges; the round cone itself otherwise.

use crate::core::cone::Split;
use crate::core::newton::{ForcesOnBodies, Law};
use crate::core::row::{Motions, RowForce};
use crate::index::ContactId;
use crate::names;
use crate::proof::space::ground::{Ground, Group};
use crate::rejection::Condition::{Form, N1, N2, N3, N5};
use crate::rejection::Result;
use crate::space::contact::{Contact, dot};
use crate::space::work::Work;
use crate::wellformed;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;
use std::fmt::Display;
use zwang_certificate::space::{ModeLeaf, ModeNode};

type Direction = [BigInt; 3];

/// How a contact moves across.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Across {
    /// n·u ≥ 0.
    Any,
    /// n·u > 0.
    Opens,
    /// n·u = 0.
    Stays,
}

/// How it moves along.
#[derive(Clone)]
enum Along {
    Any,
    Sticks,
    /// u_t is a positive multiple of the direction.
    Ray(Direction),
    /// u_t is strictly between two directions, from the first to the second in the positive sense
    /// about n; the angle is at most π.
    Sector([Direction; 2]),
}

#[derive(Clone)]
struct Mode {
    across: Across,
    along: Along,
}

/// A split on the way to an entry, with the modes of its contact that are still to come.
struct Begun {
    contact: ContactId,
    before: Option<Mode>,
    /// The last is the next one.
    waiting: Vec<Mode>,
}

/// The number of leaves of a tree that shows that nothing but rest obeys the law.
pub(super) fn nothing_else_obeys(
    ground: &Ground,
    group: &Group,
    tree: &[ModeNode],
    work: &mut Work,
) -> Result<usize> {
    let each = group.contacts.len();
    let each = each.saturating_add(group.bodies.len().saturating_mul(6));
    let mut modes: BTreeMap<ContactId, Mode> = BTreeMap::new();
    let mut way: Vec<Begun> = Vec::new();
    let mut leaves: usize = 0;
    let mut is_open = true;
    for (index, node) in tree.iter().enumerate() {
        let place = format!("{group}, entry {index} of its tree");
        if !is_open {
            return Form.refuse(place, "an entry beyond the last branch", "one tree");
        }
        match node {
            ModeNode::Opens(contact) => {
                let contact = group.touching(ground.contacts, *contact)?;
                let begun = by_opening(contact, modes.get(&contact.index), &place)?;
                way.push(begun);
            }
            ModeNode::Slides { contact, along } => {
                let contact = group.touching(ground.contacts, *contact)?;
                let begun = by_sliding(contact, along, modes.get(&contact.index), &place)?;
                way.push(begun);
            }
            ModeNode::Leaf(leaf) => {
                work.add(1, each.saturating_add(way.len()))?;
                nothing_moves(ground, group, leaf, &modes, &place)?;
                leaves = leaves.saturating_add(1);
            }
        }
        is_open = begin_branch(&mut way, &mut modes);
    }
    if is_open {
        let found = format!("{} entries", tree.len());
        return Form.refuse(format!("{group}, tree"), found, "all branches of one tree");
    }
    Ok(leaves)
}

/// Begins the next branch of the last split that has one; whether there is one.
fn begin_branch(way: &mut Vec<Begun>, modes: &mut BTreeMap<ContactId, Mode>) -> bool {
    while let Some(mut begun) = way.pop() {
        if let Some(mode) = begun.waiting.pop() {
            modes.insert(begun.contact, mode);
            way.push(begun);
            return true;
        }
        match begun.before {
            Some(mode) => modes.insert(begun.contact, mode),
            None => modes.remove(&begun.contact),
        };
    }
    false
}

fn by_opening(contact: &Contact, before: Option<&Mode>, place: &str) -> Result<Begun> {
    let along = match before {
        None => Along::Any,
        Some(Mode {
            across: Across::Any,
            along,
        }) => along.clone(),
        Some(_) => return Form.refuse(place, "a contact that is decided", "one that may open"),
    };
    let mode = |across| Mode {
        across,
        along: along.clone(),
    };
    Ok(Begun {
        contact: contact.index,
        before: before.cloned(),
        waiting: vec![mode(Across::Stays), mode(Across::Opens)],
    })
}

fn by_sliding(
    contact: &Contact,
    along: &Direction,
    before: Option<&Mode>,
    place: &str,
) -> Result<Begun> {
    let normal = &contact.normal_numbers;
    if along.iter().all(Zero::is_zero) || !dot(normal, along).is_zero() {
        return Form.refuse(place, "a direction that is not along the contact", "one");
    }
    let across = before.map_or(Across::Any, |mode| mode.across);
    let against = along.each_ref().map(|number| -number);
    let ray = Along::Ray(along.clone());
    let modes = match before.map(|mode| &mode.along) {
        None | Some(Along::Any) => vec![
            Along::Sector([against.clone(), along.clone()]),
            Along::Sector([along.clone(), against.clone()]),
            Along::Ray(against),
            ray,
            Along::Sticks,
        ],
        Some(Along::Sector([from, to])) => {
            let begins = turn(normal, from, along);
            let ends = turn(normal, along, to);
            if !begins.is_positive() || !ends.is_positive() {
                return Form.refuse(place, "a direction outside of the sector", "one inside");
            }
            vec![
                Along::Sector([along.clone(), to.clone()]),
                Along::Sector([from.clone(), along.clone()]),
                ray,
            ]
        }
        Some(_) => {
            return Form.refuse(place, "a contact that is decided", "one that may slide");
        }
    };
    let waiting = modes.into_iter().map(|along| Mode { across, along });
    Ok(Begun {
        contact: contact.index,
        before: before.cloned(),
        waiting: waiting.collect(),
    })
}

/// n·(d × e): positive if e is to the left of d.
fn turn(normal: &Direction, one: &Direction, other: &Direction) -> BigInt {
    dot(normal, &cross(one, other))
}

fn cross([a, b, c]: &Direction, [x, y, z]: &Direction) -> Direction {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

/// N5, N1, N2 and N3 of a leaf.
fn nothing_moves(
    ground: &Ground,
    group: &Group,
    leaf: &ModeLeaf,
    modes: &BTreeMap<ContactId, Mode>,
    place: &str,
) -> Result {
    let ModeLeaf {
        gravity,
        velocity,
        weights,
    } = leaf;
    if gravity.is_negative() {
        let found = names::integer(gravity);
        return Form.refuse(place, format!("gravity {found}"), "at least 0");
    }
    wellformed::entries_ascend("weights", weights)?;
    let velocity = group.of_bodies("velocity", velocity)?;
    let free = Mode {
        across: Across::Any,
        along: Along::Any,
    };
    let mut weighed = Vec::new();
    for (index, weight) in weights {
        let contact = group.touching(ground.contacts, *index)?;
        weighed.push((contact, weight, contact.spot.axes()));
    }
    let mut forces = Vec::new();
    for (_, weight, rows) in &weighed {
        for (row, force) in rows.iter().zip(*weight) {
            forces.push(RowForce { row, force });
        }
    }
    let law = Law {
        pulls: true,
        motion: Some(&velocity),
        condition: N5,
    };
    ForcesOnBodies::new(forces).obey(law, &group.members, gravity, place)?;
    let mut is_strict = gravity.is_positive();
    for (contact, weight, _) in &weighed {
        let mode = modes.get(&contact.index).unwrap_or(&free);
        is_strict |= mode.weighs(contact, weight, place)?;
    }
    for contact in group.contacts.values() {
        let mode = modes.get(&contact.index).unwrap_or(&free);
        mode.no_force_helps(contact, &velocity, place)?;
    }
    let work = group.work(&velocity)?;
    if work.is_negative() || is_strict && work.is_zero() {
        return Ok(());
    }
    let found = format!("work {}", names::rational(&work));
    N3.refuse(place, found, "at most 0, and not nothing at all")
}

impl Mode {
    /// N1: k·u ≥ 0 for all u of the mode; and whether it is above 0.
    fn weighs(&self, contact: &Contact, weight: &Direction, place: &str) -> Result<bool> {
        let normal = &contact.normal_numbers;
        let refuse = |found: &str| N1.refuse(format!("{place}, {contact}"), found, "k·u ≥ 0");
        let across = dot(normal, weight);
        if across.is_negative() && self.across != Across::Stays {
            return refuse("a weight that pulls");
        }
        let opens = self.across == Across::Opens && across.is_positive();
        let part = Split::new(normal, weight).along_squared;
        let slides = match &self.along {
            Along::Any if !part.is_zero() => return refuse("a weight along the contact"),
            Along::Any | Along::Sticks => false,
            Along::Ray(direction) => {
                let along = dot(weight, direction);
                if along.is_negative() {
                    return refuse("a weight against the direction");
                }
                along.is_positive()
            }
            Along::Sector([from, to]) => {
                let is_half = turn(normal, from, to).is_zero();
                let inside = turn(normal, from, weight);
                let outside = dot(weight, from).is_negative() || dot(weight, to).is_negative();
                if outside || is_half && inside.is_negative() {
                    return refuse("a weight against the sector");
                }
                !part.is_zero()
            }
        };
        Ok(opens || slides)
    }

    /// N2: F·u ≤ 0 for all forces F of the mode, u under y.
    fn no_force_helps(&self, contact: &Contact, velocity: &Motions, place: impl Display) -> Result {
        if self.across == Across::Opens {
            return Ok(());
        }
        let normal = &contact.normal_numbers;
        let relative = contact.spot.relative_velocity(velocity)?;
        let opposite = relative.each_ref().map(|number| -number);
        let is_blocked = match &self.along {
            Along::Any | Along::Sticks => is_free(contact, &opposite),
            Along::Ray(direction) => is_edge_free(contact, &relative, direction),
            Along::Sector([from, to]) => {
                let ends = [from, to].map(|end| is_edge_free(contact, &relative, end));
                let is_inside = turn(normal, from, &opposite).is_positive()
                    && turn(normal, &opposite, to).is_positive();
                // In the middle of the sector the edge opposite to -u_t does most work.
                ends == [true, true] && (!is_inside || is_free(contact, &opposite))
            }
        };
        if is_blocked {
            return Ok(());
        }
        let place = format!("{place}, {contact}");
        N2.refuse(place, "a force that does work", "none")
    }
}

/// Whether no force of the round cone does work against v: v is in its dual.
fn is_free(contact: &Contact, vector: &Direction) -> bool {
    Split::new(&contact.normal_numbers, vector).is_in_dual(&contact.friction)
}

/// Whether the force n/|n| - μ d/|d| does no work under u: (u·n)/|n| ≤ μ (u·d)/|d|.
fn is_edge_free(contact: &Contact, relative: &Direction, direction: &Direction) -> bool {
    let normal = &contact.normal_numbers;
    let friction = &contact.friction;
    let left = friction.denom() * dot(normal, relative);
    let right = friction.numer() * dot(direction, relative);
    let left_square = dot(direction, direction) * &left * &left;
    let right_square = dot(normal, normal) * &right * &right;
    match (left.is_positive(), right.is_negative()) {
        (false, false) => true,
        (true, true) => false,
        (true, false) => left_square <= right_square,
        (false, true) => left_square >= right_square,
    }
}
