//! The sparsity of the Cholesky factor: elimination order, columns, supernodes.
//!
//! Blocks are eliminated in an order of approximate minimum degree (Amestoy, Davis & Duff, *An
//! approximate minimum degree ordering algorithm*, 1996). Column j of the factor has the rows
//!
//! ```text
//! struct(j) = {i > j : H_ij ≠ 0} ∪ ⋃ {struct(c) \ {j} : j is the parent of c}
//! ```
//!
//! where the parent of a column is its first row below the diagonal. Column j joins the supernode
//! of column j - 1 if it is its parent and the zeros that are stored for it stay few. A supernode
//! of k columns is factorised as a dense matrix, its front, with the k columns and the rows of the
//! last of them. The numbers that it subtracts from later columns go to the front of its parent, of
//! which each child knows where its rows are: runs of consecutive ones.
//!
//! Nothing here depends on numbers: programs of the same pattern have the same structure.
#![allow(clippy::disallowed_types)]

use crate::exact::factor::fill_reducing_order;
use crate::guess::interior_point::blocks::SIZE;
use std::collections::BTreeSet;
use std::ops::Range;

/// The most zeros among the entries of a supernode.
const ZEROS: f64 = 0.2;
/// The most blocks of a factor, without the zeros that are stored for it.
const MOST_BLOCKS: usize = 1 << 23;
/// The most numbers of a factor with all that waits to be subtracted: 1 GiB.
const MOST_NUMBERS: usize = 1 << 27;
/// Each column has this many zeros behind its last row, so that rows can be taken by eights.
const PADDING: usize = 8;
/// The time that a second thread must save, in units of [`Supernode::effort`]: some tenths of a
/// millisecond.
const WORTH_A_THREAD: f64 = 1e6;

/// Columns that are eliminated together; indices and lengths are in blocks.
#[derive(Debug)]
pub(crate) struct Supernode {
    pub(crate) first: usize,
    pub(crate) columns: usize,
    /// The rows below the columns, ascending.
    pub(crate) rows: Vec<u32>,
    pub(crate) parent: Option<usize>,
    pub(crate) children: Vec<usize>,
    /// The places of the rows below in the front of the parent.
    pub(crate) runs: Vec<Run>,
    /// The start of its numbers in the factor.
    pub(crate) start: usize,
}

/// Consecutive rows that are consecutive in the front of the parent as well.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) source: usize,
    pub(crate) target: usize,
    pub(crate) length: usize,
}

/// The structure of a factor.
#[derive(Debug)]
pub(crate) struct Structure {
    pub(crate) supernodes: Vec<Supernode>,
    /// The supernode of each block.
    pub(crate) supernode_of: Vec<u32>,
    /// The numbers of the factor.
    pub(crate) size: usize,
    /// How to eliminate them on two threads, if that pays.
    pub(crate) split: Option<Split>,
}

/// Two ranges of supernodes, one behind the other from the first on, of which none passes anything
/// to one of the other range. Those behind both wait for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Split {
    /// The end of the first range.
    pub(crate) first: usize,
    /// The end of the second range.
    pub(crate) second: usize,
}

impl Supernode {
    /// The scalar columns of the front that are eliminated.
    pub(crate) fn width(&self) -> usize {
        SIZE * self.columns
    }

    /// The unknowns of these columns.
    pub(crate) fn unknowns(&self) -> Range<usize> {
        let first = SIZE * self.first;
        first..first + self.width()
    }

    /// The scalar rows below them.
    pub(crate) fn height_below(&self) -> usize {
        SIZE * self.rows.len()
    }

    /// The distance from column to column.
    pub(crate) fn stride(&self) -> usize {
        padded(self.width() + self.height_below())
    }

    /// The distance from column to column of what it passes to its parent.
    pub(crate) fn update_stride(&self) -> usize {
        padded(self.height_below())
    }

    /// The products of its elimination, but for a constant factor.
    fn effort(&self) -> f64 {
        let height = (self.width() + self.height_below()) as f64;
        self.width() as f64 * height * height
    }

    /// The numbers of what it passes to its parent.
    pub(crate) fn update_size(&self) -> usize {
        self.height_below() * self.update_stride()
    }

    /// The place of a block in the front.
    pub(crate) fn place(&self, block: usize) -> Option<usize> {
        if block < self.first + self.columns {
            block.checked_sub(self.first)
        } else {
            let place = self.rows.binary_search(&(block as u32)).ok()?;
            Some(self.columns + place)
        }
    }
}

fn padded(rows: usize) -> usize {
    rows.next_multiple_of(PADDING) + PADDING
}

/// The place of each block in a good order of elimination.
pub(crate) fn ranks(neighbours: &[Vec<usize>]) -> Vec<u32> {
    let mut rank = vec![0; neighbours.len()];
    for (place, block) in fill_reducing_order(neighbours).into_iter().enumerate() {
        rank[block] = place as u32;
    }
    rank
}

impl Split {
    /// The split that leaves the least to wait for; `None` if none saves more effort than `worth`.
    pub(crate) fn of(supernodes: &[Supernode], worth: f64) -> Option<Self> {
        let mut effort_before = vec![0.0];
        let mut effort = 0.0;
        for supernode in supernodes {
            effort += supernode.effort();
            effort_before.push(effort);
        }
        let mut least = effort - worth;
        let mut best = None;
        // Supernodes to which one of the first range passes something.
        let mut parents = BTreeSet::new();
        for (index, supernode) in supernodes.iter().enumerate() {
            parents.remove(&index);
            parents.extend(supernode.parent);
            let first = index + 1;
            let second = parents.first().copied().unwrap_or(supernodes.len());
            let own = effort_before[first];
            let other = effort_before[second] - own;
            let time = effort - effort_before[second] + own.max(other);
            if time < least {
                least = time;
                best = Some(Self { first, second });
            }
        }
        best
    }
}

