//! Linear equations of bodies: a sparse matrix of blocks of 6 × 6, solved by elimination.
//!
//! Bodies are eliminated in the order of least degree, so a tower costs as much as it has bodies.
//! Within a body the largest number left is the next pivot: with friction a column may be small in
//! its own row and have huge numbers in others until the stiff ones are gone.

use super::number::Number;
use std::collections::{BTreeMap, BTreeSet};

/// The rows of a body in the columns of a body.
pub(super) type Block<N> = [[N; 6]; 6];
/// Numbers of a body.
pub(super) type Six<N> = [N; 6];

/// Equations of bodies.
pub(super) struct Equations<N> {
    /// For each body the blocks of its rows, by the bodies of their columns.
    rows: Vec<BTreeMap<usize, Block<N>>>,
    right: Vec<Six<N>>,
    /// The order of the columns of each body that is eliminated.
    orders: Vec<[usize; 6]>,
}

fn empty<N: Number>() -> Block<N> {
    [(); 6].map(|()| [(); 6].map(|()| N::zero()))
}

impl<N: Number> Equations<N> {
    /// Those of the matrix 1 and the right side 0.
    pub(super) fn new(bodies: usize) -> Self {
        let mut rows = Vec::with_capacity(bodies);
        for body in 0..bodies {
            let mut block = empty();
            for (index, row) in block.iter_mut().enumerate() {
                row[index] = N::power_of_two(0);
            }
            rows.push(BTreeMap::from([(body, block)]));
        }
        let right = vec![[(); 6].map(|()| N::zero()); bodies];
        Self {
            rows,
            right,
            orders: vec![[0, 1, 2, 3, 4, 5]; bodies],
        }
    }

    /// Adds the product of a column and a row.
    pub(super) fn add(&mut self, [row, column]: [usize; 2], down: &Six<N>, across: &Six<N>) {
        let block = self.rows[row].entry(column).or_insert_with(empty);
        for (own, factor) in block.iter_mut().zip(down) {
            add_times(own, factor, across);
        }
    }

    /// Subtracts a multiple of a column from the right side.
    pub(super) fn push(&mut self, body: usize, factor: &N, column: &Six<N>) {
        subtract_times(&mut self.right[body], factor, column);
    }

    /// The solution.
    pub(super) fn solve(mut self) -> Vec<Six<N>> {
        let mut left: BTreeSet<usize> = (0..self.rows.len()).collect();
        let mut order = Vec::with_capacity(left.len());
        while let Some(&pivot) = left.iter().min_by_key(|body| self.degree(**body, &left)) {
            left.remove(&pivot);
            self.eliminate(pivot, &left);
            order.push(pivot);
        }
        let mut found = self.right.clone();
        for &pivot in order.iter().rev() {
            self.substitute(pivot, &mut found);
        }
        found
    }

    fn degree(&self, body: usize, left: &BTreeSet<usize>) -> usize {
        let columns = self.rows[body].keys();
        columns.filter(|column| left.contains(column)).count()
    }

    /// Takes the columns of a body out of the rows of those that are left.
    fn eliminate(&mut self, pivot: usize, left: &BTreeSet<usize>) {
        let mut own = std::mem::take(&mut self.rows[pivot]);
        let mut right = self.right[pivot].clone();
        own.retain(|column, _| *column == pivot || left.contains(column));
        let below: Vec<usize> = own.keys().copied().filter(|body| *body != pivot).collect();
        for step in 0..6 {
            let Some(block) = own.get_mut(&pivot) else {
                return;
            };
            let [row, column] = largest(block, step);
            for numbers in block.iter_mut() {
                numbers.swap(step, column);
            }
            self.orders[pivot].swap(step, column);
            for block in own.values_mut() {
                block.swap(step, row);
            }
            right.swap(step, row);
            let Some(block) = own.get(&pivot) else {
                return;
            };
            let factors: Vec<N> = (step + 1..6)
                .map(|row| block[row][step].over(&block[step][step]))
                .collect();
            for (offset, factor) in factors.iter().enumerate() {
                if factor.is_zero() {
                    continue;
                }
                for block in own.values_mut() {
                    let [pivot_row, row] = two(block, step, step + 1 + offset);
                    subtract_times(row, factor, pivot_row);
                }
                let by = factor.times(&right[step]);
                right[step + 1 + offset] = right[step + 1 + offset].minus(&by);
            }
        }
        for &body in &below {
            self.eliminate_from(body, pivot, &own, &right);
        }
        self.rows[pivot] = own;
        self.right[pivot] = right;
    }

