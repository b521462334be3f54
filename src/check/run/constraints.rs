//! What is imposed on the bodies of a group, with the forces that keep it: one theorem for
//! displacements (R3 to R5) and for velocities at impacts (R9).
//!
//! If forces φ ≥ 0 give, by Newton's law, a motion under which every imposed value is ≥ 0 and 0
//! where φ > 0, and pins hold, then that motion is the unique minimiser of the restraint.

use super::response::{Load, Response};
use super::stage::Stage;
use super::system::{StepPin, StepRow};
use super::value::Value;
use crate::rejection::Condition::{self, R2, R3, R3Prime, R4, R5, R5Prime, R9};
use crate::{Rejection, Result, names};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;
use std::fmt;

/// What is imposed, and its force; `None` if none is listed, and it is 0.
pub(super) type WithForce<'a, Thing, Force> = (&'a Thing, Option<&'a Force>);

/// All that is imposed on a group.
pub(super) struct Constraints<'a> {
    /// Rows and sides.
    pub rows: Vec<WithForce<'a, StepRow, BigInt>>,
    pub pins: Vec<WithForce<'a, StepPin, [BigInt; 2]>>,
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

impl<'a> Constraints<'a> {
    /// The listed forces of rows and sides.
    pub(super) fn row_forces(&self) -> Vec<(&'a StepRow, &'a BigInt)> {
        listed(&self.rows)
    }

    /// The listed forces of pins.
    pub(super) fn pin_forces(&self) -> Vec<(&'a StepPin, &'a [BigInt; 2])> {
        listed(&self.pins)
    }

    /// All forces with their forms.
    pub(super) fn loads(&self) -> Vec<Load<'a>> {
        let mut loads = Vec::new();
        for (row, force) in self.row_forces() {
            loads.push(Load {
                form: &row.form,
                target: &row.target,
                force,
            });
        }
        for (pin, forces) in self.pin_forces() {
            for ((form, target), force) in pin.form.axes().zip(forces) {
                loads.push(Load {
                    form,
                    target,
                    force,
                });
            }
        }
        loads
    }

    /// R3: no contact pulls.
    pub(super) fn no_contact_pulls(&self, stage: &Stage, denominator: &BigInt) -> Result {
        for (row, force) in self.row_forces() {
            if force.is_negative() {
                let place = names::touch(&stage.plan.scene, &row.row);
                let found = format!("force {}", names::fraction(force, denominator));
                let condition = self.wording.no_pull;
                return condition.refuse(place, found, "at least 0");
            }
        }
        Ok(())
    }

    /// R4 and R5: nothing penetrates, no force across a gap. Returns what the forces change.
    pub(super) fn are_optimal(&self, stage: &Stage, denominator: &BigInt) -> Result<Response> {
        let response = Response::new(stage, &self.loads(), denominator)?;
        for (row, force) in &self.rows {
            let value = response.value(&row.form, &row.target);
            let is_open = !value.number.is_zero();
            let force = force.filter(|force| is_open && !force.is_zero());
            if value.is_negative() || force.is_some() {
                return Err(self.refused(stage, row, &value, force, denominator));
            }
        }
        for (pin, _) in &self.pins {
            for ((form, target), axis) in pin.form.axes().zip(["x", "y"]) {
                let value = response.value(form, target);
                if !value.number.is_zero() {
                    let found = value.shown(denominator);
                    let found = format!("{} {found} along {axis}", self.wording.pin);
                    let place = names::pin(&stage.plan.scene, pin.index);
                    let condition = self.wording.no_penetration;
                    return condition.refuse(place, found, "0");
                }
            }
        }
        Ok(response)
    }

    /// What is wrong with the value of a row.
    fn refused(
        &self,
        stage: &Stage,
        row: &StepRow,
        value: &Value,
        force: Option<&BigInt>,
        denominator: &BigInt,
    ) -> Rejection {
        let place = names::touch(&stage.plan.scene, &row.row);
        let name = self.wording.value;
        let value_shown = value.shown(denominator);
        let shown = format!("{name} {value_shown}");
        match force {
            Some(force) if value.number.is_positive() => {
                let force = names::fraction(force, denominator);
                let found = format!("force {force} with {shown}");
                Rejection::new(self.wording.no_force_across, place, found, "force 0")
            }
            _ => Rejection::new(self.wording.no_penetration, place, shown, "at least 0"),
        }
    }
}

/// The listed forces.
fn listed<'a, Thing, Force>(all: &[WithForce<'a, Thing, Force>]) -> Vec<(&'a Thing, &'a Force)> {
    let mut listed = Vec::new();
    for (thing, force) in all {
        if let Some(force) = force {
            listed.push((*thing, *force));
        }
    }
    listed
}

/// Rows with their forces.
pub(super) fn rows_with_forces<'a, Force>(
    rows: &[&'a StepRow],
    forces: &'a [(usize, Force)],
) -> Result<Vec<WithForce<'a, StepRow, Force>>> {
    let imposed = rows.iter().map(|row| (row.index, *row));
    let forces = forces.iter().map(|(row, force)| (*row, force));
    with_forces("forces", imposed, forces)
}

/// Pins with their forces.
pub(super) fn pins_with_forces<'a>(
    pins: impl Iterator<Item = &'a StepPin>,
    forces: &'a [(usize, [BigInt; 2])],
) -> Result<Vec<WithForce<'a, StepPin, [BigInt; 2]>>> {
    let imposed = pins.map(|pin| (pin.index.0, pin));
    let forces = forces.iter().map(|(pin, forces)| (*pin, forces));
    with_forces("pins", imposed, forces)
}

/// R2: a list of forces names only what is imposed, ascending. Both lists are by the same key.
/// Returns what is imposed, with its forces.
pub(super) fn with_forces<'a, Key: Ord + Copy + fmt::Debug, Thing, Force>(
    name: &str,
    imposed: impl IntoIterator<Item = (Key, &'a Thing)>,
    forces: impl IntoIterator<Item = (Key, &'a Force)>,
) -> Result<Vec<WithForce<'a, Thing, Force>>> {
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
        all.push((thing, left.remove(&key)));
    }
    if let Some(key) = left.keys().next() {
        let required = "only what the case imposes";
        return R2.refuse(place, format!("{key:?}"), required);
    }
    if let Some(key) = disorder {
        let required = "an ascending list without repetitions";
        return R2.refuse(place, format!("{key:?}"), required);
    }
    Ok(all)
}

/// R2: forces that are 0 are left out.
pub(super) fn no_force_is_zero(constraints: &Constraints) -> Result {
    let required = "only forces other than 0";
    for (_, force) in constraints.row_forces() {
        if force.is_zero() {
            return R2.refuse("the forces", "a force 0", required);
        }
    }
    for (_, forces) in constraints.pin_forces() {
        if forces.iter().all(Zero::is_zero) {
            return R2.refuse("the forces", "a force 0", required);
        }
    }
    Ok(())
}

/// R2: denominators are positive.
pub(super) fn is_positive(denominator: &BigInt) -> Result {
    if denominator.is_positive() {
        return Ok(());
    }
    let found = names::integer(denominator);
    R2.refuse("`denominator`", found, "above 0")
}
