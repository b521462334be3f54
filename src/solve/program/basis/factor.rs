//! The factors of a basis in floats, B = L U, and their updates.
//!
//! Columns and rows with one entry are taken off first; most bases fall apart that way. The rest is
//! eliminated in the order of Markowitz (*The elimination form of the inverse and its application
//! to linear programming*, 1957): the next pivot has the least product of the other entries of its
//! row and of its column, among entries not much smaller than the largest of the row. When a column
//! is exchanged, the inverse gets another factor (Dantzig & Orchard-Hays, *The product form for the
//! inverse in the simplex method*, 1954).
#![allow(clippy::disallowed_types)]

use crate::numbers::sparse::SparseRows;

/// How small a pivot may be beside the largest entry of its row.
const THRESHOLD: f64 = 0.1;
/// Smaller numbers count as zero, among numbers of the size of 1.
const TINY: f64 = 1e-13;
/// Smaller numbers are too small for a pivot.
const SINGULAR: f64 = 1e-11;
/// This many rows are looked at for a pivot.
const MOST_LOOKS: usize = 4;

/// Entries of a row by positions, or of a column by rows.
type Entries = Vec<(usize, f64)>;

/// A factorisation of a square matrix whose columns have *positions*.
pub(super) struct Factor {
    steps: Vec<Step>,
    /// For each step the rows that it changed, with the multiples of the pivot row.
    lower: SparseRows<f64>,
    /// For each step the other entries of the pivot row, by positions.
    upper_rows: SparseRows<f64>,
    /// For each step the entries of the pivot column in pivot rows of earlier steps, by rows.
    upper_columns: SparseRows<f64>,
    updates: Vec<Update>,
}

/// A pivot.
#[derive(Clone, Copy)]
struct Step {
    row: usize,
    position: usize,
    pivot: f64,
}

/// A column w that was exchanged: B' = B (1 + (w - e_r) e_rᵀ).
struct Update {
    position: usize,
    pivot: f64,
    others: Vec<(usize, f64)>,
}

/// The columns at these positions depend on others; the rows have no pivot.
pub(super) struct Singular {
    pub(super) positions: Vec<usize>,
    pub(super) rows: Vec<usize>,
}

/// The part of the matrix that is not eliminated yet.
struct Active {
    /// Entries (position, value) of each row.
    rows: Vec<Vec<(usize, f64)>>,
    /// Rows that have an entry at each position, or had one.
    rows_of: Vec<Vec<usize>>,
    /// The number of entries at each position.
    counts: Vec<usize>,
    is_row_done: Vec<bool>,
    is_position_done: Vec<bool>,
    /// Rows by their numbers of entries. Some are out of date.
    by_count: Vec<Vec<usize>>,
    /// Positions that had one entry.
    singletons: Vec<usize>,
    /// A row with a place for each position.
    dense: Vec<f64>,
}

impl Factor {
    /// Factorises a matrix given by the entries (row, value) of its columns.
    pub(super) fn new(columns: &[Vec<(usize, f64)>]) -> Result<Self, Singular> {
        let size = columns.len();
        let mut active = Active::new(columns);
        let mut steps = Vec::with_capacity(size);
        let mut lower = Vec::with_capacity(size);
        let mut upper = Vec::with_capacity(size);
        while let Some(step) = active.next_pivot() {
            let (multiples, rest) = active.eliminate(step);
            steps.push(step);
            lower.push(multiples);
            upper.push(rest);
        }
        if steps.len() < size {
            return Err(active.singular());
        }
        let mut step_of = vec![0; size];
        for (index, step) in steps.iter().enumerate() {
            step_of[step.position] = index;
        }
        let mut columns = vec![Vec::new(); size];
        for (step, rest) in steps.iter().zip(&upper) {
            for (position, value) in rest {
                columns[step_of[*position]].push((step.row, *value));
            }
        }
        Ok(Self {
            steps,
            lower: SparseRows::new(lower),
            upper_rows: SparseRows::new(upper),
            upper_columns: SparseRows::new(columns),
            updates: Vec::new(),
        })
    }

    /// The pairs (row, position) of the pivots, in the order of elimination.
    pub(super) fn pivots(&self) -> impl Iterator<Item = (usize, usize)> {
        self.steps.iter().map(|step| (step.row, step.position))
    }

    /// How many columns have been exchanged.
    pub(super) fn updates(&self) -> usize {
        self.updates.len()
    }

