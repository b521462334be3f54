//! Readers for proofs of all formats; numbers are hexadecimal strings, which are read in linear
//! time.

use crate::{Contact, Corner, Feature, Line, PartId, Separation};
use num_bigint::{BigInt, BigUint, Sign};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt::{self, Formatter};
use std::marker::PhantomData;

/// The most separations, contacts or corners that a proof lists.
pub(crate) const MOST_ENTRIES: usize = 1 << 20;

/// Why a text is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// Not JSON, or not of the shape that the format prescribes.
    #[error("line {}, column {}: {}", .0.line(), .0.column(), plain(.0))]
    Json(#[from] serde_json::Error),
    /// Another format, or another version of it.
    #[error("format is `{found}`; expected {expected}")]
    Format {
        /// The value in the file.
        found: String,
        /// The values that can be read.
        expected: String,
    },
    /// A case with a motion and no denominator, or the other way round.
    #[error(
        "group {group}, case {case}: `{key}` is missing; expected `denominator` and `motion` \
         together, and `idle` only with them"
    )]
    HalfMotion {
        /// The group.
        group: usize,
        /// The case of the group.
        case: usize,
        /// The missing key.
        key: &'static str,
    },
    /// A case of statics that is neither held nor falling.
    #[error(
        "group {group}, case {case}: expected either `denominator`, `forces` and `pins`, or \
         `velocity`"
    )]
    HalfCase {
        /// The group.
        group: usize,
        /// The case of the group.
        case: usize,
    },
    /// A group that neither has motions nor shows that there are none.
    #[error("group {group}: expected `answers`, `leaves` or both")]
    HalfGroup {
        /// The group.
        group: usize,
    },
    /// A group in space that is neither held nor falling.
    #[error("group {group}: expected either `tree` or `velocity`")]
    HalfSpaceGroup {
        /// The group.
        group: usize,
    },
    /// An entry of a tree that is neither a split nor a leaf.
    #[error(
        "group {group}, entry {entry} of its tree: expected either `corner` and one of `vertex` and \
         `between`, or all keys of a leaf"
    )]
    HalfEntry {
        /// The group.
        group: usize,
        /// The entry of its tree.
        entry: usize,
    },
    /// An entry of a tree of modes that is of no kind.
    #[error(
        "group {group}, entry {entry} of its tree: expected `opens`, or `slides` and `along`, or \
         `gravity`, `velocity` and `weights`"
    )]
    HalfModes {
        /// The group.
        group: usize,
        /// The entry of its tree.
        entry: usize,
    },
    /// A group that rests and moves.
    #[error("group {group}: found two of `motion`, `direction` and `tree`; expected one, or none")]
    RestAndMotion {
        /// The group.
        group: usize,
    },
    /// A separation in the plane of another shape.
    #[error(
        "separation {index}: expected `body, part, body, part` and then `owner, edge`, or `3` and \
         three numbers"
    )]
    SeparationInPlane {
        /// The separation.
        index: usize,
    },
    /// A separation in space of another shape.
    #[error(
        "separation {index}: expected `body, part, body, part` and then `0, face`, `1, face`, `2` \
         and four vertices, or `3` and four numbers"
    )]
    Separation {
        /// The separation.
        index: usize,
    },
    /// A group with leaves and not exactly one answer.
    #[error("group {group}: found {found} answers beside leaves; expected one")]
    Answers {
        /// The group.
        group: usize,
        /// How many answers it has.
        found: usize,
    },
    /// An end of a range that is neither bounded nor open.
    #[error(
        "group {group}, `{key}`, entry {entry}: expected for each end either `system`, \
         `denominator` and `velocity`, or `stress`"
    )]
    HalfEnd {
        /// The group.
        group: usize,
        /// The list of the group.
        key: &'static str,
        /// The entry of the list.
        entry: usize,
    },
    /// An end of a range in space without the keys of one of its kinds.
    #[error(
        "group {group}, `{key}`, entry {entry}: expected an end with `system`, `denominator` and \
         `velocity`, or `stress`, or `system` or `stress` with `bound`, `denominator` and `velocity`"
    )]
    HalfSpaceEnd {
        /// The group.
        group: usize,
        /// The list of the group.
        key: &'static str,
        /// The entry of the list.
        entry: usize,
    },
    /// A word or a number that does not belong where it stands.
    #[error("{key}: found `{found}`; expected {expected}")]
    Word {
        /// The key.
        key: &'static str,
        /// The value in the file.
        found: String,
        /// The values that could be there.
        expected: &'static str,
    },
    /// A list of more than a million entries.
    #[error("{key}: found {found} entries; expected at most {MOST_ENTRIES}")]
    TooMany {
        /// The list.
        key: &'static str,
        /// How long it is.
        found: usize,
    },
}

/// The message of a JSON error without the position that serde_json appends to it.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let message = text.rsplit_once(" at line ");
    let message = message.map_or(text.as_str(), |(message, _)| message);
    if error.is_eof() {
        return "found the end of the file; expected a complete proof".to_owned();
    }
    if error.is_syntax() {
        return format!("found no JSON ({message}); expected a proof");
    }
    message.to_owned()
}

