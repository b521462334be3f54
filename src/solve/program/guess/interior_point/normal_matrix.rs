//! The matrix of the normal equations, H = I + Aᵀ diag(d) A, in blocks of 3 x 3.
//!
//! Only blocks on and below the diagonal are kept, column by column. Each row of A adds d_j v_b
//! v_aᵀ to the block of every pair a ≤ b of its blocks; where these are is found once.
#![allow(clippy::disallowed_types)]

use crate::guess::interior_point::blocks::{Block, BlockRows, SIZE};

/// For more pairs of blocks than that, where they are is found anew each time.
const MOST_TARGETS: usize = 1 << 23;

/// A block, column by column.
pub(crate) type Square = [Block; SIZE];

/// H.
#[derive(Debug)]
pub(crate) struct NormalMatrix {
    /// The rows of each column below its diagonal, ascending.
    below: Vec<Vec<u32>>,
    /// The start of each column.
    starts: Vec<usize>,
    squares: Vec<Square>,
    /// For each row of A and each pair of its blocks, column before row, the square it adds to.
    targets: Vec<u32>,
}

impl NormalMatrix {
    /// The pattern of H for rows over blocks in their order of elimination. `None` if it would be
    /// too large.
    pub(crate) fn new(rows: &BlockRows, blocks: usize) -> Option<Self> {
        let mut below = Vec::with_capacity(blocks);
        let mut starts = Vec::with_capacity(blocks);
        let mut count = 0;
        for (block, neighbours) in rows.neighbours(blocks)?.iter().enumerate() {
            let mut list = Vec::new();
            for &other in neighbours {
                if other > block {
                    list.push(other as u32);
                }
            }
            starts.push(count);
            count += 1 + list.len();
            below.push(list);
        }
        let mut matrix = Self {
            below,
            starts,
            squares: vec![Square::default(); count],
            targets: Vec::new(),
        };
        if rows.pairs() <= MOST_TARGETS {
            for row in 0..rows.count() {
                matrix.push_targets(rows.row(row).0);
            }
        }
        Some(matrix)
    }

    /// Appends the targets of a row over some blocks.
    fn push_targets(&mut self, blocks: &[u32]) {
        for (place, &column) in blocks.iter().enumerate() {
            for &row in &blocks[place..] {
                let target = self.position(row, column);
                self.targets.push(target);
            }
        }
    }

    /// The position of the square of a row and a column.
    fn position(&self, row: u32, column: u32) -> u32 {
        let start = self.starts[column as usize];
        let below = &self.below[column as usize];
        let place = below.partition_point(|other| *other < row);
        let is_below = row != column;
        (start + place + usize::from(is_below)) as u32
    }

    /// The rows of each column below its diagonal.
    pub(crate) fn below(&self) -> &[Vec<u32>] {
        &self.below
    }

    /// The square at the diagonal of a column, and those below it.
    pub(crate) fn column(&self, column: usize) -> &[Square] {
        let start = self.starts[column];
        &self.squares[start..start + 1 + self.below[column].len()]
    }

    /// For each row of A and each pair of its blocks, column before row, the square it adds to;
    /// nothing if these are too many.
    pub(crate) fn targets(&self) -> &[u32] {
        &self.targets
    }

    /// Makes it 1.
    pub(crate) fn set_identity(&mut self) {
        self.squares.fill(Square::default());
        for &start in &self.starts {
            for (place, column) in self.squares[start].iter_mut().enumerate() {
                column[place] = 1.0;
            }
        }
    }

    /// Adds a square to that of a target.
    pub(crate) fn add(&mut self, target: usize, square: &Square) {
        let own = &mut self.squares[self.targets[target] as usize];
        for (column, added) in own.iter_mut().zip(square) {
            for (entry, value) in column.iter_mut().zip(added) {
                *entry += value;
            }
        }
    }

    /// Computes H for the weights d.
    pub(crate) fn set_weights(&mut self, rows: &BlockRows, weights: &[f64]) {
        self.set_identity();
        let has_targets = !self.targets.is_empty();
        let mut next = 0;
        for (row, &weight) in weights.iter().enumerate() {
            let (blocks, values) = rows.row(row);
            if !has_targets {
                self.targets.clear();
                self.push_targets(blocks);
                next = 0;
            }
            for (place, own) in values.iter().enumerate() {
                let scaled = own.map(|value| value * weight);
                let others = &values[place..];
                let targets = &self.targets[next..next + others.len()];
                for (other, &target) in others.iter().zip(targets) {
                    add_product(&mut self.squares[target as usize], other, &scaled);
                }
                next += others.len();
            }
        }
        if !has_targets {
            self.targets.clear();
        }
    }
}

/// Adds `rows` times the transpose of `columns`.
#[inline]
fn add_product(square: &mut Square, rows: &Block, columns: &Block) {
    for (column, factor) in square.iter_mut().zip(columns) {
        for place in 0..SIZE {
            column[place] += rows[place] * factor;
        }
    }
}
