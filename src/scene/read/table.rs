//! A table of the file, opened at a place of the scene.

use super::place::Place;
use crate::document::{Entry, Node, Value};
use crate::error::{Fault, SceneError, excerpt};

/// A table and its place.
pub(super) struct Table<'a> {
    node: &'a Node,
    entries: &'a [Entry],
    place: &'a Place<'a>,
}

impl<'a> Table<'a> {
    /// Opens a value as a table.
    pub(super) fn of(node: &'a Node, place: &'a Place<'a>) -> Result<Self, SceneError> {
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
    pub(super) fn refuse_unknown(&self, keys: &[&'static str]) -> Result<(), SceneError> {
        let Some(entry) = self
            .entries
            .iter()
            .find(|entry| !keys.contains(&entry.key.as_str()))
        else {
            return Ok(());
        };
        let nearest = nearest(&entry.key, keys.iter().copied()).unwrap_or_default();
        let fault = Fault::UnknownKey {
            key: excerpt(&entry.key),
            nearest,
        };
        Err(self.place.error(entry.line, fault))
    }

    /// The line of a key, if it is there.
    pub(super) fn line_of(&self, key: &str) -> Option<usize> {
        self.node.entry(key).map(|entry| entry.line)
    }

    /// Reads what stands behind a key, if it is there.
    pub(super) fn optional<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(&'a Node, &Place) -> Result<T, SceneError>,
    ) -> Result<Option<T>, SceneError> {
        self.node
            .entry(key)
            .map(|entry| read(&entry.node, &Place::Key(self.place, key)))
            .transpose()
    }

    /// Reads what stands behind a key that must be there.
    pub(super) fn required<T>(
        &self,
        key: &'static str,
        expected: &str,
        read: impl FnOnce(&'a Node, &Place) -> Result<T, SceneError>,
    ) -> Result<T, SceneError> {
        self.optional(key, read)?
            .ok_or_else(|| self.missing(self.node.line, key, expected))
    }

    /// The error that a key is not there, in the line that asks for it.
    pub(super) fn missing(&self, line: usize, key: &'static str, expected: &str) -> SceneError {
        self.place.error(
            line,
            Fault::Missing {
                key,
                expected: expected.to_owned(),
            },
        )
    }

    /// Refuses the key beside the other one.
    pub(super) fn refuse_beside(
        &self,
        key: &'static str,
        other: &'static str,
        expected: &'static str,
    ) -> Result<(), SceneError> {
        match self.line_of(key) {
            None => Ok(()),
            Some(line) => Err(self.place.error(
                line,
                Fault::Conflict {
                    key,
                    other,
                    expected,
                },
            )),
        }
    }
}

/// The candidate with the smallest edit distance (transpositions count as one), the first of
/// several. Only the beginning of long texts counts.
pub(super) fn nearest<'a>(
    text: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let text = excerpt(text);
    candidates.min_by_key(|candidate| strsim::osa_distance(&text, &excerpt(candidate)))
}
