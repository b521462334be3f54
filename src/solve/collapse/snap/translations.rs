//! The least translations under linear conditions on differences of translations, in the plane and
//! in space.
//!
//! A condition is n·(t_j - t_i) = d or ≥ d for two bodies i and j; fixed bodies have t = 0. The
//! translations with the least Σ |t_i|² are a strictly convex program. If there are none, its
//! multipliers name conditions that contradict each other.

use malachite::Rational as SolverRational;
use malachite::base::num::basic::traits::{One, Zero};
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::Rational;
use zwang_program::kernel::number::{from_solver, to_solver};
use zwang_program::kernel::{Optimum, Outcome, Problem, Row, optimise};
use zwang_program::{Interrupted, Monitor, Options};

/// Conditions on the translations of free bodies, a variable for each of their coordinates.
pub struct Conditions<Pair> {
    dimension: usize,
    variables: BTreeMap<usize, usize>,
    bodies: usize,
    equations: Vec<Condition<Pair>>,
    inequalities: Vec<Condition<Pair>>,
}

/// The condition, and the pair of parts that it is of; `None` for a pin.
struct Condition<Pair> {
    row: Row,
    pair: Option<Pair>,
}

impl<Pair: Ord + Copy> Conditions<Pair> {
    /// No conditions yet on bodies, of which these are free.
    pub fn new(dimension: usize, are_free: &[bool]) -> Self {
        let mut variables = BTreeMap::new();
        for (index, is_free) in are_free.iter().enumerate() {
            if *is_free {
                variables.insert(index, dimension * variables.len());
            }
        }
        Self {
            dimension,
            variables,
            bodies: are_free.len(),
            equations: Vec::new(),
            inequalities: Vec::new(),
        }
    }

    /// Asks for along·(t_second - t_first) = value.
    pub fn push_equation(
        &mut self,
        along: &[&Rational],
        bodies: [usize; 2],
        value: &Rational,
        pair: Option<Pair>,
    ) {
        let row = self.row(along, bodies, value);
        self.equations.push(Condition { row, pair });
    }

    /// Asks for along·(t_second - t_first) ≥ value.
    pub fn push_inequality(
        &mut self,
        along: &[&Rational],
        bodies: [usize; 2],
        value: &Rational,
        pair: Option<Pair>,
    ) {
        let row = self.row(along, bodies, value);
        self.inequalities.push(Condition { row, pair });
    }

    fn row(&self, along: &[&Rational], [first, second]: [usize; 2], value: &Rational) -> Row {
        let mut coefficients = Vec::new();
        for (body, is_second) in [(first, false), (second, true)] {
            // A fixed body, and the world, have no variables.
            let Some(&variable) = self.variables.get(&body) else {
                continue;
            };
            for (axis, entry) in along.iter().enumerate() {
                let entry = to_solver(entry);
                let entry = if is_second { entry } else { -entry };
                coefficients.push((variable + axis, entry));
            }
        }
        let (row, _) = Row::from_rationals(&coefficients, &to_solver(value));
        row
    }

    /// The least translations of all bodies, a coordinate after the other, or the pairs whose
    /// conditions contradict each other.
    ///
    /// # Errors
    /// [`Interrupted`] if the monitor is told to stop.
    pub fn least(
        self,
        monitor: &Monitor,
    ) -> Result<Result<Vec<Vec<Rational>>, BTreeSet<Pair>>, Interrupted> {
        let count = self.dimension * self.variables.len();
        let equalities = self.equations.len();
        let mut rows = Vec::new();
        let mut pairs = Vec::new();
        for Condition { row, pair } in self.equations.into_iter().chain(self.inequalities) {
            rows.push(row);
            pairs.push(pair);
        }
        let problem = Problem {
            masses: vec![SolverRational::ONE; count],
            target: vec![SolverRational::ZERO; count],
            rows,
            equalities,
        };
        // Equations, and a few inequalities, need no guess.
        let options = Options {
            floats: false,
            ..Options::default()
        };
        let found = optimise(&problem, &options, monitor)?;
        let optimum = match found.into_outcome() {
            Outcome::Optimal(optimum) => optimum,
            Outcome::Infeasible(multipliers) => {
                let mut wrong = BTreeSet::new();
                for (pair, multiplier) in pairs.iter().zip(&multipliers) {
                    if *multiplier != 0 {
                        wrong.extend(*pair);
                    }
                }
                return Ok(Err(wrong));
            }
        };
        let zero = vec![Rational::default(); self.dimension];
        let mut moves = vec![zero; self.bodies];
        for (body, &variable) in &self.variables {
            for (axis, coordinate) in moves[*body].iter_mut().enumerate() {
                *coordinate = value(&optimum, variable + axis);
            }
        }
        Ok(Ok(moves))
    }
}

fn value(optimum: &Optimum, variable: usize) -> Rational {
    let numerator = &optimum.point[variable];
    let value = SolverRational::from_integers_ref(numerator, &optimum.denominator);
    from_solver(&value)
}
