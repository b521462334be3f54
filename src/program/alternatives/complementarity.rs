//! Contact space: the linear complementarity problem of the forces.
//!
//! In the integers of `scaled`, G = A W Aᵀ and the slacks s of the rows satisfy
//!
//! ```text
//! s = G μ - h,   s ≥ 0, μ ≥ 0, s·μ = 0   (equalities: s = 0, μ free)
//! ```
//!
//! Equalities go first: the multiplier of each is exchanged with its slack, which is then kept at
//! zero. The Schur complement of a Gram matrix is one as well, so a zero on the diagonal means a
//! dependent row, whose slack is a constant: 0, and the row is left out, or not, and nothing is
//! feasible. What remains is the same problem with the free multipliers carried along, G positive
//! semidefinite.
//!
//! C. E. Lemke, *Bimatrix equilibrium points and mathematical programming* (1965): s = G μ - h + z
//! with a cover z that starts large enough; whenever a variable leaves the basis its complement
//! enters, until z leaves. R. W. Cottle, J.-S. Pang and R. E. Stone, *The Linear Complementarity
//! Problem* (1992), ch. 4: with the lexicographic ratio test no basis recurs. If nothing stops the
//! entering variable, the ray μ', s', z' has z' = 0, μ'·G μ' = 0 and h·μ' > 0, because G is
//! semidefinite: Aᵀ μ' = 0, so that μ' proves infeasibility.

use super::dictionary::{Dictionary, Variable};
use super::method::{Effort, Method, MethodAnswer};
use super::scaled::Scaled;
use crate::monitor::{Interrupted, Monitor};
use crate::problem::{Outcome, Problem};
use malachite::Integer;
use malachite::base::num::basic::traits::{One, Zero};
use std::cmp::Ordering;

/// Lemke's method with the lexicographic ratio test, by integer-preserving pivots on a dense
/// tableau.
#[derive(Clone, Copy, Debug)]
pub struct Complementarity;

impl Method for Complementarity {
    fn name(&self) -> &'static str {
        "complementarity"
    }

    fn solve(&self, problem: &Problem, monitor: &Monitor) -> Result<MethodAnswer, Interrupted> {
        let scaled = Scaled::new(problem);
        let mut effort = Effort::new(monitor);
        let mut tableau = Tableau::new(&scaled);
        let farkas = tableau
            .eliminate_equalities(&mut effort)
            .or_else(|| tableau.pivot_until_uncovered(&mut effort));
        // Once it is time to stop it stays so, and the pivots have ended early.
        monitor.check()?;
        let outcome = match farkas {
            Some(multipliers) => Outcome::Infeasible(multipliers),
            None => Outcome::Optimal(
                scaled.optimum(tableau.multipliers(), &tableau.dictionary.denominator),
            ),
        };
        Ok(effort.answer(outcome))
    }
}

struct Tableau<'a> {
    scaled: &'a Scaled<'a>,
    dictionary: Dictionary,
}

impl<'a> Tableau<'a> {
    fn new(scaled: &'a Scaled) -> Self {
        let problem = scaled.problem;
        let rows = problem.rows.len();
        let mut lines = Vec::with_capacity(rows);
        for row in 0..rows {
            let response = scaled.response(row);
            let cover = if row < problem.equalities {
                Integer::ZERO
            } else {
                Integer::ONE
            };
            let gram = problem.rows.iter().map(|other| other.product(&response));
            lines.push(gram.chain([cover, -&scaled.shortfalls[row]]).collect());
        }
        let nonbasic = (0..rows)
            .map(Variable::Multiplier)
            .chain([Variable::Cover])
            .collect();
        let dictionary = Dictionary::new((0..rows).map(Variable::Slack).collect(), nonbasic, lines);
        Self { scaled, dictionary }
    }

    /// Makes all slacks of equalities zero. Returns a Farkas certificate if that is impossible.
    fn eliminate_equalities(&mut self, effort: &mut Effort) -> Option<Vec<Integer>> {
        for equality in 0..self.scaled.problem.equalities {
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

    /// Lemke's method. Returns a Farkas certificate if it ends in a ray.
    fn pivot_until_uncovered(&mut self, effort: &mut Effort) -> Option<Vec<Integer>> {
        let mut entering = Variable::Cover;
        let mut leaving = {
            let negative: Vec<usize> = (0..self.dictionary.basic.len())
                .filter(|&row| !self.is_free(row) && *self.dictionary.constant(row) < 0)
                .collect();
            self.lexicographic_minimum(negative, self.dictionary.column(entering)?)?
        };
        while effort.monitor.check().is_ok() {
            let Some(column) = self.dictionary.column(entering) else {
                unreachable!("the complement of what left is nonbasic")
            };
            let left = self.dictionary.basic[leaving];
            self.dictionary.exchange(leaving, column, effort);
            let cover = self.dictionary.row(Variable::Cover)?;
            if *self.dictionary.constant(cover) == 0 {
                return None;
            }
            entering = match left {
                Variable::Multiplier(row) => Variable::Slack(row),
                Variable::Slack(row) => Variable::Multiplier(row),
                Variable::Cover => return None,
            };
            let Some(column) = self.dictionary.column(entering) else {
                unreachable!("one of each pair is nonbasic")
            };
            let falls =
                |&row: &usize| !self.is_free(row) && self.dictionary.entries[row][column] < 0;
            let falling = (0..self.dictionary.basic.len()).filter(falls).collect();
            match self.lexicographic_minimum(falling, column) {
                Some(row) => leaving = row,
                None => return Some(self.ray(column)),
            }
        }
        None
    }

    /// Whether the basic variable of a row is the multiplier of an equality.
    fn is_free(&self, row: usize) -> bool {
        match self.dictionary.basic[row] {
            Variable::Multiplier(index) => index < self.scaled.problem.equalities,
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
        for slack in self.scaled.problem.equalities..self.scaled.problem.rows.len() {
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
        let mut ray = vec![Integer::ZERO; self.scaled.problem.rows.len()];
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
    fn multipliers(&self) -> Vec<Integer> {
        let mut multipliers = vec![Integer::ZERO; self.scaled.problem.rows.len()];
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