    /// B⁻¹ v: `values` by rows become the solution by positions.
    pub(super) fn solve(&self, values: &mut [f64]) -> Vec<f64> {
        for (index, step) in self.steps.iter().enumerate() {
            let value = values[step.row];
            if value == 0.0 {
                continue;
            }
            let (rows, multiples) = self.lower.row(index);
            for (row, multiple) in rows.iter().zip(multiples) {
                values[*row as usize] -= multiple * value;
            }
        }
        let mut solution = vec![0.0; values.len()];
        for (index, step) in self.steps.iter().enumerate().rev() {
            if values[step.row] == 0.0 {
                continue;
            }
            let value = values[step.row] / step.pivot;
            solution[step.position] = value;
            let (rows, entries) = self.upper_columns.row(index);
            for (row, entry) in rows.iter().zip(entries) {
                values[*row as usize] -= entry * value;
            }
        }
        for update in &self.updates {
            let value = solution[update.position];
            if value == 0.0 {
                continue;
            }
            let value = value / update.pivot;
            solution[update.position] = value;
            for (position, entry) in &update.others {
                solution[*position] -= entry * value;
            }
        }
        solution
    }

    /// B⁻ᵀ v: `values` by positions become the solution by rows.
    pub(super) fn solve_transposed(&self, values: &mut [f64]) -> Vec<f64> {
        for update in self.updates.iter().rev() {
            let mut value = values[update.position];
            for (position, entry) in &update.others {
                value -= entry * values[*position];
            }
            values[update.position] = value / update.pivot;
        }
        let mut solution = vec![0.0; values.len()];
        for (index, step) in self.steps.iter().enumerate() {
            if values[step.position] == 0.0 {
                continue;
            }
            let value = values[step.position] / step.pivot;
            solution[step.row] = value;
            let (positions, entries) = self.upper_rows.row(index);
            for (position, entry) in positions.iter().zip(entries) {
                values[*position as usize] -= entry * value;
            }
        }
        for (index, step) in self.steps.iter().enumerate().rev() {
            let (rows, multiples) = self.lower.row(index);
            let mut value = solution[step.row];
            for (row, multiple) in rows.iter().zip(multiples) {
                value -= multiple * solution[*row as usize];
            }
            solution[step.row] = value;
        }
        solution
    }

    /// Puts another column at a position, given as w = B⁻¹ a.
    pub(super) fn exchange(&mut self, position: usize, column: &[f64]) {
        let entries = column.iter().enumerate();
        let others = entries.filter(|(other, value)| *other != position && value.abs() > TINY);
        self.updates.push(Update {
            position,
            pivot: column[position],
            others: others.map(|(other, value)| (other, *value)).collect(),
        });
    }
}

impl Active {
    fn new(columns: &[Vec<(usize, f64)>]) -> Self {
        let size = columns.len();
        let mut rows = vec![Vec::new(); size];
        let mut rows_of = Vec::with_capacity(size);
        for (position, column) in columns.iter().enumerate() {
            for (row, value) in column {
                rows[*row].push((position, *value));
            }
            rows_of.push(column.iter().map(|(row, _)| *row).collect());
        }
        let counts: Vec<usize> = columns.iter().map(Vec::len).collect();
        let mut by_count = vec![Vec::new(); size + 1];
        for (row, entries) in rows.iter().enumerate() {
            by_count[entries.len()].push(row);
        }
        let singletons = (0..size).filter(|position| counts[*position] == 1);
        Self {
            singletons: singletons.collect(),
            rows,
            rows_of,
            counts,
            is_row_done: vec![false; size],
            is_position_done: vec![false; size],
            by_count,
            dense: vec![0.0; size],
        }
    }

    fn next_pivot(&mut self) -> Option<Step> {
        while let Some(position) = self.singletons.pop() {
            if let Some(step) = self.single_entry(position) {
                return Some(step);
            }
        }
        let mut best: Option<(usize, Step)> = None;
        let mut looks = 0;
        for count in 1..self.by_count.len() {
            let mut index = 0;
            while index < self.by_count[count].len() {
                let row = self.by_count[count][index];
                if self.is_row_done[row] || self.rows[row].len() != count {
                    self.by_count[count].swap_remove(index);
                    continue;
                }
                index += 1;
                let Some((others, step)) = self.best_of_row(row) else {
                    continue;
                };
                let product = (count - 1) * others;
                if best.as_ref().is_none_or(|(least, _)| product < *least) {
                    best = Some((product, step));
                }
                looks += 1;
                if product == 0 || looks >= MOST_LOOKS {
                    return best.map(|(_, step)| step);
                }
            }
            let is_least_possible = |(least, _): &(usize, Step)| *least <= count * count;
            if best.as_ref().is_some_and(is_least_possible) {
                break;
            }
        }
        best.map(|(_, step)| step)
    }

