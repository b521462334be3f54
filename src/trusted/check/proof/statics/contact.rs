//! Contacts with their tangents, their friction, and how they slide.

use crate::core::row::Row;
use crate::plane::contact::{Contact, Corner};
use crate::plane::figure::Body;
use crate::proof::group::Group;
use crate::proof::named::Named;
use crate::rejection::Condition::Form;
use crate::rejection::Result;
use crate::{lookup, names};
use num_traits::Signed;
use std::cmp::Ordering;
use zwang_exact::{Fraction, FractionVector, Rational};
use zwang_scene::Scene;

/// A contact, along its edge.
pub(crate) struct RoughContact<'a> {
    pub contact: &'a Contact<'a>,
    /// The sliding acceleration t · (acceleration of the first body less that of the second); at
    /// rest, where it has no constant, s.
    pub slip: Row,
    /// μ.
    pub friction: Rational,
    /// The sign of the sliding velocity, t · (velocity of the first body less that of the second).
    pub sliding: Ordering,
}

/// What a proof with friction may name.
#[derive(Clone, Copy)]
pub(crate) struct Rough<'a> {
    pub named: Named<'a>,
    /// All contacts, in their order.
    pub contacts: &'a [RoughContact<'a>],
}

/// All contacts, in their order. Form: no friction is negative.
pub(crate) fn rough_contacts<'a>(
    scene: &Scene,
    contacts: &'a [Contact<'a>],
) -> Result<Vec<RoughContact<'a>>> {
    let mut rough = Vec::new();
    for contact in contacts {
        let [first, second] = contact.bodies;
        let friction = scene.friction.between(first.index, second.index);
        if friction.is_negative() {
            let friction = names::rational(&friction);
            let found = format!("friction {friction}");
            return Form.refuse(contact, found, "at least 0");
        }
        let tangent = contact.gap.normal.quarter_turn();
        let point = &contact.gap.point;
        let slip = Row::new(first, Some(second), point, &tangent, Fraction::ZERO);
        rough.push(RoughContact {
            contact,
            slip,
            friction,
            sliding: sliding(&tangent, [first, second], point),
        });
    }
    Ok(rough)
}

fn sliding(
    tangent: &FractionVector,
    [first, second]: [&Body; 2],
    point: &FractionVector,
) -> Ordering {
    let apart = &first.velocity_at(point) - &second.velocity_at(point);
    let velocity = tangent.dot(&apart);
    velocity.cmp(&Fraction::ZERO)
}

impl<'a> Rough<'a> {
    /// The entry of a contact.
    pub(crate) fn of(&self, contact: &Contact) -> Result<&'a RoughContact<'a>> {
        lookup::entry(self.contacts, "certificate", "contact", contact.index.0)
    }

    /// The undecided corners of a group that have friction.
    pub(crate) fn corners_of(&self, group: &Group<'a>) -> Result<Vec<&'a Corner<'a>>> {
        let mut corners = Vec::new();
        for &corner in group.undecided.values() {
            // All contacts of a corner join the same two bodies.
            let first = self.of(corner.first())?;
            if first.friction.is_positive() {
                corners.push(corner);
            }
        }
        Ok(corners)
    }
}
