//! The command line: all commands, and the arguments that several of them share. Those of
//! `zwang scene` are in `family`, others in the modules of their commands, `cmd`; what help texts
//! say after the options is in `cmd/help`.

use crate::cmd::audit::AuditArguments;
use crate::cmd::completions::CompletionsArguments;
use crate::cmd::draw::DrawArguments;
use crate::cmd::export::ExportArguments;
use crate::cmd::film::FilmArguments;
use crate::cmd::forces::ForcesArguments;
use crate::cmd::man::ManArguments;
use crate::cmd::serve::ServeArguments;
use crate::cmd::simulate::SimulateArguments;
use crate::cmd::solve_problem::SolveProblemArguments;
use crate::cmd::sweep::SweepArguments;
use crate::family::{FamilyCall, SceneFormat};
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum, value_parser};
use std::path::PathBuf;
use std::str::FromStr;
use zwang_exact::Rational;
use zwang_families::template::Setting;
use zwang_terminal::argument::number;

/// How rigid bodies collapse: exact, and proved.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, propagate_version = true)]
#[command(after_help = include_str!("cmd/help/zwang.txt"))]
pub struct Cli {
    /// Compute in at most this many threads. Default: as many as the machine has processors.
    #[arg(long, global = true, value_name = "N")]
    #[arg(value_parser = value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// How a scene starts to move: accelerations, contact forces, and a proof.
    #[command(after_help = include_str!("cmd/help/collapse.txt"))]
    Collapse(AnswerArguments),
    /// Whether a scene at rest stands: forces that hold it, or a motion that nothing resists.
    #[command(after_help = include_str!("cmd/help/stability.txt"))]
    Stability(AnswerArguments),
    /// How small and how large the forces can be that hold a scene at rest.
    #[command(after_help = include_str!("cmd/help/forces.txt"))]
    Forces(ForcesArguments),
    /// Where a scene ceases to stand: the least friction, or the largest tilt, that holds it.
    #[command(after_help = include_str!("cmd/help/critical.txt"))]
    Critical(CriticalArguments),
    /// Let the independent checker judge a proof, or all steps of a run.
    #[command(after_help = include_str!("cmd/help/check.txt"))]
    Check(CheckArguments),
    /// Advance a scene in time by exact steps, each with its proof.
    #[command(after_help = include_str!("cmd/help/simulate.txt"))]
    Simulate(Box<SimulateArguments>),
    /// Print a scene file of a well-known family, or check scene files.
    #[command(after_help = include_str!("cmd/help/scene.txt"))]
    Scene(Box<SceneArguments>),
    /// Ask the same of many scenes: a family or a scene file with some of its parameters varied, or
    /// a list of files.
    #[command(after_help = include_str!("cmd/help/sweep.txt"))]
    Sweep(Box<SweepArguments>),
    /// Draw a scene with its forces and accelerations, or a step of a run, as SVG or PNG.
    #[command(after_help = include_str!("cmd/help/draw.txt"))]
    Draw(DrawArguments),
    /// Make a film of a run: a page that plays it, an animated GIF, or a series of PNG pictures.
    #[command(after_help = include_str!("cmd/help/film.txt"))]
    Film(FilmArguments),
    /// Solve a linear or quadratic program exactly.
    #[command(after_help = include_str!("cmd/help/solve.txt"))]
    Solve(SolveProblemArguments),
    /// Write the program of a scene for other solvers, or the states of a run for plotting.
    #[command(after_help = include_str!("cmd/help/export.txt"))]
    Export(ExportArguments),
    /// Cut a run into slices that can be checked on different machines.
    #[command(after_help = include_str!("cmd/help/split.txt"))]
    Split(SplitArguments),
    /// Hold a run made elsewhere, by any engine, against exact mechanics.
    #[command(after_help = include_str!("cmd/help/audit.txt"))]
    Audit(Box<AuditArguments>),
    /// Print a script that lets a shell complete commands and options.
    #[command(after_help = include_str!("cmd/help/completions.txt"))]
    Completions(CompletionsArguments),
    /// Print the manual page, or write the pages of all commands.
    #[command(after_help = include_str!("cmd/help/man.txt"))]
    Man(ManArguments),
    /// Serve a page on which towers are built, pushed over the critical point, and run.
    #[command(after_help = include_str!("cmd/help/serve.txt"))]
    Serve(ServeArguments),
}

