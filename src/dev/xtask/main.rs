//! Tools for those who develop zwang; users need none of them. `cargo xtask help` lists them.

mod bench;
mod gallery;

use bench::BenchArguments;
use clap::{Parser, Subcommand};
use gallery::GalleryArguments;
use mimalloc::MiMalloc;
use std::process::ExitCode;
use zwang_terminal::{Outcome, console};

/// That of the program `zwang`, as the time of runs is measured in this process.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Tools for those who develop zwang.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Measure how fast zwang is, in one run with a floating-point solver on the same problems.
    #[command(after_help = "\
The times are those of this machine; the ratios mean something elsewhere. Every problem is solved
in a process of its own.

Examples:
  cargo xtask bench
  cargo xtask bench --families diamond --sizes 5,10,20 --repeat 9
  cargo xtask bench --full --peers --csv bench.csv --plot bench.svg
  cargo xtask bench runs --sizes 5 --steps 1000")]
    Bench(Box<BenchArguments>),
    /// Make a page of pictures of all scenes in a folder, with what happens to each.
    #[command(after_help = "\
The page is Markdown; pictures (SVG) and films (HTML) are in a folder beside it that is called as
it is, without its ending. docs/gallery.md is made so.

Examples:
  cargo xtask gallery
  cargo xtask gallery --scenes scenes -o gallery.md")]
    Gallery(GalleryArguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = match &arguments.tool {
        Tool::Bench(arguments) => bench::run(arguments),
        Tool::Gallery(arguments) => gallery::run(arguments),
    };
    match outcome {
        Ok(outcome) => outcome.into(),
        Err(error) => {
            console::tell(&format!("{error:#}"));
            Outcome::BadInput.into()
        }
    }
}
