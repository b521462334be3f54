//! What is imposed on the bodies of a group, with the forces that keep it: one theorem for
//! displacements (R3 to R5) and for velocities at impacts (R9).
//!
//! If forces φ ≥ 0 give, by Newton's law, a motion under which every imposed value is ≥ 0 and 0
//! where φ > 0, and pins hold, then that motion is the unique minimiser of the restraint.

use super::response::{ForceAlong, Response};
use super::stage::Stage;
use super::system::{StepPin, StepRow};
use super::value::Value;
use crate::names;
use crate::rejection::Condition::{self, R2, R3, R3Prime, R4, R5, R5Prime, R9};
use crate::rejection::{Rejection, Result};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;
use std::fmt::Debug;
use zwang_scene::PinId;

/// A row, a side or a pin that is imposed, and its force.
pub(super) struct Imposed<'a, Thing, Force> {
    pub thing: &'a Thing,
    /// `None` if none is listed: then it is 0.
    pub force: Option<&'a Force>,
}

/// Two numbers of a force: of a pin those along x and along y, of a row with friction φ and ψ.
pub(super) type Pair = [BigInt; 2];

/// All that is imposed on a group. The force of a row is one number without friction, and a
/// [`Pair`] with it; all forces are times the denominator.
pub(super) struct Constraints<'a, RowForce> {
    /// Rows and sides.
    pub rows: Vec<Imposed<'a, StepRow, RowForce>>,
    pub pins: Vec<Imposed<'a, StepPin, Pair>>,
    pub denominator: BigInt,
    pub wording: &'static Wording,
}

/// The conditions that are tested, and what values are called.
pub(super) struct Wording {
    pub no_pull: Condition,
    pub friction_is_bounded: Condition,
    pub no_penetration: Condition,
    pub no_force_across: Condition,
    pub friction_resists: Condition,
    pub value: &'static str,
    pub slip: &'static str,
    pub pin: &'static str,
}

/// Displacements in a step.
pub(super) const STEP: Wording = Wording {
    no_pull: R3,
    friction_is_bounded: R3Prime,
    no_penetration: R4,
    no_force_across: R5,
    friction_resists: R5Prime,
    value: "value",
    slip: "slip",
    pin: "distance",
};

/// Velocities at an impact.
pub(super) const IMPACT: Wording = Wording {
    value: "gap velocity, beyond that required,",
    ..FRICTION_IMPACT
};

/// Inelastic velocities at an impact with friction.
pub(super) const FRICTION_IMPACT: Wording = Wording {
    no_pull: R9,
    friction_is_bounded: R9,
    no_penetration: R9,
    no_force_across: R9,
    friction_resists: R9,
    value: "inelastic gap velocity",
    slip: "inelastic slip velocity",
    pin: "relative velocity",
};

/// A force, which may be 0.
pub(super) trait Force {
    fn is_none(&self) -> bool;
}

impl Force for BigInt {
    fn is_none(&self) -> bool {
        self.is_zero()
    }
}

impl Force for Pair {
    fn is_none(&self) -> bool {
        self.iter().all(Zero::is_zero)
    }
}

impl<'a, Thing, Force> Imposed<'a, Thing, Force> {
    /// What needs no force.
    pub(super) fn without_force(thing: &'a Thing) -> Self {
        Self { thing, force: None }
    }
}

impl<'a, RowForce: Force> Constraints<'a, RowForce> {
    /// The listed forces of rows and sides.
    pub(super) fn row_forces(&self) -> Vec<(&'a StepRow, &'a RowForce)> {
        listed(&self.rows)
    }

    /// The listed forces of pins.
    pub(super) fn pin_forces(&self) -> Vec<(&'a StepPin, &'a Pair)> {
        listed(&self.pins)
    }

    /// The listed forces of pins, by the indices of the pins.
    pub(super) fn forces_of_pins(&self) -> Vec<(PinId, Pair)> {
        let mut forces = Vec::new();
        for (pin, force) in self.pin_forces() {
            forces.push((pin.index, force.clone()));
        }
        forces
    }

