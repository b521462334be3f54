//! Linear complementarity problems by pivoting, over the integers.
//!
//! ```text
//! s = Q μ + q,   s ≥ 0, μ ≥ 0, s·μ = 0   (equalities: s = 0, μ free)
//! ```
//!
//! Equalities go first: the multiplier of each is exchanged with its slack, which is then kept at
//! zero. Their part of Q is a Gram matrix, whose Schur complements are Gram matrices as well, so a
//! zero on the diagonal means a dependent row, whose slack is a constant: 0, and the row is left
//! out, or not, and nothing is feasible. The rest is the same problem with the free multipliers
//! carried along.
//!
//! C. E. Lemke, *Bimatrix equilibrium points and mathematical programming* (1965): s = Q μ + q + z
//! with a cover z that starts large enough; whenever a variable leaves the basis its complement
//! enters, until z leaves. R. W. Cottle, J.-S. Pang and R. E. Stone, *The Linear Complementarity
//! Problem* (1992), ch. 4: with the lexicographic ratio test no basis recurs. If nothing stops the
//! entering variable, it ends on a ray μ', s', z'.

use crate::friction::dictionary::{Dictionary, Variable};
use crate::friction::effort::Effort;
use malachite::Integer;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use std::cmp::Ordering;

/// A linear complementarity problem on its way.
pub struct Tableau {
    dictionary: Dictionary,
    equalities: usize,
    /// The number of rows that there were at first.
    rows: usize,
}

/// How it ends.
pub enum Termination {
    /// All slacks and multipliers are complementary.
    Solved,
    /// On a ray: the multipliers along it.
    Ray(Vec<Integer>),
    /// It was told to stop, or the budget is spent.
    Stopped,
}

impl Tableau {
    /// Each line has the coefficients of all multipliers, that of the cover, and the constant.
    /// Equalities come first; the cover has no part in them.
    #[must_use]
    pub fn new(lines: Vec<Vec<Integer>>, equalities: usize) -> Self {
        let rows = lines.len();
        let mut nonbasic: Vec<Variable> = (0..rows).map(Variable::Multiplier).collect();
        nonbasic.push(Variable::Cover);
        let basic = (0..rows).map(Variable::Slack).collect();
        Self {
            dictionary: Dictionary::new(basic, nonbasic, lines),
            equalities,
            rows,
        }
    }

    /// Pivots until it ends, or until `budget` machine words have been multiplied, about.
    pub fn solve(&mut self, effort: &mut Effort, budget: u64) -> Termination {
        if let Some(ray) = self.eliminate_equalities(effort) {
            return Termination::Ray(ray);
        }
        self.pivot_until_uncovered(effort, budget)
    }

    /// D > 0.
    #[must_use]
    pub fn denominator(&self) -> &Integer {
        &self.dictionary.denominator
    }

    /// Makes all slacks of equalities zero. Returns a Farkas certificate if that is impossible.
    fn eliminate_equalities(&mut self, effort: &mut Effort) -> Option<Vec<Integer>> {
        for equality in 0..self.equalities {
            let row = self.dictionary.row(Variable::Slack(equality));
            let column = self.dictionary.column(Variable::Multiplier(equality));
            let (Some(row), Some(column)) = (row, column) else {
                unreachable!("no equality has been exchanged before")
            };
            if self.dictionary.entries[row][column] != 0 {
                self.dictionary.exchange(row, column, effort);
            } else if *self.dictionary.constant(row) != 0 {
                let sign = if *self.dictionary.constant(row) < 0 {
                    Integer::ONE
                } else {
                    -Integer::ONE
                };
                return Some(
                    self.ray(column)
                        .into_iter()
                        .map(|value| value * &sign)
                        .collect(),
                );
            } else {
                self.dictionary.drop_row(row);
            }
            self.dictionary.drop_column(column);
        }
        None
    }

