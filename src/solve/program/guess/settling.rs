//! From a doubtful guess to a good one, without big numbers: iterative refinement of the guess.
//!
//! Double precision cannot tell a small multiplier or slack from none. So take the optimum x̂, λ̂
//! of a working set as equalities to some 190 bits ([`Enclosure`]); its certainly wrong signs, rows
//! that are violated or pull, have a largest size δ. The rest is a program in y = (x - x̂) / δ and
//! the multipliers of doubtful rows, where everything has size 1 again:
//!
//! ```text
//! min ½ yᵀM y + Σ_doubtful (λ̂_j / δ) a_j·y
//! a_j·y = 0 (firm),   a_j·y ≥ 0 (doubtful),   a_j·y ≥ (b_j - a_j·x̂) / δ (near)
//! ```
//!
//! Firm are the rows of the working set whose multiplier is far above δ, doubtful its others; near
//! are rows outside of it whose slack is not far above δ. The interior point solves that program,
//! and the rows that clearly press in it make the next working set. Each round brings δ down by
//! what double precision is good for, as iterative refinement does in linear programming (Gleixner,
//! Steffy & Wolter, *Iterative refinement for linear programming*, 2016). If a round changes
//! nothing, rows with wrong signs are exchanged (primal-dual active set: Hintermüller, Ito &
//! Kunisch 2003). Whatever this ends with is a candidate like any other, and the exact method
//! decides.
#![allow(clippy::disallowed_types)]

use crate::exact::lifting::WorkingSystem;
use crate::guess::enclosure::Enclosure;
use crate::guess::interior_point::{FINE, FloatProgram};
use crate::guess::normalisation::{Normalised, WideFloat, power_of_two};
use crate::monitor::{Interrupted, Monitor, Stage};
use crate::problem::Problem;
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The most rounds.
const MOST_ROUNDS: usize = 24;
/// The most rounds that may pass without progress.
const PATIENCE: usize = 5;
/// How much larger than δ a multiplier or a slack must be to be out of doubt; the next one is tried
/// if firm rows come out pulling.
const FAR: [f64; 4] = [1e2, 1e5, 1e8, f64::INFINITY];

/// How much larger than its slack a multiplier must be for its row to be taken as pressing.
const CLEARLY: f64 = 1e2;
/// Multipliers of dependent rows are kept to this many bits below δ.
const KEPT_BITS: i64 = 30;

/// A working set with as few and as small certainly wrong signs as were found.
pub(crate) struct Settled {
    pub(crate) system: WorkingSystem,
    /// Multipliers of rows of the working set that depend on those of the system.
    pub(crate) given: Vec<(usize, Rational)>,
    /// The multipliers of all rows of the working set, in units; `None` if there is no enclosure.
    pub(crate) loads: Option<Loads>,
    /// How many rounds it took.
    pub(crate) rounds: usize,
    /// Whether some sign is certainly wrong.
    pub(crate) is_wrong: bool,
}

/// Rows with λ' in units, ascending.
pub(crate) type Loads = Vec<(usize, Integer)>;

/// The signs of the optimum of a working set, multipliers and slacks normalised in the metric M⁻¹.
struct Signs {
    /// The independent inequalities of the working set that certainly pull.
    pulling: Vec<usize>,
    /// Rows that are certainly violated.
    violated: Vec<usize>,
    /// Slacks of all rows, zero where they cannot be told from it.
    slacks: Vec<f64>,
    /// The size of the largest wrong one.
    largest: f64,
}

