//! The proof format `zwang-space-threshold-1`: the least friction that can hold a scene in space at
//! rest (`proofs/FORMAT.md`, section 15).

use super::separation::{self, Separation};
use crate::numbers::{self, Numbers};
use crate::text::{self, Entry, FormatError, Hex, Object, ReadGroup, groups, require_format};
use crate::write::{hex, indices, lines};
use num_bigint::BigInt;
use serde::Deserialize;

pub(crate) const FORMAT: &str = "zwang-space-threshold-1";

/// A proof of the least friction, the same at all contacts, that can hold a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threshold {
    /// Digest of the scene: SHA-256 of its canonical form, lower-case hex.
    pub scene: String,
    /// Why parts do not overlap.
    pub separations: Vec<Separation>,
    /// Numerator and denominator of the square of that friction.
    pub square: [BigInt; 2],
    /// The proof proper, one entry per group.
    pub groups: Vec<ThresholdGroup>,
}

/// Free bodies that touch, directly or through others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThresholdGroup {
    /// The free bodies of the group.
    pub bodies: Vec<usize>,
    /// The common denominator D > 0 of forces that hold it.
    pub denominator: BigInt,
    /// D F by contact, ascending; F acts on the first body.
    pub contacts: Vec<(usize, [BigInt; 3])>,
    /// How it falls with any smaller friction.
    pub falling: Option<NearFall>,
}

/// How a group falls with any friction below the least one: by the velocity and ever less of the
/// drift.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearFall {
    /// v and ω for each body of the group, up to a positive factor.
    pub velocity: Vec<[BigInt; 6]>,
    /// The same.
    pub drift: Vec<[BigInt; 6]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    scene: String,
    separations: Vec<Vec<Entry>>,
    square: [Hex; 2],
    groups: Vec<Object<GroupFile>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupFile {
    bodies: Vec<usize>,
    denominator: Hex,
    forces: Vec<(usize, Hex, Hex, Hex)>,
    #[serde(default, deserialize_with = "text::present")]
    velocity: Option<Vec<[Hex; 6]>>,
    #[serde(default, deserialize_with = "text::present")]
    drift: Option<Vec<[Hex; 6]>>,
}

/// Reads a proof.
///
/// # Errors
/// [`FormatError`] if the text is not of the format; the contents are not judged.
pub fn read(text: &str) -> Result<Threshold, FormatError> {
    let Object(file): Object<File> = serde_json::from_str(text)?;
    require_format(&file.format, FORMAT)?;
    Ok(Threshold {
        scene: file.scene,
        separations: separation::of_rows(file.separations)?,
        square: Numbers::from_read(file.square),
        groups: groups(file.groups)?,
    })
}

impl ReadGroup for GroupFile {
    type Group = ThresholdGroup;

    fn into_group(self, group: usize) -> Result<ThresholdGroup, FormatError> {
        let falling = match (self.velocity, self.drift) {
            (Some(velocity), Some(drift)) => Some(NearFall {
                velocity: Numbers::from_read(velocity),
                drift: Numbers::from_read(drift),
            }),
            (None, None) => None,
            _ => return Err(FormatError::HalfSpaceGroup { group }),
        };
        let Hex(denominator) = self.denominator;
        Ok(ThresholdGroup {
            bodies: self.bodies,
            denominator,
            contacts: Numbers::from_read(self.forces),
            falling,
        })
    }
}

/// Writes a proof, with a line end after each top-level list.
#[must_use]
pub fn write(threshold: &Threshold) -> String {
    let Threshold {
        scene,
        separations,
        square,
        groups,
    } = threshold;
    let scene = serde_json::Value::from(scene.as_str());
    let separations = separation::written(separations);
    let square = numbers::written(square);
    let groups = lines(groups, group);
    let head = format!("\"format\":\"{FORMAT}\",\n\"scene\":{scene}");
    let lists =
        format!("\"separations\":{separations},\n\"square\":{square},\n\"groups\":{groups}");
    format!("{{{head},\n{lists}}}\n")
}

fn group(group: &ThresholdGroup) -> String {
    let bodies = indices(&group.bodies);
    let denominator = hex(&group.denominator);
    let contacts = numbers::written(&group.contacts);
    let forces = format!("\"denominator\":\"{denominator}\",\"forces\":{contacts}");
    let falling = match &group.falling {
        None => String::new(),
        Some(NearFall { velocity, drift }) => {
            let velocity = numbers::written(velocity);
            let drift = numbers::written(drift);
            format!(",\"velocity\":{velocity},\"drift\":{drift}")
        }
    };
    format!("{{\"bodies\":{bodies},{forces}{falling}}}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Threshold {
        let group = |falling| ThresholdGroup {
            bodies: vec![1],
            denominator: BigInt::from(17),
            contacts: vec![(3, [0, 1, -2].map(BigInt::from))],
            falling,
        };
        let motion =
            |sign: i64| vec![[0, 0, -17, 1, 2, 3].map(|number| BigInt::from(sign * number))];
        Threshold {
            scene: "00".to_owned(),
            separations: vec![],
            square: [1, 2].map(BigInt::from),
            groups: vec![
                group(None),
                group(Some(NearFall {
                    velocity: motion(1),
                    drift: motion(-1),
                })),
            ],
        }
    }

    #[test]
    fn reading_undoes_writing() {
        let text = write(&sample());
        assert_eq!(read(&text).unwrap(), sample());
        assert!(text.contains(r#""square":["1","2"]"#), "{text}");
        for (find, put) in [
            (r#","drift":"#, r#","draft":"#),
            (r#","drift":[["0","0","11","-1","-2","-3"]]"#, ""),
            ("threshold-1", "threshold-2"),
        ] {
            let spoilt = text.replacen(find, put, 1);
            assert_ne!(spoilt, text, "{find}");
            assert!(read(&spoilt).is_err(), "{spoilt}");
        }
    }
}
