//! How much is looked at in the parts of a step, which is bounded (`proofs/RUN.md`, section 12).

use crate::rejection::Condition::L1;
use crate::rejection::Result;
use std::cell::Cell;

/// So much may be looked at in a step, beside 4 for each part of a body.
const MOST: usize = 1 << 15;

/// The work of a step.
pub(super) struct Work {
    most: usize,
    done: Cell<usize>,
}

impl Work {
    /// That of a scene of so many parts.
    pub(super) fn new(parts: usize) -> Self {
        Self {
            most: parts.saturating_mul(4).saturating_add(MOST),
            done: Cell::new(0),
        }
    }

    /// L1: some more gaps, or pairs and bodies of one more part of the step.
    pub(super) fn add(&self, count: usize) -> Result {
        self.done.set(self.done.get().saturating_add(count));
        if self.done.get() > self.most {
            let found = format!(
                "more than {} gaps of edges and vertices to look at",
                self.most
            );
            let required = "a smaller step, or fewer vertices";
            return L1.exceed("what may meet", found, required);
        }
        Ok(())
    }
}
