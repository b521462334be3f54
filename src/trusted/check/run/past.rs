//! What the steps of a batch need of those before it, and the check of a batch.

use super::piece::LastLines;
use super::{Checker, State, VerifiedStep, counts};
use crate::law::{Lines, RunError};
use crate::rejection::Condition::R0;
use crate::rejection::{Rejection, within};
use std::collections::BTreeMap;
use std::io::BufRead;
use std::iter::Enumerate;
use std::slice::Iter;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use zwang_certificate::Contact;
use zwang_certificate::run::{Placement, Record, read_record};

/// The last two states before step `next`, and the rows that pressed in the last step.
pub(super) struct Past<'a> {
    checker: &'a Checker,
    states: [State; 2],
    pressed: Vec<Contact>,
    next: u64,
    /// The step of the first record of the file, 1 but for a slice.
    begins: u64,
    /// The lines of the last two steps before the next one, as far as they were read.
    pub(super) last_lines: LastLines,
}

impl<'a> Past<'a> {
    /// What step `from` needs. Lines before it are counted, and only the last two are read. In a
    /// slice there are no others.
    pub(super) fn new<R: BufRead>(
        checker: &'a Checker,
        lines: &mut Lines<R>,
        from: u64,
    ) -> Result<Self, RunError> {
        let mut past = Self {
            checker,
            states: checker.start(),
            pressed: vec![],
            next: 1,
            begins: 1,
            last_lines: LastLines::default(),
        };
        while past.next < from {
            let Some(line) = lines.next()? else {
                return Err(RunError::Short {
                    steps: past.steps(),
                    needed: from,
                });
            };
            if past.next == 1 {
                past.begin(&line, from);
            }
            let is_needed = past.next.saturating_add(2) >= from;
            if is_needed {
                past.believe(&line, from)?;
                past.last_lines.push(line);
            } else {
                past.skim(&line)?;
            }
        }
        Ok(past)
    }

    /// Goes on to the step of the first record of a slice, if that is what the line is.
    fn begin(&mut self, line: &str, from: u64) {
        let context = from.saturating_sub(2);
        let is_slice = context > 1 && line.starts_with(&start(context));
        if is_slice {
            self.next = context;
            self.begins = context;
        }
    }

    /// Takes from the line of a step before the first one, `from`, what is needed of it: the state,
    /// and of the last of these steps the rows that pressed, for which the state before is known.
    fn believe(&mut self, line: &str, from: u64) -> Result<(), RunError> {
        let record = self.record(0, line)?;
        let state = self.checker.state(&record)?;
        let is_last = self.next.saturating_add(1) == from;
        if is_last {
            return self.advance(state, &record);
        }
        self.go_on(state);
        Ok(())
    }

    /// The last step before the next one.
    pub(super) fn steps(&self) -> u64 {
        self.next.saturating_sub(1)
    }

    fn skim(&mut self, line: &str) -> Result<(), RunError> {
        let start = start(self.next);
        if !line.starts_with(&start) {
            let beginning = line.chars().take(start.len());
            let found: String = beginning.collect();
            let found = format!("`{found}`");
            let required = format!("`{start}`");
            let number = self.line_of(self.next);
            return Err(RunError::broken(number, found, required));
        }
        self.next = self.next.saturating_add(1);
        Ok(())
    }

    /// The record of a later step, counted from the next one.
    fn record(&self, later: usize, line: &str) -> Result<Record, RunError> {
        let step = self.next.saturating_add(later as u64);
        let format = self.checker.plan.settings.format;
        let number = self.line_of(step);
        let record = match read_record(line, format) {
            Ok(record) => record,
            Err(error) => {
                return Err(RunError::Line {
                    line: number,
                    error,
                });
            }
        };
        let on_grid = self.checker.plan.settings.grid.is_some();
        for placement in &record.state {
            if matches!(placement, Placement::Grid { .. }) != on_grid {
                let found = "a state of another kind of run";
                let required = match on_grid {
                    true => "[x, y, n, t], as the run is on a grid",
                    false => "[x, y, \"a\", \"b\"], as the run is exact",
                };
                return Err(RunError::broken(number, found, required));
            }
        }
        let Ok(step) = i64::try_from(step) else {
            let found = "a step after 2^63 - 1";
            return Err(RunError::broken(number, found, "none"));
        };
        let place = format!("step {step}");
        let last = step.saturating_sub(1);
        within(place, counts(&record, last))?;
        Ok(record)
    }

    /// The line of a step, 1 being the header.
    fn line_of(&self, step: u64) -> u64 {
        let later = step.saturating_sub(self.begins);
        later.saturating_add(2)
    }

