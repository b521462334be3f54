//! The program of a basis search in floats.
//!
//! Rows and columns are scaled by powers of two, so that entries are about 1 (G. B. Dantzig,
//! *Linear Programming and Extensions*; Curtis & Reid, *On the automatic scaling of matrices for
//! Gaussian elimination*, 1972, do it in the mean). Bounds and costs have a common scale of their
//! own each. Nothing here is believed.
#![allow(clippy::disallowed_types)]

use super::exact::ExactBasis;
use super::standard::{Range, Standard, State};
use crate::guess::normalisation::WideFloat;
use crate::numbers::sparse::SparseRows;
use malachite::Rational;
use malachite::base::num::basic::traits::Zero;

/// How often rows and columns are scaled in turn.
const SCALINGS: usize = 4;
/// Bounds beyond this are none.
const INFINITE: f64 = 1e30;

/// A scaled program.
#[derive(Clone)]
pub(super) struct FloatProgram {
    /// The entries (row, value) of structural variables.
    pub(super) columns: SparseRows<f64>,
    /// The entries (structural variable, value) of rows.
    pub(super) rows: SparseRows<f64>,
    /// The costs of all variables.
    pub(super) costs: Vec<f64>,
    pub(super) lower: Vec<f64>,
    pub(super) upper: Vec<f64>,
    /// x_j is 2^exponent times what the search calls x_j, apart from the common scale.
    exponents: Vec<i64>,
}

/// The bounds of a variable.
struct WideRange {
    lower: Option<WideFloat>,
    upper: Option<WideFloat>,
}

impl FloatProgram {
    pub(super) fn new(standard: &Standard) -> Self {
        let (row_exponents, mut exponents) = scaling(standard);
        let columns = scaled_columns(standard, &row_exponents, &exponents);
        for exponent in row_exponents {
            exponents.push(-exponent);
        }
        let mut program = Self {
            rows: columns.transposed(standard.rows.len()),
            columns,
            costs: Vec::new(),
            lower: Vec::new(),
            upper: Vec::new(),
            exponents,
        };
        program.set_costs_of(standard);
        let mut bounds = Vec::with_capacity(standard.ranges.len());
        for range in &standard.ranges {
            bounds.push(WideRange::from_origin(range, &Rational::ZERO));
        }
        program.set_bounds(bounds, None);
        program
    }

    /// Takes the costs of a program with the same rows.
    pub(super) fn set_costs_of(&mut self, standard: &Standard) {
        let variables = standard.ranges.len();
        let mut costs = Vec::with_capacity(variables);
        costs.extend(standard.costs.iter().map(WideFloat::from_rational));
        costs.resize(variables, WideFloat::from_float(0.0));
        self.set_costs(&costs, &vec![true; variables]);
    }

    /// Puts the exact point of a basis at 0, and its exact reduced costs in place of the costs:
    /// what is wrong with the basis, however small, becomes as large as the numbers of another
    /// program (Gleixner, Steffy & Wolter, *Iterative refinement for linear programming*, 2016).
    pub(super) fn refine(&mut self, standard: &Standard, states: &[State], basis: &ExactBasis) {
        let mut costs = Vec::with_capacity(states.len());
        let mut is_wrong = Vec::with_capacity(states.len());
        for (variable, cost) in basis.reduced_costs().enumerate() {
            costs.push(WideFloat::from_rational(&cost));
            is_wrong.push(states[variable].lowers(&standard.ranges[variable], &cost));
        }
        self.set_costs(&costs, &is_wrong);
        let mut bounds = Vec::with_capacity(states.len());
        let mut largest = None;
        for (variable, value) in basis.values().enumerate() {
            let range = &standard.ranges[variable];
            if let Some(violation) = violation(range, &value) {
                let violation = WideFloat::from_rational(&violation);
                let violation = violation.divided_by_power(self.exponents[variable]);
                largest = largest.max(violation.power());
            }
            bounds.push(WideRange::from_origin(range, &value));
        }
        self.set_bounds(bounds, largest);
    }

    /// Sets costs, scaled by the largest of those that count, or of all if none does.
    fn set_costs(&mut self, costs: &[WideFloat], counts: &[bool]) {
        let mut scaled = Vec::with_capacity(costs.len());
        let mut largest = None;
        let mut largest_that_counts = None;
        for (variable, cost) in costs.iter().enumerate() {
            let cost = cost.divided_by_power(-self.exponents[variable]);
            largest = largest.max(cost.power());
            if counts[variable] {
                largest_that_counts = largest_that_counts.max(cost.power());
            }
            scaled.push(cost);
        }
        let scale = largest_that_counts.or(largest).unwrap_or(0);
        self.costs = scaled.iter().map(|cost| cost.shifted(-scale)).collect();
    }

