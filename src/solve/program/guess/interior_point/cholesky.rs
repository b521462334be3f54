//! The Cholesky factorisation H = L Lᵀ, front by front, and solutions of H y = b.
//!
//! The multifrontal method (Duff & Reid, *The multifrontal solution of indefinite sparse symmetric
//! linear equations*, 1983; Liu, *The multifrontal method for sparse matrix solution: theory and
//! practice*, 1992): a front collects its columns of H and what its children pass on, eliminates
//! its columns, and passes the rest to its parent. The columns of a front lie in the array of the
//! factor from the beginning; what is passed on lies in a buffer that is used again. In large
//! programs two parts of the tree of fronts are eliminated side by side; no number depends on it.
#![allow(clippy::disallowed_types)]

use crate::guess::interior_point::blocks::{Block, SIZE};
use crate::guess::interior_point::front::{self, Columns};
use crate::guess::interior_point::normal_matrix::NormalMatrix;
use crate::guess::interior_point::structure::{Run, Split, Structure, Supernode};
use crate::parallel;
use std::ops::Range;

/// The sums that run side by side in a product of two vectors.
const LANES: usize = 4;

/// L, of a given structure.
#[derive(Debug)]
pub(crate) struct Cholesky {
    structure: Structure,
    numbers: Vec<f64>,
    /// 1 / L_ii.
    reciprocals: Vec<f64>,
    /// The numbers that each front passes to its parent, until that takes them.
    updates: Vec<Vec<f64>>,
    /// Buffers to use again, of each of two threads.
    buffers: [Vec<Vec<f64>>; 2],
    /// A column of a front.
    local: Vec<f64>,
}

/// A range of supernodes that is eliminated, with its part of the factor.
struct Part<'a> {
    structure: &'a Structure,
    matrix: &'a NormalMatrix,
    /// The first supernode whose numbers are here.
    first: usize,
    numbers: &'a mut [f64],
    reciprocals: &'a mut [f64],
    updates: &'a mut [Vec<f64>],
    buffers: &'a mut Vec<Vec<f64>>,
}

impl Cholesky {
    /// A factor without numbers.
    pub(crate) fn new(structure: Structure) -> Self {
        let mut longest = 0;
        for supernode in &structure.supernodes {
            longest = longest.max(supernode.stride());
        }
        Self {
            numbers: vec![0.0; structure.size],
            reciprocals: vec![0.0; SIZE * structure.supernode_of.len()],
            updates: vec![Vec::new(); structure.supernodes.len()],
            buffers: Default::default(),
            local: vec![0.0; longest],
            structure,
        }
    }

    /// Factorises H. Whether that succeeds: rounding may make a pivot negative.
    pub(crate) fn factorise(&mut self, matrix: &NormalMatrix) -> bool {
        let count = self.structure.supernodes.len();
        let [buffers, other_buffers] = &mut self.buffers;
        let mut whole = Part {
            structure: &self.structure,
            matrix,
            first: 0,
            numbers: &mut self.numbers,
            reciprocals: &mut self.reciprocals,
            updates: &mut self.updates,
            buffers,
        };
        let Some(Split { first, second }) = self.structure.split else {
            return whole.eliminate_all(0..count);
        };
        let (mut one, mut other) = whole.split(first, other_buffers);
        let (one_succeeds, other_succeeds) = parallel::join(
            self.structure.supernode_of.len(),
            || one.eliminate_all(0..first),
            || other.eliminate_all(first..second),
        );
        one_succeeds && other_succeeds && whole.eliminate_all(second..count)
    }

    /// Replaces b by the solution y of H y = b.
    pub(crate) fn solve(&mut self, vector: &mut [Block]) {
        let vector = vector.as_flattened_mut();
        let structure = &self.structure;
        for supernode in &structure.supernodes {
            let stride = supernode.stride();
            let local = &mut self.local[..stride];
            local.fill(0.0);
            let own = supernode.unknowns();
            local[..own.len()].copy_from_slice(&vector[own.clone()]);
            let end = supernode.start + own.len() * stride;
            let numbers = &self.numbers[supernode.start..end];
            forward(numbers, local, &self.reciprocals[own.clone()]);
            let (solved, below) = local.split_at(own.len());
            vector[own].copy_from_slice(solved);
            for (row, value) in supernode.rows.iter().zip(below.chunks_exact(SIZE)) {
                let start = SIZE * *row as usize;
                for (entry, value) in vector[start..start + SIZE].iter_mut().zip(value) {
                    *entry += value;
                }
            }
        }
        for supernode in structure.supernodes.iter().rev() {
            let stride = supernode.stride();
            let local = &mut self.local[..stride];
            local.fill(0.0);
            let own = supernode.unknowns();
            let (solved, below) = local.split_at_mut(own.len());
            solved.copy_from_slice(&vector[own.clone()]);
            for (row, value) in supernode.rows.iter().zip(below.chunks_exact_mut(SIZE)) {
                let start = SIZE * *row as usize;
                value.copy_from_slice(&vector[start..start + SIZE]);
            }
            let end = supernode.start + own.len() * stride;
            let numbers = &self.numbers[supernode.start..end];
            backward(numbers, local, &self.reciprocals[own.clone()]);
            vector[own.clone()].copy_from_slice(&local[..own.len()]);
        }
    }
}

