//! Convex quadratic programs: min ½ xᵀH x + c·x over a polyhedron, or the largest value of a
//! concave function, exactly, with a certificate.
//!
//! H falls apart into the blocks that its entries connect. Each block is eliminated exactly, H = L
//! D Lᵀ with a unit lower triangular L; it is positive definite if and only if all pivots D are
//! positive, and semidefinite if and only if none is negative and the row of each that is 0 is
//! empty. If H is definite, then with y = Lᵀx
//!
//! ```text
//! ½ xᵀH x + c·x = ½ (y - t)ᵀ D (y - t) + constant,   t = -D⁻¹ L⁻¹ c,   a·x = (L⁻¹ a)·y
//! ```
//!
//! which is the program with a diagonal Hessian that the solver takes. If D (y - t) = Σ λ L⁻¹ a,
//! multiplying by L gives H x + c = Σ λ a: the multipliers are the same. A strictly convex program
//! is never unbounded. Source: Golub & Van Loan, *Matrix Computations*, 4.1. Programs whose H is
//! only semidefinite: [`semidefinite`].

mod semidefinite;

use crate::linear::{Infeasibility, Sense, Solution, Unboundedness};
use crate::monitor::Monitor;
use crate::numbers::number::{from_solver, to_solver};
use crate::parallel::in_threads;
use crate::polyhedron::{Nearest, Polyhedron, ProgramError, nearest_unless};
use crate::verification::{self, Flaw};
use crate::{Options, contradiction};
use malachite::Rational as SolverRational;
use malachite::base::num::basic::traits::Zero;
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::Rational;

/// A quadratic program with a semidefinite Hessian.
///
/// ```
/// use zwang_program::{Interval, LinearRow, Monitor, Options, Polyhedron};
/// use zwang_program::{QuadraticOutcome, QuadraticProgram, Sense};
/// let number = |text| zwang_exact::parse(text).unwrap();
///
/// // min x² + x y + y² - 3x subject to x + y ≤ 1, both free
/// let sum = LinearRow {
///     coefficients: vec![(0, number("1")), (1, number("1"))],
///     range: Interval::at_most(number("1")),
/// };
/// let program = QuadraticProgram {
///     sense: Sense::Minimise,
///     hessian: vec![(0, 0, number("2")), (0, 1, number("1")), (1, 1, number("2"))],
///     linear: vec![number("-3"), number("0")],
///     feasible: Polyhedron { bounds: vec![Interval::free(); 2], rows: vec![sum] },
/// };
///
/// let outcome = program.solve(&Options::default(), &Monitor::default())?;
/// program.verify(&outcome)?;
/// let QuadraticOutcome::Optimal(solution) = outcome else { panic!("{outcome:?}") };
/// assert_eq!(solution.point, [number("2"), number("-1")]);
/// assert_eq!(solution.objective, number("-3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuadraticProgram {
    /// Whether the objective is to be small, and H positive semidefinite, or large, and -H.
    pub sense: Sense,
    /// Entries (i, j, H_ij) of the symmetric H with i ≤ j, each pair once; what is not listed is
    /// zero.
    pub hessian: Vec<(usize, usize, Rational)>,
    /// c, one coefficient for each variable.
    pub linear: Vec<Rational>,
    /// The feasible points.
    pub feasible: Polyhedron,
}

/// The answer to a [`QuadraticProgram`], with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuadraticOutcome {
    /// A best point.
    Optimal(Solution),
    /// There is no feasible point.
    Infeasible(Infeasibility),
    /// The objective has no bound: along the ray d it is linear, H d = 0, and improves.
    Unbounded(Unboundedness),
}

