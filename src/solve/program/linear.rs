//! Linear programs: min or max c·x over a polyhedron, exactly, with a certificate of whichever
//! answer there is.
//!
//! A basis that a simplex method in floats suggests is mostly optimal, or becomes so by refinement:
//! [`crate::basis`]. If it leads nowhere, or without floats, three steps find the answer (cost c to
//! be minimised; all of them are projections, that is strictly convex programs):
//!
//! 1. Project onto the cone of Farkas' multipliers (`contradiction`). If the projection is not
//!    zero, it proves that the polyhedron P is empty. Otherwise the point of P nearest to the
//!    origin is the first one.
//! 2. Project -c onto the recession cone { d : P + d ⊆ P }. If the projection d is not zero, it is
//!    a ray of P with c·d = -|d|² < 0, and the program is unbounded. If it is zero, then -c is in
//!    the polar cone and the program is bounded.
//! 3. For growing t, minimise c·x + |x|² / 2t over P. From some t on the minimiser is the solution
//!    of the linear program that is nearest to the origin (Mangasarian & Meyer, *Nonlinear
//!    perturbation of linear programs*, 1979; Ferris 1991 for the proximal point method). A point x
//!    of P is a solution if and only if the projection of -c onto the tangent cone of P at x is
//!    zero, and then its multipliers are those of the linear program: c = Aᵀy + z.
//!
//! A minimiser of step 3 that passes the test has the least |x| of all solutions, whatever t. The
//! exponent of t doubles each time, so that the number of steps is logarithmic in the length of the
//! numbers.

use crate::basis::{self, Found};
use crate::monitor::{Interrupted, Monitor};
use crate::numbers::number::{from_solver, to_solver};
use crate::parallel::in_threads;
use crate::polyhedron::{Condition, Multipliers, Nearest, Polyhedron, ProgramError, nearest};
use crate::{Options, contradiction, verification};
use malachite::Rational as SolverRational;
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::base::num::basic::traits::Zero;
use verification::Flaw;
use zwang_exact::Rational;

/// The exponent of the first t of step 3.
const FIRST_EXPONENT: i64 = 4;

/// A linear program.
///
/// ```
/// use zwang_program::{Interval, LinearOutcome, LinearProgram, LinearRow, Monitor, Options};
/// use zwang_program::{Polyhedron, Sense};
/// let number = |text| zwang_exact::parse(text).unwrap();
///
/// // max x + y subject to 3x + y ≤ 1, x + 3y ≤ 1, x, y ≥ 0
/// let row = |x, y| LinearRow {
///     coefficients: vec![(0, number(x)), (1, number(y))],
///     range: Interval::at_most(number("1")),
/// };
/// let feasible = Polyhedron {
///     bounds: vec![Interval::nonnegative(); 2],
///     rows: vec![row("3", "1"), row("1", "3")],
/// };
/// let objective = vec![number("1"), number("1")];
/// let program = LinearProgram { sense: Sense::Maximise, objective, feasible };
///
/// let outcome = program.solve(&Options::default(), &Monitor::default())?;
/// program.verify(&outcome)?;
/// let LinearOutcome::Optimal(solution) = outcome else { panic!("{outcome:?}") };
/// assert_eq!(solution.objective, number("1/2"));
/// assert_eq!(solution.multipliers.rows, [number("1/4"), number("1/4")]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearProgram {
    /// Whether the objective is to be small or large.
    pub sense: Sense,
    /// c, one coefficient for each variable.
    pub objective: Vec<Rational>,
    /// The feasible points.
    pub feasible: Polyhedron,
}

/// The sense of an objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// Make it as small as possible.
    Minimise,
    /// Make it as large as possible.
    Maximise,
}

/// The answer to a [`LinearProgram`], with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinearOutcome {
    /// A solution: a vertex, or without floats the solution nearest to the origin.
    Optimal(Solution),
    /// There is no feasible point.
    Infeasible(Infeasibility),
    /// The objective has no bound.
    Unbounded(Unboundedness),
}

