//! The program of a basis search in floats.
//!
//! Rows and columns are scaled by powers of two, so that entries are about 1 (G. B. Dantzig, *Linear
//! Programming and Extensions*; Curtis & Reid, *On the automatic scaling of matrices for Gaussian
//! elimination*, 1972, do it in the mean). Bounds and costs have a common scale of their own each.
//! Nothing here is believed.
#![allow(clippy::disallowed_types)]

use super::exact::ExactBasis;
use super::standard::{Range, Standard, State};
use crate::guess::normalisation::WideFloat;
use crate::numbers::sparse::SparseRows;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};

/// How often rows and columns are scaled in turn.
const SCALINGS: usize = 4;
/// Bounds beyond this are none.
const INFINITE: f64 = 1e30;

/// A scaled program.
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

impl FloatProgram {
    pub(super) fn new(standard: &Standard) -> Self {
        let structural = standard.structural();
        let (row_exponents, column_exponents) = scaling(standard);
        let scaled = |row: usize, column: usize, value: &Integer| {
            let exponent = row_exponents[row] + column_exponents[column];
            WideFloat::from_integer(value).shifted(exponent)
        };
        let mut columns = Vec::with_capacity(structural);
        for (column, entries) in standard.columns.iter().enumerate() {
            let entries = entries.iter();
            let entries = entries.map(|(row, value)| (*row, scaled(*row, column, value)));
            columns.push(entries.collect::<Vec<_>>());
        }
        let columns = SparseRows::new(columns);
        let rows = columns.transposed(standard.rows.len());
        let mut exponents = column_exponents;
        exponents.extend(row_exponents.iter().map(|exponent| -exponent));
        let mut program = Self {
            columns,
            rows,
            costs: Vec::new(),
            lower: Vec::new(),
            upper: Vec::new(),
            exponents,
        };
        let mut costs: Vec<WideFloat> = Vec::with_capacity(standard.ranges.len());
        costs.extend(standard.costs.iter().map(WideFloat::from_rational));
        costs.resize(standard.ranges.len(), WideFloat::from_float(0.0));
        program.set_costs(&costs, &vec![true; costs.len()]);
        let bounds = standard.ranges.iter().map(|range| {
            let lower = range.lower.as_ref().map(WideFloat::from_rational);
            (lower, range.upper.as_ref().map(WideFloat::from_rational))
        });
        program.set_bounds(bounds.collect(), median_power);
        program
    }

    /// Puts the exact point of a basis at 0, and its exact reduced costs in place of the costs: what
    /// is wrong with the basis, however small, becomes as large as the numbers of another program
    /// (Gleixner, Steffy & Wolter, *Iterative refinement for linear programming*, 2016).
    pub(super) fn refine(&mut self, standard: &Standard, states: &[State], basis: &ExactBasis) {
        let reduced: Vec<Rational> = basis.reduced_costs().collect();
        let costs: Vec<WideFloat> = reduced.iter().map(WideFloat::from_rational).collect();
        let variables = standard.ranges.iter().zip(states).zip(&reduced);
        let wrong = variables.map(|((range, state), cost)| state.lowers(range, cost));
        self.set_costs(&costs, &wrong.collect::<Vec<_>>());
        let mut bounds = Vec::with_capacity(standard.ranges.len());
        let mut largest = None;
        for (index, value) in basis.values().enumerate() {
            let range = &standard.ranges[index];
            let distance = |bound: &Rational| WideFloat::from_rational(&(bound - &value));
            for violation in violations(range, &value) {
                let violation = WideFloat::from_rational(&violation);
                let violation = violation.divided_by_power(self.exponents[index]);
                largest = largest.max(violation.power());
            }
            let lower = range.lower.as_ref().map(distance);
            bounds.push((lower, range.upper.as_ref().map(distance)));
        }
        self.set_bounds(bounds, |exponents| {
            largest.unwrap_or(median_power(exponents))
        });
    }

    /// Sets costs, scaled by the largest of those that count, or of all if none does.
    fn set_costs(&mut self, costs: &[WideFloat], counts: &[bool]) {
        let mut shifted = Vec::with_capacity(costs.len());
        for (cost, exponent) in costs.iter().zip(&self.exponents) {
            shifted.push(cost.divided_by_power(-exponent));
        }
        let counting = shifted.iter().zip(counts).filter(|(_, counts)| **counts);
        let largest = counting.filter_map(|(cost, _)| cost.power()).max();
        let largest = largest.or(shifted.iter().filter_map(|cost| cost.power()).max());
        let scale = -largest.unwrap_or(0);
        self.costs = shifted.iter().map(|cost| cost.shifted(scale)).collect();
    }

    /// Sets bounds, scaled by the exponent that is made from the exponents of those that are not 0.
    fn set_bounds(
        &mut self,
        bounds: Vec<(Option<WideFloat>, Option<WideFloat>)>,
        scale: impl FnOnce(Vec<i64>) -> i64,
    ) {
        let mut shifted = Vec::with_capacity(bounds.len());
        let mut powers = Vec::new();
        for ((lower, upper), exponent) in bounds.into_iter().zip(&self.exponents) {
            let lower = lower.map(|bound| bound.divided_by_power(*exponent));
            let upper = upper.map(|bound| bound.divided_by_power(*exponent));
            for bound in [lower, upper].into_iter().flatten() {
                powers.extend(bound.power());
            }
            shifted.push((lower, upper));
        }
        let scale = -scale(powers);
        self.lower.clear();
        self.upper.clear();
        for (lower, upper) in shifted {
            let lower = lower.map(|bound| bound.shifted(scale));
            let upper = upper.map(|bound| bound.shifted(scale));
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

/// By how much a value is outside of a range.
fn violations(range: &Range, value: &Rational) -> impl Iterator<Item = Rational> {
    let below = range.lower.as_ref().map(|lower| lower - value);
    let above = range.upper.as_ref().map(|upper| value - upper);
    let both = [below, above].into_iter().flatten();
    both.filter(|violation| *violation > Rational::ZERO)
}

/// The exponent in the middle.
fn median_power(mut powers: Vec<i64>) -> i64 {
    powers.sort_unstable();
    powers.get(powers.len() / 2).copied().unwrap_or(0)
}

/// Exponents for rows and columns that bring the largest and the smallest entry of each row and
/// column to the same distance from 1.
fn scaling(standard: &Standard) -> (Vec<i64>, Vec<i64>) {
    let mut powers = Vec::with_capacity(standard.rows.len());
    for row in &standard.rows {
        let entries = row.iter().filter_map(|(column, value)| {
            let power = WideFloat::from_integer(value).power()?;
            Some((*column, power))
        });
        powers.push(entries.collect::<Vec<_>>());
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
