//! R7: corners are decided, and the answer is the motion of least restraint.
//!
//! The restraint of an optimal case is ½ Δ·MΔ = ½ φ·GΔ = ½ Σ φ (value - value at the target), with
//! MΔ = Gᵀφ by Newton's law; and R4 and R5 leave -½ Σ φ · (value at the target) of it.

use super::case;
use super::response::{Response, work};
use super::system::{Members, System, Target};
use super::tree::{Leaf, leaves};
use super::unit::multiple;
use super::value::Value;
use crate::rejection::Condition::R7;
use crate::{Rejection, names};
use num_bigint::BigInt;
use num_traits::{One, Signed};
use std::cmp::Ordering;
use std::collections::BTreeMap;
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

/// An optimal case: what its forces change, and the negative of twice its restraint, over
/// the unit and the denominator.
struct Optimum {
    index: usize,
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
fn case_is_proved(
    system: &System,
    members: &Members,
    leaf: &Leaf,
    is_only: bool,
) -> Result<Option<Optimum>, Rejection> {
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
    // Motions of least restraint are the same if and only if their choices are (THEOREM.md, Theorem
    // 7), so choices stand for motions; each is kept with its first case.
    let mut motions: BTreeMap<Vec<Side>, Optimum> = BTreeMap::new();
    for optimum in of_least_restraint(optima) {
        let choices = choices(system, members, &optimum)?;
        motions.entry(choices).or_insert(optimum);
    }
    let rule = system.stage.plan.settings.corner;
    if rule == CornerRule::Stop && motions.len() > 1 {
        return Err(several_motions(&motions));
    }
    let taken = match rule {
        CornerRule::Stop | CornerRule::First => motions.pop_first(),
        CornerRule::Last => motions.pop_last(),
    };
    let Some((_, taken)) = taken else {
        return Err(Rejection::new(
            R7,
            "the tree",
            "only impossible cases",
            "an optimal one",
        ));
    };
    if group.answer != taken.index {
        return Err(Rejection::new(
            R7,
            "`answer`",
            format!("case {}", group.answer),
            format!("case {}", taken.index),
        ));
    }
    Ok(GroupAnswer {
        response: taken.response,
        pressing: taken.pressing,
        pins: taken.pins,
    })
}

fn several_motions(motions: &BTreeMap<Vec<Side>, Optimum>) -> Rejection {
    let cases: Vec<String> = motions
        .values()
        .map(|case| case.index.to_string())
        .collect();
    Rejection::new(
        R7,
        "the tree",
        format!(
            "different motions of least restraint, in cases {}",
            cases.join(" and ")
        ),
        "one motion, or another `corner` in the header",
    )
}

/// Which side of a corner a motion is said to choose: side 0 wherever it respects that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Zero,
    One,
}

/// The choices of a motion at the corners of the group, in order. R7: it respects a side of each.
fn choices(system: &System, members: &Members, optimum: &Optimum) -> Result<Vec<Side>, Rejection> {
    let mut choices = Vec::with_capacity(members.corners.len());
    for corner in system.corners_of(members)? {
        let [zero, one] = &corner.sides;
        if respects(system, zero, &optimum.response)? {
            choices.push(Side::Zero);
        } else if respects(system, one, &optimum.response)? {
            choices.push(Side::One);
        } else {
            let corner = names::vertices(&system.stage.plan.scene, &corner.corner);
            return Err(Rejection::new(
                R7,
                format!("case {}, {corner}", optimum.index),
                "every side violated",
                "a side whose values are at least 0",
            ));
        }
    }
    Ok(choices)
}

/// Whether all values of a side are at least 0 under a motion.
fn respects(system: &System, side: &[Contact], motion: &Response) -> Result<bool, Rejection> {
    for row in side {
        let Target { form, value } = Target::new(system.stage, system.motions, row)?;
        if motion.value(&form, &value).number.is_negative() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The cases of least restraint, from left to right.
fn of_least_restraint(optima: Vec<Optimum>) -> Vec<Optimum> {
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
