//! The optimum for one ρ after the other, in numbers of one kind. Notation and method: [`super`].
#![allow(clippy::disallowed_types)]

use super::scaled::ScaledProgram;
use crate::exact::factor::Factor;
use crate::exact::lifting::EliminationOrder;
use crate::guess::downdating::DowndatedFactor;
use crate::guess::settling::Loads;
use crate::monitor::{Interrupted, Monitor};
use crate::numbers::real::{Real, Reals};
use malachite::Integer;

/// The most rounds for one ρ.
const MOST_ROUNDS: usize = 400;
/// Steps of refinement of a solution.
const REFINEMENTS: usize = 3;
/// Rates on P would be 0 without rounding. A rate outside of P of up to this many times the largest
/// of them may be rounding, too.
const NOISE: f64 = 16.0;

/// Multipliers on their way to the optimum.
pub(super) struct Approach<'a, T: Real> {
    program: ScaledProgram<'a, T>,
    order: &'a EliminationOrder,
    most_dropped: usize,
    /// ρ.
    regularisation: T,
    /// λ°.
    centre: Vec<T>,
    /// λ, of all rows.
    multipliers: Vec<T>,
    /// P, ascending; the equalities always belong to it.
    working: Vec<usize>,
    /// The factor of rows that P is part of.
    factor: Option<WorkingFactor<T>>,
}

/// How a round ends.
enum Round {
    GoesOn,
    /// At the optimum for this ρ.
    Arrived,
    /// Rounding leaves no factor, or no numbers.
    IsStuck,
}

/// S + ρ 1 of some rows, factorised, some of which may have been dropped since.
struct WorkingFactor<T: Real> {
    /// In elimination order.
    rows: Vec<usize>,
    downdated: DowndatedFactor<Reals<T>>,
}

impl<'a, T: Real> Approach<'a, T> {
    /// Begins with multipliers in units.
    pub(super) fn new(
        program: ScaledProgram<'a, T>,
        order: &'a EliminationOrder,
        begin: &[(usize, Integer)],
    ) -> Self {
        let mut multipliers = vec![T::default(); program.rows.len()];
        for (row, units) in begin {
            if *row < program.equalities || *units > 0 {
                multipliers[*row] = program.of_units(units);
            }
        }
        Self {
            program,
            order,
            most_dropped: 0,
            regularisation: T::default(),
            centre: Vec::new(),
            multipliers,
            working: Vec::new(),
            factor: None,
        }
    }

    /// The multipliers of P in units.
    pub(super) fn loads(&self) -> Loads {
        let mut loads = Loads::new();
        for &row in &self.working {
            loads.push((row, self.program.in_units(self.multipliers[row])));
        }
        loads
    }

