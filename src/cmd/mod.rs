//! One module for each command, and what they share: files, the console, progress, and the way from
//! a scene to a checked answer.

pub mod audit;
pub mod bench;
mod bench_methods;
mod bench_runs;
mod check;
mod collapse;
pub mod completions;
pub mod console;
pub mod draw;
pub mod export;
mod file;
pub mod film;
pub mod gallery;
mod impacts;
mod limit;
pub mod man;
mod missing;
mod progress;
mod proof;
mod run_reader;
mod run_scene;
mod run_writer;
mod scene;
pub mod serve;
pub mod simulate;
mod solve;
pub mod solve_problem;
mod stability;
mod target;
pub mod usage;

use crate::cli::Command;
use std::process::ExitCode;

/// What a command ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Done; the answer, if it is yes or no, is yes.
    Yes,
    /// The answer is no.
    No,
    /// The input cannot be used.
    BadInput,
    /// The time limit, or an interrupt, came before the answer.
    Unknown,
}

impl Outcome {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Self::Yes => 0,
            Self::No => 1,
            Self::BadInput => 2,
            Self::Unknown => 3,
        }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(outcome.code())
    }
}

/// Runs a command.
pub fn run(command: &Command) -> anyhow::Result<Outcome> {
    let outcome = match command {
        Command::Collapse(arguments) => collapse::run(arguments),
        Command::Stability(arguments) => stability::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Scene(arguments) => scene::run(arguments),
        Command::Draw(arguments) => draw::run(arguments),
        Command::Film(arguments) => film::run(arguments),
        Command::Solve(arguments) => solve_problem::run(arguments),
        Command::Export(arguments) => export::run(arguments),
        Command::Simulate(arguments) => simulate::run(arguments),
        Command::Audit(arguments) => audit::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
        Command::Gallery(arguments) => gallery::run(arguments),
        Command::Completions(arguments) => completions::run(arguments),
        Command::Man(arguments) => man::run(arguments),
        Command::Serve(arguments) => serve::run(arguments),
    };
    outcome.or_else(limit::outcome_of)
}
