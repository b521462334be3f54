//! Other exact methods for the same programs, to compare with the one that is used.
//!
//! The minimiser is x = t + M⁻¹ Aᵀ λ, so a method may look for the motion or for the forces:
//!
//! * [`ActiveSet`] is the method of this crate: rows that press, one sparse optimality system for
//!   each set of them.
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
mod dictionary;
mod nearest_point;
mod scaled;

pub use complementarity::Complementarity;
pub use nearest_point::NearestPoint;

use crate::guess::Guess;
use crate::monitor::{Interrupted, Monitor};
use crate::optimise;
use crate::problem::{Outcome, Problem};
use malachite::Integer;
use malachite::base::num::logic::traits::SignificantBits;

/// A way to solve a program exactly.
pub trait Method: Sync {
    /// What tables call it.
    fn name(&self) -> &'static str;

    /// The answer, with its certificate. Pivots are counted in the monitor as well.
    ///
    /// # Errors
    /// [`Interrupted`] if the monitor is told to stop before there is an answer.
    fn solve(&self, problem: &Problem, monitor: &Monitor) -> Result<MethodAnswer, Interrupted>;
}

/// The answer of a method, and what it cost.
#[derive(Clone, Debug)]
pub struct MethodAnswer {
    /// The optimum, or the proof that there is none.
    pub outcome: Outcome,
    /// Changes of the set of rows or of the basis, one row at a time.
    pub pivots: usize,
    /// Bits of the largest integer that the method has computed with; for [`ActiveSet`], which
    /// lifts solutions from their residues, of the answer.
    pub bits: u64,
}

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

impl Method for ActiveSet {
    fn name(&self) -> &'static str {
        if self.guess {
            "active set, guess"
        } else {
            "active set"
        }
    }

    fn solve(&self, problem: &Problem, monitor: &Monitor) -> Result<MethodAnswer, Interrupted> {
        let pivots = || monitor.statistics().pivots + monitor.statistics().exchanges;
        let before = pivots();
        let guess = if self.guess {
            Guess::unless(monitor.stop(), problem)
        } else {
            None
        };
        let outcome = optimise::solve(problem, guess.as_ref(), monitor)?;
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
            pivots: pivots() - before,
            bits: effort.bits,
        })
    }
}

/// What a method has cost so far.
struct Effort<'a, 'b> {
    monitor: &'a Monitor<'b>,
    pivots: usize,
    bits: u64,
}

impl<'a, 'b> Effort<'a, 'b> {
    fn new(monitor: &'a Monitor<'b>) -> Self {
        Self {
            monitor,
            pivots: 0,
            bits: 0,
        }
    }

    fn pivot(&mut self) {
        self.pivots += 1;
        self.monitor.count(|counts| counts.pivots += 1);
    }

    fn see(&mut self, number: &Integer) {
        self.bits = self.bits.max(number.unsigned_abs_ref().significant_bits());
    }

    fn see_all<'n>(&mut self, numbers: impl IntoIterator<Item = &'n Integer>) {
        numbers.into_iter().for_each(|number| self.see(number));
    }

    fn answer(self, outcome: Outcome) -> MethodAnswer {
        MethodAnswer {
            outcome,
            pivots: self.pivots,
            bits: self.bits,
        }
    }
}
