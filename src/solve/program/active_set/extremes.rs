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
//! Both are at a basis of the linear program over λ, whose costs change from one value to the next
//! ([`crate::basis`]). If floats lead nowhere, [`crate::linear`] solves it anew.

use crate::Options;
use crate::basis::{self, Sequence};
use crate::linear::{LinearOutcome, LinearProgram, Sense};
use crate::monitor::{Interrupted, Monitor};
use crate::numbers::number::{common_denominator, from_solver, times, to_solver};
use crate::parallel::map_chunks;
use crate::polyhedron::{Interval, LinearRow, Polyhedron, ProgramError};
use crate::problem::Problem;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};

/// This many objectives start from the basis of the one before; the next ones start anew, wherever
/// they are computed.
const CHUNK: usize = 16;

/// c: costs of some rows, the others have none.
pub type Costs = Vec<(usize, Integer)>;

/// The least point of a linear function of the multipliers.
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
    let feasible = polyhedron(problem);
    let program = LinearProgram {
        sense: Sense::Minimise,
        objective: vec![zwang_exact::Rational::from_integer(0.into()); problem.rows.len()],
        feasible,
    };
    let sequence = if options.floats {
        Some(Sequence::new(&program, monitor)?)
    } else {
        None
    };
    let search = Search {
        problem,
        program: &program,
        options,
        monitor,
    };
    let found = map_chunks(objectives, CHUNK, |chunk| {
        search.of_chunk(sequence.clone(), chunk)
    });
    let mut all = Vec::with_capacity(objectives.len());
    for chunk in found {
        all.extend(chunk?);
    }
    Ok(all)
}

struct Search<'a> {
    problem: &'a Problem,
    /// The multipliers, and costs that are still 0.
    program: &'a LinearProgram,
    options: &'a Options,
    monitor: &'a Monitor<'a>,
}

impl Search<'_> {
    fn of_chunk(
        &self,
        mut sequence: Option<Sequence>,
        objectives: &[Costs],
    ) -> Result<Vec<Least>, Interrupted> {
        let mut found = Vec::with_capacity(objectives.len());
        for costs in objectives {
            self.monitor.check()?;
            let costs = dense(costs, self.problem.rows.len());
            let at_basis = match &mut sequence {
                Some(sequence) => self.at_basis(sequence, &costs)?,
                None => None,
            };
            found.push(match at_basis {
                Some(least) => {
                    self.monitor.count(|counts| {
                        counts.programs += 1;
                        counts.confirmed_guesses += 1;
                    });
                    least
                }
                None => self.without_guess(&costs)?,
            });
        }
        Ok(found)
    }

    /// The least value at a basis, if it is there.
    fn at_basis(
        &self,
        sequence: &mut Sequence,
        costs: &[Integer],
    ) -> Result<Option<Least>, Interrupted> {
        let rationals = costs.iter().map(Rational::from).collect();
        Ok(match sequence.least(rationals, self.monitor)? {
            Some(basis::Least::Vertex(vertex)) => Some(Least::Reached {
                multipliers: vertex.point,
                point: vertex.multipliers,
            }),
            Some(basis::Least::Ray(ray)) => {
                let (_, ray) = over_one(&ray);
                self.falls(costs, &ray).then_some(Least::Unbounded(ray))
            }
            None => None,
        })
    }

    /// Whether costs fall for ever along a direction.
    fn falls(&self, costs: &[Integer], direction: &[Integer]) -> bool {
        let problem = self.problem;
        let mut slope = Integer::ZERO;
        let mut sums = vec![Integer::ZERO; problem.masses.len()];
        for (row, value) in direction.iter().enumerate() {
            if row >= problem.equalities && *value < 0 {
                return false;
            }
            slope += &costs[row] * value;
            for (variable, coefficient) in &problem.rows[row].coefficients {
                sums[*variable] += coefficient * value;
            }
        }
        slope < 0 && sums.iter().all(|sum| *sum == 0)
    }

    /// The answer without a basis to begin with.
    fn without_guess(&self, costs: &[Integer]) -> Result<Least, Interrupted> {
        let mut program = self.program.clone();
        program.objective.clear();
        for cost in costs {
            program.objective.push(from_solver(&Rational::from(cost)));
        }
        let outcome = match program.solve(self.options, self.monitor) {
            Ok(outcome) => outcome,
            Err(ProgramError::Interrupted(interrupted)) => return Err(interrupted),
            Err(error) => unreachable!("the program is well-formed: {error}"),
        };
        Ok(match outcome {
            LinearOutcome::Infeasible(_) => Least::Nothing,
            LinearOutcome::Unbounded(unbounded) => {
                let (_, ray) = over_one(&to_solvers(&unbounded.ray));
                Least::Unbounded(ray)
            }
            LinearOutcome::Optimal(solution) => Least::Reached {
                multipliers: over_one(&to_solvers(&solution.point)),
                point: over_one(&to_solvers(&solution.multipliers.rows)),
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
fn over_one(numbers: &[Rational]) -> (Integer, Vec<Integer>) {
    let common = common_denominator(numbers);
    let integers = numbers.iter().map(|number| times(number, &common));
    (Integer::from(&common), integers.collect())
}

fn to_solvers(numbers: &[zwang_exact::Rational]) -> Vec<Rational> {
    numbers.iter().map(to_solver).collect()
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