    /// The only entry at a position, if it is one and not too small.
    fn single_entry(&self, position: usize) -> Option<Step> {
        if self.is_position_done[position] || self.counts[position] != 1 {
            return None;
        }
        for row in &self.rows_of[position] {
            if self.is_row_done[*row] {
                continue;
            }
            for (other, value) in &self.rows[*row] {
                if *other == position && value.abs() > SINGULAR {
                    return Some(Step {
                        row: *row,
                        position,
                        pivot: *value,
                    });
                }
            }
        }
        None
    }

    /// The entry of a row with the fewest others at its position, among those that are large
    /// enough; and how many others there are.
    fn best_of_row(&self, row: usize) -> Option<(usize, Step)> {
        let entries = &self.rows[row];
        let sizes = entries.iter().map(|(_, value)| value.abs());
        let largest = sizes.fold(0.0_f64, f64::max);
        if largest <= SINGULAR {
            return None;
        }
        let mut best: Option<(usize, Step)> = None;
        for (position, value) in entries {
            if value.abs() < THRESHOLD * largest {
                continue;
            }
            let others = self.counts[*position].saturating_sub(1);
            if best.as_ref().is_none_or(|(least, _)| others < *least) {
                let step = Step {
                    row,
                    position: *position,
                    pivot: *value,
                };
                best = Some((others, step));
            }
        }
        best
    }

    /// Takes off the row and the position of a pivot: the multiples of the pivot row that were
    /// subtracted from others, and its other entries.
    fn eliminate(&mut self, step: Step) -> (Entries, Entries) {
        self.is_row_done[step.row] = true;
        self.is_position_done[step.position] = true;
        let mut rest = std::mem::take(&mut self.rows[step.row]);
        rest.retain(|(position, _)| *position != step.position);
        for (position, _) in &rest {
            self.lose_entry(*position);
        }
        let changed = std::mem::take(&mut self.rows_of[step.position]);
        let mut multiples = Vec::new();
        for row in changed {
            if self.is_row_done[row] {
                continue;
            }
            let entries = &mut self.rows[row];
            let place = entries
                .iter()
                .position(|(position, _)| *position == step.position);
            let Some(place) = place else {
                continue;
            };
            let (_, value) = entries.swap_remove(place);
            let multiple = value / step.pivot;
            self.subtract(row, &rest, multiple);
            let count = self.rows[row].len();
            self.by_count[count].push(row);
            multiples.push((row, multiple));
        }
        (multiples, rest)
    }

    /// Subtracts a multiple of a pivot row.
    fn subtract(&mut self, row: usize, pivot_row: &[(usize, f64)], multiple: f64) {
        if pivot_row.is_empty() {
            return;
        }
        let mut entries = std::mem::take(&mut self.rows[row]);
        for (position, value) in pivot_row {
            self.dense[*position] = multiple * value;
        }
        let mut kept = 0;
        for index in 0..entries.len() {
            let (position, value) = entries[index];
            let rest = value - self.dense[position];
            self.dense[position] = 0.0;
            if rest.abs() <= TINY {
                self.lose_entry(position);
                continue;
            }
            entries[kept] = (position, rest);
            kept += 1;
        }
        entries.truncate(kept);
        for (position, _) in pivot_row {
            let value = std::mem::take(&mut self.dense[*position]);
            if value.abs() > TINY {
                entries.push((*position, -value));
                self.rows_of[*position].push(row);
                self.counts[*position] += 1;
            }
        }
        self.rows[row] = entries;
    }

    fn lose_entry(&mut self, position: usize) {
        self.counts[position] -= 1;
        if self.counts[position] == 1 {
            self.singletons.push(position);
        }
    }

    fn singular(&self) -> Singular {
        let size = self.rows.len();
        let positions = (0..size).filter(|position| !self.is_position_done[*position]);
        let rows = (0..size).filter(|row| !self.is_row_done[*row]);
        Singular {
            positions: positions.collect(),
            rows: rows.collect(),
        }
    }
}
