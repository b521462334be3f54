//! Trees that decide corners (`proofs/FORMAT.md`, section 12).
//!
//! A tree is a list: an entry that is no leaf is followed by its branches, one after the other.

use crate::text::FormatError;
use std::fmt::Display;

/// A tree, from its root on.
pub type Tree<Leaf> = Vec<Node<Leaf>>;

/// An entry of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node<Leaf> {
    /// Its branches follow.
    Split(Split),
    /// No branches.
    Leaf(Leaf),
}

/// How the branches of an entry divide the ways in which a corner can open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The corner.
    pub corner: usize,
    /// The corner at which the branches differ.
    pub by: SplitBy,
}

/// The difference of the branches of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitBy {
    /// One branch for each normal of the corner, along which it opens at this vertex of T.
    Sides {
        /// The vertex of T.
        vertex: usize,
    },
    /// Two branches for a hinge, whose normals are on either side of the one with these weights.
    Normal([u32; 2]),
}

/// The keys of a split, as a file has them.
pub(super) struct SplitFile {
    pub(super) corner: Option<usize>,
    pub(super) vertex: Option<usize>,
    pub(super) between: Option<[u32; 2]>,
}

impl SplitFile {
    /// The split, or `None` if the entry has none of its keys.
    pub(super) fn into_split(self, place: [usize; 2]) -> Result<Option<Split>, FormatError> {
        let Self {
            corner,
            vertex,
            between,
        } = self;
        let (corner, by) = match (corner, vertex, between) {
            (None, None, None) => return Ok(None),
            (Some(corner), Some(vertex), None) => (corner, SplitBy::Sides { vertex }),
            (Some(corner), None, Some(weights)) => (corner, SplitBy::Normal(weights)),
            _ => return Err(half_entry(place)),
        };
        Ok(Some(Split { corner, by }))
    }
}

/// An entry that is neither a split nor a leaf.
pub(super) fn half_entry([group, entry]: [usize; 2]) -> FormatError {
    FormatError::HalfEntry { group, entry }
}

/// A tree as a file has it, an entry a line.
pub(super) fn written<Leaf, Text: Display>(
    tree: &[Node<Leaf>],
    leaf: impl Fn(&Leaf) -> Text,
) -> String {
    let entries = tree.iter().map(|node| match node {
        Node::Split(split) => split.to_string(),
        Node::Leaf(entry) => leaf(entry).to_string(),
    });
    let entries: Vec<String> = entries.collect();
    let entries = entries.join(",\n");
    format!("[{entries}]")
}

impl Display for Split {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        let corner = self.corner;
        match self.by {
            SplitBy::Sides { vertex } => {
                write!(formatter, "{{\"corner\":{corner},\"vertex\":{vertex}}}")
            }
            SplitBy::Normal([first, second]) => {
                write!(
                    formatter,
                    "{{\"corner\":{corner},\"between\":[{first},{second}]}}"
                )
            }
        }
    }
}
