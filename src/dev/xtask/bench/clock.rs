//! How long something takes: by the clock on the wall, and by that of the processors.
//!
//! On a machine that others use as well, the time that passes says little; the time for which the
//! processors worked for this process says more. Linux tells it for each thread in nanoseconds
//! (`/proc/self/task/*/schedstat`); elsewhere it is unknown. Threads that end while they are
//! measured are not counted, and nothing measured here starts any, but for the pool that the solver
//! keeps.

use serde::{Deserialize, Serialize};
use std::fs;
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

/// Shorter times of processors tell nothing: Linux books them a few milliseconds at a time.
pub const SHORTEST: Duration = Duration::from_millis(100);

/// A time span, ns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// Time that passed.
    pub wall: u64,
    /// Time that the processors worked, if known; may exceed the time that passed.
    pub processor: Option<u64>,
}

/// A measurement that has begun.
struct Stopwatch {
    start: Instant,
    /// A function that tells how long processors have worked so far, ns, if that is known.
    worked: fn() -> Option<u64>,
    before: Option<u64>,
}

impl Stopwatch {
    fn start(worked: fn() -> Option<u64>) -> Self {
        let before = worked();
        Self {
            start: Instant::now(),
            worked,
            before,
        }
    }

    fn stop(&self) -> Span {
        let passed = self.start.elapsed().as_nanos();
        Span {
            wall: u64::try_from(passed).unwrap_or(u64::MAX),
            processor: self.processor(),
        }
    }

    fn processor(&self) -> Option<u64> {
        let after = (self.worked)()?;
        Some(after.saturating_sub(self.before?))
    }
}

/// Does some work and takes its time.
pub fn time<Result>(work: impl FnOnce() -> Result) -> (Result, Span) {
    let stopwatch = Stopwatch::start(processor_time);
    let result = work();
    (result, stopwatch.stop())
}

/// Runs a process, and takes its time.
///
/// # Errors
/// If it cannot be run.
pub fn time_of_child(command: &mut Command) -> std::io::Result<(ExitStatus, Span)> {
    let stopwatch = Stopwatch::start(children_time);
    let status = command.status()?;
    Ok((status, stopwatch.stop()))
}

/// Time that the processors worked for processes that this one has waited for, ns. Linux tells it
/// in hundredths of a second, as the 16th and 17th word of `/proc/self/stat`; the second one, the
/// program's name in parentheses, may contain spaces.
fn children_time() -> Option<u64> {
    const HUNDREDTH: u64 = 10_000_000;
    let status = fs::read_to_string("/proc/self/stat").ok()?;
    let (_, rest) = status.rsplit_once(')')?;
    let mut words = rest.split_whitespace().skip(13);
    let mut hundredths = 0;
    for _ in ["user", "system"] {
        let word = words.next()?;
        hundredths += word.parse::<u64>().ok()?;
    }
    Some(hundredths * HUNDREDTH)
}

/// Time that all threads of this process have worked so far, ns.
fn processor_time() -> Option<u64> {
    let mut sum = 0;
    for task in fs::read_dir("/proc/self/task").ok()? {
        let path = task.ok()?.path().join("schedstat");
        let statistics = fs::read_to_string(path).ok()?;
        let worked = statistics.split_whitespace().next()?;
        sum += worked.parse::<u64>().ok()?;
    }
    Some(sum)
}

/// The most memory that this process has had at any time, KiB.
pub fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let mut lines = status.lines();
    let line = lines.find_map(|line| line.strip_prefix("VmHWM:"))?;
    let size = line.split_whitespace().next()?;
    size.parse().ok()
}