pub(crate) fn require_format(found: &str, expected: &str) -> Result<(), FormatError> {
    if found == expected {
        return Ok(());
    }
    Err(FormatError::Format {
        found: excerpt(found),
        expected: format!("`{expected}`"),
    })
}

pub(crate) fn excerpt(text: &str) -> String {
    text.chars().take(60).collect()
}

/// The part of proofs of all formats about the parts that touch.
pub(crate) struct Geometry {
    pub(crate) separations: Vec<Separation>,
    pub(crate) contacts: Vec<Contact>,
    pub(crate) corners: Vec<Corner>,
}

impl Geometry {
    /// From the lists of a file, unless one is too long.
    pub(crate) fn from_rows(
        separations: Vec<Vec<Entry>>,
        contacts: Vec<[usize; 6]>,
        corners: Vec<[Vec<usize>; 2]>,
    ) -> Result<Self, FormatError> {
        require_length("separations", separations.len())?;
        require_length("contacts", contacts.len())?;
        require_length("corners", corners.len())?;
        let mut listed = Vec::with_capacity(separations.len());
        for (index, row) in separations.into_iter().enumerate() {
            let separation = separation_from_row(row);
            listed.push(separation.ok_or(FormatError::SeparationInPlane { index })?);
        }
        let contacts = contacts.into_iter();
        let corners = corners.into_iter();
        Ok(Self {
            separations: listed,
            contacts: contacts.map(contact_from_row).collect(),
            corners: corners.map(|sides| Corner { sides }).collect(),
        })
    }
}

/// The parts of files of several formats, but for those about a group.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File<GroupFile> {
    format: String,
    scene: String,
    separations: Vec<Vec<Entry>>,
    contacts: Vec<[usize; 6]>,
    corners: Vec<[Vec<usize>; 2]>,
    groups: Vec<Object<GroupFile>>,
}

/// The same, as the proofs have it.
pub(crate) struct Contents<Group> {
    pub(crate) scene: String,
    pub(crate) geometry: Geometry,
    pub(crate) groups: Vec<Group>,
}

/// The part of a file about a group.
pub(crate) trait ReadGroup {
    /// The group as the proof has it.
    type Group;

    /// The group of this index, if its lists have the lengths and the keys that they must have.
    fn into_group(self, index: usize) -> Result<Self::Group, FormatError>;
}

impl<GroupFile: ReadGroup> File<GroupFile> {
    /// The contents of a file of this format.
    pub(crate) fn contents(self, format: &str) -> Result<Contents<GroupFile::Group>, FormatError> {
        let Self {
            format: found,
            scene,
            separations,
            contacts,
            corners,
            groups: files,
        } = self;
        require_format(&found, format)?;
        let geometry = Geometry::from_rows(separations, contacts, corners)?;
        let groups = groups(files)?;
        Ok(Contents {
            scene,
            geometry,
            groups,
        })
    }
}

/// The groups of a file.
pub(crate) fn groups<GroupFile: ReadGroup>(
    files: Vec<Object<GroupFile>>,
) -> Result<Vec<GroupFile::Group>, FormatError> {
    let mut groups = Vec::with_capacity(files.len());
    for (index, Object(file)) in files.into_iter().enumerate() {
        let group = file.into_group(index)?;
        groups.push(group);
    }
    Ok(groups)
}

pub(crate) fn require_length(key: &'static str, found: usize) -> Result<(), FormatError> {
    if found > MOST_ENTRIES {
        return Err(FormatError::TooMany { key, found });
    }
    Ok(())
}

/// A value that is written as an object. The code that serde makes for a struct takes a list of its
/// fields, too, which the format does not know.
pub(crate) struct Object<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(PhantomData))
    }
}

pub(crate) struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = Object<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Object)
    }
}

/// The value behind a key that may be left out; `null` is no way to leave it out.
pub(crate) fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

fn separation_from_row(row: Vec<Entry>) -> Option<Separation> {
    let (indices, numbers) = indices_and_numbers(row)?;
    let [body, part, other_body, other_part, line @ ..] = indices.as_slice() else {
        return None;
    };
    let line = match (line, numbers.is_empty()) {
        ([3], false) => Line::Vector(numbers.try_into().ok()?),
        ([owner, edge], true) => Line::Edge {
            owner: *owner,
            edge: *edge,
        },
        _ => return None,
    };
    Some(Separation {
        first: PartId {
            body: *body,
            part: *part,
        },
        second: PartId {
            body: *other_body,
            part: *other_part,
        },
        line,
    })
}

fn contact_from_row([body, part, vertex, edge_body, edge_part, edge]: [usize; 6]) -> Contact {
    Contact {
        vertex: Feature {
            part: PartId { body, part },
            index: vertex,
        },
        edge: Feature {
            part: PartId {
                body: edge_body,
                part: edge_part,
            },
            index: edge,
        },
    }
}

