//! A program of a group, and forces that prove a ball around its optimum (`proofs/RUN2.md`,
//! section 7).
//!
//! Minimise ½ |x - x~|² + Σ |r|²/(2ε) over w ≥ 0 for all rows, r being the gapes of pins. For forces
//! φ ≥ 0 and f let x = x~ + M⁻¹ Σ (φ, f) coefficients, exactly, and let y = x + 2^-k o keep all rows.
//! Then the optimum is within ρ of x,
//!
//! ```text
//! ρ² = |y - x|² + 2 Σ φ w(y) + Σ |r(y) + ε f|²/ε.
//! ```
//!
//! The forces are looked for by `zwang-program`, in floats first and in longer numbers where rows
//! nearly depend on each other; nothing of that is believed. An opening o of the rows that x only
//! touches comes from the same place.

use crate::ball::Ball;
use crate::error::Failure;
use crate::joints::{PinForces, PinRow};
use crate::number::{FORCE, LONG};
use crate::outline::Outline;
use crate::rows::{COEFFICIENT, CONSTANT, Point, Row};
use crate::tree::Forces;
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
    /// M: m, m and I/u of each body.
    pub(crate) masses: &'a [Rational],
    /// x~.
    pub(crate) target: &'a [Rational],
    pub(crate) pins: &'a [PinRow],
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
    pub(crate) pins: PinForces,
    pub(crate) ball: Ball,
}

impl Solution<'_> {
    /// Puts the forces into a memory.
    pub(crate) fn remember(&self, memory: &mut Memory) {
        for (row, force) in self.rows.iter().zip(&self.forces) {
            if *force != 0 {
                memory.insert(row.contact, force.clone());
            }
        }
    }
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

    /// The forces other than 0.
    pub(crate) fn listed(&self, forces: &[Integer], pins: &PinForces) -> Forces {
        let mut listed = Forces::default();
        for (index, force) in forces.iter().enumerate() {
            if *force != 0 {
                listed.rows.push((index, force.clone()));
            }
        }
        for (pin, force) in self.pins.iter().zip(pins) {
            if force.iter().any(|part| *part != 0) {
                listed.pins.push((pin.pin, force.clone()));
            }
        }
        listed
    }

    /// Solves the program of these rows.
    pub(crate) fn solve<'r>(&self, rows: Vec<&'r Row>) -> Result<Solution<'r>, Failure> {
        let target = self.target_point();
        let is_kept = rows.iter().all(|row| row.value(&target).numerator >= 0);
        if is_kept && self.pins.iter().all(|pin| pin.is_closed(&target)) {
            return Ok(Solution {
                forces: vec![Integer::ZERO; rows.len()],
                pins: vec![[Integer::ZERO, Integer::ZERO]; self.pins.len()],
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
            let (pins, forces) = problem.forces(self.outline, &found);
            match Ball::prove(self, &rows, &problem.problem, &forces, &pins) {
                Ok(ball) => {
                    return Ok(Solution {
                        rows,
                        forces,
                        pins,
                        ball,
                    });
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
        let equalities = 2 * self.pins.len();
        let mut scaled = Scaled {
            problem: Problem {
                masses: self.masses.to_vec(),
                target: self.target.to_vec(),
                rows: Vec::with_capacity(equalities + rows.len()),
                equalities,
            },
            shifts: Vec::with_capacity(equalities + rows.len()),
        };
        for pin in self.pins {
            let (equations, mass) = pin.equations(self.outline, scaled.problem.masses.len());
            for kernel::Row {
                coefficients,
                bound,
            } in equations
            {
                scaled.problem.masses.push(mass.clone());
                scaled.problem.target.push(Rational::ZERO);
                scaled.push(coefficients, bound);
            }
        }
        for row in rows {
            let mut coefficients = Vec::with_capacity(row.coefficients.len());
            for (unknown, coefficient) in &row.coefficients {
                coefficients.push((*unknown, coefficient << (CONSTANT - COEFFICIENT)));
            }
            scaled.push(coefficients, -&row.constant);
        }
        scaled
    }

    /// The forces in the memory as multipliers, if there are any.
    fn earlier(&self, rows: &[&Row], problem: &Scaled) -> Option<Vec<Option<(Integer, Integer)>>> {
        let unit = (&self.outline.unit).square() << (CONSTANT + FORCE);
        let equalities = problem.problem.equalities;
        let mut multipliers = vec![None; equalities];
        let mut is_any_known = false;
        for (row, shift) in rows.iter().zip(&problem.shifts[equalities..]) {
            let known = self.memory.get(&row.contact);
            is_any_known |= known.is_some();
            multipliers.push(known.map(|force| (force << *shift, unit.clone())));
        }
        is_any_known.then_some(multipliers)
    }
}

/// A program with rows in integers: 2^-shift U² 2^256 times the rows of the law, behind equations of
/// pins, 2^-shift U 2^128 times.
struct Scaled {
    problem: Problem,
    shifts: Vec<u64>,
}

impl Scaled {
    /// Adds a row.
    fn push(&mut self, mut coefficients: Vec<(usize, Integer)>, mut bound: Integer) {
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
        self.problem.rows.push(kernel::Row {
            coefficients,
            bound,
        });
        self.shifts.push(shift);
    }

    /// Approximate multipliers as forces of pins and of rows over 2^P, rounded.
    fn forces(&self, outline: &Outline, found: &Approximation) -> (PinForces, Vec<Integer>) {
        let square = (&outline.unit).square();
        let equalities = self.problem.equalities;
        let force = |index: usize| {
            let numerator = (&found.multipliers[index] * &outline.unit) << (LONG + FORCE);
            nearest(&numerator, &(&found.denominator << self.shifts[index]))
        };
        let mut pins = Vec::with_capacity(equalities / 2);
        for first in (0..equalities).step_by(2) {
            pins.push([force(first), force(first + 1)]);
        }
        let mut forces = Vec::with_capacity(self.shifts.len() - equalities);
        let rows = found.multipliers.iter().zip(&self.shifts);
        for (multiplier, shift) in rows.skip(equalities) {
            if *multiplier <= 0 {
                forces.push(Integer::ZERO);
                continue;
            }
            let numerator = (multiplier * &square) << (CONSTANT + FORCE);
            forces.push(nearest(&numerator, &(&found.denominator << *shift)));
        }
        (pins, forces)
    }

    /// Integer multipliers of the rows as multiples of forces over 2^P, all times the same number.
    /// Where no motion keeps the rows, pins have none, as they give way.
    fn integer_forces(&self, outline: &Outline, multipliers: &[Integer]) -> Vec<Integer> {
        let largest = self.shifts.iter().copied().max().unwrap_or(0);
        let square = (&outline.unit).square();
        let mut forces = Vec::with_capacity(self.shifts.len());
        let rows = multipliers.iter().zip(&self.shifts);
        for (multiplier, shift) in rows.skip(self.problem.equalities) {
            forces.push((multiplier * &square) << (largest - *shift));
        }
        forces
    }
}
