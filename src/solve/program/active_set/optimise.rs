//! From a guess to the exact optimum of a quadratic program.
//!
//! An interior-point guess lies near the relative interior of the optimal face, so the rows whose
//! multiplier is far above their slack are the pressing ones. On an independent subset W of them
//! the point is exact; the multipliers of the others are kept, rounded to short dyadic numbers, and
//! those of W follow exactly. If everything has the right sign, that is the optimum, with a
//! positive multiplier on every row that the guess held for pressing. In large scenes some
//! multipliers are so small beside the largest one that this rounding makes them negative: then the
//! others are rounded to as many bits as a float has of the largest one. If that does not do, rows
//! with certainly wrong signs are exchanged ([`settle`]), and if that does not do either, the exact
//! active-set method goes on from there. A wrong guess costs time, never correctness.

use crate::Options;
use crate::active_set::folding::Folding;
use crate::active_set::{self, most_violated, stationary_point};
use crate::exact::lifting::WorkingSystem;
use crate::guess::Guess;
use crate::guess::enclosure::seems_right;
use crate::guess::normalisation::Normalised;
use crate::guess::settling::{Settled, settle};
use crate::monitor::{Interrupted, Monitor, Stage};
use crate::problem::{Optimum, Outcome, Problem};
use malachite::Rational;
use malachite::base::num::basic::traits::Zero;
use std::borrow::Cow;

/// Smaller programs gain nothing by folding.
const FEWEST_FOLDED: usize = 64;
/// Multipliers of dependent rows are kept to this many bits below the largest one.
const FEW_BITS: i64 = 30;
/// To so many where [`FEW_BITS`] are not enough: what a float has of the largest one.
const MANY_BITS: i64 = 52;

/// Solves a program exactly.
///
/// The guess may be anything, or nothing; it decides how long this takes and which of several valid
/// systems of multipliers is returned.
///
/// # Errors
/// [`Interrupted`] if the monitor is told to stop before there is an answer.
pub fn solve(
    problem: &Problem,
    guess: Option<&Guess>,
    monitor: &Monitor,
) -> Result<Outcome, Interrupted> {
    solve_keeping_system(problem, guess, monitor).map(Solved::into_outcome)
}

/// The answer to a program, and what its classification can use again.
pub struct Solved {
    /// The answer, of the folded program if there is one.
    pub(crate) outcome: Outcome,
    /// The factorised system of the rows that the guess held for pressing, if that was right.
    pub(crate) system: Option<WorkingSystem>,
    /// The guess that led to the answer.
    pub(crate) guess: Option<Guess>,
    /// If the program is its own mirror image, the folded one, which all of the above is of.
    pub(crate) folding: Option<Box<Folding>>,
}

impl Solved {
    pub(crate) fn of(outcome: Outcome, system: Option<WorkingSystem>) -> Self {
        Self {
            outcome,
            system,
            guess: None,
            folding: None,
        }
    }

    /// Whether there is an optimum.
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        matches!(self.outcome, Outcome::Optimal(_))
    }

    /// Whether the optimum is 0.
    #[must_use]
    pub fn is_at_zero(&self) -> bool {
        match &self.outcome {
            // A folded program is at 0 where the whole one is.
            Outcome::Optimal(optimum) => optimum.point.iter().all(|value| *value == 0),
            Outcome::Infeasible(_) => false,
        }
    }

    /// The answer to the program.
    #[must_use]
    pub fn outcome(&self) -> Cow<'_, Outcome> {
        match &self.folding {
            Some(folding) => Cow::Owned(folding.unfolded_outcome(self.outcome.clone())),
            None => Cow::Borrowed(&self.outcome),
        }
    }

    /// The answer to the program.
    #[must_use]
    pub fn into_outcome(self) -> Outcome {
        match self.folding {
            Some(folding) => folding.unfolded_outcome(self.outcome),
            None => self.outcome,
        }
    }
}

