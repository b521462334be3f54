//! How a scene falls, as the velocities of a proof say: which bodies shift and which turn, which
//! contacts slide and which open, and about which points bodies turn against each other.
//!
//! At a contact with n·u = w and t·u = s the velocities of a fall have w ≥ μ |s|. If w = s = 0 the
//! contact holds: it is a hinge if one of its bodies turns against the other. If w = μ |s|, and s is
//! not 0, it slides; where friction is, what slides lifts in these virtual velocities, and only in
//! these. Otherwise it opens.

use super::case::{Case, Claim};
use crate::core::row::Motions;
use crate::plane::contact::Contact;
use crate::plane::lever::along_x_y_and_turning;
use crate::proof::group::Group;
use crate::rejection::Result;
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;
use zwang_exact::Vector;
use zwang_scene::{BodyId, PinId};

/// How a scene falls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mechanism {
    /// The bodies that move, ascending, and whether each of them turns.
    pub turns: BTreeMap<BodyId, bool>,
    /// Where bodies turn against each other about a point that they share: the contacts that hold.
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

/// What the velocities do at a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtContact {
    Holds,
    Slides,
    Opens,
}

impl Mechanism {
    /// Notes a contact. `turns` says whether its bodies turn against each other.
    pub(crate) fn put(&mut self, contact: &Contact, does: AtContact, turns: bool) {
        let list = match does {
            AtContact::Holds if !turns => return,
            AtContact::Holds => &mut self.hinges,
            AtContact::Slides => &mut self.sliding,
            AtContact::Opens => &mut self.opening,
        };
        let [first, second] = contact.bodies;
        list.push(MovedContact {
            first: first.index,
            second: second.index,
            point: Vector::from(&contact.gap.point),
        });
    }

    /// How the falling cases of all groups move; `None` if there are none.
    pub(super) fn of_cases(groups: &[(&Group, Vec<Case>)]) -> Result<Option<Self>> {
        let mut found = None;
        for (group, cases) in groups {
            for case in cases {
                if let Claim::Falling(velocity) = &case.claim {
                    let mechanism = found.get_or_insert_with(Self::default);
                    mechanism.add(group, case, velocity)?;
                }
            }
        }
        Ok(found)
    }

    fn add(&mut self, group: &Group, case: &Case, velocity: &Motions) -> Result {
        for (body, motion) in velocity {
            let [x, y, turn] = along_x_y_and_turning(motion);
            if !(x.is_zero() && y.is_zero() && turn.is_zero()) {
                self.turns.insert(*body, !turn.is_zero());
            }
        }
        let mut contacts: Vec<&Contact> = case.imposed.values().copied().collect();
        for (index, corner) in &group.undecided {
            if !case.sides.contains_key(index) {
                for side in &corner.sides {
                    contacts.extend(side.contacts());
                }
            }
        }
        for contact in contacts {
            let relative = contact.velocity(velocity)?;
            let Some([slack, _]) = relative.slack(contact.wedge()) else {
                continue;
            };
            if slack.is_negative() {
                // The other side of a corner: nothing bears there.
                continue;
            }
            let does = match (slack.is_positive(), relative.slip.is_zero()) {
                (true, _) => AtContact::Opens,
                (false, true) => AtContact::Holds,
                (false, false) => AtContact::Slides,
            };
            let turns = turn_apart(contact.gap.row.bodies, velocity);
            self.put(contact, does, turns);
        }
        for (index, pin) in &group.pins {
            let [row, _] = &pin.rows;
            if turn_apart(row.bodies, velocity) {
                self.pins.push(*index);
            }
        }
        Ok(())
    }
}

/// Whether one of two bodies turns against the other; one that is fixed does not turn.
fn turn_apart(bodies: [Option<BodyId>; 2], velocity: &Motions) -> bool {
    let [first, second] = bodies.map(|body| {
        let body = body.and_then(|body| velocity.get(&body));
        body.map(|motion| {
            let [_, _, turn] = along_x_y_and_turning(motion);
            turn.clone()
        })
        .unwrap_or_default()
    });
    first != second
}
