//! One case of statics, with all that it names looked up.

use crate::core::row::Motions;
use crate::plane::side::Sides;
use crate::proof::forces::{Forces, entries_of_forces, impose_both_sides};
use crate::proof::group::{Group, Imposed};
use crate::proof::named::{FixedSides, Named, of_bodies};
use crate::rejection::Condition::Form;
use crate::rejection::{Result, within};
use std::fmt::{self, Formatter};
use zwang_certificate::statics::{self, StaticsCase, StaticsClaim};

/// A case.
pub(crate) struct Case<'a> {
    pub group: &'a Group<'a>,
    pub index: usize,
    /// The sides that the case fixes.
    pub sides: Sides,
    /// The rows that the case imposes whichever sides of other corners count: contacts outside
    /// corners, and those of the sides that it fixes.
    pub fixed: Imposed<'a>,
    /// The rows that the case imposes: these, and all contacts of corners with friction.
    pub imposed: Imposed<'a>,
    pub claim: Claim<'a>,
}

/// The claim of a case.
pub(crate) enum Claim<'a> {
    Held(Forces<'a>),
    /// y.
    Falling(Motions<'a>),
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

impl fmt::Display for Case<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "{}, case {}", self.group, self.index)
    }
}
