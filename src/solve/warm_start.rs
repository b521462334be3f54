//! A guess from an earlier optimum, for programs that follow each other.
//!
//! Multipliers of an earlier program that are about right for the same rows of the next one make a
//! guess: those rows press, the others count as open. The guess needs λ_j |a_j|, with |a_j| in the
//! metric M⁻¹, in floats; nothing of it is believed.
#![allow(clippy::disallowed_types)]

use crate::active_set;
use crate::guess::Guess;
use crate::monitor::{Interrupted, Monitor};
use crate::normalisation::{FloatRow, WideFloat};
use crate::problem::{Optimum, Outcome, Problem};
use crate::program;
use malachite::Integer;
use malachite::base::num::conversion::traits::SciMantissaAndExponent;

/// The guess that each row has about this multiplier, given as (numerator, positive denominator),
/// or none.
#[must_use]
pub fn guess(problem: &Problem, multipliers: &[Option<(Integer, Integer)>]) -> Guess {
    let pressure = |(row, multiplier): (usize, &Option<(Integer, Integer)>)| match multiplier {
        Some((numerator, denominator)) if *numerator > 0 => {
            let FloatRow {
                exponent, length, ..
            } = FloatRow::of(problem, row);
            let (mantissa, own): (f64, u64) =
                numerator.unsigned_abs_ref().sci_mantissa_and_exponent();
            let (unit, other): (f64, u64) =
                denominator.unsigned_abs_ref().sci_mantissa_and_exponent();
            let shift = exponent
                .saturating_add_unsigned(own)
                .saturating_sub_unsigned(other);
            WideFloat::from_float(mantissa / unit * length).shifted(shift)
        }
        _ => 0.0,
    };
    let pressures: Vec<f64> = multipliers.iter().enumerate().map(pressure).collect();
    let slacks = pressures
        .iter()
        .map(|&pressure| if pressure > 0.0 { 0.0 } else { 1.0 })
        .collect();
    Guess::new(pressures, slacks)
}

/// The optimum, if it is found from this guess without a pivot. The answer is exact; `None` says
/// nothing.
///
/// # Errors
/// [`Interrupted`] if the monitor is told to stop.
pub fn confirm(
    problem: &Problem,
    guess: &Guess,
    monitor: &Monitor,
) -> Result<Option<Optimum>, Interrupted> {
    program::settle_and_confirm(problem, guess, monitor)
}

/// The answer, by exact pivoting from rows that are thought to press; without floats.
///
/// # Errors
/// [`Interrupted`] if the monitor is told to stop.
pub fn pivot_from(
    problem: &Problem,
    pressing: &[usize],
    monitor: &Monitor,
) -> Result<Outcome, Interrupted> {
    let candidates: Vec<usize> = (0..problem.equalities)
        .chain(pressing.iter().copied())
        .collect();
    active_set::solve(problem, &candidates, monitor)
}