fn solve_keeping_system(
    problem: &Problem,
    guess: Option<&Guess>,
    monitor: &Monitor,
) -> Result<Solved, Interrupted> {
    monitor.check()?;
    monitor.count(|counts| counts.programs += 1);
    let mut candidates: Vec<usize> = (0..problem.equalities).collect();
    let Some(guess) = guess else {
        return pivoted(problem, &candidates, monitor);
    };
    candidates.extend(guess.pressing_rows(problem));
    let ambiguous = guess.ambiguous_rows(problem);
    monitor.count(|counts| counts.ambiguous_rows += ambiguous);
    let normalised = guess.normalised(problem);
    let system = WorkingSystem::of_independent_rows(problem, &candidates, monitor);
    let dependent = dependent_rows(problem, &candidates, &system);
    for kept_bits in [FEW_BITS, MANY_BITS] {
        let given = with_multipliers(problem, guess, &dependent, kept_bits);
        let is_clear = ambiguous == 0 && kept_bits == FEW_BITS;
        let is_likely = is_clear
            || monitor.time(Stage::Factorisation, || {
                seems_right(problem, &normalised, system.rows(), &given)
            });
        if is_likely && let Some(optimum) = confirm(problem, &system, &given, monitor)? {
            monitor.count(|counts| counts.confirmed_guesses += 1);
            return Ok(Solved::of(Outcome::Optimal(optimum), Some(system)));
        }
        // Without dependent rows nothing was rounded: more bits would change nothing.
        if dependent.is_empty() {
            break;
        }
    }
    let candidates = with_multipliers(problem, guess, &candidates, FEW_BITS);
    let Settled {
        system,
        given,
        is_wrong,
        ..
    } = settle(problem, &normalised, candidates, monitor)?;
    if !is_wrong && let Some(optimum) = confirm(problem, &system, &given, monitor)? {
        return Ok(Solved::of(Outcome::Optimal(optimum), Some(system)));
    }
    pivoted(problem, system.rows(), monitor)
}

/// The answer by exact pivots from some rows.
fn pivoted(problem: &Problem, rows: &[usize], monitor: &Monitor) -> Result<Solved, Interrupted> {
    let outcome = active_set::solve(problem, rows, monitor)?;
    Ok(Solved::of(outcome, None))
}

/// The optimum, if it is found from the guess without a pivot: doubtful rows are settled before any
/// lifting.
pub(crate) fn settle_and_confirm(
    problem: &Problem,
    guess: &Guess,
    monitor: &Monitor,
) -> Result<Option<Optimum>, Interrupted> {
    let Settled {
        system,
        given,
        is_wrong,
        ..
    } = settled(problem, guess, &guess.normalised(problem), monitor)?;
    if is_wrong {
        Ok(None)
    } else {
        confirm(problem, &system, &given, monitor)
    }
}

/// The optimum, if multipliers that are nearly right say which rows press: those of rows that
/// depend on others are kept, and the others follow exactly.
pub(crate) fn confirm_multipliers(
    problem: &Problem,
    multipliers: &[(usize, Rational)],
    monitor: &Monitor,
) -> Result<Option<Optimum>, Interrupted> {
    let mut rows: Vec<usize> = (0..problem.equalities).collect();
    for (row, multiplier) in multipliers {
        if *row >= problem.equalities && *multiplier > 0 {
            rows.push(*row);
        }
    }
    let system = WorkingSystem::of_independent_rows(problem, &rows, monitor);
    let is_basic = basic_rows(problem, &system);
    let mut given = multipliers.to_vec();
    given.retain(|(row, multiplier)| !is_basic[*row] && *multiplier > 0);
    confirm(problem, &system, &given, monitor)
}

/// The rows that press by a guess, settled.
pub(crate) fn settled(
    problem: &Problem,
    guess: &Guess,
    normalised: &Normalised,
    monitor: &Monitor,
) -> Result<Settled, Interrupted> {
    settle(problem, normalised, candidates(problem, guess), monitor)
}

/// The equalities and the rows that press by a guess, with their multipliers.
pub(crate) fn candidates(problem: &Problem, guess: &Guess) -> Vec<(usize, Rational)> {
    let mut candidates: Vec<usize> = (0..problem.equalities).collect();
    candidates.extend(guess.pressing_rows(problem));
    with_multipliers(problem, guess, &candidates, FEW_BITS)
}

/// Solves a program, from a float guess if the options allow one, and with half the unknowns if it
/// is its own mirror image.
///
/// # Errors
/// [`Interrupted`] if the monitor is told to stop before there is an answer.
pub fn optimise(
    problem: &Problem,
    options: &Options,
    monitor: &Monitor,
) -> Result<Solved, Interrupted> {
    let folding = monitor.time(Stage::Symmetry, || Folding::of(problem, FEWEST_FOLDED));
    let Some(folding) = folding else {
        return optimise_whole(problem, options, monitor);
    };
    let solved = optimise_whole(&folding.problem, options, monitor)?;
    Ok(Solved {
        folding: Some(Box::new(folding)),
        ..solved
    })
}

fn optimise_whole(
    problem: &Problem,
    options: &Options,
    monitor: &Monitor,
) -> Result<Solved, Interrupted> {
    let guess = if options.floats {
        monitor.time(Stage::Guess, || Guess::unless(monitor.stop(), problem))
    } else {
        None
    };
    let solved = solve_keeping_system(problem, guess.as_ref(), monitor)?;
    Ok(Solved { guess, ..solved })
}

/// Says of each row whether it belongs to the system.
fn basic_rows(problem: &Problem, system: &WorkingSystem) -> Vec<bool> {
    let mut is_basic = vec![false; problem.rows.len()];
    for &row in system.rows() {
        is_basic[row] = true;
    }
    is_basic
}

