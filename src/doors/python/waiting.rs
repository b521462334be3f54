//! Work that takes long: without the interpreter's lock, on threads that a fork does not break, and
//! with an ear for Ctrl-C.
//!
//! The calling thread waits while another one works, and asks the interpreter every few
//! milliseconds whether a signal has come. If so it has the solver stop, waits until it has, and
//! only then raises: nothing goes on in the background. (The checker does not stop; it is soon
//! done.)
//!
//! After a fork the child has none of its parent's threads, so a pool of them that was made before
//! would wait for ever. So each process has a pool of its own, and one that was inherited is left
//! alone.

use crate::errors::exception;
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBool;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use zwang::program::{Monitor, Statistics, Stop};

/// How often the interpreter is asked for signals.
const PATIENCE: Duration = Duration::from_millis(20);

/// A time limit as Python says it.
#[allow(clippy::disallowed_types, reason = "a time limit decides no result")]
pub type Seconds = f64;

/// How much a computation may take.
#[derive(Clone, Copy, Default)]
pub struct Limits {
    /// This many threads; `None` for those of the process.
    threads: Option<usize>,
    time: Option<Duration>,
}

impl Limits {
    /// From the arguments `threads` and `time_limit` (seconds).
    ///
    /// # Errors
    /// `ValueError` if one of them is not positive.
    pub fn new(threads: Option<usize>, seconds: Option<Seconds>) -> PyResult<Self> {
        if threads == Some(0) {
            let message = "threads: found 0; expected a positive number";
            return Err(PyValueError::new_err(message));
        }
        let Some(seconds) = seconds else {
            return Ok(Self {
                threads,
                time: None,
            });
        };
        if seconds.is_nan() || seconds <= 0.0 {
            let message = format!(
                "time_limit: found {seconds}; \
                 expected a positive number of seconds"
            );
            return Err(PyValueError::new_err(message));
        }
        Ok(Self {
            threads,
            // More than can be told is no limit.
            time: Duration::try_from_secs_f64(seconds).ok(),
        })
    }

    fn stop(&self) -> Stop {
        let now = Instant::now();
        match self.time.and_then(|time| now.checked_add(time)) {
            Some(deadline) => Stop::at(deadline),
            None => Stop::default(),
        }
    }
}

/// The pool of a process.
struct Own {
    process: u32,
    pool: Pool,
}

/// Locked only by those who hold the interpreter's lock, and so never while the process forks.
static OWN: Mutex<Option<Own>> = Mutex::new(None);

type Pool = Arc<ThreadPool>;

fn pool(_py: Python, threads: Option<usize>) -> PyResult<Pool> {
    if let Some(threads) = threads {
        return new_pool(threads);
    }
    let mut own = OWN.lock().unwrap_or_else(PoisonError::into_inner);
    let process = process::id();
    if let Some(own) = &*own
        && own.process == process
    {
        return Ok(Arc::clone(&own.pool));
    }
    let pool = new_pool(0)?;
    let new = Own {
        process,
        pool: Arc::clone(&pool),
    };
    // To drop a pool is to tell its threads, which are not there.
    std::mem::forget(own.replace(new));
    Ok(pool)
}

/// A pool of so many threads; 0 for as many as there are cores, or `RAYON_NUM_THREADS`.
fn new_pool(threads: usize) -> PyResult<Pool> {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    match builder.build() {
        Ok(pool) => Ok(Arc::new(pool)),
        Err(error) => Err(PyOSError::new_err(error.to_string())),
    }
}

/// Does some work, without limits.
///
/// # Errors
/// Does the same as [`wait_within`].
pub fn wait<Answer: Send>(py: Python, work: impl FnOnce() -> Answer + Send) -> PyResult<Answer> {
    wait_within(py, Limits::default(), |_| work())
}

/// Does some work within limits. The monitor tells it to stop when time is over, or at a signal.
///
/// # Errors
/// Raises what the handler of a signal raises, `KeyboardInterrupt` at Ctrl-C; `BugError` if the
/// work panics; `OSError` if the system refuses threads.
pub fn wait_within<Answer: Send>(
    py: Python,
    limits: Limits,
    work: impl FnOnce(&Monitor) -> Answer + Send,
) -> PyResult<Answer> {
    wait_telling(py, limits, None, work)
}

