//! The simplex method with bounds, in floats.
//!
//! Two methods take turns until neither finds anything to do:
//!
//! * the [`dual`] one, as long as basic variables violate their bounds. Costs are changed such that
//!   no reduced cost has the wrong sign, so that it can begin anywhere;
//! * the [`primal`] one with the given costs, from a basis that violates no bounds.
//!
//! Both change the program a little, costs here and bounds there, so that they are not held up by
//! steps of length 0; each undoes what it did, and what is wrong then is left to the other one.
//! Nothing here is believed: the basis at the end is a suggestion.
#![allow(clippy::disallowed_types)]

mod dual;
mod primal;

use super::factor::{Factor, Singular};
use super::float_program::FloatProgram;
use super::standard::State;
use crate::monitor::{Interrupted, Monitor};

/// By how much a basic variable may be outside of its bounds, and a reduced cost below 0.
const FEASIBLE: f64 = 1e-9;
const OPTIMAL: f64 = 1e-9;
/// Smaller numbers are too small for a pivot: with factors that are not fresh, at all, and at all
/// in a careful search.
const GOOD_PIVOT: f64 = 1e-7;
const SMALL_PIVOT: f64 = 1e-9;
const CAREFUL_PIVOT: f64 = 1e-12;
/// By how much two computations of a pivot may differ.
const PIVOT_ERROR: f64 = 1e-7;
/// Smaller numbers are left out of a row.
const TINY: f64 = 1e-14;
/// The basis is factorised anew this many exchanges after it was last factorised; and in a careful
/// search.
const MOST_UPDATES: usize = 64;
const CAREFUL_UPDATES: usize = 8;
/// After this many steps for each row and variable the search is given up.
const MOST_STEPS: usize = 40;
/// This many times both methods take turns.
const MOST_TURNS: usize = 24;
/// In so many turns costs and bounds may be changed at will.
const FREE_TURNS: usize = 8;
/// How often the search for a step looks at whether it was told to stop.
const CHECKED: usize = 100;

/// How a search ends.
pub(super) enum Ending {
    /// No step lowers the costs.
    Optimal,
    /// No step moves this basic variable to the bound that it violates: the upper one, or the
    /// lower.
    Infeasible { variable: usize, is_above: bool },
    /// A variable can grow, or shrink, for ever, and the costs fall.
    Unbounded { entering: usize, grows: bool },
    /// Floats got lost.
    Lost,
}

/// Whether a method goes on.
enum Turn {
    Goes,
    /// Nothing is left to do for this method.
    Over,
    Ends(Ending),
}

/// A search on its way.
pub(super) struct Simplex<'a> {
    program: &'a FloatProgram,
    /// The costs and bounds of the program, or what they were changed to.
    costs: Vec<f64>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    are_bounds_changed: bool,
    states: Vec<State>,
    /// The variable at each position of the basis.
    basis: Vec<usize>,
    values: Vec<f64>,
    factor: Factor,
    most_updates: usize,
    least_pivot: f64,
    /// The reduced costs.
    reduced: Vec<f64>,
    /// The entries of a row of B⁻¹ (A, -1), and the variables where there are some.
    row: Vec<f64>,
    row_variables: Vec<usize>,
    /// Devex weights of variables, for the primal method.
    variable_weights: Vec<f64>,
    /// |B⁻ᵀ e_r|² of positions r, for the dual method.
    position_weights: Vec<f64>,
    /// Variables that led to pivots that are too small, since the last step.
    banned: Vec<usize>,
    steps: usize,
    /// Steps of length 0 in a row.
    still: usize,
    /// How often bounds and costs were changed.
    changes: usize,
}

impl<'a> Simplex<'a> {
    /// Begins at a basis, or near it if it is singular. `None` if floats get lost. A careful search
    /// is slower, and believes small pivots.
    pub(super) fn new(
        program: &'a FloatProgram,
        states: &[State],
        is_careful: bool,
    ) -> Option<Self> {
        let count = states.len();
        let states = states.to_vec();
        let basis = (0..count).filter(|variable| states[*variable] == State::Basic);
        let basis: Vec<usize> = basis.collect();
        let mut simplex = Self {
            program,
            costs: program.costs.clone(),
            lower: program.lower.clone(),
            upper: program.upper.clone(),
            are_bounds_changed: false,
            position_weights: vec![1.0; basis.len()],
            basis,
            states,
            values: vec![0.0; count],
            factor: Factor::new(&[]).ok()?,
            most_updates: MOST_UPDATES,
            least_pivot: SMALL_PIVOT,
            reduced: vec![0.0; count],
            row: vec![0.0; count],
            row_variables: Vec::new(),
            variable_weights: vec![1.0; count],
            banned: Vec::new(),
            steps: 0,
            still: 0,
            changes: 0,
        };
        if is_careful {
            simplex.most_updates = CAREFUL_UPDATES;
            simplex.least_pivot = CAREFUL_PIVOT;
        }
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
        for turn in 0..MOST_TURNS {
            let is_free = turn < FREE_TURNS;
            if !self.is_feasible() {
                if self.begin_dual(is_free).is_none() {
                    return Ok(Ending::Lost);
                }
                if let Some(ending) = self.repeat(Self::dual_step, monitor)? {
                    return Ok(ending);
                }
            }
            if self.begin_primal().is_none() {
                return Ok(Ending::Lost);
            }
            let step = if is_free {
                Self::free_primal_step
            } else {
                Self::primal_step
            };
            if let Some(ending) = self.repeat(step, monitor)? {
                return Ok(ending);
            }
            if self.restore_bounds().is_none() {
                return Ok(Ending::Lost);
            }
            if self.is_feasible() && !self.can_fall() {
                return Ok(Ending::Optimal);
            }
        }
        Ok(Ending::Lost)
    }

