//! What a run file holds already.

use super::super::run_reader::{Form, RunReader};
use super::super::run_writer::RunWriter;
use super::summary::Summary;
use anyhow::{Result, bail};
use std::io::BufRead;
use zwang_certificate::run::{Header, Pair, Record, write_header};

/// So many records before a step are all that it depends on.
const MEMORY: usize = 3;

/// The complete lines of a run file.
#[derive(Default)]
pub struct Found {
    /// Of all steps.
    pub summary: Summary,
    /// The last steps.
    pub last: Vec<Record>,
    /// Bytes of all lines.
    pub bytes: u64,
}

/// Reads what is there of the run that this header begins; nothing if the file is new.
///
/// # Errors
/// If the file holds another run, or has more steps than are wanted.
pub fn read(file: &RunWriter, header: &Header, bodies: usize, steps: u64) -> Result<Found> {
    match file.reader() {
        Some(reader) => read_from(reader, file.name(), header, bodies, steps),
        None => Ok(Found::default()),
    }
}

fn read_from(
    mut reader: RunReader<impl BufRead>,
    name: &str,
    header: &Header,
    bodies: usize,
    steps: u64,
) -> Result<Found> {
    let mut found = Found::default();
    let Some(there) = reader.header()? else {
        if !write_header(header).as_bytes().starts_with(reader.torn()) {
            bail!(
                "{name}: found another beginning than that of this run; expected --force to replace it"
            );
        }
        return Ok(found);
    };
    if let Some((what, there, asked)) = difference(&there, header) {
        bail!("{name}: found a run whose {what} is {there}; expected {asked} to resume it");
    }
    let form = Form {
        bodies,
        on_grid: header.grid.is_some(),
    };
    while let Some(record) = reader.record(&form)? {
        if record.k > steps {
            bail!(
                "{name}: found step {}; expected at most {steps}, as --steps says",
                record.k
            );
        }
        found.summary.add(&record);
        if found.last.len() == MEMORY {
            found.last.remove(0);
        }
        found.last.push(record);
    }
    found.bytes = reader.complete_bytes();
    Ok(found)
}

/// The first thing in which two headers differ, in words: what, and how it is in either.
fn difference(there: &Header, asked: &Header) -> Option<(&'static str, String, String)> {
    type Told = fn(&Header) -> String;
    let things: [(&str, Told); 7] = [
        ("scene digest", |header| header.scene.clone()),
        ("time step", |header| format!("{} s", header.step)),
        ("grid", |header| {
            header
                .grid
                .map_or("none (--exact)".to_owned(), |digits| format!("2^-{digits}"))
        }),
        ("coefficient of restitution", |header| {
            header.restitution.to_string()
        }),
        ("restitution of pairs", |header| pairs(&header.pairs)),
        ("--corner", |header| header.corner.word().to_owned()),
        ("program", |header| header.program.clone()),
    ];
    things
        .iter()
        .map(|(what, told)| (*what, told(there), told(asked)))
        .find(|(_, there, asked)| there != asked)
}

fn pairs(pairs: &[Pair]) -> String {
    let pair = |pair: &Pair| {
        format!(
            "{} of bodies {} and {}",
            pair.restitution, pair.bodies[0], pair.bodies[1]
        )
    };
    if pairs.is_empty() {
        "none".to_owned()
    } else {
        pairs.iter().map(pair).collect::<Vec<_>>().join(", ")
    }
}
