//! Giving up cleanly: after a time limit, or when the user interrupts.
//!
//! The answer is then `unknown`, with an exit code of its own, and nothing is written. The solver
//! is asked to stop, and the command ends by itself; only if that takes long (the checker does not
//! stop), or on a second interrupt, the process is ended. Once an answer has begun to be written,
//! it is too late to call it unknown: the command ends with the answer.

use crate::{Outcome, console};
use anyhow::{Error, Result, anyhow};
use std::process;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;
use zwang_collapse::SolveError;
use zwang_exact::Rational;
use zwang_program::{ProgramError, Stop};

/// How long the solver has to stop.
const GRACE: Duration = Duration::from_secs(1);

/// Whether an answer has begun to be written, or told to be unknown.
static ANSWERING: Mutex<bool> = Mutex::new(false);
/// Why there will be none: the first reason to give up.
static REASON: OnceLock<String> = OnceLock::new();

/// Why to give up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The user wants it.
    Interrupted,
    /// This many seconds are over.
    TimeLimit(Rational),
}

/// Starts watching for an interrupt, and for the end of the time limit if there is one; the solver
/// is to stop when it is told so.
///
/// # Errors
/// If the time limit is not positive, or the system does not let us watch.
pub fn watch(seconds: Option<&Rational>) -> Result<Stop> {
    let stop = Stop::default();
    let told = stop.clone();
    watch_with(seconds, move |reason| match reason {
        Reason::Interrupted if told.is_due() => end(),
        Reason::Interrupted => give_up(&told, "interrupted".to_owned()),
        Reason::TimeLimit(seconds) => {
            give_up(
                &told,
                format!(
                    "no answer within {seconds} s; \
                     allow more with --time-limit"
                ),
            );
        }
    })?;
    Ok(stop)
}

/// Starts watching likewise, and calls `give_up`, from another thread and more than once if the
/// user insists.
///
/// # Errors
/// If the time limit is not positive, or the system does not let us watch.
pub fn watch_with(
    seconds: Option<&Rational>,
    give_up: impl Fn(&Reason) + Clone + Send + 'static,
) -> Result<()> {
    let limit = seconds.map(duration).transpose()?;
    let interrupted = give_up.clone();
    ctrlc::set_handler(move || interrupted(&Reason::Interrupted))
        .map_err(|error| anyhow!("cannot watch for interrupts: {error}"))?;
    if let (Some(limit), Some(seconds)) = (limit, seconds) {
        let reason = Reason::TimeLimit(seconds.clone());
        thread::spawn(move || {
            thread::sleep(limit);
            give_up(&reason);
        });
    }
    Ok(())
}

/// The ending of a command whose solver has stopped because it was told to.
///
/// # Errors
/// The error itself, if it is another one.
pub fn outcome_of(error: Error) -> Result<Outcome> {
    let is_scene = matches!(error.downcast_ref(), Some(SolveError::Interrupted(_)));
    let is_program = matches!(error.downcast_ref(), Some(ProgramError::Interrupted(_)));
    if !is_scene && !is_program {
        return Err(error);
    }
    begin_answer();
    tell_unknown();
    Ok(Outcome::Unknown)
}

/// From here on the answer counts.
pub fn begin_answer() {
    *answering() = true;
}

/// The flag stays valid even if a thread has panicked while it held it.
fn answering() -> MutexGuard<'static, bool> {
    ANSWERING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks the solver to stop, and ends the program if it does not.
fn give_up(stop: &Stop, reason: String) {
    REASON.get_or_init(|| reason);
    stop.request();
    thread::spawn(|| {
        thread::sleep(GRACE);
        end();
    });
}

/// Ends the program, unless it is writing its answer. The lock is kept, so that no answer begins
/// meanwhile.
fn end() {
    let answering = answering();
    if !*answering {
        tell_unknown();
        process::exit(Outcome::Unknown.code().into());
    }
}

fn tell_unknown() {
    let reason = REASON.get();
    let reason = reason.map_or("interrupted", String::as_str);
    let line = format!("unknown: {reason}");
    console::tell(&line);
}

/// A time limit as a time span.
///
/// # Errors
/// If it is not positive, or too long to count.
pub fn duration(seconds: &Rational) -> Result<Duration> {
    let second = Rational::from_integer(1_000_000_000.into());
    let nanoseconds = (seconds * second).to_integer();
    match u64::try_from(nanoseconds) {
        Ok(nanoseconds) if nanoseconds > 0 => Ok(Duration::from_nanos(nanoseconds)),
        _ => Err(anyhow!(
            "--time-limit: found {seconds}; \
             expected a positive number of seconds, at most 10^10"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_positive_numbers_of_seconds() {
        let quarter = read("0.25").unwrap();
        assert_eq!(quarter, Duration::from_millis(250));
        let third = read("1/3").unwrap();
        assert_eq!(third, Duration::from_nanos(333_333_333));
        for text in ["0", "-1", "1e-12", "1e30"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    fn read(text: &str) -> Result<Duration> {
        let seconds = zwang_exact::parse(text)?;
        duration(&seconds)
    }
}
