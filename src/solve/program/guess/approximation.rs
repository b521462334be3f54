//! Multipliers near those of the optimum, and displacements that open rows: short numbers, for
//! whoever can prove something of them without the optimum itself.
//!
//! The multipliers are what [`crate::guess::settling`] ends with: the optimum of a working set
//! without a certainly wrong sign, to some 190 bits; or, where that fails,
//! [`crate::guess::descent`]. Guessed ones are those of the interior point. Rough ones are those of
//! [`crate::guess::proximal`] in floats: enough for a bound of restraint. Whether the others are
//! any good is for the caller to prove: where rows nearly depend on each other, a sign may be wrong
//! that floats cannot call certainly wrong. The caller may then ask for finer ones.
#![allow(clippy::disallowed_types)]

use crate::active_set::folding::Folding;
use crate::active_set::optimise::{candidates, settled};
use crate::guess::Guess;
use crate::guess::descent::{MOST_ROUNDS, descend};
use crate::guess::interior_point::FloatProgram;
use crate::guess::normalisation::{Normalised, WideFloat};
use crate::guess::proximal;
use crate::guess::settling::Loads;
use crate::guess::warm_start;
use crate::monitor::{Interrupted, Monitor, Stage};
use crate::problem::Problem;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::base::num::basic::traits::Zero;

/// The bits of the largest number of an opening.
const OPENING_BITS: i64 = 40;
/// Smaller programs gain nothing by folding.
const FEWEST_FOLDED: usize = 12;
/// This many rounds of descent are tried from multipliers of an earlier program.
const WARM_ROUNDS: usize = 4;
/// How much more rows open that are to open more.
const WIDE: f64 = 16.0;
/// A finer solution would open no more.
const OPENING_TOLERANCE: f64 = 1e-8;

/// Multipliers of all rows over one power of two; those of inequalities are at least 0.
pub struct Approximation {
    /// The denominator D, a power of two.
    pub denominator: Integer,
    /// D λ, one for each row.
    pub multipliers: Vec<Integer>,
    /// The numbers in which they were found.
    pub fineness: Fineness,
}

/// Binary digits of the fixed-point numbers that tell rows apart that depend on each other but for
/// 1e-40: the Gram matrix has the squares of such lengths, 2^-266, as eigenvalues.
pub(crate) const SHORT_DIGITS: i64 = 384;
/// Those of longer ones, which take about three times as long.
pub(crate) const LONG_DIGITS: i64 = 640;

/// The numbers in which multipliers are looked for, from the coarsest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fineness {
    /// The end of the interior point, for rows none of which nearly depends on others.
    Guessed,
    /// Floats, not refined: near enough for a bound, but not for the motion.
    Rough,
    /// Floats, refined.
    Floats,
    /// Fixed-point numbers of 384 digits.
    Short,
    /// Fixed-point numbers of 640 digits.
    Long,
}

impl Fineness {
    /// All of them that are at least as fine.
    fn and_finer(self) -> impl Iterator<Item = Self> {
        std::iter::successors(Some(self), |fineness| fineness.finer())
    }

    /// The next finer one, if there is one.
    #[must_use]
    pub fn finer(self) -> Option<Self> {
        match self {
            Self::Guessed => Some(Self::Rough),
            Self::Rough => Some(Self::Floats),
            Self::Floats => Some(Self::Short),
            Self::Short => Some(Self::Long),
            Self::Long => None,
        }
    }
}

/// Multipliers near those of the optimum, beginning with rows that are thought to press, with their
/// multipliers, if there are such; `None` if none are found. If numbers are too coarse to find any,
/// finer ones are tried.
///
/// # Errors
/// [`Interrupted`] if the monitor is told to stop.
pub fn approximate(
    problem: &Problem,
    earlier: Option<&[Option<(Integer, Integer)>]>,
    fineness: Fineness,
    monitor: &Monitor,
) -> Result<Option<Approximation>, Interrupted> {
    monitor.count(|counts| counts.programs += 1);
    let folding = monitor.time(Stage::Symmetry, || Folding::of(problem, FEWEST_FOLDED));
    let Some(folding) = folding else {
        return approximate_whole(problem, earlier, fineness, monitor);
    };
    let earlier = earlier.map(|multipliers| folding.folded_multipliers(multipliers));
    let found = approximate_whole(&folding.problem, earlier.as_deref(), fineness, monitor)?;
    Ok(found.map(|found| Approximation {
        multipliers: folding.unfolded_multipliers(found.multipliers),
        ..found
    }))
}

fn approximate_whole(
    problem: &Problem,
    earlier: Option<&[Option<(Integer, Integer)>]>,
    fineness: Fineness,
    monitor: &Monitor,
) -> Result<Option<Approximation>, Interrupted> {
    let normalised = Normalised::new(problem);
    if let Some(multipliers) = earlier {
        let guess = monitor.time(Stage::Guess, || warm_start::guess(problem, multipliers));
        let found = from_guess(
            problem,
            &guess,
            &normalised,
            (fineness, WARM_ROUNDS),
            monitor,
        )?;
        if found.is_some() {
            return Ok(found);
        }
    }
    let guess = monitor.time(Stage::Guess, || Guess::unless(monitor.stop(), problem));
    monitor.check()?;
    match guess {
        Some(guess) => from_guess(problem, &guess, &normalised, (fineness, 0), monitor),
        None => Ok(None),
    }
}

