//! The command line of `zwang sweep`.

pub use super::family::FamilySweep;

use super::family::variation;
use crate::arguments::{OverwriteArguments, ParameterArguments};
use crate::help::flowing;
use clap::{Args, Subcommand};
use std::path::PathBuf;
use zwang_exact::Rational;
use zwang_families::template::Setting;
use zwang_sweep::{Ask, Sample, Scenes, Shard, SweepError};
use zwang_terminal::argument::number;

/// Arguments of `sweep`.
#[derive(Args, Debug)]
pub struct SweepArguments {
    /// The command.
    #[command(subcommand)]
    pub call: SweepCall,
}

/// The commands of `sweep`.
#[derive(Debug, Subcommand)]
pub enum SweepCall {
    /// Scenes of this family.
    #[command(flatten)]
    Family(FamilySweep),
    /// One scene file with parameters, some of which vary.
    #[command(after_help = flowing(include_str!("../help/sweep_scene.txt")))]
    Scene(SceneSweep),
    /// These scene files, each an item.
    #[command(after_help = flowing(include_str!("../help/sweep_scenes.txt")))]
    Scenes(ScenesSweep),
    /// Say how far a sweep is, and what it has found; exit code 0 if it is complete, 1 if not.
    #[command(after_help = flowing(include_str!("../help/sweep_status.txt")))]
    Status(StatusSweep),
    /// Make one table of all rows, CSV or Parquet.
    #[command(after_help = flowing(include_str!("../help/sweep_merge.txt")))]
    Merge(MergeSweep),
    /// Make each scene again, and let the independent checker judge its proof.
    #[command(after_help = flowing(include_str!("../help/sweep_check.txt")))]
    Check(CheckSweep),
}

/// The question, and the work on it.
#[derive(Args, Debug)]
pub struct WorkArguments {
    /// The folder of the sweep. It is made if need be; the same command goes on with it.
    #[arg(short, long, value_name = "FOLDER")]
    pub output: PathBuf,
    /// The question about each scene: collapse, stability, simulate:STEPS, simulate:STEPS:SECONDS,
    /// critical:friction, critical:left, critical:right, critical:load:NAME or
    /// critical:unload:NAME, NAME being that of a load of the scene, gx or gy.
    #[arg(long, value_name = "QUESTION", default_value = "collapse")]
    pub ask: Ask,
    /// Draw so many items at random from all combinations of values. Default: all of these.
    #[arg(long, value_name = "COUNT")]
    pub sample: Option<u64>,
    /// The seed that determines the items that are drawn.
    #[arg(long, value_name = "SEED", default_value_t = 0, requires = "sample")]
    pub sample_seed: u64,
    /// Work on the items k with k mod N = I only.
    #[arg(long, value_name = "I/N", default_value_t = Shard::whole())]
    pub shard: Shard,
    /// Give an item up after this many seconds; its row says so. Default: no limit.
    #[arg(long, value_name = "SECONDS", value_parser = number)]
    pub time_limit: Option<Rational>,
    /// Work again on items that were given up.
    #[arg(long)]
    pub retry: bool,
    /// Print JSON instead of text.
    #[arg(long)]
    pub json: bool,
    /// No progress on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// Arguments of `sweep scene`.
#[derive(Args, Debug)]
pub struct SceneSweep {
    /// Scene file with parameters, TOML or JSON.
    pub scene: PathBuf,
    /// Parameters with one value.
    #[command(flatten)]
    pub parameters: ParameterArguments,
    /// Let a parameter take several values: 1/4,1/3 or FROM..TO:STEP or 1..1000; several of these
    /// are combined.
    #[arg(long, value_name = "NAME=VALUES", value_parser = variation)]
    pub vary: Vec<(String, String)>,
    /// The question, and the work on it.
    #[command(flatten)]
    pub work: WorkArguments,
}

/// Arguments of `sweep scenes`.
#[derive(Args, Debug)]
pub struct ScenesSweep {
    /// Scene files, TOML or JSON.
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// The question, and the work on it.
    #[command(flatten)]
    pub work: WorkArguments,
}

/// Arguments of `sweep status`.
#[derive(Args, Debug)]
pub struct StatusSweep {
    /// The folder of the sweep.
    pub folder: PathBuf,
    /// Print JSON instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `sweep merge`.
#[derive(Args, Debug)]
pub struct MergeSweep {
    /// The folder of the sweep.
    pub folder: PathBuf,
    /// The file to write, ending in .csv or .parquet.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// The treatment of a file that is there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
    /// Leave out the proofs.
    #[arg(long)]
    pub no_proofs: bool,
    /// Leave out the items that have no row yet.
    #[arg(long)]
    pub partial: bool,
}

/// Arguments of `sweep check`.
#[derive(Args, Debug)]
pub struct CheckSweep {
    /// The folder of the sweep.
    pub folder: PathBuf,
    /// Check the items k with k mod N = I only.
    #[arg(long, value_name = "I/N", default_value_t = Shard::whole())]
    pub shard: Shard,
    /// Print JSON instead of text.
    #[arg(long)]
    pub json: bool,
    /// No progress on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

impl SceneSweep {
    /// The scenes of the sweep.
    pub fn scenes(&self) -> Result<Scenes, SweepError> {
        let mut set = Vec::with_capacity(self.parameters.set.len());
        for Setting { name, value } in &self.parameters.set {
            set.push((name.as_str(), value.to_string()));
        }
        let set = set.iter().map(|(name, value)| (*name, value.as_str()));
        let vary = self.vary.iter();
        let vary = vary.map(|(name, values)| (name.as_str(), values.as_str()));
        Scenes::template(&self.scene, set, vary)
    }
}

impl WorkArguments {
    /// The sample that is asked for.
    pub fn sample(&self) -> Option<Sample> {
        Some(Sample {
            count: self.sample?,
            seed: self.sample_seed,
        })
    }
}
