//! The cost of a whole command, for `--stats`: the solver's counts, and how long each stage took,
//! from reading the scene to the report.

use super::solve::{note_time, print_statistics};
use crate::arguments::SolveArguments;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use zwang_program::{Stage, Statistics};

/// The cost of a command, from where this is made; told when it is dropped, if somebody wants it.
pub struct Account {
    start: Instant,
    is_wanted: bool,
    /// Stages that are timed here, and not by the solver.
    times: Mutex<[Duration; Stage::ALL.len()]>,
    solver: Mutex<Option<Solver>>,
}

/// The solver's counts, and the length of the longest number of its answer, if it has one.
#[derive(Clone, Copy)]
struct Solver {
    statistics: Statistics,
    bits: Option<u64>,
}

impl Account {
    /// The account of a command that begins now.
    pub fn new(arguments: &SolveArguments) -> Self {
        Self {
            start: Instant::now(),
            is_wanted: arguments.stats,
            times: Mutex::default(),
            solver: Mutex::default(),
        }
    }

    /// Does some work and books its time.
    pub fn time<T>(&self, stage: Stage, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        lock(&self.times)[stage as usize] += start.elapsed();
        result
    }

    /// Books what the solver has counted.
    pub fn book(&self, statistics: Statistics, bits: Option<u64>) {
        *lock(&self.solver) = Some(Solver { statistics, bits });
    }
}

impl Drop for Account {
    fn drop(&mut self) {
        let Some(solver) = *lock(&self.solver) else {
            return;
        };
        if !self.is_wanted {
            return;
        }
        let mut statistics = solver.statistics;
        let mut sum = Duration::ZERO;
        for (time, own) in statistics.times.iter_mut().zip(*lock(&self.times)) {
            *time += own;
            sum += *time;
        }
        print_statistics(&statistics, solver.bits, &Stage::ALL);
        // Threads add up, so that the sum may be more than the whole.
        let whole = self.start.elapsed();
        note_time("everything else", whole.saturating_sub(sum));
        note_time("the whole command", whole);
    }
}

/// The times and counts are plain numbers, valid even if a thread has panicked meanwhile.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
