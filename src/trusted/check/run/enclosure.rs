//! E4, E6 and E7: a ball that has the motion of least restraint of an enclosed group
//! (`proofs/RUN.md`, section 4a; THEOREM.md, Theorem 20).
//!
//! Forces φ ≥ 0 give a motion x by Newton's law. If y = x + ε o satisfies all rows, and a side of
//! each corner, the exact motion is at most ρ away from x, where ρ² = ε² |o|² + 2 Σ φ v(y), in the
//! norm of the masses. Twice its restraint is at most -Σ φ (v(x) + v(x~)) + ρ², x~ the target; and
//! the same sum over the forces of another case, without ρ², is at most twice the restraint of any
//! motion that keeps the rows of that case.

use super::constraints::{Constraints, Imposed};
use super::integer_vector::IntegerVector;
use super::linear_form::LinearForm;
use super::response::{Change, Response};
use super::scaled::Scaled;
use super::stage::Stage;
use super::system::{Members, StepRow};
use super::tree::Leaf;
use super::value::Value;
use crate::lookup;
use crate::rejection::Condition::{E4, E6, E7, R2};
use crate::rejection::Result;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;
use zwang_certificate::run::Opening;

/// Motions of a group at most ρ away from a centre.
pub(super) struct Ball {
    /// What leads from the target to the centre x, for all bodies of the group.
    pub centre: Response,
    pub radius: Radius,
    /// o.
    opening: Response,
    /// k, with ε = 2^-k; `None` if ε = 0.
    exponent: Option<u64>,
}

/// What a record says of an enclosed group: R2, but for the forces.
pub(super) struct Enclosed<'a> {
    cases: &'a [Leaf<'a>],
    /// The case with the opening.
    pub answer: &'a Leaf<'a>,
    answer_index: usize,
    opening: &'a Opening,
    /// The digits of the grid of the run.
    pub grid: u64,
}

/// What the double of the restraint of the opened motion is at most.
pub(super) struct RestraintBound {
    /// In units of 2^-digits, without what is less than a unit.
    double: BigInt,
    digits: u64,
}

/// How large a ball is.
pub(super) struct Radius {
    /// ρ².
    pub squared: Value,
    /// The digits of the grid of the run.
    pub grid: u64,
}

/// A row with its force, its value under x, and its linear part under the opening.
struct OpenedRow<'a> {
    row: &'a StepRow,
    force: Option<&'a BigInt>,
    value: Value,
    opening: Value,
}

impl<'a> Enclosed<'a> {
    /// R2, given the cases, one of which has an opening at least, and the index of the answer.
    pub(super) fn new(
        stage: &Stage,
        members: &Members,
        cases: &'a [Leaf<'a>],
        answer_index: usize,
    ) -> Result<Self> {
        let place = "an enclosed group";
        let Some(grid) = stage.plan.settings.grid else {
            return R2.refuse(place, "an exact run", "a run on a grid");
        };
        if let Some(pin) = members.pins.first() {
            let found = stage.name_of_pin(pin.index);
            return R2.refuse(place, found, "no pins");
        }
        for (index, case) in cases.iter().enumerate() {
            if case.opening.is_some() && index != answer_index {
                let found = format!("`answer` {answer_index}, an opening at case {index}");
                let required = "an opening at the answer only";
                return R2.refuse(place, found, required);
            }
            if case.denominator.is_none() {
                let found = format!("the impossible case {index}");
                let required = "a denominator at each case";
                return R2.refuse(place, found, required);
            }
        }
        let answer = cases.get(answer_index);
        let opening = answer.and_then(|case| case.opening);
        let (Some(answer), Some(opening)) = (answer, opening) else {
            let found = format!("`answer` {answer_index}");
            let required = "the case with the opening";
            return R2.refuse(place, found, required);
        };
        if let Opening::Motion(motion) = opening {
            let listed = motion.len();
            let bodies = members.group.bodies.len();
            if listed != bodies {
                let found = format!("a motion of {listed} bodies");
                return R2.refuse(place, found, bodies);
            }
        }
        Ok(Self {
            cases,
            answer,
            answer_index,
            opening,
            grid,
        })
    }

    /// The cases that are not the answer, with their indices.
    pub(super) fn others(&self) -> impl Iterator<Item = (usize, &'a Leaf<'a>)> {
        let cases = self.cases.iter().enumerate();
        cases.filter(|(index, _)| *index != self.answer_index)
    }

    /// The opening as a motion (d, s) of every body of the group.
    pub(super) fn motion(&self, stage: &Stage, members: &Members) -> Result<Response> {
        let bodies = lookup::bodies(&members.group.bodies);
        let mut changes = BTreeMap::new();
        match self.opening {
            Opening::Point([x, y]) => {
                let point = Scaled::from([x, y]);
                for body in bodies {
                    let center = &stage.short(body)?.center;
                    let away = center.minus(&point);
                    let change = Change {
                        shift: away.vector,
                        turn: BigInt::ZERO,
                        unit: away.unit,
                    };
                    changes.insert(body, change);
                }
            }
            Opening::Motion(motion) => {
                for (body, numbers) in bodies.into_iter().zip(motion) {
                    let [x, y, turn] = numbers.clone();
                    let change = Change {
                        shift: IntegerVector::new(x, y),
                        turn,
                        unit: BigInt::one(),
                    };
                    changes.insert(body, change);
                }
            }
        }
        Ok(Response::of_changes(changes))
    }
}