/// A best point with multipliers that prove it.
///
/// The gradient of the objective at the point (c, or H x + c for a quadratic program) is Aᵀy + z,
/// for minimisation and maximisation alike. In a minimisation a positive multiplier belongs to a
/// lower bound that holds with equality, a negative one to an upper bound; in a maximisation it is
/// the other way round. A multiplier is the rate at which the best value grows with that bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The point.
    pub point: Vec<Rational>,
    /// y and z.
    pub multipliers: Multipliers,
    /// The value of the objective.
    pub objective: Rational,
    /// Whether the point is known to be the only one with this value. It is no part of the proof.
    pub is_unique: bool,
}

/// Farkas' proof that no point is feasible: Aᵀy + z = 0, and Σ y b + Σ z b > 0 with the lower bound
/// b wherever a multiplier is positive and the upper bound wherever it is negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Infeasibility {
    /// y and z.
    pub multipliers: Multipliers,
}

/// A feasible point, and a direction in which the objective improves for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unboundedness {
    /// A feasible point.
    pub point: Vec<Rational>,
    /// The direction d: point + s d is feasible for all s ≥ 0.
    pub ray: Vec<Rational>,
}

impl LinearProgram {
    /// Solves the program exactly.
    ///
    /// # Errors
    /// [`ProgramError`] if the data are not those of a program, or if the monitor is told to stop.
    pub fn solve(
        &self,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<LinearOutcome, ProgramError> {
        in_threads(options.threads, || self.solve_here(options, monitor))
    }

    fn solve_here(
        &self,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<LinearOutcome, ProgramError> {
        self.check()?;
        let conditions = self.feasible.conditions();
        if options.floats
            && let Some(found) = basis::solve(self, &conditions, monitor)?
        {
            monitor.count(|counts| {
                counts.programs += 1;
                counts.confirmed_guesses += 1;
            });
            return Ok(self.outcome(found));
        }
        self.project(&conditions, options, monitor)
    }

    /// The same, but of several solutions the one nearest to the origin. It has all symmetries of
    /// the program.
    ///
    /// # Errors
    /// Does the same as [`Self::solve`].
    pub fn solve_nearest(
        &self,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<LinearOutcome, ProgramError> {
        in_threads(options.threads, || {
            self.check()?;
            self.project(&self.feasible.conditions(), options, monitor)
        })
    }

    /// The three steps.
    fn project(
        &self,
        conditions: &[Condition],
        options: &Options,
        monitor: &Monitor,
    ) -> Result<LinearOutcome, ProgramError> {
        let (rows, bounds) = conditions.split_at(self.feasible.rows.len());
        if let Some(multipliers) = contradiction::find(rows, bounds, options, monitor)? {
            return Ok(self.infeasible(&multipliers));
        }
        let origin = vec![SolverRational::ZERO; self.feasible.bounds.len()];
        let mut point = match project(origin, conditions, options, monitor)? {
            Nearest::Point { point, .. } => point,
            Nearest::Nothing { multipliers } => return Ok(self.infeasible(&multipliers)),
        };
        let descent: Vec<SolverRational> = self
            .objective
            .iter()
            .map(|value| self.improving(to_solver(value)))
            .collect();
        let recession: Vec<Condition> = conditions
            .iter()
            .map(|condition| condition.cone(|_| true))
            .collect();
        if let Nearest::Point { point: ray, .. } =
            project(descent.clone(), &recession, options, monitor)?
            && ray.iter().any(|value| *value != 0)
        {
            let [point, ray] =
                [&point, &ray].map(|vector| vector.iter().map(from_solver).collect());
            return Ok(LinearOutcome::Unbounded(Unboundedness { point, ray }));
        }
        let mut exponent = FIRST_EXPONENT;
        loop {
            let tangent: Vec<Condition> = conditions
                .iter()
                .map(|condition| tangent(condition, &point))
                .collect();
            if let Nearest::Point {
                point: direction,
                multipliers,
            } = project(descent.clone(), &tangent, options, monitor)?
                && direction.iter().all(|value| *value == 0)
            {
                return Ok(LinearOutcome::Optimal(self.solution(&point, multipliers)));
            }
            let weight = SolverRational::power_of_2(exponent);
            let target = descent.iter().map(|value| value * &weight).collect();
            if let Nearest::Point { point: next, .. } =
                project(target, conditions, options, monitor)?
            {
                point = next;
            }
            exponent *= 2;
        }
    }

    /// The outcome that bases tell.
    fn outcome(&self, found: Found) -> LinearOutcome {
        match found {
            Found::Optimal {
                point,
                multipliers,
                is_unique,
            } => LinearOutcome::Optimal(Solution {
                is_unique,
                ..self.solution(&point, multipliers)
            }),
            Found::Infeasible(multipliers) => self.infeasible(&multipliers),
            Found::Unbounded { point, ray } => {
                let [point, ray] =
                    [&point, &ray].map(|vector| vector.iter().map(from_solver).collect());
                LinearOutcome::Unbounded(Unboundedness { point, ray })
            }
        }
    }

    /// Checks an outcome in plain rational arithmetic, whoever computed it.
    ///
    /// # Errors
    /// [`Flaw`]: the first condition that does not hold.
    pub fn verify(&self, outcome: &LinearOutcome) -> Result<(), Flaw> {
        self.check()?;
        match outcome {
            LinearOutcome::Optimal(solution) => {
                verification::optimal(&self.feasible, self.sense, &self.objective, solution)?;
                verification::value(
                    &verification::dot(&self.objective, &solution.point),
                    &solution.objective,
                )
            }
            LinearOutcome::Infeasible(infeasibility) => {
                verification::infeasible(&self.feasible, &infeasibility.multipliers)
            }
            LinearOutcome::Unbounded(unbounded) => {
                verification::unbounded(&self.feasible, self.sense, &self.objective, unbounded)
            }
        }
    }

    fn check(&self) -> Result<(), ProgramError> {
        let found = self.objective.len();
        let expected = self.feasible.bounds.len();
        if found != expected {
            return Err(ProgramError::Objective { found, expected });
        }
        self.feasible.check()
    }

    fn infeasible(&self, multipliers: &[SolverRational]) -> LinearOutcome {
        LinearOutcome::Infeasible(Infeasibility {
            multipliers: self.feasible.multipliers(multipliers),
        })
    }

    /// The negative gradient of the cost from the gradient of the objective.
    fn improving(&self, value: SolverRational) -> SolverRational {
        match self.sense {
            Sense::Minimise => -value,
            Sense::Maximise => value,
        }
    }

    /// The solution from multipliers of the cost.
    fn solution(&self, point: &[SolverRational], mut multipliers: Vec<SolverRational>) -> Solution {
        if self.sense == Sense::Maximise {
            multipliers.iter_mut().for_each(|value| *value = -&*value);
        }
        let point: Vec<Rational> = point.iter().map(from_solver).collect();
        let objective = verification::dot(&self.objective, &point);
        Solution {
            point,
            multipliers: self.feasible.multipliers(&multipliers),
            objective,
            is_unique: false,
        }
    }
}

/// The point of a set that is nearest to a target.
fn project(
    target: Vec<SolverRational>,
    conditions: &[Condition],
    options: &Options,
    monitor: &Monitor,
) -> Result<Nearest, Interrupted> {
    let masses = vec![SolverRational::from(1); target.len()];
    nearest(masses, target, conditions, options, monitor)
}

/// The directions from a feasible point that a condition permits.
fn tangent(condition: &Condition, point: &[SolverRational]) -> Condition {
    let value = condition.product(point);
    condition.cone(|side| *side == value)
}
