//! Forces on a group, with all that they name looked up.

use crate::core::row::RowForce;
use crate::index::ContactId;
use crate::names;
use crate::plane::contact::{Contact, Corner};
use crate::proof::group::{Group, Imposed};
use crate::proof::named::{ForceOnPin, Named, forces_on_pins, touching};
use crate::rejection::Result;
use crate::wellformed::{self, entries_ascend};
use num_bigint::BigInt;
use num_traits::Zero;
use std::collections::BTreeMap;
use zwang_certificate::statics::HoldingForces;
use zwang_exact::{Rational, Vector};

/// No force.
static NONE: BigInt = BigInt::ZERO;

/// Forces on a group, over a positive denominator.
pub(crate) struct Forces<'a> {
    pub group: &'a Group<'a>,
    /// Their name in rejections.
    pub place: String,
    /// D.
    pub denominator: &'a BigInt,
    /// D φ and D ψ of the listed contacts.
    pub contacts: Vec<ForceOnContact<'a>>,
    /// Those of the listed pins.
    pub pins: Vec<ForceOnPin<'a>>,
}

/// A contact with its force, times a denominator.
pub(crate) struct ForceOnContact<'a> {
    pub contact: &'a Contact<'a>,
    pub across: &'a BigInt,
    pub along: &'a BigInt,
}

impl<'a> ForceOnContact<'a> {
    pub(crate) fn new(contact: &'a Contact<'a>, [across, along]: &'a [BigInt; 2]) -> Self {
        Self {
            contact,
            across,
            along,
        }
    }

    /// Without friction.
    pub(crate) fn across(contact: &'a Contact<'a>, across: &'a BigInt) -> Self {
        let along = &NONE;
        Self {
            contact,
            across,
            along,
        }
    }
}

/// How many forces are listed.
pub(crate) fn entries_of_forces(forces: &HoldingForces) -> usize {
    forces.contacts.len().saturating_add(forces.pins.len())
}

impl<'a> Forces<'a> {
    /// Form: a positive denominator, and ascending lists of what touches the group.
    pub(crate) fn new(
        group: &'a Group<'a>,
        named: Named<'a>,
        place: String,
        forces: &'a HoldingForces,
    ) -> Result<Self> {
        entries_ascend("forces", &forces.contacts)?;
        let mut contacts = Vec::new();
        for (contact, force) in &forces.contacts {
            let contact = touching(group, named, *contact)?;
            contacts.push(ForceOnContact::new(contact, force));
        }
        let denominator = &forces.denominator;
        Self::of_contacts(group, named, place, denominator, contacts, &forces.pins)
    }

    /// The same of contacts that are looked up.
    pub(crate) fn of_contacts(
        group: &'a Group<'a>,
        named: Named<'a>,
        place: String,
        denominator: &'a BigInt,
        contacts: Vec<ForceOnContact<'a>>,
        pins: &'a [(usize, [BigInt; 2])],
    ) -> Result<Self> {
        wellformed::denominator(denominator)?;
        entries_ascend("pins", pins)?;
        Ok(Self {
            group,
            place,
            denominator,
            contacts,
            pins: forces_on_pins(group, named, pins)?,
        })
    }

    /// The listed contacts with their forces, by their indices.
    pub(crate) fn by_contact(&self) -> BTreeMap<ContactId, &ForceOnContact<'a>> {
        let contacts = self.contacts.iter();
        contacts
            .map(|listed| (listed.contact.index, listed))
            .collect()
    }

    /// All forces, times D, with the rows along which they act.
    pub(crate) fn row_forces(&self) -> Vec<RowForce<'a>> {
        row_forces(&self.contacts, &self.pins)
    }

    /// The place of a contact.
    pub(crate) fn place_of(&self, contact: &Contact) -> String {
        format!("{}, {contact}", self.place)
    }

    /// A number of the list over D, as a rejection tells it.
    pub(crate) fn told(&self, number: &BigInt) -> String {
        names::fraction(number, self.denominator)
    }

    /// The force of a pin, over D.
    pub(crate) fn over(&self, [x, y]: &[BigInt; 2]) -> Vector {
        let x = self.rational(x);
        let y = self.rational(y);
        Vector::new(x, y)
    }

    /// A number of the list, over D.
    pub(crate) fn rational(&self, number: &BigInt) -> Rational {
        Rational::new(number.clone(), self.denominator.clone())
    }
}

/// Both sides of a corner bear forces at once, except hidden contacts.
pub(crate) fn impose_both_sides<'a>(imposed: &mut Imposed<'a>, corner: &Corner<'a>) {
    for contact in corner.bearing() {
        imposed.insert(contact.index, contact);
    }
}

/// Forces with the rows along which they act.
pub(crate) fn row_forces<'a>(
    contacts: &[ForceOnContact<'a>],
    pins: &[ForceOnPin<'a>],
) -> Vec<RowForce<'a>> {
    let mut forces = Vec::new();
    for listed in contacts {
        let ForceOnContact {
            contact,
            across,
            along,
        } = listed;
        forces.push(RowForce {
            row: &contact.gap.row,
            force: across,
        });
        // Without friction nobody has asked for the slip yet.
        if !along.is_zero() {
            let row = contact.slip();
            forces.push(RowForce { row, force: along });
        }
    }
    for pin in pins {
        forces.extend(pin.along_rows());
    }
    forces
}