/// Mends a working set with approximate multipliers.
///
/// # Errors
/// [`Interrupted`] if the monitor says so.
pub(crate) fn settle(
    problem: &Problem,
    normalised: &Normalised,
    candidates: Vec<(usize, Rational)>,
    monitor: &Monitor,
) -> Result<Settled, Interrupted> {
    let mut working = normalised.loads(&candidates);
    working.sort_unstable();
    let mut best: Option<(f64, Settled)> = None;
    for round in 0..MOST_ROUNDS {
        monitor.check()?;
        let rows: Vec<usize> = working.iter().map(|(row, _)| *row).collect();
        let system = WorkingSystem::of_independent_rows(problem, &rows, monitor);
        let given = dependent(problem, &system, &working);
        let exact = given
            .iter()
            .map(|(row, load)| (*row, normalised.multiplier(*row, load)))
            .collect();
        let mut settled = Settled {
            system,
            given: exact,
            loads: None,
            rounds: round,
            is_wrong: false,
        };
        let Some(enclosure) =
            Enclosure::of_rows(problem, normalised, settled.system.rows(), &given)
        else {
            return Ok(best.map_or(settled, |(_, settled)| settled));
        };
        settled.loads = Some(all_loads(&enclosure, &given));
        let signs = Signs::of(&enclosure, problem, normalised);
        if signs.are_right() {
            return Ok(settled);
        }
        settled.is_wrong = true;
        monitor.count(|counts| counts.exchanges += signs.pulling.len() + signs.violated.len());
        let remainder = Remainder {
            problem,
            normalised,
            enclosure: &enclosure,
            signs: &signs,
        };
        working = remainder
            .solve(&given, &working, monitor)
            .unwrap_or_else(|| signs.exchanged(&enclosure));
        match &best {
            Some((least, _)) if signs.largest >= least * 0.5 => {}
            _ => best = Some((signs.largest, settled)),
        }
        if best
            .as_ref()
            .is_some_and(|(_, best)| round > best.rounds + PATIENCE)
        {
            break;
        }
    }
    let Some((_, settled)) = best else {
        unreachable!("the first round is a gain")
    };
    Ok(settled)
}

/// The multipliers of all rows of the working set.
fn all_loads(enclosure: &Enclosure, given: &Loads) -> Loads {
    let mut loads = given.clone();
    for (row, load) in enclosure.multipliers() {
        loads.push((row, load.clone()));
    }
    loads.sort_unstable();
    loads
}

/// The inequalities of the working set that are not in the system.
fn dependent(problem: &Problem, system: &WorkingSystem, working: &Loads) -> Loads {
    let mut is_basic = vec![false; problem.rows.len()];
    system.rows().iter().for_each(|&row| is_basic[row] = true);
    working
        .iter()
        .filter(|(row, _)| *row >= problem.equalities && !is_basic[*row])
        .cloned()
        .collect()
}

impl Signs {
    fn of(enclosure: &Enclosure, problem: &Problem, normalised: &Normalised) -> Self {
        let pulling: Vec<usize> = enclosure
            .pulling_rows()
            .filter(|row| *row >= problem.equalities)
            .collect();
        let mut violated = Vec::new();
        let mut largest = 0.0_f64;
        let mut slacks = Vec::with_capacity(problem.rows.len());
        for row in 0..problem.rows.len() {
            let (sign, slack) = enclosure.slack(row);
            let slack = slack / normalised.rows[row].positive_length();
            if sign == Ordering::Less || sign == Ordering::Greater && row < problem.equalities {
                violated.push(row);
                largest = largest.max(slack.abs());
            }
            slacks.push(slack);
        }
        let mut is_pulling = vec![false; problem.rows.len()];
        for &row in &pulling {
            is_pulling[row] = true;
        }
        for (row, multiplier) in enclosure.multipliers().filter(|(row, _)| is_pulling[*row]) {
            let multiplier = normalised.in_floats(multiplier);
            largest = largest.max(-multiplier * normalised.rows[row].positive_length());
        }
        Self {
            pulling,
            violated,
            slacks,
            largest,
        }
    }

    fn are_right(&self) -> bool {
        self.pulling.is_empty() && self.violated.is_empty()
    }

    /// The independent rows with the wrong ones exchanged.
    fn exchanged(&self, enclosure: &Enclosure) -> Loads {
        let mut loads: BTreeMap<usize, Integer> = enclosure
            .multipliers()
            .map(|(row, load)| (row, load.clone()))
            .collect();
        self.pulling.iter().for_each(|row| drop(loads.remove(row)));
        loads.extend(self.violated.iter().map(|&row| (row, Integer::ZERO)));
        loads.into_iter().collect()
    }
}

/// The program of what is left.
struct Remainder<'a> {
    problem: &'a Problem,
    normalised: &'a Normalised,
    enclosure: &'a Enclosure<'a>,
    signs: &'a Signs,
}

