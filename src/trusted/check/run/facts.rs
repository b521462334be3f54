//! R10: facts.

use super::energy::{Moves, energies_are_right};
use super::linear_form::LinearForm;
use super::momentum::{free_groups_are_right, impact_is_right, momenta_are_right};
use super::path::Motions;
use super::penetration;
use super::pin;
use super::placed::Placed;
use super::scaled::Scaled;
use super::stage::{Plan, Stage, placed};
use super::state::State;
use super::value::Value;
use super::velocities::Velocities;
use crate::names;
use crate::rejection::Condition::R10;
use crate::rejection::Result;
use zwang_certificate::Contact;
use zwang_certificate::run::Record;
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
    let bits = record.bits();
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
    let penetration = penetration::largest(plan, &placed)?;
    penetration.require("penetration", &facts.penetration)?;
    let drift = pin_drift(plan, &placed)?;
    drift.require("pin_drift", &facts.pin_drift)?;
    let moves = Moves::new(plan, now, after)?;
    energies_are_right(plan, &moves, after, facts)?;
    momenta_are_right(stage, &moves, record)?;
    let arrived = Moves::new(plan, before, now)?;
    let resolved = match resolved {
        Some(resolved) => {
            let moves = Moves::new(plan, resolved, now)?;
            Some(moves)
        }
        None => None,
    };
    impact_is_right(stage, &arrived, resolved.as_ref(), record)?;
    free_groups_are_right(stage, [&arrived, &moves], pressing, record)?;
    Ok(moves.largest_half_turn())
}

/// The largest square of a distance between the two points of a pin.
fn pin_drift(plan: &Plan, placed: &[Placed]) -> Result<Value> {
    let mut largest = Value::zero();
    for arms in &plan.pins {
        let Scaled { vector, unit } = pin::difference(placed, arms)?;
        let unit_square = &unit * &unit;
        let square = Value::new(vector.square(), unit_square);
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
            let form = LinearForm::row(stage, &row)?;
            let velocity = velocities.of(form)?.target;
            if velocity.is_negative() {
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
