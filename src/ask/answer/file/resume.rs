//! A run that goes on where its file ends.

use super::error::FileError;
use super::form::Form;
use super::reader::RunReader;
use super::writer::RunWriter;
use crate::record::{RunHeader, RunRecord};
use crate::simulation::Simulation;
use std::io::BufRead;
use zwang_certificate::run2::BigRational;
use zwang_law::MEMORY;

/// How many records are kept at least: those that [`Simulation::resumed_after`] wants, and one
/// before.
const LAST: usize = 4;

/// Drops the first records, as far as [`Simulation::resumed_after`] does not want them.
fn trim(records: &mut Vec<RunRecord>) {
    let Some(last) = records.last() else {
        return;
    };
    let wanted = last.k() - last.k() % MEMORY;
    let mut first = 0;
    while records.len() - first > LAST && records[first].k() < wanted {
        first += 1;
    }
    records.drain(..first);
}

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
    on_record: impl FnMut(&RunRecord),
    is_sound: impl FnOnce(&[RunRecord]) -> Result<(), String>,
) -> Result<Vec<RunRecord>, FileError> {
    let header = simulation.header();
    let mut found = Found::default();
    if let Some(reader) = file.reader() {
        let form = Form::new(simulation.scene());
        found = read(reader, file.name(), &header, &form, most, on_record)?;
    }
    is_sound(&found.last).map_err(|why| FileError::Unsound {
        name: file.name().to_owned(),
        step: found.steps,
        why,
    })?;
    file.go_on_after(found.steps, found.bytes)?;
    if found.bytes == 0 {
        let line = header.line();
        RunHeader::read(&line).map_err(FileError::Header)?;
        file.begin(&line)?;
    }
    Ok(found.last)
}

/// The complete lines of a run file.
#[derive(Default)]
struct Found {
    steps: u64,
    last: Vec<RunRecord>,
    /// Bytes of all lines.
    bytes: u64,
}

fn read(
    mut reader: RunReader<impl BufRead>,
    name: &str,
    header: &RunHeader,
    form: &Form,
    most: u64,
    mut on_record: impl FnMut(&RunRecord),
) -> Result<Found, FileError> {
    let mut found = Found::default();
    let Some(there) = reader.header()? else {
        if header.line().as_bytes().starts_with(reader.torn()) {
            return Ok(found);
        }
        return Err(FileError::OtherBeginning {
            name: name.to_owned(),
        });
    };
    require_same(name, &there, header)?;
    while let Some(record) = reader.next_of_form(form)? {
        if record.k() > most {
            return Err(FileError::TooManySteps {
                name: name.to_owned(),
                step: record.k(),
                most,
            });
        }
        on_record(&record);
        found.steps = record.k();
        found.last.push(record);
        trim(&mut found.last);
    }
    found.bytes = reader.complete_bytes();
    Ok(found)
}

/// Makes sure that two headers do not differ; the first difference is told in words.
fn require_same(name: &str, there: &RunHeader, asked: &RunHeader) -> Result<(), FileError> {
    for (what, found, expected) in differences(there, asked) {
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

/// The headings and values of two headers, thing by thing.
fn differences(there: &RunHeader, asked: &RunHeader) -> Vec<(&'static str, String, String)> {
    let [there, asked] = [there, asked].map(|RunHeader(header)| {
        [
            ("scene digest", header.scene.clone()),
            ("time step", format!("{} s", header.step)),
            ("grid", format!("2^-{}", header.grid)),
            ("size of touch", format!("{} m", header.touch)),
            ("largest radius", header.radius.to_string()),
            ("coefficient of restitution", header.restitution.to_string()),
            ("restitution of pairs", told_pairs(&header.pairs)),
            ("rounds of impacts", header.rounds.to_string()),
            ("program", header.program.clone()),
        ]
    });
    let mut things = Vec::new();
    for ((what, found), (_, expected)) in there.into_iter().zip(asked) {
        things.push((what, found, expected));
    }
    things
}

fn told_pairs(pairs: &[([usize; 2], BigRational)]) -> String {
    let mut told = Vec::new();
    for ([one, other], restitution) in pairs {
        told.push(format!("{restitution} of bodies {one} and {other}"));
    }
    match told.is_empty() {
        true => "none".to_owned(),
        false => told.join(", "),
    }
}
