//! Linear equations solved for some of their variables, over the integers.
//!
//! ```text
//! D (basic)_i = Σ_c t_ic (nonbasic)_c + t_i,   D > 0
//! ```
//!
//! Exchanging a basic with a nonbasic variable makes the pivot entry the new D, and all other
//! entries are divided by the old one without remainder, for they are minors of the first matrix:
//! J. Edmonds, *Systems of distinct representatives and linear algebra* (1967), after Bareiss.

use crate::effort::Effort;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::DivExact;
use malachite::base::num::basic::traits::One;

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
        let mut pivot_row = std::mem::take(&mut self.entries[row]);
        let pivot = std::mem::take(&mut pivot_row[column]);
        for (_, line) in self
            .entries
            .iter_mut()
            .enumerate()
            .filter(|(index, _)| *index != row)
        {
            let factor = std::mem::take(&mut line[column]);
            for (value, above) in line.iter_mut().zip(&pivot_row) {
                *value *= &pivot;
                if factor != 0 && *above != 0 {
                    *value -= &factor * above;
                }
                if self.denominator != 1 && *value != 0 {
                    *value = (&*value).div_exact(&self.denominator);
                }
            }
            line[column] = factor;
        }
        pivot_row.iter_mut().for_each(|value| *value = -&*value);
        pivot_row[column] = std::mem::replace(&mut self.denominator, pivot);
        self.entries[row] = pivot_row;
        if self.denominator < 0 {
            self.denominator = -&self.denominator;
            self.entries
                .iter_mut()
                .flatten()
                .for_each(|value| *value = -&*value);
        }
        std::mem::swap(&mut self.basic[row], &mut self.nonbasic[column]);
        effort.see_all(self.entries.iter().flatten());
        effort.see(&self.denominator);
    }

    /// Keeps a nonbasic variable at zero for good.
    pub(crate) fn drop_column(&mut self, column: usize) {
        self.nonbasic.remove(column);
        self.entries.iter_mut().for_each(|line| {
            line.remove(column);
        });
    }

    /// Forgets a basic variable.
    pub(crate) fn drop_row(&mut self, row: usize) {
        self.basic.remove(row);
        self.entries.remove(row);
    }
}
