//! Newton's law: what forces change, and the values that follow.
//!
//! From m (d - d~) = Σ φ ∂value/∂d and (I / |c|²) (s - s~) = Σ φ ∂value/∂s follow, with s' = s /
//! |c|², d - d~ = (1/m) Σ ± φ n and s' - s~' = (1 / (I |c|²)) Σ φ λ. Velocities of an impact (w, σ)
//! obey the same law. Both are kept as integers over the denominator of the forces times one unit
//! for each body.

use super::form::Form;
use super::stage::Stage;
use super::unit::{common, multiple};
use super::value::Value;
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::collections::BTreeMap;
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
    pub(super) fn new(stage: &Stage, loads: &[Load], denominator: &BigInt) -> Self {
        let mut sums: BTreeMap<BodyId, Vec<Change>> = BTreeMap::new();
        for Load { form, force, .. } in loads.iter().filter(|load| !load.force.is_zero()) {
            let [first, second] = &form.levers;
            let [x, y] = [&form.direction.x * *force, &form.direction.y * *force];
            let opposite = [-&x, -&y];
            for (body, [x, y], lever) in
                [(0, [x, y], first), (1, opposite, second)].map(|(side, force, lever)| {
                    (form.bodies.get(side).copied().flatten(), force, lever)
                })
            {
                let Some(body) = body else { continue };
                add(
                    sums.entry(body).or_default(),
                    [x, y, lever * *force],
                    &form.unit,
                );
            }
        }
        let changes = sums
            .into_iter()
            .map(|(body, sums)| (body, complied(stage, body, &total(&sums))));
        Self {
            changes: changes.collect(),
            denominator: denominator.clone(),
        }
    }

    /// A body whose forces and torques do not cancel.
    pub(super) fn unbalanced(&self) -> Option<BodyId> {
        let moves = |change: &Change| change.numbers.iter().any(|number| !number.is_zero());
        self.changes
            .iter()
            .find(|(_, change)| moves(change))
            .map(|(body, _)| *body)
    }

    /// The value of a form, over its unit and the denominator of the forces.
    pub(super) fn value(&self, form: &Form, target: &Value) -> Value {
        let [first, second] = form
            .bodies
            .map(|body| body.and_then(|body| self.changes.get(&body)));
        let [lever, second_lever] = &form.levers;
        let along = |change: &Change, lever: &BigInt, is_first: bool| {
            let [x, y, turn] = &change.numbers;
            let shift = &form.direction.x * x + &form.direction.y * y;
            let number = lever * turn + if is_first { shift } else { -shift };
            Value {
                number,
                unit: change.unit.clone(),
            }
        };
        let first = first.map(|change| along(change, lever, true));
        let second = second.map(|change| along(change, second_lever, false));
        let change = match (first, second) {
            (None, None) => {
                return Value {
                    number: &target.number * &self.denominator,
                    unit: target.unit.clone(),
                };
            }
            (Some(change), None) | (None, Some(change)) => change,
            (Some(first), Some(second)) => first.plus(&second),
        };
        let (unit, [factor, target_factor]) = multiple(&(change.unit * &form.unit), &target.unit);
        Value {
            number: change.number * factor + &target.number * (target_factor * &self.denominator),
            unit,
        }
    }
}

/// Adds numbers to those over the same unit.
fn add(sums: &mut Vec<Change>, numbers: [BigInt; 3], unit: &BigInt) {
    match sums.iter_mut().find(|sum| sum.unit == *unit) {
        Some(sum) => sum
            .numbers
            .iter_mut()
            .zip(numbers)
            .for_each(|(sum, number)| *sum += number),
        None => sums.push(Change {
            numbers,
            unit: unit.clone(),
        }),
    }
}

/// The sum of all, over a common unit.
fn total(sums: &[Change]) -> Change {
    let unit = sums
        .iter()
        .fold(BigInt::one(), |unit, sum| common(&unit, &sum.unit));
    let mut total = [BigInt::zero(), BigInt::zero(), BigInt::zero()];
    for sum in sums {
        let factor = &unit / &sum.unit;
        total
            .iter_mut()
            .zip(&sum.numbers)
            .for_each(|(total, number)| *total += number * &factor);
    }
    Change {
        numbers: total,
        unit,
    }
}

/// Force and torque, divided by mass and by inertia times |c|².
fn complied(stage: &Stage, body: BodyId, change: &Change) -> Change {
    let placed = stage.placed.get(body);
    let Some((free, pose)) =
        placed.and_then(|placed| Some((placed.figure.free.as_ref()?, placed.pose)))
    else {
        return change.clone();
    };
    let [shift, turning] = &free.compliances;
    let [x, y, turn] = &change.numbers;
    let square = &pose.length * &pose.length;
    if pose.square == square {
        let numbers = [x * shift, y * shift, turn * turning];
        return Change {
            numbers,
            unit: &change.unit * &free.compliance_unit,
        };
    }
    let (shift, turning) = (shift * &pose.square, turning * square);
    let unit = &change.unit * &free.compliance_unit * &pose.square;
    Change {
        numbers: [x * &shift, y * &shift, turn * &turning],
        unit,
    }
}

/// Σ φ · (value at the target), over the unit and the denominator of the forces.
pub(super) fn work(loads: &[Load]) -> Value {
    let mut sums: Vec<Value> = Vec::new();
    for Load { target, force, .. } in loads.iter().filter(|load| !load.force.is_zero()) {
        let number = &target.number * *force;
        match sums.iter_mut().find(|sum| sum.unit == target.unit) {
            Some(sum) => sum.number += number,
            None => sums.push(Value {
                number,
                unit: target.unit.clone(),
            }),
        }
    }
    sums.iter().fold(Value::zero(), |sum, term| sum.plus(term))
}
