//! A table of the file, opened at a place of the scene.

use super::place::Place;
use crate::document::{Entry, Node, Value};
use crate::error::{Fault, Result, SceneError, excerpt};

/// A table and its place.
pub struct Table<'a> {
    node: &'a Node,
    entries: &'a [Entry],
    place: &'a Place<'a>,
}

impl<'a> Table<'a> {
    /// Opens a value as a table.
    pub fn of(node: &'a Node, place: &'a Place<'a>) -> Result<Self> {
        match &node.value {
            Value::Table(entries) => Ok(Self {
                node,
                entries,
                place,
            }),
            _ => Err(place.unexpected(node, "a table of keys and values")),
        }
    }

    /// Refuses keys other than these.
    pub fn refuse_unknown(&self, keys: &[&'static str]) -> Result<()> {
        for entry in self.entries {
            if !keys.contains(&entry.key.as_str()) {
                let fault = Fault::UnknownKey {
                    key: excerpt(&entry.key),
                    nearest: nearest(&entry.key, keys.iter().copied()),
                };
                return Err(self.place.error(entry.line, fault));
            }
        }
        Ok(())
    }

    /// The line of a key, if it is there.
    pub fn line_of(&self, key: &str) -> Option<usize> {
        self.node.entry(key).map(|entry| entry.line)
    }

    /// Reads what stands behind a key, if it is there.
    pub fn optional<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(&'a Node, &Place) -> Result<T>,
    ) -> Result<Option<T>> {
        let Some(entry) = self.node.entry(key) else {
            return Ok(None);
        };
        let place = Place::Key(self.place, key);
        read(&entry.node, &place).map(Some)
    }

    /// Reads what stands behind a key that must be there.
    pub fn required<T>(
        &self,
        key: &'static str,
        expected: &str,
        read: impl FnOnce(&'a Node, &Place) -> Result<T>,
    ) -> Result<T> {
        match self.optional(key, read)? {
            Some(value) => Ok(value),
            None => Err(self.missing(self.node.line, key, expected)),
        }
    }

    /// The error that a key is not there, in the line that asks for it.
    pub fn missing(&self, line: usize, key: &'static str, expected: &str) -> SceneError {
        let fault = Fault::Missing {
            key,
            expected: expected.to_owned(),
        };
        self.place.error(line, fault)
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
        Err(self.place.error(line, fault))
    }
}

/// The candidate with the smallest edit distance (transpositions count as one), the first of
/// several; nothing if there is none. Only the beginning of long texts counts.
pub fn nearest<'a>(text: &str, candidates: impl Iterator<Item = &'a str>) -> &'a str {
    let text = excerpt(text);
    let mut nearest = "";
    let mut least = usize::MAX;
    for candidate in candidates {
        let distance = strsim::osa_distance(&text, &excerpt(candidate));
        if distance < least {
            least = distance;
            nearest = candidate;
        }
    }
    nearest
}