impl OpenedRow<'_> {
    /// E4: the value under y, which takes the place of that under x, is at least 0.
    fn open(&mut self, stage: &Stage, exponent: Option<u64>) -> Result {
        self.value = opened(&self.value, &self.opening, exponent);
        if self.value.is_negative() {
            let place = stage.name_of_row(&self.row.row);
            let value = self.value.told();
            let found = format!("value {value}");
            let required = "at least 0 under the opened motion";
            return E4.refuse(place, found, required);
        }
        Ok(())
    }
}

impl Ball {
    /// E4, given the digits of the grid.
    pub(super) fn new(
        stage: &Stage,
        constraints: &Constraints<BigInt>,
        opening: Response,
        grid: u64,
    ) -> Result<Self> {
        let denominator = &constraints.denominator;
        let forces = constraints.forces_along();
        let motion = Response::new(stage, &forces, denominator)?;
        let mut rows = Vec::new();
        for Imposed { thing: row, force } in &constraints.rows {
            let gap = &row.gap;
            let value = motion.value(gap);
            rows.push(OpenedRow {
                row,
                force: *force,
                value: value.over(denominator),
                opening: opening.linear_value(&gap.form),
            });
        }
        let exponent = exponent(stage, &rows)?;
        for row in &mut rows {
            row.open(stage, exponent)?;
        }
        let digits = digits_of_sums(grid);
        let twice_pressure = pressure(&rows, denominator, digits) * 2_u8;
        let squared = match exponent {
            None => Value::new(twice_pressure, BigInt::one() << digits),
            Some(exponent) => {
                let way = square(stage, &opening, digits)?;
                let squares = exponent.saturating_mul(2);
                let number = way + (twice_pressure << squares);
                let all_digits = digits.saturating_add(squares);
                let unit = BigInt::one() << all_digits;
                Value::new(number, unit)
            }
        };
        Ok(Self {
            centre: for_all_bodies(motion, &opening),
            radius: Radius { squared, grid },
            opening,
            exponent,
        })
    }

    /// E4: no force on a row that is open in all of the ball.
    pub(super) fn has_no_force_across_a_gap(
        &self,
        stage: &Stage,
        constraints: &Constraints<BigInt>,
    ) -> Result {
        for (row, _) in constraints.row_forces() {
            let form = &row.gap.form;
            let norm = norm_squared(stage, form)?;
            if self.radius.keeps_positive(&self.value(row), &norm) {
                let place = stage.name_of_row(&row.row);
                let found = "a force on a row that is open in all of the ball";
                return E4.refuse(place, found, "none");
            }
        }
        Ok(())
    }