    /// Steps until a method has nothing left to do (`None`), or the search ends.
    fn repeat(
        &mut self,
        step: fn(&mut Self) -> Option<Turn>,
        monitor: &Monitor,
    ) -> Result<Option<Ending>, Interrupted> {
        let most = MOST_STEPS * self.states.len() + 1000;
        self.still = 0;
        self.banned.clear();
        while self.steps < most {
            if self.steps.is_multiple_of(CHECKED) {
                monitor.check()?;
            }
            self.steps += 1;
            match step(self) {
                None => return Ok(Some(Ending::Lost)),
                Some(Turn::Goes) => {}
                Some(Turn::Over) => return Ok(None),
                Some(Turn::Ends(ending)) => return Ok(Some(ending)),
            }
        }
        Ok(Some(Ending::Lost))
    }

    /// Whether no basic variable violates its bounds.
    fn is_feasible(&self) -> bool {
        self.worst_violation() == 0.0
    }

    fn worst_violation(&self) -> f64 {
        let violations = self.basis.iter().map(|variable| self.violation(*variable));
        violations.fold(0.0, |worst, violation| violation.abs().max(worst))
    }

    /// By how much the value of a variable is above its upper bound, or below its lower bound (then
    /// it is negative); 0 within the tolerance.
    fn violation(&self, variable: usize) -> f64 {
        let value = self.values[variable];
        let below = value - self.lower[variable];
        let above = value - self.upper[variable];
        if below < -FEASIBLE {
            below
        } else if above > FEASIBLE {
            above
        } else {
            0.0
        }
    }

    /// Whether a step of a variable that is not basic lowers the costs.
    fn lowers(&self, variable: usize) -> bool {
        let reduced = self.reduced[variable];
        let lowers = match self.states[variable] {
            State::Basic => false,
            State::Lower => reduced < -OPTIMAL,
            State::Upper => reduced > OPTIMAL,
            State::Free => reduced.abs() > OPTIMAL,
        };
        lowers && !self.is_fixed(variable)
    }

    /// Whether a step of any variable lowers the costs.
    fn can_fall(&self) -> bool {
        (0..self.states.len()).any(|variable| self.lowers(variable))
    }

    fn is_fixed(&self, variable: usize) -> bool {
        self.lower[variable] == self.upper[variable]
    }

    /// The reduced costs c - Aᵀy, from the prices y of the basis.
    fn price(&mut self) {
        let costs = &self.costs;
        let mut of_basis: Vec<f64> = self.basis.iter().map(|index| costs[*index]).collect();
        let prices = self.factor.solve_transposed(&mut of_basis);
        self.reduced.clone_from(costs);
        let structural = self.program.structural();
        for (row, price) in prices.iter().enumerate() {
            if *price == 0.0 {
                continue;
            }
            let (variables, entries) = self.program.rows.row(row);
            for (variable, entry) in variables.iter().zip(entries) {
                self.reduced[*variable as usize] -= price * entry;
            }
            self.reduced[structural + row] += price;
        }
        for variable in &self.basis {
            self.reduced[*variable] = 0.0;
        }
    }

    /// Computes the row of a position, e_rᵀ B⁻¹ (A, -1), of variables that are not basic. Returns
    /// e_rᵀ B⁻¹.
    fn compute_row(&mut self, position: usize) -> Vec<f64> {
        for variable in self.row_variables.drain(..) {
            self.row[variable] = 0.0;
        }
        let mut unit = vec![0.0; self.basis.len()];
        unit[position] = 1.0;
        let inverse = self.factor.solve_transposed(&mut unit);
        let structural = self.program.structural();
        for (index, factor) in inverse.iter().enumerate() {
            if factor.abs() <= TINY {
                continue;
            }
            let (variables, entries) = self.program.rows.row(index);
            for (variable, entry) in variables.iter().zip(entries) {
                let variable = *variable as usize;
                if self.row[variable] == 0.0 {
                    self.row_variables.push(variable);
                }
                self.row[variable] += factor * entry;
            }
            self.row[structural + index] = -factor;
            self.row_variables.push(structural + index);
        }
        let Self {
            row,
            row_variables,
            states,
            ..
        } = self;
        // An entry that vanished on the way and came again is listed twice.
        row_variables.sort_unstable();
        row_variables.dedup();
        row_variables.retain(|variable| {
            let counts = states[*variable] != State::Basic && row[*variable].abs() > TINY;
            if !counts {
                row[*variable] = 0.0;
            }
            counts
        });
        inverse
    }