    /// The forces of pins with their forms.
    pub(super) fn pin_forces_along(&self) -> Vec<ForceAlong<'a>> {
        let mut found = Vec::new();
        for (pin, forces) in self.pin_forces() {
            for (along, force) in pin.axes.iter().zip(forces) {
                found.push(ForceAlong { along, force });
            }
        }
        found
    }

    /// R2: forces that are 0 are left out.
    pub(super) fn no_force_is_zero(&self) -> Result {
        for (_, force) in self.row_forces() {
            is_not_zero(force)?;
        }
        for (_, force) in self.pin_forces() {
            is_not_zero(force)?;
        }
        Ok(())
    }

    /// R4 or R9: the two points of each pin stay together.
    pub(super) fn pins_hold(&self, stage: &Stage, motion: &Response) -> Result {
        for imposed in &self.pins {
            let pin = imposed.thing;
            for (along, axis) in pin.axes.iter().zip(["x", "y"]) {
                let value = motion.value(along);
                if !value.number.is_zero() {
                    let name = self.wording.pin;
                    let value = value.shown(&self.denominator);
                    let found = format!("{name} {value} along {axis}");
                    let place = stage.name_of_pin(pin.index);
                    let condition = self.wording.no_penetration;
                    return condition.refuse(place, found, "0");
                }
            }
        }
        Ok(())
    }

    /// R4 or R9: the value of a row is below what is required.
    pub(super) fn penetrates(
        &self,
        stage: &Stage,
        row: &StepRow,
        value: &Value,
        required: &str,
    ) -> Rejection {
        let place = stage.name_of_row(&row.row);
        let found = self.told(value);
        Rejection::new(self.wording.no_penetration, place, found, required)
    }

    /// R5 or R9: a row has a force, though its value is not the least.
    pub(super) fn presses_across(
        &self,
        stage: &Stage,
        row: &StepRow,
        value: &Value,
        force: &BigInt,
    ) -> Rejection {
        let place = stage.name_of_row(&row.row);
        let force = self.told_force(force);
        let value = self.told(value);
        let found = format!("{force} with {value}");
        let condition = self.wording.no_force_across;
        Rejection::new(condition, place, found, "force 0")
    }

    /// R3 or R9: a contact pulls.
    pub(super) fn pulls(&self, stage: &Stage, row: &StepRow, force: &BigInt) -> Rejection {
        let place = stage.name_of_row(&row.row);
        let found = self.told_force(force);
        let condition = self.wording.no_pull;
        Rejection::new(condition, place, found, "at least 0")
    }

    /// The value of a row, as a rejection tells it.
    fn told(&self, value: &Value) -> String {
        let name = self.wording.value;
        let value = value.shown(&self.denominator);
        format!("{name} {value}")
    }

    /// The force of a row, as a rejection tells it.
    fn told_force(&self, force: &BigInt) -> String {
        let force = names::fraction(force, &self.denominator);
        format!("force {force}")
    }
}

impl<'a> Constraints<'a, BigInt> {
    /// All forces with their forms.
    pub(super) fn forces_along(&self) -> Vec<ForceAlong<'a>> {
        let mut forces = Vec::new();
        for (row, force) in self.row_forces() {
            let along = &row.gap;
            forces.push(ForceAlong { along, force });
        }
        forces.extend(self.pin_forces_along());
        forces
    }

    /// R3: no contact pulls.
    pub(super) fn no_contact_pulls(&self, stage: &Stage) -> Result {
        for (row, force) in self.row_forces() {
            if force.is_negative() {
                return Err(self.pulls(stage, row, force));
            }
        }
        Ok(())
    }

    /// R4 and R5: nothing penetrates, no force across a gap. Returns what the forces change.
    pub(super) fn are_optimal(&self, stage: &Stage) -> Result<Response> {
        let forces = self.forces_along();
        let response = Response::new(stage, &forces, &self.denominator)?;
        for imposed in &self.rows {
            let row = imposed.thing;
            let value = response.value(&row.gap);
            if value.is_negative() {
                return Err(self.penetrates(stage, row, &value, "at least 0"));
            }
            if let Some(force) = imposed.force
                && !force.is_zero()
                && !value.number.is_zero()
            {
                return Err(self.presses_across(stage, row, &value, force));
            }
        }
        self.pins_hold(stage, &response)?;
        Ok(response)
    }
}

