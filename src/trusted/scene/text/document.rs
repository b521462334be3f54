//! The tree of values in a scene file, whichever syntax it is written in.
//!
//! Numbers stay the text that spells them, and every value and key knows its line. A value that a
//! scene cannot contain (dates, null, hexadecimal integers, nesting beyond [`MAX_DEPTH`]) is kept
//! as a description, so that the reader of the tree can say where it was found.

use crate::text::error::excerpt;
use std::fmt::{self, Formatter};

/// Deepest nesting of lists and tables that is kept; a scene file needs 6 levels.
pub const MAX_DEPTH: usize = 16;

/// A value and its line.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its line, counted from 1.
    pub line: usize,
    /// The value that stands there.
    pub value: Value,
}

/// A value of a scene file.
#[derive(Clone, Debug)]
pub enum Value {
    /// A text in quotation marks.
    Text(String),
    /// A number as it is spelled.
    Number(String),
    /// true or false.
    Boolean(bool),
    /// A list.
    List(Vec<Node>),
    /// Entries in file order; keys are unique.
    Table(Vec<Entry>),
    /// A description of what no scene contains.
    Foreign(String),
}

/// A key, its line, and what stands behind it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// The line of the key, counted from 1.
    pub line: usize,
    /// The value behind it.
    pub node: Node,
}

impl Node {
    /// The entry with this key, if this is a table that has one.
    #[must_use]
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        let Value::Table(entries) = &self.value else {
            return None;
        };
        entries.iter().find(|entry| entry.key == key)
    }
}

impl Value {
    /// The value that stands for a list or a table at this depth if it is beyond [`MAX_DEPTH`].
    pub(crate) fn too_deep(depth: usize) -> Option<Self> {
        if depth <= MAX_DEPTH {
            return None;
        }
        let description = format!("a value nested more than {MAX_DEPTH} levels deep");
        Some(Self::Foreign(description))
    }
}

/// Writes its name in "found …".
impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        match self {
            Self::Text(text) => match excerpt(text).as_str() {
                "" => formatter.write_str("an empty text"),
                text => write!(formatter, "the text `{text}`"),
            },
            Self::Number(text) => {
                let text = excerpt(text);
                write!(formatter, "the number {text}")
            }
            Self::Boolean(value) => write!(formatter, "{value}"),
            Self::List(items) => match items.len() {
                0 => formatter.write_str("an empty list"),
                length => write!(formatter, "a list of {length}"),
            },
            Self::Table(_) => formatter.write_str("a table"),
            Self::Foreign(description) => {
                let description = excerpt(description);
                formatter.write_str(&description)
            }
        }
    }
}

/// The beginnings of the lines of a text.
pub struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
    last: usize,
}

impl<'a> Lines<'a> {
    pub fn new(text: &'a str) -> Self {
        let mut starts = vec![0];
        for (offset, byte) in text.bytes().enumerate() {
            if byte == b'\n' {
                starts.push(offset + 1);
            }
        }
        Self {
            text,
            starts,
            last: text.trim_end().len(),
        }
    }

    /// The line of this byte, counted from 1; what lies behind the last character belongs to its
    /// line.
    pub fn at(&self, offset: usize) -> usize {
        let offset = offset.min(self.last);
        self.starts.partition_point(|start| *start <= offset)
    }

    /// The byte at which this line (from 1) begins.
    pub fn start(&self, line: usize) -> usize {
        match self.starts.get(line.saturating_sub(1)) {
            Some(start) => *start,
            None => self.text.len(),
        }
    }

    /// The text at this byte, to the end of its line, as it is named in "found …".
    pub fn found(&self, offset: usize) -> String {
        // A parser may point behind the last character.
        let rest = self.text.get(offset..).unwrap_or("");
        let rest = rest.trim_end();
        match rest.lines().next().map(str::trim) {
            None => "the end of the file".to_owned(),
            Some("") => "the end of the line".to_owned(),
            Some(here) => {
                let here = excerpt(here);
                format!("`{here}`")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_from_one_and_end_with_the_text() {
        let lines = Lines::new("ab\ncd\n\nef\n\n");
        let expected = [1, 1, 1, 2, 2, 2, 3, 4, 4, 4, 4, 4];
        for (offset, line) in expected.into_iter().enumerate() {
            assert_eq!(lines.at(offset), line, "byte {offset}");
        }
        assert_eq!(lines.start(1), 0);
        assert_eq!(lines.start(4), 7);
        assert_eq!(lines.start(99), 11);
        assert_eq!(lines.found(3), "`cd`");
        assert_eq!(lines.found(5), "the end of the line");
        assert_eq!(lines.found(9), "the end of the file");
        let none = Lines::new("");
        assert_eq!(none.at(5), 1);
    }
}