    fn advance(&mut self, state: State, record: &Record) -> Result<(), RunError> {
        let [_, before] = &self.states;
        self.pressed = self.checker.pressing(before, record)?;
        self.go_on(state);
        Ok(())
    }

    fn go_on(&mut self, state: State) {
        let [_, now] = &self.states;
        self.states = [now.clone(), state];
        self.next = self.next.saturating_add(1);
    }

    /// Checks the steps of some lines.
    pub(super) fn check(
        &mut self,
        lines: &[String],
        threads: usize,
        on_step: &mut impl FnMut(&VerifiedStep),
    ) -> Result<(), RunError> {
        let lines: Vec<(usize, &String)> = lines.iter().enumerate().collect();
        let records = in_parallel(threads, &lines, |(later, line)| self.record(*later, line));
        let (records, failure) = until_failure(records);
        let work = self.steps_of(&records);
        let steps = in_parallel(threads, &work, |work| self.step(work));
        let (steps, rejection) = until_failure(steps);
        for step in &steps {
            on_step(step);
        }
        if let Some(failure) = rejection.or(failure) {
            return Err(failure);
        }
        let checked = steps.len();
        let count = records.len();
        if checked != count {
            let found = format!("{checked} steps");
            let required = format!("{count} of them checked");
            let rejection = Rejection::new(R0, "the run", found, required);
            return Err(rejection.into());
        }
        for (step, record) in steps.iter().zip(&records) {
            let state = step.state().clone();
            self.advance(state, record)?;
        }
        Ok(())
    }

    /// The steps of some records, each with the two states before it and the record that leads to
    /// the last of them; up to and including the first that leads to no state, which fails in its
    /// own step.
    fn steps_of<'r>(&self, records: &'r [Record]) -> Vec<Work<'r>> {
        let [mut before, mut now] = self.states.clone();
        let mut last = None;
        let mut work = Vec::new();
        for record in records {
            work.push(Work {
                states: [before, now.clone()],
                last,
                record,
            });
            let Ok(after) = self.checker.state(record) else {
                break;
            };
            before = now;
            now = after;
            last = Some(record);
        }
        work
    }

    fn step(&self, work: &Work) -> Result<VerifiedStep, RunError> {
        let Work {
            states,
            last,
            record,
        } = work;
        let [before, now] = states;
        let pressed = match last {
            Some(last) => &self.checker.pressing(before, last)?,
            None => &self.pressed,
        };
        let step = self.checker.step([before, now], pressed, record)?;
        Ok(step)
    }
}

/// How the line of a step begins.
fn start(step: u64) -> String {
    format!("{{\"k\":{step},")
}

/// A step to be checked.
struct Work<'a> {
    states: [State; 2],
    /// The record of the step before, if it is of the same batch.
    last: Option<&'a Record>,
    record: &'a Record,
}

/// What comes before the first failure, and that.
fn until_failure<T>(results: Vec<Result<T, RunError>>) -> (Vec<T>, Option<RunError>) {
    let mut found = Vec::new();
    for result in results {
        match result {
            Ok(value) => found.push(value),
            Err(failure) => return (found, Some(failure)),
        }
    }
    (found, None)
}

/// Works on all items in several threads; the results in order, at least up to and including the
/// first failure.
fn in_parallel<Item: Sync, T: Send>(
    threads: usize,
    items: &[Item],
    work: impl Fn(&Item) -> Result<T, RunError> + Sync,
) -> Vec<Result<T, RunError>> {
    let queue = Queue {
        left: Mutex::new(items.iter().enumerate()),
        results: Mutex::new(BTreeMap::new()),
        has_failed: AtomicBool::new(false),
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| queue.work_off(&work));
        }
        queue.work_off(&work);
    });
    let results = queue.results.into_inner();
    let results = results.unwrap_or_else(PoisonError::into_inner);
    results.into_values().collect()
}

/// Items that several threads work on.
struct Queue<'a, Item, T> {
    left: Mutex<Enumerate<Iter<'a, Item>>>,
    results: Mutex<BTreeMap<usize, Result<T, RunError>>>,
    has_failed: AtomicBool,
}

impl<Item, T> Queue<'_, Item, T> {
    /// Takes items in order, so all work before a failure has been taken already.
    fn work_off(&self, work: &impl Fn(&Item) -> Result<T, RunError>) {
        while !self.has_failed.load(Ordering::Relaxed) {
            let next = lock(&self.left).next();
            let Some((index, item)) = next else { return };
            let result = work(item);
            if result.is_err() {
                self.has_failed.store(true, Ordering::Relaxed);
            }
            lock(&self.results).insert(index, result);
        }
    }
}

/// What a lock guards. Nobody panics while holding it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
