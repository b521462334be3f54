//! A line on stderr while something takes longer than two seconds, if somebody is looking.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;
use zwang_solve::Statistics;

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
        let template = "{spinner} {elapsed_precise} [{bar:30}] {pos} of {len} steps, {per_sec}, {eta} left";
        let progress = Self::with_template(quiet, Some(steps), template);
        progress.bar.set_position(done);
        progress.bar.reset_eta();
        progress
    }

    /// Starts waiting to show how many of so many pictures are drawn.
    pub fn of_pictures(quiet: bool, pictures: u64) -> Self {
        let template = "{spinner} {elapsed_precise} [{bar:30}] {pos} of {len} pictures, {per_sec}, {eta} left";
        Self::with_template(quiet, Some(pictures), template)
    }

    fn with_template(quiet: bool, length: Option<u64>, template: &str) -> Self {
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
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

    /// So many steps are done.
    pub fn step(&self, done: u64) {
        self.bar.set_position(done);
    }

    /// Says what is going on.
    pub fn stage(&self, text: &'static str) {
        self.bar.set_message(text);
    }

    /// Tells the solver's counts.
    pub fn solving(&self, counts: &Statistics) {
        let Statistics { groups, groups_done, programs, pivots, .. } = counts;
        self.bar
            .set_message(format!("solving: {groups_done} of {groups} groups, {programs} programs, {pivots} pivots"));
    }
}

impl Progress {
    /// Makes way for other lines.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

/// The same for the steps of a run, one after the other.
pub struct StepProgress(Progress);

impl StepProgress {
    /// Starts waiting, as [`Progress::new`] does.
    pub fn new(quiet: bool) -> Self {
        Self(Progress::new(quiet))
    }

    /// Tells that all steps up to this one are checked.
    pub fn checked(&self, step: u64) {
        self.0.bar.set_message(format!("checked: {step} steps"));
    }
}