fn from_guess(
    problem: &Problem,
    guess: &Guess,
    normalised: &Normalised,
    (fineness, warm_rounds): (Fineness, usize),
    monitor: &Monitor,
) -> Result<Option<Approximation>, Interrupted> {
    for fineness in fineness.and_finer() {
        let found = match fineness {
            Fineness::Guessed => Some(guessed(problem, guess, normalised)),
            Fineness::Rough => Some(rough(problem, guess, normalised, monitor)?),
            Fineness::Floats => refined(problem, guess, normalised, monitor)?,
            Fineness::Short => descended(problem, guess, (SHORT_DIGITS, warm_rounds), monitor)?,
            Fineness::Long => descended(problem, guess, (LONG_DIGITS, 0), monitor)?,
        };
        if let Some(Multipliers {
            numerators,
            denominator,
        }) = found
        {
            return Ok(Some(Approximation {
                denominator,
                multipliers: numerators,
                fineness,
            }));
        }
    }
    Ok(None)
}

/// The guess itself.
fn guessed(problem: &Problem, guess: &Guess, normalised: &Normalised) -> Multipliers {
    let loads = normalised.loads(&candidates(problem, guess));
    Multipliers::new(problem, normalised, &loads)
}

/// Near the guess, in floats.
fn rough(
    problem: &Problem,
    guess: &Guess,
    normalised: &Normalised,
    monitor: &Monitor,
) -> Result<Multipliers, Interrupted> {
    let begin = candidates(problem, guess);
    let loads = proximal::in_floats(problem, normalised, &begin, monitor)?;
    Ok(Multipliers::new(problem, normalised, &loads))
}

/// The guess, refined in floats, unless these see that it is wrong.
fn refined(
    problem: &Problem,
    guess: &Guess,
    normalised: &Normalised,
    monitor: &Monitor,
) -> Result<Option<Multipliers>, Interrupted> {
    let settled = settled(problem, guess, normalised, monitor)?;
    let Some(loads) = settled.loads.filter(|_| !settled.is_wrong) else {
        return Ok(None);
    };
    monitor.count(|counts| counts.confirmed_guesses += 1);
    Ok(Some(Multipliers::new(problem, normalised, &loads)))
}

/// By descent from the guess, in fixed-point numbers of so many digits: in so few rounds if it is
/// nearly right, or from what is near the optimum.
fn descended(
    problem: &Problem,
    guess: &Guess,
    (digits, warm_rounds): (i64, usize),
    monitor: &Monitor,
) -> Result<Option<Multipliers>, Interrupted> {
    let normalised = Normalised::finer(problem, digits);
    let begin = candidates(problem, guess);
    let warm = normalised.loads(&begin);
    let mut loads = descend(problem, &normalised, warm, warm_rounds, monitor)?;
    if loads.is_none() {
        let begin = proximal::approach(problem, &normalised, &begin, monitor)?;
        loads = descend(problem, &normalised, begin, MOST_ROUNDS, monitor)?;
    }
    Ok(loads.map(|loads| Multipliers::new(problem, &normalised, &loads)))
}

/// Those of all rows, over a power of two.
struct Multipliers {
    numerators: Vec<Integer>,
    denominator: Integer,
}

impl Multipliers {
    fn new(problem: &Problem, normalised: &Normalised, loads: &Loads) -> Self {
        let mut digits = 0;
        for (row, _) in loads {
            digits = digits.max(normalised.digits(*row));
        }
        let mut numerators = vec![Integer::ZERO; problem.rows.len()];
        for (row, load) in loads {
            if *load > 0 || *row < problem.equalities {
                numerators[*row] = load << (digits - normalised.digits(*row));
            }
        }
        Self {
            denominator: Integer::power_of_2(digits.unsigned_abs()),
            numerators,
        }
    }
}

/// A displacement under which each of some rows opens by about its length, others by 16 times as
/// much, and that is as small as can be; its largest number has about 40 bits. `None` if floats
/// find none.
#[must_use]
pub fn opening(
    problem: &Problem,
    rows: &[usize],
    wide: &[usize],
    monitor: &Monitor,
) -> Option<Vec<Integer>> {
    let normalised = Normalised::new(problem);
    let mut coefficients: Vec<Vec<(usize, f64)>> = Vec::with_capacity(rows.len() + wide.len());
    for &row in rows.iter().chain(wide) {
        coefficients.push(normalised.rows[row].unit().collect());
    }
    let mut shortfalls = vec![-1.0; rows.len()];
    shortfalls.resize(rows.len() + wide.len(), -WIDE);
    let program = FloatProgram {
        masses: &normalised.masses,
        rows: coefficients.iter().map(Vec::as_slice).collect(),
        shortfalls,
        equalities: 0,
        tolerance: OPENING_TOLERANCE,
    };
    let solution = monitor.time(Stage::Guess, || program.solve(monitor.stop()))?;
    if solution.seems_infeasible {
        return None;
    }
    let mut numbers = Vec::with_capacity(solution.displacement.len());
    for (value, exponent) in solution
        .displacement
        .iter()
        .zip(&normalised.variable_exponents)
    {
        numbers.push((WideFloat::from_signed(*value)?, *exponent));
    }
    let sizes = numbers.iter();
    let sizes = sizes.filter_map(|(value, exponent)| Some(value.power()? - exponent));
    let largest = sizes.max()?;
    let mut displacement = Vec::with_capacity(numbers.len());
    for (value, exponent) in numbers {
        displacement.push(value.rounded(OPENING_BITS - largest - exponent));
    }
    Some(displacement)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fineness_is_tried_once() {
        let all: Vec<Fineness> = Fineness::Guessed.and_finer().collect();
        let expected = [
            Fineness::Guessed,
            Fineness::Rough,
            Fineness::Floats,
            Fineness::Short,
            Fineness::Long,
        ];
        assert_eq!(all, expected);
        assert!(all.is_sorted());
    }
}
