//! C9: corners are decided.
//!
//! The cases split the choices of sides completely and without overlap. If the motions of least
//! restraint respect also the corners that their cases leave open, they are all the minimisers.

use crate::case::{Case, Motion};
use crate::contact::{Corner, CornerSide};
use crate::group::Group;
use crate::rejection::Condition::C9;
use crate::restraint::Measure;
use crate::{Result, names};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;

/// An optimal case and its motion.
type Optimum<'a> = (&'a Case<'a>, &'a Motion<'a>);

/// C9. Returns the answers.
pub(crate) fn corners_are_decided<'a>(
    group: &Group,
    cases: &'a [Case<'a>],
) -> Result<Vec<Optimum<'a>>> {
    cases_cover_every_choice_once(group, cases)?;
    let mut answers: Vec<Optimum> = Vec::new();
    for (case, motion) in cases_of_least_restraint(group, cases)? {
        for corner in group.undecided.values() {
            a_side_is_respected(case, motion, corner)?;
        }
        let optimum = (case, motion);
        let is_known = answers.iter().any(|answer| is_same(*answer, optimum));
        if !is_known {
            answers.push(optimum);
        }
    }
    let required: Vec<usize> = answers.iter().map(|(case, _)| case.index).collect();
    let found = &group.entry.answers;
    if *found != required {
        let found = format!("answers {}", names::list(found));
        let required = format!("answers {}", names::list(&required));
        return C9.refuse(group.to_string(), found, required);
    }
    Ok(answers)
}

/// Any two cases fix different sides of some corner, and Σ 2^(-number of fixed sides) = 1.
fn cases_cover_every_choice_once(group: &Group, cases: &[Case]) -> Result {
    let mut longest = 0;
    for case in cases {
        longest = longest.max(case.sides.len());
    }
    let whole = BigInt::one() << longest;
    let mut covered = BigInt::zero();
    for case in cases {
        covered += BigInt::one() << longest.saturating_sub(case.sides.len());
    }
    if covered != whole {
        let covered = names::fraction(&covered, &whole);
        let found = format!("cases that cover {covered} of the choices");
        return not_once(group, found);
    }
    for (index, case) in cases.iter().enumerate() {
        for other in cases.iter().take(index) {
            if !are_disjoint(case, other) {
                let other = other.index;
                let found = format!("a choice both in case {other} and in case {index}");
                return not_once(group, found);
            }
        }
    }
    Ok(())
}

fn not_once(group: &Group, found: String) -> Result {
    let required = "each choice of sides in exactly one case";
    C9.refuse(group.to_string(), found, required)
}

/// Whether two cases fix different sides of some corner.
fn are_disjoint(case: &Case, other: &Case) -> bool {
    for (corner, side) in &case.sides {
        match other.sides.get(corner) {
            Some(other_side) if other_side != side => return true,
            _ => {}
        }
    }
    false
}

/// The optimal cases of least restraint, ascending.
fn cases_of_least_restraint<'a>(group: &Group, cases: &'a [Case<'a>]) -> Result<Vec<Optimum<'a>>> {
    let mut optimal: Vec<Optimum> = Vec::new();
    for case in cases {
        if let Some(motion) = &case.motion {
            optimal.push((case, motion));
        }
    }
    if optimal.len() < 2 {
        return Ok(optimal);
    }
    let measure = Measure::new(group);
    let mut least: Option<[BigInt; 2]> = None;
    let mut least_cases = Vec::new();
    for (case, motion) in optimal {
        let [numerator, denominator] =
            measure.restraint(&motion.accelerations, &case.denominator)?;
        let order = match &least {
            None => Ordering::Less,
            Some([best, unit]) => (&numerator * unit).cmp(&(best * &denominator)),
        };
        if order == Ordering::Less {
            least_cases.clear();
            least = Some([numerator, denominator]);
        }
        if order != Ordering::Greater {
            least_cases.push((case, motion));
        }
    }
    Ok(least_cases)
}

/// An undecided corner has a side all of whose gap accelerations are at least 0.
fn a_side_is_respected(case: &Case, motion: &Motion, corner: &Corner) -> Result {
    for side in &corner.sides {
        if respects(case, motion, side)? {
            return Ok(());
        }
    }
    let place = format!("{case}, {corner}");
    let found = "both sides violated by a motion of least restraint";
    C9.refuse(place, found, "a side respected")
}

fn respects(case: &Case, motion: &Motion, side: &CornerSide) -> Result<bool> {
    for contact in side.contacts() {
        let row = &contact.gap.row;
        let acceleration = row.value(&motion.accelerations, &case.denominator)?;
        if acceleration.is_negative() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether two motions are equal, each over its own denominator.
fn is_same((case, motion): Optimum, (other_case, other_motion): Optimum) -> bool {
    times(motion, &other_case.denominator) == times(other_motion, &case.denominator)
}

/// All numbers of a motion, times a factor.
fn times(motion: &Motion, factor: &BigInt) -> Vec<BigInt> {
    let numbers = motion.accelerations.values().copied().flatten();
    numbers.map(|number| number * factor).collect()
}
