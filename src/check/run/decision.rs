//! R7: corners are decided, and the answer is the motion of least restraint.
//!
//! The restraint of an optimal case is ½ Δ·MΔ = ½ φ·GΔ = ½ Σ φ (value - value at the target), with
//! MΔ = Gᵀφ by Newton's law; and R4 and R5 leave -½ Σ φ · (value at the target) of it.

use super::case;
use super::response::{Change, Response, work};
use super::system::{Members, System, Target};
use super::tree::{Leaf, leaves};
use super::unit::multiple;
use super::value::Value;
use crate::rejection::Condition::{R2, R7};
use crate::{Rejection, names};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;
use zwang_certificate::Contact;
use zwang_certificate::run::{CornerRule, Group};
use zwang_scene::PinId;

/// The answer of a group.
pub(super) struct GroupAnswer {
    pub response: Response,
    /// Rows and sides with a force, times the denominator.
    pub pressing: Vec<(Contact, BigInt)>,
    /// Pins with a force, times the denominator.
    pub pins: Vec<(PinId, [BigInt; 2])>,
}

/// An optimal case: its leaf, what its forces change, and the negative of twice its restraint, over
/// the unit and the denominator.
struct Optimum<'a> {
    index: usize,
    leaf: &'a Leaf<'a>,
    response: Response,
    work: Value,
    pressing: Vec<(Contact, BigInt)>,
    pins: Vec<(PinId, [BigInt; 2])>,
}

/// R2 to R7 for one group.
pub(super) fn group_is_proved(
    system: &System,
    members: &Members,
    group: &Group,
) -> Result<GroupAnswer, Rejection> {
    let leaves = leaves(system, members, &group.tree)?;
    let mut optima = Vec::new();
    for (index, leaf) in leaves.iter().enumerate() {
        let optimum = case_is_proved(system, members, leaf, leaves.len() == 1);
        let optimum = optimum.map_err(|rejection| rejection.within(format!("case {index}")))?;
        optima.extend(optimum.map(|optimum| Optimum { index, ..optimum }));
    }
    corners_are_decided(system, members, group, optima)
}

/// R2 to R6 for one case; `None` if it is impossible. The restraint of the only case is of no
/// interest.
fn case_is_proved<'a>(
    system: &System,
    members: &Members,
    leaf: &'a Leaf<'a>,
    is_only: bool,
) -> Result<Option<Optimum<'a>>, Rejection> {
    let (stage, one) = (system.stage, BigInt::one());
    let sides = case::sides(system, leaf)?;
    let constraints = case::imposed(system, members, leaf, &sides)?;
    constraints.no_contact_pulls(stage, leaf.denominator.unwrap_or(&one))?;
    let Some(denominator) = leaf.denominator else {
        case::is_impossible(system, &constraints)?;
        return Ok(None);
    };
    let response = constraints.are_optimal(stage, denominator)?;
    let loads = if is_only { vec![] } else { constraints.loads() };
    let pressing = constraints
        .rows
        .iter()
        .filter_map(|row| Some((row.row, row.force?.clone())));
    let pressing = pressing.filter(|(_, force)| force.is_positive()).collect();
    let pins = constraints
        .pins
        .iter()
        .filter_map(|pin| Some((pin.pin, pin.forces?.clone())))
        .collect();
    Ok(Some(Optimum {
        index: 0,
        leaf,
        response,
        work: work(&loads),
        pressing,
        pins,
    }))
}