impl QuadraticProgram {
    /// Solves the program exactly.
    ///
    /// # Errors
    /// [`ProgramError`] if the data are not those of a program, a block of the Hessian is not
    /// semidefinite, or the monitor is told to stop.
    pub fn solve(
        &self,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<QuadraticOutcome, ProgramError> {
        in_threads(options.threads, || self.solve_here(options, monitor))
    }

    fn solve_here(
        &self,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<QuadraticOutcome, ProgramError> {
        self.check()?;
        let program = self.minimised();
        let factor = Factor::new(&program)?;
        let outcome = match factor.is_singular() {
            false => program.solve_definite(&factor, options, monitor)?,
            true => program.solve_semidefinite(options, monitor)?,
        };
        Ok(match (self.sense, outcome) {
            (Sense::Maximise, QuadraticOutcome::Optimal(solution)) => {
                QuadraticOutcome::Optimal(negated(solution))
            }
            (_, outcome) => outcome,
        })
    }

    /// The program that minimises the negative objective, if this one maximises.
    fn minimised(&self) -> Self {
        if self.sense == Sense::Minimise {
            return self.clone();
        }
        let hessian = self.hessian.iter();
        let linear = self.linear.iter();
        Self {
            sense: Sense::Minimise,
            hessian: hessian
                .map(|(row, column, value)| (*row, *column, -value))
                .collect(),
            linear: linear.map(|value| -value).collect(),
            feasible: self.feasible.clone(),
        }
    }

    fn solve_definite(
        &self,
        factor: &Factor,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<QuadraticOutcome, ProgramError> {
        let linear: Vec<SolverRational> =
            factor.reduce_dense(self.linear.iter().map(to_solver).collect());
        let target = linear
            .iter()
            .zip(&factor.pivots)
            .map(|(value, pivot)| -(value / pivot))
            .collect();
        let original = self.feasible.conditions();
        let (rows, bounds) = original.split_at(self.feasible.rows.len());
        let mut conditions = original.clone();
        for condition in &mut conditions {
            condition.coefficients = factor.reduce(&condition.coefficients);
        }
        match nearest_unless(
            factor.pivots.clone(),
            target,
            &conditions,
            // Whether the conditions contradict each other has nothing to do with the objective.
            &|| contradiction::find(rows, bounds, options, monitor),
            options,
            monitor,
        )? {
            Nearest::Point { point, multipliers } => {
                let point: Vec<Rational> = factor.expand(point).iter().map(from_solver).collect();
                let objective = self.value(&point);
                let multipliers = self.feasible.multipliers(&multipliers);
                Ok(QuadraticOutcome::Optimal(Solution {
                    point,
                    multipliers,
                    objective,
                    is_unique: true,
                }))
            }
            Nearest::Nothing { multipliers } => Ok(QuadraticOutcome::Infeasible(Infeasibility {
                multipliers: self.feasible.multipliers(&multipliers),
            })),
        }
    }

    /// Checks an outcome in plain rational arithmetic, whoever computed it.
    ///
    /// # Errors
    /// [`Flaw`]: the first condition that does not hold; that the Hessian is semidefinite is one of
    /// them.
    pub fn verify(&self, outcome: &QuadraticOutcome) -> Result<(), Flaw> {
        self.check()?;
        match outcome {
            QuadraticOutcome::Optimal(solution) => {
                Factor::new(&self.minimised())?;
                let mut gradient = self.product(&solution.point);
                gradient
                    .iter_mut()
                    .zip(&self.linear)
                    .for_each(|(sum, value)| *sum += value);
                verification::optimal(&self.feasible, self.sense, &gradient, solution)?;
                verification::value(&self.value(&solution.point), &solution.objective)
            }
            QuadraticOutcome::Infeasible(infeasibility) => {
                verification::infeasible(&self.feasible, &infeasibility.multipliers)
            }
            QuadraticOutcome::Unbounded(unbounded) => {
                let curvature = self.product(&unbounded.ray);
                verification::straight(&curvature)?;
                verification::unbounded(&self.feasible, self.sense, &self.linear, unbounded)
            }
        }
    }

    fn check(&self) -> Result<(), ProgramError> {
        let found = self.linear.len();
        let expected = self.feasible.bounds.len();
        if found != expected {
            return Err(ProgramError::Objective { found, expected });
        }
        let mut entries = BTreeSet::new();
        for (row, column, _) in &self.hessian {
            if let Some(&variable) = [row, column]
                .into_iter()
                .find(|&&variable| variable >= expected)
            {
                return Err(ProgramError::UnknownVariable {
                    place: format!("entry ({row}, {column}) of the Hessian"),
                    variable,
                    variables: expected,
                });
            }
            if row > column {
                return Err(ProgramError::BelowDiagonal {
                    row: *row,
                    column: *column,
                });
            }
            if !entries.insert((row, column)) {
                return Err(ProgramError::Repeated {
                    place: format!("entry ({row}, {column}) of the Hessian"),
                    variable: *row,
                });
            }
        }
        self.feasible.check()
    }

    /// H x.
    fn product(&self, point: &[Rational]) -> Vec<Rational> {
        let mut product = vec![Rational::from_integer(0.into()); self.linear.len()];
        for (row, column, value) in &self.hessian {
            let (Some(first), Some(second)) = (point.get(*row), point.get(*column)) else {
                continue;
            };
            product[*row] += value * second;
            if row != column {
                product[*column] += value * first;
            }
        }
        product
    }

    /// ½ xᵀH x + c·x.
    fn value(&self, point: &[Rational]) -> Rational {
        verification::dot(&self.product(point), point) / Rational::from_integer(2.into())
            + verification::dot(&self.linear, point)
    }
}

/// The solution of the program with the negative objective.
fn negated(mut solution: Solution) -> Solution {
    let multipliers = &mut solution.multipliers;
    let numbers = multipliers.rows.iter_mut().chain(&mut multipliers.bounds);
    for number in numbers.chain([&mut solution.objective]) {
        *number = -&*number;
    }
    solution
}

/// H = L D Lᵀ.
struct Factor {
    pivots: Vec<SolverRational>,
    /// The entries of each column of L below the diagonal, ascending.
    columns: Vec<Vec<(usize, SolverRational)>>,
}

impl Factor {
    /// Eliminates variable after variable; rows are kept in trees because blocks are small or
    /// sparse.
    fn new(program: &QuadraticProgram) -> Result<Self, ProgramError> {
        let variables = program.linear.len();
        let mut rest: Vec<BTreeMap<usize, SolverRational>> = vec![BTreeMap::new(); variables];
        for (row, column, value) in &program.hessian {
            rest[*row].insert(*column, to_solver(value));
        }
        let (mut pivots, mut columns) =
            (Vec::with_capacity(variables), Vec::with_capacity(variables));
        for variable in 0..variables {
            let mut row = std::mem::take(&mut rest[variable]);
            let pivot = row.remove(&variable).unwrap_or_default();
            row.retain(|_, value| *value != 0);
            if pivot < 0 || pivot == 0 && !row.is_empty() {
                let block = block(program, variable);
                return Err(ProgramError::NotSemidefinite {
                    block,
                    variable,
                    pivot: from_solver(&pivot),
                });
            }
            let column: Vec<(usize, SolverRational)> = row
                .iter()
                .map(|(&other, value)| (other, value / &pivot))
                .collect();
            for (position, (first, factor)) in column.iter().enumerate() {
                for (second, _) in &column[position..] {
                    *rest[*first].entry(*second).or_default() -= factor * &row[second];
                }
            }
            pivots.push(pivot);
            columns.push(column);
        }
        Ok(Self { pivots, columns })
    }

    /// Whether H is only semidefinite.
    fn is_singular(&self) -> bool {
        self.pivots.iter().any(|pivot| *pivot == 0)
    }

    /// L⁻¹ a of a sparse vector.
    fn reduce(&self, vector: &[(usize, SolverRational)]) -> Vec<(usize, SolverRational)> {
        let mut rest: BTreeMap<usize, SolverRational> = vector.iter().cloned().collect();
        let mut reduced = Vec::with_capacity(rest.len());
        while let Some((variable, value)) = rest.pop_first() {
            if value == 0 {
                continue;
            }
            for (other, factor) in &self.columns[variable] {
                *rest.entry(*other).or_default() -= factor * &value;
            }
            reduced.push((variable, value));
        }
        reduced
    }

    fn reduce_dense(&self, vector: Vec<SolverRational>) -> Vec<SolverRational> {
        let mut dense = vec![SolverRational::ZERO; vector.len()];
        for (variable, value) in self.reduce(&vector.into_iter().enumerate().collect::<Vec<_>>()) {
            dense[variable] = value;
        }
        dense
    }

    /// x = L⁻ᵀ y.
    fn expand(&self, mut point: Vec<SolverRational>) -> Vec<SolverRational> {
        for (variable, column) in self.columns.iter().enumerate().rev() {
            let sum: SolverRational = column
                .iter()
                .map(|(other, factor)| factor * &point[*other])
                .sum();
            point[variable] -= sum;
        }
        point
    }
}

/// The variables that entries of the Hessian connect with one of them, ascending.
fn block(program: &QuadraticProgram, start: usize) -> Vec<usize> {
    let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); program.linear.len()];
    for (row, column, _) in &program.hessian {
        neighbours[*row].push(*column);
        neighbours[*column].push(*row);
    }
    let mut is_found = vec![false; neighbours.len()];
    let mut waiting = vec![start];
    while let Some(variable) = waiting.pop() {
        if !std::mem::replace(&mut is_found[variable], true) {
            waiting.extend(&neighbours[variable]);
        }
    }
    (0..neighbours.len())
        .filter(|&variable| is_found[variable])
        .collect()
}