/// A list of objects.
pub(crate) fn objects<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let objects: Vec<Object<T>> = Deserialize::deserialize(deserializer)?;
    Ok(objects.into_iter().map(|Object(entry)| entry).collect())
}

/// The most digits of a hexadecimal integer: what is reduced to lowest terms takes time that grows
/// as the square of its length.
const MOST_DIGITS: usize = 1 << 16;

/// An integer as a canonical hexadecimal string.
pub(crate) struct Hex(pub(crate) BigInt);

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text: Cow<'de, str> = Deserialize::deserialize(deserializer)?;
        Self::of(&text)
    }
}

impl Hex {
    /// The integer of a text.
    pub(crate) fn of<E: Error>(text: &str) -> Result<Self, E> {
        if text.len() > MOST_DIGITS {
            let found = text.len();
            return Err(E::custom(format!(
                "found a number of {found} characters; expected at most {MOST_DIGITS}"
            )));
        }
        if let Some(number) = parse_hex(text) {
            return Ok(Self(number));
        }
        let shown: String = text.chars().take(40).collect();
        Err(E::custom(format!(
            "`{shown}` is not a hexadecimal integer; \
             expected lower-case digits without leading zeros"
        )))
    }
}

/// Reads an integer in base 16, if it is canonical.
pub(crate) fn parse_hex(text: &str) -> Option<BigInt> {
    let magnitude = text.strip_prefix('-').unwrap_or(text);
    let canonical = match magnitude.as_bytes() {
        [] => false,
        [b'0'] => magnitude.len() == text.len(),
        [b'0', ..] => false,
        // Without branches, which nobody can predict here.
        digits => digits.iter().fold(true, |all, digit| all & is_hex(*digit)),
    };
    if !canonical {
        return None;
    }
    // Eight digits at a time, the least first.
    let words = magnitude.as_bytes().rchunks(8).map(word);
    let magnitude_read = BigUint::new(words.collect());
    let sign = if magnitude.len() == text.len() {
        Sign::Plus
    } else {
        Sign::Minus
    };
    Some(BigInt::from_biguint(sign, magnitude_read))
}

/// Whether this is a hexadecimal digit in lower case, found without branches.
fn is_hex(digit: u8) -> bool {
    digit.is_ascii_digit() | (b'a'..=b'f').contains(&digit)
}

/// The number that up to eight digits spell.
fn word(digits: &[u8]) -> u32 {
    let mut word = 0;
    for digit in digits {
        word = word << 4 | value(*digit);
    }
    word
}

/// The value of a hexadecimal digit in lower case.
fn value(digit: u8) -> u32 {
    // The letters, from 0x61 on, have the sixth bit, the digits, from 0x30 on, have not.
    u32::from((digit & 0xf) + 9 * (digit >> 6))
}

/// An entry of a row: an index, or a number of a vector.
pub(crate) enum Entry {
    Index(usize),
    Number(Hex),
}

struct EntryVisitor;

impl Visitor<'_> for EntryVisitor {
    type Value = Entry;

    fn expecting(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str("an index, or an integer in base 16 as a string")
    }

    fn visit_u64<E: Error>(self, index: u64) -> Result<Entry, E> {
        match usize::try_from(index) {
            Ok(index) => Ok(Entry::Index(index)),
            Err(_) => Err(E::invalid_value(Unexpected::Unsigned(index), &self)),
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Entry, E> {
        Hex::of(text).map(Entry::Number)
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(EntryVisitor)
    }
}

/// The indices with which a row begins, and the numbers behind them.
pub(crate) fn indices_and_numbers(row: Vec<Entry>) -> Option<(Vec<usize>, Vec<BigInt>)> {
    let mut indices = Vec::new();
    let mut numbers = Vec::new();
    for entry in row {
        match entry {
            Entry::Index(index) if numbers.is_empty() => indices.push(index),
            Entry::Index(_) => return None,
            Entry::Number(Hex(number)) => numbers.push(number),
        }
    }
    Some((indices, numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_spelling_per_number() {
        for text in ["", "-", "-0", "01", "+1", "0x1", "A", "1_0", "g", " 1"] {
            assert_eq!(parse_hex(text), None, "{text}");
        }
        assert_eq!(parse_hex("-ff"), Some(BigInt::from(-255)));
        assert_eq!(parse_hex("0"), Some(BigInt::from(0)));
    }

    #[test]
    fn numbers_have_a_greatest_length() {
        let number = |digits: usize| format!("\"{}\"", "f".repeat(digits));
        let longest: Result<Hex, _> = serde_json::from_str(&number(MOST_DIGITS));
        assert_eq!(longest.unwrap().0.bits(), 4 << 16);
        let longer: Result<Hex, _> = serde_json::from_str(&number(MOST_DIGITS + 1));
        let refusal = longer.err().unwrap().to_string();
        assert!(refusal.contains("found a number of 65537 characters; expected at most 65536"));
    }
}