impl Remainder<'_> {
    fn length(&self, row: usize) -> f64 {
        self.normalised.rows[row].length
    }

    /// The rows that press, with their multipliers; `None` if that is no news.
    fn solve(&self, given: &Loads, working: &Loads, monitor: &Monitor) -> Option<Loads> {
        let mut next = None;
        for far in FAR {
            next = self.pressing(given, far, monitor);
            if next.as_ref().is_none_or(|next| !self.has_pulling(next)) {
                break;
            }
        }
        next.filter(|next| has_other_rows(next, working))
    }

    fn has_pulling(&self, loads: &Loads) -> bool {
        loads
            .iter()
            .any(|(row, load)| *row >= self.problem.equalities && *load < 0)
    }

    /// The rows that press if whatever is larger than `far` times δ is out of doubt.
    fn pressing(&self, given: &Loads, far: f64, monitor: &Monitor) -> Option<Loads> {
        let delta = self.signs.largest;
        let given = given.iter().map(|(row, load)| (*row, load));
        let loads: Vec<(usize, &Integer)> = self.enclosure.multipliers().chain(given).collect();
        let mut firm = Vec::new();
        let mut doubtful = Vec::new();
        for (row, load) in loads {
            // A dependent row that does not hold is no better than any other.
            if self.signs.slacks[row] != 0.0 {
                continue;
            }
            let is_far = self.normalised.in_floats(load) * self.length(row) > far * delta;
            if row < self.problem.equalities || is_far {
                firm.push((row, load));
            } else {
                doubtful.push((row, load));
            }
        }
        let mut rows: Vec<usize> = firm.iter().chain(&doubtful).map(|(row, _)| *row).collect();
        let mut is_loaded = vec![false; self.problem.rows.len()];
        for &row in &rows {
            is_loaded[row] = true;
        }
        let inequalities = is_loaded.iter().enumerate().skip(self.problem.equalities);
        for (row, is_loaded) in inequalities {
            let is_near = self.length(row) > 0.0 && self.signs.slacks[row] <= far * delta;
            if is_near && !is_loaded {
                rows.push(row);
            }
        }
        if rows.is_empty() {
            return None;
        }
        let program = FloatProgram {
            masses: &self.normalised.masses,
            rows: rows
                .iter()
                .map(|&row| &self.normalised.rows[row].coefficients[..])
                .collect(),
            shortfalls: self.shortfalls(&rows, firm.len() + doubtful.len(), &doubtful),
            equalities: firm.len(),
            tolerance: FINE,
        };
        let solution = monitor
            .time(Stage::Guess, || program.solve(monitor.stop()))
            .filter(|solution| !solution.seems_infeasible)?;
        let mut next: Loads = Vec::new();
        for (position, &row) in rows.iter().enumerate() {
            let multiplier = solution.multipliers[position];
            let slack = solution.slacks[position];
            if position < firm.len() || multiplier > CLEARLY * slack.max(0.0) {
                let load = firm
                    .get(position)
                    .map_or(Integer::ZERO, |(_, load)| (*load).clone());
                let units = self.rounded(multiplier / self.length(row), delta);
                next.push((row, load + units));
            }
        }
        next.sort_unstable();
        Some(next)
    }

    /// `value` times `delta` in units, rounded to some bits below δ; zero if it is no number.
    fn rounded(&self, value: f64, delta: f64) -> Integer {
        let short = value * power_of_two(KEPT_BITS);
        if !short.is_finite() {
            return Integer::ZERO;
        }
        let exponent = WideFloat::from_float(delta).power().unwrap_or(0);
        let short = Integer::rounding_from(
            short * (delta * power_of_two(-exponent)),
            RoundingMode::Nearest,
        )
        .0;
        short << (self.normalised.scale - KEPT_BITS + exponent)
    }

    /// a'·t - b' of the rows, with t the target without the doubtful multipliers.
    fn shortfalls(
        &self,
        rows: &[usize],
        loaded: usize,
        doubtful: &[(usize, &Integer)],
    ) -> Vec<f64> {
        let Normalised {
            masses,
            rows: floats,
            ..
        } = self.normalised;
        let delta = self.signs.largest;
        let mut target = vec![0.0; masses.len()];
        for &(row, load) in doubtful {
            for &(variable, value) in &floats[row].coefficients {
                target[variable] -=
                    value * (self.normalised.in_floats(load) / delta) / masses[variable];
            }
        }
        let mut shortfalls = Vec::with_capacity(rows.len());
        for (position, &row) in rows.iter().enumerate() {
            let slack = if position < loaded {
                0.0
            } else {
                self.signs.slacks[row] * self.length(row) / delta
            };
            shortfalls.push(floats[row].product(&target) + slack);
        }
        shortfalls
    }
}

fn has_other_rows(one: &Loads, other: &Loads) -> bool {
    let rows = one.iter().map(|(row, _)| row);
    !rows.eq(other.iter().map(|(row, _)| row))
}
