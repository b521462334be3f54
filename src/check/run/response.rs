//! Newton's law: what forces change, and the values that follow.
//!
//! From m (d - d~) = Σ φ ∂value/∂d and (I / |c|²) (s - s~) = Σ φ ∂value/∂s follow, with s' = s / |c|², d - d~ = (1/m) Σ ± φ n and s' - s~' =
//! (1 / (I |c|²)) Σ φ λ. Velocities of an impact (w, σ) obey the same law. Both are kept as integers over the denominator of the forces times one
//! unit for each body.

use super::form::{Form, Value};
use super::stage::Stage;
use super::unit::Unit;
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

/// (d - d~, s' - s~') of a body, or (w' - w, σ' - σ), over `unit` and the denominator of the forces.
#[derive(Clone)]
pub(super) struct Change {
    pub numbers: [BigInt; 3],
    pub unit: Unit,
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
            for (body, [x, y], lever) in [(0, [x, y], first), (1, opposite, second)]
                .map(|(side, force, lever)| (form.bodies.get(side).copied().flatten(), force, lever))
            {
                let Some(body) = body else { continue };
                add(sums.entry(body).or_default(), [x, y, lever * *force], &form.unit);
            }
        }
        let changes = sums.into_iter().map(|(body, sums)| (body, complied(stage, body, &total(stage, &sums))));
        Self { changes: changes.collect(), denominator: denominator.clone() }
    }

    /// A body whose forces and torques do not cancel.
    pub(super) fn unbalanced(&self) -> Option<BodyId> {
        let moves = |change: &Change| change.numbers.iter().any(|number| !number.is_zero());
        self.changes.iter().find(|(_, change)| moves(change)).map(|(body, _)| *body)
    }

    /// The value of a form, over its unit and the denominator of the forces.
    pub(super) fn value(&self, stage: &Stage, form: &Form, target: &Value) -> Value {
        let lengths = &stage.lengths;
        let [first, second] = form.bodies.map(|body| body.and_then(|body| self.changes.get(&body)));
        let [lever, second_lever] = &form.levers;
        let along = |change: &Change, lever: &BigInt, is_first: bool| {
            let [x, y, turn] = &change.numbers;
            let shift = &form.direction.x * x + &form.direction.y * y;
            lever * turn + if is_first { shift } else { -shift }
        };
        let first = first.map(|change| (along(change, lever, true), &change.unit));
        let second = second.map(|change| (along(change, second_lever, false), &change.unit));
        let (sum, unit) = match (first, second) {
            (None, None) => return Value { number: &target.number * &self.denominator, unit: target.unit.clone() },
            (Some((sum, unit)), None) | (None, Some((sum, unit))) => (sum, unit.clone()),
            (Some((first, first_unit)), Some((second, second_unit))) => {
                let (both, [factor, second_factor]) = first_unit.multiple(second_unit, lengths);
                (first * factor + second * second_factor, both)
            }
        };
        let (unit, [factor, target_factor]) = unit.times(&form.unit).multiple(&target.unit, lengths);
        Value { number: sum * factor + &target.number * (target_factor * &self.denominator), unit }
    }
}

/// Adds numbers to those over the same unit.
fn add(sums: &mut Vec<Change>, numbers: [BigInt; 3], unit: &Unit) {
    match sums.iter_mut().find(|sum| sum.unit == *unit) {
        Some(sum) => sum.numbers.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number),
        None => sums.push(Change { numbers, unit: unit.clone() }),
    }
}

/// The sum of all, over a common unit.
fn total(stage: &Stage, sums: &[Change]) -> Change {
    let unit = sums.iter().fold(Unit::plain(BigInt::one()), |unit, sum| unit.common(&sum.unit));
    let mut total = [BigInt::zero(), BigInt::zero(), BigInt::zero()];
    for sum in sums {
        let factor = unit.over(&sum.unit, &stage.lengths);
        total.iter_mut().zip(&sum.numbers).for_each(|(total, number)| *total += number * &factor);
    }
    Change { numbers: total, unit }
}

/// Force and torque, divided by mass and by inertia times |c|².
fn complied(stage: &Stage, body: BodyId, change: &Change) -> Change {
    let placed = stage.placed.get(body);
    let Some((free, pose)) = placed.and_then(|placed| Some((placed.figure.free.as_ref()?, placed.pose))) else {
        return change.clone();
    };
    let [shift, turning] = &free.compliances;
    let [x, y, turn] = &change.numbers;
    let square = &pose.length * &pose.length;
    if pose.square == square {
        let numbers = [x * shift, y * shift, turn * turning];
        return Change { numbers, unit: change.unit.scaled(&free.compliance_unit) };
    }
    let (shift, turning) = (shift * &pose.square, turning * square);
    let unit = change.unit.scaled(&(&free.compliance_unit * &pose.square));
    Change { numbers: [x * &shift, y * &shift, turn * &turning], unit }
}

/// Σ φ · (value at the target), over the unit and the denominator of the forces.
pub(super) fn work(stage: &Stage, loads: &[Load]) -> Value {
    let mut sums: Vec<Value> = Vec::new();
    for Load { target, force, .. } in loads.iter().filter(|load| !load.force.is_zero()) {
        let number = &target.number * *force;
        match sums.iter_mut().find(|sum| sum.unit == target.unit) {
            Some(sum) => sum.number += number,
            None => sums.push(Value { number, unit: target.unit.clone() }),
        }
    }
    let zero = Value { number: BigInt::zero(), unit: Unit::plain(BigInt::one()) };
    sums.iter().fold(zero, |sum, term| sum.plus(term, stage))
}

impl Value {
    fn plus(&self, other: &Self, stage: &Stage) -> Self {
        let unit = self.unit.common(&other.unit);
        let number = &self.number * unit.over(&self.unit, &stage.lengths)
            + &other.number * unit.over(&other.unit, &stage.lengths);
        Self { number, unit }
    }

    /// The number over its unit and a denominator, for people.
    pub(super) fn shown(&self, stage: &Stage, denominator: &BigInt) -> String {
        crate::names::fraction(&self.number, &(self.unit.value(&stage.lengths) * denominator))
    }
}
