//! The program `zwang`.

mod arguments;
mod cli;
mod cmd;
mod family;
mod help;

use clap::Parser;
use mimalloc::MiMalloc;
use std::panic;
use std::process::ExitCode;
use zwang_terminal::{Outcome, console};

/// Big numbers are made and thrown away all the time: with the allocator of a usual C library that
/// is a third of a run's time.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    // A crash is a mistake of this program: it must look like one, and must not end like an answer.
    panic::set_hook(Box::new(|crash| {
        console::tell(&format!(
            "internal error: {crash}; this is a bug, please report it with the scene"
        ));
    }));
    panic::catch_unwind(run).unwrap_or(Outcome::BadInput).into()
}

fn run() -> Outcome {
    let outcome = match cli::Cli::try_parse() {
        Ok(cli) => cmd::run(&cli),
        Err(asked) => cmd::usage::answer(&asked),
    };
    outcome.unwrap_or_else(|error| {
        console::tell(&format!("{error:#}"));
        Outcome::BadInput
    })
}
