//! Newton's law: what forces change, and the values that follow.
//!
//! From m (d - d~) = Σ φ ∂value/∂d and (I / |c|²) (s - s~) = Σ φ ∂value/∂s follow, with s' = s /
//! |c|², d - d~ = (1/m) Σ ± φ n and s' - s~' = (1 / (I |c|²)) Σ φ λ. Velocities of an impact (w, σ)
//! obey the same law. Both are kept as integers over the denominator of the forces times one unit
//! for each body.

use super::integer_vector::IntegerVector;
use super::linear_form::{Affine, LinearForm};
use super::stage::Stage;
use super::unit::common;
use super::value::{self, Value};
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::collections::BTreeMap;
use zwang_exact::Rational;
use zwang_scene::BodyId;

/// A force on the bodies of an affine function along its form, times the denominator of its case.
#[derive(Clone, Copy)]
pub(super) struct ForceAlong<'a> {
    pub along: &'a Affine,
    pub force: &'a BigInt,
}

/// (d - d~, s' - s~') of a body, or (w' - w, σ' - σ), over `unit` and the denominator of the
/// forces.
#[derive(Clone)]
pub(super) struct Change {
    pub shift: IntegerVector,
    pub turn: BigInt,
    pub unit: BigInt,
}

/// What the forces of a case change; bodies left out are as without forces.
pub(super) struct Response {
    pub changes: BTreeMap<BodyId, Change>,
    pub denominator: BigInt,
}

impl Response {
    pub(super) fn new(stage: &Stage, forces: &[ForceAlong], denominator: &BigInt) -> Result<Self> {
        let mut sums: BTreeMap<BodyId, Vec<Change>> = BTreeMap::new();
        for ForceAlong { along, force } in forces {
            if force.is_zero() {
                continue;
            }
            let LinearForm {
                bodies,
                direction,
                levers,
                unit,
            } = &along.form;
            let [first, second] = *bodies;
            let [lever, second_lever] = levers;
            let shift = direction.scaled(force);
            // What is fixed bears any force.
            if let Some(body) = second {
                let change = Change {
                    shift: shift.opposite(),
                    turn: second_lever * *force,
                    unit: unit.clone(),
                };
                let sum = sums.entry(body).or_default();
                add(sum, change);
            }
            if let Some(body) = first {
                let change = Change {
                    shift,
                    turn: lever * *force,
                    unit: unit.clone(),
                };
                let sum = sums.entry(body).or_default();
                add(sum, change);
            }
        }
        let mut changes = BTreeMap::new();
        for (body, sums) in sums {
            let load = total(&sums);
            let change = complied(stage, body, &load)?;
            changes.insert(body, change);
        }
        Ok(Self {
            changes,
            denominator: denominator.clone(),
        })
    }

    /// These changes, over no denominator.
    pub(super) fn of_changes(changes: BTreeMap<BodyId, Change>) -> Self {
        Self {
            changes,
            denominator: BigInt::one(),
        }
    }

    /// These changes, times a number that is not negative.
    pub(super) fn times(mut self, factor: &Rational) -> Self {
        for change in self.changes.values_mut() {
            let Change { shift, turn, unit } = change;
            *shift = shift.scaled(factor.numer());
            *turn *= factor.numer();
            *unit *= factor.denom();
        }
        self
    }

    /// A body whose forces and torques do not cancel.
    pub(super) fn unbalanced(&self) -> Option<BodyId> {
        for (body, change) in &self.changes {
            let is_balanced = change.shift.is_zero() && change.turn.is_zero();
            if !is_balanced {
                return Some(*body);
            }
        }
        None
    }

    /// The value of an affine function, over its unit and the denominator of the forces.
    pub(super) fn value(&self, affine: &Affine) -> Value {
        let Value { number, unit } = &affine.target;
        let target = Value {
            number: number * &self.denominator,
            unit: unit.clone(),
        };
        match self.change_of(&affine.form) {
            Some(change) => change.plus(&target),
            None => target,
        }
    }

