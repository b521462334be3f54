//! Coulomb's law for a group: R3, R3', R4, R5 and R5' of steps with friction, and their analogues
//! at impacts (`proofs/RUN.md`, section 9).
//!
//! Nothing is optimal here: forces φ and ψ give a motion by Newton's law, and the motion and they
//! obey the law.

use super::constraints::{WithForce, Wording};
use super::relaxation::Relaxation;
use super::response::{Load, Response};
use super::slip::Slip;
use super::stage::Stage;
use super::system::{StepPin, StepRow};
use super::value::Value;
use crate::rejection::Condition::{Form, R2};
use crate::{Result, names};
use num_bigint::{BigInt, Sign};
use num_traits::{Signed, Zero};
use zwang_certificate::Contact;
use zwang_exact::Rational;

/// All that is imposed on a group, with D φ and D ψ of rows and D f of pins.
pub(super) struct Coulomb<'a> {
    /// Rows and sides.
    pub rows: Vec<WithForce<'a, StepRow, [BigInt; 2]>>,
    pub pins: Vec<WithForce<'a, StepPin, [BigInt; 2]>>,
    pub denominator: &'a BigInt,
    pub relaxation: Relaxation,
    pub wording: &'static Wording,
}

/// A row with a force.
pub(super) struct RowWithForce<'a> {
    pub row: &'a StepRow,
    slip: &'a Slip,
    friction: Rational,
    /// D φ and D ψ.
    pub normal: &'a BigInt,
    pub along: &'a BigInt,
}

/// The work that friction takes at a row.
pub(super) type Heat = (Contact, Value);