/// The same. Meanwhile `progress`, if it is not `None`, is called with the counts of the solver
/// whenever they have changed, from the thread that waits; what it raises stops the work. `True`
/// stands for the bar of `zwang.progress`.
///
/// # Errors
/// Does the same as [`wait_within`], and raises what `progress` raises.
pub fn wait_telling<Answer: Send>(
    py: Python,
    limits: Limits,
    progress: Option<&Bound<PyAny>>,
    work: impl FnOnce(&Monitor) -> Answer + Send,
) -> PyResult<Answer> {
    let listener = Listener::new(py, progress)?;
    let pool = pool(py, limits.threads)?;
    let stop = limits.stop();
    let monitor = Monitor::default().with_stop(stop.clone());
    let is_done = AtomicBool::new(false);
    let caller = thread::current();
    let mut signal = None;
    let mut told = Statistics::default();
    let answer = thread::scope(|scope| {
        let worker = thread::Builder::new().spawn_scoped(scope, || {
            let work = AssertUnwindSafe(|| pool.install(|| work(&monitor)));
            let answer = catch_unwind(work);
            is_done.store(true, Ordering::Release);
            caller.unpark();
            answer
        });
        let worker = worker?;
        while !is_done.load(Ordering::Acquire) {
            py.detach(|| thread::park_timeout(PATIENCE));
            let heard = listener.tell(monitor.statistics(), &mut told);
            if let Err(error) = py.check_signals().and(heard) {
                stop.request();
                // The last one counts.
                signal = Some(error);
            }
        }
        py.detach(|| worker.join().unwrap_or_else(Err))
            .map_err(|panic| bug(py, panic.as_ref()))
    });
    match signal {
        Some(signal) => Err(signal),
        None => answer,
    }
}

/// The function that is told how far the work is, if there is one.
struct Listener<'py> {
    call: Option<Bound<'py, PyAny>>,
    counts: Option<Bound<'py, PyAny>>,
}

impl<'py> Listener<'py> {
    /// # Errors
    /// `TypeError` if `progress` cannot be called.
    fn new(py: Python<'py>, progress: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        let Some(progress) = progress.filter(|progress| !is_bool(progress, false)) else {
            return Ok(Self {
                call: None,
                counts: None,
            });
        };
        let module = py.import("zwang.progress")?;
        let call = if is_bool(progress, true) {
            module.getattr("bar")?.call0()?
        } else {
            progress.clone()
        };
        if !call.is_callable() {
            let message = "progress: found what cannot be called; expected a function, or True";
            return Err(PyTypeError::new_err(message));
        }
        Ok(Self {
            call: Some(call),
            counts: Some(module.getattr("Progress")?),
        })
    }

    /// Tells the counts if they have changed.
    fn tell(&self, counts: Statistics, told: &mut Statistics) -> PyResult<()> {
        let (Some(call), Some(class)) = (&self.call, &self.counts) else {
            return Ok(());
        };
        if counts == *told {
            return Ok(());
        }
        *told = counts;
        let Statistics {
            groups,
            groups_done,
            programs,
            pivots,
            ..
        } = counts;
        let counts = class.call1((groups, groups_done, programs, pivots))?;
        call.call1((counts,)).map(|_| ())
    }
}

/// Whether a value is this one of `True` and `False`.
fn is_bool(value: &Bound<PyAny>, expected: bool) -> bool {
    value
        .cast::<PyBool>()
        .is_ok_and(|found| found.is_true() == expected)
}

/// A panic as an exception.
fn bug(py: Python, panic: &(dyn Any + Send)) -> PyErr {
    let mut reason = "";
    if let Some(text) = panic.downcast_ref::<&str>() {
        reason = text;
    }
    if let Some(text) = panic.downcast_ref::<String>() {
        reason = text;
    }
    let message = format!(
        "a mistake in this program: {reason}; \
         please report what led to it"
    );
    exception(py, "BugError", message)
}