/// Candidates that depend on the rows of the system.
fn dependent_rows(problem: &Problem, candidates: &[usize], system: &WorkingSystem) -> Vec<usize> {
    let is_basic = basic_rows(problem, system);
    let mut dependent = candidates.to_vec();
    dependent.retain(|&row| row >= problem.equalities && !is_basic[row]);
    dependent
}

/// Rows with the multipliers of the guess, rounded to so many bits below the largest one; those of
/// equalities 0.
fn with_multipliers(
    problem: &Problem,
    guess: &Guess,
    rows: &[usize],
    kept_bits: i64,
) -> Vec<(usize, Rational)> {
    let largest = guess.largest_multiplier();
    let mut loaded = Vec::with_capacity(rows.len());
    for &row in rows {
        let multiplier = if row < problem.equalities {
            Rational::ZERO
        } else {
            guess.dyadic_multiplier(problem, row, largest, kept_bits)
        };
        loaded.push((row, multiplier));
    }
    loaded
}

/// The optimum with the rows of the system active and `given` multipliers of others, if it is one.
fn confirm(
    problem: &Problem,
    system: &WorkingSystem,
    given: &[(usize, Rational)],
    monitor: &Monitor,
) -> Result<Option<Optimum>, Interrupted> {
    let optimum = stationary_point(problem, system, given, monitor)?;
    let pushes = optimum
        .multipliers
        .iter()
        .skip(problem.equalities)
        .all(|value| *value >= 0);
    let is_optimal =
        pushes && most_violated(problem, &optimum).is_none() && is_tight(problem, &optimum);
    Ok(is_optimal.then_some(optimum))
}

/// Whether rows with a multiplier hold with equality: a row left out as dependent need not, if the
/// guess was wrong.
fn is_tight(problem: &Problem, optimum: &Optimum) -> bool {
    let loaded = problem
        .rows
        .iter()
        .zip(&optimum.multipliers)
        .filter(|(_, multiplier)| **multiplier != 0);
    loaded
        .into_iter()
        .all(|(row, _)| row.slack(&optimum.point, &optimum.denominator) == 0)
}

#[cfg(test)]
#[allow(clippy::disallowed_types)]
mod tests {
    use super::*;
    use crate::problem::Row;
    use malachite::Integer;

    /// The load on u.
    const LARGE: i64 = 1 << 40;
    /// Rows in u and v.
    const ROWS: [[i64; 2]; 4] = [[1, 0], [0, 1], [1, 10], [2, 10]];

    /// A load on u beside which that on v is small.
    fn unequal_loads(small: i64) -> Problem {
        let mut rows = Vec::new();
        for row in ROWS {
            let mut coefficients = Vec::new();
            for (variable, value) in row.into_iter().enumerate() {
                if value != 0 {
                    coefficients.push((variable, Integer::from(value)));
                }
            }
            rows.push(Row {
                coefficients,
                bound: Integer::ZERO,
            });
        }
        Problem {
            masses: vec![Rational::from(1); 2],
            target: vec![Rational::from(-LARGE), Rational::from(-small)],
            rows,
            equalities: 0,
        }
    }

    /// The last three rows share the small load.
    fn shared(small: i64) -> Guess {
        let third = small as f64 / 3.0;
        let tenth = third / 10.0;
        let first = LARGE as f64 - 3.0 * tenth;
        let mut multipliers = Vec::new();
        for (multiplier, [right, up]) in [first, third, tenth, tenth].into_iter().zip(ROWS) {
            let square = (right * right + up * up) as f64;
            multipliers.push(multiplier * square.sqrt());
        }
        Guess::new(multipliers, vec![0.0; 4])
    }

    /// If multipliers of dependent rows are rounded up to few bits of the large load, another row
    /// would have to pull.
    #[test]
    fn multipliers_far_below_the_largest_need_no_exchanges() {
        for small in (100..4000).step_by(100) {
            let problem = unequal_loads(small);
            let monitor = Monitor::default();
            let outcome = solve(&problem, Some(&shared(small)), &monitor).unwrap();
            let Outcome::Optimal(optimum) = outcome else {
                panic!("0 is the optimum")
            };
            let mut forces = [Integer::ZERO, Integer::ZERO];
            for (row, multiplier) in problem.rows.iter().zip(&optimum.multipliers) {
                assert!(*multiplier >= 0);
                for (variable, value) in &row.coefficients {
                    forces[*variable] += value * multiplier;
                }
            }
            let loads = [LARGE, small].map(Integer::from);
            assert_eq!(forces, loads.map(|load| load * &optimum.denominator));
            let statistics = monitor.statistics();
            assert_eq!(statistics.confirmed_guesses, 1, "{small}");
            assert_eq!(statistics.exchanges + statistics.pivots, 0, "{small}");
        }
    }
}