    /// E7.
    pub(super) fn respects_corners(&self, stage: &Stage, members: &Members) -> Result {
        for corner in &members.corners {
            let [zero, one] = &corner.sides;
            if !self.respects(zero) && !self.respects(one) {
                let place = stage.name_of_corner(&corner.corner);
                let found = "no side that the opened motion respects";
                return E7.refuse(place, found, "one");
            }
        }
        Ok(())
    }

    /// The right-hand side of E6: Σ -φ (v + v~) + ρ² of the answer.
    pub(super) fn bound(&self, constraints: &Constraints<BigInt>) -> RestraintBound {
        let digits = digits_of_sums(self.radius.grid);
        let mut double = BigInt::ZERO;
        let works = negative_works(constraints, &self.centre);
        for Value { number: work, unit } in works {
            double += (work << digits).div_ceil(&unit);
        }
        // What is compared with it is a multiple of the unit, so the rest of ρ² plays no part.
        let squared = &self.radius.squared;
        double += (&squared.number << digits).div_floor(&squared.unit);
        RestraintBound { double, digits }
    }

    /// Whether all values of a side are at least 0 under y.
    fn respects(&self, side: &[StepRow]) -> bool {
        for row in side {
            if self.opened_value(row).is_negative() {
                return false;
            }
        }
        true
    }

    /// The value of a row under y.
    fn opened_value(&self, row: &StepRow) -> Value {
        let opening = self.opening.linear_value(&row.gap.form);
        opened(&self.value(row), &opening, self.exponent)
    }

    /// The value of a row under x.
    fn value(&self, row: &StepRow) -> Value {
        let value = self.centre.value(&row.gap);
        value.over(&self.centre.denominator)
    }
}

impl RestraintBound {
    /// E6: the restraint of all motions that keep the rows of a case is above this bound.
    pub(super) fn is_below_case(&self, stage: &Stage, case: &Constraints<BigInt>) -> Result {
        let forces = case.forces_along();
        let motion = Response::new(stage, &forces, &case.denominator)?;
        let mut double = BigInt::ZERO;
        let works = negative_works(case, &motion);
        for Value { number: work, unit } in works {
            double += (work << self.digits).div_floor(&unit);
        }
        if double > self.double {
            return Ok(());
        }
        let restraint = self.shown(&double);
        let found = format!("a restraint that may be {restraint}");
        let bound = self.shown(&self.double);
        let required = format!("more than {bound}");
        E6.refuse("the forces", found, required)
    }

    /// A restraint, given its double in these units.
    fn shown(&self, double: &BigInt) -> String {
        let unit = BigInt::one() << self.digits;
        let double = Value::new(double.clone(), unit);
        let two = BigInt::from(2);
        double.shown(&two)
    }
}

impl Radius {
    /// Whether a linear function is positive in all of the ball, given its value f under x and the
    /// square N of the norm of its derivative: f > 0 and f² > N ρ².
    pub(super) fn keeps_positive(&self, value: &Value, norm: &Value) -> bool {
        let squared = &self.squared;
        let Value { number, unit } = value;
        let square = number * number;
        let own = square * &norm.unit * &squared.unit;
        let unit_square = unit * unit;
        let reach = unit_square * &norm.number * &squared.number;
        number.is_positive() && own > reach
    }
}

/// Sums of E4 and E6 have terms in units of 2 to the minus this.
fn digits_of_sums(grid: u64) -> u64 {
    grid.saturating_mul(8)
}

/// The terms -φ (v + v~) of a case under its motion.
fn negative_works(case: &Constraints<BigInt>, motion: &Response) -> Vec<Value> {
    let mut works = Vec::new();
    for (row, force) in case.row_forces() {
        let value = motion.value(&row.gap);
        let value = value.over(&motion.denominator);
        let sum = value.plus(&row.gap.target);
        let number = -force * sum.number;
        let unit = &case.denominator * sum.unit;
        works.push(Value::new(number, unit));
    }
    works
}

