//! A group with friction: R2 of its forces, R3 to R5' and R7 (`proofs/RUN.md`, section 9).

use super::constraints::{Constraints, Pair, PlaceOnSide, STEP, is_positive};
use super::constraints::{pins_with_forces, rows_with_forces, sides_with_forces};
use super::coulomb::{Coulomb, RowWithForce};
use super::decision::{GroupAnswer, Pressing};
use super::path::Motions;
use super::relaxation::Relaxation;
use super::response::Response;
use super::slip::Slip;
use super::stage::Stage;
use super::system::{Members, StepRow};
use crate::plane::side::Side;
use crate::rejection::Condition::{R2, R7};
use crate::rejection::Result;
use zwang_certificate::run::FrictionForces;

/// R2 to R7 for one group.
pub(super) fn group_is_proved(
    stage: &Stage,
    motions: &Motions,
    members: &Members,
    forces: &FrictionForces,
) -> Result<GroupAnswer> {
    let bodies = &members.group.bodies;
    let relaxation = Relaxation::new(stage, motions, bodies, forces.relaxed)?;
    let is_relaxed = relaxation.is_some();
    let imposed = Coulomb::new(imposed(members, forces)?, relaxation, |row| {
        Slip::new(stage, motions, &row.row)
    })?;
    is_positive(&forces.denominator)?;
    imposed.forces_are_in_their_cones(stage)?;
    let response = imposed.response(stage)?;
    imposed.nothing_penetrates(stage, &response)?;
    let heats = imposed.friction_resists(stage, &response)?;
    corners_are_respected(stage, members, &imposed, &response)?;
    let mut pressing = Vec::new();
    for force in &imposed.forces {
        let RowWithForce {
            row, normal, along, ..
        } = force;
        pressing.push(Pressing {
            row: row.row,
            normal: (*normal).clone(),
            along: (*along).clone(),
        });
    }
    Ok(GroupAnswer {
        response,
        radius: None,
        denominator: forces.denominator.clone(),
        pressing,
        pins: imposed.constraints().forces_of_pins(),
        heats,
        is_relaxed,
    })
}

/// What the group imposes. R2: forces name only that, ascending.
fn imposed<'a>(members: &Members<'a>, forces: &'a FrictionForces) -> Result<Constraints<'a, Pair>> {
    let sides = rows_of_sides(members, &forces.choices)?;
    let pins = members.pins.iter().copied();
    let mut rows = rows_with_forces(&members.rows, &forces.rows)?;
    let of_sides = sides_with_forces(sides, &forces.sides)?;
    rows.extend(of_sides);
    let pins = pins_with_forces(pins, &forces.pins)?;
    let denominator = forces.denominator.clone();
    Ok(Constraints {
        rows,
        pins,
        denominator,
        wording: &STEP,
    })
}

/// The rows of the chosen sides. R2: choices are of corners of the group, each once, and ascend.
fn rows_of_sides<'a>(
    members: &Members<'a>,
    choices: &[(usize, usize)],
) -> Result<Vec<(PlaceOnSide, &'a StepRow)>> {
    let mut rows = Vec::new();
    let mut last = None;
    for (listed, side) in choices {
        let place = format!("`choices`, corner {listed}");
        if last >= Some(*listed) {
            let required = "an ascending list without repetitions";
            return R2.refuse(place, "another order, or a repetition", required);
        }
        last = Some(*listed);
        let Some(corner) = members.listed.get(listed).copied() else {
            let required = "choices between sides of corners of the group";
            return R2.refuse(place, "a choice", required);
        };
        let Some(side) = Side::new(*side) else {
            let found = format!("side {side}");
            return R2.refuse(place, found, "0 or 1");
        };
        for (index, row) in side.of(&corner.sides).iter().enumerate() {
            let place = (*listed, index);
            rows.push((place, row));
        }
    }
    Ok(rows)
}

/// R7.
fn corners_are_respected(
    stage: &Stage,
    members: &Members,
    imposed: &Coulomb,
    motion: &Response,
) -> Result {
    for corner in &members.corners {
        let [zero, one] = &corner.sides;
        let respects_zero = respects(imposed, motion, zero);
        let is_respected = respects_zero || respects(imposed, motion, one);
        if !is_respected {
            let place = stage.name_of_corner(&corner.corner);
            let required = "a side whose values are at least their floors";
            return R7.refuse(place, "every side violated", required);
        }
    }
    Ok(())
}

/// Whether all values of a side are at least their floors under a motion.
fn respects(imposed: &Coulomb, motion: &Response, side: &[StepRow]) -> bool {
    for row in side {
        if imposed.height(row, motion).is_negative() {
            return false;
        }
    }
    true
}
