//! The simplex method with bounds, in floats.
//!
//! As long as basic variables violate their bounds, the sum of the violations falls (phase 1), and
//! then the costs. The variable that enters is chosen by Devex weights (P. Harris, *Pivot selection
//! methods of the Devex LP code*, 1973), the one that leaves by her test with a tolerance: the
//! largest pivot among those that reach their bound nearly first. In phase 1 a variable passes bounds as long as
//! the sum of violations falls. If nothing moves for long, bounds are moved a little, and back in
//! the end. Nothing here is believed: the basis at the end is a suggestion.
#![allow(clippy::disallowed_types)]

use super::factor::{Factor, Singular};
use super::float_program::FloatProgram;
use super::standard::State;
use crate::monitor::{Interrupted, Monitor};

/// By how much a basic variable may be outside of its bounds, and a reduced cost below 0.
const FEASIBLE: f64 = 1e-9;
const OPTIMAL: f64 = 1e-9;
/// What is too small for a pivot: at all, and where there is a choice.
const SMALL_PIVOT: f64 = 1e-9;
const GOOD_PIVOT: f64 = 1e-7;
/// So many exchanges after the basis was last factorised, it is factorised anew.
const MOST_UPDATES: usize = 64;
/// So many steps without a move, and bounds are moved.
const PATIENCE: usize = 200;
/// By how much bounds are moved, at most, for values of the size of 1.
const SHIFT: f64 = 1e-6;
/// So many times bounds are moved.
const MOST_SHIFTS: usize = 8;
/// So many steps for each row and variable, and the search is given up.
const MOST_STEPS: usize = 40;
/// How often the search for a step looks at whether it was told to stop.
const CHECKED: usize = 100;

/// How a search ends.
pub(super) enum Ending {
    /// No step lowers the costs.
    Optimal,
    /// No step lowers the sum of violations: the signs of the violated basic variables, -1 of those
    /// below their lower bound.
    Infeasible(Vec<(usize, i8)>),
    /// A variable can grow, or shrink, for ever, and the costs fall.
    Unbounded { entering: usize, grows: bool },
    /// Floats got lost.
    Lost,
}

/// A search on its way.
pub(super) struct Simplex<'a> {
    program: &'a FloatProgram,
    lower: Vec<f64>,
    upper: Vec<f64>,
    states: Vec<State>,
    /// The variable at each position of the basis.
    basis: Vec<usize>,
    values: Vec<f64>,
    factor: Factor,
    /// The reduced costs, and whether they are those of phase 1.
    reduced: Vec<f64>,
    weights: Vec<f64>,
    /// Variables that led to pivots that are too small, since the last step.
    banned: Vec<usize>,
    still: usize,
    shifts: usize,
    is_shifted: bool,
}

/// Where a step ends.
enum Limit {
    /// The entering variable reaches its other bound.
    Opposite(f64),
    /// A basic variable reaches a bound.
    Leaving {
        position: usize,
        step: f64,
        state: State,
    },
    Nothing,
}

impl<'a> Simplex<'a> {
    /// Begins at a basis, or near it if it is singular. `None` if floats get lost.
    pub(super) fn new(program: &'a FloatProgram, states: &[State]) -> Option<Self> {
        let count = states.len();
        let states = states.to_vec();
        let basis = (0..count).filter(|variable| states[*variable] == State::Basic);
        let mut simplex = Self {
            program,
            lower: program.lower.clone(),
            upper: program.upper.clone(),
            basis: basis.collect(),
            states,
            values: vec![0.0; count],
            factor: Factor::new(&[]).ok()?,
            reduced: vec![0.0; count],
            weights: vec![1.0; count],
            banned: Vec::new(),
            still: 0,
            shifts: 0,
            is_shifted: false,
        };
        (simplex.basis.len() == program.row_count()).then_some(())?;
        simplex.refactor()?;
        Some(simplex)
    }

    /// The states of all variables.
    pub(super) fn states(&self) -> &[State] {
        &self.states
    }

    /// The variables and rows of the pivots of the basis, in an order of elimination that keeps it
    /// sparse.
    pub(super) fn pivots(&mut self) -> Option<Vec<(usize, usize)>> {
        self.refactor()?;
        let pivots = self.factor.pivots();
        let pivots = pivots.map(|(row, position)| (row, self.basis[position]));
        Some(pivots.collect())
    }

    /// Steps until it ends.
    pub(super) fn run(&mut self, monitor: &Monitor) -> Result<Ending, Interrupted> {
        let most = MOST_STEPS * self.states.len() + 1000;
        for step in 0..most {
            if step % CHECKED == 0 {
                monitor.check()?;
            }
            match self.step() {
                None => return Ok(Ending::Lost),
                Some(None) => {}
                Some(Some(_)) if self.is_shifted => {
                    if self.restore_bounds().is_none() {
                        return Ok(Ending::Lost);
                    }
                }
                Some(Some(ending)) => return Ok(ending),
            }
        }
        Ok(Ending::Lost)
    }

