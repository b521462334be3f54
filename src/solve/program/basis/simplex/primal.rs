//! The primal method: the costs fall, and no bound is violated.
//!
//! The variable that enters is chosen by Devex weights (P. Harris, *Pivot selection methods of the
//! Devex LP code*, 1973), the one that leaves by her test with a tolerance: the largest pivot among
//! those that reach their bound nearly first. If nothing moves for long, the bounds of basic
//! variables are moved away from them a little.

use super::{Ending, FEASIBLE, Simplex, Turn, noise};
use crate::basis::standard::State;

/// After this many steps without a move, bounds are moved.
const PATIENCE: usize = 30;
/// By how much bounds are moved, for values of the size of 1.
const SHIFT: f64 = 1e-6;

/// Bounds are violated by so much only if values were wrong before the basis was factorised anew.
const LOST: f64 = 1e-6;

/// The bound at which a step ends.
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

impl Simplex<'_> {
    /// Begins with the given costs.
    pub(super) fn begin_primal(&mut self) -> Option<()> {
        self.costs.clone_from(&self.program.costs);
        self.variable_weights.fill(1.0);
        self.refactor()
    }

    /// A step that moves bounds if nothing else has moved for long.
    pub(super) fn free_primal_step(&mut self) -> Option<Turn> {
        if self.still >= PATIENCE {
            self.move_bounds();
        }
        self.primal_step()
    }

    /// One exchange.
    pub(super) fn primal_step(&mut self) -> Option<Turn> {
        if self.factor.updates() >= self.most_updates {
            self.refactor()?;
            if self.worst_violation() > LOST {
                return Some(Turn::Over);
            }
        }
        let Some(entering) = self.entering() else {
            return self.once_more(Turn::Over);
        };
        let grows = self.reduced[entering] < 0.0;
        let direction = if grows { 1.0 } else { -1.0 };
        let column = self.column(entering);
        match self.limit(entering, &column, direction) {
            Limit::Nothing => self.once_more(Turn::Ends(Ending::Unbounded { entering, grows })),
            Limit::Opposite(step) => {
                self.moved(entering, &column, direction * step);
                self.states[entering] = if grows { State::Upper } else { State::Lower };
                self.values[entering] = self.resting_value(entering);
                self.still = 0;
                Some(Turn::Goes)
            }
            Limit::Leaving {
                position,
                step,
                state,
            } => {
                self.compute_row(position);
                if self.is_doubtful(column[position], entering) {
                    return self.ban(entering);
                }
                self.update_variable_weights(entering, position, &column);
                self.moved(entering, &column, direction * step);
                self.exchange(entering, position, state, &column);
                self.position_weights[position] = 1.0;
                self.still = if step > FEASIBLE { 0 } else { self.still + 1 };
                Some(Turn::Goes)
            }
        }
    }

    fn entering(&self) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for variable in 0..self.states.len() {
            if !self.lowers(variable) {
                continue;
            }
            let reduced = self.reduced[variable];
            let score = reduced * reduced / self.variable_weights[variable];
            let is_better = best.is_none_or(|(most, _)| score > most);
            if is_better && !self.banned.contains(&variable) {
                best = Some((score, variable));
            }
        }
        best.map(|(_, variable)| variable)
    }

    /// The first bound on the way.
    fn limit(&self, entering: usize, column: &[f64], direction: f64) -> Limit {
        let mut least = f64::INFINITY;
        for (position, entry) in column.iter().enumerate() {
            if let Some((distance, rate)) = self.way(position, -direction * entry) {
                least = least.min((distance.max(0.0) + FEASIBLE) / rate);
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
        if rate.abs() <= self.least_pivot {
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

    /// Devex: the weights of all others in the new basis.
    fn update_variable_weights(&mut self, entering: usize, position: usize, column: &[f64]) {
        let pivot = column[position];
        let weight = self.variable_weights[entering];
        for variable in &self.row_variables {
            let ratio = self.row[*variable] / pivot;
            let own = &mut self.variable_weights[*variable];
            *own = own.max(ratio * ratio * weight);
        }
        let leaving = self.basis[position];
        self.variable_weights[leaving] = (weight / (pivot * pivot)).max(1.0);
    }

    /// Moves the bounds of basic variables away from them.
    fn move_bounds(&mut self) {
        self.still = 0;
        self.changes += 1;
        self.are_bounds_changed = true;
        for variable in &self.basis {
            let share = noise(*variable, self.changes) * SHIFT;
            let lower = &mut self.lower[*variable];
            let upper = &mut self.upper[*variable];
            if lower == upper {
                continue;
            }
            *lower -= share * lower.abs().clamp(1.0, 1e3);
            *upper += share * upper.abs().clamp(1.0, 1e3);
        }
    }

    /// Moves bounds back to where they are.
    pub(super) fn restore_bounds(&mut self) -> Option<()> {
        if !self.are_bounds_changed {
            return Some(());
        }
        self.lower.clone_from(&self.program.lower);
        self.upper.clone_from(&self.program.upper);
        self.are_bounds_changed = false;
        self.refactor()
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
