//! The proof format `zwang-space-proof-1`: how a scene in space without friction starts to move
//! from rest (`proofs/FORMAT.md`, section 14).

use super::separation::{self, Separation};
use super::{Contents, File};
use crate::numbers;
use crate::text::{FormatError, Object, ReadGroup};
use crate::write::{hex, indices, lines};
use num_bigint::BigInt;
use serde::Deserialize;

pub(crate) const FORMAT: &str = "zwang-space-proof-1";

/// A proof of how a scene in space starts to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// Digest of the scene: SHA-256 of its canonical form, lower-case hex.
    pub scene: String,
    /// Why parts do not overlap.
    pub separations: Vec<Separation>,
    /// The proof proper, one entry per group.
    pub groups: Vec<OptimumGroup>,
}

/// Free bodies that touch, directly or through others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptimumGroup {
    /// The free bodies of the group.
    pub bodies: Vec<usize>,
    /// The motion and the forces. Written as `tree`.
    pub tree: Leaf,
}

/// A motion and the forces with which it is the one of least restraint.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leaf {
    /// The common denominator D > 0.
    #[serde(deserialize_with = "crate::numbers::read")]
    pub denominator: BigInt,
    /// D a and D α for each body of the group.
    #[serde(deserialize_with = "crate::numbers::read")]
    pub motion: Vec<[BigInt; 6]>,
    /// Pairs (contact, D φ), ascending; contacts left out carry no force. φ counts along the
    /// primitive normal.
    #[serde(deserialize_with = "crate::numbers::read")]
    pub forces: Vec<(usize, BigInt)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupFile {
    bodies: Vec<usize>,
    tree: Object<Leaf>,
}

/// Reads a proof.
///
/// # Errors
/// [`FormatError`] if the text is not of the format; the contents are not judged.
pub fn read(text: &str) -> Result<Optimum, FormatError> {
    let Object(file): Object<File<GroupFile>> = serde_json::from_str(text)?;
    let Contents {
        scene,
        separations,
        groups,
    } = file.contents(FORMAT)?;
    Ok(Optimum {
        scene,
        separations,
        groups,
    })
}

impl ReadGroup for GroupFile {
    type Group = OptimumGroup;

    fn into_group(self, _: usize) -> Result<OptimumGroup, FormatError> {
        let Object(tree) = self.tree;
        Ok(OptimumGroup {
            bodies: self.bodies,
            tree,
        })
    }
}

/// Writes a proof, with a line end after each top-level list.
#[must_use]
pub fn write(optimum: &Optimum) -> String {
    let Optimum {
        scene,
        separations,
        groups,
    } = optimum;
    let scene = serde_json::Value::from(scene.as_str());
    let separations = separation::written(separations);
    let groups = lines(groups, group);
    let head = format!("\"format\":\"{FORMAT}\",\n\"scene\":{scene}");
    format!("{{{head},\n\"separations\":{separations},\n\"groups\":{groups}}}\n")
}

fn group(group: &OptimumGroup) -> String {
    let bodies = indices(&group.bodies);
    let tree = leaf(&group.tree);
    format!("{{\"bodies\":{bodies},\"tree\":{tree}}}")
}

fn leaf(leaf: &Leaf) -> String {
    let denominator = hex(&leaf.denominator);
    let motion = numbers::written(&leaf.motion);
    let forces = numbers::written(&leaf.forces);
    let numbers = format!("\"motion\":{motion},\"forces\":{forces}");
    format!("{{\"denominator\":\"{denominator}\",{numbers}}}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_undoes_writing() {
        let sample = Optimum {
            scene: "00".to_owned(),
            separations: vec![],
            groups: vec![OptimumGroup {
                bodies: vec![1],
                tree: Leaf {
                    denominator: BigInt::from(437),
                    motion: vec![[0, 0, -120, 0, 1200, 0].map(BigInt::from)],
                    forces: vec![(0, BigInt::from(255))],
                },
            }],
        };
        let text = write(&sample);
        assert_eq!(read(&text).unwrap(), sample);
        let tree = r#""tree":{"denominator":"1b5","motion":[["0","0","-78","0","4b0","0"]],"#;
        assert!(text.contains(tree), "{text}");
        assert_eq!(sample.bits(), 11);
        let spoilt = text.replace(r#","forces":[[0,"ff"]]"#, "");
        let error = read(&spoilt).unwrap_err().to_string();
        assert!(error.contains("missing field `forces`"), "{error}");
    }
}