impl Part<'_> {
    /// The part before a supernode, and the rest.
    fn split<'a>(
        &'a mut self,
        index: usize,
        other_buffers: &'a mut Vec<Vec<f64>>,
    ) -> (Part<'a>, Part<'a>) {
        let supernode = &self.structure.supernodes[index];
        let (numbers, other_numbers) = self.numbers.split_at_mut(supernode.start);
        let unknown = supernode.unknowns().start;
        let (reciprocals, other_reciprocals) = self.reciprocals.split_at_mut(unknown);
        let (updates, other_updates) = self.updates.split_at_mut(index);
        let one = Part {
            structure: self.structure,
            matrix: self.matrix,
            first: 0,
            numbers,
            reciprocals,
            updates,
            buffers: self.buffers,
        };
        let other = Part {
            structure: self.structure,
            matrix: self.matrix,
            first: index,
            numbers: other_numbers,
            reciprocals: other_reciprocals,
            updates: other_updates,
            buffers: other_buffers,
        };
        (one, other)
    }

    /// Eliminates supernodes. Whether that succeeds.
    fn eliminate_all(&mut self, supernodes: Range<usize>) -> bool {
        for index in supernodes {
            if !self.eliminate(index) {
                return false;
            }
        }
        true
    }

    /// Assembles a front and eliminates its columns.
    fn eliminate(&mut self, index: usize) -> bool {
        let supernodes = &self.structure.supernodes;
        let supernode = &supernodes[index];
        let own_first = &supernodes[self.first];
        let width = supernode.width();
        let stride = supernode.stride();
        let start = supernode.start - own_first.start;
        let numbers = &mut self.numbers[start..start + width * stride];
        numbers.fill(0.0);
        let mut panel = Columns {
            numbers,
            stride,
            height: width + supernode.height_below(),
        };
        let mut buffer = self.buffers.pop().unwrap_or_default();
        buffer.clear();
        buffer.resize(supernode.update_size(), 0.0);
        let mut update = Columns {
            numbers: &mut buffer,
            stride: supernode.update_stride(),
            height: supernode.height_below(),
        };
        copy_columns(&mut panel, supernode, self.matrix);
        for &child in &supernode.children {
            let passed = std::mem::take(&mut self.updates[child - self.first]);
            let child = &supernodes[child];
            extend_add(&mut panel, &mut update, supernode.columns, child, &passed);
            self.buffers.push(passed);
        }
        let first = SIZE * (supernode.first - own_first.first);
        let reciprocals = &mut self.reciprocals[first..first + width];
        if !front::factorise(&mut panel, reciprocals) {
            return false;
        }
        front::subtract_products(&mut update, &panel, width);
        self.updates[index - self.first] = buffer;
        true
    }
}

/// Copies the columns of H into a front.
fn copy_columns(panel: &mut Columns, supernode: &Supernode, matrix: &NormalMatrix) {
    for place in 0..supernode.columns {
        let column = supernode.first + place;
        let below = &matrix.below()[column];
        let diagonal = matrix.column(column)[0];
        let squares = &matrix.column(column)[1..];
        let start = SIZE * place * panel.stride;
        let own = &mut panel.numbers[start..start + SIZE * panel.stride];
        for (numbers, values) in own.chunks_exact_mut(panel.stride).zip(&diagonal) {
            numbers[SIZE * place..SIZE * (place + 1)].copy_from_slice(values);
        }
        for (row, square) in below.iter().zip(squares) {
            let Some(row) = supernode.place(*row as usize) else {
                unreachable!("a front has the rows of its columns")
            };
            for (numbers, values) in own.chunks_exact_mut(panel.stride).zip(square) {
                numbers[SIZE * row..SIZE * (row + 1)].copy_from_slice(values);
            }
        }
    }
}

