//! R2 to R6: one case, what it imposes and its forces.

use super::constraints::{Constraints, PlaceOnSide, STEP, is_positive};
use super::constraints::{pins_with_forces, rows_with_forces, sides_with_forces};
use super::response::{Response, work};
use super::stage::Stage;
use super::system::{Members, StepRow};
use super::tree::Leaf;
use crate::rejection::Condition::R6;
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::One;

/// The rows of the sides on the path of a case, ascending.
fn rows_of_sides<'a>(leaf: &Leaf<'a>) -> Vec<(PlaceOnSide, &'a StepRow)> {
    let mut sides = Vec::new();
    for decision in &leaf.path {
        let rows = decision.side.of(&decision.corner.sides);
        for (index, row) in rows.iter().enumerate() {
            let place = (decision.listed, index);
            sides.push((place, row));
        }
    }
    sides.sort_unstable_by_key(|(place, _)| *place);
    sides
}

/// What a case imposes. R2: forces name only that, ascending, and are not 0.
pub(super) fn imposed<'a>(
    members: &Members<'a>,
    leaf: &Leaf<'a>,
) -> Result<Constraints<'a, BigInt>> {
    let forces = leaf.forces;
    let sides = rows_of_sides(leaf);
    let pins = members.pins.iter().copied();
    let mut rows = rows_with_forces(&members.rows, &forces.rows)?;
    let of_sides = sides_with_forces(sides, &forces.sides)?;
    rows.extend(of_sides);
    let denominator = match leaf.denominator {
        Some(denominator) => denominator.clone(),
        // Of an impossible case.
        None => BigInt::one(),
    };
    let constraints = Constraints {
        rows,
        pins: pins_with_forces(pins, &forces.pins)?,
        denominator,
        wording: &STEP,
    };
    constraints.no_force_is_zero()?;
    is_positive(&constraints.denominator)?;
    Ok(constraints)
}

/// R6. Where forces balance, Σ φ · value is the same for every motion, hence as at the target.
pub(super) fn is_impossible(stage: &Stage, constraints: &Constraints<BigInt>) -> Result {
    let one = BigInt::one();
    let forces = constraints.forces_along();
    let response = Response::new(stage, &forces, &one)?;
    if let Some(body) = response.unbalanced() {
        let place = stage.name_of_body(body);
        let required = "forces that balance, to be impossible";
        return R6.refuse(place, "a force or a torque", required);
    }
    let work = work(&forces);
    if work.is_negative() {
        return Ok(());
    }
    let work = work.told();
    let found = format!("sum of force times value {work}");
    let required = "below 0, to be impossible";
    R6.refuse("the forces", found, required)
}
