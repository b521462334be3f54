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
use crate::help::flowing;
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum, value_parser};
use std::path::PathBuf;
use std::str::FromStr;
use zwang_exact::Rational;
use zwang_families::template::Setting;
use zwang_terminal::argument::number;

/// How rigid bodies collapse: exact, and proved.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, propagate_version = true)]
#[command(after_help = flowing(include_str!("cmd/help/zwang.txt")))]
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
    #[command(after_help = flowing(include_str!("cmd/help/collapse.txt")))]
    Collapse(CollapseArguments),
    /// Whether a scene at rest stands: forces that hold it, or a motion that nothing resists.
    #[command(after_help = flowing(include_str!("cmd/help/stability.txt")))]
    Stability(AnswerArguments),
    /// How small and how large the forces can be that hold a scene at rest.
    #[command(after_help = flowing(include_str!("cmd/help/forces.txt")))]
    Forces(ForcesArguments),
    /// Where a scene ceases to stand: the least friction, the largest tilt, or the value of a
    /// parameter up to which it stands.
    #[command(after_help = flowing(include_str!("cmd/help/critical.txt")))]
    Critical(CriticalArguments),
    /// Let the independent checker judge a proof, or all steps of a run.
    #[command(after_help = flowing(include_str!("cmd/help/check.txt")))]
    Check(CheckArguments),
    /// Advance a scene in time by exact steps, each with its proof.
    #[command(after_help = flowing(include_str!("cmd/help/simulate.txt")))]
    Simulate(Box<SimulateArguments>),
    /// Print a scene file of a well-known family; check, convert, import and export scene files.
    #[command(after_help = flowing(include_str!("cmd/help/scene.txt")))]
    Scene(Box<SceneArguments>),
    /// Ask the same of many scenes: a family or a scene file with some of its parameters varied, or
    /// a list of files.
    #[command(after_help = flowing(include_str!("cmd/help/sweep.txt")))]
    Sweep(Box<SweepArguments>),
    /// Draw a scene with its forces and accelerations, or a step of a run, as SVG or PNG.
    #[command(after_help = flowing(include_str!("cmd/help/draw.txt")))]
    Draw(DrawArguments),
    /// Make a film of a run: a page that plays it, an animated GIF, a video, or a series of PNG
    /// pictures.
    #[command(after_help = flowing(include_str!("cmd/help/film.txt")))]
    Film(FilmArguments),
    /// Solve a linear or quadratic program exactly.
    #[command(after_help = flowing(include_str!("cmd/help/solve.txt")))]
    Solve(SolveProblemArguments),
    /// Write the program of a scene for other solvers, or the states of a run for plotting.
    #[command(after_help = flowing(include_str!("cmd/help/export.txt")))]
    Export(ExportArguments),
    /// Cut a run into slices that can be checked on different machines.
    #[command(after_help = flowing(include_str!("cmd/help/split.txt")))]
    Split(SplitArguments),
    /// Hold a run made elsewhere, by any engine, against exact mechanics.
    #[command(after_help = flowing(include_str!("cmd/help/audit.txt")))]
    Audit(Box<AuditArguments>),
    /// Print a script that lets a shell complete commands and options.
    #[command(after_help = flowing(include_str!("cmd/help/completions.txt")))]
    Completions(CompletionsArguments),
    /// Print the manual page, or write the pages of all commands.
    #[command(after_help = flowing(include_str!("cmd/help/man.txt")))]
    Man(ManArguments),
    /// Serve a page on which towers are built, pushed over the critical point, and run.
    #[command(after_help = flowing(include_str!("cmd/help/serve.txt")))]
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
    /// Print to standard error what the command cost, stage by stage; of a run, what the solver
    /// cost in all its new steps together.
    #[arg(long)]
    pub stats: bool,
    /// Give up after this many seconds: the answer is then `unknown`, exit code 3, and nothing is
    /// written. Default: no limit.
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
    /// Write the proof to this file, for `zwang check`. It is checked in any case.
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// Programs that were written when every proof was kept say so.
    #[arg(long, hide = true, conflicts_with = "proof")]
    #[allow(dead_code, reason = "no proof is kept unless a place for it is given")]
    pub no_proof: bool,
    /// What happens to a file that is there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
}

