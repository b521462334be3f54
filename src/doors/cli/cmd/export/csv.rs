//! Tables as CSV (RFC 4180): numbers with as many digits as tell the double, lines that end with a
//! line feed.

use super::super::target::Pieces;
use super::table::Table;
use super::trajectory::{COLUMNS, Row};
use anyhow::Result;
use std::borrow::Cow;

/// A table that is written as CSV.
pub struct CsvTable<'a> {
    output: &'a mut Pieces<'a>,
}

impl<'a> CsvTable<'a> {
    /// The head of the table.
    pub fn new(output: &'a mut Pieces<'a>) -> Result<Self> {
        writeln!(output, "{}", COLUMNS.join(","))?;
        Ok(Self { output })
    }
}

impl Table for CsvTable<'_> {
    fn push(&mut self, row: &Row) -> Result<()> {
        let Row {
            time,
            body,
            values: [x, y, angle, vx, vy, spin],
        } = row;
        let body = field(body);
        Ok(writeln!(
            self.output,
            "{time:?},{body},{x:?},{y:?},{angle:?},{vx:?},{vy:?},{spin:?}"
        )?)
    }

    fn finish(self: Box<Self>) -> Result<()> {
        Ok(())
    }
}

/// A text, between quotation marks if it needs them.
pub fn field(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_are_quoted_where_they_must_be() {
        for (name, expected) in [
            ("brick 1", "brick 1"),
            ("a,b", "\"a,b\""),
            ("5\" slab", "\"5\"\" slab\""),
        ] {
            assert_eq!(super::field(name), expected);
        }
    }
}
