//! C9: corners are decided.
//!
//! The cases split the choices of sides completely and without overlap. If the motions of least
//! restraint respect also the corners that their cases leave open, they are all the minimisers.

use crate::case::{self, CaseView};
use crate::model::Model;
use crate::rejection::Condition::C9;
use crate::restraint::Measure;
use crate::{Rejection, names};
use num_bigint::BigInt;
use num_traits::{One, Signed};
use std::cmp::Ordering;
use zwang_certificate::{Case, Group, Motion};

/// C9.
pub(crate) fn corners_are_decided(model: &Model, group: usize) -> Result<(), Rejection> {
    let entry = case::group(model.certificate, group)?;
    let place = format!("group {group}");
    cases_cover_every_choice_once(&entry.cases).map_err(|found| {
        Rejection::new(
            C9,
            &place,
            found,
            "each choice of sides in exactly one case",
        )
    })?;
    let mut answers: Vec<(usize, &Motion)> = Vec::new();
    for (case, motion) in cases_of_least_restraint(model, entry)? {
        if let Some(corner) = violated_corner(model, group, case)? {
            let place = format!(
                "{place}, case {case}, {}",
                names::corner(model.scene, model.certificate, corner)
            );
            return Err(Rejection::new(
                C9,
                place,
                "both sides violated by a motion of least restraint",
                "a side respected",
            ));
        }
        if !answers.iter().any(|(_, answer)| is_same(answer, motion)) {
            answers.push((case, motion));
        }
    }
    let required: Vec<usize> = answers.into_iter().map(|(case, _)| case).collect();
    if entry.answers != required {
        let [found, required] =
            [&entry.answers, &required].map(|cases| format!("answers {}", names::list(cases)));
        return Err(Rejection::new(C9, place, found, required));
    }
    Ok(())
}

/// Any two cases fix different sides of some corner, and Σ 2^(-number of fixed sides) = 1; if not,
/// what was found.
fn cases_cover_every_choice_once(cases: &[Case]) -> Result<(), String> {
    let longest = cases.iter().map(|case| case.sides.len()).max().unwrap_or(0);
    let part = |case: &Case| BigInt::one() << longest.saturating_sub(case.sides.len());
    let (covered, whole) = (
        cases.iter().map(part).sum::<BigInt>(),
        BigInt::one() << longest,
    );
    if covered != whole {
        return Err(format!(
            "cases that cover {} of the choices",
            names::fraction(&covered, &whole)
        ));
    }
    let other_side = |(corner, side): &(usize, usize), case: &Case| {
        let found = case
            .sides
            .binary_search_by_key(corner, |(corner, _)| *corner)
            .ok();
        found
            .and_then(|found| case.sides.get(found))
            .is_some_and(|(_, other)| other != side)
    };
    for (index, case) in cases.iter().enumerate() {
        let disjoint = |other: &Case| case.sides.iter().any(|fixed| other_side(fixed, other));
        if let Some(other) = cases.iter().take(index).position(|other| !disjoint(other)) {
            return Err(format!("a choice both in case {other} and in case {index}"));
        }
    }
    Ok(())
}

/// The optimal cases of least restraint, ascending.
fn cases_of_least_restraint<'a>(
    model: &Model,
    entry: &'a Group,
) -> Result<Vec<(usize, &'a Motion)>, Rejection> {
    let optimal: Vec<(usize, &Motion)> = entry
        .cases
        .iter()
        .enumerate()
        .filter_map(|(index, case)| Some((index, case.motion.as_ref()?)))
        .collect();
    if optimal.len() < 2 {
        return Ok(optimal);
    }
    let measure = Measure::new(model.scene, &entry.bodies)?;
    let mut least: Option<(BigInt, BigInt)> = None;
    let mut cases = Vec::new();
    for (index, motion) in optimal {
        let (numerator, denominator) = measure.restraint(motion);
        let order = least.as_ref().map_or(Ordering::Less, |(best, unit)| {
            (&numerator * unit).cmp(&(best * &denominator))
        });
        if order == Ordering::Less {
            cases.clear();
            least = Some((numerator, denominator));
        }
        if order != Ordering::Greater {
            cases.push((index, motion));
        }
    }
    Ok(cases)
}

/// An undecided corner of the group, each of whose sides has a negative gap acceleration.
fn violated_corner(model: &Model, group: usize, index: usize) -> Result<Option<usize>, Rejection> {
    let undecided = &model.system(group)?.undecided;
    if undecided.is_empty() {
        return Ok(None);
    }
    let case = CaseView::new(model, group, index)?;
    let penetrates = |contact: &usize| {
        case.gap_acceleration(*contact)
            .is_ok_and(|acceleration| acceleration.is_negative())
    };
    Ok(undecided.iter().copied().find(|&corner| {
        let sides = model
            .certificate
            .corners
            .get(corner)
            .map(|corner| &corner.sides);
        sides.is_some_and(|sides| sides.iter().all(|side| side.iter().any(penetrates)))
    }))
}

/// Whether two motions are equal, each over its own denominator.
fn is_same(first: &Motion, second: &Motion) -> bool {
    let (rows, others) = (
        first.accelerations.iter().flatten(),
        second.accelerations.iter().flatten(),
    );
    rows.zip(others)
        .all(|(number, other)| number * &second.denominator == other * &first.denominator)
}
