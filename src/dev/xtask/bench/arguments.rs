//! The command line of `cargo xtask bench`.

use super::problem::BenchFamily;
use clap::{Args, Subcommand};
use std::path::PathBuf;
use zwang_exact::Rational;
use zwang_terminal::argument::{count, number};

/// Arguments of `bench`.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct BenchArguments {
    /// Other measurements.
    #[command(subcommand)]
    pub command: Option<BenchCommand>,
    /// The families to take problems from. Default: all.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FAMILY,…")]
    pub families: Vec<BenchFamily>,
    /// Sizes, for all families: bricks in the widest row of a diamond, rows and columns of a wall,
    /// bricks of a heap or a harmonic stack.
    #[arg(long, value_delimiter = ',', value_name = "SIZE,…")]
    pub sizes: Vec<usize>,
    /// The largest sizes as well: up to the 100-diamond, 10,000 bricks.
    #[arg(long, conflicts_with = "sizes")]
    pub full: bool,
    /// How often each problem is solved, at least. Times are medians.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub repeat: u32,
    /// Give up on a problem after this time, with all its repetitions, and on a peer after the same
    /// time.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    pub time_limit: u64,
    /// Run CGAL and QSopt_ex as well, on the smaller problems; to be called in the repository,
    /// where benches/peers is.
    #[arg(long)]
    pub peers: bool,
    /// Write all measurements to this file.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write a plot to this file, as SVG.
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// No progress and no line for each problem on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// Other measurements than the usual ones.
#[derive(Debug, Subcommand)]
pub enum BenchCommand {
    /// Measure one problem, and print the measurement as JSON.
    #[command(hide = true)]
    One(BenchOneArguments),
    /// Compare exact methods that work on motions and on contacts, by how many contacts each body
    /// has.
    #[command(after_help = "\
Every method solves every program; pivots, time and the bits of the largest integer are printed.
ratio: the time of the last method, in contact space, over that of the one before, in motion
space. With --json the answer has the format zwang-bench-methods-1.")]
    Methods(BenchMethodsArguments),
    /// Measure how towers with friction start to fall, beside the same ones without.
    #[command(after_help = "\
Times are by the clock, and in parentheses by the processors. With --json the answer has the format
zwang-bench-friction-1, times in nanoseconds.")]
    Friction(BenchFrictionArguments),
    /// Measure runs: scenes that fall in steps of 1/100 s, computed with their proofs, then
    /// checked, and computed in doubles alone.
    #[command(after_help = "\
doubles: as many steps of the same law in doubles, by Clarabel to 1e-10, without any proof
(docs/float.md); simulate / doubles is the price of proofs. Memory is the most that the process had so far, so sizes should
ascend. With --json the answer has the format zwang-bench-runs-1, times in nanoseconds.

Examples:
  cargo xtask bench runs
  cargo xtask bench runs --sizes 5 --steps 1000
  cargo xtask bench runs --sizes 5,10,20 --steps 300 --csv runs.csv
  cargo xtask bench runs --sizes 10 --steps 300 --json
  cargo xtask bench runs --family heap --sizes 1000 --steps 200 --friction 3/5
  cargo xtask bench runs --targets --seconds 120")]
    Runs(BenchRunsArguments),
    /// Measure whether walls in space stand with friction, beside Clarabel over second-order cones.
    #[command(after_help = "\
Times are by the clock, and in parentheses by the processors. With --json the answer has the format
zwang-bench-space-1, times in nanoseconds.")]
    Space(BenchSpaceArguments),
}

/// Arguments of `bench space`.
#[derive(Args, Debug)]
pub struct BenchSpaceArguments {
    /// Leave out scenes with more bodies than that.
    #[arg(long, value_name = "BODIES", default_value_t = usize::MAX)]
    pub most: usize,
    /// Print JSON instead of a table.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `bench runs`.
#[derive(Args, Debug)]
pub struct BenchRunsArguments {
    /// The family of the scenes.
    #[arg(long, value_enum, default_value = "diamond")]
    pub family: BenchFamily,
    /// Sizes of the scenes: of a diamond the bricks in its widest row.
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "SIZE,…",
        default_value = "5"
    )]
    pub sizes: Vec<usize>,
    /// Steps of each run.
    #[arg(long, value_parser = count, default_value = "200", allow_negative_numbers = true)]
    pub steps: usize,
    /// The friction of all bodies. Doubles are made by iterated impulses then.
    #[arg(long, value_name = "NUMBER", value_parser = number, allow_negative_numbers = true)]
    pub friction: Option<Rational>,
    /// Measure what there are targets for (docs/benchmarks.md) in place of one family.
    #[arg(long, conflicts_with_all = ["family", "sizes", "steps", "friction"])]
    pub targets: bool,
    /// End a run after so many seconds, with the steps that it has.
    #[arg(long, value_name = "SECONDS")]
    pub seconds: Option<u64>,
    /// Write what is measured to this file as CSV, times in nanoseconds.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Print JSON instead of a table.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `bench friction`.
#[derive(Args, Debug)]
pub struct BenchFrictionArguments {
    /// Print JSON instead of a table.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `bench methods`.
#[derive(Args, Debug)]
pub struct BenchMethodsArguments {
    /// Print JSON instead of tables.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `bench one`.
#[derive(Args, Debug)]
pub struct BenchOneArguments {
    /// The family.
    #[arg(value_enum)]
    pub family: BenchFamily,
    /// The size.
    pub size: usize,
    /// How often the problem is solved, at least.
    #[arg(long, default_value_t = 1)]
    pub repeat: u32,
    /// Write the problem for other solvers to files in this folder.
    #[arg(long, value_name = "FOLDER")]
    pub files: Option<PathBuf>,
}
