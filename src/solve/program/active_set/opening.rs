//! A guess of the rows that can be opened together, and of a displacement that opens them.
//!
//! For undecided rows Z and rows P that are to be kept, the program
//!
//! ```text
//! min ½ ε dᵀM d + ½ Σ_Z t_i²   subject to   a_j·d = 0 (P),   a_i·d + t_i ≥ 1,   t_i ≤ 1 (Z)
//! ```
//!
//! has a solution, and as ε goes to 0, t_i goes to 0 for every row that can be opened, since
//! displacements that open single rows add up, and stays 1 for every other. The interior point
//! solves it for a small ε, so that one program tells them apart, however much opening one row
//! depends on opening others. Its d is rounded; the caller makes it satisfy the rows to be kept,
//! and checks what it opens.
//!
//! Mostly that program need not be solved. The interior point that guessed the optimum comes along
//! the central path, on which slacks and multipliers of idle rows are about √μ alike: where it
//! ends, idle rows are open, and y - y* is a displacement that opens all of them, if it is not lost
//! in the noise of floats.
#![allow(clippy::disallowed_types)]

use crate::guess::Guess;
use crate::guess::interior_point::FloatProgram;
use crate::guess::normalisation::{Normalised, power_of_two};
use crate::monitor::Stop;
use crate::problem::{Optimum, Problem};
use malachite::Integer;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;

/// ε.
const WEIGHT: f64 = 1e-9;
/// A finer one would cost time and change nothing.
const TOLERANCE: f64 = 1e-8;
/// How far a row must be opened, where 1 is wanted, to be counted.
const OPEN: f64 = 1e-3;
/// Displacements are rounded to this many bits behind the point.
const BITS: i64 = 24;
/// Those that come from an interior point, which have a size of their own, to so many bits.
const OFFSET_BITS: i64 = 40;
/// An opening that is less than this part of the largest one is lost in the noise.
const NOISE: f64 = 1e-3;

/// Rows that can probably be opened, and a displacement that probably opens them.
pub(crate) struct Opening {
    pub(crate) displacement: Vec<Integer>,
    /// One for each undecided row.
    pub(crate) is_open: Vec<bool>,
}

/// Guesses the rows of `undecided` that can be opened while `kept` rows do not move.
pub(crate) fn guess(
    problem: &Problem,
    kept: &[usize],
    undecided: &[usize],
    stop: &Stop,
) -> Option<Opening> {
    let normalised = Normalised::new(problem);
    let variables = problem.masses.len();
    let mut masses: Vec<f64> = normalised.masses.iter().map(|mass| mass * WEIGHT).collect();
    masses.resize(variables + undecided.len(), 1.0);
    let count = kept.len() + 2 * undecided.len();
    let mut rows: Vec<Vec<(usize, f64)>> = Vec::with_capacity(count);
    let mut shortfalls = Vec::with_capacity(count);
    for &row in kept {
        rows.push(normalised.rows[row].unit().collect());
        shortfalls.push(0.0);
    }
    for (position, &row) in undecided.iter().enumerate() {
        let elastic = (variables + position, 1.0);
        let unit = normalised.rows[row].unit();
        rows.push(unit.chain([elastic]).collect());
        shortfalls.push(-1.0);
    }
    for position in 0..undecided.len() {
        rows.push(vec![(variables + position, -1.0)]);
        shortfalls.push(1.0);
    }
    let program = FloatProgram {
        masses: &masses,
        rows: rows.iter().map(|row| &row[..]).collect(),
        shortfalls,
        equalities: kept.len(),
        tolerance: TOLERANCE,
    };
    let displacement = program.solve(stop)?.displacement;
    let mut is_open = Vec::with_capacity(undecided.len());
    for &row in undecided {
        let unit = normalised.rows[row].unit();
        let opened = unit.map(|(variable, value)| value * displacement[variable]);
        let slack: f64 = opened.sum();
        is_open.push(slack > OPEN);
    }
    let displacement = rounded(&displacement, power_of_two(BITS), &normalised)?;
    Some(Opening {
        displacement,
        is_open,
    })
}

/// The displacement that leads back to where the interior point that guessed an optimum came from,
/// if that opens all undecided rows.
pub(crate) fn of_guess(
    guess: &Guess,
    problem: &Problem,
    optimum: &Optimum,
    undecided: &[usize],
) -> Option<Opening> {
    let (offset, normalised) = guess.offset(problem, optimum)?;
    let mut slacks = Vec::with_capacity(undecided.len());
    for &row in undecided {
        let row = &normalised.rows[row];
        slacks.push(row.product(&offset) / row.positive_length());
    }
    let largest = slacks.iter().copied().fold(0.0, f64::max);
    if slacks.iter().any(|slack| *slack <= largest * NOISE) {
        return None;
    }
    let sizes = offset.iter().copied().map(f64::abs);
    let size = sizes.fold(0.0, f64::max);
    let factor = power_of_two(OFFSET_BITS) / size;
    Some(Opening {
        displacement: rounded(&offset, factor, normalised)?,
        is_open: vec![true; undecided.len()],
    })
}

/// A displacement of y times a factor, rounded, as one of x times a power of two: d_i = 2^-e_i
/// d'_i, times 2^e_max. `None` if it is not finite.
fn rounded(displacement: &[f64], factor: f64, normalised: &Normalised) -> Option<Vec<Integer>> {
    let exponents = &normalised.variable_exponents;
    let coarsest = exponents.iter().copied().max().unwrap_or(0);
    let mut integers = Vec::with_capacity(exponents.len());
    for (value, exponent) in displacement.iter().zip(exponents) {
        let value = value * factor;
        if !value.is_finite() {
            return None;
        }
        let integer = Integer::rounding_from(value, RoundingMode::Nearest).0;
        integers.push(integer << (coarsest - exponent));
    }
    Some(integers)
}