    /// B⁻¹ times the column of a variable.
    fn column(&self, variable: usize) -> Vec<f64> {
        let mut column = vec![0.0; self.basis.len()];
        self.add_column(variable, 1.0, &mut column);
        self.factor.solve(&mut column)
    }

    /// Adds a multiple of the column of a variable.
    fn add_column(&self, variable: usize, factor: f64, sum: &mut [f64]) {
        let structural = self.program.structural();
        if variable >= structural {
            sum[variable - structural] -= factor;
            return;
        }
        let (rows, entries) = self.program.columns.row(variable);
        for (row, entry) in rows.iter().zip(entries) {
            sum[*row as usize] += factor * entry;
        }
    }

    /// Moves a variable, and the basic ones with it.
    fn moved(&mut self, variable: usize, column: &[f64], step: f64) {
        self.values[variable] += step;
        if step == 0.0 {
            return;
        }
        for (basic, entry) in self.basis.iter().zip(column) {
            self.values[*basic] -= step * entry;
        }
    }

    /// Exchanges the entering variable for the one at a position, whose row was computed; the
    /// reduced costs follow.
    fn exchange(&mut self, entering: usize, position: usize, state: State, column: &[f64]) {
        let leaving = self.basis[position];
        let rate = self.reduced[entering] / column[position];
        for variable in &self.row_variables {
            self.reduced[*variable] -= rate * self.row[*variable];
        }
        self.reduced[entering] = 0.0;
        self.reduced[leaving] = -rate;
        self.states[leaving] = state;
        self.values[leaving] = self.resting_value(leaving);
        self.states[entering] = State::Basic;
        self.basis[position] = entering;
        self.factor.exchange(position, column);
        self.banned.clear();
    }

    /// Whether a pivot is too small, or differs from the one in the row, so that another step, or
    /// the same with fresh factors, is better.
    fn is_doubtful(&self, pivot: f64, entering: usize) -> bool {
        if self.factor.updates() == 0 {
            return pivot.abs() < self.least_pivot;
        }
        let error = (pivot - self.row[entering]).abs();
        pivot.abs() < GOOD_PIVOT || error > PIVOT_ERROR * (1.0 + pivot.abs())
    }

    /// Before another step is looked for: with fresh factors, if they are not.
    fn ban(&mut self, variable: usize) -> Option<Turn> {
        if self.factor.updates() > 0 {
            self.refactor()?;
        } else {
            self.banned.push(variable);
        }
        Some(Turn::Goes)
    }

    /// If a method finds no step: once more with fresh factors, and then it is over.
    fn once_more(&mut self, end: Turn) -> Option<Turn> {
        if self.factor.updates() == 0 {
            return Some(end);
        }
        self.refactor()?;
        self.banned.clear();
        Some(Turn::Goes)
    }

    fn resting_value(&self, variable: usize) -> f64 {
        match self.states[variable] {
            State::Lower => self.lower[variable],
            State::Upper => self.upper[variable],
            State::Basic | State::Free => 0.0,
        }
    }

    /// Factorises the basis anew, with logical variables in place of columns that depend on others,
    /// and computes values and reduced costs anew.
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
                        self.position_weights[position] = 1.0;
                    }
                }
            }
        }
        self.compute_values();
        self.price();
        let is_finite = self.values.iter().all(|value| value.is_finite());
        is_finite.then_some(())
    }

    /// The values of all variables from the states.
    fn compute_values(&mut self) {
        let mut right = vec![0.0; self.basis.len()];
        for variable in 0..self.states.len() {
            if self.states[variable] == State::Basic {
                continue;
            }
            let value = self.resting_value(variable);
            self.values[variable] = value;
            if value != 0.0 {
                self.add_column(variable, -value, &mut right);
            }
        }
        let solution = self.factor.solve(&mut right);
        for (variable, value) in self.basis.iter().zip(solution) {
            self.values[*variable] = value;
        }
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

/// A number from 1/2 to 3/2 that looks random, the same on every machine.
fn noise(index: usize, round: usize) -> f64 {
    let mixed = (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9 + 2 * round as u64);
    let bits = (mixed >> 33) as u32;
    0.5 + f64::from(bits) / f64::from(u32::MAX >> 1)
}
