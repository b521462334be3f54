//! From a doubtful guess to a good one, without big numbers: iterative refinement of the guess.
//!
//! Double precision cannot tell a small multiplier or slack from none. So take the optimum x̂, λ̂ of a working set as equalities to some 190 bits
//! ([`Enclosure`]); its certainly wrong signs, rows that are violated or pull, have a largest size δ. What is left is a program in
//! y = (x - x̂) / δ and the multipliers of doubtful rows, where everything has size 1 again:
//!
//! ```text
//! min ½ yᵀM y + Σ_doubtful (λ̂_j / δ) a_j·y,   a_j·y = 0 (firm),   a_j·y ≥ 0 (doubtful),   a_j·y ≥ (b_j - a_j·x̂) / δ (near)
//! ```
//!
//! Firm are the rows of the working set whose multiplier is far above δ, doubtful its others; near are rows outside of it whose slack is not far above
//! δ. The interior point solves that program, and the rows that clearly press in it make the next working set. Each round
//! brings δ down by what double precision is good for, as iterative refinement does in linear programming (Gleixner,
//! Steffy & Wolter, *Iterative refinement for linear programming*, 2016). If a round changes nothing, rows with wrong signs are exchanged
//! (primal-dual active set: Hintermüller, Ito & Kunisch 2003). Whatever this ends with is a candidate like any other, and the exact method decides.
#![allow(clippy::disallowed_types)]

use crate::enclosure::Enclosure;
use crate::guess::presses;
use crate::interior_point::FloatProgram;
use crate::lifting::WorkingSystem;
use crate::monitor::{Monitor, Stage};
use crate::normalisation::Normalised;
use crate::problem::Problem;
use std::cmp::Ordering;

/// The most rounds.
const MOST_ROUNDS: usize = 24;
/// The most rounds that may pass without progress.
const PATIENCE: usize = 5;
/// How much larger than δ a multiplier or a slack must be to be out of doubt.
const FAR: f64 = 1e6;

/// A working set with as few and as small certainly wrong signs as were found.
pub(crate) struct Settled {
    pub(crate) candidates: Vec<usize>,
    pub(crate) system: WorkingSystem,
    /// How many rounds it took.
    pub(crate) rounds: usize,
}

/// The signs of the optimum of a working set, multipliers and slacks normalised in the metric M⁻¹.
struct Signs {
    /// The independent inequalities of the working set that certainly pull.
    pulling: Vec<usize>,
    /// Inequalities that are certainly violated.
    violated: Vec<usize>,
    /// Slacks of all rows, zero where they cannot be told from it.
    slacks: Vec<f64>,
    /// The size of the largest wrong one.
    largest: f64,
}

/// Mends the candidates.
pub(crate) fn settle(problem: &Problem, candidates: Vec<usize>, monitor: &Monitor) -> Settled {
    let normalised = Normalised::new(problem);
    let mut working = candidates;
    working.sort_unstable();
    let mut best: Option<(f64, Settled)> = None;
    let mut last_gain = 0;
    for round in 0..MOST_ROUNDS {
        let system = WorkingSystem::of_independent_rows(problem, &working, monitor);
        let Some(enclosure) = Enclosure::of_rows(problem, &normalised, system.rows()) else {
            return best.map_or(Settled { candidates: working, system, rounds: round }, |(_, settled)| settled);
        };
        let signs = Signs::of(&enclosure, problem, &normalised);
        if signs.are_right() {
            return Settled { candidates: working, system, rounds: round };
        }
        monitor.count(|counts| counts.exchanges += signs.pulling.len() + signs.violated.len());
        let next = refined(problem, &normalised, &enclosure, &signs, &working, monitor);
        let next = next.unwrap_or_else(|| signs.exchanged(system.rows()));
        let settled = Settled { candidates: system.rows().to_vec(), system, rounds: round + 1 };
        if best.as_ref().is_none_or(|(least, _)| signs.largest < least * 0.5) {
            best = Some((signs.largest, settled));
            last_gain = round;
        }
        if round > last_gain + PATIENCE {
            break;
        }
        working = next;
    }
    let Some((_, settled)) = best else { unreachable!("the first round is a gain") };
    settled
}

