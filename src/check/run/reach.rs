//! The reach of a step: R² = 32 max (|d~|² + |c - c⁻|² r²) over the free bodies, r² the largest
//! square of an arm.

use super::path::Motions;
use super::placed::clamped;
use super::product::compare;
use super::stage::Stage;
use super::state::State;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use std::cmp::Ordering;

/// R² as a fraction, and a whole number of cells that is at least R.
pub(super) struct Reach {
    pub numerator: BigInt,
    pub denominator: BigInt,
    pub cells: i64,
}

impl Reach {
    pub(super) fn new(stage: &Stage, motions: &Motions, before: &State) -> Self {
        let mut largest = (BigInt::zero(), BigInt::one());
        let bodies = stage.placed.iter().zip(motions.all());
        let bodies = bodies.zip(&before.poses);
        for ((placed, motion), before) in bodies {
            // A fixed body has neither.
            if let (Some(free), Some(motion)) = (&placed.figure.free, motion) {
                // |c - c⁻|² = |turn w⁻ - turn⁻ w|² / (w w⁻)².
                let now = placed.pose;
                let turn = now.turn.scaled(&before.length);
                let turn_before = before.turn.scaled(&now.length);
                let turned = turn.minus(&turn_before).square();
                let lengths = &now.length * &before.length * &placed.figure.unit;
                let square = &lengths * &lengths;
                let unit = &motion.unit * &motion.unit;
                let linear = motion.target.square() * &square;
                let numerator = linear + turned * &free.reach_square * &unit;
                let denominator = square * unit;
                let (most, most_unit) = &largest;
                let order = compare(&[&numerator, most_unit], &[most, &denominator]);
                if order == Ordering::Greater {
                    largest = (numerator, denominator);
                }
            }
        }
        let (numerator, denominator) = largest;
        let numerator: BigInt = numerator * 32_u8;
        let cells = cells(&numerator, &denominator, stage.plan.cells);
        Self {
            numerator,
            denominator,
            cells,
        }
    }

    /// Whether a distance whose square is Π numerator / Π denominator is within the reach.
    pub(super) fn covers(&self, numerator: &[&BigInt], denominator: &[&BigInt]) -> bool {
        let left = [numerator, &[&self.denominator]].concat();
        let right = [denominator, &[&self.numerator]].concat();
        compare(&left, &right) != Ordering::Greater
    }
}

/// A whole number ≥ R 2^cells.
fn cells(numerator: &BigInt, denominator: &BigInt, cells: i64) -> i64 {
    let doubled = cells.unsigned_abs().saturating_mul(2);
    let square = match cells < 0 {
        true => numerator.div_ceil(&(denominator << doubled)),
        false => (numerator << doubled).div_ceil(denominator),
    };
    clamped(&square.sqrt()).saturating_add(1)
}
