//! Newton's law: what forces change, and the values that follow.
//!
//! From m (d - d~) = Σ φ ∂value/∂d and (I / |c|²) (s - s~) = Σ φ ∂value/∂s follow, with s' = s /
//! |c|², d - d~ = (1/m) Σ ± φ n and s' - s~' = (1 / (I |c|²)) Σ φ λ. Velocities of an impact (w, σ)
//! obey the same law. Both are kept as integers over the denominator of the forces times one unit
//! for each body.

use super::form::Form;
use super::stage::Stage;
use super::unit::common;
use super::value::{self, Value};
use crate::Result;
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::collections::BTreeMap;
use zwang_exact::Rational;
use zwang_scene::BodyId;

/// A force along a form, times the denominator of its case.
#[derive(Clone, Copy)]
pub(super) struct Load<'a> {
    pub form: &'a Form,
    pub target: &'a Value,
    pub force: &'a BigInt,
}

/// (d - d~, s' - s~') of a body, or (w' - w, σ' - σ), over `unit` and the denominator of the
/// forces.
#[derive(Clone)]
pub(super) struct Change {
    pub numbers: [BigInt; 3],
    pub unit: BigInt,
}

/// What the forces of a case change; bodies left out are as without forces.
pub(super) struct Response {
    pub changes: BTreeMap<BodyId, Change>,
    pub denominator: BigInt,
}

impl Response {
    pub(super) fn new(stage: &Stage, loads: &[Load], denominator: &BigInt) -> Result<Self> {
        let mut sums: BTreeMap<BodyId, Vec<Change>> = BTreeMap::new();
        for Load { form, force, .. } in loads {
            if force.is_zero() {
                continue;
            }
            let x = &form.direction.x * *force;
            let y = &form.direction.y * *force;
            let [first, second] = form.bodies;
            let [lever, second_lever] = &form.levers;
            // What is fixed bears any force.
            if let Some(body) = second {
                let numbers = [-&x, -&y, second_lever * *force];
                add(sums.entry(body).or_default(), numbers, &form.unit);
            }
            if let Some(body) = first {
                let numbers = [x, y, lever * *force];
                add(sums.entry(body).or_default(), numbers, &form.unit);
            }
        }
        let mut changes = BTreeMap::new();
        for (body, sums) in sums {
            changes.insert(body, complied(stage, body, &total(&sums))?);
        }
        Ok(Self {
            changes,
            denominator: denominator.clone(),
        })
    }

    /// These changes, times a number that is not negative.
    pub(super) fn times(mut self, factor: &Rational) -> Self {
        for change in self.changes.values_mut() {
            for number in &mut change.numbers {
                *number *= factor.numer();
            }
            change.unit *= factor.denom();
        }
        self
    }

    /// A body whose forces and torques do not cancel.
    pub(super) fn unbalanced(&self) -> Option<BodyId> {
        for (body, change) in &self.changes {
            if change.numbers.iter().any(|number| !number.is_zero()) {
                return Some(*body);
            }
        }
        None
    }

    /// The value of a form, over its unit and the denominator of the forces.
    pub(super) fn value(&self, form: &Form, target: &Value) -> Value {
        // A body without an entry is fixed or feels no force: nothing changes there.
        let [first, second] = form.bodies.map(|body| self.changes.get(&body?));
        let [lever, second_lever] = &form.levers;
        let first = first.map(|change| along(form, change, lever, true));
        let second = second.map(|change| along(form, change, second_lever, false));
        let number = &target.number * &self.denominator;
        let target = Value::new(number, target.unit.clone());
        let change = match (first, second) {
            (None, None) => return target,
            (Some(change), None) | (None, Some(change)) => change,
            (Some(first), Some(second)) => first.plus(&second),
        };
        change.over(&form.unit).plus(&target)
    }
}

/// What the change of one body adds to the value of a form, times the unit of the form.
fn along(form: &Form, change: &Change, lever: &BigInt, is_first: bool) -> Value {
    let [x, y, turn] = &change.numbers;
    let shift = &form.direction.x * x + &form.direction.y * y;
    let number = lever * turn + if is_first { shift } else { -shift };
    Value::new(number, change.unit.clone())
}

/// Adds numbers to those over the same unit.
fn add(sums: &mut Vec<Change>, numbers: [BigInt; 3], unit: &BigInt) {
    for sum in sums.iter_mut() {
        if sum.unit == *unit {
            for (sum, number) in sum.numbers.iter_mut().zip(numbers) {
                *sum += number;
            }
            return;
        }
    }
    sums.push(Change {
        numbers,
        unit: unit.clone(),
    });
}

/// The sum of all, over a common unit.
fn total(sums: &[Change]) -> Change {
    let mut unit = BigInt::one();
    for sum in sums {
        unit = common(&unit, &sum.unit);
    }
    let mut numbers: [BigInt; 3] = Default::default();
    for sum in sums {
        let factor = &unit / &sum.unit;
        for (total, number) in numbers.iter_mut().zip(&sum.numbers) {
            *total += number * &factor;
        }
    }
    Change { numbers, unit }
}

/// Force and torque on a free body, divided by mass and by inertia times |c|².
fn complied(stage: &Stage, body: BodyId, change: &Change) -> Result<Change> {
    let placed = stage.placed(body)?;
    let (free, pose) = (placed.free()?, placed.pose);
    let [shift, turning] = &free.compliances;
    let [x, y, turn] = &change.numbers;
    let square = &pose.length * &pose.length;
    if pose.square == square {
        return Ok(Change {
            numbers: [x * shift, y * shift, turn * turning],
            unit: &change.unit * &free.compliance_unit,
        });
    }
    let shift = shift * &pose.square;
    let turning = turning * square;
    Ok(Change {
        numbers: [x * &shift, y * &shift, turn * &turning],
        unit: &change.unit * &free.compliance_unit * &pose.square,
    })
}

/// Σ φ · (value at the target), over the unit and the denominator of the forces.
pub(super) fn work(loads: &[Load]) -> Value {
    let mut terms = Vec::new();
    for Load { target, force, .. } in loads {
        if !force.is_zero() {
            let number = &target.number * *force;
            value::add(&mut terms, Value::new(number, target.unit.clone()));
        }
    }
    value::sum(&terms)
}
