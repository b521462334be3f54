//! One module for each command, and what they share: files, the console, progress, and the way from
//! a scene to a checked answer.

mod account;
mod assembly;
pub mod audit;
pub mod bench_engine;
mod check;
mod check_scenes;
mod collapse;
pub mod completions;
pub mod continuous;
mod convert;
mod critical;
pub mod draw;
mod exchange;
pub mod export;
pub mod film;
pub mod forces;
pub mod impact;
pub mod interlock;
mod lump;
pub mod man;
pub mod order;
pub mod overhang;
mod picture;
pub mod potential;
mod proof;
pub mod rest;
mod run_scene;
mod scene;
mod scene_file;
pub mod serve;
pub mod simulate;
mod snap;
mod solve;
pub mod solve_problem;
mod space;
mod split;
mod stability;
pub mod sweep;
pub mod usage;
mod workplace;

use crate::cli::{Cli, Command, SceneCall};
use clap::CommandFactory;
use std::path::Path;
use zwang_check::Rejection;
use zwang_terminal::{Outcome, console, file, limit, progress, target};

/// Runs a command.
pub fn run(cli: &Cli) -> anyhow::Result<Outcome> {
    if let Some(threads) = cli.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
        pool.build_global()?;
    }
    let outcome = match &cli.command {
        Command::Collapse(arguments) => collapse::run(arguments),
        Command::Stability(arguments) => stability::run(arguments),
        Command::Forces(arguments) => forces::run(arguments),
        Command::Critical(arguments) => critical::run(arguments),
        Command::Rest(arguments) => rest::run(arguments),
        Command::Interlock(arguments) => interlock::run(arguments),
        Command::Order(arguments) => order::run(arguments),
        Command::Overhang(arguments) => overhang::run(arguments),
        Command::Impact(arguments) => impact::run(arguments),
        Command::Orders(arguments) => impact::run_orders(arguments),
        Command::Continuous(arguments) => continuous::run(arguments),
        Command::Potential(arguments) => potential::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Scene(arguments) => match &arguments.call {
            SceneCall::Family(call) => scene::run(call),
            SceneCall::Space(arguments) => scene::run(&arguments.call.0),
            SceneCall::Export(arguments) => exchange::export(arguments),
            SceneCall::Import(arguments) => exchange::import(arguments),
            SceneCall::Check(arguments) => check_scenes::run(arguments),
            SceneCall::Snap(arguments) => snap::run(arguments),
            SceneCall::Convert(arguments) => convert::run(arguments),
            SceneCall::Lump(arguments) => lump::run(arguments),
        },
        Command::Sweep(arguments) => sweep::run(&arguments.call),
        Command::Draw(arguments) => draw::run(arguments),
        Command::Film(arguments) => film::run(arguments),
        Command::Solve(arguments) => solve_problem::run(arguments),
        Command::Export(arguments) => export::run(arguments),
        Command::Simulate(arguments) => simulate::run(arguments),
        Command::Split(arguments) => split::run(arguments),
        Command::Audit(arguments) => audit::run(arguments),
        Command::BenchEngine(arguments) => bench_engine::run(arguments),
        Command::Completions(arguments) => completions::run(Cli::command(), arguments),
        Command::Man(arguments) => man::run(Cli::command(), arguments),
        Command::Serve(arguments) => serve::run(arguments),
    };
    outcome.or_else(limit::outcome_of)
}

/// A rejection in one line.
fn rejection_line(rejection: &Rejection) -> String {
    zwang_verdict::line::rejected(rejection)
}

/// The ending of a file's name, in lower case.
fn lower_case_ending(path: &Path) -> Option<String> {
    let ending = path.extension()?;
    let ending = ending.to_string_lossy();
    Some(ending.to_lowercase())
}
