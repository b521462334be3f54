//! Rows and bounds: the set of feasible points of a linear or quadratic program.
//!
//! ```text
//! l_i ≤ a_i·x ≤ u_i  for every row,   l_j ≤ x_j ≤ u_j  for every variable
//! ```
//!
//! A missing side is infinite, equal sides make an equation. Inside the solver each finite side
//! becomes a row over the integers; sides keep their place in `origins`, so that multipliers find
//! the way back. Both sides of a row share one multiplier, the lower side counting positive: a
//! point is on at most one of them, unless they are equal, and in a Farkas certificate the common
//! part of two multipliers cancels from the sum, which can only grow by m (u - l).

use crate::Options;
use crate::active_set::optimise;
use crate::guess::Guess;
use crate::monitor::{Interrupted, Monitor, Stage};
use crate::numbers::number::{from_solver, to_solver};
use crate::problem::{Outcome, Problem, Row};
use malachite::Rational as SolverRational;
use malachite::base::num::basic::traits::Zero;
use zwang_exact::Rational;

/// Numbers between two bounds, either of which may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interval {
    /// The least number; `None` for minus infinity.
    pub lower: Option<Rational>,
    /// The greatest number; `None` for infinity.
    pub upper: Option<Rational>,
}

/// A linear form and the interval that its values have to be in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearRow {
    /// Pairs (variable, coefficient), each variable at most once.
    pub coefficients: Vec<(usize, Rational)>,
    /// The permitted values.
    pub range: Interval,
}

/// All points that satisfy some rows and bounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polyhedron {
    /// The permitted values of each variable; their number is the dimension.
    pub bounds: Vec<Interval>,
    /// The rows.
    pub rows: Vec<LinearRow>,
}

/// One number for each row and for each variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multipliers {
    /// y, one for each row.
    pub rows: Vec<Rational>,
    /// z, one for each variable.
    pub bounds: Vec<Rational>,
}

/// Why there is no outcome: data that are not a program, or an interruption.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// The monitor was told to stop.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// A list that has not one entry for each variable.
    #[error("objective: found {found} coefficients; expected {expected}, one for each variable")]
    Objective {
        /// Number of coefficients.
        found: usize,
        /// Number of variables.
        expected: usize,
    },
    /// A variable that does not exist.
    #[error(
        "{place}: found variable {variable}; expected one of {variables} variables, counted from 0"
    )]
    UnknownVariable {
        /// The place at which it is named.
        place: String,
        /// Its index.
        variable: usize,
        /// Number of variables.
        variables: usize,
    },
    /// A variable, or a pair of variables, with two coefficients in one place.
    #[error("{place}: found two coefficients of variable {variable}; expected one")]
    Repeated {
        /// The place at which it is named.
        place: String,
        /// Its index.
        variable: usize,
    },
    /// An entry below the diagonal of the Hessian.
    #[error(
        "entry ({row}, {column}) of the Hessian: found it below the diagonal; \
         expected a row that is at most the column"
    )]
    BelowDiagonal {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// Bounds that leave nothing.
    #[error(
        "{place}: found the lower bound {} above the upper bound {}; expected at most it",
        .bounds[0],
        .bounds[1]
    )]
    EmptyInterval {
        /// The row or variable.
        place: String,
        /// Its lower and its upper bound.
        bounds: Box<[Rational; 2]>,
    },
    /// A block of the Hessian, or of its negative in a maximisation, that is not positive
    /// semidefinite: its pivots are those of this block.
    #[error(
        "the block of the Hessian in variables {}: found the pivot {pivot} at variable {variable}; \
         expected no pivot below 0, and empty rows where it is 0: to be minimised the block has to \
         be positive semidefinite, to be maximised its negative",
        listed(.block)
    )]
    NotSemidefinite {
        /// The variables of the block.
        block: Vec<usize>,
        /// The variable at which elimination fails.
        variable: usize,
        /// The pivot there.
        pivot: Rational,
    },
}

fn listed(variables: &[usize]) -> String {
    let shown: Vec<String> = variables.iter().take(8).map(ToString::to_string).collect();
    let rest = if variables.len() > 8 { ", …" } else { "" };
    format!("{}{rest}", shown.join(", "))
}

impl Interval {
    /// All numbers.
    #[must_use]
    pub fn free() -> Self {
        Self::default()
    }

