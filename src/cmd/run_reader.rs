//! Run files read line by line: a step is forgotten before the next one is read, so that a run may
//! be longer than memory.
//!
//! A program that is killed while it writes leaves a file whose last line may be torn. A line
//! counts if its line end is there.

use super::console;
use super::file::plain;
use anyhow::{Result, anyhow, bail};
use num_bigint::BigInt;
use std::collections::VecDeque;
use std::io::{BufRead, Read};
use zwang_certificate::run::{self, Header, LONGEST_LINE, Placement, Record};

/// How a run of a scheme for comparison begins.
const COMPARISON: &[u8] = b"{\"format\":\"zwang-comparison-";

/// A run file on its way through memory.
pub struct RunReader<R> {
    input: R,
    name: String,
    /// The line being read.
    line: Vec<u8>,
    /// Lines read.
    lines: u64,
    /// Bytes of these lines.
    bytes: u64,
}

impl<R: BufRead> RunReader<R> {
    /// At the beginning of a run that errors call `name`.
    pub fn new(input: R, name: &str) -> Self {
        Self {
            input,
            name: name.to_owned(),
            line: Vec::new(),
            lines: 0,
            bytes: 0,
        }
    }

    /// The first line, or `None` if it is not complete.
    ///
    /// # Errors
    /// If the line cannot be read, or is not that of a run.
    pub fn header(&mut self) -> Result<Option<Header>> {
        if !self.next_line()? {
            return Ok(None);
        }
        if self.line.starts_with(COMPARISON) {
            return Err(
                self.wrong(&"found a run of a scheme for comparison, which is not certified; expected a certified run")
            );
        }
        run::read_header(self.text()?)
            .map(Some)
            .map_err(|error| self.wrong(&error))
    }

    /// The next step, or `None` after the last complete one.
    ///
    /// # Errors
    /// If the line cannot be read, is not that of the next step, or tells a state without the form
    /// of the scene's.
    pub fn record(&mut self, form: &Form) -> Result<Option<Record>> {
        if self.next_line()? {
            self.read(form).map(Some)
        } else {
            Ok(None)
        }
    }

    /// The last three steps up to this one, or up to the end of the run; all of them if there are
    /// fewer. Lines before them are not read as steps.
    ///
    /// # Errors
    /// As [`Self::record`].
    pub fn last_records(&mut self, form: &Form, until: u64) -> Result<Vec<Record>> {
        let mut lines: VecDeque<(u64, Vec<u8>)> = VecDeque::new();
        while self.lines <= until && self.next_line()? {
            if lines.len() == 3 {
                lines.pop_front();
            }
            lines.push_back((self.lines, std::mem::take(&mut self.line)));
        }
        let rest = (self.lines, std::mem::take(&mut self.line));
        let mut records = Vec::new();
        for (number, line) in lines {
            (self.lines, self.line) = (number, line);
            records.push(self.read(form)?);
        }
        (self.lines, self.line) = rest;
        Ok(records)
    }

    /// The line as that of the step whose turn it is.
    fn read(&self, form: &Form) -> Result<Record> {
        let record = run::read_record(self.text()?).map_err(|error| self.wrong(&error))?;
        let expected = self.lines - 1;
        if record.k != expected {
            return Err(self.wrong(&format!(
                "found step {}, expected step {expected}",
                record.k
            )));
        }
        form.check(&record).map_err(|error| self.wrong(&error))?;
        Ok(record)
    }

    /// The next line as it is, without its end, or `None` after the last complete one.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn line(&mut self) -> Result<Option<&str>> {
        if self.next_line()? {
            self.text().map(Some)
        } else {
            Ok(None)
        }
    }

    /// Bytes of the complete lines that have been read.
    pub fn complete_bytes(&self) -> u64 {
        self.bytes
    }

    /// What follows the last complete line; empty while there may be more lines.
    pub fn torn(&self) -> &[u8] {
        if self.line.ends_with(b"\n") {
            &[]
        } else {
            &self.line
        }
    }

    /// Reads a line, unless it is torn.
    fn next_line(&mut self) -> Result<bool> {
        self.line.clear();
        let limited = (&mut self.input)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut self.line);
        let length = limited.map_err(|error| anyhow!("{}: {}", self.name, plain(&error)))? as u64;
        let is_complete = self.line.ends_with(b"\n");
        if !is_complete && length == LONGEST_LINE {
            bail!(
                "{}: line {}: found more than {LONGEST_LINE} bytes; expected a run",
                self.name,
                self.lines + 1
            );
        }
        if is_complete {
            self.lines += 1;
            self.bytes += length;
        }
        Ok(is_complete)
    }

    /// The line without its end.
    fn text(&self) -> Result<&str> {
        let line = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        std::str::from_utf8(line)
            .map_err(|_| self.wrong(&"found a byte that is not UTF-8, expected a run"))
    }

    fn wrong(&self, what: &dyn std::fmt::Display) -> anyhow::Error {
        anyhow!(
            "{}: line {}: {}",
            self.name,
            self.lines,
            console::one_line(&what.to_string())
        )
    }
}

/// What the states of a run look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// Free bodies of the scene.
    pub bodies: usize,
    /// Whether the run is on a grid.
    pub on_grid: bool,
}

