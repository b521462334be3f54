//! What methods have in common: the answer, and what it has cost.

use crate::monitor::{Interrupted, Monitor};
use crate::problem::{Outcome, Problem};
use malachite::Integer;
use malachite::base::num::logic::traits::SignificantBits;

/// A way to solve a program exactly.
pub trait Method: Sync {
    /// What tables call it.
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

/// What a method has cost so far.
pub(super) struct Effort<'a, 'b> {
    pub(super) monitor: &'a Monitor<'b>,
    pub(super) pivots: usize,
    pub(super) bits: u64,
}

impl<'a, 'b> Effort<'a, 'b> {
    pub(super) fn new(monitor: &'a Monitor<'b>) -> Self {
        Self {
            monitor,
            pivots: 0,
            bits: 0,
        }
    }

    pub(super) fn pivot(&mut self) {
        self.pivots += 1;
        self.monitor.count(|counts| counts.pivots += 1);
    }

    pub(super) fn see(&mut self, number: &Integer) {
        self.bits = self.bits.max(number.unsigned_abs_ref().significant_bits());
    }

    pub(super) fn see_all<'n>(&mut self, numbers: impl IntoIterator<Item = &'n Integer>) {
        numbers.into_iter().for_each(|number| self.see(number));
    }

    pub(super) fn answer(self, outcome: Outcome) -> MethodAnswer {
        MethodAnswer {
            outcome,
            pivots: self.pivots,
            bits: self.bits,
        }
    }
}
