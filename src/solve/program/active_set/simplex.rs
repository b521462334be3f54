//! Bases of linear programs, guessed in floats: the simplex method on a dense tableau.
//!
//! For a [`Problem`] whose optimum is 0, the multipliers λ with Σ λ_j a_j = -M t, λ_j ≥ 0 for
//! inequalities, are the points of a polyhedron, and an objective c·λ has its least value, if any,
//! at a basis. Columns are the rows a_j of the problem, normalised as for the other guesses;
//! equalities count twice, along and against. The tableau of one objective serves the next, which
//! is mostly a few exchanges away (Dantzig 1963, ch. 5; Bland's rule against cycling). Nothing here
//! is believed: a basis is a suggestion to [`crate::active_set::extremes`].
#![allow(clippy::disallowed_types)]

use crate::guess::normalisation::{FloatRow, WideFloat, normalised_mass};
use crate::problem::Problem;
use malachite::Integer;

/// What counts as zero, of numbers of the size of 1.
const SMALL: f64 = 1e-9;
/// So many exchanges after the tableau was last computed anew, it is computed anew.
const MOST_UPDATES: usize = 64;
/// So many exchanges for each row and column are tried by steepest descent, then by Bland's rule.
const PATIENCE: usize = 4;

/// A tableau in floats.
#[derive(Clone)]
pub(crate) struct Simplex {
    columns: Vec<Column>,
    /// The columns as given, one vector for each variable of the problem, with the right side last.
    given: Vec<Vec<f64>>,
    /// The same after elimination: each row has a basic column.
    tableau: Vec<Vec<f64>>,
    /// The basic column of each row.
    basis: Vec<usize>,
    /// Exchanges since the tableau was last computed anew.
    updates: usize,
}

/// A row of the problem, or its opposite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Column {
    pub(crate) row: usize,
    pub(crate) is_negative: bool,
    /// By which power of two the row was divided.
    exponent: i64,
}

/// Where an objective seems to be least.
pub(crate) enum Guessed {
    /// At the basis of these rows.
    Basis(Vec<usize>),
    /// Nowhere: the multiplier of a row can grow for ever, if those of a basis follow.
    Ray { basis: Vec<usize>, entering: Column },
}

impl Simplex {
    /// A first basis, if floats find one.
    pub(crate) fn new(problem: &Problem) -> Option<Self> {
        let variables = problem.masses.len();
        let mut columns = Vec::new();
        let mut given = vec![Vec::new(); variables];
        for row in 0..problem.rows.len() {
            let float = FloatRow::of(problem, row);
            for is_negative in [false, true] {
                if is_negative && row >= problem.equalities {
                    continue;
                }
                for line in &mut given {
                    line.push(0.0);
                }
                for (variable, value) in &float.coefficients {
                    given[*variable][columns.len()] = if is_negative { -value } else { *value };
                }
                columns.push(Column {
                    row,
                    is_negative,
                    exponent: float.exponent,
                });
            }
        }
        for (line, value) in given.iter_mut().zip(right_side(problem)) {
            line.push(value);
        }
        let mut simplex = Self {
            columns,
            tableau: given.clone(),
            given,
            basis: Vec::new(),
            updates: 0,
        };
        simplex.find_basis().then_some(simplex)
    }

    /// Makes the sum of artificial columns, one for each row, least; then they leave the basis.
    fn find_basis(&mut self) -> bool {
        let count = self.columns.len();
        let lines = self.tableau.len();
        for (index, line) in self.tableau.iter_mut().enumerate() {
            let Some(right) = line.pop() else {
                return false;
            };
            if right < 0.0 {
                for value in line.iter_mut() {
                    *value = -*value;
                }
            }
            let mut unit = vec![0.0; lines];
            unit[index] = 1.0;
            line.extend(unit);
            line.push(right.abs());
        }
        self.basis = (count..count + lines).collect();
        let mut costs = vec![0.0; count];
        costs.resize(count + lines, 1.0);
        if self.descend(&costs) != Some(None) {
            return false;
        }
        for line in (0..lines).rev() {
            if self.basis[line] < count {
                continue;
            }
            if self.right(line) > SMALL.sqrt() {
                return false;
            }
            let entries = self.tableau[line][..count].iter();
            match largest(entries.copied()) {
                Some(column) => self.exchange(line, column),
                None => {
                    self.tableau.remove(line);
                    self.basis.remove(line);
                }
            }
        }
        self.refresh()
    }

    /// Computes the tableau anew from the columns as given; false if the basis is none.
    fn refresh(&mut self) -> bool {
        self.tableau = self.given.clone();
        self.updates = 0;
        let basis = std::mem::take(&mut self.basis);
        for (place, column) in basis.into_iter().enumerate() {
            let lines = self.tableau[place..].iter();
            let entries = lines.map(|line| line[column]);
            let Some(below) = largest(entries) else {
                return false;
            };
            self.tableau.swap(place, place + below);
            self.basis.push(column);
            self.exchange(place, column);
        }
        self.tableau.truncate(self.basis.len());
        self.updates = 0;
        true
    }

