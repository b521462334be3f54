//! R10: facts.

use super::energy::{Moves, energies_are_right};
use super::form::Form;
use super::fraction::Fraction;
use super::impact::Velocities;
use super::momentum::{free_groups_are_right, impact_is_right, momenta_are_right};
use super::path::Motions;
use super::penetration;
use super::pin;
use super::placed::Placed;
use super::scaled::Scaled;
use super::stage::{Plan, Stage, placed};
use super::state::State;
use crate::rejection::Condition::R10;
use crate::{Result, names};
use num_bigint::BigInt;
use num_traits::Signed;
use zwang_certificate::Contact;
use zwang_certificate::run::{Forces, Node, Opening, Record};
use zwang_exact::Rational;

/// The states around a step: k-2, as it was and as an impact left it, k-1 and k.
pub(super) struct Course<'a> {
    pub before: &'a State,
    pub resolved: Option<&'a State>,
    pub now: &'a State,
    pub after: &'a State,
}

/// R10 of everything that the states say, given the rows that press. Returns the tangent of half
/// the largest turn of a body in the step.
pub(super) fn facts_of_the_states(
    stage: &Stage,
    course: &Course,
    pressing: &[Contact],
    record: &Record,
) -> Result<Rational> {
    let plan = stage.plan;
    let facts = &record.facts;
    let bits = longest(record);
    if facts.bits != bits {
        return R10.refuse("`bits`", facts.bits, bits);
    }
    let Course {
        before,
        resolved,
        now,
        after,
    } = course;
    let placed = placed(plan, after);
    let penetration = penetration::largest(&placed, &plan.ignoring);
    penetration.require("penetration", &facts.penetration)?;
    let drift = pin_drift(plan, &placed)?;
    drift.require("pin_drift", &facts.pin_drift)?;
    let moves = Moves::new(plan, now, after)?;
    energies_are_right(plan, &moves, after, facts)?;
    momenta_are_right(stage, &moves, record)?;
    let arrived = Moves::new(plan, before, now)?;
    let resolved = match resolved {
        Some(resolved) => Some(Moves::new(plan, resolved, now)?),
        None => None,
    };
    impact_is_right(stage, &arrived, resolved.as_ref(), record)?;
    free_groups_are_right(stage, [&arrived, &moves], pressing, record)?;
    Ok(moves.largest_half_turn())
}

/// The length of the longest hexadecimal integer of a record.
fn longest(record: &Record) -> u64 {
    let mut longest = 0;
    for group in record.impact.iter().flatten() {
        let pins = group.pins.iter().flat_map(|(_, forces)| forces);
        let forces = group.forces.iter().map(|(_, force)| force);
        for number in forces.chain(pins).chain([&group.denominator]) {
            longest = longest.max(number.bits());
        }
    }
    for group in &record.groups {
        longest = longest.max(longest_of_node(&group.tree));
    }
    longest
}

fn longest_of_node(node: &Node) -> u64 {
    match node {
        Node::Optimal {
            denominator,
            forces,
        } => longest_of_forces(forces).max(denominator.bits()),
        Node::Enclosed {
            denominator,
            forces,
            opening,
        } => {
            let longest = longest_of_forces(forces).max(denominator.bits());
            longest.max(longest_of_opening(opening))
        }
        Node::Impossible { forces } => longest_of_forces(forces),
        Node::Choice { branches, .. } => {
            let mut longest = 0;
            for branch in branches {
                longest = longest.max(longest_of_node(branch));
            }
            longest
        }
    }
}

fn longest_of_forces(forces: &Forces) -> u64 {
    let pins = forces.pins.iter().flat_map(|(_, forces)| forces);
    let rows = forces.rows.iter().map(|(_, force)| force);
    let sides = forces.sides.iter().map(|(.., force)| force);
    let lengths = rows.chain(sides).chain(pins).map(BigInt::bits);
    lengths.fold(0, u64::max)
}

fn longest_of_opening(opening: &Opening) -> u64 {
    match opening {
        // Its numbers are not hexadecimal.
        Opening::Point(_) => 0,
        Opening::Motion(motion) => {
            let lengths = motion.iter().flatten().map(BigInt::bits);
            lengths.fold(0, u64::max)
        }
    }
}

/// The largest square of a distance between the two points of a pin.
fn pin_drift(plan: &Plan, placed: &[Placed]) -> Result<Fraction> {
    let mut largest = Fraction::zero();
    for arms in &plan.pins {
        let Scaled { vector, unit } = pin::difference(placed, arms)?;
        let square = Fraction::new(vector.square(), &unit * &unit);
        if square.is_above(&largest) {
            largest = square;
        }
    }
    Ok(largest)
}

/// R10 of `made`, `lost` and `impacts`, given the rows that press in this step and in the one
/// before.
pub(super) fn changes_of_contact(
    stage: &Stage,
    motions: &Motions,
    before: &State,
    [pressing, pressed]: [&[Contact]; 2],
    record: &Record,
) -> Result {
    let made = without(pressing, pressed);
    required(stage, "made", &record.facts.made, &made)?;
    let lost = without(pressed, pressing);
    required(stage, "lost", &record.facts.lost, &lost)?;
    let mut impacts = Vec::new();
    if !made.is_empty() {
        let velocities = Velocities::new(stage, motions, before)?;
        for row in made {
            let form = Form::row(stage, &row)?;
            let velocity = velocities.of(&form)?;
            if velocity.number.is_negative() {
                impacts.push(row);
            }
        }
    }
    required(stage, "impacts", &record.facts.impacts, &impacts)
}

/// The rows that are not among others, which ascend.
fn without(rows: &[Contact], others: &[Contact]) -> Vec<Contact> {
    let mut rest = Vec::new();
    for row in rows {
        if others.binary_search(row).is_err() {
            rest.push(*row);
        }
    }
    rest
}

fn required(stage: &Stage, key: &str, found: &[Contact], required: &[Contact]) -> Result {
    if found == required {
        return Ok(());
    }
    let place = format!("`{key}`");
    let found = shown(stage, found);
    let required = shown(stage, required);
    R10.refuse(place, found, required)
}

fn shown(stage: &Stage, rows: &[Contact]) -> String {
    let [first, rest @ ..] = rows else {
        return "no rows".to_owned();
    };
    let first = names::touch(&stage.plan.scene, first);
    match rest.len() {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}
