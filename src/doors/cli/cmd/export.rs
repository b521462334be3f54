//! `zwang export`: the programs of a scene in the LP format, for other solvers; the states of a run
//! as a table, for plotting.

mod csv;
mod events;
mod in_space;
mod parquet;
mod run;
mod table;
mod trajectory;
mod turn;

use super::file::Input;
use super::target::Target;
use super::{Outcome, console, file, lower_case_ending};
use crate::arguments::{OverwriteArguments, ParameterArguments};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
pub use csv::field;
use run::TableFormat;
use std::path::{Path, PathBuf};
use zwang_check::law::{Kind, kind};
use zwang_collapse::export::{self, Export};
use zwang_program::text;
use zwang_scene::Scene;

/// Arguments of `export`.
#[derive(Args, Debug)]
pub struct ExportArguments {
    /// Scene file, TOML or JSON, or run file; `-` reads standard input. Before a run its scene file
    /// may come: then the run has to be one of that scene.
    #[arg(value_name = "SCENE|RUN")]
    pub input: PathBuf,
    /// The run, after its scene file.
    #[arg(value_name = "RUN", conflicts_with = "what")]
    pub run: Option<PathBuf>,
    /// The file to write, ending in .lp or .qp for a scene, in .csv or .parquet for a run; `-`
    /// writes to standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// The treatment of a file that is there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
    /// Which program of a scene. Default: stability for a file that ends in .lp, collapse for one
    /// that ends in .qp.
    #[arg(long)]
    pub what: Option<What>,
    /// List the events of a run instead: impacts, those that bounce included, contacts made and
    /// lost, and with friction those that begin or cease to slide; between which times within the
    /// step, and whether the velocity jumps or only the acceleration (docs/runs.md). A contact made
    /// by an impact is listed as both.
    #[arg(long, conflicts_with = "what")]
    pub events: bool,
    #[arg(long, value_name = "SCENE", hide = true, conflicts_with_all = ["what", "run"])]
    pub scene: Option<PathBuf>,
    /// Parameters of the scene.
    #[command(flatten)]
    pub parameters: ParameterArguments,
    /// No progress and no notes on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// A program of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// Linear: forces that balance weights and loads, with the least sum; feasible if and only if
    /// the scene stands.
    Stability,
    /// Quadratic: the accelerations of least restraint.
    Collapse,
}

/// Runs the command.
pub fn run(arguments: &ExportArguments) -> Result<Outcome> {
    let ExportArguments {
        input,
        output,
        what,
        events,
        run,
        scene,
        ..
    } = arguments;
    let is_of_run = *events || run.is_some() || scene.is_some();
    if let Some(format) = table_format(output, is_of_run, *events)? {
        if what.is_some() {
            bail!(
                "{}: found --what with the ending of a table; \
                 expected .lp or .qp",
                output.display()
            );
        }
        return run::export(arguments, format);
    }
    refuse_run(input)?;
    export_program(arguments, program_of(output, *what)?)
}

/// A run has states and events, and no program.
fn refuse_run(input: &Path) -> Result<()> {
    if file::is_standard(input) || !input.is_file() {
        return Ok(());
    }
    // What cannot be read is told where it is read as a scene.
    let Ok((kind, _)) = Input::open(input).and_then(kind) else {
        return Ok(());
    };
    if kind != Kind::Other {
        let name = file::name(input);
        bail!(
            "{name}: found a run, which has no program to export; expected -o FILE.csv \
             or FILE.parquet for its states, or --events -o FILE.csv"
        );
    }
    Ok(())
}

/// The format of the table, if a table is wanted.
fn table_format(output: &Path, is_of_run: bool, events: bool) -> Result<Option<TableFormat>> {
    match lower_case_ending(output).as_deref() {
        Some("csv") | None
            if events && (lower_case_ending(output).is_some() || file::is_standard(output)) =>
        {
            Ok(Some(TableFormat::Events))
        }
        _ if events => bail!(
            "{}: found --events, which makes a table of text; \
             expected .csv",
            output.display()
        ),
        Some("csv") => Ok(Some(TableFormat::Csv)),
        Some("parquet") => Ok(Some(TableFormat::Parquet)),
        _ if !is_of_run => Ok(None),
        None if file::is_standard(output) => Ok(Some(TableFormat::Csv)),
        _ => bail!(
            "{}: found a run to export; \
             expected .csv or .parquet",
            output.display()
        ),
    }
}

fn export_program(arguments: &ExportArguments, what: What) -> Result<Outcome> {
    let ExportArguments { input, output, .. } = arguments;
    let scene = file::read_scene(input, &arguments.parameters.set, |note| {
        console::tell_unless(arguments.quiet, note)
    })?;
    let read = (!file::is_standard(input)).then_some(input.as_path());
    let target = Target::new(output, read, arguments.overwrite.force)?;
    let source = file::name(input);
    let Export {
        named,
        comments,
        corners,
    } = program(&scene, what).with_context(|| source.clone())?;
    let text = text::write(&named, &comments).context(source)?;
    target.write(text.as_bytes())?;
    if !corners.is_empty() {
        let count = corners.len();
        let note = format!(
            "note: {count} resting corners are left out; \
             each demands one of two sets of rows, which no single program has"
        );
        console::tell_unless(arguments.quiet, &note);
    }
    Ok(Outcome::Yes)
}

fn program(scene: &Scene, what: What) -> Result<Export> {
    if what == What::Collapse {
        return Ok(export::collapse(scene)?);
    }
    let moves = scene.bodies.iter().find(|body| {
        body.dynamics
            .as_ref()
            .is_some_and(|free| !free.is_at_rest())
    });
    match moves {
        Some(body) => bail!(
            "body `{}` has a velocity or a spin; \
             expected a scene at rest (--what collapse takes moving ones)",
            body.name
        ),
        None => Ok(export::stability(scene)?),
    }
}

/// The program, from the name of the file if it is not given.
fn program_of(output: &Path, given: Option<What>) -> Result<What> {
    match (given, lower_case_ending(output).as_deref()) {
        (Some(What::Stability), Some("qp")) => {
            bail!(
                "{}: found the ending of quadratic programs; expected .lp for stability",
                output.display()
            )
        }
        (Some(what), _) => Ok(what),
        (None, Some("lp")) => Ok(What::Stability),
        (None, Some("qp")) => Ok(What::Collapse),
        (None, _) => {
            bail!(
                "{}: found neither .lp nor .qp at the end; \
                 expected one of them, or --what (.csv or .parquet for a run)",
                output.display()
            )
        }
    }
}