    /// The place where an objective is least, given the costs of some rows; `None` if floats get
    /// lost.
    pub(crate) fn least(&mut self, costs: &[(usize, Integer)]) -> Option<Guessed> {
        if self.updates > MOST_UPDATES && !self.refresh() {
            return None;
        }
        let costs = self.float_costs(costs);
        let entering = self.descend(&costs)?;
        let basis = self.basis.iter();
        let basis = basis.map(|column| self.columns[*column].row).collect();
        Some(match entering {
            None => Guessed::Basis(basis),
            Some(column) => Guessed::Ray {
                basis,
                entering: self.columns[column],
            },
        })
    }

    fn float_costs(&self, costs: &[(usize, Integer)]) -> Vec<f64> {
        let mut float = vec![0.0; self.columns.len()];
        for (row, cost) in costs {
            let cost = WideFloat::from_integer(cost);
            for (value, column) in float.iter_mut().zip(&self.columns) {
                if column.row == *row {
                    let size = cost.shifted(-column.exponent);
                    *value = if column.is_negative { -size } else { size };
                }
            }
        }
        let largest = float
            .iter()
            .fold(0.0_f64, |max, value| max.max(value.abs()));
        if largest > 0.0 {
            float.iter_mut().for_each(|value| *value /= largest);
        }
        float
    }

    /// Exchanges columns until no cost is negative: `Some(None)`, or a column can grow for ever:
    /// that one.
    fn descend(&mut self, costs: &[f64]) -> Option<Option<usize>> {
        let patience = PATIENCE * (costs.len() + self.basis.len()) + MOST_UPDATES;
        for round in 0..2 * patience {
            let reduced = self.reduced(costs);
            let is_patient = round < patience;
            let Some(column) = entering(&reduced, is_patient) else {
                return Some(None);
            };
            match self.leaving(column, is_patient) {
                None => return Some(Some(column)),
                Some(line) => self.exchange(line, column),
            }
        }
        None
    }

    /// The costs less those of the basic columns that do the same.
    fn reduced(&self, costs: &[f64]) -> Vec<f64> {
        let mut reduced = costs.to_vec();
        for (line, column) in self.tableau.iter().zip(&self.basis) {
            let cost = costs[*column];
            if cost != 0.0 {
                for (value, entry) in reduced.iter_mut().zip(line) {
                    *value -= cost * entry;
                }
            }
        }
        for column in &self.basis {
            reduced[*column] = 0.0;
        }
        reduced
    }

    /// The row whose basic column reaches zero first as a column grows.
    fn leaving(&self, column: usize, is_patient: bool) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for (line, entries) in self.tableau.iter().enumerate() {
            let entry = entries[column];
            if entry <= SMALL {
                continue;
            }
            let ratio = self.right(line).max(0.0) / entry;
            let is_better = match best {
                None => true,
                Some((least, _)) if ratio < least - SMALL => true,
                Some((least, _)) if ratio > least + SMALL => false,
                Some((_, other)) if is_patient => entry > self.tableau[other][column],
                Some((_, other)) => self.basis[line] < self.basis[other],
            };
            if is_better {
                best = Some((ratio, line));
            }
        }
        best.map(|(_, line)| line)
    }

    fn right(&self, line: usize) -> f64 {
        self.tableau[line].last().copied().unwrap_or(0.0)
    }

    /// Makes a column basic in a row.
    fn exchange(&mut self, line: usize, column: usize) {
        let pivot = self.tableau[line][column];
        let mut own = std::mem::take(&mut self.tableau[line]);
        own.iter_mut().for_each(|value| *value /= pivot);
        own[column] = 1.0;
        for entries in &mut self.tableau {
            // The row itself is empty now.
            let Some(factor) = entries.get(column).copied() else {
                continue;
            };
            if factor == 0.0 {
                continue;
            }
            for (value, entry) in entries.iter_mut().zip(&own) {
                *value -= factor * entry;
            }
            entries[column] = 0.0;
        }
        self.tableau[line] = own;
        self.basis[line] = column;
        self.updates += 1;
    }
}

/// Where the largest entry in magnitude is, unless all are about 0.
fn largest(entries: impl Iterator<Item = f64>) -> Option<usize> {
    let magnitudes = entries.map(f64::abs).enumerate();
    let largest = magnitudes.max_by(|(_, one), (_, other)| one.total_cmp(other));
    let (place, magnitude) = largest?;
    (magnitude > SMALL).then_some(place)
}

/// The column whose cost falls most, or the first whose cost falls.
fn entering(reduced: &[f64], is_patient: bool) -> Option<usize> {
    let mut falling = (0..reduced.len()).filter(|column| reduced[*column] < -SMALL);
    if is_patient {
        falling.min_by(|one, two| reduced[*one].total_cmp(&reduced[*two]))
    } else {
        falling.next()
    }
}

/// -M t in the units of the columns, its largest entry about 1.
fn right_side(problem: &Problem) -> Vec<f64> {
    let mut values = Vec::with_capacity(problem.masses.len());
    for (mass, target) in problem.masses.iter().zip(&problem.target) {
        let (_, exponent) = normalised_mass(mass);
        let value = WideFloat::from_rational(&-(mass * target));
        values.push(value.divided_by_power(exponent));
    }
    let largest = values.iter().filter_map(|value| value.power()).max();
    let largest = largest.unwrap_or(0);
    let floats = values.iter().map(|value| value.shifted(-largest));
    floats.collect()
}
