//! Branching at corners.
//!
//! A problem is solved without its corners first. If its answer violates one, each of the lists of
//! that corner gets a branch, in which the contacts of the list are imposed too. The ways that were
//! not split cover all ways to decide the corners. Who branches says which way is split next.

use std::collections::BTreeSet;

/// Which list holds at some corners: pairs (corner, list), ascending.
pub type Choices = Vec<(usize, usize)>;

/// The most ways that are tried for one group.
pub const MOST_CASES: usize = 4096;

/// There are more than [`MOST_CASES`] ways to decide the corners of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyCases;

/// Ways to decide corners that are still to be tried.
#[derive(Clone, Debug)]
pub struct Branching {
    /// The next one last.
    waiting: Vec<Choices>,
    tried: BTreeSet<Choices>,
    /// How many ways there are so far: each split replaces one.
    ways: usize,
}

impl Default for Branching {
    /// No corner is decided.
    fn default() -> Self {
        Self {
            waiting: vec![Choices::new()],
            tried: BTreeSet::new(),
            ways: 1,
        }
    }
}

impl Iterator for Branching {
    type Item = Choices;

    /// A way that was not tried before.
    fn next(&mut self) -> Option<Choices> {
        while let Some(choices) = self.waiting.pop() {
            if self.tried.insert(choices.clone()) {
                return Some(choices);
            }
        }
        None
    }
}

impl Branching {
    /// The lists of one corner come first.
    #[must_use]
    pub fn at(corner: usize, lists: impl DoubleEndedIterator<Item = usize>) -> Self {
        let waiting: Vec<Choices> = lists.rev().map(|list| vec![(corner, list)]).collect();
        Self {
            ways: waiting.len(),
            waiting,
            tried: BTreeSet::new(),
        }
    }

    /// Splits a way that was tried: the lists of a corner come next, each in turn.
    ///
    /// # Errors
    /// [`TooManyCases`] if there are too many ways then.
    pub fn split(
        &mut self,
        choices: &[(usize, usize)],
        corner: usize,
        lists: impl DoubleEndedIterator<Item = usize>,
    ) -> Result<(), TooManyCases> {
        self.split_with(choices, corner, lists, |_| Choices::new())
    }

    /// The same; with each list of the corner go its images at other corners, the first of each
    /// corner that has no list yet.
    ///
    /// # Errors
    /// The same.
    pub fn split_with(
        &mut self,
        choices: &[(usize, usize)],
        corner: usize,
        lists: impl DoubleEndedIterator<Item = usize>,
        images: impl Fn(usize) -> Choices,
    ) -> Result<(), TooManyCases> {
        self.ways -= 1;
        for list in lists.rev() {
            let mut branch = choices.to_vec();
            for choice in std::iter::once((corner, list)).chain(images(list)) {
                if branch.iter().all(|(known, _)| *known != choice.0) {
                    branch.push(choice);
                }
            }
            branch.sort_unstable();
            self.waiting.push(branch);
            self.ways += 1;
        }
        if self.ways > MOST_CASES {
            return Err(TooManyCases);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_in_their_order_and_ways_are_bounded() {
        let mut branching = Branching::default();
        assert_eq!(branching.next(), Some(vec![]));
        branching.split(&[], 7, 0..3).unwrap();
        assert_eq!(branching.next(), Some(vec![(7, 0)]));
        branching.split(&[(7, 0)], 2, 0..2).unwrap();
        let rest: Vec<Choices> = branching.by_ref().collect();
        let expected = [
            vec![(2, 0), (7, 0)],
            vec![(2, 1), (7, 0)],
            vec![(7, 1)],
            vec![(7, 2)],
        ];
        assert_eq!(rest, expected);
        // What was tried does not come again.
        branching.split(&[(7, 0)], 2, 0..1).unwrap();
        assert_eq!(branching.next(), None);
        let mut many = Branching::default();
        let mut splits = 0;
        while many.split(&[], splits, 0..2).is_ok() {
            splits += 1;
        }
        assert_eq!(splits, MOST_CASES - 1);
    }
}