/// What happens to files that are there already, for all commands that write some.
#[derive(Args, Clone, Copy, Debug)]
pub struct OverwriteArguments {
    /// Replace what is there already. Without it a file that is there is refused and kept.
    #[arg(long)]
    pub force: bool,
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

/// Arguments of `collapse`.
#[derive(Args, Debug)]
pub struct CollapseArguments {
    /// The scene and how to solve it.
    #[command(flatten)]
    pub solve: SolveArguments,
    /// Where the proof goes.
    #[command(flatten)]
    pub proof: ProofArguments,
    /// Print JSON instead of text: numbers as fractions in lowest terms, or `--json=common` as
    /// integers over one denominator for each group of bodies, which is quicker and half as long.
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "fractions", hide_possible_values = true)]
    pub json: Option<JsonForm>,
    /// Print all rows of all tables.
    #[arg(long, conflicts_with = "json")]
    pub full: bool,
}

/// How numbers are written in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum JsonForm {
    /// Fractions in lowest terms.
    Fractions,
    /// Integers over one denominator for each group of bodies.
    Common,
}

/// Arguments of `stability` and `forces`.
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
#[command(group = ArgGroup::new("varied").required(true))]
pub struct CriticalArguments {
    /// The scene and how to solve it.
    #[command(flatten)]
    pub solve: SolveArguments,
    /// Vary the friction of all contacts.
    #[arg(long, group = "varied")]
    pub friction: bool,
    /// Tilt the ground, down to this side.
    #[arg(long, group = "varied", value_name = "SIDE")]
    pub tilt: Option<Side>,
    /// Vary a parameter of the scene file between two values: at one of them the scene has to
    /// stand, at the other to fall.
    #[arg(long, group = "varied", value_name = "NAME=FROM..TO")]
    #[arg(value_parser = ParameterRange::from_str)]
    pub vary: Option<ParameterRange>,
    /// Where the value is not found exactly, find two values that are at most this far apart.
    #[arg(long, value_name = "WIDTH", value_parser = number, default_value = "1e-12")]
    pub within: Rational,
    /// Where the proof goes. With --vary there are two, of the scene at either value:
    /// name.stands.json and name.falls.json.
    #[command(flatten)]
    pub proof: ProofArguments,
    /// Print JSON instead of text.
    #[arg(long)]
    pub json: bool,
}

/// A parameter of a scene file and two of its values, written `NAME=FROM..TO`.
#[derive(Clone, Debug)]
pub struct ParameterRange {
    /// The parameter.
    pub name: String,
    /// The first value.
    pub from: Rational,
    /// The last value.
    pub to: Rational,
}

impl FromStr for ParameterRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = "expected NAME=FROM..TO, such as x=0..1/2";
        let Some((name, range)) = text.split_once('=') else {
            return Err(expected.to_owned());
        };
        let Some((from, to)) = range.split_once("..") else {
            return Err(expected.to_owned());
        };
        let from = number(from).map_err(|error| error.to_string())?;
        let to = number(to).map_err(|error| error.to_string())?;
        if from == to {
            return Err(format!("found {from} twice; expected two values"));
        }
        Ok(Self {
            name: name.trim().to_owned(),
            from,
            to,
        })
    }
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
    /// Scene file, TOML or JSON, or a run that has its scene with it; `-` reads standard input.
    #[arg(value_name = "SCENE|RUN", required_unless_present = "join")]
    pub scene: Option<PathBuf>,
    /// Its parameters.
    #[command(flatten)]
    pub parameters: ParameterArguments,
    /// After its scene, a proof file, as `collapse`, `stability`, `forces` and `critical` write it,
    /// or a run, or a slice of one; `-` reads standard input.
    #[arg(value_name = "PROOF|RUN")]
    pub proof: Option<PathBuf>,
    /// Join the verdicts on pieces of one run, as --json prints them: one verdict on all steps, if
    /// none is missing.
    #[arg(long, value_name = "VERDICT", num_args = 1..)]
    #[arg(conflicts_with_all = ["scene", "set", "proof", "from", "to"])]
    pub join: Vec<PathBuf>,
    /// Check the steps of a run from this one on. Default: 1, the first.
    #[arg(long, value_name = "STEP", value_parser = value_parser!(u64).range(1..))]
    pub from: Option<u64>,
    /// Check the steps of a run up to this one; what follows it is not read. Default: the last.
    #[arg(long, value_name = "STEP", value_parser = value_parser!(u64).range(1..))]
    pub to: Option<u64>,
    /// Print the verdict as one line of JSON, with exact numbers.
    #[arg(long)]
    pub json: bool,
    /// Give up after this many seconds, with exit code 2. Default: no limit.
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
    /// What happens to files that are there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
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
    #[command(after_help = flowing(include_str!("cmd/help/scene_check.txt")))]
    Check(CheckScenesArguments),
    /// Close small gaps of a scene by exact moves.
    #[command(after_help = flowing(include_str!("cmd/help/scene_snap.txt")))]
    Snap(SnapArguments),
    /// Write a scene again, with numbers in place of its parameters.
    #[command(after_help = flowing(include_str!("cmd/help/scene_convert.txt")))]
    Convert(ConvertArguments),
    /// Write a scene for MuJoCo, Box2D or Pymunk.
    #[command(after_help = flowing(include_str!("cmd/help/scene_export.txt")))]
    Export(ExportSceneArguments),
    /// Make a scene of a model of MuJoCo, a drawing (SVG) or an assembly of COMPAS.
    #[command(after_help = flowing(include_str!("cmd/help/scene_import.txt")))]
    Import(ImportSceneArguments),
}

