//! Certificates as JSON text; numbers are hexadecimal strings, which are read and written in linear
//! time.

use crate::{Case, Certificate, Contact, Corner, Feature, Group, Motion, PartId, Separation};
use num_bigint::{BigInt, BigUint, Sign};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::marker::PhantomData;

const FORMAT: &str = "zwang-proof-1";

/// The most separations, contacts or corners that a proof lists.
const MOST_ENTRIES: usize = 1 << 20;

/// Why a text is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// Not JSON, or not of the shape that the format prescribes.
    #[error("line {}, column {}: {}", .0.line(), .0.column(), plain(.0))]
    Json(#[from] serde_json::Error),
    /// Another format, or another version of it.
    #[error("format is `{0}`; expected `{FORMAT}`")]
    Format(String),
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
    text.rsplit_once(" at line ")
        .map_or(text.clone(), |(message, _)| message.to_owned())
}

/// Reads a certificate.
///
/// # Errors
/// [`FormatError`] if the text is not of the format; the contents are not judged.
pub fn read(text: &str) -> Result<Certificate, FormatError> {
    let Object(file): Object<File> = serde_json::from_str(text)?;
    if file.format != FORMAT {
        return Err(FormatError::Format(file.format.chars().take(60).collect()));
    }
    let lengths = [
        ("separations", file.separations.len()),
        ("contacts", file.contacts.len()),
        ("corners", file.corners.len()),
    ];
    if let Some((key, found)) = lengths.into_iter().find(|(_, found)| *found > MOST_ENTRIES) {
        return Err(FormatError::TooMany { key, found });
    }
    let groups = file
        .groups
        .into_iter()
        .enumerate()
        .map(|(index, Object(group))| group.into_group(index));
    Ok(Certificate {
        scene: file.scene,
        separations: file
            .separations
            .into_iter()
            .map(separation_from_row)
            .collect(),
        contacts: file.contacts.into_iter().map(contact_from_row).collect(),
        corners: file
            .corners
            .into_iter()
            .map(|sides| Corner { sides })
            .collect(),
        groups: groups.collect::<Result<_, _>>()?,
    })
}

/// Writes a certificate, with a line end after each top-level list.
#[must_use]
pub fn write(certificate: &Certificate) -> String {
    let list = |values: Vec<String>| {
        if values.is_empty() {
            "[]".to_owned()
        } else {
            format!("[\n{}\n]", values.join(",\n"))
        }
    };
    let separations = certificate
        .separations
        .iter()
        .map(|separation| json(&separation_to_row(separation)))
        .collect();
    let contacts = certificate
        .contacts
        .iter()
        .map(|contact| json(&contact_to_row(contact)))
        .collect();
    let corners = certificate
        .corners
        .iter()
        .map(|corner| json(&corner.sides))
        .collect();
    let groups = certificate
        .groups
        .iter()
        .map(|group| json(&GroupFile::from_group(group)))
        .collect();
    format!(
        "{{\"format\":\"{FORMAT}\",\n\"scene\":{},\n\"separations\":{},\n\"contacts\":{},\n\"corners\":{},\n\"groups\":{}}}\n",
        json(&certificate.scene),
        list(separations),
        list(contacts),
        list(corners),
        list(groups)
    )
}

fn json<T: Serialize>(value: &T) -> String {
    // Plain structs of strings, integers and lists always have a JSON form.
    serde_json::to_string(value).unwrap_or_default()
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

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupFile {
    bodies: Vec<usize>,
    cases: Vec<Object<CaseFile>>,
    answers: Vec<usize>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    sides: Vec<(usize, usize)>,
    #[serde(default, deserialize_with = "present")]
    #[serde(skip_serializing_if = "Option::is_none")]
    denominator: Option<Hex>,
    #[serde(default, deserialize_with = "present")]
    #[serde(skip_serializing_if = "Option::is_none")]
    motion: Option<Vec<[Hex; 3]>>,
    forces: Vec<(usize, Hex)>,
    pins: Vec<(usize, Hex, Hex)>,
    #[serde(default, deserialize_with = "present")]
    #[serde(skip_serializing_if = "Option::is_none")]
    idle: Option<Vec<[Hex; 3]>>,
}

/// A value that is written as an object. The code that serde makes for a struct takes a list of its
/// fields, too, which the format does not know.
struct Object<T>(T);

impl<T: Serialize> Serialize for Object<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(PhantomData))
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

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
fn present<'de, T: Deserialize<'de>, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

fn separation_from_row(
    [body, part, other_body, other_part, owner, edge]: [usize; 6],
) -> Separation {
    let (first, second) = (
        PartId { body, part },
        PartId {
            body: other_body,
            part: other_part,
        },
    );
    Separation {
        first,
        second,
        owner,
        edge,
    }
}

