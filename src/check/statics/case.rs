//! One case of statics, with all that it names looked up.

use super::contact::{Rough, RoughContact};
use crate::case::{ForceOnPin, fixed_sides, forces_on_pins, of_bodies, touching};
use crate::form::entries_ascend;
use crate::group::{Group, Imposed};
use crate::rejection::Condition::Form;
use crate::rejection::within;
use crate::row::{Motions, Row};
use crate::side::Sides;
use crate::{Result, form};
use num_bigint::BigInt;
use std::fmt::{self, Formatter};
use zwang_certificate::statics::{self, HoldingForces, StaticsCase, StaticsClaim};
use zwang_exact::Rational;

/// A case.
pub(crate) struct Case<'a> {
    pub group: &'a Group<'a>,
    pub index: usize,
    /// The sides that the case fixes.
    pub sides: Sides,
    /// What the case imposes.
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

/// A contact with its forces across and along, times a denominator.
pub(crate) type ForceOnContact<'a> = (&'a RoughContact<'a>, &'a [BigInt; 2]);

/// The cases of a group. Form: there is one, and everything that they name exists, touches the
/// group and is in order.
pub(crate) fn cases<'a>(
    group: &'a Group<'a>,
    entry: &'a statics::StaticsGroup,
    rough: Rough<'a>,
) -> Result<Vec<Case<'a>>> {
    if entry.cases.is_empty() {
        return Form.refuse(group, "no case", "at least one");
    }
    let mut cases = Vec::new();
    for (index, case) in entry.cases.iter().enumerate() {
        let case = Case::new(group, rough, index, case);
        cases.push(within(format_args!("{group}, case {index}"), case)?);
    }
    Ok(cases)
}

impl<'a> Case<'a> {
    fn new(
        group: &'a Group<'a>,
        rough: Rough<'a>,
        index: usize,
        case: &'a StaticsCase,
    ) -> Result<Self> {
        let (sides, imposed) = fixed_sides(group, rough.named, &case.sides)?;
        let claim = match &case.claim {
            StaticsClaim::Held(forces) => {
                let place = format!("{group}, case {index}");
                let forces = Forces::new(group, rough, place, forces)?;
                Claim::Held(forces)
            }
            StaticsClaim::Falling(velocity) => {
                let velocity = of_bodies(group, "velocity", velocity)?;
                Claim::Falling(velocity)
            }
        };
        Ok(Self {
            group,
            index,
            sides,
            imposed,
            claim,
        })
    }
}

impl<'a> Forces<'a> {
    /// Form: a positive denominator, and ascending lists of what touches the group.
    pub(crate) fn new(
        group: &'a Group<'a>,
        rough: Rough<'a>,
        place: String,
        forces: &'a HoldingForces,
    ) -> Result<Self> {
        form::denominator(&forces.denominator)?;
        entries_ascend("forces", &forces.contacts)?;
        entries_ascend("pins", &forces.pins)?;
        let mut contacts = Vec::new();
        for (contact, force) in &forces.contacts {
            let contact = touching(group, rough.named, *contact)?;
            contacts.push((rough.of(contact)?, force));
        }
        let pins = forces_on_pins(group, rough.named, &forces.pins)?;
        Ok(Self {
            group,
            place,
            denominator: &forces.denominator,
            contacts,
            pins,
        })
    }

    /// All forces, times D, with the rows along which they act.
    pub(crate) fn loads(&self) -> Vec<(&'a Row, &'a BigInt)> {
        loads(&self.contacts, &self.pins)
    }

    /// Two numbers of the list, over D.
    pub(crate) fn over(&self, force: &[BigInt; 2]) -> [Rational; 2] {
        let [first, second] = force;
        [self.rational(first), self.rational(second)]
    }

    /// A number of the list, over D.
    pub(crate) fn rational(&self, number: &BigInt) -> Rational {
        Rational::new(number.clone(), self.denominator.clone())
    }
}

/// Forces with the rows along which they act.
pub(crate) fn loads<'a>(
    contacts: &[ForceOnContact<'a>],
    pins: &[ForceOnPin<'a>],
) -> Vec<(&'a Row, &'a BigInt)> {
    let mut loads = Vec::new();
    for (rough, [across, along]) in contacts {
        loads.push((&rough.contact.gap.row, across));
        loads.push((&rough.slip, along));
    }
    for (pin, force) in pins {
        loads.extend(pin.rows.iter().zip(*force));
    }
    loads
}

impl fmt::Display for Case<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "{}, case {}", self.group, self.index)
    }
}
