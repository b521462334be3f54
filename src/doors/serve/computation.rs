//! Computations on behalf of requests: bounded in number and time, ended when nobody waits for them
//! any more, and isolated.
//!
//! A request waits for its turn, then computes on a thread of its own. Whoever waits holds a
//! [`Claim`]; when the client goes away, the future that waits is dropped, and with it the claim,
//! which asks the solver to stop. The turn is given back only when the thread has really ended, so
//! that requests that were given up count until then. A panic on the thread is one failed request.

use crate::limits::Limits;
use crate::refusal::Refusal;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{self, JoinHandle};
use tokio::time::timeout;
use zwang_program::Stop;

/// Whose turn it is.
#[derive(Clone)]
pub struct Computations {
    turns: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    patience: Duration,
    most: usize,
    running: Arc<Mutex<Running>>,
}

/// How the computations that go on can be stopped, by number.
#[derive(Default)]
struct Running {
    next: u64,
    stops: BTreeMap<u64, Stop>,
    is_over: bool,
}

/// Somebody waits for a computation. When this is dropped, nobody does.
pub(crate) struct Claim {
    stop: Stop,
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.stop.request();
    }
}

/// The turn of a computation, given back when its thread has ended.
pub(crate) struct Turn {
    number: u64,
    running: Arc<Mutex<Running>>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Turn {
    fn drop(&mut self) {
        lock(&self.running).stops.remove(&self.number);
    }
}

impl Computations {
    /// Computations, as many at once as the limits allow.
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            turns: Arc::new(Semaphore::new(limits.computations)),
            waiting: Arc::new(Semaphore::new(limits.waiting)),
            patience: limits.patience,
            most: limits.computations,
            running: Arc::default(),
        }
    }

    /// How many go on.
    #[must_use]
    pub fn running(&self) -> usize {
        self.most - self.turns.available_permits()
    }

    /// Stops all, those that begin later too.
    pub fn stop(&self) {
        let mut running = lock(&self.running);
        running.is_over = true;
        running.stops.values().for_each(Stop::request);
    }

    /// Computes something within a time limit, and waits for it.
    ///
    /// # Errors
    /// A [`Refusal`] if too many others wait, or from the computation, or if it panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        time: Duration,
        work: impl FnOnce(Stop) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let (claim, thread) = self.begin(time, work).await?;
        let done = join(thread).await;
        drop(claim);
        done
    }

    /// Begins a computation, and returns its thread with the claim that keeps it going.
    ///
    /// # Errors
    /// A [`Refusal`] if too many others wait.
    pub(crate) async fn begin<T: Send + 'static>(
        &self,
        time: Duration,
        work: impl FnOnce(Stop) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<(Claim, JoinHandle<Result<T, Refusal>>), Refusal> {
        let permit = self.turn().await?;
        let stop = Stop::at(Instant::now() + time);
        let turn = self.register(permit, &stop);
        let claim = Claim { stop: stop.clone() };
        let thread = task::spawn_blocking(move || {
            let done = work(stop);
            drop(turn);
            done
        });
        Ok((claim, thread))
    }

    async fn turn(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        let _place = self.waiting.try_acquire().map_err(|_| busy())?;
        match timeout(self.patience, Arc::clone(&self.turns).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            Ok(Err(_)) | Err(_) => Err(busy()),
        }
    }

    fn register(&self, permit: OwnedSemaphorePermit, stop: &Stop) -> Turn {
        let mut running = lock(&self.running);
        let number = running.next;
        running.next += 1;
        running.stops.insert(number, stop.clone());
        if running.is_over {
            stop.request();
        }
        Turn {
            number,
            running: Arc::clone(&self.running),
            _permit: permit,
        }
    }
}

fn busy() -> Refusal {
    Refusal::busy(
        "too many requests are being computed; \
         expected fewer at a time, try again in a second",
    )
}

/// The result of a thread.
///
/// # Errors
/// A [`Refusal`] from the computation, or if it panicked.
pub(crate) async fn join<T>(thread: JoinHandle<Result<T, Refusal>>) -> Result<T, Refusal> {
    thread.await.unwrap_or_else(|_| {
        Err(Refusal::internal(
            "internal error while this was computed; \
             this is a bug, please report it with the scene",
        ))
    })
}

/// A map of flags stays valid even if a thread has panicked while it held them.
fn lock(running: &Mutex<Running>) -> MutexGuard<'_, Running> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}
