//! Variables in blocks of three, and rows over blocks.
//!
//! Three consecutive variables make a block, as the accelerations (a_x, a_y, α) of a body do,
//! unless no row touches two of them: then each is a block of its own. The missing places of a
//! block of three are variables that no row touches, so that all matrices consist of blocks of
//! 3 x 3. A row is a list of blocks with a vector of three coefficients for each:
//!
//! ```text
//! a_j·z = Σ_b v_jb·z_b
//! ```
//!
//! Sums are written as `a * b + c` and run in a fixed order: they are the same on every machine.
#![allow(clippy::disallowed_types)]

/// The variables of a block.
pub(crate) const SIZE: usize = 3;

/// The most pairs of blocks that rows touch, which is a matter of time.
const MOST_PAIRS: usize = 1 << 28;
/// The most neighbours of all blocks, which is a matter of memory.
const MOST_NEIGHBOURS: usize = 1 << 24;

/// One number for each variable of a block.
pub(crate) type Block = [f64; SIZE];

/// The place of each variable.
pub(crate) struct Grouping {
    /// The block of each variable, and its place there.
    places: Vec<(u32, usize)>,
    count: usize,
}

/// Sparse rows over blocks.
#[derive(Clone, Debug)]
pub(crate) struct BlockRows {
    /// The starts of the entries of each row, and at last their end.
    starts: Vec<usize>,
    /// The block of each entry, ascending in each row.
    blocks: Vec<u32>,
    values: Vec<Block>,
}

impl Grouping {
    /// Groups variables by the rows that touch them.
    pub(crate) fn new(rows: &[&[(usize, f64)]], variables: usize) -> Self {
        let groups = variables.div_ceil(SIZE);
        let mut is_joined = vec![false; groups];
        let mut last_row = vec![usize::MAX; groups];
        for (index, row) in rows.iter().enumerate() {
            for (variable, _) in *row {
                let group = variable / SIZE;
                if last_row[group] == index {
                    is_joined[group] = true;
                }
                last_row[group] = index;
            }
        }
        let mut places = Vec::with_capacity(variables);
        let mut count = 0;
        for variable in 0..variables {
            let place = variable % SIZE;
            if is_joined[variable / SIZE] && place > 0 {
                places.push((count - 1, place));
            } else {
                places.push((count, 0));
                count += 1;
            }
        }
        Self {
            places,
            count: count as usize,
        }
    }

    /// The number of blocks.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The block of each variable, and its place there.
    pub(crate) fn places(&self) -> &[(u32, usize)] {
        &self.places
    }
}

impl BlockRows {
    /// No rows yet.
    pub(crate) fn new() -> Self {
        Self {
            starts: vec![0],
            blocks: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Appends a row, given by its entries (block, place, value), which are sorted here.
    pub(crate) fn push(&mut self, entries: &mut [(u32, usize, f64)]) {
        entries.sort_unstable_by_key(|(block, place, _)| (*block, *place));
        let start = self.blocks.len();
        for (block, place, value) in entries {
            if self.blocks.len() == start || self.blocks.last() != Some(block) {
                self.blocks.push(*block);
                self.values.push([0.0; SIZE]);
            }
            if let Some(last) = self.values.last_mut() {
                last[*place] += *value;
            }
        }
        self.starts.push(self.blocks.len());
    }

    /// The number of rows.
    pub(crate) fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The blocks of a row, ascending, with their coefficients.
    pub(crate) fn row(&self, row: usize) -> (&[u32], &[Block]) {
        let range = self.starts[row]..self.starts[row + 1];
        (&self.blocks[range.clone()], &self.values[range])
    }

    /// The product of a row with a vector.
    pub(crate) fn product(&self, row: usize, vector: &[Block]) -> f64 {
        let (blocks, values) = self.row(row);
        let mut sum = 0.0;
        for (block, value) in blocks.iter().zip(values) {
            let part = vector[*block as usize];
            sum += value[0] * part[0] + value[1] * part[1] + value[2] * part[2];
        }
        sum
    }

    /// Adds a multiple of a row to a vector.
    pub(crate) fn add_multiple(&self, row: usize, factor: f64, vector: &mut [Block]) {
        let (blocks, values) = self.row(row);
        for (block, value) in blocks.iter().zip(values) {
            let part = &mut vector[*block as usize];
            for place in 0..SIZE {
                part[place] += value[place] * factor;
            }
        }
    }

    /// The rows that touch each block.
    pub(crate) fn rows_of_blocks(&self, blocks: usize) -> Vec<Vec<u32>> {
        let mut lists = vec![Vec::new(); blocks];
        for row in 0..self.count() {
            for block in self.row(row).0 {
                lists[*block as usize].push(row as u32);
            }
        }
        lists
    }

    /// For each block the blocks that share a row with it, itself among them. `None` if these are
    /// too many.
    pub(crate) fn neighbours(&self, blocks: usize) -> Option<Vec<Vec<usize>>> {
        if self.pairs() > MOST_PAIRS {
            return None;
        }
        let mut count = 0;
        let rows_of_blocks = self.rows_of_blocks(blocks);
        let mut last_seen = vec![usize::MAX; blocks];
        let mut neighbours = Vec::with_capacity(blocks);
        for (block, rows) in rows_of_blocks.iter().enumerate() {
            let mut list = vec![block];
            last_seen[block] = block;
            for row in rows {
                for &other in self.row(*row as usize).0 {
                    let other = other as usize;
                    if last_seen[other] != block {
                        last_seen[other] = block;
                        list.push(other);
                    }
                }
            }
            count += list.len();
            if count > MOST_NEIGHBOURS {
                return None;
            }
            list.sort_unstable();
            neighbours.push(list);
        }
        Some(neighbours)
    }

    /// The number of pairs of blocks in all rows, each block with itself among them.
    pub(crate) fn pairs(&self) -> usize {
        let mut pairs: usize = 0;
        for row in 0..self.count() {
            let blocks = self.row(row).0.len();
            pairs = pairs.saturating_add(blocks.saturating_mul(blocks + 1) / 2);
        }
        pairs
    }

    /// Renumbers the blocks; `rank` is the new number of each.
    pub(crate) fn renumber(&mut self, rank: &[u32]) {
        let mut entries = Vec::new();
        for row in 0..self.count() {
            let range = self.starts[row]..self.starts[row + 1];
            entries.clear();
            for entry in range.clone() {
                entries.push((rank[self.blocks[entry] as usize], self.values[entry]));
            }
            entries.sort_unstable_by_key(|(block, _)| *block);
            for (entry, (block, value)) in range.zip(&entries) {
                self.blocks[entry] = *block;
                self.values[entry] = *value;
            }
        }
    }
}
