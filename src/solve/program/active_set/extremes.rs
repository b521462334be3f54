//! Least values of many linear functions of the multipliers of one program.
//!
//! Let 0 be the optimum of a [`Problem`] whose rows have the bound 0. Its multipliers are a
//! polyhedron:
//!
//! ```text
//! Σ λ_j a_j = -M t,   λ_j ≥ 0 for inequalities
//! ```
//!
//! A value c·λ is least if some y has a_j·y ≤ c_j for inequalities, a_j·y = c_j for equalities,
//! and a_j·y = c_j wherever λ_j is not 0: then c·λ' ≥ Σ λ'_j a_j·y = -M t·y = c·λ for all others.
//! There is no least value if some direction δ has Σ δ_j a_j = 0, δ_j ≥ 0 for inequalities, and
//! c·δ < 0.
//!
//! Both are at a basis, a set W of independent rows, which floats guess ([`crate::active_set::simplex`]): λ_W,
//! and a y with a_j·y = c_j on W, come by p-adic lifting with one factorisation, and are tested
//! exactly. Where a guess does not pass, the program goes to [`crate::linear`], which needs none.

use crate::Options;
use crate::active_set::simplex::{Column, Guessed, Simplex};
use crate::active_set::stationary_point;
use crate::exact::lifting::WorkingSystem;
use crate::linear::{LinearOutcome, LinearProgram, Sense};
use crate::monitor::{Interrupted, Monitor};
use crate::numbers::number::{common_denominator, from_solver, times, to_solver};
use crate::parallel::map_chunks;
use crate::polyhedron::{Interval, LinearRow, Polyhedron, ProgramError};
use crate::problem::{Optimum, Problem};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};

/// So many objectives start from the basis of the one before; the next ones start anew, wherever
/// they are computed.
const CHUNK: usize = 16;

/// c: costs of some rows, the others have none.
pub type Costs = Vec<(usize, Integer)>;

/// Where a linear function of the multipliers is least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Least {
    /// Here. The multipliers are λ, and the point is y.
    Reached {
        /// The common denominator of λ, and λ times it.
        multipliers: (Integer, Vec<Integer>),
        /// The common denominator of y, and y times it.
        point: (Integer, Vec<Integer>),
    },
    /// Nowhere: along this direction δ it falls for ever.
    Unbounded(Vec<Integer>),
    /// There are no multipliers: 0 is not the optimum.
    Nothing,
}

/// Finds the least value for each of many costs.
///
/// # Errors
/// [`Interrupted`] if the monitor is told to stop before there is an answer.
pub fn least(
    problem: &Problem,
    objectives: &[Costs],
    options: &Options,
    monitor: &Monitor,
) -> Result<Vec<Least>, Interrupted> {
    let simplex = if options.floats {
        Simplex::new(problem)
    } else {
        None
    };
    let search = Search {
        problem,
        options,
        monitor,
    };
    let found = map_chunks(objectives, CHUNK, |chunk| {
        search.of_chunk(simplex.clone(), chunk)
    });
    let mut all = Vec::with_capacity(objectives.len());
    for chunk in found {
        all.extend(chunk?);
    }
    Ok(all)
}

struct Search<'a> {
    problem: &'a Problem,
    options: &'a Options,
    monitor: &'a Monitor<'a>,
}

