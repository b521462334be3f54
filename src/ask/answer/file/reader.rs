//! Run files read line by line: a step is forgotten before the next one is read, so that a run may
//! be longer than memory.

use super::error::FileError;
use super::form::Form;
use crate::record::{RunHeader, RunRecord};
use std::collections::VecDeque;
use std::io::{BufRead, Read};
use zwang_certificate::run2::{Kind, LONGEST_LINE, space};

/// The last records of a run are all that its next step depends on; so many of them.
pub(crate) const MEMORY: usize = 3;

/// A run file that is read line by line. After the header it is an iterator of records, which are
/// those that the file has and need not be true.
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
    /// [`FileError`] if the line cannot be read, or is not that of a run.
    pub fn header(&mut self) -> Result<Option<RunHeader>, FileError> {
        if !self.next_line()? {
            return Ok(None);
        }
        if Kind::of(&self.line) == Kind::Comparison {
            return Err(self.wrong(
                "found a run of a scheme for comparison, which is not certified; \
                 expected a certified run",
            ));
        }
        if Kind::of(&self.line) == Kind::OtherRun {
            return Err(self.wrong(Kind::OTHER));
        }
        let header = RunHeader::read(self.text()?).map_err(|error| self.wrong(error))?;
        Ok(Some(header))
    }

    /// The first line.
    ///
    /// # Errors
    /// [`FileError`] if the line cannot be read, is not complete, or is not that of a run.
    pub fn require_header(&mut self) -> Result<RunHeader, FileError> {
        match self.header()? {
            Some(header) => Ok(header),
            None => Err(FileError::Line {
                name: self.name.clone(),
                line: 1,
                what: "found no line end; expected a run".to_owned(),
            }),
        }
    }

    /// The next record, which is that of the next step and tells a state of this form; `None` after
    /// the last complete line. Nothing else of it is checked.
    ///
    /// # Errors
    /// [`FileError`] if the line cannot be read, or is not that of such a step.
    pub fn next_of_form(&mut self, form: &Form) -> Result<Option<RunRecord>, FileError> {
        if !self.next_line()? {
            return Ok(None);
        }
        let record = self.read()?;
        form.check(&self.name, self.lines, &record)?;
        Ok(Some(record))
    }

    /// The last three steps up to this one, or up to the end of the run; all of them if there are
    /// fewer. Lines before them are not read as steps.
    ///
    /// # Errors
    /// Does the same as [`Self::next_of_form`].
    pub fn last_of_form(&mut self, form: &Form, until: u64) -> Result<Vec<RunRecord>, FileError> {
        let mut lines: VecDeque<(u64, Vec<u8>)> = VecDeque::new();
        while self.lines <= until && self.next_line()? {
            if lines.len() == MEMORY {
                lines.pop_front();
            }
            lines.push_back((self.lines, std::mem::take(&mut self.line)));
        }
        let rest = (self.lines, std::mem::take(&mut self.line));
        let mut records = Vec::new();
        for (number, line) in lines {
            (self.lines, self.line) = (number, line);
            let record = self.read()?;
            form.check(&self.name, number, &record)?;
            records.push(record);
        }
        (self.lines, self.line) = rest;
        Ok(records)
    }

    /// The next record of a run in space; `None` after the last complete line. Nothing of it is
    /// checked.
    ///
    /// # Errors
    /// [`FileError`] if the line cannot be read, or is not that of a step in space.
    pub fn next_in_space(&mut self) -> Result<Option<space::Record>, FileError> {
        if !self.next_line()? {
            return Ok(None);
        }
        let record = space::read_record(self.text()?);
        record.map(Some).map_err(|error| self.wrong(error))
    }

    /// The line as a step.
    fn read(&self) -> Result<RunRecord, FileError> {
        RunRecord::read(self.text()?).map_err(|error| self.wrong(error))
    }

    /// The next line as it is, without its end, or `None` after the last complete one.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be read.
    pub fn line(&mut self) -> Result<Option<&str>, FileError> {
        if self.next_line()? {
            self.text().map(Some)
        } else {
            Ok(None)
        }
    }

    /// The line that was read last, without its end.
    pub(super) fn last_line(&self) -> Result<&str, FileError> {
        self.text()
    }

    /// That nothing follows the last complete line, once that has been read.
    ///
    /// # Errors
    /// [`FileError`] if the file ends within a line.
    pub fn require_end(&self) -> Result<(), FileError> {
        let torn = self.torn().len();
        if torn == 0 {
            return Ok(());
        }
        Err(FileError::Line {
            name: self.name.clone(),
            line: self.lines + 1,
            what: format!("found a line cut off after {torn} bytes, expected a line end"),
        })
    }

    /// The input that it reads.
    pub fn into_input(self) -> R {
        self.input
    }

    /// How many lines have been read.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Bytes of the complete lines that have been read.
    pub fn complete_bytes(&self) -> u64 {
        self.bytes
    }

    /// The text behind the last complete line; empty while there may be more lines.
    pub fn torn(&self) -> &[u8] {
        if self.line.ends_with(b"\n") {
            &[]
        } else {
            &self.line
        }
    }

    /// Reads a line, unless it is torn.
    fn next_line(&mut self) -> Result<bool, FileError> {
        self.line.clear();
        let length = (&mut self.input)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut self.line)
            .map_err(|error| FileError::System {
                name: self.name.clone(),
                error,
            })? as u64;
        let is_complete = self.line.ends_with(b"\n");
        if !is_complete && length == LONGEST_LINE {
            return Err(FileError::Line {
                name: self.name.clone(),
                line: self.lines + 1,
                what: format!("found more than {LONGEST_LINE} bytes; expected a run"),
            });
        }
        if is_complete {
            self.lines += 1;
            self.bytes += length;
        }
        Ok(is_complete)
    }

    /// The line without its end.
    fn text(&self) -> Result<&str, FileError> {
        let line = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        std::str::from_utf8(line)
            .map_err(|_| self.wrong("found a byte that is not UTF-8, expected a run"))
    }

    fn wrong(&self, what: impl ToString) -> FileError {
        FileError::Line {
            name: self.name.clone(),
            line: self.lines,
            what: what.to_string(),
        }
    }
}

