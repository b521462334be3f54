//! The cost of pivoting so far.

use crate::monitor::Monitor;
use malachite::Integer;
use malachite::base::num::logic::traits::SignificantBits;

/// Counts of a method that pivots.
pub struct Effort<'a, 'b> {
    /// The monitor that is told, and that stops it.
    pub monitor: &'a Monitor<'b>,
    /// Exchanges of one row or variable.
    pub pivots: usize,
    /// Bits of the largest integer that was seen.
    pub bits: u64,
}

impl<'a, 'b> Effort<'a, 'b> {
    /// Nothing has been done yet.
    #[must_use]
    pub fn new(monitor: &'a Monitor<'b>) -> Self {
        Self {
            monitor,
            pivots: 0,
            bits: 0,
        }
    }

    /// Counts a pivot.
    pub fn pivot(&mut self) {
        self.pivots += 1;
        self.monitor.count(|counts| counts.pivots += 1);
    }

    /// Sees an integer that the method computes with.
    pub fn see(&mut self, number: &Integer) {
        self.bits = self.bits.max(number.unsigned_abs_ref().significant_bits());
    }

    /// Sees several.
    pub fn see_all<'n>(&mut self, numbers: impl IntoIterator<Item = &'n Integer>) {
        numbers.into_iter().for_each(|number| self.see(number));
    }
}
