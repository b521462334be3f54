//! C9: corners are decided.
//!
//! The cases split the choices of sides completely and without overlap. If the motions of least
//! restraint respect also the corners that their cases leave open, they are all the minimisers.

use crate::core::{cover, row};
use crate::names;
use crate::plane::contact::{Corner, CornerSide};
use crate::proof::group::Group;
use crate::proof::optimum::case::{Case, Motion};
use crate::proof::restraint::Measure;
use crate::rejection::Condition::C9;
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::Signed;
use std::cmp::Ordering;

/// An optimal case and its motion.
#[derive(Clone, Copy)]
pub(crate) struct Optimum<'a> {
    pub case: &'a Case<'a>,
    pub motion: &'a Motion<'a>,
}

/// C9, given the answers that the certificate lists. Returns the answers.
pub(crate) fn corners_are_decided<'a>(
    group: &Group,
    found: &[usize],
    cases: &'a [Case<'a>],
) -> Result<Vec<Optimum<'a>>> {
    let mut sides = Vec::new();
    for case in cases {
        sides.push(&case.sides);
    }
    cover::every_choice_is_in_one_case(group, &sides, C9)?;
    let mut answers = cases_of_least_restraint(group, cases)?;
    keep_different(&mut answers);
    let mut required = Vec::new();
    for optimum in &answers {
        for corner in group.undecided.values() {
            a_side_is_respected(*optimum, corner)?;
        }
        required.push(optimum.case.index);
    }
    if found != required {
        let found = names::list(found);
        let required = names::list(&required);
        let found = format!("answers {found}");
        let required = format!("answers {required}");
        return C9.refuse(group, found, required);
    }
    Ok(answers)
}

/// The optimal cases of least restraint, ascending.
fn cases_of_least_restraint<'a>(group: &Group, cases: &'a [Case<'a>]) -> Result<Vec<Optimum<'a>>> {
    let mut optimal: Vec<Optimum> = Vec::new();
    for case in cases {
        if let Some(motion) = &case.motion {
            optimal.push(Optimum { case, motion });
        }
    }
    if optimal.len() < 2 {
        return Ok(optimal);
    }
    let measure = Measure::new(group);
    let mut least: Option<[BigInt; 2]> = None;
    let mut least_cases = Vec::new();
    for optimum in optimal {
        let accelerations = &optimum.motion.accelerations;
        let denominator = optimum.case.forces.denominator;
        let restraint = measure.restraint(accelerations, denominator)?;
        let [numerator, denominator] = restraint;
        let order = match &least {
            None => Ordering::Less,
            Some([best, unit]) => {
                // Over one denominator.
                let own = &numerator * unit;
                let best = best * &denominator;
                own.cmp(&best)
            }
        };
        if order == Ordering::Less {
            least_cases.clear();
            least = Some([numerator, denominator]);
        }
        if order != Ordering::Greater {
            least_cases.push(optimum);
        }
    }
    Ok(least_cases)
}

/// An undecided corner has a side all of whose gap accelerations are at least 0.
fn a_side_is_respected(optimum: Optimum, corner: &Corner) -> Result {
    for side in &corner.sides {
        if respects(optimum, side)? {
            return Ok(());
        }
    }
    let case = optimum.case;
    let place = format!("{case}, {corner}");
    let found = "both sides violated by a motion of least restraint";
    C9.refuse(place, found, "a side respected")
}

fn respects(optimum: Optimum, side: &CornerSide) -> Result<bool> {
    let accelerations = &optimum.motion.accelerations;
    let denominator = optimum.case.forces.denominator;
    for contact in side.contacts() {
        let row = &contact.gap.row;
        let acceleration = row.value(accelerations, denominator)?;
        if acceleration.is_negative() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Keeps the first optimum of each motion, in their order.
fn keep_different(optima: &mut Vec<Optimum>) {
    optima.sort_by(|one, other| {
        let by_motion = compare(*one, *other);
        by_motion.then_with(|| one.case.index.cmp(&other.case.index))
    });
    optima.dedup_by(|one, other| compare(*one, *other) == Ordering::Equal);
    optima.sort_by_key(|optimum| optimum.case.index);
}

/// The order of the motions of two optima.
fn compare(optimum: Optimum, other: Optimum) -> Ordering {
    row::compare(
        [&optimum.motion.accelerations, &other.motion.accelerations],
        [
            optimum.case.forces.denominator,
            other.case.forces.denominator,
        ],
    )
}