impl Search<'_> {
    fn of_chunk(
        &self,
        mut simplex: Option<Simplex>,
        objectives: &[Costs],
    ) -> Result<Vec<Least>, Interrupted> {
        let mut found = Vec::with_capacity(objectives.len());
        for costs in objectives {
            self.monitor.check()?;
            self.monitor.count(|counts| counts.programs += 1);
            let guess = simplex.as_mut().and_then(|simplex| simplex.least(costs));
            let confirmed = match guess {
                None => None,
                Some(Guessed::Basis(basis)) => self.reached(costs, &basis)?,
                Some(Guessed::Ray { basis, entering }) => self.falling(costs, &basis, entering)?,
            };
            found.push(match confirmed {
                Some(least) => {
                    self.monitor.count(|counts| counts.confirmed_guesses += 1);
                    least
                }
                None => self.without_guess(costs)?,
            });
        }
        Ok(found)
    }

    /// The least value at a basis, if it is there.
    fn reached(&self, costs: &Costs, basis: &[usize]) -> Result<Option<Least>, Interrupted> {
        let Self {
            problem, monitor, ..
        } = self;
        let system = WorkingSystem::of_independent_rows(problem, basis, monitor);
        let optimum = stationary_point(problem, &system, &[], monitor)?;
        if !self.is_balanced(&optimum) {
            return Ok(None);
        }
        let costs = dense(costs, problem.rows.len());
        let of_rows = system.rows().iter().map(|row| costs[*row].clone());
        let nothing = vec![Integer::ZERO; problem.masses.len()];
        let solution = system.solve(nothing, of_rows.collect(), monitor)?;
        for (row, cost) in costs.iter().enumerate() {
            let excess = problem.rows[row].product(&solution.point) - cost * &solution.denominator;
            if excess > 0 || row < problem.equalities && excess != 0 {
                return Ok(None);
            }
        }
        Ok(Some(Least::Reached {
            multipliers: (optimum.denominator, optimum.multipliers),
            point: (solution.denominator, solution.point),
        }))
    }

    /// The direction in which the multiplier of a row grows, if the value falls along it.
    fn falling(
        &self,
        costs: &Costs,
        basis: &[usize],
        entering: Column,
    ) -> Result<Option<Least>, Interrupted> {
        let Self {
            problem, monitor, ..
        } = self;
        let sign = match entering.is_negative {
            true => Integer::from(-1),
            false => Integer::from(1),
        };
        let mut against = vec![Integer::ZERO; problem.masses.len()];
        for (variable, value) in &problem.rows[entering.row].coefficients {
            against[*variable] = value * &sign * problem.mass_denominator(*variable);
        }
        let system = WorkingSystem::of_independent_rows(problem, basis, monitor);
        let nothing = vec![Integer::ZERO; system.rows().len()];
        let solution = system.solve(against, nothing, monitor)?;
        let mut direction = vec![Integer::ZERO; problem.rows.len()];
        for (row, value) in system.rows().iter().zip(solution.multipliers) {
            direction[*row] = value;
        }
        direction[entering.row] += sign * &solution.denominator;
        let mut slope = Integer::ZERO;
        for (row, cost) in costs {
            slope += &direction[*row] * cost;
        }
        let balanced = Optimum {
            denominator: solution.denominator,
            point: solution.point,
            multipliers: direction,
        };
        let falls = slope < 0 && self.is_balanced(&balanced);
        Ok(falls.then_some(Least::Unbounded(balanced.multipliers)))
    }

    /// Whether the point is 0, and no inequality has a negative multiplier.
    fn is_balanced(&self, optimum: &Optimum) -> bool {
        let pushing = optimum.multipliers.iter().skip(self.problem.equalities);
        let is_at_rest = optimum.point.iter().all(|value| *value == 0);
        is_at_rest && pushing.into_iter().all(|value| *value >= 0)
    }

    /// The answer by projections.
    fn without_guess(&self, costs: &Costs) -> Result<Least, Interrupted> {
        let costs = dense(costs, self.problem.rows.len());
        let costs = costs.iter().map(Rational::from);
        let program = LinearProgram {
            sense: Sense::Minimise,
            objective: costs.map(|cost| from_solver(&cost)).collect(),
            feasible: polyhedron(self.problem),
        };
        let outcome = match program.solve(self.options, self.monitor) {
            Ok(outcome) => outcome,
            Err(ProgramError::Interrupted(interrupted)) => return Err(interrupted),
            Err(error) => unreachable!("the program is well-formed: {error}"),
        };
        Ok(match outcome {
            LinearOutcome::Infeasible(_) => Least::Nothing,
            LinearOutcome::Unbounded(unbounded) => {
                let (_, ray) = over_one(&unbounded.ray);
                Least::Unbounded(ray)
            }
            LinearOutcome::Optimal(solution) => Least::Reached {
                multipliers: over_one(&solution.point),
                point: over_one(&solution.multipliers.rows),
            },
        })
    }
}

fn dense(costs: &Costs, count: usize) -> Vec<Integer> {
    let mut dense = vec![Integer::ZERO; count];
    for (row, cost) in costs {
        dense[*row] += cost;
    }
    dense
}

/// Numbers over their least common denominator.
fn over_one(numbers: &[zwang_exact::Rational]) -> (Integer, Vec<Integer>) {
    let numbers: Vec<Rational> = numbers.iter().map(to_solver).collect();
    let common = common_denominator(&numbers);
    let integers = numbers.iter().map(|number| times(number, &common));
    (Integer::from(&common), integers.collect())
}

/// The multipliers of a problem whose optimum is 0: one variable for each row, one equation for
/// each variable.
fn polyhedron(problem: &Problem) -> Polyhedron {
    let mut bounds = vec![Interval::free(); problem.equalities];
    bounds.resize(problem.rows.len(), Interval::nonnegative());
    let mut coefficients = vec![Vec::new(); problem.masses.len()];
    for (row, entry) in problem.rows.iter().enumerate() {
        for (variable, value) in &entry.coefficients {
            let value = from_solver(&Rational::from(value));
            coefficients[*variable].push((row, value));
        }
    }
    let loads = problem.masses.iter().zip(&problem.target);
    let mut rows = Vec::with_capacity(coefficients.len());
    for (coefficients, (mass, target)) in coefficients.into_iter().zip(loads) {
        let value = from_solver(&-(mass * target));
        rows.push(LinearRow {
            coefficients,
            range: Interval::exactly(value),
        });
    }
    Polyhedron { bounds, rows }
}
