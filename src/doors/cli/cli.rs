//! The command line: all commands. Their arguments are in `arguments`, those of the families of
//! `zwang scene` in `family`, others in the modules of their commands, `cmd`; what help texts say
//! after the options is in `cmd/help`.

use crate::arguments::{
    CheckArguments, CheckScenesArguments, CollapseArguments, ConvertArguments, CriticalArguments,
    ExportSceneArguments, ImportSceneArguments, LumpArguments, SnapArguments, SplitArguments,
    StabilityArguments,
};
use crate::cmd::audit::AuditArguments;
use crate::cmd::bench_engine::BenchEngineArguments;
use crate::cmd::completions::CompletionsArguments;
use crate::cmd::continuous::ContinuousArguments;
use crate::cmd::draw::DrawArguments;
use crate::cmd::export::ExportArguments;
use crate::cmd::film::FilmArguments;
use crate::cmd::forces::ForcesArguments;
use crate::cmd::impact::{ImpactArguments, OrdersArguments};
use crate::cmd::interlock::InterlockArguments;
use crate::cmd::man::ManArguments;
use crate::cmd::order::OrderArguments;
use crate::cmd::overhang::OverhangArguments;
use crate::cmd::potential::PotentialArguments;
use crate::cmd::rest::RestArguments;
use crate::cmd::serve::ServeArguments;
use crate::cmd::simulate::SimulateArguments;
use crate::cmd::solve_problem::SolveProblemArguments;
use crate::cmd::sweep::SweepArguments;
use crate::family::{FamilyCall, SpaceCall};
use crate::help::flowing;
use clap::{Args, Parser, Subcommand, value_parser};

/// The text that the help of a command has after its options: a file of `cmd/help`.
macro_rules! help {
    ($command:literal) => {
        flowing(include_str!(concat!("cmd/help/", $command, ".txt")))
    };
}

