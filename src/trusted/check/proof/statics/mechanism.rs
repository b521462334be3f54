//! How a scene falls, as the velocities of a proof say: which bodies shift and which turn, which
//! contacts slide and which open, and about which points bodies turn against each other.
//!
//! At a contact with n·u = w and t·u = s the velocities of a fall have w ≥ μ |s|. If w = s = 0 the
//! contact holds: it is a hinge if one of its bodies turns against the other. If w = μ |s|, and s
//! is not 0, it slides; where friction is, what slides lifts in these virtual velocities, and only
//! in these. Otherwise it opens.

use super::case::{Case, Claim};
use crate::core::row::{Motions, Row};
use crate::plane::contact::Contact;
use crate::plane::lever::along_x_y_and_turning;
use crate::proof::group::Group;
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;
use std::slice;
use zwang_exact::Vector;
use zwang_scene::{BodyId, PinId};

/// How a scene falls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mechanism {
    /// The bodies that move, ascending, and whether each of them turns.
    pub turns: BTreeMap<BodyId, bool>,
    /// The hinges, at which bodies turn against each other about a point that they share: contacts
    /// that hold.
    pub hinges: Vec<MovedContact>,
    /// The pins at which they do.
    pub pins: Vec<PinId>,
    /// The contacts that slide.
    pub sliding: Vec<MovedContact>,
    /// The contacts that open.
    pub opening: Vec<MovedContact>,
}

/// A contact of a mechanism.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedContact {
    /// The body of the vertex.
    pub first: BodyId,
    /// The body of the edge.
    pub second: BodyId,
    /// The vertex, m.
    pub point: Vector,
}

/// The movement of the velocities at a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtContact {
    Holds,
    Slides,
    Opens,
}

impl Mechanism {
    /// Notes how a group moves, given its velocity, or this as far as each power of a root goes,
    /// and what it does at contacts; `None` for the other side of a corner, where nothing bears.
    pub(crate) fn add<'a>(
        &mut self,
        group: &Group<'a>,
        contacts: Vec<&Contact<'a>>,
        powers: &[Motions],
        does: impl Fn(&Contact) -> Result<Option<AtContact>>,
    ) -> Result {
        for body in &group.bodies {
            let mut turns = false;
            let mut shifts = false;
            for motion in powers.iter().filter_map(|motions| motions.get(body)) {
                let [x, y, turn] = along_x_y_and_turning(motion);
                turns |= !turn.is_zero();
                shifts |= !(x.is_zero() && y.is_zero());
            }
            if turns || shifts {
                self.turns.insert(*body, turns);
            }
        }
        for contact in contacts {
            let list = match does(contact)? {
                None => continue,
                Some(AtContact::Holds) if !turn_apart(&contact.gap.row, powers) => continue,
                Some(AtContact::Holds) => &mut self.hinges,
                Some(AtContact::Slides) => &mut self.sliding,
                Some(AtContact::Opens) => &mut self.opening,
            };
            let [first, second] = contact.bodies;
            list.push(MovedContact {
                first: first.index,
                second: second.index,
                point: Vector::from(&contact.gap.point),
            });
        }
        for (index, pin) in &group.pins {
            let [row, _] = &pin.rows;
            if turn_apart(row, powers) {
                self.pins.push(*index);
            }
        }
        Ok(())
    }

    /// How the falling cases of all groups move; `None` if there are none.
    pub(super) fn of_cases(groups: &[(&Group, Vec<Case>)]) -> Result<Option<Self>> {
        let mut found = None;
        for (group, cases) in groups {
            for case in cases {
                if let Claim::Falling(velocity) = &case.claim {
                    let mechanism = found.get_or_insert_with(Self::default);
                    let mut contacts: Vec<&Contact> = case.imposed.values().copied().collect();
                    for (index, corner) in &group.undecided {
                        if !case.sides.contains_key(index) {
                            contacts.extend(corner.bearing());
                        }
                    }
                    let does = |contact: &Contact| at_contact(contact, velocity);
                    mechanism.add(group, contacts, slice::from_ref(velocity), does)?;
                }
            }
        }
        Ok(found)
    }
}

/// The movement of a velocity at a contact.
fn at_contact(contact: &Contact, velocity: &Motions) -> Result<Option<AtContact>> {
    let relative = contact.velocity(velocity)?;
    Ok(match relative.slack(contact.wedge()) {
        Some([slack, _]) if slack.is_positive() => Some(AtContact::Opens),
        Some([slack, _]) if slack.is_negative() => None,
        _ if relative.slip.is_zero() => Some(AtContact::Holds),
        _ => Some(AtContact::Slides),
    })
}

/// Whether one of the bodies of a row turns against the other; one that is fixed does not turn.
fn turn_apart(row: &Row, powers: &[Motions]) -> bool {
    let [first, second] = row.bodies;
    powers
        .iter()
        .any(|motions| turn(first, motions) != turn(second, motions))
}

fn turn(body: Option<BodyId>, motions: &Motions) -> BigInt {
    let motion = body.and_then(|body| motions.get(&body));
    let [_, _, turn] = along_x_y_and_turning(motion.map_or(&[], |motion| motion));
    turn.clone()
}