/// R2: a force that is listed is not 0.
fn is_not_zero(force: &impl Force) -> Result {
    if force.is_none() {
        let required = "only forces other than 0";
        return R2.refuse("the forces", "a force 0", required);
    }
    Ok(())
}

/// The listed forces.
fn listed<'a, Thing, Force>(all: &[Imposed<'a, Thing, Force>]) -> Vec<(&'a Thing, &'a Force)> {
    let mut listed = Vec::new();
    for imposed in all {
        if let Some(force) = imposed.force {
            listed.push((imposed.thing, force));
        }
    }
    listed
}

/// Rows with their forces. Those that the record does not list have none.
pub(super) fn rows_with_forces<'a, Force>(
    rows: &[&'a StepRow],
    forces: &'a [(usize, Force)],
) -> Result<Vec<Imposed<'a, StepRow, Force>>> {
    let mut listed = Vec::new();
    let mut others = Vec::new();
    for row in rows {
        match row.index {
            Some(index) => listed.push((index, *row)),
            None => others.push(Imposed::without_force(*row)),
        }
    }
    let mut imposed = with_forces("forces", listed, by_index(forces))?;
    imposed.extend(others);
    Ok(imposed)
}

/// Forces by the indices of what they act on.
fn by_index<Force>(forces: &[(usize, Force)]) -> Vec<(usize, &Force)> {
    let mut listed = Vec::new();
    for (index, force) in forces {
        listed.push((*index, force));
    }
    listed
}

/// Pins with their forces.
pub(super) fn pins_with_forces<'a>(
    pins: impl Iterator<Item = &'a StepPin>,
    forces: &'a [(usize, Pair)],
) -> Result<Vec<Imposed<'a, StepPin, Pair>>> {
    let mut imposed = Vec::new();
    for pin in pins {
        imposed.push((pin.index.0, pin));
    }
    with_forces("pins", imposed, by_index(forces))
}

/// The place of a corner in the record, and that of a row in its side.
pub(super) type PlaceOnSide = (usize, usize);

/// Rows of sides with their forces.
pub(super) fn sides_with_forces<'a, Force>(
    rows: Vec<(PlaceOnSide, &'a StepRow)>,
    forces: &'a [(usize, usize, Force)],
) -> Result<Vec<Imposed<'a, StepRow, Force>>> {
    let mut listed = Vec::new();
    for (corner, row, force) in forces {
        let place = (*corner, *row);
        listed.push((place, force));
    }
    with_forces("sides", rows, listed)
}

/// R2: a list of forces names only what is imposed, ascending. Both lists are by the same key.
/// Returns what is imposed, with its forces.
fn with_forces<'a, Key: Ord + Copy + Debug, Thing, Force>(
    name: &str,
    imposed: Vec<(Key, &'a Thing)>,
    forces: Vec<(Key, &'a Force)>,
) -> Result<Vec<Imposed<'a, Thing, Force>>> {
    let place = format!("`{name}`");
    let mut left = BTreeMap::new();
    let mut last = None;
    let mut disorder = None;
    for (key, force) in forces {
        if last >= Some(key) {
            disorder = disorder.or(Some(key));
        }
        last = Some(key);
        left.insert(key, force);
    }
    let mut all = Vec::new();
    for (key, thing) in imposed {
        let force = left.remove(&key);
        all.push(Imposed { thing, force });
    }
    if let Some(key) = left.keys().next() {
        let found = format!("{key:?}");
        let required = "only what the case imposes";
        return R2.refuse(place, found, required);
    }
    if let Some(key) = disorder {
        let found = format!("{key:?}");
        let required = "an ascending list without repetitions";
        return R2.refuse(place, found, required);
    }
    Ok(all)
}

/// R2: denominators are positive.
pub(super) fn is_positive(denominator: &BigInt) -> Result {
    if denominator.is_positive() {
        return Ok(());
    }
    let found = names::integer(denominator);
    R2.refuse("`denominator`", found, "above 0")
}
