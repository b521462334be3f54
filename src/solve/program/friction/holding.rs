//! Forces that hold a point.
//!
//! Let r be a point with u ≥ 0 at every contact and e·r = d, at which no contact with u = 0 moves
//! along t. With x = r the law asks for forces within Coulomb's bound at the contacts with u = 0,
//! and no more. They exist if and only if r is the minimiser of
//!
//! ```text
//! ½ |x - g|²_M   subject to   (n ± μ t)·(x - r) ≥ 0 where u = 0,   e·(x - r) = 0
//! ```
//!
//! and are its multipliers: φ is the sum of those of n ± μ t, and ψ is μ times their difference.

use super::{FrictionAnswer, FrictionProblem, numbers_over, pairs_over};
use crate::active_set::optimise::optimise;
use crate::monitor::{Interrupted, Monitor};
use crate::numbers::number::common_denominator;
use crate::options::Options;
use crate::problem::{Optimum, Outcome, Problem, Row};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use std::collections::BTreeMap;

/// The program of a point, with the way back from its rows.
struct Holding {
    problem: Problem,
    /// Contact and slope ±μ of each inequality.
    slopes: Vec<(usize, Rational)>,
    /// The factors from multipliers of integer rows to those of the rows that are meant.
    scales: Vec<Rational>,
}

impl FrictionProblem {
    /// The answer at a point, if forces hold it there; `None` also if the point violates a row, or
    /// a contact without a gap moves along its edge.
    ///
    /// # Errors
    /// [`Interrupted`] if the monitor is told to stop before there is an answer.
    pub fn held_at(
        &self,
        point: &[Rational],
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Option<FrictionAnswer>, Interrupted> {
        let Some(touching) = self.touching_at(point) else {
            return Ok(None);
        };
        let holding = Holding::new(self, &touching, point);
        let solved = optimise(&holding.problem, options, monitor)?;
        let Outcome::Optimal(optimum) = solved.into_outcome() else {
            unreachable!("the point itself satisfies all rows")
        };
        if optimum.point.iter().any(|value| *value != 0) {
            return Ok(None);
        }
        let mut forces = vec![[Rational::ZERO, Rational::ZERO]; self.contacts.len()];
        let equalities = holding.forces(&optimum, &mut forces);
        let numbers = point.iter().chain(forces.iter().flatten());
        let common = common_denominator(numbers.chain(&equalities));
        Ok(Some(FrictionAnswer {
            denominator: Integer::from(&common),
            point: numbers_over(point, &common),
            forces: pairs_over(&forces, &common),
            equalities: numbers_over(&equalities, &common),
        }))
    }

    /// The contacts without a gap at a point; `None` if a row is violated there, or one of them
    /// moves along its edge.
    fn touching_at(&self, point: &[Rational]) -> Option<Vec<usize>> {
        let mut equalities = self.equalities.iter();
        if !equalities.all(|row| row.slack_at(point) == 0) {
            return None;
        }
        let mut touching = Vec::new();
        for (index, contact) in self.contacts.iter().enumerate() {
            let gap = contact.normal.slack_at(point);
            if gap > 0 {
                continue;
            }
            let slips = contact.friction != 0 && contact.tangent.slack_at(point) != 0;
            if gap < 0 || slips || contact.sliding != 0 {
                return None;
            }
            touching.push(index);
        }
        Some(touching)
    }
}

impl Holding {
    fn new(problem: &FrictionProblem, touching: &[usize], point: &[Rational]) -> Self {
        let mut target = Vec::with_capacity(point.len());
        for (free, held) in problem.target.iter().zip(point) {
            target.push(free - held);
        }
        let mut holding = Self {
            problem: Problem {
                masses: problem.masses.clone(),
                target,
                rows: Vec::new(),
                equalities: problem.equalities.len(),
            },
            slopes: Vec::new(),
            scales: Vec::new(),
        };
        for row in &problem.equalities {
            holding.push(&coefficients(row));
        }
        for index in touching {
            let contact = &problem.contacts[*index];
            let mut slopes = vec![contact.friction.clone()];
            if contact.friction != 0 {
                slopes.push(-&contact.friction);
            }
            for slope in slopes {
                let mut row = coefficients(&contact.normal);
                for (variable, value) in coefficients(&contact.tangent) {
                    *row.entry(variable).or_insert(Rational::ZERO) += value * &slope;
                }
                holding.push(&row);
                holding.slopes.push((*index, slope));
            }
        }
        holding
    }

    fn push(&mut self, coefficients: &BTreeMap<usize, Rational>) {
        let mut entries = Vec::with_capacity(coefficients.len());
        for (variable, value) in coefficients {
            entries.push((*variable, value.clone()));
        }
        let (row, scale) = Row::from_rationals(&entries, &Rational::ZERO);
        self.problem.rows.push(row);
        self.scales.push(scale);
    }

    /// Adds the forces that the multipliers of an optimum are; returns those of equalities.
    fn forces(&self, optimum: &Optimum, forces: &mut [[Rational; 2]]) -> Vec<Rational> {
        let denominator = Rational::from(&optimum.denominator);
        let mut multipliers = Vec::with_capacity(self.scales.len());
        for (multiplier, scale) in optimum.multipliers.iter().zip(&self.scales) {
            multipliers.push(Rational::from(multiplier) * scale / &denominator);
        }
        let of_contacts = multipliers.split_off(self.problem.equalities);
        for ((contact, slope), multiplier) in self.slopes.iter().zip(of_contacts) {
            let [across, along] = &mut forces[*contact];
            *along += &multiplier * slope;
            *across += multiplier;
        }
        multipliers
    }
}

fn coefficients(row: &Row) -> BTreeMap<usize, Rational> {
    let pairs = row.coefficients.iter();
    pairs
        .map(|(variable, value)| (*variable, Rational::from(value)))
        .collect()
}
