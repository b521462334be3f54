//! From a doubtful guess to a good one, without big numbers.
//!
//! Where the interior point cannot tell pressing contacts from opening ones, its guess is mended by exchanging rows: rows whose multiplier is certainly
//! negative leave the working set, rows that are certainly violated enter it (primal-dual active set: Hintermüller, Ito & Kunisch 2003).
//! Signs come from rigorous enclosures, so no exchange is a rounding error. The exchange may cycle, so it is stopped when it no longer
//! improves; whatever it ends with is a candidate like any other, and the exact method decides.

use crate::enclosure::Enclosure;
use crate::lifting::WorkingSystem;
use crate::monitor::Monitor;
use crate::problem::Problem;
use std::cmp::Ordering;

/// The most rounds of exchanges.
const MOST_ROUNDS: usize = 40;
/// The most rounds that may pass without fewer wrong signs than ever before.
const PATIENCE: usize = 6;

/// Candidates with as few certainly wrong signs as were found.
pub(crate) fn settle(problem: &Problem, candidates: Vec<usize>, monitor: &Monitor) -> Vec<usize> {
    let mut working: Vec<usize> = candidates;
    let mut best: Option<(usize, Vec<usize>)> = None;
    let mut last_gain = 0;
    for round in 0..MOST_ROUNDS {
        let system = WorkingSystem::of_independent_rows(problem, &working, monitor);
        let Some(enclosure) = Enclosure::of_rows(problem, system.rows()) else { break };
        let is_inequality = |row: &usize| *row >= problem.equalities;
        let leaving: Vec<usize> = enclosure.pulling_rows().filter(is_inequality).collect();
        let is_violated = |row: &usize| match enclosure.slack_sign(problem, *row) {
            Ordering::Less => true,
            Ordering::Greater => *row < problem.equalities,
            Ordering::Equal => false,
        };
        let entering: Vec<usize> = (0..problem.rows.len()).filter(is_violated).collect();
        let wrong = leaving.len() + entering.len();
        if best.as_ref().is_none_or(|(least, _)| wrong < *least) {
            best = Some((wrong, system.rows().to_vec()));
            last_gain = round;
        }
        if wrong == 0 || round > last_gain + PATIENCE {
            break;
        }
        monitor.count(|counts| counts.exchanges += wrong);
        working = system.rows().iter().copied().filter(|row| !leaving.contains(row)).chain(entering).collect();
        working.sort_unstable();
        working.dedup();
    }
    best.map_or(working, |(_, rows)| rows)
}
