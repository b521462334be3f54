//! What the steps of a batch need of those before it, and the check of a batch.

use super::file::RunError;
use super::lines::Lines;
use super::{Checker, State, VerifiedStep, counts};
use std::io::BufRead;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use zwang_certificate::Contact;
use zwang_certificate::run::{Record, read_record};

/// The last two states before step `next`, and the rows that pressed in the last step.
pub(super) struct Past<'a> {
    checker: &'a Checker,
    states: [State; 2],
    pressed: Vec<Contact>,
    next: u64,
}

impl<'a> Past<'a> {
    /// What step `from` needs. Lines before it are counted, and only the last two are read.
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
        };
        while past.next < from {
            let steps = past.steps();
            let line = lines.next()?.ok_or(RunError::Short { steps, from })?;
            let is_needed = past.next.saturating_add(2) >= from;
            if is_needed {
                let record = past.record(0, &line)?;
                let state = checker.state(&record)?;
                past.advance(state, &record);
            } else {
                past.skim(&line)?;
            }
        }
        Ok(past)
    }

    /// The last step before the next one.
    pub(super) fn steps(&self) -> u64 {
        self.next.saturating_sub(1)
    }

    fn skim(&mut self, line: &str) -> Result<(), RunError> {
        let start = format!("{{\"k\":{},", self.next);
        if !line.starts_with(&start) {
            let found: String = line.chars().take(start.len()).collect();
            return Err(RunError::broken(
                self.next.saturating_add(1),
                format!("`{found}`"),
                format!("`{start}`"),
            ));
        }
        self.next = self.next.saturating_add(1);
        Ok(())
    }

    /// The record of a later step, counted from the next one.
    fn record(&self, later: usize, line: &str) -> Result<Record, RunError> {
        let step = self.next.saturating_add(later as u64);
        let record = read_record(line).map_err(|error| RunError::Line {
            line: step.saturating_add(1),
            error,
        })?;
        let last = i64::try_from(step.saturating_sub(1)).unwrap_or(i64::MAX);
        counts(&record, last).map_err(|rejection| rejection.within(format!("step {step}")))?;
        Ok(record)
    }

    fn advance(&mut self, state: State, record: &Record) {
        let [_, before] = &self.states;
        self.pressed = self.checker.pressing(before, record);
        self.states = [before.clone(), state];
        self.next = self.next.saturating_add(1);
    }

    /// Checks the steps of some lines.
    pub(super) fn check(
        &mut self,
        lines: &[String],
        threads: usize,
        on_step: &mut impl FnMut(&VerifiedStep),
    ) -> Result<(), RunError> {
        let read = |index: usize| lines.get(index).map(|line| self.record(index, line));
        let (records, failure) = until_failure(
            in_parallel(threads, lines.len(), |_| false, read)
                .into_iter()
                .flatten(),
        );
        let mut states = self.states.to_vec();
        // A state that cannot be read fails in its own step.
        states.extend(
            records
                .iter()
                .map_while(|record| self.checker.state(record).ok()),
        );
        let step = |index: usize| {
            let [before, now] = states.get(index..)?.first_chunk()?;
            let pressed = match index.checked_sub(1).and_then(|last| records.get(last)) {
                Some(last) => &self.checker.pressing(before, last),
                None => &self.pressed,
            };
            Some(
                self.checker
                    .step([before, now], pressed, records.get(index)?)
                    .map_err(RunError::from),
            )
        };
        let failed = |step: &Option<Result<_, _>>| step.as_ref().is_some_and(Result::is_err);
        let steps = in_parallel(threads, records.len(), failed, step)
            .into_iter()
            .flatten();
        let (steps, rejection) = until_failure(steps);
        steps.iter().for_each(on_step);
        if let Some(failure) = rejection.or(failure) {
            return Err(failure);
        }
        for (state, record) in states.into_iter().skip(2).zip(&records) {
            self.advance(state, record);
        }
        Ok(())
    }
}

/// What comes before the first failure, and that.
fn until_failure<T>(
    results: impl Iterator<Item = Result<T, RunError>>,
) -> (Vec<T>, Option<RunError>) {
    let mut found = Vec::new();
    for result in results {
        match result {
            Ok(value) => found.push(value),
            Err(failure) => return (found, Some(failure)),
        }
    }
    (found, None)
}

/// Work 0, 1, … in several threads; the results in order, up to and including the first that
/// failed.
fn in_parallel<T: Send>(
    threads: usize,
    count: usize,
    failed: impl Fn(&T) -> bool + Sync,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let (next, end) = (AtomicUsize::new(0), AtomicUsize::new(count));
    let results = Mutex::new(Vec::with_capacity(count));
    let run = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            // Work beyond a failure is of no interest; all work before it has been taken already.
            if index >= end.load(Ordering::Relaxed) {
                return;
            }
            let result = work(index);
            if failed(&result) {
                end.fetch_min(index, Ordering::Relaxed);
            }
            results
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner)
                .push((index, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(count) {
            scope.spawn(run);
        }
        run();
    });
    let mut results = results
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
