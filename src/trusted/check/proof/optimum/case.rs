//! One case of one group, with all that it names looked up: what it imposes, its forces and its
//! motion.

use crate::core::row::Motions;
use crate::lookup;
use crate::plane::contact::Contact;
use crate::plane::side::Sides;
use crate::proof::forces::{ForceOnContact, Forces};
use crate::proof::group::{Group, Imposed};
use crate::proof::named::{FixedSides, Named, of_bodies, touching};
use crate::rejection::Condition::Form;
use crate::rejection::{Result, within};
use crate::wellformed::{ascending, entries_ascend};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::fmt::{self, Formatter};
use std::sync::LazyLock;
use zwang_certificate as certificate;

/// A case.
pub(crate) struct Case<'a> {
    pub group: &'a Group<'a>,
    pub index: usize,
    /// Whether the certificate calls it an answer.
    pub is_answer: bool,
    /// The sides that the case fixes.
    pub sides: Sides,
    /// The rows that the case imposes.
    pub imposed: Imposed<'a>,
    /// D φ, or φ of an impossible case.
    pub forces: Forces<'a>,
    /// `None` if the case is impossible.
    pub motion: Option<Motion<'a>>,
}

/// The motion of a case.
pub(crate) struct Motion<'a> {
    /// D (a_x, a_y, α).
    pub accelerations: Motions<'a>,
    /// A virtual displacement.
    pub idle: Option<Motions<'a>>,
}

/// An imposed contact.
pub(crate) struct Opening<'a> {
    pub contact: &'a Contact<'a>,
    /// D φ, if it is listed.
    pub force: Option<&'a BigInt>,
    /// scale · D · its gap acceleration.
    pub acceleration: BigInt,
}

impl Opening<'_> {
    /// Whether φ is not 0; it is where no force is listed.
    pub(crate) fn has_force(&self) -> bool {
        self.force.is_some_and(|force| !force.is_zero())
    }

    /// The gap acceleration, as a rejection tells it.
    pub(crate) fn told(&self, case: &Case) -> String {
        let row = &self.contact.gap.row;
        row.told_over(&self.acceleration, case.forces.denominator)
    }
}

/// The denominator of forces that no motion goes with.
static ONE: LazyLock<BigInt> = LazyLock::new(BigInt::one);

/// The cases of a group. Form: there is one, and everything that they name exists, touches the
/// group and is in order.
pub(crate) fn cases<'a>(
    group: &'a Group<'a>,
    entry: &'a certificate::Group,
    named: Named<'a>,
) -> Result<Vec<Case<'a>>> {
    let certificate::Group {
        bodies: _,
        cases: listed,
        answers,
    } = entry;
    if listed.is_empty() {
        return Form.refuse(group, "no case", "at least one");
    }
    let place = format!("{group}, answers");
    let indices = answers.iter().copied();
    ascending(&place, indices, "ascending cases")?;
    for answer in answers {
        lookup::entry(listed, &place, "case", *answer)?;
    }
    let entries = listed.iter().map(entries_of);
    group.work_is_bounded(listed.len(), entries.sum())?;
    let mut cases = Vec::new();
    for (index, case) in listed.iter().enumerate() {
        let place = format!("{group}, case {index}");
        let case = Case::new(group, named, index, case);
        let mut case = within(place, case)?;
        case.is_answer = answers.binary_search(&index).is_ok();
        cases.push(case);
    }
    Ok(cases)
}

/// How many entries the lists of a case have.
fn entries_of(case: &certificate::Case) -> usize {
    let forces = case.forces.len().saturating_add(case.pins.len());
    let listed = case.sides.len().saturating_add(forces);
    let Some(motion) = &case.motion else {
        return listed;
    };
    let idle = motion.idle.as_ref().map_or(0, Vec::len);
    let motions = motion.accelerations.len().saturating_add(idle);
    listed.saturating_add(motions)
}

impl<'a> Case<'a> {
    fn new(
        group: &'a Group<'a>,
        named: Named<'a>,
        index: usize,
        case: &'a certificate::Case,
    ) -> Result<Self> {
        let certificate::Case {
            sides,
            forces,
            pins,
            motion,
        } = case;
        let fixed = FixedSides::new(group, named, sides)?;
        entries_ascend("forces", forces)?;
        let mut contacts = Vec::new();
        for (contact, force) in forces {
            let contact = touching(group, named, *contact)?;
            contacts.push(ForceOnContact::across(contact, force));
        }
        let place = format!("{group}, case {index}");
        let (denominator, motion) = match motion {
            Some(motion) => (&motion.denominator, Some(Motion::new(group, motion)?)),
            None => (&*ONE, None),
        };
        Ok(Self {
            group,
            index,
            is_answer: false,
            sides: fixed.sides,
            imposed: fixed.imposed,
            forces: Forces::of_contacts(group, named, place, denominator, contacts, pins)?,
            motion,
        })
    }

    /// The gap accelerations of what is imposed.
    pub(crate) fn openings(&self, motion: &Motion) -> Result<Vec<Opening<'_>>> {
        let listed = self.forces.by_contact();
        let mut openings = Vec::new();
        for (index, contact) in &self.imposed {
            let row = &contact.gap.row;
            openings.push(Opening {
                contact,
                force: listed.get(index).map(|listed| listed.across),
                acceleration: row.value(&motion.accelerations, self.forces.denominator)?,
            });
        }
        Ok(openings)
    }
}

impl<'a> Motion<'a> {
    /// Form: one entry for each body.
    fn new(group: &'a Group, motion: &'a certificate::Motion) -> Result<Self> {
        let accelerations = of_bodies(group, "motion", &motion.accelerations)?;
        let idle = match &motion.idle {
            Some(idle) => {
                let idle = of_bodies(group, "idle", idle)?;
                Some(idle)
            }
            None => None,
        };
        Ok(Self {
            accelerations,
            idle,
        })
    }
}

impl fmt::Display for Case<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "{}, case {}", self.group, self.index)
    }
}