impl<'a> Coulomb<'a> {
    /// The rows that have a force.
    pub(super) fn row_forces(&self) -> Result<Vec<RowWithForce<'a>>> {
        let mut forces = Vec::new();
        for (row, force) in &self.rows {
            // A row without an entry has no force.
            if let Some([normal, along]) = force {
                let slip = slip(row)?;
                forces.push(RowWithForce {
                    row,
                    slip,
                    friction: self.relaxation.friction(&slip.friction),
                    normal,
                    along,
                });
            }
        }
        Ok(forces)
    }

    /// R2: forces that are 0 are left out.
    pub(super) fn no_force_is_zero(&self) -> Result {
        let rows = self.rows.iter().filter_map(|(_, force)| *force);
        let pins = self.pins.iter().filter_map(|(_, force)| *force);
        for force in rows.chain(pins) {
            if force.iter().all(Zero::is_zero) {
                let required = "only forces other than 0";
                return R2.refuse("the forces", "a force 0", required);
            }
        }
        Ok(())
    }

    /// R3 and R3'.
    pub(super) fn forces_are_in_their_cones(&self, stage: &Stage) -> Result {
        for force in self.row_forces()? {
            if force.normal.is_negative() {
                let place = names::touch(&stage.plan.scene, &force.row.row);
                let found = names::fraction(force.normal, self.denominator);
                let found = format!("force {found}");
                let condition = self.wording.no_pull;
                return condition.refuse(place, found, "at least 0");
            }
            // |ψ| ≤ μ φ, times D and the denominator of μ.
            let along = force.along.abs() * force.friction.denom();
            if along > force.normal * force.friction.numer() {
                let place = names::touch(&stage.plan.scene, &force.row.row);
                let found = names::fraction(force.along, self.denominator);
                let normal = names::fraction(force.normal, self.denominator);
                let friction = names::rational(&force.friction);
                let found = format!("friction force {found}");
                let required = format!("at most {friction} times {normal}, either way");
                let condition = self.wording.friction_is_bounded;
                return condition.refuse(place, found, required);
            }
        }
        Ok(())
    }

    /// What the forces change, by Newton's law.
    pub(super) fn response(&self, stage: &Stage) -> Result<Response> {
        let mut loads = Vec::new();
        for RowWithForce {
            row,
            slip,
            normal,
            along,
            ..
        } in self.row_forces()?
        {
            loads.push(Load {
                form: &row.form,
                target: &row.target,
                force: normal,
            });
            loads.push(Load {
                form: &slip.form,
                target: &slip.target,
                force: along,
            });
        }
        for (pin, force) in &self.pins {
            for ((form, target), force) in pin.form.axes().zip(force.iter().copied().flatten()) {
                loads.push(Load {
                    form,
                    target,
                    force,
                });
            }
        }
        Response::new(stage, &loads, self.denominator)
    }

    /// How far the value of a row is above its floor, times D.
    pub(super) fn height(&self, row: &StepRow, motion: &Response) -> Value {
        let value = motion.value(&row.form, &row.target);
        if !self.relaxation.is_some() {
            return value;
        }
        let floor = self.relaxation.floor(row);
        let number = floor.number * self.denominator;
        value.minus(&Value::new(number, floor.unit))
    }

    /// R4 and R5: rows stay above their floors, and only those that are on them have forces; pins
    /// hold.
    pub(super) fn nothing_penetrates(&self, stage: &Stage, motion: &Response) -> Result {
        let name = self.wording.value;
        for (row, force) in &self.rows {
            let height = self.height(row, motion);
            if height.is_negative() {
                let place = names::touch(&stage.plan.scene, &row.row);
                let value = motion.value(&row.form, &row.target);
                let value = value.shown(self.denominator);
                let floor = self.relaxation.floor(row);
                let floor = names::fraction(&floor.number, &floor.unit);
                let found = format!("{name} {value}");
                let required = format!("at least {floor}");
                let condition = self.wording.no_penetration;
                return condition.refuse(place, found, required);
            }
            if let Some([normal, _]) = force
                && !normal.is_zero()
                && !height.number.is_zero()
            {
                let place = names::touch(&stage.plan.scene, &row.row);
                let normal = names::fraction(normal, self.denominator);
                let value = motion.value(&row.form, &row.target);
                let value = value.shown(self.denominator);
                let found = format!("force {normal} with {name} {value}");
                let condition = self.wording.no_force_across;
                return condition.refuse(place, found, "force 0");
            }
        }
        self.pins_hold(stage, motion)
    }

    fn pins_hold(&self, stage: &Stage, motion: &Response) -> Result {
        for (pin, _) in &self.pins {
            for ((form, target), axis) in pin.form.axes().zip(["x", "y"]) {
                let value = motion.value(form, target);
                if !value.number.is_zero() {
                    let found = value.shown(self.denominator);
                    let found = format!("{} {found} along {axis}", self.wording.pin);
                    let place = names::pin(&stage.plan.scene, pin.index);
                    let condition = self.wording.no_penetration;
                    return condition.refuse(place, found, "0");
                }
            }
        }
        Ok(())
    }

    /// R5': with ψ τ + μ φ |τ| = (ψ + μ φ sgn τ) τ. Returns μ φ |τ| where that is not 0.
    pub(super) fn friction_resists(&self, stage: &Stage, motion: &Response) -> Result<Vec<Heat>> {
        let mut heats = Vec::new();
        for force in self.row_forces()? {
            let slip = motion.value(&force.slip.form, &force.slip.target);
            // μ φ, times D and the denominator of μ.
            let most = force.normal * force.friction.numer();
            let along = force.along * force.friction.denom();
            let balance = match slip.number.sign() {
                Sign::NoSign => BigInt::zero(),
                Sign::Plus => along + &most,
                Sign::Minus => along - &most,
            };
            if !balance.is_zero() {
                let place = names::touch(&stage.plan.scene, &force.row.row);
                let found = names::fraction(force.along, self.denominator);
                let slip_shown = slip.shown(self.denominator);
                let name = self.wording.slip;
                let found = format!("friction force {found} with {name} {slip_shown}");
                let bound = self.denominator * force.friction.denom();
                let bound = names::fraction(&most, &bound);
                let required = format!("{bound} against it");
                let condition = self.wording.friction_resists;
                return condition.refuse(place, found, required);
            }
            if !most.is_zero() && !slip.number.is_zero() {
                let number = most * slip.number.abs();
                let unit = slip.unit * self.denominator * self.denominator;
                let heat = Value::new(number, unit * force.friction.denom());
                heats.push((force.row.row, heat));
            }
        }
        Ok(heats)
    }
}

/// The slip of a row of a run with friction.
fn slip(row: &StepRow) -> Result<&Slip> {
    match &row.slip {
        Some(slip) => Ok(slip),
        None => Form.refuse("a row", "no slip", "one, as the run is with friction"),
    }
}
