//! R10: facts.

use super::energy::{Fraction, Moves, energies_are_right};
use super::form::Form;
use super::impact::Velocities;
use super::momentum::{free_groups_are_right, impact_is_right, momenta_are_right};
use super::path::Motions;
use super::penetration;
use super::pin;
use super::placed::Placed;
use super::stage::{Plan, Stage, placed};
use super::state::State;
use crate::rejection::Condition::R10;
use crate::{Rejection, names};
use num_bigint::BigInt;
use num_traits::Signed;
use zwang_certificate::Contact;
use zwang_certificate::run::{Forces, Node, Record};
use zwang_exact::Rational;

/// The states around a step: k-2, as it was and as an impact left it, k-1 and k.
pub(super) struct Course<'a> {
    pub before: &'a State,
    pub resolved: Option<&'a State>,
    pub now: &'a State,
    pub after: &'a State,
}

/// R10 of everything that the states say, given the rows that press. Returns the tangent of half the
/// largest turn of a body in the step.
pub(super) fn facts_of_the_states(
    plan: &Plan,
    course: &Course,
    pressing: &[Contact],
    record: &Record,
) -> Result<Rational, Rejection> {
    let facts = &record.facts;
    let bits = longest(record);
    if facts.bits != bits {
        return Err(Rejection::new(
            R10,
            "`bits`",
            facts.bits.to_string(),
            bits.to_string(),
        ));
    }
    let Course {
        before,
        resolved,
        now,
        after,
    } = course;
    let placed = placed(plan, after);
    let penetration::Square {
        numerator,
        denominator,
    } = penetration::largest(&placed);
    Fraction {
        numerator,
        denominator,
    }
    .require("penetration", &facts.penetration)?;
    pin_drift(plan, &placed)?.require("pin_drift", &facts.pin_drift)?;
    let moves = Moves::new(plan, now, after)?;
    energies_are_right(plan, &moves, after, facts)?;
    momenta_are_right(plan, &moves, record)?;
    let arrived = Moves::new(plan, before, now)?;
    let resolved = resolved
        .map(|resolved| Moves::new(plan, resolved, now))
        .transpose()?;
    impact_is_right(plan, &arrived, resolved.as_ref(), record)?;
    free_groups_are_right(plan, [&arrived, &moves], pressing, record)?;
    Ok(moves.largest_half_turn())
}

/// The length of the longest hexadecimal integer of a record.
fn longest(record: &Record) -> u64 {
    let impacts = record.impact.iter().flatten().map(|group| {
        let pins = group.pins.iter().flat_map(|(_, forces)| forces);
        let forces = group.forces.iter().map(|(_, force)| force);
        forces
            .chain(pins)
            .chain([&group.denominator])
            .map(BigInt::bits)
            .max()
            .unwrap_or(0)
    });
    impacts
        .chain(record.groups.iter().map(|group| of_node(&group.tree)))
        .max()
        .unwrap_or(0)
}

fn of_node(node: &Node) -> u64 {
    let of_forces = |forces: &Forces| {
        let pins = forces.pins.iter().flat_map(|(_, forces)| forces);
        let rows = forces.rows.iter().map(|(_, force)| force);
        let sides = forces.sides.iter().map(|(.., force)| force);
        rows.chain(sides)
            .chain(pins)
            .map(BigInt::bits)
            .max()
            .unwrap_or(0)
    };
    match node {
        Node::Optimal {
            denominator,
            forces,
        } => of_forces(forces).max(denominator.bits()),
        Node::Impossible { forces } => of_forces(forces),
        Node::Choice { branches, .. } => branches.iter().map(of_node).max().unwrap_or(0),
    }
}

/// The largest square of a distance between the two points of a pin.
fn pin_drift(plan: &Plan, placed: &[Placed]) -> Result<Fraction, Rejection> {
    let mut largest = Fraction::zero();
    for arms in &plan.pins {
        let (difference, unit) = pin::difference(placed, arms)?;
        let square = Fraction {
            numerator: difference.square(),
            denominator: &unit * &unit,
        };
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
) -> Result<(), Rejection> {
    let without = |rows: &[Contact], others: &[Contact]| -> Vec<Contact> {
        rows.iter()
            .filter(|row| others.binary_search(row).is_err())
            .copied()
            .collect()
    };
    let made = without(pressing, pressed);
    required(stage, "made", &record.facts.made, &made)?;
    required(
        stage,
        "lost",
        &record.facts.lost,
        &without(pressed, pressing),
    )?;
    let mut impacts = Vec::new();
    if !made.is_empty() {
        let velocities = Velocities::new(stage, motions, before)?;
        for row in made {
            if velocities.of(&Form::row(stage, &row)?).number.is_negative() {
                impacts.push(row);
            }
        }
    }
    required(stage, "impacts", &record.facts.impacts, &impacts)
}

fn required(
    stage: &Stage,
    key: &str,
    found: &[Contact],
    required: &[Contact],
) -> Result<(), Rejection> {
    if found == required {
        return Ok(());
    }
    let shown = |rows: &[Contact]| match rows {
        [] => "no rows".to_owned(),
        [first, rest @ ..] => {
            let first = names::touch(&stage.plan.scene, first);
            if rest.is_empty() {
                first
            } else {
                format!("{first} and {} more", rest.len())
            }
        }
    };
    Err(Rejection::new(
        R10,
        format!("`{key}`"),
        shown(found),
        shown(required),
    ))
}
