//! Certificates read from JSON; numbers are hexadecimal strings, which are read in linear time.

use crate::{
    Case, Certificate, Contact, Corner, Feature, Group, Motion, PartId, Proof, Separation,
    friction, ranges, statics, threshold,
};
use num_bigint::{BigInt, BigUint, Sign};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

pub(crate) const FORMAT: &str = "zwang-proof-1";

/// The most separations, contacts or corners that a proof lists.
const MOST_ENTRIES: usize = 1 << 20;

/// Why a text is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// Not JSON, or not of the shape that the format prescribes.
    #[error("line {}, column {}: {}", .0.line(), .0.column(), plain(.0))]
    Json(#[from] serde_json::Error),
    /// Another format, or another version of it.
    #[error("format is `{found}`; expected {expected}")]
    Format {
        /// What the file says.
        found: String,
        /// What could be read.
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
        /// What is missing.
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
    /// A word or a number that does not belong where it stands.
    #[error("{key}: found `{found}`; expected {expected}")]
    Word {
        /// The key.
        key: &'static str,
        /// What the file says.
        found: String,
        /// What could be there.
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
    match text.rsplit_once(" at line ") {
        Some((message, _)) => message.to_owned(),
        None => text,
    }
}

/// Reads a certificate.
///
/// # Errors
/// [`FormatError`] if the text is not of the format; the contents are not judged.
pub fn read(text: &str) -> Result<Certificate, FormatError> {
    let Object(file): Object<File> = serde_json::from_str(text)?;
    require_format(&file.format, FORMAT)?;
    let geometry = Geometry::from_rows(file.separations, file.contacts, file.corners)?;
    let mut groups = Vec::with_capacity(file.groups.len());
    for (index, Object(group)) in file.groups.into_iter().enumerate() {
        groups.push(group.into_group(index)?);
    }
    Ok(Certificate {
        scene: file.scene,
        separations: geometry.separations,
        contacts: geometry.contacts,
        corners: geometry.corners,
        groups,
    })
}

/// What a file says of its own format; all else is left alone.
#[derive(Deserialize)]
struct Head {
    format: String,
}

/// Reads a proof of any format.
///
/// # Errors
/// [`FormatError`] if the text is of none; the contents are not judged.
pub fn read_proof(text: &str) -> Result<Proof, FormatError> {
    let Object(head): Object<Head> = serde_json::from_str(text)?;
    match head.format.as_str() {
        FORMAT => read(text).map(Proof::Motion),
        statics::FORMAT => statics::read(text).map(Proof::Statics),
        ranges::FORMAT => ranges::read(text).map(Proof::Ranges),
        threshold::FORMAT => {
            let threshold = threshold::read(text)?;
            Ok(Proof::Threshold(Box::new(threshold)))
        }
        friction::FORMAT => friction::read(text).map(Proof::Friction),
        _ => Err(FormatError::Format {
            found: excerpt(&head.format),
            expected: format!(
                "`{FORMAT}`, `{}`, `{}`, `{}` or `{}`",
                statics::FORMAT,
                ranges::FORMAT,
                threshold::FORMAT,
                friction::FORMAT
            ),
        }),
    }
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

/// What proofs of all formats say of the parts that touch.
pub(crate) struct Geometry {
    pub(crate) separations: Vec<Separation>,
    pub(crate) contacts: Vec<Contact>,
    pub(crate) corners: Vec<Corner>,
}

impl Geometry {
    /// From the lists of a file, unless one is too long.
    pub(crate) fn from_rows(
        separations: Vec<[usize; 6]>,
        contacts: Vec<[usize; 6]>,
        corners: Vec<[Vec<usize>; 2]>,
    ) -> Result<Self, FormatError> {
        require_length("separations", separations.len())?;
        require_length("contacts", contacts.len())?;
        require_length("corners", corners.len())?;
        let separations = separations.into_iter();
        let contacts = contacts.into_iter();
        let corners = corners.into_iter();
        Ok(Self {
            separations: separations.map(separation_from_row).collect(),
            contacts: contacts.map(contact_from_row).collect(),
            corners: corners.map(|sides| Corner { sides }).collect(),
        })
    }
}

fn require_length(key: &'static str, found: usize) -> Result<(), FormatError> {
    if found > MOST_ENTRIES {
        return Err(FormatError::TooMany { key, found });
    }
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    scene: String,
    separations: Vec<[usize; 6]>,
    contacts: Vec<[usize; 6]>,
    corners: Vec<[Vec<usize>; 2]>,
    groups: Vec<Object<GroupFile>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupFile {
    bodies: Vec<usize>,
    cases: Vec<Object<CaseFile>>,
    answers: Vec<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    sides: Vec<(usize, usize)>,
    #[serde(default, deserialize_with = "present")]
    denominator: Option<Hex>,
    #[serde(default, deserialize_with = "present")]
    motion: Option<Vec<[Hex; 3]>>,
    forces: Vec<(usize, Hex)>,
    pins: Vec<(usize, Hex, Hex)>,
    #[serde(default, deserialize_with = "present")]
    idle: Option<Vec<[Hex; 3]>>,
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

/// What stands behind a key that may be left out; `null` is no way to leave it out.
pub(crate) fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

fn separation_from_row(
    [body, part, other_body, other_part, owner, edge]: [usize; 6],
) -> Separation {
    Separation {
        first: PartId { body, part },
        second: PartId {
            body: other_body,
            part: other_part,
        },
        owner,
        edge,
    }
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

impl GroupFile {
    fn into_group(self, index: usize) -> Result<Group, FormatError> {
        let mut cases = Vec::with_capacity(self.cases.len());
        for (case, Object(file)) in self.cases.into_iter().enumerate() {
            cases.push(file.into_case(index, case)?);
        }
        Ok(Group {
            bodies: self.bodies,
            cases,
            answers: self.answers,
        })
    }
}

impl CaseFile {
    fn into_case(self, group: usize, case: usize) -> Result<Case, FormatError> {
        let motion = match (self.denominator, self.motion, self.idle) {
            (None, None, None) => None,
            (None, ..) => {
                let key = "denominator";
                return Err(FormatError::HalfMotion { group, case, key });
            }
            (Some(_), None, _) => {
                let key = "motion";
                return Err(FormatError::HalfMotion { group, case, key });
            }
            (Some(Hex(denominator)), Some(motion), idle) => Some(Motion {
                denominator,
                accelerations: triples(motion),
                idle: idle.map(triples),
            }),
        };
        let mut forces = Vec::with_capacity(self.forces.len());
        for (contact, Hex(force)) in self.forces {
            forces.push((contact, force));
        }
        let mut pins = Vec::with_capacity(self.pins.len());
        for (pin, Hex(x), Hex(y)) in self.pins {
            pins.push((pin, [x, y]));
        }
        Ok(Case {
            sides: self.sides,
            forces,
            pins,
            motion,
        })
    }
}

pub(crate) fn triples(rows: Vec<[Hex; 3]>) -> Vec<[BigInt; 3]> {
    let rows = rows.into_iter();
    rows.map(|row| row.map(|Hex(number)| number)).collect()
}

/// An integer as a canonical hexadecimal string.
pub(crate) struct Hex(pub(crate) BigInt);

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text: Cow<'de, str> = Deserialize::deserialize(deserializer)?;
        if let Some(number) = parse_hex(&text) {
            return Ok(Self(number));
        }
        let shown: String = text.chars().take(40).collect();
        Err(D::Error::custom(format!(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write;

    fn sample() -> Certificate {
        let table = PartId { body: 0, part: 0 };
        let brick = PartId { body: 1, part: 0 };
        let contact = Contact {
            vertex: Feature {
                part: brick,
                index: 0,
            },
            edge: Feature {
                part: table,
                index: 2,
            },
        };
        let acceleration = [0, -120, -1200].map(BigInt::from);
        let motion = Motion {
            denominator: BigInt::from(437),
            accelerations: vec![acceleration],
            idle: None,
        };
        let case = Case {
            sides: vec![],
            forces: vec![(0, BigInt::from(255))],
            pins: vec![],
            motion: Some(motion),
        };
        Certificate {
            scene: "00".to_owned(),
            separations: vec![Separation {
                first: table,
                second: brick,
                owner: 0,
                edge: 2,
            }],
            contacts: vec![contact],
            corners: vec![],
            groups: vec![Group {
                bodies: vec![1],
                cases: vec![case],
                answers: vec![0],
            }],
        }
    }

    #[test]
    fn reading_undoes_writing() {
        let text = write(&sample());
        assert_eq!(read(&text).unwrap(), sample());
        assert!(text.contains("\"-4b0\""), "{text}");
    }

    #[test]
    fn one_spelling_per_number() {
        for text in ["", "-", "-0", "01", "+1", "0x1", "A", "1_0", "g", " 1"] {
            assert_eq!(parse_hex(text), None, "{text}");
        }
        assert_eq!(parse_hex("-ff"), Some(BigInt::from(-255)));
        assert_eq!(parse_hex("0"), Some(BigInt::from(0)));
    }

    #[test]
    fn there_is_one_way_to_write_each_thing() {
        let text = write(&sample());
        let as_list = r#"["zwang-proof-1","00",[],[],[],[]]"#;
        let message = read(as_list).unwrap_err().to_string();
        assert!(message.contains("expected an object"), "{message}");
        for (find, put) in [
            (r#"{"bodies":[1],"#, r#"[[1],[],[0]],{"bodies":[1],"#),
            (r#","pins":[]"#, r#","pins":[],"idle":null"#),
            (r#""motion":[["0","-78","-4b0"]]"#, r#""motion":null"#),
            (r#""answers":[0]"#, r#""answers":[-0]"#),
            (r#""answers":[0]"#, r#""answers":[0.0]"#),
            (r#""answers":[0]"#, r#""answers":[0],"answers":[0]"#),
            (r#"{"format""#, "\u{feff}{\"format\""),
        ] {
            let spoilt = text.replacen(find, put, 1);
            assert_ne!(spoilt, text, "{find}");
            assert!(read(&spoilt).is_err(), "{put}");
        }
    }

    fn with_contacts(rows: &str) -> String {
        let head = format!(r#"{{"format":"{FORMAT}","scene":"","#);
        let lists = format!(r#""separations":[],"contacts":[{rows}],"#);
        head + &lists + r#""corners":[],"groups":[]}"#
    }

    #[test]
    fn a_million_contacts_are_the_most() {
        let most = vec!["[0,0,0,1,0,0]"; MOST_ENTRIES].join(",");
        assert!(read(&with_contacts(&most)).is_ok());
        let more = with_contacts(&format!("{most},[0,0,0,1,0,0]"));
        let message = read(&more).unwrap_err().to_string();
        let expected = "contacts: found 1048577 entries; expected at most 1048576";
        assert_eq!(message, expected);
    }

    #[test]
    fn malformed_files_say_where() {
        let text = write(&sample());
        for (find, put, message) in [
            (
                "zwang-proof-1",
                "zwang-proof-2",
                "format is `zwang-proof-2`",
            ),
            ("\"ff\"", "\"0ff\"", "not a hexadecimal integer"),
            ("\"answers\"", "\"anwers\"", "unknown field `anwers`"),
            ("\"denominator\":\"1b5\",", "", "`denominator` is missing"),
        ] {
            let spoilt = text.replace(find, put);
            let error = read(&spoilt).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
