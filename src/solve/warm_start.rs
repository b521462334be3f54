//! A guess from an earlier optimum, for programs that follow each other.
//!
//! The products λ_j |a_j|, with |a_j| in the metric M⁻¹, do not depend on how rows and variables are scaled: they are carried over to the same rows of the
//! next program. Rows that did not press count as open.
#![allow(clippy::disallowed_types)]

use crate::guess::Guess;
use crate::monitor::Monitor;
use crate::normalisation::{FloatRow, WideFloat};
use crate::problem::{Optimum, Outcome, Problem};
use crate::program;
use malachite::base::num::conversion::traits::SciMantissaAndExponent;

/// How strongly the rows of a program press at its optimum.
#[derive(Clone, Debug)]
pub struct Pressure {
    /// λ_j |a_j|.
    multipliers: Vec<f64>,
}

impl Pressure {
    /// That of an optimum.
    #[must_use]
    pub fn new(problem: &Problem, optimum: &Optimum) -> Self {
        let pressure = |row: usize| {
            let multiplier = &optimum.multipliers[row];
            if *multiplier == 0 {
                return 0.0;
            }
            let FloatRow { exponent, length, .. } = FloatRow::of(problem, row);
            let (mantissa, own): (f64, u64) = multiplier.unsigned_abs_ref().sci_mantissa_and_exponent();
            let (unit, other): (f64, u64) = optimum.denominator.unsigned_abs_ref().sci_mantissa_and_exponent();
            let shift = exponent.saturating_add_unsigned(own).saturating_sub_unsigned(other);
            WideFloat::from_float(mantissa / unit * length).shifted(shift)
        };
        Self { multipliers: (0..problem.rows.len()).map(pressure).collect() }
    }
}

/// The guess that each row of a program presses as a row of an earlier one did: `sources` has for each row that program and the place in it, if there is one.
#[must_use]
pub fn carried_over(sources: &[Option<(&Pressure, usize)>]) -> Guess {
    let pressure = |source: &Option<(&Pressure, usize)>| {
        source.and_then(|(pressure, row)| pressure.multipliers.get(row).copied()).unwrap_or(0.0)
    };
    let multipliers: Vec<f64> = sources.iter().map(pressure).collect();
    let slacks = multipliers.iter().map(|&multiplier| if multiplier > 0.0 { 0.0 } else { 1.0 }).collect();
    Guess::new(multipliers, slacks)
}

/// The optimum, if it is found from this guess without a pivot. The answer is exact; `None` says nothing.
#[must_use]
pub fn confirm(problem: &Problem, guess: &Guess, monitor: &Monitor) -> Option<Optimum> {
    program::settle_and_confirm(problem, guess, monitor)
}

/// The answer, by exact pivoting from the rows that press in this guess.
#[must_use]
pub fn pivot_from(problem: &Problem, guess: &Guess, monitor: &Monitor) -> Outcome {
    let candidates: Vec<usize> = (0..problem.equalities).chain(guess.pressing_rows(problem)).collect();
    crate::active_set::solve(problem, &candidates, monitor)
}
