//! The arguments of `zwang bench-engine`.

use crate::arguments::OverwriteArguments;
use anyhow::{Result, bail};
use clap::{Args, value_parser};
use std::path::PathBuf;
use zwang_audit::Grade;

/// Arguments of `bench-engine`.
#[derive(Args, Debug)]
pub struct BenchEngineArguments {
    /// The program that runs a scene in the engine, with its arguments, in which {scene} (TOML),
    /// {json} (the same in JSON), {table} (to be written), {steps} and {dt} are put in.
    #[arg(last = true, value_name = "COMMAND")]
    #[arg(required_unless_present_any = ["write", "list"])]
    pub command: Vec<String>,
    /// Run the scenes whose names contain this text alone. Default: all.
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// The worst grade that passes, from A to F. Default: F, so that an engine fails that gives
    /// no table.
    #[arg(long, value_name = "GRADE", value_parser = grade)]
    pub grade: Option<Grade>,
    /// Stop the engine after this many seconds of a scene.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    #[arg(value_parser = value_parser!(u64).range(1..=86_400))]
    pub time_limit: u64,
    /// Keep the tables in this folder. Default: they are gone in the end.
    #[arg(long, value_name = "FOLDER")]
    pub tables: Option<PathBuf>,
    /// Write the bench itself to this folder instead of running an engine: scenes, proofs and
    /// bench.json.
    #[arg(long, value_name = "FOLDER")]
    #[arg(conflicts_with_all = ["command", "tables", "grade", "list"])]
    pub write: Option<PathBuf>,
    /// List the scenes instead of running an engine.
    #[arg(long, conflicts_with_all = ["command", "tables", "grade"])]
    pub list: bool,
    /// Print JSON instead of text.
    #[arg(long)]
    pub json: bool,
    /// The treatment of files that are there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
    /// No progress on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// Places in a command that are filled.
pub const PLACES: [&str; 5] = ["{scene}", "{json}", "{table}", "{steps}", "{dt}"];

impl BenchEngineArguments {
    /// Refuses a command that cannot know of the scene or of the table.
    ///
    /// # Errors
    /// If one of both is in no word.
    pub fn require_places(&self) -> Result<()> {
        let has = |place: &str| self.command.iter().any(|word| word.contains(place));
        if !has("{scene}") && !has("{json}") {
            bail!(
                "found neither {{scene}} nor {{json}} in the command; \
                 expected one of them, the file to be run"
            );
        }
        if !has("{table}") {
            bail!(
                "found no {{table}} in the command; \
                 expected it, the file to be written (docs/run-table.md)"
            );
        }
        Ok(())
    }
}

/// A grade by its letter.
fn grade(text: &str) -> Result<Grade, String> {
    let mut grades = Grade::ALL.into_iter();
    let found = grades.find(|grade| grade.name().eq_ignore_ascii_case(text));
    found.ok_or_else(|| format!("found `{text}`; expected a grade from A to F"))
}
