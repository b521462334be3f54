//! How much is looked at in a step, which is bounded (`proofs/RUN.md`, sections 5 and 12).

use super::pairs::Size;
use crate::rejection::Condition::L1;
use crate::rejection::Result;
use std::cell::Cell;

/// This much may be looked at in a step, beside 4 for each part of a body.
const MOST: usize = 1 << 15;

/// This many rows may be listed in a step, beside 8 for each vertex of the scene.
const MOST_ROWS: usize = 1 << 16;
const OF_EACH_VERTEX: usize = 8;

/// The work of a step.
pub(super) struct Work {
    most: usize,
    done: Cell<usize>,
    most_rows: usize,
    rows: Cell<usize>,
}

impl Work {
    /// That of a scene of this size.
    pub(super) fn new(Size { parts, vertices }: Size) -> Self {
        let of_vertices = vertices.saturating_mul(OF_EACH_VERTEX);
        Self {
            most: parts.saturating_mul(4).saturating_add(MOST),
            done: Cell::new(0),
            most_rows: of_vertices.saturating_add(MOST_ROWS),
            rows: Cell::new(0),
        }
    }

    /// L1: some more rows are listed, but for so many that are free. Returns how many of these are
    /// left.
    pub(super) fn list(&self, count: usize, free: usize) -> Result<usize> {
        let more = count.saturating_sub(free);
        self.rows.set(self.rows.get().saturating_add(more));
        if self.rows.get() > self.most_rows {
            let found = format!("more than {} rows to look at", self.most_rows);
            let required = "a smaller step, or fewer vertices";
            return L1.exceed("edges and vertices", found, required);
        }
        Ok(free.saturating_sub(count))
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
