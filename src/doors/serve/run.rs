//! Runs, streamed while they are computed.
//!
//! The response is the run file that `zwang simulate -o -` writes, line by line, each step accepted
//! by the checker first. An error after the first line comes as a last line `{"error": "…"}`, which
//! no run file has.

use crate::computation::{Claim, join};
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::request::{Arguments, SceneBody};
use crate::response::{RUN, typed};
use crate::state::State;
use axum::body::{Body, Bytes};
use axum::extract::State as Of;
use axum::response::Response;
use futures_core::Stream;
use std::convert::Infallible;
use std::future::Future;
use std::iter;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::sync::mpsc::{self, Receiver, Sender};
use zwang_answer::{CheckedSteps, RunError, Simulation, own_rejected};
use zwang_check::Rejection;
use zwang_exact::Rational;
use zwang_law::{Restitution, Settings};
use zwang_program::{Monitor, Stop};
use zwang_scene::Scene;

/// How many lines may wait for the client. A client that reads slowly slows the run down.
const LINES: usize = 8;
/// How much more time a run has than an answer.
const PATIENCE: u32 = 10;

/// A run that is asked for.
struct Order {
    scene: Scene,
    settings: Settings,
    steps: u64,
    most_bytes: usize,
}

/// `POST /api/simulate?steps=N&dt=Q&restitution=Q`.
pub(crate) async fn simulate(
    Of(state): Of<State>,
    arguments: Arguments,
    SceneBody(scene): SceneBody,
) -> Result<Response, Refusal> {
    let order = Order::of(arguments, scene, &state)?;
    let (sender, mut lines) = mpsc::channel(LINES);
    let time = state.limits.time * PATIENCE;
    let (claim, thread) = state
        .computations
        .begin(time, move |stop| order.run(stop, &sender))
        .await?;
    let thread = Box::pin(join(thread));
    match lines.recv().await {
        Some(first) => {
            let lines = Lines {
                first: Some(first),
                lines,
                thread: Some(thread),
                _claim: claim,
            };
            Ok(typed(RUN, Body::from_stream(lines)))
        }
        None => thread.await.map(|()| typed(RUN, Body::empty())),
    }
}

/// A whole number of steps, as many as there may be at most.
fn steps(text: &str, most: u64) -> Result<u64, Refusal> {
    let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(steps) if is_whole && (1..=most).contains(&steps) => Ok(steps),
        _ => {
            let told = format!(
                "found `{text}`; \
                 expected 1 to {most} on this page"
            );
            Err(Refusal::bad_part("steps", told))
        }
    }
}

fn number(
    arguments: &mut Arguments,
    limits: &Limits,
    name: &str,
    default: &str,
) -> Result<Rational, Refusal> {
    let text = arguments.take(name)?;
    limits.number(name, text.as_deref().unwrap_or(default))
}

/// The restitution that is asked for, of all bodies, or else that of the scene.
fn restitution(
    arguments: &mut Arguments,
    limits: &Limits,
    scene: &Scene,
) -> Result<Restitution, Refusal> {
    let Some(text) = arguments.take("restitution")? else {
        return Ok(zwang_answer::restitution(scene));
    };
    Ok(Restitution {
        default: limits.number("restitution", &text)?,
        ..Restitution::default()
    })
}

impl Order {
    fn of(mut arguments: Arguments, scene: Scene, state: &State) -> Result<Self, Refusal> {
        let limits = &state.limits;
        let steps = match arguments.take("steps")? {
            None => limits.steps.min(100),
            Some(text) => steps(&text, limits.steps)?,
        };
        let step = number(&mut arguments, limits, "dt", "1/100")?;
        let restitution = restitution(&mut arguments, limits, &scene)?;
        arguments.finish(&["steps", "dt", "restitution"])?;
        let settings = Settings {
            step,
            restitution,
            ..Settings::default()
        };
        Ok(Self {
            scene,
            settings,
            steps,
            most_bytes: limits.run_bytes,
        })
    }

    /// Does the steps, until nobody reads them any more.
    fn run(self, stop: Stop, reader: &Sender<Bytes>) -> Result<(), Refusal> {
        let monitor = Monitor::default().with_stop(stop);
        let mut simulation = Simulation::new(self.scene.clone(), self.settings)?;
        let header = simulation.header();
        let records = iter::repeat_with(|| simulation.advance(&monitor));
        let steps = CheckedSteps::new(&self.scene, &header, records)
            .map_err(|rejection| not_accepted(&rejection))?;
        let mut output = Output {
            reader,
            bytes: 0,
            most_bytes: self.most_bytes,
        };
        if !output.send(0, header.line())? {
            return Ok(());
        }
        for (done, step) in (0..self.steps).zip(steps) {
            let step = step.map_err(|error| told(error, done, self.steps))?;
            let line = step.record().line();
            if !output.send(done + 1, line)? {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// The receiver of the lines of a run.
struct Output<'a> {
    reader: &'a Sender<Bytes>,
    bytes: usize,
    most_bytes: usize,
}

impl Output<'_> {
    /// Sends the line after so many steps. Returns whether anybody still reads.
    fn send(&mut self, steps: u64, mut line: String) -> Result<bool, Refusal> {
        line.push('\n');
        self.bytes += line.len();
        if self.bytes > self.most_bytes {
            let most = self.most_bytes;
            let told = format!(
                "found a run of more than {most} bytes after {steps} steps; \
                 expected a shorter one on this page"
            );
            return Err(Refusal::too_large(told));
        }
        let sent = self.reader.blocking_send(Bytes::from(line));
        Ok(sent.is_ok())
    }
}

fn not_accepted(rejection: &Rejection) -> Refusal {
    let told = own_rejected(rejection, "next step");
    match rejection.is_excess() {
        true => Refusal::unanswerable(told),
        false => Refusal::internal(told),
    }
}

fn told(error: RunError, done: u64, steps: u64) -> Refusal {
    match error {
        RunError::Step(error) if error.is_interrupted() => {
            let told = format!(
                "unknown: the time that a run has is over after {done} of {steps} steps; \
                 the command line has no limit"
            );
            Refusal::busy(told)
        }
        RunError::Step(error) => error.into(),
        RunError::Rejected(rejection) => not_accepted(&rejection),
        error => Refusal::internal(error),
    }
}

type Ended = Pin<Box<dyn Future<Output = Result<(), Refusal>> + Send>>;

/// The lines of a run, and at last its error if there is one. When this is dropped, the run ends.
struct Lines {
    first: Option<Bytes>,
    lines: Receiver<Bytes>,
    thread: Option<Ended>,
    _claim: Claim,
}

impl Stream for Lines {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(Ok(first)));
        }
        if let Some(line) = ready!(self.lines.poll_recv(context)) {
            return Poll::Ready(Some(Ok(line)));
        }
        let Some(thread) = &mut self.thread else {
            return Poll::Ready(None);
        };
        let ended = ready!(thread.as_mut().poll(context));
        self.thread = None;
        let refusal = ended.err();
        let line = refusal.map(|refusal| Bytes::from(refusal.json()));
        Poll::Ready(line.map(Ok))
    }
}
