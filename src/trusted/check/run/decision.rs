//! The proof of a group. R7: corners are decided, and the answer is the motion of least restraint;
//! E4, E6 and E7 in its place for enclosed groups.
//!
//! The restraint of an optimal case is ½ Δ·MΔ = ½ φ·GΔ = ½ Σ φ (value - value at the target), with
//! MΔ = Gᵀφ by Newton's law; and R4 and R5 leave -½ Σ φ · (value at the target) of it.

use super::case;
use super::constraints::Constraints;
use super::coulomb::Heat;
use super::enclosure::{Ball, Enclosed, Radius, RestraintBound};
use super::friction_group;
use super::path::Motions;
use super::response::{Response, work};
use super::stage::Stage;
use super::system::{Members, StepRow};
use super::tree::{Leaf, leaves};
use super::unit::multiple;
use super::value::Value;
use crate::plane::side::Side;
use crate::rejection::Condition::R7;
use crate::rejection::{Rejection, Result, within};
use num_bigint::BigInt;
use num_traits::Signed;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_certificate::run::{CornerRule, GroupProof, Node};
use zwang_scene::PinId;

/// The answer of a group.
pub(super) struct GroupAnswer {
    /// What the forces change; of an enclosed group, the centre of its ball, for all its bodies.
    pub response: Response,
    /// Of an enclosed group.
    pub radius: Option<Radius>,
    /// That of the forces.
    pub denominator: BigInt,
    /// Rows and sides with a force.
    pub pressing: Vec<Pressing>,
    /// Pins with a force, times the denominator.
    pub pins: Vec<(PinId, [BigInt; 2])>,
    /// The work that friction takes, where that is not 0, times h².
    pub heats: Vec<Heat>,
    /// Whether less than the whole law was asked of the group.
    pub is_relaxed: bool,
}

/// A row with a force: φ and ψ, times the denominator. Without friction ψ is 0.
pub(super) struct Pressing {
    pub row: Contact,
    pub normal: BigInt,
    pub along: BigInt,
}

/// An optimal case.
struct OptimalCase {
    /// The negative of twice its restraint, over the unit and the denominator.
    work: Value,
    /// What its forces change.
    answer: GroupAnswer,
}

/// An optimal case, with its index in the tree.
struct Optimum {
    index: usize,
    work: Value,
    answer: GroupAnswer,
}

/// R2 to R7, or E4, E6 and E7, for one group, in the format of its run.
pub(super) fn group_is_proved(
    stage: &Stage,
    motions: &Motions,
    members: &Members,
) -> Result<GroupAnswer> {
    match &members.group.proof {
        GroupProof::Tree { tree, answer } => tree_is_proved(stage, members, tree, *answer),
        GroupProof::Friction(forces) => {
            friction_group::group_is_proved(stage, motions, members, forces)
        }
    }
}

/// R2 to R7, or E4, E6 and E7, for a group without friction.
fn tree_is_proved(
    stage: &Stage,
    members: &Members,
    tree: &Node,
    answer: usize,
) -> Result<GroupAnswer> {
    let leaves = leaves(members, tree)?;
    if leaves.iter().any(|leaf| leaf.opening.is_some()) {
        return group_is_enclosed(stage, members, &leaves, answer);
    }
    let is_only = leaves.len() == 1;
    let mut optima = Vec::new();
    for (index, leaf) in leaves.iter().enumerate() {
        let proved = case_is_proved(stage, members, leaf, is_only);
        let proved = within(format_args!("case {index}"), proved)?;
        // What is impossible is no optimum.
        if let Some(OptimalCase { work, answer }) = proved {
            optima.push(Optimum {
                index,
                work,
                answer,
            });
        }
    }
    corners_are_decided(stage, members, optima, answer)
}

/// R2 to R6 for one case; `None` if it is impossible. The restraint of the only case is of no
/// interest.
fn case_is_proved(
    stage: &Stage,
    members: &Members,
    leaf: &Leaf,
    is_only: bool,
) -> Result<Option<OptimalCase>> {
    let constraints = case::imposed(members, leaf)?;
    constraints.no_contact_pulls(stage)?;
    if leaf.denominator.is_none() {
        case::is_impossible(stage, &constraints)?;
        return Ok(None);
    }
    let response = constraints.are_optimal(stage)?;
    let work = match is_only {
        true => Value::zero(),
        false => work(&constraints.forces_along()),
    };
    let answer = GroupAnswer {
        response,
        radius: None,
        pressing: pressing(&constraints),
        pins: constraints.forces_of_pins(),
        denominator: constraints.denominator,
        heats: vec![],
        is_relaxed: false,
    };
    Ok(Some(OptimalCase { work, answer }))
}

/// Rows and sides with a force.
fn pressing(constraints: &Constraints<BigInt>) -> Vec<Pressing> {
    let mut pressing = Vec::new();
    for (row, force) in constraints.row_forces() {
        if force.is_positive() {
            pressing.push(Pressing {
                row: row.row,
                normal: force.clone(),
                along: BigInt::ZERO,
            });
        }
    }
    pressing
}