    /// Numbers ≥ `lower`.
    #[must_use]
    pub fn at_least(lower: Rational) -> Self {
        Self {
            lower: Some(lower),
            upper: None,
        }
    }

    /// Numbers ≤ `upper`.
    #[must_use]
    pub fn at_most(upper: Rational) -> Self {
        Self {
            lower: None,
            upper: Some(upper),
        }
    }

    /// Numbers from `lower` to `upper`.
    #[must_use]
    pub fn between(lower: Rational, upper: Rational) -> Self {
        Self {
            lower: Some(lower),
            upper: Some(upper),
        }
    }

    /// One number.
    #[must_use]
    pub fn exactly(value: Rational) -> Self {
        Self::between(value.clone(), value)
    }

    /// Numbers ≥ 0.
    #[must_use]
    pub fn nonnegative() -> Self {
        Self::at_least(Rational::from_integer(0.into()))
    }

    fn check(&self, place: impl Fn() -> String) -> Result<(), ProgramError> {
        match (&self.lower, &self.upper) {
            (Some(lower), Some(upper)) if lower > upper => Err(ProgramError::EmptyInterval {
                place: place(),
                bounds: Box::new([lower.clone(), upper.clone()]),
            }),
            _ => Ok(()),
        }
    }
}

impl Polyhedron {
    /// # Errors
    /// [`ProgramError`] for the first mistake in rows or bounds.
    pub(crate) fn check(&self) -> Result<(), ProgramError> {
        let variables = self.bounds.len();
        let mut last_row = vec![None; variables];
        for (index, row) in self.rows.iter().enumerate() {
            for &(variable, _) in &row.coefficients {
                let Some(last) = last_row.get_mut(variable) else {
                    return Err(ProgramError::UnknownVariable {
                        place: format!("row {index}"),
                        variable,
                        variables,
                    });
                };
                if last.replace(index) == Some(index) {
                    return Err(ProgramError::Repeated {
                        place: format!("row {index}"),
                        variable,
                    });
                }
            }
            row.range.check(|| format!("row {index}"))?;
        }
        self.bounds
            .iter()
            .enumerate()
            .try_for_each(|(index, bound)| bound.check(|| format!("bounds of variable {index}")))
    }

    /// Rows, then bounds, in the numbers of the solver.
    pub(crate) fn conditions(&self) -> Vec<Condition> {
        let rows = self.rows.iter().map(|row| {
            let coefficients = row
                .coefficients
                .iter()
                .map(|(variable, value)| (*variable, to_solver(value)));
            Condition::new(coefficients.collect(), &row.range)
        });
        let bounds = self.bounds.iter().enumerate();
        let bounds = bounds.map(|(variable, range)| {
            Condition::new(vec![(variable, SolverRational::from(1))], range)
        });
        rows.chain(bounds).collect()
    }

    /// One number for each condition as multipliers of rows and bounds.
    pub(crate) fn multipliers(&self, values: &[SolverRational]) -> Multipliers {
        let mut rows: Vec<Rational> = values.iter().map(from_solver).collect();
        let bounds = rows.split_off(self.rows.len().min(rows.len()));
        Multipliers { rows, bounds }
    }
}

/// A row or a bound.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    pub(crate) coefficients: Vec<(usize, SolverRational)>,
    pub(crate) lower: Option<SolverRational>,
    pub(crate) upper: Option<SolverRational>,
}

impl Condition {
    fn new(coefficients: Vec<(usize, SolverRational)>, range: &Interval) -> Self {
        Self {
            coefficients,
            lower: range.lower.as_ref().map(to_solver),
            upper: range.upper.as_ref().map(to_solver),
        }
    }

    /// The same form, with 0 instead of those sides for which `keeps` holds, and without the
    /// others.
    pub(crate) fn cone(&self, keeps: impl Fn(&SolverRational) -> bool) -> Self {
        let lower = self.lower.as_ref().filter(|&value| keeps(value));
        let upper = self.upper.as_ref().filter(|&value| keeps(value));
        Self {
            coefficients: self.coefficients.clone(),
            lower: lower.map(|_| SolverRational::ZERO),
            upper: upper.map(|_| SolverRational::ZERO),
        }
    }

    fn is_equation(&self) -> bool {
        self.lower.is_some() && self.lower == self.upper
    }

