//! A run that goes on where its file ends.

use super::error::FileError;
use super::form::Form;
use super::reader::RunReader;
use super::writer::RunWriter;
use crate::record::{RunHeader, RunRecord};
use crate::simulation::Simulation;
use std::io::BufRead;
use zwang_certificate::run::{BigRational, Pair};
use zwang_law::MEMORY;

/// How many records are kept at least: those that [`Simulation::resumed_after`] wants, and one
/// before.
const LAST: usize = 4;

/// Drops the first records, as far as [`Simulation::resumed_after`] does not want them.
fn trim(records: &mut Vec<RunRecord>) {
    let Some(last) = records.last() else {
        return;
    };
    let wanted = match last {
        RunRecord::First(_) => last.k(),
        RunRecord::Second(_) => last.k() - last.k() % MEMORY,
    };
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
        let form = Form::new(simulation.scene(), &header);
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

/// What two headers say, thing by thing.
fn differences(there: &RunHeader, asked: &RunHeader) -> Vec<(&'static str, String, String)> {
    let mut things = Vec::new();
    let [found, expected] = [there, asked].map(|header| header.format().name().to_owned());
    things.push(("format", found, expected));
    let [found, expected] = [there, asked].map(|header| header.scene().to_owned());
    things.push(("scene digest", found, expected));
    let [found, expected] = [there, asked].map(|header| format!("{} s", header.step()));
    things.push(("time step", found, expected));
    let [found, expected] = [there, asked].map(grid);
    things.push(("grid", found, expected));
    match (there, asked) {
        (RunHeader::First(there), RunHeader::First(asked)) => {
            let [found, expected] = [there, asked].map(|header| header.restitution.to_string());
            things.push(("coefficient of restitution", found, expected));
            let [found, expected] = [there, asked].map(|header| pairs(&header.pairs));
            things.push(("restitution of pairs", found, expected));
            let [found, expected] = [there, asked].map(|header| header.corner.word().to_owned());
            things.push(("--corner", found, expected));
        }
        (RunHeader::Second(there), RunHeader::Second(asked)) => {
            let [found, expected] = [there, asked].map(|header| format!("{} m", header.touch));
            things.push(("size of touch", found, expected));
            let [found, expected] = [there, asked].map(|header| header.radius.to_string());
            things.push(("largest radius", found, expected));
            let [found, expected] = [there, asked].map(|header| header.restitution.to_string());
            things.push(("coefficient of restitution", found, expected));
            let [found, expected] = [there, asked].map(|header| told_pairs(&header.pairs));
            things.push(("restitution of pairs", found, expected));
            let [found, expected] = [there, asked].map(|header| header.rounds.to_string());
            things.push(("rounds of impacts", found, expected));
        }
        _ => {}
    }
    let [found, expected] = [there, asked].map(|header| header.program().to_owned());
    things.push(("program", found, expected));
    things
}

fn grid(header: &RunHeader) -> String {
    match header.grid() {
        None => "none (--exact)".to_owned(),
        Some(digits) => format!("2^-{digits}"),
    }
}

fn pairs(pairs: &[Pair]) -> String {
    let pairs = pairs.iter();
    let pairs: Vec<_> = pairs
        .map(|pair| (pair.bodies, pair.restitution.clone()))
        .collect();
    told_pairs(&pairs)
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
