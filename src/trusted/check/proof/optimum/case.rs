//! One case of one group, with all that it names looked up: what it imposes, its forces and its
//! motion.

use crate::core::row::{Motions, RowForce};
use crate::lookup;
use crate::plane::contact::Contact;
use crate::plane::side::Sides;
use crate::proof::group::Group;
use crate::proof::named::{FixedSides, ForceOnPin, Named, forces_on_pins, of_bodies, touching};
use crate::rejection::Condition::Form;
use crate::rejection::{Result, within};
use crate::wellformed::{self, ascending, entries_ascend};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::collections::BTreeMap;
use std::fmt::{self, Formatter};
use zwang_certificate as certificate;

/// A case.
pub(crate) struct Case<'a> {
    pub group: &'a Group<'a>,
    pub index: usize,
    /// Whether the certificate calls it an answer.
    pub is_answer: bool,
    /// The sides that the case fixes.
    pub sides: Sides,
    /// What the case imposes, ascending.
    pub imposed: Vec<Imposed<'a>>,
    /// D φ of the listed contacts that the case does not impose.
    pub elsewhere: Vec<ForceOnContact<'a>>,
    /// Those of the listed pins.
    pub pins: Vec<ForceOnPin<'a>>,
    /// D, or 1 for an impossible case.
    pub denominator: BigInt,
    /// `None` if the case is impossible.
    pub motion: Option<Motion<'a>>,
}

/// A contact and its force.
#[derive(Clone, Copy)]
pub(crate) struct ForceOnContact<'a> {
    pub contact: &'a Contact<'a>,
    /// D φ.
    pub force: &'a BigInt,
}

/// A contact that a case imposes.
pub(crate) struct Imposed<'a> {
    pub contact: &'a Contact<'a>,
    /// D φ, if it is listed.
    pub force: Option<&'a BigInt>,
}

/// The motion of a case.
pub(crate) struct Motion<'a> {
    /// D (a_x, a_y, α).
    pub accelerations: Motions<'a>,
    /// A virtual displacement.
    pub idle: Option<Motions<'a>>,
}

/// An imposed contact, and scale · D · its gap acceleration.
pub(crate) struct Opening<'a> {
    pub imposed: &'a Imposed<'a>,
    pub acceleration: BigInt,
}

impl Opening<'_> {
    /// The gap acceleration, as a rejection tells it.
    pub(crate) fn told(&self, case: &Case) -> String {
        let row = &self.imposed.contact.gap.row;
        row.told_over(&self.acceleration, &case.denominator)
    }
}

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
        entries_ascend("pins", pins)?;
        let mut left = BTreeMap::new();
        for (contact, force) in forces {
            let contact = touching(group, named, *contact)?;
            let listed = ForceOnContact { contact, force };
            left.insert(contact.index, listed);
        }
        let mut imposed = Vec::new();
        for (index, contact) in fixed.imposed {
            let listed = left.remove(&index);
            let force = listed.map(|listed| listed.force);
            imposed.push(Imposed { contact, force });
        }
        let pins = forces_on_pins(group, named, pins)?;
        let denominator = match motion {
            Some(motion) => motion.denominator.clone(),
            None => BigInt::one(),
        };
        let motion = match motion {
            Some(motion) => Some(Motion::new(group, motion)?),
            None => None,
        };
        Ok(Self {
            group,
            index,
            is_answer: false,
            sides: fixed.sides,
            imposed,
            elsewhere: left.into_values().collect(),
            pins,
            denominator,
            motion,
        })
    }

    /// All forces, times D, with the rows along which they act.
    pub(crate) fn row_forces(&self) -> Vec<RowForce<'a>> {
        let mut forces = Vec::new();
        for ForceOnContact { contact, force } in self.forces() {
            let row = &contact.gap.row;
            forces.push(RowForce { row, force });
        }
        for pin in &self.pins {
            forces.extend(pin.along_rows());
        }
        forces
    }

    /// The forces of contacts, times D.
    pub(crate) fn forces(&self) -> Vec<ForceOnContact<'a>> {
        let mut forces = Vec::new();
        for imposed in &self.imposed {
            // A force that is not listed is 0.
            if let Some(force) = imposed.force {
                let contact = imposed.contact;
                forces.push(ForceOnContact { contact, force });
            }
        }
        forces.extend(&self.elsewhere);
        forces
    }

    /// The gap accelerations of what is imposed.
    pub(crate) fn openings(&self, motion: &Motion) -> Result<Vec<Opening<'_>>> {
        let mut openings = Vec::new();
        for imposed in &self.imposed {
            let row = &imposed.contact.gap.row;
            let acceleration = row.value(&motion.accelerations, &self.denominator)?;
            openings.push(Opening {
                imposed,
                acceleration,
            });
        }
        Ok(openings)
    }
}

impl<'a> Motion<'a> {
    /// Form: a positive denominator, and one entry for each body.
    fn new(group: &'a Group, motion: &'a certificate::Motion) -> Result<Self> {
        wellformed::denominator(&motion.denominator)?;
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

impl Imposed<'_> {
    /// Whether φ is not 0; it is where no force is listed.
    pub(crate) fn has_force(&self) -> bool {
        self.force.is_some_and(|force| !force.is_zero())
    }
}

impl fmt::Display for Case<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "{}, case {}", self.group, self.index)
    }
}
