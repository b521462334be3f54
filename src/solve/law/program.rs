//! A program of a group, and forces that prove a ball around its optimum (`proofs/RUN2.md`,
//! section 7).
//!
//! Minimise ½ |x - x~|² over w ≥ 0 for all rows. For forces φ ≥ 0 let x = x~ + M⁻¹ Σ φ coefficients,
//! exactly, and let y = x + 2^-k o keep all rows. Then the optimum is within ρ of x,
//!
//! ```text
//! ρ² = |y - x|² + 2 Σ φ w(y).
//! ```
//!
//! The forces are looked for by `zwang-program`, in floats first and in longer numbers where rows
//! nearly depend on each other; nothing of that is believed. An opening o of the rows that x only
//! touches comes from the same place.

use crate::ball::Ball;
use crate::error::Failure;
use crate::number::FORCE;
use crate::outline::Outline;
use crate::rows::{COEFFICIENT, CONSTANT, Point, Row};
use malachite::base::num::arithmetic::traits::Square;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_program::Monitor;
use zwang_program::kernel::number::{common_denominator, nearest, times};
use zwang_program::kernel::{self, Approximation, Fineness, Outcome, Problem};

/// The forces of the rows of the last program of this kind, over 2^P.
pub(crate) type Memory = BTreeMap<Contact, Integer>;

/// What is the same in all nodes of a program.
#[derive(Clone, Copy)]
pub(crate) struct Frame<'a> {
    pub(crate) outline: &'a Outline,
    /// M: m, m and I of each body.
    pub(crate) masses: &'a [Rational],
    /// x~.
    pub(crate) target: &'a [Rational],
    /// Where to look for forces first.
    pub(crate) memory: &'a Memory,
    pub(crate) monitor: &'a Monitor<'a>,
    /// The largest radius that a ball may have, over 2^4g.
    pub(crate) largest_radius: &'a Integer,
}

/// Rows, the forces found for them, and the ball that these prove.
#[derive(Clone, Debug)]
pub(crate) struct Solution<'r> {
    /// Ascending.
    pub(crate) rows: Vec<&'r Row>,
    /// One for each row, over 2^P.
    pub(crate) forces: Vec<Integer>,
    pub(crate) ball: Ball,
}

impl Solution<'_> {
    /// The forces other than 0, by the index of their row.
    pub(crate) fn listed(&self) -> Vec<(usize, Integer)> {
        listed(&self.forces)
    }

    /// Puts the forces into a memory.
    pub(crate) fn remember(&self, memory: &mut Memory) {
        for (row, force) in self.rows.iter().zip(&self.forces) {
            if *force != 0 {
                memory.insert(row.contact, force.clone());
            }
        }
    }
}

/// The numbers other than 0 with their indices.
pub(crate) fn listed(forces: &[Integer]) -> Vec<(usize, Integer)> {
    let mut listed = Vec::new();
    for (index, force) in forces.iter().enumerate() {
        if *force != 0 {
            listed.push((index, force.clone()));
        }
    }
    listed
}

impl<'a> Frame<'a> {
    /// The target as a point.
    pub(crate) fn target_point(&self) -> Point {
        let unit = common_denominator(self.target);
        let numerators = self.target.iter().map(|number| times(number, &unit));
        Point {
            numerators: numerators.collect(),
            unit: Integer::from(&unit),
        }
    }

