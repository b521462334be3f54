//! One case of statics, with all that it names looked up.

use crate::case::{ForceOnPin, Named, fixed_sides, forces_on_pins, of_bodies, touching};
use crate::contact::Contact;
use crate::form::entries_ascend;
use crate::group::{Group, Imposed};
use crate::rejection::Condition::Form;
use crate::rejection::within;
use crate::row::Motions;
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
    pub contacts: Vec<(&'a Contact<'a>, &'a [BigInt; 2])>,
    /// Those of the listed pins.
    pub pins: Vec<ForceOnPin<'a>>,
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
    let mut cases = Vec::new();
    for (index, case) in entry.cases.iter().enumerate() {
        let case = Case::new(group, named, index, case);
        cases.push(within(format_args!("{group}, case {index}"), case)?);
    }
    Ok(cases)
}

impl<'a> Case<'a> {
    fn new(
        group: &'a Group<'a>,
        named: Named<'a>,
        index: usize,
        case: &'a StaticsCase,
    ) -> Result<Self> {
        let (sides, imposed) = fixed_sides(group, named, &case.sides)?;
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
        named: Named<'a>,
        place: String,
        forces: &'a HoldingForces,
    ) -> Result<Self> {
        form::denominator(&forces.denominator)?;
        entries_ascend("forces", &forces.contacts)?;
        entries_ascend("pins", &forces.pins)?;
        let mut contacts = Vec::new();
        for (contact, force) in &forces.contacts {
            let contact = touching(group, named, *contact)?;
            contacts.push((contact, force));
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

impl fmt::Display for Case<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "{}, case {}", self.group, self.index)
    }
}
