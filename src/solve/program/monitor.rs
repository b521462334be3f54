//! The cost of a solution, counted while it is made, and told to whoever waits; and a way to stop
//! it for those who have waited enough.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Counts and times of one call of the solver, or of all steps of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
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

impl Statistics {
    /// Adds the counts and times of a part of the work.
    pub fn add(&mut self, part: &Self) {
        self.groups += part.groups;
        self.groups_done += part.groups_done;
        self.programs += part.programs;
        self.confirmed_guesses += part.confirmed_guesses;
        self.ambiguous_rows += part.ambiguous_rows;
        self.exchanges += part.exchanges;
        self.pivots += part.pivots;
        self.unlucky_primes += part.unlucky_primes;
        for (sum, own) in self.times.iter_mut().zip(part.times) {
            *sum += own;
        }
    }
}

/// The stages of a solution, and of a command around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// Finding contacts and building programs.
    Contacts,
    /// The interior-point solver in floats.
    Guess,
    /// Factorisation modulo a prime.
    Factorisation,
    /// Lifting, reconstruction and verification of exact solutions.
    Lifting,
    /// Symmetries of the scene; in a run, whether a state has them.
    Symmetry,
    /// Averaging forces and writing the certificate or the record of a step.
    Certificate,
    /// The independent checker.
    Checking,
    /// Reading the scene.
    Reading,
    /// The text of the proof, and its file.
    Writing,
    /// The report of the answer.
    Report,
}

impl Stage {
    /// All stages, those of the solver first.
    pub const ALL: [Self; 10] = [
        Self::Contacts,
        Self::Guess,
        Self::Factorisation,
        Self::Lifting,
        Self::Symmetry,
        Self::Certificate,
        Self::Checking,
        Self::Reading,
        Self::Writing,
        Self::Report,
    ];

    /// The stages of the solver alone.
    pub const OF_SOLVER: [Self; 6] = [
        Self::Contacts,
        Self::Guess,
        Self::Factorisation,
        Self::Lifting,
        Self::Symmetry,
        Self::Certificate,
    ];

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
            Self::Checking => "checking",
            Self::Reading => "reading the scene",
            Self::Writing => "writing the proof",
            Self::Report => "report",
        }
    }
}

/// A request to stop, which may come from any thread, and a moment at which it is made in any case.
/// Clones share the request.
///
/// ```
/// use std::time::{Duration, Instant};
/// use zwang_program::{Interrupted, Monitor, Options, Stop, text};
///
/// let stop = Stop::at(Instant::now() + Duration::from_secs(60));
/// let elsewhere = stop.clone();
/// std::thread::spawn(move || elsewhere.request()).join().unwrap();
///
/// let named = text::read("Minimize x + y Subject To 3 x + y >= 1/2  x + 3 y >= 1/2 End").unwrap();
/// let text::Program::Linear(program) = &named.program else { unreachable!() };
/// let outcome = program.solve(&Options::default(), &Monitor::default().with_stop(stop));
/// assert_eq!(outcome, Err(Interrupted.into()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop {
    requested: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

/// The solver was asked to stop before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted before there was an answer")]
pub struct Interrupted;

impl Stop {
    /// Stops at `deadline`, or when somebody requests it before.
    #[must_use]
    pub fn at(deadline: Instant) -> Self {
        Self {
            requested: Arc::default(),
            deadline: Some(deadline),
        }
    }

    /// Asks to stop.
    pub fn request(&self) {
        self.requested.store(true, Ordering::Relaxed);
    }

    /// Whether it is time to stop.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.requested.load(Ordering::Relaxed)
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Keeps the counts, calls an observer after each change of a count, and knows whether to stop.
pub struct Monitor<'a> {
    statistics: Mutex<Statistics>,
    observer: &'a (dyn Fn(&Statistics) + Sync),
    stop: Stop,
    most_pivots: Option<usize>,
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
        Self {
            statistics: Mutex::default(),
            observer,
            stop: Stop::default(),
            most_pivots: None,
        }
    }

    /// The same, with a way to stop what it monitors. A solver that is stopped returns
    /// [`Interrupted`], never a guess; one that has its answer already may still return it.
    #[must_use]
    pub fn with_stop(self, stop: Stop) -> Self {
        Self { stop, ..self }
    }

    /// The same, for work that ends after so many exact pivots. That bounds the work on every
    /// machine alike. A solver that would make more returns [`Interrupted`].
    #[must_use]
    pub fn with_most_pivots(self, most: usize) -> Self {
        Self {
            most_pivots: Some(most),
            ..self
        }
    }

    /// The counts so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        *self.lock()
    }

    /// Asked once in every round of a loop that may take long.
    ///
    /// # Errors
    /// [`Interrupted`] if it is time to stop, or if there were more pivots than are allowed.
    pub fn check(&self) -> Result<(), Interrupted> {
        let is_spent = match self.most_pivots {
            Some(most) => self.lock().pivots > most,
            None => false,
        };
        if is_spent || self.stop.is_due() {
            Err(Interrupted)
        } else {
            Ok(())
        }
    }

    /// The way to stop it.
    #[must_use]
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Changes the counts, and tells the observer.
    pub fn count(&self, change: impl FnOnce(&mut Statistics)) {
        let changed = {
            let mut statistics = self.lock();
            change(&mut statistics);
            *statistics
        };
        (self.observer)(&changed);
    }

    /// Does some work and books its time.
    pub fn time<T>(&self, stage: Stage, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.lock().times[stage as usize] += start.elapsed();
        result
    }

    /// The counts are plain numbers, valid even if a thread has panicked while it held them.
    fn lock(&self) -> MutexGuard<'_, Statistics> {
        self.statistics
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