    /// Sets bounds, divided by this power of two, or by that in the middle of those that are not 0.
    fn set_bounds(&mut self, bounds: Vec<WideRange>, scale: Option<i64>) {
        let mut scaled = Vec::with_capacity(bounds.len());
        let mut powers = Vec::new();
        for (range, exponent) in bounds.iter().zip(&self.exponents) {
            let range = range.divided_by_power(*exponent);
            powers.extend(range.lower.and_then(|bound| bound.power()));
            powers.extend(range.upper.and_then(|bound| bound.power()));
            scaled.push(range);
        }
        let scale = scale.unwrap_or_else(|| median(powers));
        self.lower.clear();
        self.upper.clear();
        for range in scaled {
            let lower = range.lower.map(|bound| bound.shifted(-scale));
            let upper = range.upper.map(|bound| bound.shifted(-scale));
            let lower = lower.filter(|bound| *bound > -INFINITE);
            let upper = upper.filter(|bound| *bound < INFINITE);
            self.lower.push(lower.unwrap_or(f64::NEG_INFINITY));
            self.upper.push(upper.unwrap_or(f64::INFINITY));
        }
    }

    /// The number of structural variables.
    pub(super) fn structural(&self) -> usize {
        self.columns.count()
    }

    /// The number of rows.
    pub(super) fn row_count(&self) -> usize {
        self.rows.count()
    }
}

impl WideRange {
    /// The distances of bounds from a value.
    fn from_origin(range: &Range, value: &Rational) -> Self {
        let distance = |bound: &Rational| WideFloat::from_rational(&(bound - value));
        Self {
            lower: range.lower.as_ref().map(distance),
            upper: range.upper.as_ref().map(distance),
        }
    }

    fn divided_by_power(&self, exponent: i64) -> Self {
        Self {
            lower: self.lower.map(|bound| bound.divided_by_power(exponent)),
            upper: self.upper.map(|bound| bound.divided_by_power(exponent)),
        }
    }
}

/// The columns of the structural variables, with rows and columns multiplied by powers of two.
fn scaled_columns(standard: &Standard, rows: &[i64], columns: &[i64]) -> SparseRows<f64> {
    let mut scaled = Vec::with_capacity(columns.len());
    for (entries, own) in standard.columns.iter().zip(columns) {
        let mut column = Vec::with_capacity(entries.len());
        for (row, value) in entries {
            let value = WideFloat::from_integer(value);
            column.push((*row, value.shifted(rows[*row] + own)));
        }
        scaled.push(column);
    }
    SparseRows::new(scaled)
}

/// By how much a value is outside of a range.
fn violation(range: &Range, value: &Rational) -> Option<Rational> {
    let below = range.lower.as_ref().map(|lower| lower - value);
    let above = range.upper.as_ref().map(|upper| value - upper);
    let largest = below.max(above)?;
    (largest > Rational::ZERO).then_some(largest)
}

/// The exponent in the middle.
fn median(mut powers: Vec<i64>) -> i64 {
    powers.sort_unstable();
    powers.get(powers.len() / 2).copied().unwrap_or(0)
}

/// Exponents for rows and columns that bring the largest and the smallest entry of each row and
/// column to the same distance from 1.
fn scaling(standard: &Standard) -> (Vec<i64>, Vec<i64>) {
    let mut powers = Vec::with_capacity(standard.rows.len());
    for row in &standard.rows {
        let mut entries = Vec::with_capacity(row.len());
        for (column, value) in row {
            if let Some(power) = WideFloat::from_integer(value).power() {
                entries.push((*column, power));
            }
        }
        powers.push(entries);
    }
    let mut rows = vec![0; standard.rows.len()];
    let mut columns = vec![0; standard.structural()];
    for _ in 0..SCALINGS {
        let mut extremes = vec![Extremes::default(); columns.len()];
        for (row, entries) in powers.iter().enumerate() {
            let mut own = Extremes::default();
            for (column, power) in entries {
                own.meet(power + columns[*column]);
            }
            rows[row] = -own.middle();
            for (column, power) in entries {
                extremes[*column].meet(power + rows[row]);
            }
        }
        for (exponent, extremes) in columns.iter_mut().zip(&extremes) {
            *exponent = -extremes.middle();
        }
    }
    (rows, columns)
}

/// The least and the greatest of some exponents.
#[derive(Clone, Copy, Default)]
struct Extremes {
    met: Option<(i64, i64)>,
}

impl Extremes {
    fn meet(&mut self, power: i64) {
        self.met = Some(match self.met {
            None => (power, power),
            Some((least, greatest)) => (least.min(power), greatest.max(power)),
        });
    }

    fn middle(self) -> i64 {
        match self.met {
            None => 0,
            Some((least, greatest)) => (least + greatest).div_euclid(2),
        }
    }
}
