//! One table of all rows of a sweep. Its bytes depend on the plan alone: neither on the number of
//! shards, nor on threads, nor on who was killed in between; times are left out.

mod parquet;

use crate::error::{Result, SweepError};
use crate::folder;
use crate::row::Status;
use crate::status::first_missing;
use crate::table::{Cell, Column, Table};
use parquet::ParquetWriter;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Text, a line a row, the names of the columns first.
    Csv,
    /// Columns in binary, compressed.
    Parquet,
}

impl Format {
    /// The format that the ending of a file's name says, .csv or .parquet.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_string_lossy().to_lowercase();
        match ending.as_str() {
            "csv" => Some(Self::Csv),
            "parquet" => Some(Self::Parquet),
            _ => None,
        }
    }
}

/// The size of a merged table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// Its rows.
    pub rows: u64,
    /// The items of the plan.
    pub items: u64,
    /// Rows without an answer.
    pub without_answer: u64,
}

/// Writes one table of all rows, ascending by item.
///
/// # Errors
/// [`SweepError`] if items have no row, unless the table may be `partial`, or a file cannot be read
/// or written.
pub fn merge(
    folder: &Path,
    format: Format,
    with_proofs: bool,
    partial: bool,
    output: &mut (dyn Write + Send),
) -> Result<Merged> {
    let plan = folder::plan(folder)?;
    let index = folder::index(folder, plan.items(), |_| ())?;
    let mut merged = Merged {
        rows: 0,
        items: plan.items(),
        without_answer: 0,
    };
    let known = index.rows.keys().copied();
    let missing = first_missing(known, plan.items());
    if let Some(first) = missing
        && !partial
    {
        return Err(SweepError::Incomplete {
            name: folder.display().to_string(),
            found: index.rows.len() as u64,
            expected: plan.items(),
            first,
        });
    }
    let table = Table::new(&plan, with_proofs);
    let mut writer = writer(format, &table.columns, output)?;
    for row in index.read() {
        let row = row?;
        merged.rows += 1;
        merged.without_answer += u64::from(row.status != Status::Ok);
        writer.push(table.cells(row))?;
    }
    writer.finish()?;
    Ok(merged)
}

/// The same into a file, which is there as a whole or not at all.
///
/// # Errors
/// Does the same as [`merge`].
pub fn merge_to_file(
    folder: &Path,
    format: Format,
    with_proofs: bool,
    partial: bool,
    path: &Path,
) -> Result<Merged> {
    let temporary = folder::beside(path);
    let merged = merge_and_rename(folder, format, with_proofs, partial, [&temporary, path]);
    if merged.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    merged
}

fn merge_and_rename(
    folder: &Path,
    format: Format,
    with_proofs: bool,
    partial: bool,
    [temporary, path]: [&Path; 2],
) -> Result<Merged> {
    let file = File::create_new(temporary);
    let file = file.map_err(SweepError::at(path))?;
    let mut output = BufWriter::new(&file);
    let merged = merge(folder, format, with_proofs, partial, &mut output)?;
    output.flush().map_err(SweepError::at(path))?;
    file.sync_all().map_err(SweepError::at(path))?;
    fs::rename(temporary, path).map_err(SweepError::at(path))?;
    Ok(merged)
}

/// The writer of the rows of a table.
trait TableWriter {
    fn push(&mut self, cells: Vec<Cell>) -> Result<()>;
    fn finish(self: Box<Self>) -> Result<()>;
}

fn writer<'a>(
    format: Format,
    columns: &[Column],
    output: &'a mut (dyn Write + Send),
) -> Result<Box<dyn TableWriter + 'a>> {
    match format {
        Format::Parquet => {
            let parquet = ParquetWriter::new(columns, output)?;
            Ok(Box::new(parquet))
        }
        Format::Csv => {
            let mut csv = csv::Writer::from_writer(output);
            let names = columns.iter().map(|column| column.name.as_str());
            csv.write_record(names).map_err(table_error)?;
            Ok(Box::new(CsvWriter { csv }))
        }
    }
}

struct CsvWriter<'a> {
    csv: csv::Writer<&'a mut (dyn Write + Send)>,
}

impl TableWriter for CsvWriter<'_> {
    fn push(&mut self, cells: Vec<Cell>) -> Result<()> {
        let fields = cells.into_iter().map(field);
        self.csv.write_record(fields).map_err(table_error)
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        self.csv.flush().map_err(table_error)
    }
}

fn field(cell: Cell) -> String {
    let text = match cell {
        Cell::Text(text) => text,
        Cell::Whole(number) => number.map(|number| number.to_string()),
        Cell::Double(number) => number.map(|number| format!("{number:?}")),
    };
    text.unwrap_or_default()
}

fn table_error(error: impl std::fmt::Display) -> SweepError {
    SweepError::Table {
        name: "the table".to_owned(),
        what: error.to_string(),
    }
}
