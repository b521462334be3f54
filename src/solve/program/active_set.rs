//! The exact dual active-set method: always ends, from any start.
//!
//! A *dual feasible state* is a set W of independent rows with the minimiser x of the problem
//! restricted to W as equalities, whose multipliers of inequalities are ≥ 0; then x also minimises
//! over W as inequalities. Goldfarb & Idnani (*A numerically stable dual method for solving
//! strictly convex quadratic programs*, 1983): take a violated row q and move along
//!
//! ```text
//! M z = a_q - Σ_W r_j a_j,  a_j·z = 0 (j in W):   x + t z,  λ_j - t r_j,  λ_q + t
//! ```
//!
//! until q holds (W gains q) or an inequality multiplier vanishes (W loses it, and the direction is
//! computed anew). If z = 0 and no r_j > 0 blocks, Σ (-r_j) a_j + a_q = 0 proves that no point is
//! feasible. Each time a row is gained the value of the restricted minimum rises strictly, since q
//! was violated; between two gains W only shrinks; so no W recurs and the method ends, degenerate
//! or not, without a perturbation or a least-index rule. All of that holds because the arithmetic
//! is exact.

pub(crate) mod classification;
pub(crate) mod extremes;
pub(crate) mod folding;
pub(crate) mod least_multipliers;
pub(crate) mod mirror;
pub(crate) mod opening;
pub(crate) mod optimise;

use crate::exact::lifting::WorkingSystem;
use crate::monitor::{Interrupted, Monitor};
use crate::numbers::number::{common_denominator, times};
use crate::problem::{Optimum, Outcome, Problem};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};

/// A dual feasible state; numbers over the denominator of `optimum`, multipliers of rows outside
/// `rows` zero.
struct DualState {
    rows: Vec<usize>,
    optimum: Optimum,
}

/// The answer, by pivoting from the independent rows among `candidates`. Any candidates will do;
/// good ones save pivots.
pub(crate) fn solve(
    problem: &Problem,
    candidates: &[usize],
    monitor: &Monitor,
) -> Result<Outcome, Interrupted> {
    let mut state = start(problem, candidates, monitor)?;
    while let Some(entering) = most_violated(problem, &state.optimum) {
        if let Some(multipliers) = enter(problem, &mut state, entering, monitor)? {
            return Ok(Outcome::Infeasible(multipliers));
        }
    }
    Ok(Outcome::Optimal(state.optimum))
}

/// The optimum of the rows of a working system as equalities, where `given` rows outside of it
/// carry given multipliers.
pub(crate) fn stationary_point(
    problem: &Problem,
    system: &WorkingSystem,
    given: &[(usize, Rational)],
    monitor: &Monitor,
) -> Result<Optimum, Interrupted> {
    let targets = problem
        .target
        .iter()
        .chain(given.iter().map(|(_, value)| value));
    let scale = common_denominator(targets);
    let mut variable_side = Vec::with_capacity(problem.target.len());
    for (variable, value) in problem.target.iter().enumerate() {
        variable_side.push(times(value, &scale) * problem.mass_numerator(variable));
    }
    for (row, multiplier) in given {
        let multiplier = times(multiplier, &scale);
        for (variable, value) in &problem.rows[*row].coefficients {
            variable_side[*variable] += value * &multiplier * problem.mass_denominator(*variable);
        }
    }
    let integer_scale = Integer::from(&scale);
    let row_side: Vec<Integer> = system
        .rows()
        .iter()
        .map(|&row| &problem.rows[row].bound * &integer_scale)
        .collect();
    let solution = system.solve(variable_side, row_side, monitor)?;
    let mut multipliers = vec![Integer::ZERO; problem.rows.len()];
    for (&row, value) in system.rows().iter().zip(solution.multipliers) {
        multipliers[row] = value;
    }
    for (row, multiplier) in given {
        multipliers[*row] = times(multiplier, &scale) * &solution.denominator;
    }
    Ok(Optimum {
        denominator: solution.denominator * integer_scale,
        point: solution.point,
        multipliers,
    }
    .reduced())
}

/// The rows that hold as equalities must not pull: such rows are left out until none does.
fn start(
    problem: &Problem,
    candidates: &[usize],
    monitor: &Monitor,
) -> Result<DualState, Interrupted> {
    let mut system = WorkingSystem::of_independent_rows(problem, candidates, monitor);
    loop {
        let optimum = stationary_point(problem, &system, &[], monitor)?;
        let (pulling, rows): (Vec<usize>, Vec<usize>) = system
            .rows()
            .iter()
            .partition(|&&row| row >= problem.equalities && optimum.multipliers[row] < 0);
        if pulling.is_empty() {
            return Ok(DualState { rows, optimum });
        }
        monitor.count(|counts| counts.pivots += pulling.len());
        system = WorkingSystem::of_rows(problem, &rows, monitor);
    }
}

