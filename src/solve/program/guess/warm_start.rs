//! A guess from an earlier optimum, for programs that follow each other.
//!
//! Multipliers of an earlier program that are about right for the same rows of the next one make a
//! guess: those rows press, the others count as open. The guess needs λ_j |a_j|, with |a_j| in the
//! metric M⁻¹, in floats; nothing of it is believed.
#![allow(clippy::disallowed_types)]

use crate::active_set;
use crate::active_set::optimise;
use crate::guess::Guess;
use crate::guess::normalisation::{FloatRow, WideFloat};
use crate::monitor::{Interrupted, Monitor, Stage};
use crate::problem::{Optimum, Outcome, Problem};
use malachite::base::num::conversion::traits::SciMantissaAndExponent;
use malachite::{Integer, Rational};

/// The answer, beginning with rows that are thought to press: those with a multiplier, given as
/// (numerator, positive denominator). Without floats, or where these multipliers do not lead to the
/// optimum, it is found by exact pivoting. It is exact and the same in any case; only multipliers
/// that are not unique may differ.
///
/// # Errors
/// [`Interrupted`] if the monitor is told to stop.
pub fn solve(
    problem: &Problem,
    multipliers: &[Option<(Integer, Integer)>],
    floats: bool,
    monitor: &Monitor,
) -> Result<Outcome, Interrupted> {
    monitor.count(|counts| counts.programs += 1);
    if floats {
        let guess = monitor.time(Stage::Guess, || guess(problem, multipliers));
        if let Some(optimum) = optimise::settle_and_confirm(problem, &guess, monitor)? {
            monitor.count(|counts| counts.confirmed_guesses += 1);
            return Ok(Outcome::Optimal(optimum));
        }
    }
    let mut candidates: Vec<usize> = (0..problem.equalities).collect();
    for (row, multiplier) in multipliers.iter().enumerate() {
        if multiplier.is_some() {
            candidates.push(row);
        }
    }
    active_set::solve(problem, &candidates, monitor)
}

/// The optimum, if multipliers that are nearly right, as those of [`crate::kernel::approximate`],
/// say which rows press; `None` if they do not.
///
/// # Errors
/// [`Interrupted`] if the monitor is told to stop.
pub fn confirm(
    problem: &Problem,
    multipliers: &[Option<(Integer, Integer)>],
    monitor: &Monitor,
) -> Result<Option<Optimum>, Interrupted> {
    monitor.count(|counts| counts.programs += 1);
    let mut listed = Vec::new();
    for (row, multiplier) in multipliers.iter().enumerate() {
        if let Some((numerator, denominator)) = multiplier {
            let multiplier = Rational::from_integers_ref(numerator, denominator);
            listed.push((row, multiplier));
        }
    }
    optimise::confirm_multipliers(problem, &listed, monitor)
}

/// The guess that each row has about this multiplier, or none.
pub(crate) fn guess(problem: &Problem, multipliers: &[Option<(Integer, Integer)>]) -> Guess {
    let mut pressures = Vec::with_capacity(multipliers.len());
    let mut slacks = Vec::with_capacity(multipliers.len());
    for (row, multiplier) in multipliers.iter().enumerate() {
        let pressure = match multiplier {
            Some((numerator, denominator)) if *numerator > 0 => {
                pressure(problem, row, numerator, denominator)
            }
            _ => 0.0,
        };
        let presses = pressure > 0.0;
        pressures.push(pressure);
        slacks.push(if presses { 0.0 } else { 1.0 });
    }
    Guess::new(pressures, slacks)
}

/// The positive multiplier of a row, times its length.
fn pressure(problem: &Problem, row: usize, numerator: &Integer, denominator: &Integer) -> f64 {
    let float = FloatRow::of(problem, row);
    let numerator = numerator.unsigned_abs_ref();
    let denominator = denominator.unsigned_abs_ref();
    let (mantissa, exponent): (f64, u64) = numerator.sci_mantissa_and_exponent();
    let (unit, unit_exponent): (f64, u64) = denominator.sci_mantissa_and_exponent();
    let quotient = mantissa / unit;
    let scaled = WideFloat::from_float(quotient * float.length);
    let shift = float.exponent.saturating_add_unsigned(exponent);
    scaled.shifted(shift.saturating_sub_unsigned(unit_exponent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guess::approximation::{Fineness, approximate};
    use crate::guess::crowded::{Numbers, crowded};
    use crate::problem::Row;

    #[test]
    fn multipliers_that_are_nearly_right_lead_to_the_exact_optimum() {
        let mut numbers = Numbers::from(3);
        let mut feasible = 0;
        for case in 0..200 {
            let problem = crowded(&mut numbers);
            let monitor = Monitor::default();
            let exact = optimise::solve(&problem, None, &monitor).unwrap();
            let Outcome::Optimal(exact) = exact else {
                continue;
            };
            feasible += 1;
            let near = approximate(&problem, None, Fineness::Short, &monitor).unwrap();
            let near = near.expect("multipliers near the optimum");
            let mut multipliers = Vec::new();
            for multiplier in near.multipliers {
                multipliers.push(Some((multiplier, near.denominator.clone())));
            }
            let confirmed = confirm(&problem, &multipliers, &monitor).unwrap();
            let confirmed = confirmed.expect("the optimum");
            assert!(confirmed.is_same_point(&exact), "case {case}");
        }
        assert!(feasible > 80, "{feasible}");
    }

    /// A weight on the floor, said not to press.
    #[test]
    fn wrong_multipliers_confirm_nothing() {
        let floor = Row {
            coefficients: vec![(0, Integer::from(1))],
            bound: Integer::from(0),
        };
        let problem = Problem {
            masses: vec![Rational::from(1)],
            target: vec![Rational::from(-1)],
            rows: vec![floor],
            equalities: 0,
        };
        let confirmed = confirm(&problem, &[None], &Monitor::default()).unwrap();
        assert!(confirmed.is_none());
    }
}