    fn eliminate_from(
        &mut self,
        body: usize,
        pivot: usize,
        own: &BTreeMap<usize, Block<N>>,
        right: &Six<N>,
    ) {
        let Some(unordered) = self.rows[body].remove(&pivot) else {
            return;
        };
        let order = &self.orders[pivot];
        let mut first = unordered.map(|row| order.map(|column| row[column].clone()));
        let Some(diagonal) = own.get(&pivot) else {
            return;
        };
        for row in 0..6 {
            for step in 0..6 {
                if first[row][step].is_zero() {
                    continue;
                }
                let factor = first[row][step].over(&diagonal[step][step]);
                subtract_times(&mut first[row], &factor, &diagonal[step]);
                for (column, block) in own {
                    if *column != pivot {
                        let target = self.rows[body].entry(*column).or_insert_with(empty);
                        subtract_times(&mut target[row], &factor, &block[step]);
                    }
                }
                let by = factor.times(&right[step]);
                self.right[body][row] = self.right[body][row].minus(&by);
            }
        }
    }

    fn substitute(&self, pivot: usize, found: &mut [Six<N>]) {
        let mut own = self.right[pivot].clone();
        let blocks = &self.rows[pivot];
        for (column, block) in blocks {
            if *column == pivot {
                continue;
            }
            for (number, row) in own.iter_mut().zip(block) {
                *number = number.minus(&product(row, &found[*column]));
            }
        }
        if let Some(block) = blocks.get(&pivot) {
            for row in (0..6).rev() {
                for column in row + 1..6 {
                    own[row] = own[row].minus(&block[row][column].times(&own[column]));
                }
                own[row] = own[row].over(&block[row][row]);
            }
        }
        for (column, number) in self.orders[pivot].iter().zip(own) {
            found[pivot][*column] = number;
        }
    }
}

/// Σ of products.
pub(super) fn product<N: Number>(one: &Six<N>, other: &Six<N>) -> N {
    let mut sum = N::zero();
    for (a, b) in one.iter().zip(other) {
        if !a.is_zero() && !b.is_zero() {
            sum = sum.plus(&a.times(b));
        }
    }
    sum
}

fn add_times<N: Number>(own: &mut Six<N>, factor: &N, row: &Six<N>) {
    if factor.is_zero() {
        return;
    }
    for (number, other) in own.iter_mut().zip(row) {
        if !other.is_zero() {
            *number = number.plus(&factor.times(other));
        }
    }
}

fn subtract_times<N: Number>(own: &mut Six<N>, factor: &N, row: &Six<N>) {
    if factor.is_zero() {
        return;
    }
    for (number, other) in own.iter_mut().zip(row) {
        if !other.is_zero() {
            *number = number.minus(&factor.times(other));
        }
    }
}

/// The row and the column of the largest number from a step on.
fn largest<N: Number>(block: &Block<N>, step: usize) -> [usize; 2] {
    let mut best = [step, step];
    let mut most = N::zero();
    for (row, numbers) in block.iter().enumerate().skip(step) {
        for (column, number) in numbers.iter().enumerate().skip(step) {
            let size = number.size();
            if size > most {
                most = size;
                best = [row, column];
            }
        }
    }
    best
}

/// Two rows of a block, the first above the second.
fn two<N>(block: &mut Block<N>, first: usize, second: usize) -> [&mut Six<N>; 2] {
    let (above, below) = block.split_at_mut(second);
    [&mut above[first], &mut below[0]]
}

#[cfg(test)]
#[allow(
    clippy::disallowed_types,
    reason = "the guess is found in floats first"
)]
mod tests {
    use super::{Equations, Number, Six, product};
    use crate::space::number::Long;

    /// Bodies in a chain and a ring, in both kinds of numbers: what is found keeps the equations.
    fn solves<N: Number>(most: f64) {
        let number = |k: i64| N::power_of_two(0).times(&N::power_of_two(k % 5 - 2));
        let six = |k: i64| [0, 1, 2, 3, 4, 5].map(|i: i64| number(7 * k + 3 * i + k * i * i));
        let pairs = [[0, 1], [1, 2], [2, 3], [0, 3], [3, 4]];
        let mut equations = Equations::<N>::new(5);
        let mut all: Vec<([usize; 2], Six<N>, Six<N>)> = Vec::new();
        for (k, pair) in pairs.into_iter().enumerate() {
            let k = i64::try_from(k).unwrap();
            for place in [pair, [pair[1], pair[0]], [pair[0]; 2], [pair[1]; 2]] {
                all.push((place, six(k), six(k + 1)));
            }
        }
        for (place, down, across) in &all {
            equations.add(*place, down, across);
        }
        let one = N::power_of_two(0);
        for body in 0..5 {
            equations.push(body, &one, &six(3));
        }
        let found = equations.solve();
        for body in 0..5 {
            for row in 0..6 {
                let mut sum = found[body][row].plus(&six(3)[row]);
                for (place, down, across) in &all {
                    if place[0] == body {
                        sum = sum.plus(&down[row].times(&product(across, &found[place[1]])));
                    }
                }
                assert!(sum.double().abs() < most, "{}", sum.double());
            }
        }
    }

    #[test]
    fn equations_are_kept() {
        solves::<f64>(1e-11);
        solves::<Long>(1e-100);
    }
}
