//! Contacts with their tangents and their friction.

use crate::contact::Contact;
use crate::rejection::Condition::Form;
use crate::row::Row;
use crate::{Result, lookup, names};
use num_traits::Signed;
use zwang_exact::{Fraction, Rational};
use zwang_scene::Scene;

/// A contact at rest.
pub(crate) struct RoughContact<'a> {
    pub contact: &'a Contact<'a>,
    /// t · (velocity of the first body less that of the second).
    pub slip: Row,
    /// μ.
    pub friction: Rational,
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
        });
    }
    Ok(rough)
}

/// The entry of a contact.
pub(crate) fn rough_contact<'a, 'c>(
    contacts: &'a [RoughContact<'c>],
    contact: &Contact,
) -> Result<&'a RoughContact<'c>> {
    lookup::entry(contacts, "certificate", "contact", contact.index.0)
}