/// Arguments of `scene export`.
#[derive(Args, Debug)]
pub struct ExportSceneArguments {
    /// Scene file, TOML or JSON; `-` reads standard input.
    pub scene: PathBuf,
    /// Its parameters.
    #[command(flatten)]
    pub parameters: ParameterArguments,
    /// The format to write.
    #[arg(long, value_enum)]
    pub to: EngineFormat,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// What happens to a file that is there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
    /// No notes on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// A format that scenes are written in for other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineFormat {
    /// A model of MuJoCo, in the plane xz.
    Mjcf,
    /// JSON for Box2D, as examples/engines reads it.
    Box2d,
    /// JSON for Pymunk, as examples/engines reads it.
    Pymunk,
}

/// Arguments of `scene import`.
#[derive(Args, Debug)]
pub struct ImportSceneArguments {
    /// The file to read; `-` reads standard input.
    pub file: PathBuf,
    /// Its format. Default: what its contents are.
    #[arg(long, value_enum)]
    pub from: Option<ForeignFormat>,
    /// What is called so is fixed: the id of an element, a group or layer of a drawing, the name of
    /// a body of a model, the key of a node of an assembly; may be repeated. Default: in drawings
    /// `fixed` and `ground`, otherwise what the file says.
    #[arg(long, value_name = "NAME")]
    pub fixed: Vec<String>,
    /// How many metres a unit of a drawing or an assembly is.
    #[arg(
        long,
        value_name = "METRES",
        value_parser = number,
        default_value = "1",
        allow_hyphen_values = true
    )]
    pub scale: Rational,
    /// The acceleration of free fall, m/s², downwards. Default: that of the file, or 1.
    #[arg(long, value_name = "NUMBER", value_parser = number, allow_hyphen_values = true)]
    pub gravity: Option<Rational>,
    /// The friction of all bodies. Default: that of the file, or none.
    #[arg(long, value_name = "NUMBER", value_parser = number, allow_hyphen_values = true)]
    pub friction: Option<Rational>,
    /// Where the scene is written.
    #[command(flatten)]
    pub written: WrittenSceneArguments,
}

/// Where and how a scene is written.
#[derive(Args, Debug)]
pub struct WrittenSceneArguments {
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// What happens to a file that is there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
    /// The syntax to write. Default: JSON if the output file ends in .json, otherwise TOML.
    #[arg(long, value_enum)]
    pub format: Option<SceneFormat>,
    /// No notes on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// A format of another program that scenes are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ForeignFormat {
    /// A model of MuJoCo, in the plane xz.
    Mjcf,
    /// A drawing.
    Svg,
    /// An assembly of COMPAS, JSON.
    Compas,
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
    /// What happens to a file that is there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
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
    /// Where the scene is written.
    #[command(flatten)]
    pub written: WrittenSceneArguments,
}