    /// The value of a form, over its unit and the denominator of the forces.
    pub(super) fn linear_value(&self, form: &LinearForm) -> Value {
        match self.change_of(form) {
            Some(change) => change,
            None => Value::zero(),
        }
    }

    /// The same; `None` if nothing changes for the bodies of the form.
    fn change_of(&self, form: &LinearForm) -> Option<Value> {
        let LinearForm {
            bodies,
            direction,
            levers,
            unit,
        } = form;
        let [first, second] = *bodies;
        let [lever, second_lever] = levers;
        let first = self.change_along(first, direction, lever);
        let against = direction.opposite();
        let second = self.change_along(second, &against, second_lever);
        let change = match (first, second) {
            (None, None) => return None,
            (Some(change), None) => change,
            (None, Some(change)) => change,
            (Some(first), Some(second)) => first.plus(&second),
        };
        Some(change.over(unit))
    }

    /// What changes at one body of a form.
    fn change_along(
        &self,
        body: Option<BodyId>,
        direction: &IntegerVector,
        lever: &BigInt,
    ) -> Option<Value> {
        // A body without an entry is fixed or feels no force: nothing changes there.
        let change = self.changes.get(&body?)?;
        let Change { shift, turn, unit } = change;
        let by_shift = direction.dot(shift);
        let by_turn = lever * turn;
        Some(Value {
            number: by_turn + by_shift,
            unit: unit.clone(),
        })
    }
}

impl Change {
    /// No change.
    pub(super) fn none() -> Self {
        Self {
            shift: IntegerVector::default(),
            turn: BigInt::ZERO,
            unit: BigInt::one(),
        }
    }
}

/// Adds a change to the one over the same unit.
fn add(sums: &mut Vec<Change>, change: Change) {
    for sum in sums.iter_mut() {
        if sum.unit == change.unit {
            sum.shift = sum.shift.plus(&change.shift);
            sum.turn += change.turn;
            return;
        }
    }
    sums.push(change);
}

/// The sum of all, over a common unit.
fn total(sums: &[Change]) -> Change {
    let mut unit = BigInt::one();
    for sum in sums {
        unit = common(&unit, &sum.unit);
    }
    let mut shift = IntegerVector::default();
    let mut turn = BigInt::ZERO;
    for sum in sums {
        let factor = &unit / &sum.unit;
        shift = shift.plus(&sum.shift.scaled(&factor));
        turn += &sum.turn * &factor;
    }
    Change { shift, turn, unit }
}

/// Force and torque on a free body, divided by mass and by inertia times |c|².
fn complied(stage: &Stage, body: BodyId, load: &Change) -> Result<Change> {
    let placed = stage.placed(body)?;
    let free = placed.free()?;
    let pose = placed.pose;
    let [per_force, per_torque] = &free.compliances;
    let Change { shift, turn, unit } = load;
    let unit = unit * &free.compliance_unit;
    let square = &pose.length * &pose.length;
    if pose.square == square {
        return Ok(Change {
            shift: shift.scaled(per_force),
            turn: turn * per_torque,
            unit,
        });
    }
    let per_force = per_force * &pose.square;
    let per_torque = per_torque * square;
    Ok(Change {
        shift: shift.scaled(&per_force),
        turn: turn * &per_torque,
        unit: unit * &pose.square,
    })
}

/// Σ φ · (value at the target), over the unit and the denominator of the forces.
pub(super) fn work(forces: &[ForceAlong]) -> Value {
    let mut terms = Vec::new();
    for ForceAlong { along, force } in forces {
        if !force.is_zero() {
            let Value { number, unit } = &along.target;
            let term = Value {
                number: number * *force,
                unit: unit.clone(),
            };
            value::add(&mut terms, term);
        }
    }
    value::sum(&terms)
}
