//! A linear program in the form of the simplex method.
//!
//! Each row a_i·x becomes a variable r_i of its own, the *logical* one:
//!
//! ```text
//! minimise c·x   subject to   A x - r = 0,   lower ≤ (x, r) ≤ upper
//! ```
//!
//! Variables are counted through: the n structural ones x first, then the logical ones r. The rows
//! are over the integers.

use super::exact::ExactBasis;
use crate::linear::{LinearProgram, Sense};
use crate::numbers::number::{common_denominator, times, to_solver};
use crate::polyhedron::Condition;
use crate::problem::Row;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};

/// A linear program with a variable for each row.
#[derive(Clone)]
pub(crate) struct Standard {
    /// The entries (row, value) of each structural variable.
    pub(crate) columns: Vec<Vec<(usize, Integer)>>,
    /// The same by rows: entries (structural variable, value).
    pub(crate) rows: Vec<Vec<(usize, Integer)>>,
    /// The costs of the structural variables, to be minimised. Those of the others are 0.
    pub(crate) costs: Vec<Rational>,
    /// The permitted values of all variables.
    pub(crate) ranges: Vec<Range>,
    /// By how much each row was multiplied to become integral.
    factors: Vec<Rational>,
}

/// The permitted values of a variable; a missing side is infinite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) lower: Option<Rational>,
    pub(crate) upper: Option<Rational>,
}

/// The place of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Its value follows from those of the others.
    Basic,
    /// At its lower bound.
    Lower,
    /// At its upper bound.
    Upper,
    /// At 0, having no bounds.
    Free,
}

impl State {
    /// Whether a step of a variable in this state, with this reduced cost, lowers the costs.
    pub(crate) fn lowers(self, range: &Range, reduced: &Rational) -> bool {
        match self {
            Self::Basic => false,
            _ if range.is_fixed() => false,
            Self::Lower => *reduced < 0,
            Self::Upper => *reduced > 0,
            Self::Free => *reduced != 0,
        }
    }
}

impl Range {
    /// Whether only one value is permitted.
    pub(crate) fn is_fixed(&self) -> bool {
        self.lower.is_some() && self.lower == self.upper
    }
}

impl Standard {
    pub(crate) fn new(program: &LinearProgram, conditions: &[Condition]) -> Self {
        let count = program.feasible.bounds.len();
        let (rows, bounds) = conditions.split_at(program.feasible.rows.len());
        let mut standard = Self {
            columns: vec![Vec::new(); count],
            rows: Vec::with_capacity(rows.len()),
            costs: Vec::with_capacity(count),
            ranges: Vec::with_capacity(count + rows.len()),
            factors: Vec::with_capacity(rows.len()),
        };
        for cost in &program.objective {
            let cost = to_solver(cost);
            standard.costs.push(match program.sense {
                Sense::Minimise => cost,
                Sense::Maximise => -cost,
            });
        }
        for bound in bounds {
            standard.ranges.push(Range {
                lower: bound.lower.clone(),
                upper: bound.upper.clone(),
            });
        }
        for condition in rows {
            standard.push_row(condition);
        }
        standard
    }

    fn push_row(&mut self, condition: &Condition) {
        let (row, factor) = Row::from_rationals(&condition.coefficients, &Rational::ZERO);
        for (variable, value) in &row.coefficients {
            self.columns[*variable].push((self.rows.len(), value.clone()));
        }
        self.ranges.push(Range {
            lower: condition.lower.as_ref().map(|value| value * &factor),
            upper: condition.upper.as_ref().map(|value| value * &factor),
        });
        self.rows.push(row.coefficients);
        self.factors.push(factor);
    }

    /// The number of structural variables.
    pub(crate) fn structural(&self) -> usize {
        self.columns.len()
    }

    /// The states of the basis of all logical variables, the others at a bound.
    pub(crate) fn first_states(&self) -> Vec<State> {
        let mut states = Vec::with_capacity(self.ranges.len());
        for range in &self.ranges[..self.structural()] {
            states.push(resting_state(range));
        }
        states.resize(self.ranges.len(), State::Basic);
        states
    }

    /// The value of a variable that is not basic.
    pub(crate) fn resting_value(&self, variable: usize, state: State) -> Rational {
        let range = &self.ranges[variable];
        let bound = match state {
            State::Lower => &range.lower,
            State::Upper => &range.upper,
            State::Basic | State::Free => &None,
        };
        bound.clone().unwrap_or(Rational::ZERO)
    }

    /// The multiplier of a row of the program from that of its integer row.
    pub(crate) fn multiplier(&self, row: usize, value: Rational) -> Rational {
        value * &self.factors[row]
    }

    /// The multipliers of all rows of the program at a basis, over a common denominator.
    pub(crate) fn multipliers(&self, basis: &ExactBasis) -> (Integer, Vec<Integer>) {
        let (denominator, mut values) = basis.reduced();
        let values = values.split_off(self.structural());
        let scale = common_denominator(&self.factors);
        let mut multipliers = Vec::with_capacity(values.len());
        for (factor, value) in self.factors.iter().zip(values) {
            multipliers.push(times(factor, &scale) * value);
        }
        (denominator * Integer::from(scale), multipliers)
    }

    /// The same program without costs.
    pub(crate) fn without_costs(&self) -> Self {
        Self {
            columns: self.columns.clone(),
            rows: self.rows.clone(),
            costs: vec![Rational::ZERO; self.costs.len()],
            ranges: self.ranges.clone(),
            factors: self.factors.clone(),
        }
    }

    /// The program of the least violation of the rows: each logical variable r becomes r + s - t,
    /// s, t ≥ 0, and Σ s + t is to be least. It has a solution, as long as bounds have one. Its
    /// multipliers of the rows prove that the given program has none, if the least sum is not 0.
    pub(crate) fn of_violations(&self) -> Self {
        let mut violations = self.without_costs();
        let logical = violations.ranges.split_off(self.structural());
        for row in 0..self.rows.len() {
            for sign in [1, -1] {
                let value = Integer::from(sign);
                let variable = violations.columns.len();
                violations.rows[row].push((variable, value.clone()));
                violations.columns.push(vec![(row, value)]);
                violations.costs.push(Rational::ONE);
                violations.ranges.push(Range {
                    lower: Some(Rational::ZERO),
                    upper: None,
                });
            }
        }
        violations.ranges.extend(logical);
        violations
    }
}

/// The value at which a variable begins: its bound nearest to 0.
pub(crate) fn resting_state(range: &Range) -> State {
    match (&range.lower, &range.upper) {
        (None, None) => State::Free,
        (Some(_), None) => State::Lower,
        (None, Some(_)) => State::Upper,
        (Some(lower), Some(upper)) => {
            if *upper <= 0 || -lower > *upper {
                State::Upper
            } else {
                State::Lower
            }
        }
    }
}
