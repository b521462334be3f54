//! R2 to R6: one case, what it imposes and its forces.

use super::constraints::{
    Constraints, PinConstraint, RowConstraint, STEP, entry, is_positive, listed, no_force_is_zero,
};
use super::response::{Response, work};
use super::system::{Members, System, Target};
use super::tree::Leaf;
use crate::rejection::Condition::R6;
use crate::{Rejection, names};
use num_bigint::BigInt;
use num_traits::{One, Signed};
use zwang_certificate::Contact;
use zwang_certificate::run::Forces;

/// A row of a side on the path of a case.
pub(super) struct Side {
    /// Index of the corner in the record, and of the row in its side.
    key: (usize, usize),
    row: Contact,
    target: Target,
}

/// The rows of the sides on the path of a case, ascending.
pub(super) fn sides(system: &System, leaf: &Leaf) -> Result<Vec<Side>, Rejection> {
    let mut path = leaf.path.clone();
    path.sort_unstable();
    let mut sides = Vec::new();
    for (corner, side) in path {
        let found = system
            .corners
            .get(corner)
            .and_then(|found| system.found.corners.get(*found));
        for (index, row) in found
            .and_then(|corner| corner.sides.get(side))
            .into_iter()
            .flatten()
            .enumerate()
        {
            sides.push(Side {
                key: (corner, index),
                row: *row,
                target: Target::new(system.stage, system.motions, row)?,
            });
        }
    }
    Ok(sides)
}

/// What a case imposes. R2: forces name only that, ascending.
pub(super) fn imposed<'a>(
    system: &'a System,
    members: &Members,
    leaf: &Leaf<'a>,
    sides: &'a [Side],
) -> Result<Constraints<'a>, Rejection> {
    let Forces {
        rows: row_forces,
        sides: side_forces,
        pins: pin_forces,
    } = leaf.forces;
    let keys: Vec<(usize, usize)> = side_forces
        .iter()
        .map(|(corner, row, _)| (*corner, *row))
        .collect();
    listed(
        "forces",
        &row_forces.iter().map(|(row, _)| *row).collect::<Vec<_>>(),
        &members.rows,
    )?;
    listed(
        "sides",
        &keys,
        &sides.iter().map(|side| side.key).collect::<Vec<_>>(),
    )?;
    listed(
        "pins",
        &pin_forces.iter().map(|(pin, _)| *pin).collect::<Vec<_>>(),
        &members.pins,
    )?;
    let forces = row_forces.iter().map(|(_, force)| force);
    let forces = forces.chain(side_forces.iter().map(|(.., force)| force));
    no_force_is_zero(forces, pin_forces)?;
    leaf.denominator.map_or(Ok(()), is_positive)?;
    let constraint = |row: Contact, target: &'a Target, force| RowConstraint {
        row,
        form: &target.form,
        target: &target.value,
        force,
    };
    let rows = members.rows.iter().filter_map(|index| {
        let (row, target) = (system.found.rows.get(*index)?, system.rows.get(*index)?);
        Some(constraint(*row, target, entry(row_forces, *index)))
    });
    let sides = sides.iter().map(|side| {
        let found = keys
            .binary_search(&side.key)
            .ok()
            .and_then(|found| side_forces.get(found));
        constraint(side.row, &side.target, found.map(|(.., force)| force))
    });
    let pins = members.pins.iter().filter_map(|pin| {
        Some(PinConstraint {
            pin: *pin,
            form: system.pins.get(*pin)?,
            forces: entry(pin_forces, *pin),
        })
    });
    Ok(Constraints {
        rows: rows.chain(sides).collect(),
        pins: pins.collect(),
        wording: &STEP,
    })
}

/// R6. Where forces balance, Σ φ · value is the same for every motion, hence as at the target.
pub(super) fn is_impossible(system: &System, constraints: &Constraints) -> Result<(), Rejection> {
    let (stage, one) = (system.stage, BigInt::one());
    let loads = constraints.loads();
    if let Some(body) = Response::new(stage, &loads, &one).unbalanced() {
        let place = names::body(&stage.plan.scene, body);
        return Err(Rejection::new(
            R6,
            place,
            "a force or a torque",
            "forces that balance, to be impossible",
        ));
    }
    let work = work(&loads);
    if work.number.is_negative() {
        return Ok(());
    }
    let found = format!("sum of force times value {}", work.shown(&one));
    Err(Rejection::new(
        R6,
        "the forces",
        found,
        "below 0, to be impossible",
    ))
}
