//! What a solution costs, counted while it is made, and told to whoever waits.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Counts and times of one call of the solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Contact groups.
    pub groups: usize,
    /// Contact groups that are done.
    pub groups_done: usize,
    /// Quadratic programs begun, cases of corners and classifications of contacts included.
    pub programs: usize,
    /// Programs answered by the float guess and exact correction alone.
    pub confirmed_guesses: usize,
    /// Rows that the guesses could not tell to be pressing or open.
    pub ambiguous_rows: usize,
    /// Rows exchanged by certain signs where the guess was doubtful.
    pub exchanges: usize,
    /// Exact pivots where the guess did not do.
    pub pivots: usize,
    /// Factorisations that had to take another prime than the first.
    pub unlucky_primes: usize,
    /// Time spent in each stage, in the order of [`Stage::ALL`]; threads add up.
    pub times: [Duration; Stage::ALL.len()],
}

/// The stages of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Finding contacts and building programs.
    Contacts,
    /// The interior-point solver in floats.
    Guess,
    /// Factorisation modulo a prime.
    Factorisation,
    /// Lifting, reconstruction and verification of exact solutions.
    Lifting,
    /// Symmetries of the scene.
    Symmetry,
    /// Averaging forces and writing the certificate.
    Certificate,
}

impl Stage {
    /// All stages.
    pub const ALL: [Self; 6] =
        [Self::Contacts, Self::Guess, Self::Factorisation, Self::Lifting, Self::Symmetry, Self::Certificate];

    /// The name of the stage.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Contacts => "contacts and programs",
            Self::Guess => "float guess",
            Self::Factorisation => "factorisation",
            Self::Lifting => "lifting",
            Self::Symmetry => "symmetry",
            Self::Certificate => "certificate",
        }
    }
}

/// Keeps the counts, and calls an observer after each change of a count.
pub struct Monitor<'a> {
    statistics: Mutex<Statistics>,
    observer: &'a (dyn Fn(&Statistics) + Sync),
}

impl Default for Monitor<'_> {
    fn default() -> Self {
        Self::new(&|_| ())
    }
}

impl<'a> Monitor<'a> {
    /// A monitor that tells `observer` of every change.
    #[must_use]
    pub fn new(observer: &'a (dyn Fn(&Statistics) + Sync)) -> Self {
        Self { statistics: Mutex::default(), observer }
    }

    /// The counts so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        *self.lock()
    }

    pub(crate) fn count(&self, change: impl FnOnce(&mut Statistics)) {
        let changed = {
            let mut statistics = self.lock();
            change(&mut statistics);
            *statistics
        };
        (self.observer)(&changed);
    }

    /// Does some work and books its time.
    pub(crate) fn time<Result>(&self, stage: Stage, work: impl FnOnce() -> Result) -> Result {
        let start = Instant::now();
        let result = work();
        self.lock().times[stage as usize] += start.elapsed();
        result
    }

    /// The counts are plain numbers, valid even if a thread has panicked while it held them.
    fn lock(&self) -> MutexGuard<'_, Statistics> {
        self.statistics.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
