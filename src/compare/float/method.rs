//! The two methods that solve a program, and what is asked of either.

use crate::program::{FloatError, Program, Solution};
use crate::{impulses, interior_point};

/// How a program is solved, and how well.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Clarabel's interior point, until gap and residuals are below the tolerance.
    InteriorPoint {
        /// In the unit of (x - t) √M / scale.
        tolerance: f64,
        /// Whether every second inequality is listed twice. The minimiser is the same; but the
        /// central path, which repels from rows that are listed twice with double strength, is not
        /// mirrored any more where the rows of a symmetric scene are.
        repeats: bool,
    },
    /// Iterated impulses, until none of a sweep over all conditions changes a value by more than
    /// the tolerance.
    Impulses {
        /// In the unit of (x - t) √M / scale.
        tolerance: f64,
        /// The most sweeps.
        sweeps: usize,
        /// After how many sweeps shocks are propagated, level by level from what is fixed, in place
        /// of further sweeps; `None` for never.
        shock: Option<usize>,
    },
    /// The same loop over a program that is broken down into parts (Schmidl, section 7.1.2): each
    /// is settled on its own while the others keep their impulses, until none changes any more.
    Parts {
        /// In the unit of (x - t) √M / scale.
        tolerance: f64,
        /// The most sweeps over a part, and rounds over all parts.
        sweeps: usize,
        /// How many parts, of as many conditions, from what is fixed outwards.
        parts: usize,
    },
}

impl Program {
    /// An approximate minimiser. If x - t is of the order of `scale`, tolerances are relative.
    ///
    /// # Errors
    /// [`FloatError`] if the solver fails, or calls the program infeasible.
    pub fn solve(&self, method: Method, scale: f64) -> Result<Solution, FloatError> {
        if self.conditions().next().is_none() {
            return Ok(Solution::free(self));
        }
        let solution = match method {
            Method::InteriorPoint {
                tolerance,
                repeats: false,
            } => interior_point::solve(self, tolerance, scale)?,
            Method::InteriorPoint {
                tolerance,
                repeats: true,
            } => {
                let program = self.with_repeats();
                interior_point::solve(&program, tolerance, scale)?
            }
            Method::Impulses {
                tolerance,
                sweeps,
                shock,
            } => impulses::solve(self, tolerance * scale, sweeps, shock),
            Method::Parts {
                tolerance,
                sweeps,
                parts,
            } => impulses::solve_in_parts(self, tolerance * scale, sweeps, parts),
        };
        let mut unknowns = solution.point.iter().flatten();
        if unknowns.all(|value| value.is_finite()) {
            Ok(solution)
        } else {
            Err(FloatError::Failed("a number overflows".to_owned()))
        }
    }
}