impl Signs {
    fn of(enclosure: &Enclosure, problem: &Problem, normalised: &Normalised) -> Self {
        let length = |row: usize| normalised.rows[row].length.max(f64::MIN_POSITIVE);
        let pulling: Vec<usize> = enclosure.pulling_rows().filter(|row| *row >= problem.equalities).collect();
        let (mut violated, mut largest) = (Vec::new(), 0.0_f64);
        let mut slack = |row: usize| {
            let (sign, slack) = enclosure.slack(row);
            let slack = slack / length(row);
            if sign == Ordering::Less || sign == Ordering::Greater && row < problem.equalities {
                violated.push(row);
                largest = largest.max(slack.abs());
            }
            slack
        };
        let slacks = (0..problem.rows.len()).map(&mut slack).collect();
        let mut is_pulling = vec![false; problem.rows.len()];
        pulling.iter().for_each(|&row| is_pulling[row] = true);
        for (row, multiplier) in enclosure.multipliers().filter(|(row, _)| is_pulling[*row]) {
            largest = largest.max(-multiplier * length(row));
        }
        Self { pulling, violated, slacks, largest }
    }

    fn are_right(&self) -> bool {
        self.pulling.is_empty() && self.violated.is_empty()
    }

    /// The working set with the wrong rows exchanged.
    fn exchanged(&self, rows: &[usize]) -> Vec<usize> {
        let stays = |row: &&usize| !self.pulling.contains(*row);
        let mut rows: Vec<usize> = rows.iter().filter(stays).chain(&self.violated).copied().collect();
        rows.sort_unstable();
        rows.dedup();
        rows
    }
}

/// The rows that press in the program of what is left; `None` if that is no news.
fn refined(
    problem: &Problem,
    normalised: &Normalised,
    enclosure: &Enclosure,
    signs: &Signs,
    working: &[usize],
    monitor: &Monitor,
) -> Option<Vec<usize>> {
    let unit = signs.largest;
    let length = |row: usize| normalised.rows[row].length;
    let is_firm = |row: usize, multiplier: f64| row < problem.equalities || multiplier * length(row) > FAR * unit;
    let (firm, doubtful): (Vec<_>, Vec<_>) = enclosure.multipliers().partition(|&(row, value)| is_firm(row, value));
    let mut is_basic = vec![false; problem.rows.len()];
    firm.iter().chain(&doubtful).for_each(|&(row, _)| is_basic[row] = true);
    // Rows of the working set that depend on the others stay as they are.
    let is_dependent = |row: &&usize| !is_basic[**row] && signs.slacks[**row] == 0.0;
    let dependent: Vec<usize> = working.iter().filter(is_dependent).copied().collect();
    let mut is_left_out = is_basic.clone();
    dependent.iter().for_each(|&row| is_left_out[row] = true);
    let is_near = |row: &usize| !is_left_out[*row] && length(*row) > 0.0 && signs.slacks[*row] <= FAR * unit;
    let near: Vec<usize> = (problem.equalities..problem.rows.len()).filter(is_near).collect();

    let mut target = vec![0.0; normalised.masses.len()];
    for &(row, multiplier) in &doubtful {
        for &(variable, value) in &normalised.rows[row].coefficients {
            target[variable] -= value * (multiplier / unit) / normalised.masses[variable];
        }
    }
    let rows: Vec<usize> = firm.iter().chain(&doubtful).map(|(row, _)| *row).chain(near).collect();
    let shortfall = |(position, &row): (usize, &usize)| {
        let slack = if position < firm.len() + doubtful.len() { 0.0 } else { signs.slacks[row] * length(row) / unit };
        normalised.rows[row].product(&target) + slack
    };
    if rows.is_empty() {
        return None;
    }
    let program = FloatProgram {
        masses: &normalised.masses,
        rows: rows.iter().map(|&row| &normalised.rows[row].coefficients[..]).collect(),
        shortfalls: rows.iter().enumerate().map(shortfall).collect(),
        equalities: firm.len(),
    };
    let solution = monitor.time(Stage::Guess, || program.solve()).filter(|solution| !solution.seems_infeasible)?;
    let is_pressing = |position: usize| presses(solution.multipliers[position], solution.slacks[position]);
    let pressing = (0..rows.len()).filter(|&position| position < firm.len() || is_pressing(position));
    let mut next: Vec<usize> = pressing.map(|position| rows[position]).chain(dependent).collect();
    next.sort_unstable();
    next.dedup();
    (next != *working).then_some(next)
}
