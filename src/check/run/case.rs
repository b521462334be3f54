//! R2 to R6: one case, what it imposes and its forces.

use super::constraints::{Constraints, STEP, is_positive, no_force_is_zero};
use super::constraints::{pins_with_forces, rows_with_forces, with_forces};
use super::response::{Response, work};
use super::stage::Stage;
use super::system::{Members, StepRow};
use super::tree::Leaf;
use crate::rejection::Condition::R6;
use crate::{Result, names};
use num_bigint::BigInt;
use num_traits::One;
use zwang_certificate::run::Forces;

/// The place of the corner in the record, and of the row in its side.
type SideKey = (usize, usize);

/// The rows of the sides on the path of a case, ascending.
fn rows_of_sides<'a>(leaf: &Leaf<'a>) -> Vec<(SideKey, &'a StepRow)> {
    let mut sides = Vec::new();
    for decision in &leaf.path {
        for row in decision.side.of(&decision.corner.sides) {
            let key = (decision.listed, row.index);
            sides.push((key, row));
        }
    }
    sides.sort_unstable_by_key(|(key, _)| *key);
    sides
}

/// What a case imposes. R2: forces name only that, ascending, and are not 0.
pub(super) fn imposed<'a>(members: &Members<'a>, leaf: &Leaf<'a>) -> Result<Constraints<'a>> {
    let Forces { rows, sides, pins } = leaf.forces;
    let mut rows = rows_with_forces(&members.rows, rows)?;
    let forces = sides.iter();
    let forces = forces.map(|(corner, row, force)| ((*corner, *row), force));
    let of_sides = with_forces("sides", rows_of_sides(leaf), forces)?;
    rows.extend(of_sides);
    let imposed = members.pins.iter().copied();
    let constraints = Constraints {
        rows,
        pins: pins_with_forces(imposed, pins)?,
        wording: &STEP,
    };
    no_force_is_zero(&constraints)?;
    if let Some(denominator) = leaf.denominator {
        is_positive(denominator)?;
    }
    Ok(constraints)
}

/// R6. Where forces balance, Σ φ · value is the same for every motion, hence as at the target.
pub(super) fn is_impossible(stage: &Stage, constraints: &Constraints) -> Result {
    let one = BigInt::one();
    let loads = constraints.loads();
    let response = Response::new(stage, &loads, &one)?;
    if let Some(body) = response.unbalanced() {
        let place = names::body(&stage.plan.scene, body);
        let required = "forces that balance, to be impossible";
        return R6.refuse(place, "a force or a torque", required);
    }
    let work = work(&loads);
    if work.is_negative() {
        return Ok(());
    }
    let work = work.shown(&one);
    let found = format!("sum of force times value {work}");
    let required = "below 0, to be impossible";
    R6.refuse("the forces", found, required)
}
