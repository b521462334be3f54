//! Contact patterns: how many bricks lie on each level, and which of them bear which.
//!
//! Bricks are numbered from 0, level by level from the table up, from left to right. A contact is
//! named by its number, too: first those with the table, then those of the second level, brick by
//! brick from left to right, each with what it lies on from left to right, and so on.

/// A contact pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The number of bricks of each level; none is 0.
    pub levels: Vec<usize>,
    /// For each level but the lowest and each brick of it, the first and the last of the bricks
    /// that it lies on, counted from 0 from the left in the level below.
    pub supports: Vec<Vec<[usize; 2]>>,
}

/// A contact: one brick lies on another, or on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// The brick that lies.
    pub upper: usize,
    /// The brick that bears it; `None` for the table.
    pub lower: Option<usize>,
}

/// The most bricks that one brick can lie on: on three if it covers the middle one exactly.
const MOST_SUPPORTS: usize = 3;

impl Pattern {
    /// The number of bricks.
    #[must_use]
    pub fn bricks(&self) -> usize {
        self.levels.iter().sum()
    }

    /// The number of the first brick of a level.
    #[must_use]
    pub fn first_of(&self, level: usize) -> usize {
        self.levels[..level].iter().sum()
    }

    /// The number of the last brick of a level.
    #[must_use]
    pub fn last_of(&self, level: usize) -> usize {
        self.first_of(level + 1) - 1
    }

    /// The level of each brick, counted from 0 for what lies on the table.
    #[must_use]
    pub fn level_of_bricks(&self) -> Vec<usize> {
        let mut levels = Vec::new();
        for (level, count) in self.levels.iter().enumerate() {
            levels.extend(std::iter::repeat_n(level, *count));
        }
        levels
    }

    /// All contacts, in their order.
    #[must_use]
    pub fn contacts(&self) -> Vec<Contact> {
        let mut contacts = Vec::new();
        for upper in 0..self.levels[0] {
            contacts.push(Contact { upper, lower: None });
        }
        for (below, supports) in self.supports.iter().enumerate() {
            let first_upper = self.first_of(below + 1);
            let first_lower = self.first_of(below);
            for (place, [first, last]) in supports.iter().enumerate() {
                for lower in *first..=*last {
                    contacts.push(Contact {
                        upper: first_upper + place,
                        lower: Some(first_lower + lower),
                    });
                }
            }
        }
        contacts
    }

    /// The contacts whose forces can be chosen: of each brick all but the last one that it lies on.
    #[must_use]
    pub fn free_contacts(&self) -> Vec<usize> {
        let contacts = self.contacts();
        let mut free = Vec::new();
        for (number, pair) in contacts.windows(2).enumerate() {
            if pair[0].upper == pair[1].upper {
                free.push(number);
            }
        }
        free
    }

    /// The pattern in a line: each level from the table up, each brick with what it lies on.
    #[must_use]
    pub fn spelled(&self) -> String {
        let mut words = vec![format!("{} on the table", self.levels[0])];
        for supports in &self.supports {
            let mut bricks = Vec::new();
            for [first, last] in supports {
                bricks.push(match first == last {
                    true => format!("{first}"),
                    false => format!("{first}-{last}"),
                });
            }
            words.push(format!("{} on {}", supports.len(), bricks.join(", ")));
        }
        words.join("; ")
    }
}

/// All patterns of so many bricks, each once, in the order of the proof.
///
/// The levels come in lexicographic order of their numbers of bricks; among equal ones, the
/// supports in lexicographic order.
#[must_use]
pub fn patterns(bricks: usize) -> Vec<Pattern> {
    let mut patterns = Vec::new();
    for levels in compositions(bricks) {
        let mut stacks = vec![Vec::new()];
        for pair in levels.windows(2) {
            let choices = supports(pair[1], pair[0], 0);
            let mut higher = Vec::new();
            for stack in &stacks {
                for choice in &choices {
                    let mut stack: Vec<Vec<[usize; 2]>> = stack.clone();
                    stack.push(choice.clone());
                    higher.push(stack);
                }
            }
            stacks = higher;
        }
        for supports in stacks {
            patterns.push(Pattern {
                levels: levels.clone(),
                supports,
            });
        }
    }
    patterns
}

/// All lists of positive numbers with this sum, in lexicographic order.
fn compositions(sum: usize) -> Vec<Vec<usize>> {
    if sum == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in 1..=sum {
        for rest in compositions(sum - first) {
            let mut composition = vec![first];
            composition.extend(rest);
            all.push(composition);
        }
    }
    all
}

/// All ways in which so many bricks lie on so many, the leftmost on none before `from`.
fn supports(upper: usize, lower: usize, from: usize) -> Vec<Vec<[usize; 2]>> {
    if upper == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in from..lower {
        let end = lower.min(first + MOST_SUPPORTS);
        for last in first..end {
            for rest in supports(upper - 1, lower, last) {
                let mut choice = vec![[first, last]];
                choice.extend(rest);
                all.push(choice);
            }
        }
    }
    all
}