/// How rigid bodies collapse: exact, and proved.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, propagate_version = true)]
#[command(after_help = help!("zwang"))]
pub struct Cli {
    /// Compute in at most this many threads. Default: as many as the machine has processors.
    #[arg(long, global = true, value_name = "N")]
    #[arg(value_parser = value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// How a scene starts to move: accelerations, contact forces, and a proof.
    #[command(after_help = help!("collapse"))]
    Collapse(CollapseArguments),
    /// Whether a scene at rest stands: forces that hold it, or a motion that nothing resists.
    #[command(after_help = help!("stability"))]
    Stability(StabilityArguments),
    /// How small and how large the forces can be that hold a scene at rest.
    #[command(after_help = help!("forces"))]
    Forces(ForcesArguments),
    /// Find the limit at which a scene ceases to stand: the least friction, the largest tilt, the
    /// strongest load, or the value of a parameter up to which it stands.
    #[command(after_help = help!("critical"))]
    Critical(Box<CriticalArguments>),
    /// On which of its faces a body in space rests, and with what margin.
    #[command(after_help = help!("rest"))]
    Rest(RestArguments),
    /// Whether bodies in space lock each other, and which one is the key.
    #[command(after_help = help!("interlock"))]
    Interlock(InterlockArguments),
    /// In which order bodies in space can be put in their places, so that all stands after each.
    #[command(after_help = help!("order"))]
    Order(OrderArguments),
    /// How far a stack of so many bricks can reach beyond the edge of a table, with a proof.
    #[command(after_help = help!("overhang"))]
    Overhang(OverhangArguments),
    /// The velocities with which bodies leave that touch and approach each other.
    #[command(after_help = help!("impact"))]
    Impact(ImpactArguments),
    /// The outcomes of impacts of one instant in all orders, one pair of bodies after the other.
    #[command(after_help = help!("orders"))]
    Orders(OrdersArguments),
    /// Find the rest position of a stack of thin bricks that cannot slide, for comparison.
    #[command(after_help = flowing(include_str!("cmd/help/potential.txt")))]
    Potential(PotentialArguments),
    /// How far a run is from the continuous motion, without friction.
    #[command(after_help = help!("continuous"))]
    Continuous(ContinuousArguments),
    /// Let the independent checker judge a proof, or all steps of a run.
    #[command(after_help = help!("check"))]
    Check(CheckArguments),
    /// Advance a scene in time by exact steps, each with its proof.
    #[command(after_help = help!("simulate"))]
    Simulate(Box<SimulateArguments>),
    /// Print a scene file of a well-known family; check, convert, import and export scene files.
    #[command(after_help = help!("scene"))]
    Scene(Box<SceneArguments>),
    /// Ask the same of many scenes: a family or a scene file with some of its parameters varied, or
    /// a list of files.
    #[command(after_help = help!("sweep"))]
    Sweep(Box<SweepArguments>),
    /// Draw a scene with its forces and accelerations, or a step of a run, as SVG, PDF or PNG.
    #[command(after_help = help!("draw"))]
    Draw(DrawArguments),
    /// Make a film of a run: a page that plays it, an animated GIF, a video, or a series of PNG
    /// pictures.
    #[command(after_help = help!("film"))]
    Film(FilmArguments),
    /// Solve a linear or quadratic program exactly.
    #[command(after_help = help!("solve"))]
    Solve(SolveProblemArguments),
    /// Write the program of a scene for other solvers, or the states of a run for plotting.
    #[command(after_help = help!("export"))]
    Export(ExportArguments),
    /// Cut a run into slices that can be checked on different machines.
    #[command(after_help = help!("split"))]
    Split(SplitArguments),
    /// Hold a run made elsewhere, by any engine, against exact mechanics.
    #[command(after_help = help!("audit"))]
    Audit(Box<AuditArguments>),
    /// Run an engine on a hundred scenes whose exact answers are known, and grade each run.
    #[command(after_help = help!("bench_engine"))]
    BenchEngine(BenchEngineArguments),
    /// Print a script that lets a shell complete commands and options.
    #[command(after_help = help!("completions"))]
    Completions(CompletionsArguments),
    /// Print the manual page, or write the pages of all commands.
    #[command(after_help = help!("man"))]
    Man(ManArguments),
    /// Serve a page on which towers are built, pushed over the critical point, and run.
    #[command(after_help = help!("serve"))]
    Serve(ServeArguments),
}

/// Arguments of `scene`.
#[derive(Args, Debug)]
pub struct SceneArguments {
    /// The command for scene files.
    #[command(subcommand)]
    pub call: SceneCall,
}

/// Arguments of `scene space`.
#[derive(Args, Debug)]
pub struct SpaceArguments {
    /// Which family.
    #[command(subcommand)]
    pub call: SpaceCall,
}

/// The commands of `scene`.
#[derive(Debug, Subcommand)]
pub enum SceneCall {
    /// Print a scene of this family.
    #[command(flatten)]
    Family(FamilyCall),
    /// Print a scene of a family in space.
    #[command(after_help = help!("scene_space"))]
    Space(SpaceArguments),
    /// Check that scene files are valid, and that they do what they expect.
    #[command(after_help = help!("scene_check"))]
    Check(CheckScenesArguments),
    /// Close small gaps of a scene by exact moves.
    #[command(after_help = help!("scene_snap"))]
    Snap(SnapArguments),
    /// Write a scene again, with numbers in place of its parameters.
    #[command(after_help = help!("scene_convert"))]
    Convert(ConvertArguments),
    /// Make the free bodies of a scene frames of point masses and bars.
    #[command(after_help = help!("scene_lump"))]
    Lump(LumpArguments),
    /// Write a scene for MuJoCo, Box2D or Pymunk.
    #[command(after_help = help!("scene_export"))]
    Export(ExportSceneArguments),
    /// Make a scene of a model of MuJoCo, a drawing (SVG) or an assembly of COMPAS; in space also
    /// of OBJ, OFF, STL, PLY, brick lists, LDraw and LMGC90.
    #[command(after_help = help!("scene_import"))]
    Import(Box<ImportSceneArguments>),
}
