//! One case of statics, with all that it names looked up.

use crate::core::row::{Motions, RowForce};
use crate::plane::contact::{Contact, Corner};
use crate::plane::side::Sides;
use crate::proof::group::{Group, Imposed};
use crate::proof::named::{FixedSides, ForceOnPin, Named, forces_on_pins, of_bodies, touching};
use crate::rejection::Condition::Form;
use crate::rejection::{Result, within};
use crate::wellformed::{self, entries_ascend};
use num_bigint::BigInt;
use std::fmt::{self, Formatter};
use zwang_certificate::statics::{self, HoldingForces, StaticsCase, StaticsClaim};
use zwang_exact::{Rational, Vector};

/// A case.
pub(crate) struct Case<'a> {
    pub group: &'a Group<'a>,
    pub index: usize,
    /// The sides that the case fixes.
    pub sides: Sides,
    /// What the case imposes whichever sides of other corners count: contacts outside corners, and
    /// those of the sides that it fixes.
    pub fixed: Imposed<'a>,
    /// What the case imposes: these, and all contacts of corners with friction.
    pub imposed: Imposed<'a>,
    pub claim: Claim<'a>,
}

/// What a case shows.
pub(crate) enum Claim<'a> {
    Held(Forces<'a>),
    /// y.
    Falling(Motions<'a>),
}

/// Forces on a group, over a positive denominator.
pub(crate) struct Forces<'a> {
    pub group: &'a Group<'a>,
    /// What a rejection calls them.
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
}

/// The cases of a group. Form: there is one, and everything that they name exists, touches the
/// group and is in order.
pub(crate) fn cases<'a>(
    group: &'a Group<'a>,
    entry: &'a statics::StaticsGroup,
    named: Named<'a>,
) -> Result<Vec<Case<'a>>> {
    if entry.cases.is_empty() {
        return Form.refuse(group, "no case", "at least one");
    }
    let entries = entry.cases.iter().map(entries_of);
    group.work_is_bounded(entry.cases.len(), entries.sum())?;
    let mut cases = Vec::new();
    for (index, case) in entry.cases.iter().enumerate() {
        let place = format!("{group}, case {index}");
        let case = Case::new(group, named, index, case);
        let case = within(place, case)?;
        cases.push(case);
    }
    Ok(cases)
}

/// How many entries the lists of a case have.
fn entries_of(case: &StaticsCase) -> usize {
    let claimed = match &case.claim {
        StaticsClaim::Held(forces) => entries_of_forces(forces),
        StaticsClaim::Falling(velocity) => velocity.len(),
    };
    case.sides.len().saturating_add(claimed)
}

/// How many forces are listed.
pub(crate) fn entries_of_forces(forces: &HoldingForces) -> usize {
    forces.contacts.len().saturating_add(forces.pins.len())
}

impl<'a> Case<'a> {
    fn new(
        group: &'a Group<'a>,
        named: Named<'a>,
        index: usize,
        case: &'a StaticsCase,
    ) -> Result<Self> {
        let fixed = FixedSides::new(group, named, &case.sides)?;
        let claim = match &case.claim {
            StaticsClaim::Held(forces) => {
                let place = format!("{group}, case {index}");
                let forces = Forces::new(group, named, place, forces)?;
                Claim::Held(forces)
            }
            StaticsClaim::Falling(velocity) => {
                let velocity = of_bodies(group, "velocity", velocity)?;
                Claim::Falling(velocity)
            }
        };
        let mut imposed = fixed.imposed.clone();
        for corner in group.rough_corners() {
            impose_both_sides(&mut imposed, corner);
        }
        Ok(Self {
            group,
            index,
            sides: fixed.sides,
            fixed: fixed.imposed,
            imposed,
            claim,
        })
    }
}

impl<'a> Forces<'a> {
    /// Form: a positive denominator, and ascending lists of what touches the group.
    pub(crate) fn new(
        group: &'a Group<'a>,
        named: Named<'a>,
        place: String,
        forces: &'a HoldingForces,
    ) -> Result<Self> {
        wellformed::denominator(&forces.denominator)?;
        entries_ascend("forces", &forces.contacts)?;
        entries_ascend("pins", &forces.pins)?;
        let mut contacts = Vec::new();
        for (contact, force) in &forces.contacts {
            let contact = touching(group, named, *contact)?;
            contacts.push(ForceOnContact::new(contact, force));
        }
        let pins = forces_on_pins(group, named, &forces.pins)?;
        Ok(Self {
            group,
            place,
            denominator: &forces.denominator,
            contacts,
            pins,
        })
    }

    /// All forces, times D, with the rows along which they act.
    pub(crate) fn row_forces(&self) -> Vec<RowForce<'a>> {
        row_forces(&self.contacts, &self.pins)
    }

    /// Where a contact is.
    pub(crate) fn place_of(&self, listed: &ForceOnContact) -> String {
        let place = &self.place;
        let contact = listed.contact;
        format!("{place}, {contact}")
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

/// Both sides of a corner bear forces at once.
pub(crate) fn impose_both_sides<'a>(imposed: &mut Imposed<'a>, corner: &Corner<'a>) {
    for contact in corner.contacts() {
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
        forces.push(RowForce {
            row: contact.slip(),
            force: along,
        });
    }
    for pin in pins {
        forces.extend(pin.along_rows());
    }
    forces
}

impl fmt::Display for Case<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "{}, case {}", self.group, self.index)
    }
}
