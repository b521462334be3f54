//! R2 to R6: one case, what it imposes and its forces.

use super::constraints::{
    Constraints, PinConstraint, RowConstraint, STEP, is_positive, no_force_is_zero, with_forces,
};
use super::response::{Response, work};
use super::stage::Stage;
use super::system::{Members, StepRow};
use super::tree::Leaf;
use crate::rejection::Condition::R6;
use crate::{Rejection, names};
use num_bigint::BigInt;
use num_traits::{One, Signed};
use zwang_certificate::run::Forces;

/// The place of the corner in the record, and of the row in its side.
type SideKey = (usize, usize);

/// The rows of the sides on the path of a case, ascending.
fn sides<'a>(leaf: &Leaf<'a>) -> Vec<(SideKey, &'a StepRow)> {
    let mut sides = Vec::new();
    for decision in &leaf.path {
        for row in decision.side.of(&decision.corner.sides) {
            sides.push(((decision.listed, row.index), row));
        }
    }
    sides.sort_unstable_by_key(|(key, _)| *key);
    sides
}

/// What a case imposes. R2: forces name only that, ascending, and are not 0.
pub(super) fn imposed<'a>(
    members: &Members<'a>,
    leaf: &Leaf<'a>,
) -> Result<Constraints<'a>, Rejection> {
    let Forces { rows, sides, pins } = leaf.forces;
    let forces: Vec<_> = rows.iter().map(|(row, force)| (*row, force)).collect();
    let there: Vec<_> = members.rows.iter().map(|row| (row.index, *row)).collect();
    let of_rows = with_forces("forces", &there, &forces)?;
    let sides = sides.iter();
    let forces: Vec<_> = sides
        .map(|(corner, row, force)| ((*corner, *row), force))
        .collect();
    let of_sides = with_forces("sides", &self::sides(leaf), &forces)?;
    let forces: Vec<_> = pins.iter().map(|(pin, force)| (*pin, force)).collect();
    let there: Vec<_> = members.pins.iter().map(|pin| (pin.index, *pin)).collect();
    let of_pins = with_forces("pins", &there, &forces)?;
    let mut constraints = Constraints {
        rows: Vec::with_capacity(of_rows.len()),
        pins: Vec::with_capacity(of_pins.len()),
        wording: &STEP,
    };
    for (row, force) in of_rows.into_iter().chain(of_sides) {
        constraints.rows.push(RowConstraint { row, force });
    }
    for (pin, forces) in of_pins {
        constraints.pins.push(PinConstraint { pin, forces });
    }
    no_force_is_zero(&constraints)?;
    if let Some(denominator) = leaf.denominator {
        is_positive(denominator)?;
    }
    Ok(constraints)
}

/// R6. Where forces balance, Σ φ · value is the same for every motion, hence as at the target.
pub(super) fn is_impossible(stage: &Stage, constraints: &Constraints) -> Result<(), Rejection> {
    let one = BigInt::one();
    let loads = constraints.loads();
    if let Some(body) = Response::new(stage, &loads, &one)?.unbalanced() {
        let place = names::body(&stage.plan.scene, body);
        let required = "forces that balance, to be impossible";
        return R6.refuse(place, "a force or a torque", required);
    }
    let work = work(&loads);
    if work.number.is_negative() {
        return Ok(());
    }
    let found = format!("sum of force times value {}", work.shown(&one));
    let required = "below 0, to be impossible";
    R6.refuse("the forces", found, required)
}