/// How to solve, for all commands that do.
#[derive(Args, Debug)]
pub struct SolveArguments {
    /// Scene file, TOML or JSON; `-` reads standard input. Default: the 5-diamond, 25 bricks of
    /// 1 × 1/4.
    pub scene: Option<PathBuf>,
    /// Its parameters.
    #[command(flatten)]
    pub parameters: ParameterArguments,
    /// Find the answer without a floating-point guess: the same motion, only slower.
    #[arg(long)]
    pub no_floats: bool,
    /// Print to standard error what the solution cost; of a run, of all its new steps together.
    #[arg(long)]
    pub stats: bool,
    /// Give up after this many seconds: the answer is then `unknown`, exit code 3, and nothing is
    /// written.
    #[arg(long, value_name = "SECONDS", value_parser = number)]
    pub time_limit: Option<Rational>,
    /// No progress and no notes on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// Values of the parameters of a scene, for all commands that read one.
#[derive(Args, Debug)]
pub struct ParameterArguments {
    /// Give a parameter of the scene file this value instead of its own; may be repeated.
    #[arg(long, value_name = "NAME=NUMBER", value_parser = Setting::from_str)]
    pub set: Vec<Setting>,
}

impl SolveArguments {
    /// Values of the parameters of the scene.
    pub fn settings(&self) -> &[Setting] {
        &self.parameters.set
    }
}

/// Where the proof goes.
#[derive(Args, Debug)]
pub struct ProofArguments {
    /// Write the proof to this file. Default: the scene's name with `.proof.json`, in the current
    /// folder.
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// Check the proof, but do not write it.
    #[arg(long, conflicts_with = "proof")]
    pub no_proof: bool,
}

/// How the answer is shown.
#[derive(Args, Debug)]
pub struct ShowArguments {
    /// Print JSON instead of text.
    #[arg(long)]
    pub json: bool,
    /// Print all rows of all tables.
    #[arg(long, conflicts_with = "json")]
    pub full: bool,
}

/// Arguments of `collapse`, `stability` and `forces`.
#[derive(Args, Debug)]
pub struct AnswerArguments {
    /// The scene and how to solve it.
    #[command(flatten)]
    pub solve: SolveArguments,
    /// Where the proof goes.
    #[command(flatten)]
    pub proof: ProofArguments,
    /// How the answer is shown.
    #[command(flatten)]
    pub show: ShowArguments,
}

/// Arguments of `critical`.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("vary").required(true))]
pub struct CriticalArguments {
    /// The scene and how to solve it.
    #[command(flatten)]
    pub solve: SolveArguments,
    /// Vary the friction of all contacts.
    #[arg(long, group = "vary")]
    pub friction: bool,
    /// Tilt the ground, down to this side.
    #[arg(long, group = "vary", value_name = "SIDE")]
    pub tilt: Option<Side>,
    /// Where the value is not found exactly, find two values that are at most this far apart.
    #[arg(long, value_name = "WIDTH", value_parser = number, default_value = "1e-12")]
    pub within: Rational,
    /// Where the proof goes.
    #[command(flatten)]
    pub proof: ProofArguments,
    /// Print JSON instead of text.
    #[arg(long)]
    pub json: bool,
}

/// A side of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// Where x is small.
    Left,
    /// Where x is large.
    Right,
}

