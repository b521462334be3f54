//! Why a text is no table of a run of the scene.

use crate::decimal;
use malachite::Rational;
use std::error::Error;
use std::fmt;

/// Why a text is no table of a run of the scene: where, what was found, what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableError {
    /// Line of the text, from 1.
    pub line: usize,
    /// The name of the column, if one is to blame.
    pub column: Option<String>,
    /// The value that stands there.
    pub found: String,
    /// The thing that belongs there, or a change to make.
    pub expected: String,
}

impl TableError {
    pub(super) fn new(line: usize, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self {
            line,
            column: None,
            found: found.into(),
            expected: expected.into(),
        }
    }

    pub(super) fn in_column(mut self, column: &str) -> Self {
        self.column = Some(column.to_owned());
        self
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line;
        write!(formatter, "line {line}")?;
        if let Some(column) = &self.column {
            write!(formatter, ": column `{column}`")?;
        }
        let found = printable(&self.found);
        let expected = &self.expected;
        write!(formatter, ": found {found}; expected {expected}")
    }
}

impl Error for TableError {}

/// The beginning of a text, between backquotes.
pub(super) fn quoted(text: &str) -> String {
    let start: String = text.chars().take(40).collect();
    if start.len() < text.len() {
        format!("`{start}…`")
    } else {
        format!("`{start}`")
    }
}

/// The text in one line, without anything that steers a terminal.
fn printable(text: &str) -> String {
    let mut printable = String::new();
    for character in text.chars() {
        if character.is_control() {
            printable.extend(character.escape_debug());
        } else {
            printable.push(character);
        }
    }
    printable
}

/// A number as a short decimal.
pub(super) fn shown(value: &Rational) -> String {
    decimal::short(value)
}
