//! Least restraint over a union of polyhedra.
//!
//! At an undecided corner the motion has to respect the rows of one list *or* of another. The
//! program is solved without them first. If its optimum violates a corner, the case is split;
//! restraint can only grow. Always the case of least restraint is split next, until all such cases
//! respect every corner: then their motions are the minimisers over the union, and every other case
//! is worse. Several different motions mean that the corners leave the choice open.

use crate::branching::{Branching, Choices, TooManyCases};
use crate::groups::Group;
use crate::problem::Problem;
use crate::relaxed::Relaxed;
use malachite::base::num::arithmetic::traits::Square;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use zwang_program::kernel::number::{common_denominator, times};
use zwang_program::kernel::{self, Outcome, Solved, optimise};
use zwang_program::{Interrupted, Monitor, Options, Stage};

/// One way to decide corners, and its outcome.
pub struct SolvedCase {
    /// Which lists hold.
    pub choices: Choices,
    /// Its program.
    pub relaxed: Relaxed,
    /// The outcome of the program.
    pub solved: Solved,
    /// Σ ½ m (x - t)² over the group, if there is a motion and another case to compare it with.
    restraint: Option<Rational>,
    /// An undecided corner that the motion violates.
    violated: Option<usize>,
}

/// Why the cases of a group are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// The monitor was told to stop.
    Interrupted(Interrupted),
    /// There are too many ways to decide the corners.
    TooManyCases(TooManyCases),
}

impl From<Interrupted> for Unsolved {
    fn from(interrupted: Interrupted) -> Self {
        Self::Interrupted(interrupted)
    }
}

impl From<TooManyCases> for Unsolved {
    fn from(cases: TooManyCases) -> Self {
        Self::TooManyCases(cases)
    }
}

/// All cases of a group, and the indices of those that answer; no answer if no motion is
/// admissible.
///
/// # Errors
/// [`Unsolved`] if there are too many cases, or if the monitor is told to stop.
pub fn least_restraint(
    problem: &Problem,
    group: &Group,
    options: &Options,
    monitor: &Monitor,
) -> Result<(Vec<SolvedCase>, Vec<usize>), Unsolved> {
    let mut branching = Branching::new(group);
    let mut cases: Vec<SolvedCase> = Vec::new();
    loop {
        for choices in branching.by_ref() {
            let mut case = SolvedCase::new(problem, group, choices, options, monitor)?;
            if case.violated.is_some() || !case.choices.is_empty() {
                case.set_restraint();
            } else {
                let answers = Vec::from_iter(case.solved.is_optimal().then_some(0));
                return Ok((vec![case], answers));
            }
            cases.push(case);
        }
        let restraints = cases.iter().filter_map(|case| case.restraint.as_ref());
        let Some(least) = restraints.min().cloned() else {
            return Ok((cases, Vec::new()));
        };
        let Some((position, corner)) = violation(&cases, &least) else {
            let answers = answers(&cases, &least);
            return Ok((cases, answers));
        };
        let case = cases.remove(position);
        branching.split(&case.choices, corner, problem.open_lists(corner))?;
    }
}

/// The first case of least restraint whose motion violates a corner, and that corner.
fn violation(cases: &[SolvedCase], least: &Rational) -> Option<(usize, usize)> {
    for (position, case) in cases.iter().enumerate() {
        if case.restraint.as_ref() != Some(least) {
            continue;
        }
        if let Some(corner) = case.violated {
            return Some((position, corner));
        }
    }
    None
}

/// The cases of least restraint with different motions.
fn answers(cases: &[SolvedCase], least: &Rational) -> Vec<usize> {
    let mut answers: Vec<usize> = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        if case.restraint.as_ref() != Some(least) {
            continue;
        }
        if !answers.iter().any(|&other| case.moves_like(&cases[other])) {
            answers.push(index);
        }
    }
    answers
}

impl SolvedCase {
    fn new(
        problem: &Problem,
        group: &Group,
        choices: Choices,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Self, Interrupted> {
        let relaxed = monitor.time(Stage::Contacts, || problem.relaxed(group, &choices));
        let solved = optimise(&relaxed.program, options, monitor)?;
        let mut violated = None;
        if !group.corners.is_empty()
            && let Outcome::Optimal(optimum) = &*solved.outcome()
        {
            violated = problem.violated_corner(group, &optimum.point, &optimum.denominator);
        }
        Ok(Self {
            choices,
            relaxed,
            solved,
            restraint: None,
            violated,
        })
    }

    /// Whether both have a motion, and the same.
    fn moves_like(&self, other: &Self) -> bool {
        match (&*self.solved.outcome(), &*other.solved.outcome()) {
            (Outcome::Optimal(own), Outcome::Optimal(other)) => own.is_same_point(other),
            _ => false,
        }
    }

    fn set_restraint(&mut self) {
        if let Outcome::Optimal(optimum) = &*self.solved.outcome() {
            let program = &self.relaxed.program;
            self.restraint = Some(restraint(program, &optimum.denominator, &optimum.point));
        }
    }
}

/// Σ ½ M (x - t)² of a point x, given over its denominator; computed over the least common
/// denominators of masses and of targets.
#[must_use]
pub fn restraint(program: &kernel::Problem, denominator: &Integer, point: &[Integer]) -> Rational {
    let masses = common_denominator(&program.masses);
    let targets = common_denominator(&program.target);
    let point_scale = Integer::from(&targets);
    let data = program.masses.iter().zip(&program.target);
    let mut sum = Integer::ZERO;
    for ((mass, target), value) in data.zip(point) {
        let scaled_target = times(target, &targets) * denominator;
        let offset = value * &point_scale - scaled_target;
        sum += times(mass, &masses) * offset.square();
    }
    let offset_scale = point_scale * denominator;
    let scale = offset_scale.square() * Integer::from(masses);
    Rational::from_integers(sum, scale * Integer::from(2))
}