/// A value plus ε times the linear part of it under the opening.
fn opened(value: &Value, opening: &Value, exponent: Option<u64>) -> Value {
    let Some(exponent) = exponent else {
        return value.clone();
    };
    let Value { number, unit } = opening;
    if number.is_zero() {
        return value.clone();
    }
    let added = Value::new(number.clone(), unit << exponent);
    value.plus(&added)
}

/// The largest k such that 2^-k times the opening opens all rows with a negative value; `None` if
/// there are none.
fn exponent(stage: &Stage, rows: &[OpenedRow]) -> Result<Option<u64>> {
    let mut largest: Option<u64> = None;
    for opened_row in rows {
        let OpenedRow {
            row,
            value,
            opening,
            ..
        } = opened_row;
        if !value.is_negative() {
            continue;
        }
        let offered = &opening.number * &value.unit;
        let missing = -&value.number * &opening.unit;
        let quotient = offered.div_floor(&missing);
        if !quotient.is_positive() {
            let place = stage.name_of_row(&row.row);
            let value = value.told();
            let opening = opening.told();
            let found = format!("value {value}, opened by {opening}");
            let required = "an opening of at least the missing value";
            return E4.refuse(place, found, required);
        }
        let exponent = quotient.bits().saturating_sub(1);
        largest = match largest {
            Some(other) => Some(other.min(exponent)),
            None => Some(exponent),
        };
    }
    Ok(largest)
}

/// Σ φ v, each term rounded up, in units of 2^-digits.
fn pressure(rows: &[OpenedRow], denominator: &BigInt, digits: u64) -> BigInt {
    let mut pressure = BigInt::ZERO;
    for row in rows {
        if let Some(force) = row.force {
            let Value { number, unit } = &row.value;
            let work = Value {
                number: force * number,
                unit: denominator * unit,
            };
            pressure += rounded_up(work, digits);
        }
    }
    pressure
}

/// Σ m |d|² + I s², each term rounded up, in units of 2^-digits.
fn square(stage: &Stage, motion: &Response, digits: u64) -> Result<BigInt> {
    let mut sum = BigInt::ZERO;
    for (body, change) in &motion.changes {
        let free = stage.placed(*body)?.free()?;
        let Change { shift, turn, unit } = change;
        let unit_square = unit * unit;
        let of_shift = Value::new(shift.square(), unit_square.clone());
        let of_turn = Value::new(turn * turn, unit_square);
        let of_shift = of_shift.times(&free.mass);
        let of_turn = of_turn.times(&free.inertia);
        sum += rounded_up(of_shift, digits);
        sum += rounded_up(of_turn, digits);
    }
    Ok(sum)
}

/// A value in units of 2^-digits, rounded up.
fn rounded_up(value: Value, digits: u64) -> BigInt {
    let finer = value.number << digits;
    finer.div_ceil(&value.unit)
}

/// A motion with an entry for all bodies of an opening, that is, of the group.
fn for_all_bodies(mut motion: Response, opening: &Response) -> Response {
    for body in opening.changes.keys() {
        let change = motion.changes.entry(*body);
        change.or_insert_with(Change::none);
    }
    motion
}

/// N = |n°|² Σ 1/m + Σ λ² / I over the free bodies of a form: the square of its norm.
fn norm_squared(stage: &Stage, form: &LinearForm) -> Result<Value> {
    let LinearForm {
        bodies,
        direction,
        levers,
        unit,
    } = form;
    let shift = direction.square();
    let mut norm = Value::zero();
    for (body, lever) in bodies.iter().zip(levers) {
        // What is fixed adds nothing.
        if let Some(body) = body {
            let free = stage.placed(*body)?.free()?;
            let [shifting, turning] = &free.compliances;
            let of_shift = &shift * shifting;
            let of_turn = lever * lever * turning;
            let of_body = Value {
                number: of_shift + of_turn,
                unit: free.compliance_unit.clone(),
            };
            norm = norm.plus(&of_body);
        }
    }
    let norm = norm.over(unit);
    Ok(norm.over(unit))
}
