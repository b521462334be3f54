//! A table of the file, opened at a place of the scene.

use super::field::Field;
use crate::text::document::{Entry, Value};
use crate::text::error::{Fault, Result, SceneError, excerpt};

/// A table and its place.
pub struct Table<'a> {
    field: &'a Field<'a>,
    entries: &'a [Entry],
}

impl<'a> Table<'a> {
    /// Opens a value as a table.
    pub fn of(field: &'a Field<'a>) -> Result<Self> {
        match &field.node.value {
            Value::Table(entries) => Ok(Self { field, entries }),
            _ => Err(field.unexpected("a table of keys and values")),
        }
    }

    /// Refuses keys other than these.
    pub fn refuse_unknown(&self, keys: &[&'static str]) -> Result<()> {
        for entry in self.entries {
            if !keys.contains(&entry.key.as_str()) {
                let fault = Fault::UnknownKey {
                    key: excerpt(&entry.key),
                    known: keys.to_vec(),
                };
                return Err(self.error(entry.line, fault));
            }
        }
        Ok(())
    }

    /// The line where the table begins.
    pub const fn line(&self) -> usize {
        self.field.node.line
    }

    /// The line of a key, if it is there.
    pub fn line_of(&self, key: &str) -> Option<usize> {
        let entry = self.field.node.entry(key)?;
        Some(entry.line)
    }

    /// Reads what stands behind a key, if it is there.
    pub fn optional<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(&Field) -> Result<T>,
    ) -> Result<Option<T>> {
        match self.field.node.entry(key) {
            Some(entry) => {
                let field = self.field.entry(key, &entry.node);
                let value = read(&field)?;
                Ok(Some(value))
            }
            None => Ok(None),
        }
    }

    /// Reads what stands behind a key that must be there.
    pub fn required<T>(
        &self,
        key: &'static str,
        expected: &str,
        read: impl FnOnce(&Field) -> Result<T>,
    ) -> Result<T> {
        match self.optional(key, read)? {
            Some(value) => Ok(value),
            None => {
                let line = self.field.node.line;
                Err(self.missing(line, key, expected))
            }
        }
    }

    /// The error that a key is not there, in the line that asks for it.
    pub fn missing(&self, line: usize, key: &'static str, expected: &str) -> SceneError {
        let fault = Fault::Missing {
            key,
            expected: expected.to_owned(),
        };
        self.error(line, fault)
    }

    /// Refuses the key beside the other one.
    pub fn refuse_beside(
        &self,
        key: &'static str,
        other: &'static str,
        expected: &'static str,
    ) -> Result<()> {
        let Some(line) = self.line_of(key) else {
            return Ok(());
        };
        let fault = Fault::Conflict {
            key,
            other,
            expected,
        };
        Err(self.error(line, fault))
    }

    fn error(&self, line: usize, fault: Fault) -> SceneError {
        self.field.place.error(line, fault)
    }
}
