//! The dual method: violations of bounds vanish, and no reduced cost has the wrong sign.
//!
//! The variable that leaves is chosen by steepest edges, violation² / |B⁻ᵀ e_r|² (Forrest &
//! Goldfarb, *Steepest-edge simplex algorithms for linear programming*, 1992). Reduced costs reach
//! 0 one after the other; a variable that has another bound goes there, as long as the leaving one
//! still violates its own (the *long step*: I. Maros, *A generalized dual phase-2 simplex
//! algorithm*, 2003). The last ones have a choice within a tolerance, and the largest pivot enters.

use super::{Ending, OPTIMAL, Simplex, Turn, noise};
use crate::basis::standard::State;

/// By how much costs are changed, for costs of the size of 1.
const SHIFT: f64 = 1e-6;
/// The least weight of a position.
const LEAST_WEIGHT: f64 = 1e-4;
/// A pivot that is this much smaller than the largest of its row is avoided.
const SMALL_SHARE: f64 = 0.01;

/// A variable whose reduced cost comes to 0.
#[derive(Clone, Copy)]
struct Candidate {
    /// The length of the step of the prices there.
    ratio: f64,
    variable: usize,
    /// The size of its entry in the row.
    size: f64,
}

impl Simplex<'_> {
    /// Begins with costs that suit the basis: where a reduced cost has the wrong sign the variable
    /// goes to its other bound, or the cost is changed. If `is_free`, all costs are moved a little.
    pub(super) fn begin_dual(&mut self, is_free: bool) -> Option<()> {
        self.costs.clone_from(&self.program.costs);
        self.refactor()?;
        self.changes += 1;
        let mut moves = false;
        for variable in 0..self.states.len() {
            if self.is_fixed(variable) || self.states[variable] == State::Basic {
                continue;
            }
            if self.lowers(variable) {
                if self.has_both_bounds(variable) {
                    self.states[variable] = opposite(self.states[variable]);
                    moves = true;
                } else {
                    self.change_cost(variable, -self.reduced[variable]);
                }
            }
            if is_free {
                let size = 1.0 + self.costs[variable].abs();
                let change = SHIFT * size * noise(variable, self.changes);
                match self.states[variable] {
                    State::Lower => self.change_cost(variable, change),
                    State::Upper => self.change_cost(variable, -change),
                    State::Basic | State::Free => {}
                }
            }
        }
        if moves {
            self.compute_values();
        }
        Some(())
    }

    fn has_both_bounds(&self, variable: usize) -> bool {
        self.lower[variable].is_finite() && self.upper[variable].is_finite()
    }

    fn change_cost(&mut self, variable: usize, change: f64) {
        self.costs[variable] += change;
        self.reduced[variable] += change;
    }

    /// One exchange.
    pub(super) fn dual_step(&mut self) -> Option<Turn> {
        if self.factor.updates() >= self.most_updates {
            self.refactor()?;
            self.keep_signs();
        }
        let Some(position) = self.leaving() else {
            if !self.banned.is_empty() && self.factor.updates() == 0 {
                return Some(Turn::Ends(Ending::Lost));
            }
            return self.once_more(Turn::Over);
        };
        let leaving = self.basis[position];
        let violation = self.violation(leaving);
        let inverse = self.compute_row(position);
        let Some((entering, passed)) = self.first_at_zero(violation) else {
            return self.once_more(Turn::Ends(Ending::Infeasible {
                variable: leaving,
                is_above: violation > 0.0,
            }));
        };
        let column = self.column(entering);
        let pivot = column[position];
        if self.is_doubtful(pivot, entering) {
            return self.ban(leaving);
        }
        self.update_position_weights(position, &inverse, &column);
        self.pass(&passed);
        let (bound, state) = if violation < 0.0 {
            (self.lower[leaving], State::Lower)
        } else {
            (self.upper[leaving], State::Upper)
        };
        let step = (self.values[leaving] - bound) / pivot;
        self.moved(entering, &column, step);
        self.exchange(entering, position, state, &column);
        self.keep_signs_of_row();
        Some(Turn::Goes)
    }

    /// The position with the largest violation, measured along its edge.
    fn leaving(&self) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for (position, variable) in self.basis.iter().enumerate() {
            let violation = self.violation(*variable);
            if violation == 0.0 {
                continue;
            }
            let score = violation * violation / self.position_weights[position];
            let is_better = best.is_none_or(|(most, _)| score > most);
            if is_better && !self.banned.contains(variable) {
                best = Some((score, position));
            }
        }
        best.map(|(_, position)| position)
    }

    /// The variable that enters, and those that go to their other bound before.
    fn first_at_zero(&self, violation: f64) -> Option<(usize, Vec<usize>)> {
        let mut candidates = self.candidates(violation);
        candidates.sort_unstable_by(|one, other| one.ratio.total_cmp(&other.ratio));
        let mut slope = violation.abs();
        let mut last = None;
        for (index, candidate) in candidates.iter().enumerate() {
            let variable = candidate.variable;
            slope -= candidate.size * (self.upper[variable] - self.lower[variable]);
            last = Some(index);
            if slope < 0.0 {
                break;
            }
        }
        let chosen = self.largest_near(&candidates, last?);
        let before = candidates[..chosen].iter();
        let passed = before.map(|candidate| candidate.variable);
        let passed = passed.filter(|variable| self.has_both_bounds(*variable));
        Some((candidates[chosen].variable, passed.collect()))
    }

    /// The variables whose reduced costs go to 0.
    fn candidates(&self, violation: f64) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for variable in &self.row_variables {
            let entry = self.row[*variable] * violation.signum();
            let nears = match self.states[*variable] {
                State::Basic => false,
                State::Lower => entry > self.least_pivot,
                State::Upper => entry < -self.least_pivot,
                State::Free => entry.abs() > self.least_pivot,
            };
            if nears && !self.is_fixed(*variable) {
                candidates.push(Candidate {
                    ratio: self.reduced[*variable].abs() / entry.abs(),
                    variable: *variable,
                    size: entry.abs(),
                });
            }
        }
        candidates
    }

    /// The candidate with the largest pivot among those that are at 0 nearly together with one; an
    /// earlier one if these are too small.
    fn largest_near(&self, candidates: &[Candidate], last: usize) -> usize {
        let mut latest = f64::INFINITY;
        for candidate in &candidates[last..] {
            latest = latest.min(candidate.ratio + OPTIMAL / candidate.size);
        }
        let mut chosen = last;
        for (index, candidate) in candidates.iter().enumerate().skip(last) {
            if candidate.ratio > latest {
                break;
            }
            if candidate.size > candidates[chosen].size {
                chosen = index;
            }
        }
        let sizes = candidates[..=last].iter().map(|candidate| candidate.size);
        let largest = sizes.fold(candidates[chosen].size, f64::max);
        let enough = (SMALL_SHARE * largest).min(1.0);
        if candidates[chosen].size >= enough {
            return chosen;
        }
        let mut earlier = candidates[..last].iter();
        let earlier = earlier.rposition(|candidate| candidate.size >= enough);
        earlier.unwrap_or(chosen)
    }

    /// Puts variables to their other bounds.
    fn pass(&mut self, variables: &[usize]) {
        if variables.is_empty() {
            return;
        }
        let mut sum = vec![0.0; self.basis.len()];
        for variable in variables {
            let before = self.values[*variable];
            self.states[*variable] = opposite(self.states[*variable]);
            let value = self.resting_value(*variable);
            self.values[*variable] = value;
            self.add_column(*variable, value - before, &mut sum);
        }
        let changes = self.factor.solve(&mut sum);
        for (variable, change) in self.basis.iter().zip(changes) {
            self.values[*variable] -= change;
        }
    }

    /// Steepest edges in the new basis.
    fn update_position_weights(&mut self, position: usize, inverse: &[f64], column: &[f64]) {
        let weight: f64 = inverse.iter().map(|value| value * value).sum();
        let mut right = inverse.to_vec();
        let product = self.factor.solve(&mut right);
        let pivot = column[position];
        for (index, entry) in column.iter().enumerate() {
            if *entry == 0.0 || index == position {
                continue;
            }
            let ratio = entry / pivot;
            let own = &mut self.position_weights[index];
            *own += ratio * (ratio * weight - 2.0 * product[index]);
            *own = own.max(LEAST_WEIGHT);
        }
        self.position_weights[position] = (weight / (pivot * pivot)).max(LEAST_WEIGHT);
    }

    /// Changes the costs of variables in the row whose reduced costs passed 0.
    fn keep_signs_of_row(&mut self) {
        let variables = std::mem::take(&mut self.row_variables);
        for variable in &variables {
            self.keep_sign(*variable);
        }
        self.row_variables = variables;
    }

    fn keep_signs(&mut self) {
        for variable in 0..self.states.len() {
            self.keep_sign(variable);
        }
    }

    fn keep_sign(&mut self, variable: usize) {
        if self.is_fixed(variable) {
            return;
        }
        let reduced = self.reduced[variable];
        let is_wrong = match self.states[variable] {
            State::Basic => false,
            State::Lower => reduced < 0.0,
            State::Upper => reduced > 0.0,
            State::Free => reduced != 0.0,
        };
        if is_wrong {
            self.change_cost(variable, -reduced);
        }
    }
}

/// The other bound.
fn opposite(state: State) -> State {
    match state {
        State::Lower => State::Upper,
        State::Upper => State::Lower,
        State::Basic | State::Free => state,
    }
}