/// Arguments of `check`.
#[derive(Args, Debug)]
pub struct CheckArguments {
    /// Scene file, TOML or JSON; `-` reads standard input.
    #[arg(required_unless_present = "join")]
    pub scene: Option<PathBuf>,
    /// Its parameters.
    #[command(flatten)]
    pub parameters: ParameterArguments,
    /// Proof file, as `collapse`, `stability`, `forces` and `critical` write it, or a run, or a
    /// slice of one; `-` reads standard input.
    #[arg(required_unless_present = "join")]
    pub proof: Option<PathBuf>,
    /// Join the verdicts on pieces of one run, as --json prints them: one verdict on all steps, if
    /// none is missing.
    #[arg(long, value_name = "VERDICT", num_args = 1..)]
    #[arg(conflicts_with_all = ["scene", "set", "proof", "from", "to"])]
    pub join: Vec<PathBuf>,
    /// Check the steps of a run from this one on; the first is 1.
    #[arg(long, value_name = "STEP", value_parser = value_parser!(u64).range(1..))]
    pub from: Option<u64>,
    /// Check the steps of a run up to this one; what follows it is not read.
    #[arg(long, value_name = "STEP", value_parser = value_parser!(u64).range(1..))]
    pub to: Option<u64>,
    /// Print the verdict as one line of JSON, with exact numbers.
    #[arg(long)]
    pub json: bool,
    /// Give up after this many seconds, with exit code 2.
    #[arg(long, value_name = "SECONDS", value_parser = number)]
    pub time_limit: Option<Rational>,
    /// No progress on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// Arguments of `split`.
#[derive(Args, Debug)]
pub struct SplitArguments {
    /// Run file; `-` reads standard input.
    pub run: PathBuf,
    /// How many steps a slice has.
    #[arg(long, value_name = "COUNT", value_parser = value_parser!(u64).range(1..))]
    pub steps: u64,
    /// The folder for the slices. It is made if need be.
    #[arg(short, long, value_name = "FOLDER")]
    pub output: PathBuf,
}

/// Arguments of `scene`.
#[derive(Args, Debug)]
pub struct SceneArguments {
    /// What to do with scene files.
    #[command(subcommand)]
    pub call: SceneCall,
}

/// What `scene` does.
#[derive(Debug, Subcommand)]
pub enum SceneCall {
    /// Print a scene of this family.
    #[command(flatten)]
    Family(FamilyCall),
    /// Check that scene files are valid, and that they do what they expect.
    #[command(after_help = include_str!("cmd/help/scene_check.txt"))]
    Check(CheckScenesArguments),
    /// Close small gaps of a scene by exact moves.
    #[command(after_help = include_str!("cmd/help/scene_snap.txt"))]
    Snap(SnapArguments),
    /// Write a scene again, with numbers in place of its parameters.
    #[command(after_help = include_str!("cmd/help/scene_convert.txt"))]
    Convert(ConvertArguments),
}

/// Arguments of `scene snap`.
#[derive(Args, Debug)]
pub struct SnapArguments {
    /// Scene file, TOML or JSON; `-` reads standard input.
    pub scene: PathBuf,
    /// Its parameters.
    #[command(flatten)]
    pub parameters: ParameterArguments,
    /// Close gaps of at most this width, m.
    #[arg(long, value_name = "WIDTH", value_parser = number, default_value = "1/1000000")]
    pub within: Rational,
    /// Write to this file, as JSON if its name ends in .json, instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// No notes on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// Arguments of `scene check`.
#[derive(Args, Debug)]
pub struct CheckScenesArguments {
    /// Scene files, TOML or JSON; `-` reads standard input.
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// Their parameters.
    #[command(flatten)]
    pub parameters: ParameterArguments,
}

/// Arguments of `scene convert`.
#[derive(Args, Debug)]
pub struct ConvertArguments {
    /// Scene file, TOML or JSON; `-` reads standard input.
    pub scene: PathBuf,
    /// Its parameters.
    #[command(flatten)]
    pub parameters: ParameterArguments,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The syntax to write. Default: JSON if the output file ends in .json, otherwise TOML.
    #[arg(long, value_enum)]
    pub format: Option<SceneFormat>,
    /// No notes on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}
