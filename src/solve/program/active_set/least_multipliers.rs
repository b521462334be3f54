//! The least multipliers of an optimum: where multipliers are not unique, one system of them that
//! depends on the program alone, not on a guess.
//!
//! Let λ be multipliers of an optimum that are positive on P, all rows that can press (see
//! [`crate::active_set::classification`]). All systems of multipliers are the λ' ≥ 0 on P, with any
//! sign on equalities, that satisfy Σ λ'_j a_j = Σ λ_j a_j. With a weight w_j > 0 for each row,
//!
//! ```text
//! minimise ½ Σ w_j λ'_j²   subject to   Σ λ'_j a_j = Σ λ_j a_j
//! ```
//!
//! is a strictly convex program in λ'. If its minimiser is positive on P, that is the answer. If it
//! is not, λ'_j ≥ 0 is demanded as well, and some rows Z of P are left with λ'_j = 0. Since all of
//! P press, a small multiple of the minimiser of
//!
//! ```text
//! minimise ½ Σ w_j d_j²   subject to   Σ d_j a_j = 0,   d_j ≥ 1 on Z
//! ```
//!
//! is added; λ - λ' shows that there is such a d. All three minimisers are unique, so everybody
//! finds the same numbers.
//!
//! The programs are solved in ψ_j = s_j λ'_j, in units that make their numbers short; w_j s_j² is
//! the weight of λ'_j².

use crate::Options;
use crate::active_set::classification::primitive;
use crate::active_set::optimise::optimise;
use crate::exact::lifting::WorkingSystem;
use crate::monitor::{Interrupted, Monitor};
use crate::numbers::number::least_common_multiple;
use crate::problem::{Optimum, Outcome, Problem, Row};
use malachite::base::num::arithmetic::traits::{Abs, DivExact, Lcm};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Rational};

/// The measure of multipliers: a positive number s_j for each row, and the positive weight of (s_j
/// λ_j)².
pub struct Measure {
    /// s_j.
    pub units: Vec<Rational>,
    /// The weight of the square.
    pub weights: Vec<Rational>,
}

/// An optimum with the least multipliers, or nearly.
pub struct LeastMultipliers {
    /// The optimum.
    pub optimum: Optimum,
    /// Whether nothing was added to the least ones.
    pub are_least: bool,
}

impl LeastMultipliers {
    fn exactly(optimum: Optimum) -> Self {
        Self {
            optimum,
            are_least: true,
        }
    }
}

/// The same optimum with the least multipliers; those of `optimum` must be positive on all rows
/// that can press.
///
/// # Errors
/// [`Interrupted`] if the monitor is told to stop before there is an answer.
pub fn least_multipliers(
    problem: &Problem,
    optimum: Optimum,
    measure: &Measure,
    options: &Options,
    monitor: &Monitor,
) -> Result<LeastMultipliers, Interrupted> {
    let systems = Systems::new(problem, &optimum, measure);
    let Some(least) = systems.least_of(&optimum, options, monitor)? else {
        return Ok(LeastMultipliers::exactly(optimum));
    };
    let pressing = systems.pressing();
    if pressing.iter().all(|&place| least.point[place] > 0) {
        let optimum = systems.replace(optimum, &least);
        return Ok(LeastMultipliers::exactly(optimum));
    }
    let mut loose = Vec::new();
    for place in pressing {
        if least.point[place] == 0 {
            loose.push(place);
        }
    }
    let none = Sums {
        numerators: vec![Integer::ZERO; problem.masses.len()],
        denominator: Integer::ONE,
    };
    let change = systems.least(&none, &loose, Integer::ONE, options, monitor)?;
    let mut replaced = systems.replace(optimum, &least);
    systems.add_a_little(&mut replaced, &primitive(change.point));
    Ok(LeastMultipliers {
        optimum: replaced.reduced(),
        are_least: false,
    })
}

/// The same optimum with exactly the least multipliers; some rows that can press may have none.
///
/// # Errors
/// [`Interrupted`] if the monitor is told to stop before there is an answer.
pub fn exactly_least_multipliers(
    problem: &Problem,
    optimum: Optimum,
    measure: &Measure,
    options: &Options,
    monitor: &Monitor,
) -> Result<Optimum, Interrupted> {
    let systems = Systems::new(problem, &optimum, measure);
    Ok(match systems.least_of(&optimum, options, monitor)? {
        Some(least) => systems.replace(optimum, &least),
        None => optimum,
    })
}

/// The sums of multipliers: one number for each variable, over a denominator.
struct Sums {
    numerators: Vec<Integer>,
    denominator: Integer,
}

/// The systems of multipliers of an optimum: rows of the problem are variables here.
struct Systems<'a> {
    problem: &'a Problem,
    /// The equalities, then the rows that press.
    rows: Vec<usize>,
    /// One for each of these rows.
    units: Vec<Rational>,
    weights: Vec<Rational>,
    /// For each variable of the problem the places of the rows that have it, with coefficients of
    /// ψ.
    columns: Vec<Vec<(usize, Rational)>>,
}

impl<'a> Systems<'a> {
    fn new(problem: &'a Problem, optimum: &Optimum, measure: &Measure) -> Self {
        let mut rows = Vec::new();
        for (row, multiplier) in optimum.multipliers.iter().enumerate() {
            if row < problem.equalities || *multiplier != 0 {
                rows.push(row);
            }
        }
        let mut units = Vec::with_capacity(rows.len());
        let mut weights = Vec::with_capacity(rows.len());
        let mut columns = vec![Vec::new(); problem.masses.len()];
        for (place, &row) in rows.iter().enumerate() {
            let unit = &measure.units[row];
            let weight = &measure.weights[row];
            for (variable, value) in &problem.rows[row].coefficients {
                let value = Rational::from(value) / unit;
                columns[*variable].push((place, value));
            }
            units.push(unit.clone());
            weights.push(weight.clone());
        }
        Self {
            problem,
            rows,
            units,
            weights,
            columns,
        }
    }