/// R7.
fn corners_are_decided(
    system: &System,
    members: &Members,
    group: &Group,
    optima: Vec<Optimum>,
) -> Result<GroupAnswer, Rejection> {
    let stage = system.stage;
    let least = of_least_restraint(optima);
    for optimum in &least {
        if let Some(corner) = violated_corner(system, members, optimum)? {
            let place = format!("case {}, {}", optimum.index, corner);
            return Err(Rejection::new(
                R7,
                place,
                "every side violated",
                "a side whose values are at least 0",
            ));
        }
    }
    let (Some(first), Some(last)) = (least.first(), least.last()) else {
        return Err(Rejection::new(
            R7,
            "the tree",
            "only impossible cases",
            "an optimal one",
        ));
    };
    let is_open = least
        .iter()
        .any(|optimum| !is_same(&first.response, &optimum.response));
    let required = match stage.plan.settings.corner {
        CornerRule::Stop if is_open => {
            let found = format!(
                "different motions of least restraint, in cases {} and {}",
                first.index, last.index
            );
            return Err(Rejection::new(
                R7,
                "the tree",
                found,
                "one motion, or another `corner` in the header",
            ));
        }
        CornerRule::Stop | CornerRule::First => first.index,
        CornerRule::Last => last.index,
    };
    if group.answer != required {
        return Err(Rejection::new(
            R7,
            "`answer`",
            format!("case {}", group.answer),
            format!("case {required}"),
        ));
    }
    let answer = least.into_iter().find(|optimum| optimum.index == required);
    let missing = || {
        Rejection::new(
            R2,
            "`answer`",
            format!("case {required}"),
            "a case of the tree",
        )
    };
    let Optimum {
        response,
        pressing,
        pins,
        ..
    } = answer.ok_or_else(missing)?;
    Ok(GroupAnswer {
        response,
        pressing,
        pins,
    })
}

/// The cases of least restraint, from left to right.
fn of_least_restraint<'a>(optima: Vec<Optimum<'a>>) -> Vec<Optimum<'a>> {
    let mut least: Vec<Optimum> = Vec::new();
    for optimum in optima {
        let order = least.first().map_or(Ordering::Less, |best| {
            // Less restraint is more work.
            compare(
                (&best.work, &best.response.denominator),
                (&optimum.work, &optimum.response.denominator),
            )
        });
        if order == Ordering::Less {
            least.clear();
        }
        if order != Ordering::Greater {
            least.push(optimum);
        }
    }
    least
}

/// Compares two numbers, each over its unit and a positive denominator.
fn compare((first, unit): (&Value, &BigInt), (second, other): (&Value, &BigInt)) -> Ordering {
    let (_, [factor, second_factor]) = multiple(&first.unit, &second.unit);
    (&first.number * factor * other).cmp(&(&second.number * second_factor * unit))
}

/// Whether two responses are the same motion.
fn is_same(first: &Response, second: &Response) -> bool {
    let mut bodies = first.changes.keys().chain(second.changes.keys());
    let numbers =
        |response: &Response, body| -> Option<Change> { response.changes.get(body).cloned() };
    bodies.all(|body| match (numbers(first, body), numbers(second, body)) {
        (Some(change), Some(other)) => {
            let pairs = change.numbers.into_iter().zip(other.numbers);
            pairs.into_iter().all(|(number, other_number)| {
                let (number, unit) = (
                    Value {
                        number,
                        unit: change.unit.clone(),
                    },
                    &first.denominator,
                );
                let other_number = Value {
                    number: other_number,
                    unit: other.unit.clone(),
                };
                compare((&number, unit), (&other_number, &second.denominator)) == Ordering::Equal
            })
        }
        (change, other) => change
            .or(other)
            .is_none_or(|change| change.numbers.iter().all(Zero::is_zero)),
    })
}

/// A corner that the path leaves open and each of whose sides has a negative value.
fn violated_corner(
    system: &System,
    members: &Members,
    optimum: &Optimum,
) -> Result<Option<String>, Rejection> {
    let stage = system.stage;
    let decided: Vec<usize> = optimum
        .leaf
        .path
        .iter()
        .filter_map(|(corner, _)| system.corners.get(*corner).copied())
        .collect();
    let is_respected = |row: &Contact| -> Result<bool, Rejection> {
        let Target { form, value } = Target::new(stage, system.motions, row)?;
        Ok(!optimum.response.value(&form, &value).number.is_negative())
    };
    for index in members
        .corners
        .iter()
        .filter(|index| !decided.contains(index))
    {
        let Some(corner) = system.found.corners.get(*index) else {
            continue;
        };
        let mut is_violated = true;
        for side in &corner.sides {
            let respected = side
                .iter()
                .map(is_respected)
                .collect::<Result<Vec<bool>, _>>()?;
            is_violated = is_violated && respected.contains(&false);
        }
        if is_violated {
            return Ok(Some(names::vertices(&stage.plan.scene, &corner.corner)));
        }
    }
    Ok(None)
}
