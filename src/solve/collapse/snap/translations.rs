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

/// So often pairs that may stay open are dropped one by one; after that, all of them.
const ATTEMPTS: usize = 8;

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

    /// The least translations of all bodies, a coordinate after the other. The conditions of pairs
    /// that are soft are left out, and the pairs put to `open`, where they contradict others. If
    /// the other conditions contradict each other, their pairs are the inner error.
    ///
    /// # Errors
    /// [`Interrupted`] if the monitor is told to stop.
    pub fn least(
        &self,
        soft: &BTreeSet<Pair>,
        open: &mut BTreeSet<Pair>,
        monitor: &Monitor,
    ) -> Result<Result<Vec<Vec<Rational>>, BTreeSet<Pair>>, Interrupted> {
        let mut contradictory = BTreeSet::new();
        for attempt in 0.. {
            let dropped = open.union(&contradictory).copied().collect();
            let wrong = match self.least_without(&dropped, monitor)? {
                Ok(moves) if contradictory.is_empty() => return Ok(Ok(moves)),
                Ok(_) => break,
                Err(wrong) => wrong,
            };
            if wrong.is_empty() {
                // Pins alone contradict each other: bodies with several of them cannot turn.
                contradictory = self.pairs();
                break;
            }
            if wrong.is_disjoint(soft) {
                contradictory.extend(wrong);
            } else if attempt < ATTEMPTS {
                open.extend(wrong.intersection(soft));
            } else {
                open.extend(soft);
            }
        }
        Ok(Err(contradictory))
    }

    /// The pairs that there are conditions of.
    fn pairs(&self) -> BTreeSet<Pair> {
        let conditions = self.equations.iter().chain(&self.inequalities);
        conditions.filter_map(|condition| condition.pair).collect()
    }

    /// The least translations under the conditions of all pairs but the dropped ones, or pairs
    /// whose conditions contradict each other.
    fn least_without(
        &self,
        dropped: &BTreeSet<Pair>,
        monitor: &Monitor,
    ) -> Result<Result<Vec<Vec<Rational>>, BTreeSet<Pair>>, Interrupted> {
        let count = self.dimension * self.variables.len();
        let mut rows = Vec::new();
        let mut pairs = Vec::new();
        let mut equalities = 0;
        for conditions in [&self.equations, &self.inequalities] {
            equalities = rows.len();
            for condition in conditions {
                if condition.pair.is_none_or(|pair| !dropped.contains(&pair)) {
                    rows.push(condition.row.clone());
                    pairs.push(condition.pair);
                }
            }
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
