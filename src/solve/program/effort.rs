//! What pivoting has cost so far.

use crate::monitor::Monitor;
use malachite::Integer;
use malachite::base::num::logic::traits::SignificantBits;

/// Counts of a method that pivots.
pub(crate) struct Effort<'a, 'b> {
    pub(crate) monitor: &'a Monitor<'b>,
    pub(crate) pivots: usize,
    pub(crate) bits: u64,
}

impl<'a, 'b> Effort<'a, 'b> {
    pub(crate) fn new(monitor: &'a Monitor<'b>) -> Self {
        Self {
            monitor,
            pivots: 0,
            bits: 0,
        }
    }

    pub(crate) fn pivot(&mut self) {
        self.pivots += 1;
        self.monitor.count(|counts| counts.pivots += 1);
    }

    pub(crate) fn see(&mut self, number: &Integer) {
        self.bits = self.bits.max(number.unsigned_abs_ref().significant_bits());
    }

    pub(crate) fn see_all<'n>(&mut self, numbers: impl IntoIterator<Item = &'n Integer>) {
        numbers.into_iter().for_each(|number| self.see(number));
    }
}
