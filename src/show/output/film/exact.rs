//! Exact forces, as far as there is room for them: the shortest groups of a run are kept.
//!
//! What is kept at the end depends on the whole run, so while it grows everything is kept that may
//! still have room, in a heap with the longest on top.

use super::bytes::Bytes;
use super::steps::GroupNumbers;
use std::collections::BinaryHeap;

/// The forces of a group in a step; the order is that of length, the earlier of two equally long
/// ones being less.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Block {
    length: usize,
    step: u64,
    group: usize,
    bytes: Vec<u8>,
}

/// The exact forces of a run that may have room.
#[derive(Debug)]
pub(super) struct ExactForces {
    heap: BinaryHeap<Block>,
    /// Bytes in the heap, and the most that there may be.
    total: usize,
    most: usize,
}

impl ExactForces {
    /// No forces yet; there will never be room for more bytes than this.
    pub(super) fn new(most: usize) -> Self {
        Self {
            heap: BinaryHeap::new(),
            total: 0,
            most,
        }
    }

    /// Keeps the forces of a group while they are among the shortest.
    pub(super) fn offer(&mut self, step: u64, group: usize, forces: &GroupNumbers) {
        let mut bytes = Bytes::default();
        bytes.natural(step);
        bytes.natural(group as u64);
        bytes.integer(&forces.denominator);
        for number in &forces.numbers {
            bytes.integer(number);
        }
        let block = Block {
            length: bytes.len(),
            step,
            group,
            bytes: bytes.as_slice().to_vec(),
        };
        self.total += block.length;
        self.heap.push(block);
        while self.total > self.most {
            let Some(longest) = self.heap.pop() else {
                break;
            };
            self.total -= longest.length;
        }
    }

    /// Those for which so many bytes have room, in the order of steps: their number, then one after
    /// the other.
    pub(super) fn within(&self, room: usize) -> (usize, Bytes) {
        let mut blocks: Vec<&Block> = self.heap.iter().collect();
        blocks.sort_unstable();
        let mut left = room;
        let mut kept = Vec::new();
        for block in blocks {
            if block.length > left {
                break;
            }
            left -= block.length;
            kept.push(block);
        }
        kept.sort_unstable_by_key(|block| (block.step, block.group));
        let mut bytes = Bytes::default();
        bytes.natural(kept.len() as u64);
        for block in &kept {
            bytes.extend(&block.bytes);
        }
        (kept.len(), bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;

    fn forces(bits: u32) -> GroupNumbers {
        GroupNumbers {
            denominator: BigInt::from(1),
            numbers: vec![BigInt::from(1) << bits],
        }
    }

    /// A block of a number with so many whole bytes has 2 + 2 + 1 + that many bytes.
    #[test]
    fn the_shortest_are_kept_in_the_order_of_steps() {
        let mut exact = ExactForces::new(60);
        for (step, bytes) in [(1u64, 31), (2, 7), (3, 23), (4, 3), (5, 15)] {
            exact.offer(step, 0, &forces(8 * (bytes - 1)));
        }
        assert!(exact.total <= 60);
        assert_steps(&exact, 60, &[2, 4, 5]);
        assert_steps(&exact, 20, &[2, 4]);
        assert_steps(&exact, 7, &[]);
    }

    /// Of which steps there are forces in so many bytes.
    fn assert_steps(exact: &ExactForces, room: usize, expected: &[u8]) {
        let (count, bytes) = exact.within(room);
        assert!(bytes.len() <= room + 1);
        let bytes = bytes.as_slice();
        let mut steps = Vec::new();
        let mut at = 1;
        while at < bytes.len() {
            steps.push(bytes[at]);
            let length = bytes[at + 4] / 2;
            at += 5 + usize::from(length);
        }
        assert_eq!(steps.len(), count);
        assert_eq!(steps, expected);
    }
}
