//! The command line: all commands. Their arguments are in `arguments`, those of the families of
//! `zwang scene` in `family`, others in the modules of their commands, `cmd`; what help texts say
//! after the options is in `cmd/help`.

use crate::arguments::{
    AnswerArguments, CheckArguments, CheckScenesArguments, CollapseArguments, ConvertArguments,
    CriticalArguments, ExportSceneArguments, ImportSceneArguments, SnapArguments, SplitArguments,
};
use crate::cmd::audit::AuditArguments;
use crate::cmd::completions::CompletionsArguments;
use crate::cmd::draw::DrawArguments;
use crate::cmd::export::ExportArguments;
use crate::cmd::film::FilmArguments;
use crate::cmd::forces::ForcesArguments;
use crate::cmd::man::ManArguments;
use crate::cmd::potential::PotentialArguments;
use crate::cmd::serve::ServeArguments;
use crate::cmd::simulate::SimulateArguments;
use crate::cmd::solve_problem::SolveProblemArguments;
use crate::cmd::sweep::SweepArguments;
use crate::family::FamilyCall;
use crate::help::flowing;
use clap::{Args, Parser, Subcommand, value_parser};

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
    /// Where a stack of thin bricks that cannot slide comes to rest, for comparison.
    #[command(after_help = flowing(include_str!("cmd/help/potential.txt")))]
    Potential(PotentialArguments),
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
