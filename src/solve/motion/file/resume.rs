//! A run that goes on where its file ends.

use super::error::FileError;
use super::form::Form;
use super::reader::RunReader;
use super::writer::RunWriter;
use crate::run::Simulation;
use std::io::BufRead;
use zwang_certificate::run::{self, Header, Pair, Record, write_header};

/// How many records are kept: those that [`Simulation::resumed_after`] wants, and one before.
const LAST: usize = 4;

/// Reads what is there of the run of a simulation, hands on each record, and leaves the file ready
/// for the next one: with its header, and without the torn rest of a line. Returns the last
/// records, as [`Simulation::resumed_after`] wants them, and one before.
///
/// Nothing is checked here but what `is_sound` makes of these: it tells why the last of them does
/// not follow from the others, before the file is touched.
///
/// # Errors
/// [`FileError`] if the file holds another run, or more than `most` steps, or a last step that is
/// not sound, or cannot be read or written.
pub fn resume(
    file: &mut RunWriter,
    simulation: &Simulation,
    most: u64,
    on_record: impl FnMut(&Record),
    is_sound: impl FnOnce(&[Record]) -> Result<(), String>,
) -> Result<Vec<Record>, FileError> {
    let header = simulation.header();
    let mut found = Found::default();
    if let Some(reader) = file.reader() {
        let form = Form {
            bodies: simulation.placements().len(),
            on_grid: header.grid.is_some(),
        };
        found = read(reader, file.name(), &header, &form, most, on_record)?;
    }
    is_sound(&found.last).map_err(|why| FileError::Unsound {
        name: file.name().to_owned(),
        step: found.steps,
        why,
    })?;
    file.go_on_after(found.steps, found.bytes)?;
    if found.bytes == 0 {
        let line = write_header(&header);
        run::read_header(&line).map_err(FileError::Header)?;
        file.begin(&line)?;
    }
    Ok(found.last)
}

/// The complete lines of a run file.
#[derive(Default)]
struct Found {
    steps: u64,
    last: Vec<Record>,
    /// Bytes of all lines.
    bytes: u64,
}

fn read(
    mut reader: RunReader<impl BufRead>,
    name: &str,
    header: &Header,
    form: &Form,
    most: u64,
    mut on_record: impl FnMut(&Record),
) -> Result<Found, FileError> {
    let mut found = Found::default();
    let Some(there) = reader.header()? else {
        if write_header(header).as_bytes().starts_with(reader.torn()) {
            return Ok(found);
        }
        return Err(FileError::OtherBeginning {
            name: name.to_owned(),
        });
    };
    require_same(name, &there, header)?;
    while let Some(record) = reader.next_of_form(form)? {
        if record.k > most {
            return Err(FileError::TooManySteps {
                name: name.to_owned(),
                step: record.k,
                most,
            });
        }
        on_record(&record);
        found.steps = record.k;
        if found.last.len() == LAST {
            found.last.remove(0);
        }
        found.last.push(record);
    }
    found.bytes = reader.complete_bytes();
    Ok(found)
}

/// How a thing of a header is told.
type Told = fn(&Header) -> String;

/// Makes sure that two headers do not differ; the first difference is told in words.
fn require_same(name: &str, there: &Header, asked: &Header) -> Result<(), FileError> {
    let things: [(&'static str, Told); 8] = [
        ("format", |header| header.format.name().to_owned()),
        ("scene digest", |header| header.scene.clone()),
        ("time step", |header| format!("{} s", header.step)),
        ("grid", grid),
        ("coefficient of restitution", |header| {
            header.restitution.to_string()
        }),
        ("restitution of pairs", |header| pairs(&header.pairs)),
        ("--corner", |header| header.corner.word().to_owned()),
        ("program", |header| header.program.clone()),
    ];
    for (what, told) in things {
        let [found, expected] = [told(there), told(asked)];
        if found != expected {
            return Err(FileError::OtherRun {
                name: name.to_owned(),
                what,
                found,
                expected,
            });
        }
    }
    Ok(())
}

fn grid(header: &Header) -> String {
    match header.grid {
        None => "none (--exact)".to_owned(),
        Some(digits) => format!("2^-{digits}"),
    }
}

fn pairs(pairs: &[Pair]) -> String {
    let mut told = Vec::new();
    for Pair {
        restitution,
        bodies: [one, other],
    } in pairs
    {
        told.push(format!("{restitution} of bodies {one} and {other}"));
    }
    match told.is_empty() {
        true => "none".to_owned(),
        false => told.join(", "),
    }
}