fn separation_to_row(separation: &Separation) -> [usize; 6] {
    let Separation {
        first,
        second,
        owner,
        edge,
    } = *separation;
    [
        first.body,
        first.part,
        second.body,
        second.part,
        owner,
        edge,
    ]
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

fn contact_to_row(contact: &Contact) -> [usize; 6] {
    let Contact { vertex, edge } = contact;
    [
        vertex.part.body,
        vertex.part.part,
        vertex.index,
        edge.part.body,
        edge.part.part,
        edge.index,
    ]
}

impl GroupFile {
    fn from_group(group: &Group) -> Self {
        let cases = group.cases.iter().map(CaseFile::from_case);
        let cases = cases.map(Object).collect();
        Self {
            bodies: group.bodies.clone(),
            cases,
            answers: group.answers.clone(),
        }
    }

    fn into_group(self, index: usize) -> Result<Group, FormatError> {
        let cases = self
            .cases
            .into_iter()
            .enumerate()
            .map(|(case, Object(file))| file.into_case(index, case));
        Ok(Group {
            bodies: self.bodies,
            cases: cases.collect::<Result<_, _>>()?,
            answers: self.answers,
        })
    }
}

impl CaseFile {
    fn from_case(case: &Case) -> Self {
        let triples = |rows: &[[BigInt; 3]]| rows.iter().map(|row| row.clone().map(Hex)).collect();
        Self {
            sides: case.sides.clone(),
            denominator: case
                .motion
                .as_ref()
                .map(|motion| Hex(motion.denominator.clone())),
            motion: case
                .motion
                .as_ref()
                .map(|motion| triples(&motion.accelerations)),
            forces: case
                .forces
                .iter()
                .map(|(contact, force)| (*contact, Hex(force.clone())))
                .collect(),
            pins: case
                .pins
                .iter()
                .map(|(pin, [x, y])| (*pin, Hex(x.clone()), Hex(y.clone())))
                .collect(),
            idle: case
                .motion
                .as_ref()
                .and_then(|motion| motion.idle.as_deref().map(triples)),
        }
    }

    fn into_case(self, group: usize, case: usize) -> Result<Case, FormatError> {
        let triples = |rows: Vec<[Hex; 3]>| {
            rows.into_iter()
                .map(|row| row.map(|Hex(number)| number))
                .collect()
        };
        let missing = |key| FormatError::HalfMotion { group, case, key };
        let motion = match (self.denominator, self.motion, self.idle) {
            (None, None, None) => None,
            (None, ..) => return Err(missing("denominator")),
            (Some(_), None, _) => return Err(missing("motion")),
            (Some(Hex(denominator)), Some(motion), idle) => Some(Motion {
                denominator,
                accelerations: triples(motion),
                idle: idle.map(triples),
            }),
        };
        Ok(Case {
            sides: self.sides,
            forces: self
                .forces
                .into_iter()
                .map(|(contact, Hex(force))| (contact, force))
                .collect(),
            pins: self
                .pins
                .into_iter()
                .map(|(pin, Hex(x), Hex(y))| (pin, [x, y]))
                .collect(),
            motion,
        })
    }
}

/// An integer as a canonical hexadecimal string.
#[derive(Clone)]
struct Hex(BigInt);

impl Serialize for Hex {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.to_str_radix(16))
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        parse_hex(&text).map(Self).ok_or_else(|| {
            let shown: String = text.chars().take(40).collect();
            serde::de::Error::custom(format!(
                "`{shown}` is not a hexadecimal integer; expected lower-case digits without \
                 leading zeros"
            ))
        })
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
        digits => digits.iter().fold(true, |all, digit| {
            all & (digit.is_ascii_digit() | (b'a'..=b'f').contains(digit))
        }),
    };
    if !canonical {
        return None;
    }
    // Eight digits at a time, the least first.
    let digits = magnitude.as_bytes().rchunks(8).map(|chunk| {
        chunk
            .iter()
            .fold(0, |word, digit| word << 4 | value(*digit))
    });
    let sign = if magnitude.len() == text.len() {
        Sign::Plus
    } else {
        Sign::Minus
    };
    Some(BigInt::from_biguint(sign, BigUint::new(digits.collect())))
}

/// The value of a hexadecimal digit in lower case.
fn value(digit: u8) -> u32 {
    // The letters, from 0x61 on, have the sixth bit, the digits, from 0x30 on, have not.
    u32::from((digit & 0xf) + 9 * (digit >> 6))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Certificate {
        let part = |body| PartId { body, part: 0 };
        let contact = Contact {
            vertex: Feature {
                part: part(1),
                index: 0,
            },
            edge: Feature {
                part: part(0),
                index: 2,
            },
        };
        let motion = Motion {
            denominator: BigInt::from(437),
            accelerations: vec![[BigInt::from(0), BigInt::from(-120), BigInt::from(-1200)]],
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
                first: part(0),
                second: part(1),
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
        assert!(
            read(as_list)
                .unwrap_err()
                .to_string()
                .contains("expected an object")
        );
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

    #[test]
    fn a_million_contacts_are_the_most() {
        let row = "[0,0,0,1,0,0],".repeat(MOST_ENTRIES);
        let text = |rows: &str| {
            format!(
                r#"{{"format":"{FORMAT}","scene":"","separations":[],"contacts":[{rows}[0,0,0,1,0,0]],"corners":[],"groups":[]}}"#
            )
        };
        let error = read(&text(&row)).unwrap_err().to_string();
        assert_eq!(
            error,
            "contacts: found 1048577 entries; expected at most 1048576"
        );
        assert!(read(&text(&row[14..])).is_ok());
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
            let error = read(&text.replace(find, put)).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
