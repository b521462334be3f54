//! The reach of a step: R² = 32 max (|d~|² + ρ² r²) over the free bodies, r² the largest square of
//! an arm, ρ² = |c - c⁻|², or 2 |c - c⁻|² + 2 (h² T / I)² of a body with a torque T.

use super::figure::FreeFigure;
use super::kinematics::Motion;
use super::path::Motions;
use super::placed::{Placed, clamped};
use super::pose::Pose;
use super::product::compare;
use super::scaled::Scaled;
use super::stage::Stage;
use super::state::State;
use super::value::Value;
use num_bigint::BigInt;
use num_integer::Integer;
use std::cmp::Ordering;

/// R², and a whole number of cells that is at least R.
pub(super) struct Reach {
    square: Value,
    pub cells: i64,
}

impl Reach {
    pub(super) fn new(stage: &Stage, motions: &Motions, before: &State) -> Self {
        let mut largest = Value::zero();
        let bodies = stage.placed.iter().zip(motions.all());
        for ((placed, motion), before) in bodies.zip(&before.poses) {
            // A fixed body has neither.
            if let Some(free) = &placed.figure.free
                && let Some(motion) = motion
            {
                let moved = moved_square(placed, free, motion, before);
                if moved.is_above(&largest) {
                    largest = moved;
                }
            }
        }
        let number = largest.number * 32_u8;
        let square = Value::new(number, largest.unit);
        let cells = cells(&square, stage.plan.cells);
        Self { square, cells }
    }

    /// Whether a distance whose square is Π numerator / Π denominator is within the reach.
    pub(super) fn covers(&self, numerator: &[&BigInt], denominator: &[&BigInt]) -> bool {
        let Value { number, unit } = &self.square;
        let left = [numerator, &[unit]].concat();
        let right = [denominator, &[number]].concat();
        compare(&left, &right) != Ordering::Greater
    }
}

/// |d~|² + ρ² r² of a free body.
fn moved_square(placed: &Placed, free: &FreeFigure, motion: &Motion, before: &Pose) -> Value {
    // |c - c⁻|² = |turn w⁻ - turn⁻ w|² / (w w⁻)².
    let now = placed.pose;
    let turn = now.turn.scaled(&before.length);
    let turn_before = before.turn.scaled(&now.length);
    let lengths = &now.length * &before.length;
    let difference = turn.minus(&turn_before);
    let turned = Value {
        number: difference.square(),
        unit: &lengths * &lengths,
    };
    let Value {
        number: turned,
        unit: lengths_squared,
    } = with_torque(turned, motion);
    let arm_unit = &placed.figure.unit;
    let turn_unit = lengths_squared * arm_unit * arm_unit;
    let Motion { target, unit, .. } = motion;
    let unit_square = unit * unit;
    let linear = target.square() * &turn_unit;
    let turning = turned * &free.reach_square * &unit_square;
    Value {
        number: linear + turning,
        unit: turn_unit * unit_square,
    }
}

/// ρ², given |c - c⁻|².
fn with_torque(turned: Value, motion: &Motion) -> Value {
    match &motion.pushed_turn {
        Some(Scaled { vector, unit }) if !vector.is_zero() => {
            let pushed = Value::new(vector.square(), unit * unit);
            let sum = turned.plus(&pushed);
            Value::new(sum.number * 2_u8, sum.unit)
        }
        _ => turned,
    }
}

/// A whole number ≥ R 2^cells.
fn cells(square: &Value, cells: i64) -> i64 {
    let Value { number, unit } = square;
    let doubled = cells.unsigned_abs().saturating_mul(2);
    let square = if cells < 0 {
        let coarser = unit << doubled;
        number.div_ceil(&coarser)
    } else {
        let finer = number << doubled;
        finer.div_ceil(unit)
    };
    let root = square.sqrt();
    clamped(&root).saturating_add(1)
}
