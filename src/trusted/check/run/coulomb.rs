//! Coulomb's law for a group: R3, R3', R4, R5 and R5' of steps with friction, and their analogues
//! at impacts (`proofs/RUN.md`, section 9).
//!
//! Nothing is optimal here: forces φ and ψ give a motion by Newton's law, and the motion and they
//! obey the law.

use super::constraints::{Constraints, Pair};
use super::relaxation::Relaxation;
use super::response::{ForceAlong, Response};
use super::slip::Slip;
use super::stage::Stage;
use super::system::StepRow;
use super::value::Value;
use crate::names;
use crate::rejection::Result;
use num_bigint::{BigInt, Sign};
use num_traits::{Signed, Zero};
use zwang_certificate::Contact;
use zwang_exact::Rational;

/// All that is imposed on a group, with D φ and D ψ of rows and D f of pins.
pub(super) struct Coulomb<'a> {
    constraints: Constraints<'a, Pair>,
    /// The rows that have a force.
    pub forces: Vec<RowWithForce<'a>>,
    relaxation: Relaxation,
}

/// A row with a force.
pub(super) struct RowWithForce<'a> {
    pub row: &'a StepRow,
    slip: Slip,
    /// μ, 0 in a group without friction.
    friction: Rational,
    /// D φ.
    pub normal: &'a BigInt,
    /// D ψ.
    pub along: &'a BigInt,
}

/// The work that friction takes at a row.
pub(super) struct Heat {
    pub row: Contact,
    pub work: Value,
}

impl<'a> Coulomb<'a> {
    /// R2: forces that are 0 are left out. `slip` is how a row slips.
    pub(super) fn new(
        constraints: Constraints<'a, Pair>,
        relaxation: Relaxation,
        slip: impl Fn(&StepRow) -> Result<Slip>,
    ) -> Result<Self> {
        constraints.no_force_is_zero()?;
        let mut forces = Vec::new();
        for (row, [normal, along]) in constraints.row_forces() {
            let slip = slip(row)?;
            forces.push(RowWithForce {
                row,
                friction: relaxation.friction(&slip.friction),
                slip,
                normal,
                along,
            });
        }
        Ok(Self {
            constraints,
            forces,
            relaxation,
        })
    }

    /// What is imposed.
    pub(super) fn constraints(&self) -> &Constraints<'a, Pair> {
        &self.constraints
    }

    /// R3 and R3'.
    pub(super) fn forces_are_in_their_cones(&self, stage: &Stage) -> Result {
        let constraints = &self.constraints;
        let denominator = &constraints.denominator;
        for force in &self.forces {
            let RowWithForce {
                row,
                friction,
                normal,
                along: friction_force,
                ..
            } = force;
            if normal.is_negative() {
                return Err(constraints.pulls(stage, row, normal));
            }
            // |ψ| ≤ μ φ, times D and the denominator of μ.
            let along = friction_force.abs() * friction.denom();
            let bound = *normal * friction.numer();
            if along > bound {
                let place = stage.name_of_row(&row.row);
                let along = names::fraction(friction_force, denominator);
                let normal = names::fraction(normal, denominator);
                let friction = names::rational(friction);
                let found = format!("friction force {along}");
                let required = format!("at most {friction} times {normal}, either way");
                let condition = constraints.wording.friction_is_bounded;
                return condition.refuse(place, found, required);
            }
        }
        Ok(())
    }

    /// What the forces change, by Newton's law.
    pub(super) fn response(&self, stage: &Stage) -> Result<Response> {
        let constraints = &self.constraints;
        let mut forces = Vec::new();
        for force in &self.forces {
            let RowWithForce {
                row,
                slip,
                normal,
                along,
                ..
            } = force;
            forces.push(ForceAlong {
                along: &row.gap,
                force: normal,
            });
            forces.push(ForceAlong {
                along: &slip.along,
                force: along,
            });
        }
        forces.extend(constraints.pin_forces_along());
        Response::new(stage, &forces, &constraints.denominator)
    }

    /// How far the value of a row is above its floor, times D.
    pub(super) fn height(&self, row: &StepRow, motion: &Response) -> Value {
        let value = motion.value(&row.gap);
        if !self.relaxation.is_some() {
            return value;
        }
        let floor = self.relaxation.floor(row);
        let number = floor.number * &self.constraints.denominator;
        let floor = Value::new(number, floor.unit);
        value.minus(&floor)
    }

    /// R4 and R5: rows stay above their floors, and only those that are on them have forces; pins
    /// hold.
    pub(super) fn nothing_penetrates(&self, stage: &Stage, motion: &Response) -> Result {
        let constraints = &self.constraints;
        for imposed in &constraints.rows {
            let row = imposed.thing;
            let height = self.height(row, motion);
            if height.is_negative() {
                let value = motion.value(&row.gap);
                let floor = self.relaxation.floor(row).told();
                let required = format!("at least {floor}");
                return Err(constraints.penetrates(stage, row, &value, &required));
            }
            if let Some([normal, _]) = imposed.force
                && !normal.is_zero()
                && !height.number.is_zero()
            {
                let value = motion.value(&row.gap);
                return Err(constraints.presses_across(stage, row, &value, normal));
            }
        }
        constraints.pins_hold(stage, motion)
    }

    /// R5': with ψ τ + μ φ |τ| = (ψ + μ φ sgn τ) τ. Returns μ φ |τ| where that is not 0.
    pub(super) fn friction_resists(&self, stage: &Stage, motion: &Response) -> Result<Vec<Heat>> {
        let denominator = &self.constraints.denominator;
        let mut heats = Vec::new();
        for force in &self.forces {
            let RowWithForce {
                row,
                slip,
                friction,
                normal,
                along: friction_force,
            } = force;
            let row = row.row;
            let slip = motion.value(&slip.along);
            // μ φ, times D and the denominator of μ.
            let most = *normal * friction.numer();
            let along = *friction_force * friction.denom();
            let balance = match slip.number.sign() {
                Sign::NoSign => BigInt::ZERO,
                Sign::Plus => along + &most,
                Sign::Minus => along - &most,
            };
            if !balance.is_zero() {
                let wording = self.constraints.wording;
                let place = stage.name_of_row(&row);
                let along = names::fraction(friction_force, denominator);
                let name = wording.slip;
                let slip = slip.shown(denominator);
                let found = format!("friction force {along} with {name} {slip}");
                let bound_unit = denominator * friction.denom();
                let bound = names::fraction(&most, &bound_unit);
                let required = format!("{bound} against it");
                let condition = wording.friction_resists;
                return condition.refuse(place, found, required);
            }
            let Value { number, unit } = slip;
            if !most.is_zero() && !number.is_zero() {
                let unit = unit * denominator * denominator;
                let work = Value {
                    number: most * number.abs(),
                    unit: unit * friction.denom(),
                };
                heats.push(Heat { row, work });
            }
        }
        Ok(heats)
    }
}