    /// The value of the form.
    pub(crate) fn product(&self, point: &[SolverRational]) -> SolverRational {
        self.coefficients
            .iter()
            .map(|(variable, value)| value * &point[*variable])
            .sum()
    }
}

/// The point of a set that is nearest to a target, or the proof that the set is empty; multipliers
/// for each condition.
pub(crate) enum Nearest {
    Point {
        point: Vec<SolverRational>,
        multipliers: Vec<SolverRational>,
    },
    Nothing {
        multipliers: Vec<SolverRational>,
    },
}

/// Minimises ½ Σ `masses` (x - `target`)² over the conditions.
pub(crate) fn nearest(
    masses: Vec<SolverRational>,
    target: Vec<SolverRational>,
    conditions: &[Condition],
    options: &Options,
    monitor: &Monitor,
) -> Result<Nearest, Interrupted> {
    nearest_unless(masses, target, conditions, &|| Ok(None), options, monitor)
}

/// The same; `contradiction` is asked for a proof that the set is empty as soon as the guess makes
/// that likely.
pub(crate) fn nearest_unless(
    masses: Vec<SolverRational>,
    target: Vec<SolverRational>,
    conditions: &[Condition],
    contradiction: &dyn Fn() -> Result<Option<Vec<SolverRational>>, Interrupted>,
    options: &Options,
    monitor: &Monitor,
) -> Result<Nearest, Interrupted> {
    let (rows, origins, equalities) = integer_rows(conditions);
    let problem = Problem {
        masses,
        target,
        rows,
        equalities,
    };
    let has_guess = options.floats && !problem.masses.is_empty() && !problem.rows.is_empty();
    let guess = if has_guess {
        monitor.time(Stage::Guess, || Guess::unless(monitor.stop(), &problem))
    } else {
        None
    };
    if guess.as_ref().is_some_and(|guess| guess.seems_infeasible)
        && let Some(multipliers) = contradiction()?
    {
        return Ok(Nearest::Nothing { multipliers });
    }
    let outcome = optimise::solve(&problem, guess.as_ref(), monitor)?;
    let (values, denominator) = match &outcome {
        Outcome::Optimal(optimum) => (
            &optimum.multipliers,
            SolverRational::from(&optimum.denominator),
        ),
        Outcome::Infeasible(values) => (values, SolverRational::from(1)),
    };
    let mut multipliers = vec![SolverRational::ZERO; conditions.len()];
    for ((condition, factor), value) in origins.iter().zip(values) {
        if *value != 0 {
            multipliers[*condition] += SolverRational::from(value) * factor / &denominator;
        }
    }
    match &outcome {
        Outcome::Optimal(optimum) => {
            let point = optimum
                .point
                .iter()
                .map(|value| SolverRational::from_integers_ref(value, &optimum.denominator));
            Ok(Nearest::Point {
                point: point.collect(),
                multipliers,
            })
        }
        Outcome::Infeasible(_) => Ok(Nearest::Nothing { multipliers }),
    }
}

/// For each integer row its condition, and the factor that turns its multiplier into one of the
/// condition: negative for an upper side.
type Origins = Vec<(usize, SolverRational)>;

fn integer_rows(conditions: &[Condition]) -> (Vec<Row>, Origins, usize) {
    let mut rows = Vec::new();
    let mut origins = Vec::new();
    for (index, condition) in conditions
        .iter()
        .enumerate()
        .filter(|(_, condition)| condition.is_equation())
    {
        if let Some(value) = &condition.lower {
            let (row, factor) = Row::from_rationals(&condition.coefficients, value);
            rows.push(row);
            origins.push((index, factor));
        }
    }
    let equalities = rows.len();
    for (index, condition) in conditions
        .iter()
        .enumerate()
        .filter(|(_, condition)| !condition.is_equation())
    {
        if let Some(lower) = &condition.lower {
            let (row, factor) = Row::from_rationals(&condition.coefficients, lower);
            rows.push(row);
            origins.push((index, factor));
        }
        if let Some(upper) = &condition.upper {
            let reversed: Vec<_> = condition
                .coefficients
                .iter()
                .map(|(variable, value)| (*variable, -value))
                .collect();
            let (row, factor) = Row::from_rationals(&reversed, &-upper);
            rows.push(row);
            origins.push((index, -factor));
        }
    }
    (rows, origins, equalities)
}
