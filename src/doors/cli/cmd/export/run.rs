//! The states of a run as a table of doubles, for plotting, or its events.
//!
//! Rows are made and written while the run is read and checked; what is in memory at a time are two
//! states and, for Parquet, some thousand rows.

use super::super::progress::Progress;
use super::super::run_scene::RunInputs;
use super::super::target::{Pieces, Target};
use super::super::{Outcome, console, file, rejection_line};
use super::ExportArguments;
use super::csv::CsvTable;
use super::events::EventTable;
use super::in_space;
use super::parquet::ParquetTable;
use super::table::Table;
use super::trajectory::Trajectory;
use anyhow::{Result, bail};
use std::io::BufRead;
use zwang_answer::file::RunReader;
use zwang_answer::{CheckedStep, CheckedSteps, RunError, RunHeader};
use zwang_check::Rejection;
use zwang_scene::{AnyScene, Scene};

/// How the table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Text, a line for each row.
    Csv,
    /// Columns in binary.
    Parquet,
    /// Impacts and the changes of the active set, as text.
    Events,
}

/// Writes the states of a run.
///
/// # Errors
/// If the run cannot be read or belongs to another scene, or the table cannot be written. A run
/// that the checker rejects is an answer, no.
pub fn export(arguments: &ExportArguments, format: TableFormat) -> Result<Outcome> {
    let ExportArguments {
        input,
        run,
        output,
        overwrite,
        scene,
        parameters,
        quiet,
        ..
    } = arguments;
    let second = run.as_deref();
    let scene = scene.as_deref();
    let inputs = RunInputs::new(input, second, scene)?;
    let run = inputs.run;
    let name = file::name(run);
    let input = file::open_run(run)?;
    let named = inputs.named();
    let target = Target::beside(output, &named, overwrite.force)?;
    let length = file::length(run);
    let progress = Progress::of_input(*quiet, length);
    let input = progress.reading(input);
    let mut reader = RunReader::new(input, &name);
    let header = reader.require_header()?;
    let scene = inputs.any_scene_of(&header, &parameters.set, |note| {
        console::tell_unless(*quiet, note)
    })?;
    if matches!(scene, AnyScene::Space(_)) && format != TableFormat::Csv {
        bail!("{name}: found a run in space; expected -o FILE.csv for its states, or `zwang film`");
    }
    let written = target.write_with(|output| match &scene {
        AnyScene::Plane(scene) => write_table(&mut reader, scene, &header, format, output),
        AnyScene::Space(scene) => in_space::write(&mut reader, scene, &header, output),
    });
    drop(progress);
    if let Err(error) = written {
        let Some(rejection) = error.downcast_ref::<Rejection>() else {
            return Err(error);
        };
        console::note(&rejection_line(rejection));
        return Ok(Outcome::No);
    }
    if !reader.torn().is_empty() {
        let note = format!(
            "note: {name}: the last line is torn and left out; \
             `zwang simulate --resume` mends it"
        );
        console::tell_unless(*quiet, &note);
    }
    Ok(Outcome::Yes)
}

fn write_table(
    reader: &mut RunReader<impl BufRead>,
    scene: &Scene,
    header: &RunHeader,
    format: TableFormat,
    output: &mut Pieces<'_>,
) -> Result<()> {
    let mut table: Box<dyn Table + '_> = match format {
        TableFormat::Csv => Box::new(CsvTable::new(output)?),
        TableFormat::Parquet => Box::new(ParquetTable::new(output)?),
        TableFormat::Events => {
            let mut table = EventTable::new(output, scene, header)?;
            let steps = CheckedSteps::new(scene, header, reader)?;
            for step in steps.in_parallel() {
                let step = accepted(step)?;
                table.push(&step)?;
            }
            return Ok(());
        }
    };
    let mut trajectory = Trajectory::new(scene, header);
    trajectory.rows(|row| table.push(row))?;
    let steps = CheckedSteps::new(scene, header, reader)?;
    for step in steps.in_parallel() {
        let step = accepted(step)?;
        trajectory.advance(step.verified());
        trajectory.rows(|row| table.push(row))?;
    }
    table.finish()
}

/// A rejection is told apart from other errors by who has asked for the table.
fn accepted(step: Result<CheckedStep, RunError>) -> Result<CheckedStep> {
    match step {
        Ok(step) => Ok(step),
        Err(RunError::Rejected(rejection)) => Err(rejection.into()),
        Err(error) => Err(error.into()),
    }
}
