//! A group with friction: R2 of its forces, R3 to R5' and R7 (`proofs/RUN.md`, section 9).

use super::constraints::{STEP, is_positive};
use super::constraints::{pins_with_forces, rows_with_forces, with_forces};
use super::coulomb::Coulomb;
use super::decision::{GroupAnswer, Pressing};
use super::path::Motions;
use super::relaxation::Relaxation;
use super::response::Response;
use super::stage::Stage;
use super::system::{Members, StepRow};
use crate::rejection::Condition::{R2, R7};
use crate::side::Side;
use crate::{Result, names};
use zwang_certificate::run::FrictionForces;

/// The place of the corner in the record, and of the row in its side.
type SideKey = (usize, usize);

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
    let imposed = imposed(members, forces, relaxation)?;
    imposed.forces_are_in_their_cones(stage)?;
    let response = imposed.response(stage)?;
    imposed.nothing_penetrates(stage, &response)?;
    let heats = imposed.friction_resists(stage, &response)?;
    corners_are_respected(stage, members, &imposed, &response)?;
    let mut pressing = Vec::new();
    for force in imposed.row_forces()? {
        pressing.push(Pressing {
            row: force.row.row,
            normal: force.normal.clone(),
            along: force.along.clone(),
        });
    }
    let mut pins = Vec::new();
    for (pin, force) in &imposed.pins {
        pins.extend(force.map(|force| (pin.index, force.clone())));
    }
    Ok(GroupAnswer {
        response,
        radius: None,
        denominator: forces.denominator.clone(),
        pressing,
        pins,
        heats,
        is_relaxed,
    })
}

/// What the group imposes. R2: forces name only that, ascending, and are not 0.
fn imposed<'a>(
    members: &Members<'a>,
    forces: &'a FrictionForces,
    relaxation: Relaxation,
) -> Result<Coulomb<'a>> {
    let of_sides = rows_of_sides(members, &forces.choices)?;
    let mut rows = rows_with_forces(&members.rows, &forces.rows)?;
    let listed = forces.sides.iter();
    let listed = listed.map(|(corner, row, force)| ((*corner, *row), force));
    rows.extend(with_forces("sides", of_sides, listed)?);
    let pins = members.pins.iter().copied();
    let imposed = Coulomb {
        rows,
        pins: pins_with_forces(pins, &forces.pins)?,
        denominator: &forces.denominator,
        relaxation,
        wording: &STEP,
    };
    imposed.no_force_is_zero()?;
    is_positive(&forces.denominator)?;
    Ok(imposed)
}

/// The rows of the chosen sides. R2: choices are of corners of the group, each once, and ascend.
fn rows_of_sides<'a>(
    members: &Members<'a>,
    choices: &[(usize, usize)],
) -> Result<Vec<(SideKey, &'a StepRow)>> {
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
            return R2.refuse(place, format!("side {side}"), "0 or 1");
        };
        for row in side.of(&corner.sides) {
            rows.push(((*listed, row.index), row));
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
        let is_respected = respects(imposed, motion, zero) || respects(imposed, motion, one);
        if !is_respected {
            let place = names::vertices(&stage.plan.scene, &corner.corner);
            let required = "a side whose values are at least their floors";
            return R7.refuse(place, "every side violated", required);
        }
    }
    Ok(())
}

/// Whether all values of a side are at least their floors under a motion.
fn respects(imposed: &Coulomb, motion: &Response, side: &[StepRow]) -> bool {
    side.iter()
        .all(|row| !imposed.height(row, motion).is_negative())
}
