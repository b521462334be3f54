//! Sparse elimination of any matrix modulo a prime.
//!
//! Rows are eliminated one after the other, with the entry of the same index as the pivot, in an
//! order that the caller has chosen to keep the factors sparse. If that entry is zero the row
//! and the column wait; what waits is eliminated in the end, with whatever pivots there are. Rows
//! that depend on others end empty, and columns that depend on others stay free. So the pivots are
//! a largest part of the matrix that is invertible modulo the prime, hence over the rationals.
//! (Davis, *Direct Methods for Sparse Linear Systems*, ch. 6.)

use crate::numbers::field::Field;
use crate::numbers::sparse::SparseRows;

/// The factors of the pivot rows and columns of a matrix.
pub(crate) struct Elimination {
    field: Field,
    /// Pairs (row, column), in the order of elimination.
    pivots: Vec<(usize, usize)>,
    inverses: Vec<u64>,
    /// For each pivot the rows that it has changed, with the factors.
    below: SparseRows<u64>,
    /// For each pivot the other entries of its row.
    right: SparseRows<u64>,
}

/// Pairs (column, residue), ascending.
type Line = Vec<(usize, u64)>;

/// The matrix while it is eliminated.
struct Active {
    field: Field,
    rows: Vec<Line>,
    /// For each column the rows that have, or had, an entry there.
    rows_of_columns: Vec<Vec<usize>>,
    is_done: Vec<bool>,
}

impl Elimination {
    /// Eliminates a matrix, given by its rows. `order` lists all indices up to the larger of both
    /// dimensions.
    pub(crate) fn new(field: Field, rows: Vec<Line>, columns: usize, order: &[usize]) -> Self {
        let mut active = Active::new(field, rows, columns);
        let mut pivots = Vec::new();
        let mut inverses = Vec::new();
        let mut below = Vec::new();
        let mut right = Vec::new();
        let mut waiting = Vec::new();
        let mut natural = order.iter().copied();
        loop {
            let (row, column) = match natural.next() {
                Some(index) => (index, index),
                None => match active.next_waiting(&mut waiting) {
                    Some(pivot) => pivot,
                    None => break,
                },
            };
            let Some(inverse) = active.inverse(row, column) else {
                waiting.push(row);
                continue;
            };
            below.push(active.eliminate(row, column, inverse));
            let mut rest = std::mem::take(&mut active.rows[row]);
            rest.retain(|(other, _)| *other != column);
            right.push(rest);
            pivots.push((row, column));
            inverses.push(inverse);
        }
        Self {
            field,
            pivots,
            inverses,
            below: SparseRows::new(below),
            right: SparseRows::new(right),
        }
    }

    /// Pairs (row, column), in the order of elimination.
    pub(crate) fn pivots(&self) -> &[(usize, usize)] {
        &self.pivots
    }

    /// Solves for the pivot columns, the others being 0. `values` has the right side of each row,
    /// and the solution is one number for each column.
    pub(crate) fn solve(&self, values: &mut [u64], columns: usize) -> Vec<u64> {
        let Self {
            field,
            pivots,
            inverses,
            below,
            right,
        } = self;
        for (step, (row, _)) in pivots.iter().enumerate() {
            let value = values[*row];
            if value == 0 {
                continue;
            }
            for (other, factor) in below.entries(step) {
                let product = field.multiply(factor, value);
                values[other] = field.subtract(values[other], product);
            }
        }
        let mut solution = vec![0; columns];
        for (step, (row, column)) in pivots.iter().enumerate().rev() {
            let (indices, entries) = right.row(step);
            let known = field.sparse_dot(indices, entries, &solution);
            let rest = field.subtract(values[*row], known);
            solution[*column] = field.multiply(rest, inverses[step]);
        }
        solution
    }
}

impl Active {
    fn new(field: Field, rows: Vec<Line>, columns: usize) -> Self {
        let mut rows_of_columns = vec![Vec::new(); columns];
        for (row, line) in rows.iter().enumerate() {
            for (column, _) in line {
                rows_of_columns[*column].push(row);
            }
        }
        let is_done = vec![false; rows.len()];
        Self {
            field,
            rows,
            rows_of_columns,
            is_done,
        }
    }

    /// The inverse of an entry, if it is not zero.
    fn inverse(&self, row: usize, column: usize) -> Option<u64> {
        let line = self.rows.get(row)?;
        self.field.inverse(entry(line, column)?)
    }

    /// A waiting row that is not empty, with its first column.
    fn next_waiting(&self, waiting: &mut Vec<usize>) -> Option<(usize, usize)> {
        while let Some(row) = waiting.pop() {
            if let Some((column, _)) = self.rows.get(row).and_then(|line| line.first()) {
                return Some((row, *column));
            }
        }
        None
    }