    /// Solves the program of these rows.
    pub(crate) fn solve<'r>(&self, rows: Vec<&'r Row>) -> Result<Solution<'r>, Failure> {
        let target = self.target_point();
        if rows.iter().all(|row| row.value(&target).numerator >= 0) {
            return Ok(Solution {
                forces: vec![Integer::ZERO; rows.len()],
                ball: Ball::at_target(self, &rows, target),
                rows,
            });
        }
        let problem = self.problem(&rows);
        let earlier = self.earlier(&rows, &problem);
        let mut failure = Failure::Unsettled;
        let mut fineness = Some(Fineness::Floats);
        while let Some(tried) = fineness {
            let found =
                kernel::approximate(&problem.problem, earlier.as_deref(), tried, self.monitor)?;
            let Some(found) = found else {
                return Err(self.why_nothing(&problem)?);
            };
            fineness = found.fineness.finer();
            let forces = problem.forces(self.outline, &found);
            match Ball::prove(self, &rows, &problem.problem, &forces) {
                Ok(ball) => {
                    return Ok(Solution { rows, forces, ball });
                }
                Err(reason) => failure = reason,
            }
        }
        Err(failure)
    }

    /// Whether no motion keeps the rows, or whether that is not known.
    fn why_nothing(&self, problem: &Scaled) -> Result<Failure, Failure> {
        let outcome = kernel::solve(&problem.problem, None, self.monitor)?;
        Ok(match outcome {
            Outcome::Infeasible(multipliers) => {
                Failure::Impossible(problem.integer_forces(self.outline, &multipliers))
            }
            Outcome::Optimal(_) => Failure::Unsettled,
        })
    }

    fn problem(&self, rows: &[&Row]) -> Scaled {
        let mut scaled = Scaled {
            problem: Problem {
                masses: self.masses.to_vec(),
                target: self.target.to_vec(),
                rows: Vec::with_capacity(rows.len()),
                equalities: 0,
            },
            shifts: Vec::with_capacity(rows.len()),
        };
        for row in rows {
            let mut coefficients = Vec::with_capacity(row.coefficients.len());
            for (unknown, coefficient) in &row.coefficients {
                coefficients.push((*unknown, coefficient << (CONSTANT - COEFFICIENT)));
            }
            let mut bound = -&row.constant;
            // Short numbers cost less.
            let numbers = coefficients
                .iter()
                .map(|(_, number)| number)
                .chain([&bound]);
            let shift = numbers
                .filter_map(Integer::trailing_zeros)
                .min()
                .unwrap_or(0);
            for (_, coefficient) in &mut coefficients {
                *coefficient >>= shift;
            }
            bound >>= shift;
            scaled.problem.rows.push(kernel::Row {
                coefficients,
                bound,
            });
            scaled.shifts.push(shift);
        }
        scaled
    }

    /// The forces in the memory as multipliers, if there are any.
    fn earlier(&self, rows: &[&Row], problem: &Scaled) -> Option<Vec<Option<(Integer, Integer)>>> {
        let unit = (&self.outline.unit).square() << (CONSTANT + FORCE);
        let mut multipliers = Vec::with_capacity(rows.len());
        let mut is_any_known = false;
        for (row, shift) in rows.iter().zip(&problem.shifts) {
            let known = self.memory.get(&row.contact);
            is_any_known |= known.is_some();
            multipliers.push(known.map(|force| (force << *shift, unit.clone())));
        }
        is_any_known.then_some(multipliers)
    }
}

/// A program with rows in integers: 2^-shift U² 2^256 times the rows of the law.
struct Scaled {
    problem: Problem,
    shifts: Vec<u64>,
}

impl Scaled {
    /// Approximate multipliers as forces over 2^P, rounded.
    fn forces(&self, outline: &Outline, found: &Approximation) -> Vec<Integer> {
        let square = (&outline.unit).square();
        let mut forces = Vec::with_capacity(self.shifts.len());
        for (multiplier, shift) in found.multipliers.iter().zip(&self.shifts) {
            if *multiplier <= 0 {
                forces.push(Integer::ZERO);
                continue;
            }
            let numerator = (multiplier * &square) << (CONSTANT + FORCE);
            forces.push(nearest(&numerator, &(&found.denominator << *shift)));
        }
        forces
    }

    /// Integer multipliers as multiples of forces over 2^P, all times the same number.
    fn integer_forces(&self, outline: &Outline, multipliers: &[Integer]) -> Vec<Integer> {
        let largest = self.shifts.iter().copied().max().unwrap_or(0);
        let square = (&outline.unit).square();
        let mut forces = Vec::with_capacity(self.shifts.len());
        for (multiplier, shift) in multipliers.iter().zip(&self.shifts) {
            forces.push((multiplier * &square) << (largest - *shift));
        }
        forces
    }
}