/// R2, R3, E4, E6 and E7 for an enclosed group with these cases.
fn group_is_enclosed(
    stage: &Stage,
    members: &Members,
    cases: &[Leaf],
    answer: usize,
) -> Result<GroupAnswer> {
    let enclosed = Enclosed::new(stage, members, cases, answer)?;
    let constraints = case::imposed(members, enclosed.answer)?;
    constraints.no_contact_pulls(stage)?;
    let opening = enclosed.motion(stage, members)?;
    let ball = Ball::new(stage, &constraints, opening, enclosed.grid)?;
    ball.has_no_force_across_a_gap(stage, &constraints)?;
    ball.respects_corners(stage, members)?;
    let least = ball.bound(&constraints);
    for (index, other) in enclosed.others() {
        let ruled_out = case_is_ruled_out(stage, members, other, &least);
        within(format_args!("case {index}"), ruled_out)?;
    }
    Ok(GroupAnswer {
        response: ball.centre,
        radius: Some(ball.radius),
        pressing: pressing(&constraints),
        denominator: constraints.denominator,
        pins: vec![],
        heats: vec![],
        is_relaxed: false,
    })
}

/// R2, R3 and E6 for a case that is not the answer of an enclosed group.
fn case_is_ruled_out(
    stage: &Stage,
    members: &Members,
    other: &Leaf,
    least: &RestraintBound,
) -> Result {
    let constraints = case::imposed(members, other)?;
    constraints.no_contact_pulls(stage)?;
    least.is_below_case(stage, &constraints)
}

/// R7.
fn corners_are_decided(
    stage: &Stage,
    members: &Members,
    optima: Vec<Optimum>,
    answer: usize,
) -> Result<GroupAnswer> {
    // Motions of least restraint are the same if and only if their choices are (THEOREM.md, Theorem
    // 7), so choices stand for motions; each is kept with its first case.
    let mut motions: BTreeMap<Vec<Side>, Optimum> = BTreeMap::new();
    for optimum in of_least_restraint(optima) {
        let choices = choices(stage, members, &optimum)?;
        motions.entry(choices).or_insert(optimum);
    }
    let rule = stage.plan.settings.corner;
    if rule == CornerRule::Stop && motions.len() > 1 {
        return Err(several_motions(&motions));
    }
    let taken = match rule {
        CornerRule::Stop | CornerRule::First => motions.pop_first(),
        CornerRule::Last => motions.pop_last(),
    };
    let Some((_, taken)) = taken else {
        let found = "only impossible cases";
        return R7.refuse("the tree", found, "an optimal one");
    };
    if answer != taken.index {
        let found = format!("case {answer}");
        let required = format!("case {}", taken.index);
        return R7.refuse("`answer`", found, required);
    }
    Ok(taken.answer)
}

fn several_motions(motions: &BTreeMap<Vec<Side>, Optimum>) -> Rejection {
    let mut cases = Vec::new();
    for case in motions.values() {
        cases.push(case.index.to_string());
    }
    let cases = cases.join(" and ");
    let found = format!("different motions of least restraint, in cases {cases}");
    let required = "one motion, or another `corner` in the header";
    Rejection::new(R7, "the tree", found, required)
}

/// The choices of a motion at the corners of the group, in order: side 0 wherever it respects that.
/// R7: it respects a side of each.
fn choices(stage: &Stage, members: &Members, optimum: &Optimum) -> Result<Vec<Side>> {
    let mut choices = Vec::new();
    let motion = &optimum.answer.response;
    for corner in &members.corners {
        let [zero, one] = &corner.sides;
        if respects(motion, zero) {
            choices.push(Side::Zero);
        } else if respects(motion, one) {
            choices.push(Side::One);
        } else {
            let corner = stage.name_of_corner(&corner.corner);
            let place = format!("case {}, {corner}", optimum.index);
            let required = "a side whose values are at least 0";
            return R7.refuse(place, "every side violated", required);
        }
    }
    Ok(choices)
}

/// Whether all values of a side are at least 0 under a motion.
fn respects(motion: &Response, side: &[StepRow]) -> bool {
    for row in side {
        if motion.value(&row.gap).is_negative() {
            return false;
        }
    }
    true
}

/// The cases of least restraint, from left to right.
fn of_least_restraint(optima: Vec<Optimum>) -> Vec<Optimum> {
    let mut least: Vec<Optimum> = Vec::new();
    for optimum in optima {
        let order = match least.first() {
            None => Ordering::Less,
            // Less restraint is more work.
            Some(best) => compare_work(best, &optimum),
        };
        if order == Ordering::Less {
            least.clear();
        }
        if order != Ordering::Greater {
            least.push(optimum);
        }
    }
    least
}

/// Compares the work of two cases, each over its unit and its denominator.
fn compare_work(first: &Optimum, second: &Optimum) -> Ordering {
    let common = multiple(&first.work.unit, &second.work.unit);
    let first_denominator = &first.answer.response.denominator;
    let second_denominator = &second.answer.response.denominator;
    let first_work = &first.work.number * common.first_factor;
    let second_work = &second.work.number * common.second_factor;
    let first = first_work * second_denominator;
    let second = second_work * first_denominator;
    first.cmp(&second)
}