/// Adds what a child passes on to a front, whose first `columns` blocks are in `panel`.
fn extend_add<'a>(
    panel: &mut Columns<'a>,
    update: &mut Columns<'a>,
    columns: usize,
    child: &Supernode,
    passed: &[f64],
) {
    let stride = child.update_stride();
    for (index, run) in child.runs.iter().enumerate() {
        for offset in 0..run.length {
            let source = run.source + offset;
            let target = run.target + offset;
            let rest = Run {
                source,
                target,
                length: run.length - offset,
            };
            let start = SIZE * stride * source;
            let sources = &passed[start..start + SIZE * stride];
            let (into, column, shift) = if target < columns {
                (&mut *panel, target, 0)
            } else {
                (&mut *update, target - columns, columns)
            };
            let start = SIZE * into.stride * column;
            let targets = &mut into.numbers[start..start + SIZE * into.stride];
            let pairs = targets
                .chunks_exact_mut(into.stride)
                .zip(sources.chunks_exact(stride));
            for (target, source) in pairs {
                add_run(target, source, rest, shift);
                for run in &child.runs[index + 1..] {
                    add_run(target, source, *run, shift);
                }
            }
        }
    }
}

/// Adds one run of a column to another column, of which the first `shift` blocks are missing.
#[inline]
fn add_run(target: &mut [f64], source: &[f64], run: Run, shift: usize) {
    let start = SIZE * (run.target - shift);
    let target = &mut target[start..start + SIZE * run.length];
    let source = &source[SIZE * run.source..SIZE * (run.source + run.length)];
    for (entry, value) in target.iter_mut().zip(source) {
        *entry += value;
    }
}

/// Solves L y = b in a front; the rows below become what is to be added to them.
fn forward(numbers: &[f64], local: &mut [f64], reciprocals: &[f64]) {
    let stride = local.len();
    let triples = numbers.chunks_exact(SIZE * stride);
    for (index, (triple, inverse)) in triples.zip(reciprocals.chunks_exact(SIZE)).enumerate() {
        let first = SIZE * index;
        let (one, rest) = triple.split_at(stride);
        let (two, three) = rest.split_at(stride);
        let a = local[first] * inverse[0];
        let b = (local[first + 1] - one[first + 1] * a) * inverse[1];
        let c = (local[first + 2] - one[first + 2] * a - two[first + 2] * b) * inverse[2];
        local[first] = a;
        local[first + 1] = b;
        local[first + 2] = c;
        let below = first + SIZE;
        let sides = one[below..].iter().zip(&two[below..]).zip(&three[below..]);
        for (entry, ((one, two), three)) in local[below..].iter_mut().zip(sides) {
            *entry -= one * a + two * b + three * c;
        }
    }
}

/// Solves Lᵀ x = y in a front, given the rows below.
fn backward(numbers: &[f64], local: &mut [f64], reciprocals: &[f64]) {
    let stride = local.len();
    let triples = numbers.chunks_exact(SIZE * stride);
    let pairs = triples.zip(reciprocals.chunks_exact(SIZE));
    for (index, (triple, inverse)) in pairs.enumerate().rev() {
        let first = SIZE * index;
        let below = first + SIZE;
        let (one, rest) = triple.split_at(stride);
        let (two, three) = rest.split_at(stride);
        let sums = [one, two, three].map(|column| product(&column[below..], &local[below..]));
        let c = (local[first + 2] - sums[2]) * inverse[2];
        let b = (local[first + 1] - sums[1] - two[first + 2] * c) * inverse[1];
        let a = (local[first] - sums[0] - one[first + 1] * b - one[first + 2] * c) * inverse[0];
        local[first] = a;
        local[first + 1] = b;
        local[first + 2] = c;
    }
}

