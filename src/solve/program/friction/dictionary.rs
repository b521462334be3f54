//! Linear equations solved for some of their variables, over the integers.
//!
//! ```text
//! D (basic)_i = Σ_c t_ic (nonbasic)_c + t_i,   D > 0
//! ```
//!
//! Exchanging a basic with a nonbasic variable makes the pivot entry the new D, and all other
//! entries are divided by the old one without remainder, for they are minors of the first matrix:
//! J. Edmonds, *Systems of distinct representatives and linear algebra* (1967), after Bareiss.

use crate::friction::effort::Effort;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::DivExact;
use malachite::base::num::basic::traits::One;
use std::mem;

/// A variable of the complementarity problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variable {
    /// The multiplier of a row.
    Multiplier(usize),
    /// The slack of a row.
    Slack(usize),
    /// The artificial variable that covers negative slacks.
    Cover,
}

/// A dictionary.
pub(crate) struct Dictionary {
    pub(crate) basic: Vec<Variable>,
    pub(crate) nonbasic: Vec<Variable>,
    /// For each basic variable the coefficients of the nonbasic ones, and the constant at the end.
    pub(crate) entries: Vec<Vec<Integer>>,
    pub(crate) denominator: Integer,
}

impl Dictionary {
    /// A dictionary with D = 1.
    pub(crate) fn new(
        basic: Vec<Variable>,
        nonbasic: Vec<Variable>,
        entries: Vec<Vec<Integer>>,
    ) -> Self {
        Self {
            basic,
            nonbasic,
            entries,
            denominator: Integer::ONE,
        }
    }

    /// D times the value of a basic variable where all nonbasic ones are zero.
    pub(crate) fn constant(&self, row: usize) -> &Integer {
        &self.entries[row][self.nonbasic.len()]
    }

    /// The row of a basic variable.
    pub(crate) fn row(&self, variable: Variable) -> Option<usize> {
        self.basic.iter().position(|&other| other == variable)
    }

    /// The column of a nonbasic variable.
    pub(crate) fn column(&self, variable: Variable) -> Option<usize> {
        self.nonbasic.iter().position(|&other| other == variable)
    }

    /// Exchanges the basic variable of a row with the nonbasic one of a column; their entry must
    /// not be zero.
    pub(crate) fn exchange(&mut self, row: usize, column: usize, effort: &mut Effort) {
        effort.pivot();
        let Self {
            basic,
            nonbasic,
            entries,
            denominator,
        } = self;
        let mut pivot_row = mem::take(&mut entries[row]);
        let pivot = mem::take(&mut pivot_row[column]);
        for (index, line) in entries.iter_mut().enumerate() {
            if index == row {
                continue;
            }
            let factor = mem::take(&mut line[column]);
            for (value, above) in line.iter_mut().zip(&pivot_row) {
                *value *= &pivot;
                if factor != 0 && *above != 0 {
                    *value -= &factor * above;
                }
                if *denominator != 1 && *value != 0 {
                    *value = (&*value).div_exact(&*denominator);
                }
            }
            line[column] = factor;
        }
        for value in &mut pivot_row {
            *value = -&*value;
        }
        pivot_row[column] = mem::replace(denominator, pivot);
        entries[row] = pivot_row;
        if *denominator < 0 {
            *denominator = -&*denominator;
            for value in entries.iter_mut().flatten() {
                *value = -&*value;
            }
        }
        mem::swap(&mut basic[row], &mut nonbasic[column]);
        effort.see_all(entries.iter().flatten());
        effort.see(denominator);
    }

    /// Keeps a nonbasic variable at zero for good.
    pub(crate) fn drop_column(&mut self, column: usize) {
        self.nonbasic.remove(column);
        for line in &mut self.entries {
            line.remove(column);
        }
    }

    /// Forgets a basic variable.
    pub(crate) fn drop_row(&mut self, row: usize) {
        self.basic.remove(row);
        self.entries.remove(row);
    }
}
