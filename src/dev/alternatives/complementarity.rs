//! Contact space: the linear complementarity problem of the forces.
//!
//! In the integers of `scaled`, G = A W Aᵀ and the slacks s of the rows satisfy
//!
//! ```text
//! s = G μ - h,   s ≥ 0, μ ≥ 0, s·μ = 0   (equalities: s = 0, μ free)
//! ```
//!
//! which a [`Tableau`] solves. If it ends on a ray μ', then μ'·G μ' = 0 and h·μ' > 0, because G is
//! semidefinite: Aᵀ μ' = 0, so that μ' proves infeasibility.

use super::method::{Method, MethodAnswer};
use super::scaled::Scaled;
use malachite::Integer;
use malachite::base::num::basic::traits::{One, Zero};
use zwang_program::kernel::pivoting::{Effort, Tableau, Termination};
use zwang_program::kernel::{Outcome, Problem};
use zwang_program::{Interrupted, Monitor};

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
        let mut tableau = Tableau::new(lines(&scaled), problem.equalities);
        let outcome = match tableau.solve(&mut effort, u64::MAX) {
            Termination::Ray(multipliers) => Outcome::Infeasible(multipliers),
            Termination::Solved => {
                Outcome::Optimal(scaled.optimum(tableau.multipliers(), tableau.denominator()))
            }
            Termination::Stopped => return Err(Interrupted),
        };
        Ok(MethodAnswer::new(&effort, outcome))
    }
}

/// The first dictionary.
fn lines(scaled: &Scaled) -> Vec<Vec<Integer>> {
    let problem = scaled.problem;
    let mut lines = Vec::with_capacity(problem.rows.len());
    for row in 0..problem.rows.len() {
        let response = scaled.response(row);
        let cover = if row < problem.equalities {
            Integer::ZERO
        } else {
            Integer::ONE
        };
        let gram = problem.rows.iter().map(|other| other.product(&response));
        lines.push(gram.chain([cover, -&scaled.shortfalls[row]]).collect());
    }
    lines
}
