//! One answer of a group, with all that it names looked up.

use crate::core::cone::Relative;
use crate::core::row::{self, Motions, Row};
use crate::index::CornerId;
use crate::plane::contact::{Contact, Corner};
use crate::proof::bearing::Bearing;
use crate::proof::forces::{Forces, entries_of_forces, impose_both_sides};
use crate::proof::group::{Group, Imposed};
use crate::proof::named::{FixedSides, Named, of_bodies};
use crate::rejection::Condition::Form;
use crate::rejection::{Result, within};
use num_bigint::BigInt;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::{self, Formatter};
use zwang_certificate::friction::{self, Law};
use zwang_exact::Rational;

/// An answer.
pub(crate) struct Answer<'a> {
    pub group: &'a Group<'a>,
    index: usize,
    /// The rows that the answer imposes, with both sides of corners with friction that may bear at
    /// once.
    pub imposed: Imposed<'a>,
    /// The forces of corners with friction whose two bodies have one acceleration there, and of
    /// which the answer fixes no side.
    pub bearings: BTreeMap<CornerId, Bearing<'a>>,
    /// Over D.
    pub forces: Forces<'a>,
    /// D (a_x, a_y, α).
    pub motion: Motions<'a>,
    /// How the imposed contacts behave.
    pub behaviours: Vec<Behaviour<'a>>,
}

/// An imposed contact, its force and its accelerations.
pub(crate) struct Behaviour<'a> {
    pub contact: &'a Contact<'a>,
    /// D φ.
    pub across: BigInt,
    /// D ψ.
    pub along: BigInt,
    /// a_n and a_t, times D.
    pub relative: Relative<'a>,
}

/// The answers of a group. Form: there is one, and everything that they name exists, touches the
/// group and is in order.
pub(crate) fn answers<'a>(
    group: &'a Group<'a>,
    listed: &'a [friction::Answer],
    law: Law,
    named: Named<'a>,
) -> Result<Vec<Answer<'a>>> {
    if listed.is_empty() {
        return Form.refuse(group, "no answer", "at least one");
    }
    let mut answers = Vec::new();
    for (index, entry) in listed.iter().enumerate() {
        let answer = Answer::new(group, index, entry, law, named);
        let place = format!("{group}, answer {index}");
        answers.push(within(place, answer)?);
    }
    Ok(answers)
}

/// How many entries the lists of an answer have.
pub(crate) fn entries_of(answer: &friction::Answer) -> usize {
    let forces = entries_of_forces(&answer.forces);
    let fixed = answer.sides.len().saturating_add(answer.motion.len());
    forces.saturating_add(fixed)
}

impl<'a> Answer<'a> {
    pub(crate) fn new(
        group: &'a Group<'a>,
        index: usize,
        entry: &'a friction::Answer,
        law: Law,
        named: Named<'a>,
    ) -> Result<Self> {
        let fixed = FixedSides::new(group, named, &entry.sides)?;
        let place = format!("{group}, answer {index}");
        let forces = Forces::new(group, named, place, &entry.forces)?;
        let motion = of_bodies(group, "motion", &entry.motion)?;
        let mut imposed = fixed.imposed;
        let mut bearings = BTreeMap::new();
        for corner in group.rough_corners() {
            let stays = stays(corner, &motion, forces.denominator)?;
            if law == Law::Convex || stays {
                impose_both_sides(&mut imposed, corner);
            }
            let is_free = !fixed.sides.contains_key(&corner.index);
            if stays && is_free && corner.is_two_sided() {
                let bearing = Bearing::new(corner, &forces);
                bearings.insert(corner.index, bearing);
            }
        }
        let behaviours = behaviours(&imposed, &forces, &motion)?;
        Ok(Self {
            group,
            index,
            imposed,
            bearings,
            forces,
            motion,
            behaviours,
        })
    }

    /// D.
    pub(crate) fn denominator(&self) -> &'a BigInt {
        self.forces.denominator
    }

    /// The value of a row that is given as scale · D · value.
    pub(crate) fn rational(&self, row: &Row, value: &BigInt) -> Rational {
        let unit = &row.scale * self.denominator();
        Rational::new(value.clone(), unit)
    }

    /// The gap acceleration of a contact, as a rejection tells it.
    pub(crate) fn told_opening(&self, behaviour: &Behaviour) -> String {
        let Relative { rows, opening, .. } = &behaviour.relative;
        let [across, _] = rows;
        across.told_over(opening, self.denominator())
    }

    /// The sliding acceleration of a contact, as a rejection tells it.
    pub(crate) fn told_slipping(&self, behaviour: &Behaviour) -> String {
        let Relative { rows, slip, .. } = &behaviour.relative;
        let [_, along] = rows;
        along.told_over(slip, self.denominator())
    }

    /// μφ of a contact, as a rejection tells it.
    pub(crate) fn told_bound(&self, behaviour: &Behaviour) -> String {
        let friction = behaviour.contact.friction();
        let across = self.forces.told(&behaviour.across);
        format!("{friction} times {across}")
    }

    /// The place of a contact of the answer.
    pub(crate) fn place(&self, behaviour: &Behaviour) -> String {
        let contact = behaviour.contact;
        format!("{self}, {contact}")
    }
}

/// Whether the two bodies of an undecided corner have one acceleration there.
fn stays(corner: &Corner, motion: &Motions, denominator: &BigInt) -> Result<bool> {
    // The normal and the tangent of one contact span the plane.
    let relative = corner.first().acceleration(motion, denominator)?;
    Ok(relative.is_zero())
}

fn behaviours<'a>(
    imposed: &Imposed<'a>,
    forces: &Forces,
    motion: &Motions,
) -> Result<Vec<Behaviour<'a>>> {
    let listed = forces.by_contact();
    let mut behaviours = Vec::new();
    for contact in imposed.values() {
        let force = listed.get(&contact.index);
        behaviours.push(Behaviour {
            contact,
            // A force that is not listed is 0.
            across: force.map_or(BigInt::ZERO, |force| force.across.clone()),
            along: force.map_or(BigInt::ZERO, |force| force.along.clone()),
            relative: contact.acceleration(motion, forces.denominator)?,
        });
    }
    Ok(behaviours)
}

/// Form: any two answers have different motions.
pub(crate) fn answers_differ(answers: &[Answer]) -> Result {
    let mut sorted: Vec<&Answer> = answers.iter().collect();
    sorted.sort_by(|one, other| {
        let by_motion = compare(one, other);
        by_motion.then_with(|| one.index.cmp(&other.index))
    });
    for pair in sorted.windows(2) {
        if let [earlier, answer] = pair
            && compare(earlier, answer) == Ordering::Equal
        {
            let found = format!("the motion of answer {}", earlier.index);
            return Form.refuse(answer, found, "another motion");
        }
    }
    Ok(())
}

/// The order of the motions of two answers.
fn compare(answer: &Answer, other: &Answer) -> Ordering {
    let motions = [&answer.motion, &other.motion];
    let denominators = [answer.denominator(), other.denominator()];
    row::compare(motions, denominators)
}

impl fmt::Display for Answer<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "{}, answer {}", self.group, self.index)
    }
}