impl Form {
    fn check(&self, record: &Record) -> Result<(), String> {
        let found = record.state.len();
        if found != self.bodies {
            return Err(format!(
                "found the state of {found} bodies, expected {}, as the scene has",
                self.bodies
            ));
        }
        let zero = BigInt::ZERO;
        for (body, placement) in record.state.iter().enumerate() {
            match placement {
                Placement::Grid { .. } if self.on_grid => (),
                Placement::Exact { rotation, .. } if !self.on_grid => {
                    if rotation.iter().all(|part| *part.numer() == zero) {
                        return Err(format!(
                            "found the rotation 0 of free body {body}, expected another number"
                        ));
                    }
                }
                _ => {
                    let kind = if self.on_grid {
                        "on a grid"
                    } else {
                        "in an exact run"
                    };
                    return Err(format!(
                        "found another kind of rotation of free body {body}, expected one {kind}"
                    ));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zwang_certificate::run::{BigRational, CornerRule, Facts, write_header, write_record};

    const FORM: Form = Form {
        bodies: 1,
        on_grid: true,
    };

    fn whole(value: i64) -> BigRational {
        BigRational::from_integer(value.into())
    }

    fn header() -> Header {
        let (step, restitution) = (whole(1), whole(0));
        let (scene, program) = ("ab".to_owned(), "zwang".to_owned());
        Header {
            scene,
            step,
            grid: Some(1),
            restitution,
            pairs: Vec::new(),
            corner: CornerRule::Stop,
            program,
        }
    }

    fn record(k: u64, state: Vec<Placement>) -> Record {
        let [penetration, pin_drift, kinetic, potential] = [0; 4].map(whole);
        let [angular_momentum, impact_kinetic] = [0; 2].map(whole);
        let facts = Facts {
            bits: 0,
            penetration,
            pin_drift,
            kinetic,
            potential,
            momentum: [0; 2].map(whole),
            angular_momentum,
            impact_kinetic,
            free: Vec::new(),
            made: Vec::new(),
            lost: Vec::new(),
            impacts: Vec::new(),
        };
        Record {
            k,
            impact: None,
            rows: Vec::new(),
            corners: Vec::new(),
            groups: Vec::new(),
            state,
            facts,
        }
    }

    fn placed() -> Vec<Placement> {
        vec![Placement::Grid {
            position: [0, 1].map(whole),
            quarter: 0,
            tangent: whole(0),
        }]
    }

    fn text(records: &[Record]) -> String {
        let lines = records.iter().map(write_record);
        [write_header(&header())]
            .into_iter()
            .chain(lines)
            .map(|line| line + "\n")
            .collect()
    }

    /// All steps of a text, and what is left of it.
    fn read(text: &str) -> Result<(Vec<Record>, u64, Vec<u8>)> {
        let mut reader = RunReader::new(text.as_bytes(), "run");
        let mut records = Vec::new();
        if reader.header()?.is_some() {
            while let Some(record) = reader.record(&FORM)? {
                records.push(record);
            }
        }
        Ok((records, reader.complete_bytes(), reader.torn().to_vec()))
    }

    #[test]
    fn wherever_a_run_is_torn_the_complete_steps_are_read() {
        let records = [1, 2, 3].map(|k| record(k, placed()));
        let whole = text(&records);
        for length in 0..=whole.len() {
            let cut = &whole[..length];
            let complete = cut.rfind('\n').map_or(0, |end| end + 1);
            let (found, bytes, torn) = read(cut).unwrap();
            assert_eq!(
                found,
                records[..cut.matches('\n').count().saturating_sub(1)]
            );
            assert_eq!(
                (bytes as usize, torn.as_slice()),
                (complete, &cut.as_bytes()[complete..])
            );
        }
    }

    #[test]
    fn the_last_three_steps_are_those_that_reading_all_ends_with() {
        let records: Vec<Record> = (1..=5).map(|k| record(k, placed())).collect();
        for until in 0..=7_u64 {
            let text = text(&records);
            let mut reader = RunReader::new(text.as_bytes(), "run");
            reader.header().unwrap();
            let last = usize::try_from(until).unwrap().min(records.len());
            assert_eq!(
                reader.last_records(&FORM, until).unwrap(),
                records[last.saturating_sub(3)..last]
            );
        }
        let broken = text(&records).replace("{\"k\":4", "{\"k\":9");
        let mut reader = RunReader::new(broken.as_bytes(), "run");
        reader.header().unwrap();
        let error = reader.last_records(&FORM, 5).unwrap_err().to_string();
        assert_eq!(error, "run: line 5: found step 9, expected step 4");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let exact = |rotation: [i64; 2]| {
            vec![Placement::Exact {
                position: [0, 1].map(whole),
                rotation: rotation.map(whole),
            }]
        };
        for (records, words) in [
            (
                vec![record(2, placed())],
                "run: line 2: found step 2, expected step 1",
            ),
            (
                vec![record(1, placed()), record(1, placed())],
                "run: line 3: found step 1, expected step 2",
            ),
            (
                vec![record(1, Vec::new())],
                "run: line 2: found the state of 0 bodies, expected 1, as the scene has",
            ),
            (
                vec![record(1, exact([1, 0]))],
                "run: line 2: found another kind of rotation of free body 0, expected one on a grid",
            ),
        ] {
            assert_eq!(read(&text(&records)).unwrap_err().to_string(), words);
        }
        let off_grid = Form {
            bodies: 1,
            on_grid: false,
        };
        assert_eq!(off_grid.check(&record(1, exact([0, 1]))), Ok(()));
        assert!(
            off_grid
                .check(&record(1, exact([0, 0])))
                .unwrap_err()
                .contains("rotation 0")
        );
        assert!(
            off_grid
                .check(&record(1, placed()))
                .unwrap_err()
                .contains("in an exact run")
        );
    }
}
