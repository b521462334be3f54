//! The reach of a step: R² = 32 max (|d~|² + |c - c⁻|² r²) over the free bodies, r² the largest
//! square of an arm.

use super::path::Motions;
use super::placed::clamped;
use super::product::compare;
use super::stage::Plan;
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
    pub(super) fn new(plan: &Plan, motions: &Motions, now: &State, before: &State) -> Self {
        let mut largest = (BigInt::zero(), BigInt::one());
        let poses = now.poses.iter().zip(&before.poses);
        for ((figure, motion), (now, before)) in plan.figures.iter().zip(motions.all()).zip(poses) {
            let (Some(free), Some(motion)) = (&figure.free, motion) else {
                continue;
            };
            // |c - c⁻|² = |turn w⁻ - turn⁻ w|² / (w w⁻)².
            let turned = now
                .turn
                .scaled(&before.length)
                .minus(&before.turn.scaled(&now.length))
                .square();
            let lengths = &now.length * &before.length * &figure.unit;
            let (square, unit) = (&lengths * &lengths, &motion.unit * &motion.unit);
            let numerator = motion.target.square() * &square + turned * &free.reach_square * &unit;
            let denominator = square * unit;
            if compare(&[&numerator, &largest.1], &[&largest.0, &denominator]) == Ordering::Greater
            {
                largest = (numerator, denominator);
            }
        }
        let (numerator, denominator) = largest;
        let numerator: BigInt = numerator * 32_u8;
        let cells = cells(&numerator, &denominator, plan.cells);
        Self {
            numerator,
            denominator,
            cells,
        }
    }

    /// Whether a distance whose square is Π numerator / Π denominator is within the reach.
    pub(super) fn covers(&self, numerator: &[&BigInt], denominator: &[&BigInt]) -> bool {
        let (left, right) = (
            [numerator, &[&self.denominator]].concat(),
            [denominator, &[&self.numerator]].concat(),
        );
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