    /// Subtracts multiples of a row from all others that have an entry in a column; returns the
    /// factors.
    fn eliminate(&mut self, row: usize, column: usize, inverse: u64) -> Line {
        self.is_done[row] = true;
        let pivot_line = self.rows[row].clone();
        let mut changed = std::mem::take(&mut self.rows_of_columns[column]);
        changed.sort_unstable();
        changed.dedup();
        let mut factors = Vec::with_capacity(changed.len());
        for other in changed {
            if self.is_done[other] {
                continue;
            }
            let Some(value) = entry(&self.rows[other], column) else {
                continue;
            };
            let factor = self.field.multiply(value, inverse);
            self.subtract(other, &pivot_line, column, factor);
            factors.push((other, factor));
        }
        factors
    }

    /// Subtracts a multiple of a row from another one, whose entry in the pivot column vanishes.
    fn subtract(&mut self, row: usize, pivot_line: &Line, pivot: usize, factor: u64) {
        let own = std::mem::take(&mut self.rows[row]);
        let mut merged = Vec::with_capacity(own.len() + pivot_line.len());
        let mut own = own.into_iter().peekable();
        for (column, above) in pivot_line {
            while let Some(before) = own.next_if(|(other, _)| other < column) {
                merged.push(before);
            }
            let value = match own.next_if(|(other, _)| other == column) {
                Some((_, value)) => value,
                None => {
                    self.rows_of_columns[*column].push(row);
                    0
                }
            };
            let product = self.field.multiply(factor, *above);
            let rest = self.field.subtract(value, product);
            if *column != pivot && rest != 0 {
                merged.push((*column, rest));
            }
        }
        merged.extend(own);
        self.rows[row] = merged;
    }
}

/// The entry of a row in a column.
fn entry(line: &Line, column: usize) -> Option<u64> {
    let place = line.binary_search_by_key(&column, |(other, _)| *other);
    place.ok().map(|place| line[place].1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The greatest common divisor, by Euclid.
    fn divisor(one: i128, other: i128) -> i128 {
        match other {
            0 => one.abs(),
            _ => divisor(other, one % other),
        }
    }

    /// The rank by dense elimination over small integers, each row without its common factor.
    fn rank(mut rows: Vec<Vec<i128>>) -> usize {
        let mut rank = 0;
        let columns = rows.first().map_or(0, Vec::len);
        for column in 0..columns {
            let Some(place) = (rank..rows.len()).find(|row| rows[*row][column] != 0) else {
                continue;
            };
            rows.swap(rank, place);
            let pivot_row = rows[rank].clone();
            for row in rows.iter_mut().skip(rank + 1) {
                let factor = row[column];
                for (value, above) in row.iter_mut().zip(&pivot_row) {
                    *value = *value * pivot_row[column] - factor * above;
                }
                let common = row.iter().fold(0, |common, value| divisor(common, *value));
                for value in row.iter_mut() {
                    *value /= common.max(1);
                }
            }
            rank += 1;
        }
        rank
    }

    fn residue(field: Field, value: i128) -> u64 {
        field.residue_of_word(value as i64)
    }

    fn eliminates(rows: &[Vec<i128>], sides: &[i128]) -> Result<(), TestCaseError> {
        let field = Field::first();
        let columns = rows[0].len();
        let mut sparse = Vec::new();
        for row in rows {
            let entries = row.iter().enumerate().filter(|(_, value)| **value != 0);
            sparse.push(
                entries
                    .map(|(column, value)| (column, residue(field, *value)))
                    .collect(),
            );
        }
        let order: Vec<usize> = (0..rows.len().max(columns)).collect();
        let elimination = Elimination::new(field, sparse, columns, &order);
        prop_assert_eq!(elimination.pivots().len(), rank(rows.to_vec()));
        let mut values: Vec<u64> = sides.iter().map(|side| residue(field, *side)).collect();
        values.truncate(rows.len());
        let solution = elimination.solve(&mut values, columns);
        for (row, _) in elimination.pivots() {
            let mut sum = 0;
            for (value, number) in rows[*row].iter().zip(&solution) {
                sum = field.add(sum, field.multiply(residue(field, *value), *number));
            }
            prop_assert_eq!(sum, residue(field, sides[*row]));
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn pivots_are_a_largest_invertible_part(
            rows in prop::collection::vec(prop::collection::vec(-2_i128..3, 7), 1..9),
            sides in prop::collection::vec(-9_i128..10, 9),
        ) {
            eliminates(&rows, &sides)?;
        }
    }
}