    /// One exchange, or the end. `None` if floats get lost.
    fn step(&mut self) -> Option<Option<Ending>> {
        if self.factor.updates() >= MOST_UPDATES {
            self.refactor()?;
        }
        let violated = self.violated();
        self.price(&violated);
        let Some(entering) = self.entering() else {
            if self.factor.updates() > 0 || !self.banned.is_empty() {
                // Once more with fresh factors.
                let is_fresh = self.factor.updates() == 0;
                self.banned.clear();
                if !is_fresh {
                    self.refactor()?;
                    return Some(None);
                }
            }
            return Some(Some(match violated.is_empty() {
                true => Ending::Optimal,
                false => Ending::Infeasible(violated),
            }));
        };
        let grows = self.reduced[entering] < 0.0;
        let direction = if grows { 1.0 } else { -1.0 };
        let mut column = vec![0.0; self.basis.len()];
        self.add_column(entering, &mut column);
        let column = self.factor.solve(&mut column);
        let limit = match violated.is_empty() {
            true => self.limit(entering, &column, direction),
            false => self.passing_limit(entering, &column, direction),
        };
        match limit {
            Limit::Nothing if violated.is_empty() => {
                if self.factor.updates() > 0 {
                    self.refactor()?;
                    return Some(None);
                }
                Some(Some(Ending::Unbounded { entering, grows }))
            }
            Limit::Nothing => {
                self.ban(entering)?;
                Some(None)
            }
            Limit::Opposite(step) => {
                self.moved(entering, &column, direction * step);
                self.states[entering] = if grows { State::Upper } else { State::Lower };
                self.values[entering] = self.resting_value(entering);
                self.count_still(step)?;
                Some(None)
            }
            Limit::Leaving { position, .. } if column[position].abs() < GOOD_PIVOT => {
                self.ban(entering)?;
                Some(None)
            }
            Limit::Leaving {
                position,
                step,
                state,
            } => {
                self.update_weights(entering, position, &column);
                self.moved(entering, &column, direction * step);
                self.exchange(entering, position, state, &column);
                self.count_still(step)?;
                Some(None)
            }
        }
    }

    /// Looks at another variable, or at the same with fresh factors.
    fn ban(&mut self, variable: usize) -> Option<()> {
        if self.factor.updates() > 0 {
            return self.refactor();
        }
        self.banned.push(variable);
        Some(())
    }

    fn exchange(&mut self, entering: usize, position: usize, state: State, column: &[f64]) {
        let leaving = self.basis[position];
        self.states[leaving] = state;
        self.values[leaving] = self.resting_value(leaving);
        self.states[entering] = State::Basic;
        self.basis[position] = entering;
        self.factor.exchange(position, column);
        self.banned.clear();
    }

    /// Moves bounds if nothing has moved for long.
    fn count_still(&mut self, step: f64) -> Option<()> {
        if step > FEASIBLE {
            self.still = 0;
            return Some(());
        }
        self.still += 1;
        if self.still < PATIENCE || self.shifts >= MOST_SHIFTS {
            return Some(());
        }
        self.still = 0;
        self.shifts += 1;
        self.is_shifted = true;
        for variable in 0..self.states.len() {
            let share = noise(variable, self.shifts) * SHIFT;
            let lower = &mut self.lower[variable];
            *lower -= share * lower.abs().clamp(1.0, 1e6);
            let share = noise(variable + self.states.len(), self.shifts) * SHIFT;
            let upper = &mut self.upper[variable];
            *upper += share * upper.abs().clamp(1.0, 1e6);
        }
        self.refactor()
    }

    fn restore_bounds(&mut self) -> Option<()> {
        self.lower.clone_from(&self.program.lower);
        self.upper.clone_from(&self.program.upper);
        self.is_shifted = false;
        self.still = 0;
        self.refactor()
    }

    /// Basic variables outside of their bounds, by positions: -1 below, 1 above.
    fn violated(&self) -> Vec<(usize, i8)> {
        let mut violated = Vec::new();
        for variable in &self.basis {
            let value = self.values[*variable];
            if value < self.lower[*variable] - FEASIBLE {
                violated.push((*variable, -1));
            } else if value > self.upper[*variable] + FEASIBLE {
                violated.push((*variable, 1));
            }
        }
        violated
    }

    /// The reduced costs: of the program, or of the sum of violations.
    fn price(&mut self, violated: &[(usize, i8)]) {
        let costs = &self.program.costs;
        let mut own = vec![0.0; self.states.len()];
        if violated.is_empty() {
            own.copy_from_slice(costs);
        }
        for (variable, sign) in violated {
            own[*variable] = f64::from(*sign);
        }
        let mut of_basis: Vec<f64> = self.basis.iter().map(|variable| own[*variable]).collect();
        let prices = self.factor.solve_transposed(&mut of_basis);
        self.reduced = own;
        self.add_combination(&prices, -1.0);
        for variable in &self.basis {
            self.reduced[*variable] = 0.0;
        }
    }