impl Structure {
    /// The most numbers that a factorisation holds at a time: the factor, and what supernodes pass
    /// to their parents.
    fn most_numbers(&self) -> usize {
        let mut most: usize = 0;
        let mut waiting: usize = 0;
        for supernode in &self.supernodes {
            waiting += supernode.update_size();
            most = most.max(waiting);
            for &child in &supernode.children {
                waiting -= self.supernodes[child].update_size();
            }
        }
        self.size.saturating_add(most)
    }

    /// The structure for a matrix with these rows below the diagonal of each column, or `None` if
    /// the factor would be too large.
    pub(crate) fn new(below: &[Vec<u32>]) -> Option<Self> {
        let columns = columns(below)?;
        let mut structure = Self {
            supernodes: Vec::new(),
            supernode_of: Vec::with_capacity(columns.len()),
            size: 0,
            split: None,
        };
        let mut first = 0;
        let mut true_blocks = 0;
        for (column, rows) in columns.iter().enumerate() {
            let joins = column > first && columns[column - 1].first() == Some(&(column as u32));
            let width = column - first + 1;
            let blocks = width * (width + 1) / 2 + width * rows.len();
            let joined_blocks = true_blocks + 1 + rows.len();
            let zeros = (blocks - joined_blocks.min(blocks)) as f64;
            if joins && zeros <= ZEROS * blocks as f64 {
                true_blocks = joined_blocks;
            } else {
                if column > 0 {
                    structure.push(first, &columns[first..column]);
                }
                first = column;
                true_blocks = 1 + rows.len();
            }
        }
        if !columns.is_empty() {
            structure.push(first, &columns[first..]);
        }
        structure.connect();
        structure.split = Split::of(&structure.supernodes, WORTH_A_THREAD);
        (structure.most_numbers() <= MOST_NUMBERS).then_some(structure)
    }

    /// Appends a supernode of some columns.
    fn push(&mut self, first: usize, columns: &[Vec<u32>]) {
        let supernode = Supernode {
            first,
            columns: columns.len(),
            rows: columns.last().cloned().unwrap_or_default(),
            parent: None,
            children: Vec::new(),
            runs: Vec::new(),
            start: self.size,
        };
        self.size += supernode.width() * supernode.stride();
        for _ in columns {
            self.supernode_of.push(self.supernodes.len() as u32);
        }
        self.supernodes.push(supernode);
    }

    /// Finds parents, children and runs.
    fn connect(&mut self) {
        for index in 0..self.supernodes.len() {
            let supernode = &self.supernodes[index];
            let Some(&first_row) = supernode.rows.first() else {
                continue;
            };
            let parent = self.supernode_of[first_row as usize] as usize;
            let runs = runs(&supernode.rows, &self.supernodes[parent]);
            self.supernodes[index].runs = runs;
            self.supernodes[index].parent = Some(parent);
            self.supernodes[parent].children.push(index);
        }
    }
}

/// The rows of each column of the factor.
fn columns(below: &[Vec<u32>]) -> Option<Vec<Vec<u32>>> {
    let mut columns: Vec<Vec<u32>> = Vec::with_capacity(below.len());
    let mut children = vec![Vec::new(); below.len()];
    let mut last_seen = vec![usize::MAX; below.len()];
    let mut blocks = 0;
    for (column, own) in below.iter().enumerate() {
        let mut rows = own.clone();
        last_seen[column] = column;
        for row in own {
            last_seen[*row as usize] = column;
        }
        for &child in &children[column] {
            let child: &Vec<u32> = &columns[child];
            for &row in child {
                if last_seen[row as usize] != column {
                    last_seen[row as usize] = column;
                    rows.push(row);
                }
            }
        }
        rows.sort_unstable();
        blocks += rows.len() + 1;
        if blocks > MOST_BLOCKS {
            return None;
        }
        if let Some(&parent) = rows.first() {
            children[parent as usize].push(column);
        }
        columns.push(rows);
    }
    Some(columns)
}

/// The places of rows in the front of their parent, which has them all.
fn runs(rows: &[u32], parent: &Supernode) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (source, &row) in rows.iter().enumerate() {
        let Some(target) = parent.place(row as usize) else {
            unreachable!("a front has the rows of its children")
        };
        match runs.last_mut() {
            Some(run) if run.target + run.length == target => run.length += 1,
            _ => runs.push(Run {
                source,
                target,
                length: 1,
            }),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A supernode of one block, with a row below for its parent.
    fn supernode(first: usize, parent: Option<usize>) -> Supernode {
        Supernode {
            first,
            columns: 1,
            rows: parent.iter().map(|&row| row as u32).collect(),
            parent,
            children: Vec::new(),
            runs: Vec::new(),
            start: 0,
        }
    }

    fn tree(parents: &[Option<usize>]) -> Vec<Supernode> {
        let supernodes = parents.iter().enumerate();
        supernodes
            .map(|(index, &parent)| supernode(index, parent))
            .collect()
    }

    #[test]
    fn a_split_parts_a_tree_in_the_middle() {
        // Two chains of three, on a chain of two.
        let parents = [1, 2, 6, 4, 5, 6, 7].map(Some);
        let supernodes = tree(&[&parents[..], &[None]].concat());
        let expected = Some(Split {
            first: 3,
            second: 6,
        });
        assert_eq!(Split::of(&supernodes, 0.0), expected);
        assert_eq!(Split::of(&supernodes, 1e6), None);
        // A chain has no two parts.
        let chain = tree(&[Some(1), Some(2), Some(3), None]);
        assert_eq!(Split::of(&chain, 0.0), None);
    }
}
