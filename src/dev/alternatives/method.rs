//! The interface of all methods: the answer, and its cost.

use zwang_program::kernel::pivoting::Effort;
use zwang_program::kernel::{Outcome, Problem};
use zwang_program::{Interrupted, Monitor};

/// A way to solve a program exactly.
pub trait Method: Sync {
    /// Its name in tables.
    fn name(&self) -> &'static str;

    /// The answer, with its certificate. Pivots are counted in the monitor as well.
    ///
    /// # Errors
    /// [`Interrupted`] if the monitor is told to stop before there is an answer.
    fn solve(&self, problem: &Problem, monitor: &Monitor) -> Result<MethodAnswer, Interrupted>;
}

/// The answer of a method, and what it cost.
#[derive(Clone, Debug)]
pub struct MethodAnswer {
    /// The optimum, or the proof that there is none.
    pub outcome: Outcome,
    /// Changes of the set of rows or of the basis, one row at a time.
    pub pivots: usize,
    /// Bits of the largest integer that the method has computed with; for a
    /// method that lifts solutions from their residues, of the answer.
    pub bits: u64,
}

impl MethodAnswer {
    pub(super) fn new(effort: &Effort, outcome: Outcome) -> Self {
        Self {
            outcome,
            pivots: effort.pivots,
            bits: effort.bits,
        }
    }
}