    /// Adds a multiple of Σ y_i (row i, with its logical variable) to the reduced costs.
    fn add_combination(&mut self, prices: &[f64], factor: f64) {
        let structural = self.program.structural();
        for (row, price) in prices.iter().enumerate() {
            if *price == 0.0 {
                continue;
            }
            let share = factor * price;
            let (variables, entries) = self.program.rows.row(row);
            for (variable, entry) in variables.iter().zip(entries) {
                self.reduced[*variable as usize] += share * entry;
            }
            self.reduced[structural + row] -= share;
        }
    }

    fn entering(&self) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for (variable, state) in self.states.iter().enumerate() {
            let reduced = self.reduced[variable];
            let is_falling = match state {
                State::Basic => false,
                State::Lower => reduced < -OPTIMAL,
                State::Upper => reduced > OPTIMAL,
                State::Free => reduced.abs() > OPTIMAL,
            };
            if !is_falling || self.lower[variable] == self.upper[variable] {
                continue;
            }
            let score = reduced * reduced / self.weights[variable];
            let is_better = best.is_none_or(|(most, _)| score > most);
            if is_better && !self.banned.contains(&variable) {
                best = Some((score, variable));
            }
        }
        best.map(|(_, variable)| variable)
    }

    /// The first bound on the way of a feasible basis.
    fn limit(&self, entering: usize, column: &[f64], direction: f64) -> Limit {
        let mut least = f64::INFINITY;
        for (position, entry) in column.iter().enumerate() {
            if let Some((distance, rate)) = self.way(position, -direction * entry) {
                least = least.min((distance + FEASIBLE) / rate);
            }
        }
        let mut best: Option<(f64, usize, f64)> = None;
        for (position, entry) in column.iter().enumerate() {
            let Some((distance, rate)) = self.way(position, -direction * entry) else {
                continue;
            };
            let step = distance / rate;
            if step <= least && best.is_none_or(|(largest, ..)| rate > largest) {
                best = Some((rate, position, step.max(0.0)));
            }
        }
        let opposite = self.upper[entering] - self.lower[entering];
        match best {
            Some((_, position, step)) if step < opposite => Limit::Leaving {
                position,
                step,
                state: reached(-direction * column[position]),
            },
            _ if opposite.is_finite() => Limit::Opposite(opposite),
            _ => Limit::Nothing,
        }
    }

    /// How far a basic variable is from the bound that it moves to, and how fast it moves.
    fn way(&self, position: usize, rate: f64) -> Option<(f64, f64)> {
        if rate.abs() <= SMALL_PIVOT {
            return None;
        }
        let variable = self.basis[position];
        let value = self.values[variable];
        let distance = match rate > 0.0 {
            true => self.upper[variable] - value,
            false => value - self.lower[variable],
        };
        distance.is_finite().then_some((distance, rate.abs()))
    }

    /// The bound at which the sum of violations ceases to fall.
    fn passing_limit(&self, entering: usize, column: &[f64], direction: f64) -> Limit {
        let mut breaks: Vec<(f64, f64, usize, State)> = Vec::new();
        for (position, entry) in column.iter().enumerate() {
            let rate = -direction * entry;
            if rate.abs() <= SMALL_PIVOT {
                continue;
            }
            let variable = self.basis[position];
            let value = self.values[variable];
            let bounds = [
                (self.lower[variable], State::Lower),
                (self.upper[variable], State::Upper),
            ];
            for (bound, state) in bounds {
                let is_violated = match state {
                    State::Lower => value < bound - FEASIBLE,
                    _ => value > bound + FEASIBLE,
                };
                let moves_towards = (state == reached(rate)) != is_violated;
                if bound.is_finite() && moves_towards {
                    let step = ((bound - value) / rate).max(0.0);
                    breaks.push((step, rate.abs(), position, state));
                }
            }
        }
        breaks.sort_by(|one, two| one.0.total_cmp(&two.0));
        let opposite = self.upper[entering] - self.lower[entering];
        let mut slope = -self.reduced[entering].abs();
        let mut best: Option<(f64, f64, usize, State)> = None;
        for entry in breaks {
            let (_, rate, ..) = entry;
            let is_better = best.is_none_or(|(_, other, ..)| rate >= GOOD_PIVOT || rate > other);
            if is_better {
                best = Some(entry);
            }
            slope += rate;
            if slope >= 0.0 {
                break;
            }
        }
        match best {
            Some((step, _, position, state)) if step < opposite => Limit::Leaving {
                position,
                step,
                state,
            },
            _ if opposite.is_finite() => Limit::Opposite(opposite),
            _ => Limit::Nothing,
        }
    }

    /// Moves the entering variable, and the basic ones with it.
    fn moved(&mut self, entering: usize, column: &[f64], step: f64) {
        self.values[entering] += step;
        if step == 0.0 {
            return;
        }
        for (variable, entry) in self.basis.iter().zip(column) {
            self.values[*variable] -= step * entry;
        }
    }

    /// Devex: the weights of all others in the new basis.
    fn update_weights(&mut self, entering: usize, position: usize, column: &[f64]) {
        let mut unit = vec![0.0; self.basis.len()];
        unit[position] = 1.0;
        let row = self.factor.solve_transposed(&mut unit);
        let pivot = column[position];
        let weight = self.weights[entering];
        let structural = self.program.structural();
        let mut entries = vec![0.0; structural];
        for (index, value) in row.iter().enumerate() {
            if *value == 0.0 {
                continue;
            }
            let logical = value / pivot;
            let own = &mut self.weights[structural + index];
            *own = own.max(logical * logical * weight);
            let (variables, coefficients) = self.program.rows.row(index);
            for (variable, coefficient) in variables.iter().zip(coefficients) {
                entries[*variable as usize] += value * coefficient;
            }
        }
        for (own, entry) in self.weights.iter_mut().zip(entries) {
            if entry != 0.0 {
                let ratio = entry / pivot;
                *own = own.max(ratio * ratio * weight);
            }
        }
        let leaving = self.basis[position];
        self.weights[leaving] = (weight / (pivot * pivot)).max(1.0);
    }

    fn resting_value(&self, variable: usize) -> f64 {
        match self.states[variable] {
            State::Lower => self.lower[variable],
            State::Upper => self.upper[variable],
            State::Basic | State::Free => 0.0,
        }
    }

    fn add_column(&self, variable: usize, values: &mut [f64]) {
        let structural = self.program.structural();
        if variable >= structural {
            values[variable - structural] -= 1.0;
            return;
        }
        let (rows, entries) = self.program.columns.row(variable);
        for (row, entry) in rows.iter().zip(entries) {
            values[*row as usize] += entry;
        }
    }

    /// Factorises the basis anew, with logical variables in place of columns that depend on others,
    /// and computes the values anew.
    fn refactor(&mut self) -> Option<()> {
        let structural = self.program.structural();
        loop {
            let mut columns = Vec::with_capacity(self.basis.len());
            for variable in &self.basis {
                columns.push(match variable.checked_sub(structural) {
                    Some(row) => vec![(row, -1.0)],
                    None => self.program.columns.entries(*variable).collect(),
                });
            }
            match Factor::new(&columns) {
                Ok(factor) => {
                    self.factor = factor;
                    break;
                }
                Err(Singular { positions, rows }) => {
                    for (position, row) in positions.into_iter().zip(rows) {
                        let leaving = self.basis[position];
                        self.states[leaving] = self.nearest_state(leaving);
                        self.states[structural + row] = State::Basic;
                        self.basis[position] = structural + row;
                    }
                }
            }
        }
        let mut right = vec![0.0; self.basis.len()];
        for variable in 0..self.states.len() {
            if self.states[variable] == State::Basic {
                continue;
            }
            let value = self.resting_value(variable);
            self.values[variable] = value;
            if value == 0.0 {
                continue;
            }
            if variable >= structural {
                right[variable - structural] += value;
                continue;
            }
            let (rows, entries) = self.program.columns.row(variable);
            for (row, entry) in rows.iter().zip(entries) {
                right[*row as usize] -= entry * value;
            }
        }
        let solution = self.factor.solve(&mut right);
        for (variable, value) in self.basis.iter().zip(solution) {
            self.values[*variable] = value;
        }
        let is_finite = self.values.iter().all(|value| value.is_finite());
        is_finite.then_some(())
    }

    fn nearest_state(&self, variable: usize) -> State {
        let value = self.values[variable];
        let below = value - self.lower[variable];
        let above = self.upper[variable] - value;
        match (below.is_finite(), above.is_finite()) {
            (false, false) => State::Free,
            (true, false) => State::Lower,
            (false, true) => State::Upper,
            (true, true) if below <= above => State::Lower,
            (true, true) => State::Upper,
        }
    }
}

/// The bound that a variable of this rate comes to.
fn reached(rate: f64) -> State {
    if rate > 0.0 {
        State::Upper
    } else {
        State::Lower
    }
}

/// A number from 1/2 to 1 that looks random, the same on every machine.
fn noise(index: usize, round: usize) -> f64 {
    let mixed = (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9 + 2 * round as u64);
    let bits = (mixed >> 33) as u32;
    0.5 + f64::from(bits) / f64::from(u32::MAX)
}
