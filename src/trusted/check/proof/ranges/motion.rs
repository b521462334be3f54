//! How the group of a proof about a motion accelerates, and what its contacts may do then.
//!
//! Systems and stresses are read as answers of accelerations with friction: with the motion of the
//! group they obey F2 to F7, systems F1 and stresses B1 as well.

use crate::core::row::{Motions, motion_of};
use crate::index::ContactId;
use crate::proof::balance;
use crate::proof::friction::answer::{Answer, Behaviour};
use crate::proof::friction::obeys_coulombs_law;
use crate::proof::group::Group;
use crate::proof::named::{Named, of_bodies};
use crate::rejection::Condition::{B1, Form};
use crate::rejection::{Result, within};
use crate::{names, wellformed};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use zwang_certificate::friction::{self, Law};
use zwang_certificate::ranges::{GroupMotion, RangesGroup};
use zwang_certificate::statics::HoldingForces;
use zwang_exact::Rational;

/// The motion of a group.
pub(crate) struct Motion<'a> {
    group: &'a Group<'a>,
    /// E.
    denominator: &'a BigInt,
    /// E (a_x, a_y, α).
    accelerations: Motions<'a>,
    /// The limits of imposed contacts, unless it is all of Coulomb's cone.
    limits: BTreeMap<ContactId, Limit>,
}

/// The limit of a contact that does not rest, or of one of a corner that chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// Its gap opens, or another side of its corner bears: no force.
    Idle,
    /// It slides in this sense: the whole friction against it.
    Slides(Ordering),
    /// The force is in the half-plane of a side of a wide corner, and lets it slide in this sense
    /// only, along the edge of Coulomb's cone.
    HalfPlane(Ordering),
    /// Any force.
    Plane,
}

/// Systems and stresses as answers.
pub(crate) struct Answers {
    systems: Vec<friction::Answer>,
    stresses: Vec<friction::Answer>,
}

impl Answers {
    /// Form: denominators are multiples of that of the motion.
    pub(crate) fn new(group: &Group, motion: &GroupMotion, entry: &RangesGroup) -> Result<Self> {
        wellformed::denominator(&motion.denominator)?;
        Ok(Self {
            systems: answers(group, motion, "system", &entry.systems)?,
            stresses: answers(group, motion, "stress", &entry.stresses)?,
        })
    }

    /// F1 to F7 for systems; F2 to F7 and B1 for stresses. The behaviour of contacts is the same
    /// for all.
    pub(crate) fn prove<'a>(
        &self,
        group: &'a Group<'a>,
        motion: &'a GroupMotion,
        named: Named<'a>,
    ) -> Result<Motion<'a>> {
        let mut limits = BTreeMap::new();
        for (index, entry) in self.systems.iter().enumerate() {
            let place = format!("{group}, system {index}");
            let answer = within(place, Answer::new(group, index, entry, Law::Coulomb, named))?;
            balance::forces_accelerate(&answer.forces, &answer.motion)?;
            obeys_coulombs_law(&answer)?;
            limits = limits_of(&answer);
        }
        for (index, entry) in self.stresses.iter().enumerate() {
            let place = format!("{group}, stress {index}");
            let answer = within(place, Answer::new(group, index, entry, Law::Coulomb, named))?;
            balance::forces_balance_each_other(&answer.forces, B1)?;
            obeys_coulombs_law(&answer)?;
        }
        Ok(Motion {
            group,
            denominator: &motion.denominator,
            accelerations: of_bodies(group, "motion", &motion.accelerations)?,
            limits,
        })
    }
}

/// Forces with the motion over their denominator.
fn answers(
    group: &Group,
    motion: &GroupMotion,
    name: &str,
    entries: &[HoldingForces],
) -> Result<Vec<friction::Answer>> {
    let mut answers = Vec::new();
    for (index, forces) in entries.iter().enumerate() {
        let (factor, rest) = forces.denominator.div_rem(&motion.denominator);
        if !rest.is_zero() {
            let place = format!("{group}, {name} {index}");
            let found = format!("denominator {}", names::integer(&forces.denominator));
            let required = "a multiple of that of the motion";
            return Form.refuse(place, found, required);
        }
        let triples = motion.accelerations.iter();
        let scaled = triples.map(|triple| triple.each_ref().map(|number| number * &factor));
        answers.push(friction::Answer {
            sides: Vec::new(),
            forces: forces.clone(),
            motion: scaled.collect(),
        });
    }
    Ok(answers)
}

fn limits_of(answer: &Answer) -> BTreeMap<ContactId, Limit> {
    let mut limits = BTreeMap::new();
    for behaviour in &answer.behaviours {
        if let Some(limit) = limit_of(behaviour) {
            limits.insert(behaviour.contact.index, limit);
        }
    }
    limits
}

fn limit_of(behaviour: &Behaviour) -> Option<Limit> {
    if behaviour.relative.opening.is_positive() {
        return Some(Limit::Idle);
    }
    let sliding = match behaviour.contact.sliding() {
        Ordering::Equal => behaviour.relative.slip.cmp(&BigInt::ZERO),
        sliding => sliding,
    };
    match sliding {
        Ordering::Equal => None,
        sliding => Some(Limit::Slides(sliding)),
    }
}

impl Motion<'_> {
    /// The limit of the force of an imposed contact beside Coulomb's cone.
    pub(crate) fn limit(&self, contact: ContactId) -> Option<Limit> {
        self.limits.get(&contact).copied()
    }

    /// The work of m a and I α under y.
    pub(crate) fn work(&self, velocity: &Motions) -> Result<Rational> {
        let mut work = Rational::zero();
        for (body, member) in &self.group.members {
            let numbers = motion_of(*body, velocity)?.iter();
            let own = motion_of(*body, &self.accelerations)?;
            for ((mass, number), own) in member.masses.iter().zip(numbers).zip(own) {
                work += Rational::from(mass) * (number * own);
            }
        }
        Ok(work / self.denominator)
    }
}
