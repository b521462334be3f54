//! Other exact methods for the programs of `zwang_program::kernel`, to compare with the one that is
//! used. Nothing that is shipped depends on them.
//!
//! The minimiser is x = t + M⁻¹ Aᵀ λ, so a method may look for the motion or for the forces:
//!
//! * [`ActiveSet`] is the method of `zwang_program`: rows that press, one sparse optimality system
//!   for each set of them.
//! * [`NearestPoint`] works in motion space, on vectors of the length of x: the point of a cone
//!   that is nearest to a given one.
//! * [`Complementarity`] works in contact space, on the matrix A M⁻¹ Aᵀ, with a row and a column
//!   for each contact.
//!
//! S. Redon, A. Kheddar and S. Coquillart (*Gauss' least constraints principle and rigid body
//! simulations*, 2002) measured that motion space gains on contact space as the contacts of each
//! body increase. All methods here are exact and always end; they return the same point, since it
//! is unique, and multipliers that may differ where they are not.

mod complementarity;
mod method;
mod nearest_point;
mod scaled;

pub use complementarity::Complementarity;
pub use method::{Method, MethodAnswer};
pub use nearest_point::NearestPoint;

use zwang_program::kernel;
use zwang_program::kernel::Guess;
use zwang_program::kernel::pivoting::Effort;
use zwang_program::kernel::{Outcome, Problem};
use zwang_program::{Interrupted, Monitor};

/// The dual active-set method on sparse modular factorisations.
#[derive(Clone, Copy, Debug)]
pub struct ActiveSet {
    /// Whether it starts from an interior-point guess in floats, as it does in practice.
    pub guess: bool,
}

/// All methods.
#[must_use]
pub fn methods() -> [&'static dyn Method; 4] {
    [
        &ActiveSet { guess: true },
        &ActiveSet { guess: false },
        &NearestPoint,
        &Complementarity,
    ]
}

/// Changes of the set of rows so far.
fn changes(monitor: &Monitor) -> usize {
    let counts = monitor.statistics();
    counts.pivots + counts.exchanges
}

impl Method for ActiveSet {
    fn name(&self) -> &'static str {
        if self.guess {
            "active set, guess"
        } else {
            "active set"
        }
    }

    fn solve(&self, problem: &Problem, monitor: &Monitor) -> Result<MethodAnswer, Interrupted> {
        let before = changes(monitor);
        let guess = if self.guess {
            Guess::unless(monitor.stop(), problem)
        } else {
            None
        };
        let outcome = kernel::solve(problem, guess.as_ref(), monitor)?;
        let mut effort = Effort::new(monitor);
        match &outcome {
            Outcome::Optimal(optimum) => {
                effort.see_all(optimum.point.iter().chain(&optimum.multipliers));
                effort.see(&optimum.denominator);
            }
            Outcome::Infeasible(multipliers) => effort.see_all(multipliers),
        }
        Ok(MethodAnswer {
            outcome,
            pivots: changes(monitor) - before,
            bits: effort.bits,
        })
    }
}