/// The product of two vectors.
#[inline]
fn product(one: &[f64], other: &[f64]) -> f64 {
    let (one, one_rest) = one.as_chunks::<LANES>();
    let (other, other_rest) = other.as_chunks::<LANES>();
    let mut sums = [0.0; LANES];
    for (one, other) in one.iter().zip(other) {
        for lane in 0..LANES {
            sums[lane] += one[lane] * other[lane];
        }
    }
    let mut sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    for (one, other) in one_rest.iter().zip(other_rest) {
        sum += one * other;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guess::interior_point::blocks::BlockRows;
    use crate::guess::interior_point::structure;
    use proptest::prelude::*;

    /// Rows over a few blocks each: (block, coefficients) and a weight.
    type RandomRows = Vec<(Vec<(u32, Block)>, f64)>;

    fn rows(blocks: u32) -> impl Strategy<Value = RandomRows> {
        let entry = (0..blocks, prop::array::uniform3(-1.0_f64..1.0));
        let row = (prop::collection::vec(entry, 0..4), -2_i32..9);
        let rows = prop::collection::vec(row, 0..3 * blocks as usize);
        rows.prop_map(|rows| {
            let mut weighted = Vec::with_capacity(rows.len());
            for (entries, power) in rows {
                weighted.push((entries, 10_f64.powi(power)));
            }
            weighted
        })
    }

    /// H, row by row.
    fn dense(rows: &RandomRows, blocks: usize, rank: &[u32]) -> Vec<Vec<f64>> {
        let size = SIZE * blocks;
        let mut matrix = vec![vec![0.0; size]; size];
        for (place, row) in matrix.iter_mut().enumerate() {
            row[place] = 1.0;
        }
        for (entries, weight) in rows {
            let mut vector = vec![0.0; size];
            for (block, values) in entries {
                for (place, value) in values.iter().enumerate() {
                    vector[SIZE * rank[*block as usize] as usize + place] += value;
                }
            }
            for (row, one) in matrix.iter_mut().zip(&vector) {
                for (entry, other) in row.iter_mut().zip(&vector) {
                    *entry += weight * one * other;
                }
            }
        }
        matrix
    }

    /// The solution by the textbook's Cholesky factorisation.
    fn dense_solution(matrix: &[Vec<f64>], right_side: &[f64]) -> Vec<f64> {
        let size = right_side.len();
        let mut lower = vec![vec![0.0; size]; size];
        for row in 0..size {
            for column in 0..=row {
                let mut value: f64 = matrix[row][column];
                let earlier = lower[row].iter().zip(&lower[column]).take(column);
                for (of_row, of_column) in earlier {
                    value -= of_row * of_column;
                }
                lower[row][column] = if row == column {
                    value.sqrt()
                } else {
                    value / lower[column][column]
                };
            }
        }
        let mut solution = right_side.to_vec();
        for row in 0..size {
            for before in 0..row {
                solution[row] -= lower[row][before] * solution[before];
            }
            solution[row] /= lower[row][row];
        }
        for row in (0..size).rev() {
            for after in row + 1..size {
                solution[row] -= lower[after][row] * solution[after];
            }
            solution[row] /= lower[row][row];
        }
        solution
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn it_solves_what_a_dense_factorisation_solves(
            (blocks, rows) in (1_u32..40).prop_flat_map(|blocks| (Just(blocks), rows(blocks))),
        ) {
            let blocks = blocks as usize;
            let mut block_rows = BlockRows::new();
            let mut weights = Vec::new();
            for (entries, weight) in &rows {
                let mut list = Vec::new();
                for (block, values) in entries {
                    for (place, value) in values.iter().enumerate() {
                        list.push((*block, place, *value));
                    }
                }
                block_rows.push(&mut list);
                weights.push(*weight);
            }
            let rank = structure::ranks(&block_rows.neighbours(blocks).unwrap());
            block_rows.renumber(&rank);
            let mut matrix = NormalMatrix::new(&block_rows, blocks).unwrap();
            let mut factor = Cholesky::new(Structure::new(matrix.below()).unwrap());
            let mut structure = Structure::new(matrix.below()).unwrap();
            structure.split = Split::of(&structure.supernodes, 0.0);
            let mut split = Cholesky::new(structure);
            let dense = dense(&rows, blocks, &rank);
            // Twice, with the buffers of before.
            for _ in 0..2 {
                matrix.set_weights(&block_rows, &weights);
                prop_assert!(factor.factorise(&matrix));
                prop_assert!(split.factorise(&matrix));
                prop_assert_eq!(&split.numbers, &factor.numbers);
                prop_assert_eq!(&split.reciprocals, &factor.reciprocals);
                let mut solution = vec![[0.0; SIZE]; blocks];
                for (index, block) in solution.iter_mut().enumerate() {
                    *block = [1.0, -(index as f64), 0.5];
                }
                let expected = dense_solution(&dense, solution.as_flattened());
                factor.solve(&mut solution);
                let largest = expected.iter().fold(1.0_f64, |most, value| most.max(value.abs()));
                for (own, other) in solution.as_flattened().iter().zip(&expected) {
                    prop_assert!((own - other).abs() < 1e-5 * largest, "{} {}", own, other);
                }
            }
        }
    }
}
