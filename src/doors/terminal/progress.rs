//! A line on stderr while something takes longer than two seconds, if somebody is looking.

use crate::console;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::io::{BufRead, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;
use zwang_program::Statistics;

const PATIENCE: Duration = Duration::from_secs(2);

/// The line; it disappears when dropped.
pub struct Progress {
    bar: ProgressBar,
    /// Dropped with the rest, which ends the thread that waits to show the bar.
    _alive: Sender<()>,
}

impl Progress {
    /// Starts waiting. Nothing is ever shown if `quiet`, or if stderr is no terminal.
    pub fn new(quiet: bool) -> Self {
        Self::with_template(quiet, None, "{spinner} {elapsed_precise} {msg}")
    }

    /// Starts waiting to show how many of so many steps are done; `done` are so before it begins.
    pub fn of_steps(quiet: bool, steps: u64, done: u64) -> Self {
        let template =
            "{spinner} {elapsed_precise} [{bar:30}] {pos} of {len} steps, {rate}, {eta} left";
        let progress = Self::with_template(quiet, Some(steps), template);
        progress.bar.set_position(done);
        progress.bar.reset_eta();
        progress
    }

    /// Starts waiting to show how many of so many things (`scenes`, `problems`) are done.
    pub fn of_things(quiet: bool, things: &str, count: u64) -> Self {
        let template = format!(
            "{{spinner}} {{elapsed_precise}} [{{bar:30}}] \
             {{pos}} of {{len}} {things}, \
             {{per_sec}}, {{eta}} left"
        );
        Self::with_template(quiet, Some(count), &template)
    }

    /// Starts waiting to show how much of an input is read; how long it is, is not always known.
    pub fn of_input(quiet: bool, bytes: Option<u64>) -> Self {
        let template = match bytes {
            Some(_) => {
                "{spinner} {elapsed_precise} [{bar:30}] {bytes} of {total_bytes}, \
                 {bytes_per_sec}, {eta} left {msg}"
            }
            None => "{spinner} {elapsed_precise} {bytes}, {bytes_per_sec} {msg}",
        };
        Self::with_template(quiet, bytes, template)
    }

    /// The input of which is shown how much is read.
    pub fn reading<R: BufRead>(&self, input: R) -> impl BufRead + use<R> {
        self.bar.wrap_read(input)
    }

    fn with_template(quiet: bool, length: Option<u64>, template: &str) -> Self {
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(template) {
            let style = style.progress_chars("=> ");
            let style = style.with_key("rate", write_rate);
            bar.set_style(style);
        }
        let (alive, ended) = mpsc::channel();
        if !quiet && std::io::stderr().is_terminal() {
            let shown = bar.clone();
            std::thread::spawn(move || {
                if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    shown.set_draw_target(ProgressDrawTarget::stderr());
                    shown.enable_steady_tick(Duration::from_millis(120));
                }
            });
        }
        Self { bar, _alive: alive }
    }

    /// The line itself, for a thread that has to make it disappear.
    pub fn line(&self) -> ProgressBar {
        self.bar.clone()
    }

    /// This many steps are done.
    pub fn step(&self, done: u64) {
        self.bar.set_position(done);
    }

    /// Says what is going on.
    pub fn stage(&self, text: &'static str) {
        self.bar.set_message(text);
    }

    /// Tells that all steps up to this one are checked.
    pub fn checked(&self, step: u64) {
        let message = format!("({step} steps checked)");
        self.bar.set_message(message);
    }

    /// Writes a line above the bar.
    pub fn note(&self, line: &str) {
        self.bar.suspend(|| console::note(line));
    }

    /// Tells the counts of a program that is solved for its own sake.
    pub fn programs(&self, counts: &Statistics) {
        let Statistics {
            programs, pivots, ..
        } = counts;
        let message = format!("solving: {programs} programs, {pivots} pivots");
        self.bar.set_message(message);
    }

    /// Tells the solver's counts.
    pub fn solving(&self, counts: &Statistics) {
        let Statistics {
            groups,
            groups_done,
            programs,
            pivots,
            ..
        } = counts;
        let message = format!(
            "solving: {groups_done} of {groups} groups, \
             {programs} programs, {pivots} pivots"
        );
        self.bar.set_message(message);
    }

    /// Makes way for other lines.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// Things done in a second, with one decimal.
fn write_rate(state: &ProgressState, text: &mut dyn Write) {
    // A line of progress that cannot be formatted is not worth an error.
    let _ = write!(text, "{:.1}/s", state.per_sec());
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}
