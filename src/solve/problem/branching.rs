//! Branching at corners.
//!
//! A problem is solved without its corners first. If its answer violates one, each of the lists of
//! that corner gets a branch, in which the contacts of the list are imposed too. The ways that were
//! not split cover all ways to decide the corners. The caller says which way is split next.

use crate::groups::Group;
use std::collections::BTreeSet;

/// Which list holds at some corners: pairs (corner, list), ascending.
pub type Choices = Vec<(usize, usize)>;

/// The most ways that are tried for one group.
pub const MOST_CASES: usize = 4096;

/// The most corners that are looked at in all ways of one group together.
const MOST_WORK: usize = 1 << 19;

/// There are more than so many ways to decide the corners of a group: [`MOST_CASES`], or fewer in
/// groups of so many corners that these took too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyCases(pub usize);

/// Ways to decide corners that are still to be tried.
#[derive(Clone, Debug)]
pub struct Branching {
    /// The next one last.
    waiting: Vec<Choices>,
    tried: BTreeSet<Choices>,
    /// How many ways there are so far: each split replaces one.
    ways: usize,
    /// How many there may be.
    most: usize,
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
    /// No corner of a group is decided.
    #[must_use]
    pub fn new(group: &Group) -> Self {
        Self::of(group, vec![Choices::new()])
    }

    /// The lists of one corner of a group come first.
    #[must_use]
    pub fn at(group: &Group, corner: usize, lists: impl DoubleEndedIterator<Item = usize>) -> Self {
        let waiting = lists.rev().map(|list| vec![(corner, list)]);
        Self::of(group, waiting.collect())
    }

    fn of(group: &Group, waiting: Vec<Choices>) -> Self {
        let corners = group.corners.len().max(1);
        Self {
            ways: waiting.len(),
            waiting,
            tried: BTreeSet::new(),
            most: MOST_CASES.min(MOST_WORK / corners),
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
        if self.ways > self.most {
            return Err(TooManyCases(self.most));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_in_their_order_and_ways_are_bounded() {
        let mut branching = Branching::new(&group(2));
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
        for (corners, most) in [(1, 4096), (128, 4096), (256, 2048), (5000, 104)] {
            let mut many = Branching::new(&group(corners));
            let mut splits = 0;
            while many.split(&[], splits, 0..2).is_ok() {
                splits += 1;
            }
            assert_eq!(splits, most - 1);
            assert_eq!(many.split(&[], 0, 0..2), Err(TooManyCases(most)));
        }
    }

    fn group(corners: usize) -> Group {
        Group {
            corners: (0..corners).collect(),
            ..Group::default()
        }
    }
}
