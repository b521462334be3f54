//! The lines of a run, read one after the other.

use super::error::RunError;
use std::io::{BufRead, Read};
use zwang_certificate::run2::LONGEST_LINE;

pub(super) struct Lines<'a, R> {
    run: &'a mut R,
    /// How many lines were read.
    count: u64,
}

impl<'a, R: BufRead> Lines<'a, R> {
    pub(super) fn new(run: &'a mut R) -> Self {
        Self { run, count: 0 }
    }

    /// How many lines were read.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The next line without its end; `None` at the end of the file.
    pub(super) fn next(&mut self) -> Result<Option<String>, RunError> {
        let mut bytes = Vec::new();
        self.run
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes)
            .map_err(RunError::Unreadable)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.count = self.count.saturating_add(1);
        if bytes.pop() != Some(b'\n') {
            let length = bytes.len().saturating_add(1);
            let found = match length as u64 >= LONGEST_LINE {
                true => format!("more than {length} bytes"),
                false => format!("a line cut off after {length} bytes"),
            };
            let expected = "a line that ends with a line end";
            return Err(RunError::broken(self.count, found, expected));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(text)),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let found = format!("no UTF-8 after byte {valid}");
                Err(RunError::broken(self.count, found, "text in UTF-8"))
            }
        }
    }
}