/// The violated row that is farthest from its half-plane or line, equalities first.
pub(crate) fn most_violated(problem: &Problem, optimum: &Optimum) -> Option<usize> {
    let mut worst: Option<(usize, Integer, Integer)> = None;
    for (index, row) in problem.rows.iter().enumerate() {
        let slack = row.slack(&optimum.point, &optimum.denominator);
        let is_equality = index < problem.equalities;
        if slack > 0 && !is_equality || slack == 0 {
            continue;
        }
        let length = row
            .coefficients
            .iter()
            .fold(Integer::ZERO, |sum, (_, value)| sum + value * value);
        let square = &slack * &slack;
        if worst
            .as_ref()
            .is_none_or(|(_, most, other)| &square * other > most * &length)
        {
            worst = Some((index, square, length));
        }
        if is_equality {
            break;
        }
    }
    worst.map(|(index, ..)| index)
}

/// Moves until the violated row holds. Returns a Farkas certificate if it cannot.
fn enter(
    problem: &Problem,
    state: &mut DualState,
    entering: usize,
    monitor: &Monitor,
) -> Result<Option<Vec<Integer>>, Interrupted> {
    let row = &problem.rows[entering];
    let from_above = row.slack(&state.optimum.point, &state.optimum.denominator) > 0;
    loop {
        monitor.count(|counts| counts.pivots += 1);
        let system = WorkingSystem::of_rows(problem, &state.rows, monitor);
        let mut variable_side = vec![Integer::ZERO; problem.masses.len()];
        for (variable, value) in &row.coefficients {
            variable_side[*variable] =
                negated_if(from_above, value * problem.mass_denominator(*variable));
        }
        let direction = system.solve(
            variable_side,
            vec![Integer::ZERO; state.rows.len()],
            monitor,
        )?;
        let blocking = blocking_row(problem, state, system.rows(), &direction.multipliers);
        let slope = negated_if(from_above, row.product(&direction.point));
        if slope == 0 && blocking.is_none() {
            let mut certificate = vec![Integer::ZERO; problem.rows.len()];
            for (&row, value) in system.rows().iter().zip(direction.multipliers) {
                certificate[row] = value;
            }
            certificate[entering] = negated_if(from_above, direction.denominator);
            return Ok(Some(certificate));
        }
        let distance = -negated_if(
            from_above,
            row.slack(&state.optimum.point, &state.optimum.denominator),
        );
        let gains = slope != 0
            && blocking
                .as_ref()
                .is_none_or(|(_, step, rate)| &distance * rate <= step * &slope);
        let (step, rate) = match &blocking {
            Some((_, step, rate)) if !gains => (step.clone(), rate.clone()),
            _ => (distance, slope),
        };
        let optimum = &mut state.optimum;
        for (value, along) in optimum.point.iter_mut().zip(&direction.point) {
            *value = &*value * &rate + &step * along;
        }
        optimum
            .multipliers
            .iter_mut()
            .for_each(|value| *value *= &rate);
        for (&row, along) in system.rows().iter().zip(&direction.multipliers) {
            optimum.multipliers[row] += &step * along;
        }
        optimum.multipliers[entering] += negated_if(from_above, &step * &direction.denominator);
        optimum.denominator *= &rate;
        state.optimum = std::mem::replace(optimum, EMPTY).reduced();
        match blocking {
            Some((leaving, ..)) if !gains => state.rows.retain(|&row| row != leaving),
            _ => {
                state.rows.push(entering);
                return Ok(None);
            }
        }
    }
}

fn negated_if(negates: bool, value: Integer) -> Integer {
    if negates { -value } else { value }
}

const EMPTY: Optimum = Optimum {
    denominator: Integer::ONE,
    point: Vec::new(),
    multipliers: Vec::new(),
};

/// The inequality of the working set whose multiplier vanishes first, as (row, λ, -rate): it
/// reaches zero after a step of λ / rate. Directions are given as multipliers of the system, that
/// is as -r.
fn blocking_row(
    problem: &Problem,
    state: &DualState,
    rows: &[usize],
    direction: &[Integer],
) -> Option<(usize, Integer, Integer)> {
    let mut first: Option<(usize, Integer, Integer)> = None;
    for (&row, along) in rows.iter().zip(direction) {
        if row < problem.equalities || *along >= 0 {
            continue;
        }
        let multiplier = &state.optimum.multipliers[row];
        let rate = -along;
        if first
            .as_ref()
            .is_none_or(|(_, least, other)| multiplier * other < least * &rate)
        {
            first = Some((row, multiplier.clone(), rate));
        }
    }
    first
}