    /// Whether the rows are independent, so that there is only one system.
    fn has_one(&self, monitor: &Monitor) -> bool {
        let system = WorkingSystem::of_independent_rows(self.problem, &self.rows, monitor);
        system.rows().len() == self.rows.len()
    }

    /// The least multipliers; `None` if there is only one system.
    fn least_of(
        &self,
        optimum: &Optimum,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Option<Optimum>, Interrupted> {
        if self.has_one(monitor) {
            return Ok(None);
        }
        let sums = Sums {
            numerators: self.sums(optimum),
            denominator: optimum.denominator.clone(),
        };
        // Equations alone need no guess.
        let directly = Options {
            floats: false,
            ..*options
        };
        let pressing = self.pressing();
        let least = self.least(&sums, &[], Integer::ZERO, &directly, monitor)?;
        if pressing.iter().all(|&place| least.point[place] >= 0) {
            return Ok(Some(least));
        }
        let least = self.least(&sums, &pressing, Integer::ZERO, options, monitor)?;
        Ok(Some(least))
    }

    /// The places of the rows that press.
    fn pressing(&self) -> Vec<usize> {
        (self.problem.equalities..self.rows.len()).collect()
    }

    /// Σ λ_j a_j, times the denominator of λ.
    fn sums(&self, optimum: &Optimum) -> Vec<Integer> {
        let mut sums = vec![Integer::ZERO; self.columns.len()];
        for &row in &self.rows {
            for (variable, value) in &self.problem.rows[row].coefficients {
                sums[*variable] += value * &optimum.multipliers[row];
            }
        }
        sums
    }

    /// The least multipliers that add up to these sums, at least `bound` at some places, 0 unless
    /// the denominator is 1.
    fn least(
        &self,
        sums: &Sums,
        bounded: &[usize],
        bound: Integer,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Optimum, Interrupted> {
        let Sums {
            numerators,
            denominator,
        } = sums;
        let mut rows = Vec::new();
        for (column, sum) in self.columns.iter().zip(numerators) {
            if !column.is_empty() {
                // The multipliers are as many times longer as the sums are.
                let sum = Rational::from(sum);
                let (row, _) = Row::from_rationals(column, &sum);
                rows.push(row);
            }
        }
        let equalities = rows.len();
        for &place in bounded {
            let bound = Rational::from(&bound) * &self.units[place];
            let own = [(place, Rational::ONE)];
            let (row, _) = Row::from_rationals(&own, &bound);
            rows.push(row);
        }
        let program = Problem {
            masses: self.weights.clone(),
            target: vec![Rational::ZERO; self.rows.len()],
            rows,
            equalities,
        };
        match optimise(&program, options, monitor)?.into_outcome() {
            Outcome::Optimal(least) => Ok(self.in_multipliers(least, denominator)),
            Outcome::Infeasible(_) => unreachable!("the multipliers that are given show a way"),
        }
    }

    /// The least multipliers, given the least ψ over a denominator.
    fn in_multipliers(&self, least: Optimum, denominator: &Integer) -> Optimum {
        let numerators = self.units.iter().map(Rational::numerator_ref);
        let common = Integer::from(least_common_multiple(numerators));
        let mut point = Vec::with_capacity(self.units.len());
        for (value, unit) in least.point.iter().zip(&self.units) {
            let numerator = Integer::from(unit.numerator_ref());
            let denominator = Integer::from(unit.denominator_ref());
            let factor = (&common).div_exact(numerator);
            point.push(value * factor * denominator);
        }
        let multipliers = Vec::new();
        let optimum = Optimum {
            denominator: least.denominator * common * denominator,
            point,
            multipliers,
        };
        optimum.reduced()
    }

    /// The optimum with other multipliers.
    fn replace(&self, optimum: Optimum, least: &Optimum) -> Optimum {
        let own = optimum.denominator.unsigned_abs_ref();
        let other = least.denominator.unsigned_abs_ref();
        let common = Integer::from(own.lcm(other));
        let point_factor = &common / &optimum.denominator;
        let multiplier_factor = &common / &least.denominator;
        let mut multipliers = vec![Integer::ZERO; optimum.multipliers.len()];
        for (&row, value) in self.rows.iter().zip(&least.point) {
            multipliers[row] = value * &multiplier_factor;
        }
        let point = optimum.point.iter().map(|value| value * &point_factor);
        let replaced = Optimum {
            point: point.collect(),
            denominator: common,
            multipliers,
        };
        replaced.reduced()
    }

    /// Adds a multiple of `change` that is at most half of each multiplier, or, where that is 0, of
    /// the largest.
    fn add_a_little(&self, optimum: &mut Optimum, change: &[Integer]) {
        let sizes = optimum.multipliers.iter().map(|value| value.abs());
        let largest = sizes.max().unwrap_or_default();
        let mut shift = 0;
        for (&row, value) in self.rows.iter().zip(change) {
            let own = (&optimum.multipliers[row]).abs();
            let size = if own == 0 { &largest } else { &own };
            if *size != 0 {
                let ratio = value.abs() * Integer::from(2) / size;
                shift = shift.max(ratio.significant_bits() + 1);
            }
        }
        optimum.denominator <<= shift;
        for value in optimum.point.iter_mut().chain(&mut optimum.multipliers) {
            *value <<= shift;
        }
        for (&row, value) in self.rows.iter().zip(change) {
            optimum.multipliers[row] += value;
        }
    }
}