impl<R: BufRead> Iterator for RunReader<R> {
    type Item = Result<RunRecord, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.next_line() {
            Ok(true) => Some(self.read()),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zwang_certificate::run2::{BigRational, BodyState, Header, Record, write_header};

    const FORM: Form = Form { bodies: 1 };

    fn whole(value: i64) -> BigRational {
        BigRational::from_integer(value.into())
    }

    fn header() -> Header {
        let [step, touch, radius, law, restitution] = [1, 1, 0, 0, 0].map(whole);
        Header {
            scene: "ab".to_owned(),
            step,
            grid: 64,
            touch,
            radius,
            law,
            restitution,
            pairs: Vec::new(),
            rounds: 1,
            program: "zwang".to_owned(),
            scene_file: None,
        }
    }

    fn record(k: u64, state: Option<Vec<BodyState>>) -> RunRecord {
        RunRecord(Record {
            k,
            groups: Vec::new(),
            state,
        })
    }

    fn placed() -> Option<Vec<BodyState>> {
        Some(vec![BodyState::default()])
    }

    fn text(records: &[RunRecord]) -> String {
        let lines = records.iter().map(RunRecord::line);
        [write_header(&header())]
            .into_iter()
            .chain(lines)
            .map(|line| line + "\n")
            .collect()
    }

    /// All steps of a text, and what is left of it.
    fn read(text: &str) -> Result<(Vec<RunRecord>, u64, Vec<u8>), FileError> {
        let mut reader = RunReader::new(text.as_bytes(), "run");
        let mut records = Vec::new();
        if reader.header()?.is_some() {
            while let Some(record) = reader.next_of_form(&FORM)? {
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
        let records: Vec<RunRecord> = (1..=5).map(|k| record(k, placed())).collect();
        for until in 0..=7_u64 {
            let text = text(&records);
            let mut reader = RunReader::new(text.as_bytes(), "run");
            reader.header().unwrap();
            let last = usize::try_from(until).unwrap().min(records.len());
            assert_eq!(
                reader.last_of_form(&FORM, until).unwrap(),
                records[last.saturating_sub(3)..last]
            );
        }
        let broken = text(&records).replace("{\"k\":4", "{\"k\":9");
        let mut reader = RunReader::new(broken.as_bytes(), "run");
        reader.header().unwrap();
        let error = reader.last_of_form(&FORM, 5).unwrap_err().to_string();
        assert_eq!(error, "run: line 5: found step 9, expected step 4");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
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
                vec![record(1, Some(Vec::new()))],
                "run: line 2: found the state of 0 bodies, expected 1, as the scene has",
            ),
            (
                vec![record(1, None)],
                "run: line 2: found a step without its state, expected one with `state`",
            ),
        ] {
            assert_eq!(read(&text(&records)).unwrap_err().to_string(), words);
        }
    }
}
