//! How much is looked at in a step, which is bounded (`proofs/RUN.md`, sections 5, 7, 9 and 12).

use super::pairs::Size;
use crate::rejection::Condition::L1;
use crate::rejection::Result;
use std::cell::Cell;

/// This much may be looked at in a step, beside 4 for each part of a body.
const MOST: usize = 1 << 15;

/// This many rows may be listed in a step, beside 8 for each vertex of the scene.
const MOST_ROWS: usize = 1 << 15;
const OF_EACH_VERTEX: usize = 8;

/// This many rows may the nodes of trees have in sum, beside 64 for each vertex of the scene.
const MOST_OF_NODES: usize = 1 << 15;
const OF_EACH_VERTEX_IN_NODES: usize = 64;

/// This many rows and pins may meet in the rounds of a step, beside 2^10 for each part of a body.
const MOST_OF_ROUNDS: usize = 1 << 16;
const OF_EACH_PART_IN_ROUNDS: usize = 1 << 10;

/// How many bytes pay for a gap.
const OF_A_GAP: usize = 2;

/// The work of a step.
pub(super) struct Work {
    /// The cost of bodies and pairs, and how many bytes pay for the step.
    spent: usize,
    bytes: usize,
    most: usize,
    done: Cell<usize>,
    most_rows: usize,
    rows: Cell<usize>,
    most_of_nodes: usize,
    of_nodes: Cell<usize>,
    most_of_rounds: usize,
    of_rounds: Cell<usize>,
}

/// L1: what costs so much is paid for by some bytes.
pub(super) fn require_paid(cost: usize, bytes: usize) -> Result {
    if cost > bytes {
        let found =
            format!("a cost of at least {cost}, where {bytes} bytes are left to pay for it");
        let required = "records with `state`, or fewer steps at once";
        return L1.exceed("the run", found, required);
    }
    Ok(())
}

impl Work {
    /// That of a scene of this size, in a step that has cost something so far, and may cost so many
    /// bytes.
    pub(super) fn new(Size { parts, vertices }: Size, spent: usize, bytes: usize) -> Self {
        let of_vertices = vertices.saturating_mul(OF_EACH_VERTEX);
        let in_nodes = vertices.saturating_mul(OF_EACH_VERTEX_IN_NODES);
        let in_rounds = parts.saturating_mul(OF_EACH_PART_IN_ROUNDS);
        Self {
            spent,
            bytes,
            most: parts.saturating_mul(4).saturating_add(MOST),
            done: Cell::new(0),
            most_rows: of_vertices.saturating_add(MOST_ROWS),
            rows: Cell::new(0),
            most_of_nodes: in_nodes.saturating_add(MOST_OF_NODES),
            of_nodes: Cell::new(0),
            most_of_rounds: in_rounds.saturating_add(MOST_OF_ROUNDS),
            of_rounds: Cell::new(0),
        }
    }

    /// L1: a program has a tree of so many nodes, each of which may look at all of its rows.
    pub(super) fn branch(&self, nodes: usize, rows: usize) -> Result {
        if nodes <= 1 {
            return Ok(());
        }
        let more = nodes.saturating_mul(rows);
        self.of_nodes.set(self.of_nodes.get().saturating_add(more));
        if self.of_nodes.get() > self.most_of_nodes {
            let found = format!("more than {} rows in all nodes", self.most_of_nodes);
            let required = "fewer nodes, or a smaller step";
            return L1.exceed("trees of options", found, required);
        }
        require_paid(self.cost(), self.bytes)
    }

    /// L1: so many rows and pins meet in a part of the step that has so many rounds.
    pub(super) fn strike(&self, meeting: usize, rounds: usize) -> Result {
        let more = meeting.saturating_mul(rounds.saturating_add(1));
        self.of_rounds
            .set(self.of_rounds.get().saturating_add(more));
        if self.of_rounds.get() > self.most_of_rounds {
            let found = format!("more than {} rows in all rounds", self.most_of_rounds);
            return L1.exceed("rounds", found, "fewer rounds");
        }
        require_paid(self.cost(), self.bytes)
    }

    /// The cost of the step, in bytes that pay for it.
    pub(super) fn cost(&self) -> usize {
        let rows = self.rows.get() / 4;
        let of_trees = (self.of_nodes.get() / 8).saturating_add(self.of_rounds.get() / 16);
        let of_gaps = self.done.get().saturating_mul(OF_A_GAP);
        let of_all = self.spent.saturating_add(of_gaps);
        of_all.saturating_add(rows).saturating_add(of_trees)
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
        require_paid(self.cost(), self.bytes)?;
        Ok(free.saturating_sub(count))
    }

    /// How many gaps may be looked at.
    pub(super) fn most_gaps(&self) -> usize {
        self.most
    }

    /// L1: some more gaps, or pairs and bodies of one more part of the step.
    pub(super) fn add(&self, count: usize) -> Result {
        self.done.set(self.done.get().saturating_add(count));
        self.require_few_gaps(self.done.get())?;
        require_paid(self.cost(), self.bytes)
    }

    /// L1: so many gaps may be looked at.
    pub(super) fn require_few_gaps(&self, count: usize) -> Result {
        if count > self.most {
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