    /// Goes to the optimum for ρ = 2^-`digits`, with λ° = λ; after how many rounds it is there, or
    /// `None` if it does not get there. Factors are used again until more than `most_dropped` rows
    /// have left them.
    pub(super) fn hold(
        &mut self,
        digits: i64,
        most_dropped: usize,
        monitor: &Monitor,
    ) -> Result<Option<usize>, Interrupted> {
        self.most_dropped = most_dropped;
        self.regularisation = T::from_integer(&Integer::from(1), -digits);
        self.centre.clone_from(&self.multipliers);
        self.keep_pressing();
        for rounds in 1..=MOST_ROUNDS {
            monitor.check()?;
            match self.round() {
                Round::GoesOn => {}
                Round::Arrived => return Ok(Some(rounds)),
                Round::IsStuck => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Rows without a multiplier leave P.
    fn keep_pressing(&mut self) {
        self.factor = None;
        self.working.clear();
        for (row, multiplier) in self.multipliers.iter().enumerate() {
            if row < self.program.equalities || *multiplier > T::default() {
                self.working.push(row);
            }
        }
    }

    fn round(&mut self) -> Round {
        let Some(factor) = self.factor.take().or_else(|| self.factorised()) else {
            return Round::IsStuck;
        };
        let Some(least) = self.least(&factor) else {
            return Round::IsStuck;
        };
        let leaving = self.go_towards(&least);
        if !leaving.is_empty() {
            self.working.retain(|row| !leaving.contains(row));
            self.factor = self.without(factor, &leaving);
            return Round::GoesOn;
        }
        match self.bring_in() {
            true => Round::GoesOn,
            false => Round::Arrived,
        }
    }

    fn factorised(&self) -> Option<WorkingFactor<T>> {
        let rows = self.order.sorted(self.working.iter().copied());
        let gram = self.program.gram_matrix(&rows, self.regularisation);
        let (factor, _) = Factor::new(Reals::new(), &gram);
        (factor.size() == rows.len()).then(|| WorkingFactor {
            rows,
            downdated: DowndatedFactor::new(Reals::new(), factor),
        })
    }

    /// A factor without some of its rows, if that is worth it.
    fn without(&self, mut factor: WorkingFactor<T>, gone: &[usize]) -> Option<WorkingFactor<T>> {
        if factor.downdated.dropped() + gone.len() > self.most_dropped {
            return None;
        }
        for row in gone {
            let position = factor.rows.iter().position(|other| other == row)?;
            factor.downdated.drop_row(position)?;
        }
        Some(factor)
    }

    /// The multipliers of the least value on P without signs; `None` if they are no numbers.
    fn least(&self, factor: &WorkingFactor<T>) -> Option<Vec<T>> {
        let mut least = vec![T::default(); self.multipliers.len()];
        for row in &self.working {
            least[*row] = self.multipliers[*row];
        }
        for _ in 0..REFINEMENTS {
            let displacement = self.program.displacement(&least);
            let mut step = Vec::with_capacity(factor.rows.len());
            for &row in &factor.rows {
                step.push(-self.rate(row, &least, &displacement));
            }
            // Nothing at rows that were dropped, whatever their rates are.
            factor.downdated.solve(&mut step);
            for (row, step) in factor.rows.iter().zip(step) {
                least[*row] = least[*row] + step;
            }
        }
        let are_finite = factor.rows.iter().all(|row| least[*row].is_finite());
        are_finite.then_some(least)
    }

    /// By how much the value grows if the multiplier of a row does.
    fn rate(&self, row: usize, multipliers: &[T], displacement: &[T]) -> T {
        let away = multipliers[row] - self.centre[row];
        let own = self.program.product(row, displacement);
        own + self.program.shortfalls[row] + self.regularisation * away
    }

    /// Goes towards other multipliers: until the first vanishes, or to where all of those vanish
    /// that would become negative, whichever has the lower value. The rows whose multipliers have
    /// vanished: none if all of the way could be gone.
    fn go_towards(&mut self, least: &[T]) -> Vec<usize> {
        let mut falling = Vec::new();
        let mut part = T::from_float(1.0);
        for &row in &self.working {
            if row >= self.program.equalities && least[row] < T::default() {
                falling.push(row);
                let own = self.part_until_zero(row, least);
                if own < part {
                    part = own;
                }
            }
        }
        if falling.is_empty() {
            self.multipliers.copy_from_slice(least);
            return falling;
        }
        let stopped = self.after(part, least);
        let cut = self.after(T::from_float(1.0), least);
        let is_lower = self.excess(&cut, least) < self.excess(&stopped, least);
        self.multipliers = if is_lower { cut } else { stopped };
        falling.retain(|row| self.multipliers[*row] == T::default());
        falling
    }

    /// The multipliers after a part of the way to others, 0 in place of negative ones.
    fn after(&self, part: T, least: &[T]) -> Vec<T> {
        let mut multipliers = self.multipliers.clone();
        for &row in &self.working {
            let now = multipliers[row];
            let falls = row >= self.program.equalities && least[row] < T::default();
            let mut moved = now + part * (least[row] - now);
            if falls && (moved < T::default() || self.part_until_zero(row, least) <= part) {
                moved = T::default();
            }
            multipliers[row] = moved;
        }
        multipliers
    }

    /// The part of the way to other multipliers after which that of a row vanishes.
    fn part_until_zero(&self, row: usize, least: &[T]) -> T {
        let now = self.multipliers[row];
        now / (now - least[row])
    }

    /// The double of how much larger the value is than at the least one.
    fn excess(&self, multipliers: &[T], least: &[T]) -> f64 {
        let mut missing = Vec::with_capacity(least.len());
        let mut squares = 0.0;
        for (least, multiplier) in least.iter().zip(multipliers) {
            let difference = *least - *multiplier;
            squares += difference.to_float().powi(2);
            missing.push(difference);
        }
        let displacement = self.program.displacement(&missing);
        self.regularisation.to_float() * squares + self.program.square(&displacement)
    }

    /// Brings in the rows whose multipliers would grow; whether there are any.
    fn bring_in(&mut self) -> bool {
        let displacement = self.program.displacement(&self.multipliers);
        let mut rates = Vec::with_capacity(self.multipliers.len());
        for row in 0..self.multipliers.len() {
            rates.push(self.rate(row, &self.multipliers, &displacement));
        }
        let noise = T::from_float(NOISE) * self.largest_inside(&rates);
        let before = self.working.len();
        for (row, rate) in rates.iter().enumerate().skip(self.program.equalities) {
            let is_outside = self.multipliers[row] == T::default();
            let growth = -*rate;
            if is_outside && growth > self.program.roundings[row] && growth > noise {
                self.working.push(row);
            }
        }
        self.working.sort_unstable();
        self.working.dedup();
        self.working.len() > before
    }

    /// The largest rate of a row of P. At the optimum of P all of them would be 0.
    fn largest_inside(&self, rates: &[T]) -> T {
        let mut largest = T::default();
        for row in &self.working {
            for rate in [rates[*row], -rates[*row]] {
                if rate > largest {
                    largest = rate;
                }
            }
        }
        largest
    }
}