    /// Lemke's method.
    fn pivot_until_uncovered(&mut self, effort: &mut Effort, budget: u64) -> Termination {
        let Some(mut leaving) = self.first_leaving() else {
            return Termination::Solved;
        };
        let mut entering = Variable::Cover;
        let mut spent = 0;
        while effort.monitor.check().is_ok() && spent <= budget {
            let Some(column) = self.dictionary.column(entering) else {
                unreachable!("the complement of what left is nonbasic")
            };
            let left = self.dictionary.basic[leaving];
            self.dictionary.exchange(leaving, column, effort);
            spent = spent.saturating_add(self.words());
            let Some(cover) = self.dictionary.row(Variable::Cover) else {
                return Termination::Solved;
            };
            if *self.dictionary.constant(cover) == 0 {
                return Termination::Solved;
            }
            entering = match left {
                Variable::Multiplier(row) => Variable::Slack(row),
                Variable::Slack(row) => Variable::Multiplier(row),
                Variable::Cover => return Termination::Solved,
            };
            let Some(column) = self.dictionary.column(entering) else {
                unreachable!("one of each pair is nonbasic")
            };
            let mut falling = Vec::new();
            for (row, entries) in self.dictionary.entries.iter().enumerate() {
                if !self.is_free(row) && entries[column] < 0 {
                    falling.push(row);
                }
            }
            match self.lexicographic_minimum(falling, column) {
                Some(row) => leaving = row,
                None => return Termination::Ray(self.ray(column)),
            }
        }
        Termination::Stopped
    }

    /// The row whose slack the cover has to cover most; `None` if no slack is negative.
    fn first_leaving(&self) -> Option<usize> {
        let mut negative = Vec::new();
        for row in 0..self.dictionary.basic.len() {
            if !self.is_free(row) && *self.dictionary.constant(row) < 0 {
                negative.push(row);
            }
        }
        let column = self.dictionary.column(Variable::Cover)?;
        self.lexicographic_minimum(negative, column)
    }

    /// About how many machine words the dictionary has.
    fn words(&self) -> u64 {
        let lines = self.dictionary.entries.len() as u64;
        let columns = self.dictionary.nonbasic.len() as u64;
        let long = self.dictionary.denominator.significant_bits() / 64 + 1;
        lines.saturating_mul(columns).saturating_mul(long)
    }

    /// Whether the basic variable of a row is the multiplier of an equality.
    fn is_free(&self, row: usize) -> bool {
        match self.dictionary.basic[row] {
            Variable::Multiplier(index) => index < self.equalities,
            _ => false,
        }
    }

    /// The row with the least ratio of its value to its entry in a column, up to sign, where slack
    /// j of the first dictionary has been raised by ε^j.
    fn lexicographic_minimum(&self, candidates: Vec<usize>, column: usize) -> Option<usize> {
        candidates.into_iter().reduce(|least, row| {
            if self.compare_ratios(row, least, column) == Ordering::Less {
                row
            } else {
                least
            }
        })
    }

    fn compare_ratios(&self, one: usize, other: usize, column: usize) -> Ordering {
        let sizes = [one, other].map(|row| {
            let entry = &self.dictionary.entries[row][column];
            Integer::from(entry.unsigned_abs_ref())
        });
        let values = [one, other].map(|row| self.dictionary.constant(row).clone());
        let mut order = compare_quotients(&values, &sizes);
        for slack in self.equalities..self.rows {
            if order != Ordering::Equal {
                break;
            }
            let changes = [one, other].map(|row| self.sensitivity(row, slack));
            order = compare_quotients(&changes, &sizes);
        }
        order
    }

    /// D times the change of a basic variable with the constant of a slack in the first dictionary.
    fn sensitivity(&self, row: usize, slack: usize) -> Integer {
        let slack = Variable::Slack(slack);
        match self.dictionary.column(slack) {
            Some(column) => -&self.dictionary.entries[row][column],
            None if self.dictionary.basic[row] == slack => self.dictionary.denominator.clone(),
            None => Integer::ZERO,
        }
    }

    /// D times the change of all multipliers with the variable of a column.
    fn ray(&self, column: usize) -> Vec<Integer> {
        let mut ray = vec![Integer::ZERO; self.rows];
        if let Variable::Multiplier(row) = self.dictionary.nonbasic[column] {
            ray[row] = self.dictionary.denominator.clone();
        }
        for (variable, line) in self.dictionary.basic.iter().zip(&self.dictionary.entries) {
            if let Variable::Multiplier(row) = variable {
                ray[*row] = line[column].clone();
            }
        }
        ray
    }

    /// D μ.
    #[must_use]
    pub fn multipliers(&self) -> Vec<Integer> {
        let mut multipliers = vec![Integer::ZERO; self.rows];
        for (row, variable) in self.dictionary.basic.iter().enumerate() {
            if let Variable::Multiplier(index) = variable {
                multipliers[*index] = self.dictionary.constant(row).clone();
            }
        }
        multipliers
    }
}

/// How the quotients of two numbers by two positive ones compare.
fn compare_quotients([one, other]: &[Integer; 2], [by_one, by_other]: &[Integer; 2]) -> Ordering {
    (one * by_other).cmp(&(other * by_one))
}
