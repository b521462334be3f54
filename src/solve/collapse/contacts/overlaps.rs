//! All parts of a scene that overlap, told in one line.

use super::Overlap;
use std::fmt;
use zwang_exact::Rational;

/// This many pairs are looked for.
pub(super) const MOST: usize = 1000;
/// This many pairs are listed in a message.
const LISTED: usize = 8;

/// The parts of a scene that overlap: at least one pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlaps {
    /// The pairs, in the order of parts.
    pub pairs: Vec<Overlap>,
    /// Whether there may be more pairs than these.
    pub are_more: bool,
    /// The scene file, as one types it, if that is known.
    pub file: Option<String>,
}

impl Overlaps {
    /// Those that no moves of bodies by up to a limit undo, if there are any; the square of the
    /// limit is given, m².
    #[must_use]
    pub fn beyond(mut self, limit_squared: &Rational) -> Option<Self> {
        self.pairs
            .retain(|pair| !pair.can_part || pair.depth.squared() > limit_squared);
        if self.pairs.is_empty() {
            None
        } else {
            Some(self)
        }
    }
}

/// The first pair in full, the others by name and depth, and what takes them apart.
impl fmt::Display for Overlaps {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let Some(first) = self.pairs.first() else {
            return formatter.write_str("no parts overlap");
        };
        write!(formatter, "{first}")?;
        let others = &self.pairs[1..];
        if !others.is_empty() {
            let least = if self.are_more { "at least " } else { "" };
            let count = others.len();
            let pairs = if count == 1 {
                "pair overlaps"
            } else {
                "pairs overlap"
            };
            write!(formatter, "; {least}{count} more {pairs}: ")?;
            for (index, pair) in others.iter().take(LISTED).enumerate() {
                let comma = if index == 0 { "" } else { ", " };
                let [first, second] = &pair.bodies;
                let depth = pair.depth.short();
                write!(formatter, "{comma}`{first}` / `{second}` by {depth}")?;
            }
            if count > LISTED {
                write!(formatter, ", …")?;
            }
        }
        if self.pairs.iter().all(|pair| pair.can_part) {
            let deepest = self.pairs.iter().map(|pair| &pair.depth);
            let deepest = deepest.max_by(|one, other| one.squared().cmp(other.squared()));
            if let Some(depth) = deepest {
                let within = depth.rounded_up();
                let file = self.file.as_deref().unwrap_or("FILE");
                write!(formatter, "; try zwang scene snap {file} --within {within}")?;
            }
        }
        Ok(())
    }
}
