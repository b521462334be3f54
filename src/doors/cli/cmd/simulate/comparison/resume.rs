//! The content that the file of a run for comparison has already.

use anyhow::{Result, anyhow, bail};
use serde_json::Value;
use std::io::BufRead;
use zwang_answer::file::{RunReader, RunWriter};
use zwang_exact::{Rational, Vector};
use zwang_schemes::State;
use zwang_schemes::file::{Header, Record};

/// The content that a file has already.
#[derive(Default)]
pub struct Found {
    /// Bytes of complete lines.
    pub bytes: u64,
    /// The places after the last steps, at most two.
    places: Vec<Vec<Vector>>,
    /// The velocities after the last step, if it has some, m/s.
    velocities: Option<Vec<Vector>>,
}

impl Found {
    /// Reads what is there of the run that this header begins, and tells each record.
    ///
    /// # Errors
    /// If the file holds something else, or more steps than are wanted.
    pub fn read(
        file: &RunWriter,
        header: &Header,
        nodes: usize,
        steps: u64,
        told: impl FnMut(&Record) -> Result<()>,
    ) -> Result<Self> {
        match file.reader() {
            Some(reader) => Self::read_from(
                reader,
                file.name(),
                &header.line()?,
                [nodes as u64, steps],
                told,
            ),
            None => Ok(Self::default()),
        }
    }

    fn read_from(
        mut reader: RunReader<impl BufRead>,
        name: &str,
        header: &str,
        [nodes, steps]: [u64; 2],
        mut told: impl FnMut(&Record) -> Result<()>,
    ) -> Result<Self> {
        let mut found = Self::default();
        match reader.line()?.map(|there| difference(there, header)) {
            None if !header.as_bytes().starts_with(reader.torn()) => {
                bail!(
                    "{name}: found another beginning than that of this run; \
                     expected --force to replace it"
                );
            }
            None => return Ok(found),
            Some(Some(difference)) => bail!("{name}: found a run {difference}"),
            Some(None) => {}
        }
        let mut k = 0;
        while let Some(line) = reader.line()? {
            k += 1;
            if k > steps {
                bail!(
                    "{name}: found step {k}; \
                     expected at most {steps}, as --steps says"
                );
            }
            let record: Record =
                serde_json::from_str(line).map_err(|error| broken(name, k, error))?;
            let places = record.places().map_err(|error| broken(name, k, error))?;
            if record.k != k || places.len() as u64 != nodes {
                let found = format!("found step {} with {} nodes", record.k, places.len());
                let expected = format!("expected step {k} with {nodes}");
                return Err(broken(name, k, format!("{found}; {expected}")));
            }
            let velocities = record.velocities();
            found.velocities = velocities.map_err(|error| broken(name, k, error))?;
            told(&record).map_err(|error| broken(name, k, error))?;
            if found.places.len() == 2 {
                found.places.remove(0);
            }
            found.places.push(places);
        }
        found.bytes = reader.complete_bytes();
        Ok(found)
    }

    /// The last state, given the one that the run began with.
    pub fn state(mut self, start: State, time_step: &Rational) -> State {
        if let Some(velocities) = &self.velocities
            && let Some(current) = self.places.pop()
        {
            return State::with_velocities(current, velocities, time_step);
        }
        let mut places = self.places.into_iter();
        match (places.next(), places.next()) {
            (None, _) => start,
            (Some(current), None) => State {
                previous: start.current,
                current,
            },
            (Some(previous), Some(current)) => State { previous, current },
        }
    }
}

/// The mistake in the line of a step.
fn broken(name: &str, k: u64, error: impl std::fmt::Display) -> anyhow::Error {
    anyhow!("{name}: line {}: {error}", k + 1)
}

/// The first thing in which two headers differ.
fn difference(there: &str, asked: &str) -> Option<String> {
    if there == asked {
        return None;
    }
    let there: Value = serde_json::from_str(there).unwrap_or_default();
    let asked: Value = serde_json::from_str(asked).unwrap_or_default();
    let mut members = asked.as_object()?.iter();
    let differing = members.find(|(key, value)| there.get(key.as_str()) != Some(value));
    Some(match differing {
        Some((key, value)) => match there.get(key.as_str()) {
            Some(found) => format!(
                "whose `{key}` is {found}; \
                 expected {value} to resume it"
            ),
            None => format!(
                "without `{key}`; \
                 expected {value} to resume it"
            ),
        },
        None => "whose header is spelled otherwise; expected --force to replace it".to_owned(),
    })
}
