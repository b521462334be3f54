//! How much work a proof may ask for: FORMAT.md, section 12, *Form*.

use crate::rejection::Condition::Form;
use crate::rejection::Result;

/// The most work that all pairs of parts together may be, or all trees.
const MOST: usize = 1 << 24;

/// Work that has been done.
pub(crate) struct Work {
    /// The work that it is spent on.
    on: &'static str,
    done: usize,
}

impl Work {
    /// None yet on separations.
    pub(crate) fn none() -> Self {
        Self::on("separations")
    }

    /// None yet on such things.
    pub(crate) fn on(on: &'static str) -> Self {
        Self { on, done: 0 }
    }

    /// More of it, which is the product of two numbers.
    pub(crate) fn add(&mut self, count: usize, times: usize) -> Result {
        let Self { on, done } = self;
        *done = done.saturating_add(count.saturating_mul(times));
        if *done > MOST {
            let found = format!("{on} of {done} steps, so far");
            return Form.exceed("certificate", found, format!("at most {MOST}"));
        }
        Ok(())
    }
}
