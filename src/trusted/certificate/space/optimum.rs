//! The proof format `zwang-space-proof-1`: how a scene in space without friction starts to move
//! from rest (`proofs/FORMAT.md`, section 14).

use super::separation::{self, Separation};
use super::tree::{self, Node, SplitFile, Tree};
use super::{Contents, File};
use crate::numbers::{self, Numbers};
use crate::text::{self, FormatError, Hex, Object, ReadGroup};
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
    /// The tree that decides its corners; one leaf if none has to be decided.
    pub tree: Tree<Leaf>,
    /// The leaves whose motions are those of least restraint, ascending.
    pub answers: Vec<usize>,
}

/// A motion and the forces with which it is the one of least restraint, if corners ask for no more
/// than the rows of this leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The common denominator D > 0.
    pub denominator: BigInt,
    /// D a and D α for each body of the group.
    pub motion: Vec<[BigInt; 6]>,
    /// Pairs (contact, D φ), ascending; contacts left out carry no force. φ counts along the
    /// primitive normal.
    pub forces: Vec<(usize, BigInt)>,
    /// The same for rows of the leaf.
    pub rows: Vec<(usize, BigInt)>,
    /// D f by joint, ascending, the numbers of its constraints; joints left out bear no force.
    pub joints: Vec<(usize, Vec<BigInt>)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupFile {
    bodies: Vec<usize>,
    tree: Vec<Object<EntryFile>>,
    answers: Vec<usize>,
}

/// An entry of a tree: the keys of a split or those of a leaf.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryFile {
    #[serde(default, deserialize_with = "text::present")]
    corner: Option<usize>,
    #[serde(default, deserialize_with = "text::present")]
    vertex: Option<usize>,
    #[serde(default, deserialize_with = "text::present")]
    between: Option<[u32; 2]>,
    #[serde(default, deserialize_with = "text::present")]
    denominator: Option<Hex>,
    #[serde(default, deserialize_with = "text::present")]
    motion: Option<Vec<[Hex; 6]>>,
    #[serde(default, deserialize_with = "text::present")]
    forces: Option<Vec<(usize, Hex)>>,
    #[serde(default, deserialize_with = "text::present")]
    rows: Option<Vec<(usize, Hex)>>,
    #[serde(default, deserialize_with = "text::present")]
    joints: Option<Vec<(usize, Vec<Hex>)>>,
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

    fn into_group(self, group: usize) -> Result<OptimumGroup, FormatError> {
        let mut tree = Tree::with_capacity(self.tree.len());
        for (entry, Object(file)) in self.tree.into_iter().enumerate() {
            tree.push(file.into_node([group, entry])?);
        }
        Ok(OptimumGroup {
            bodies: self.bodies,
            tree,
            answers: self.answers,
        })
    }
}

impl EntryFile {
    fn into_node(self, place: [usize; 2]) -> Result<Node<Leaf>, FormatError> {
        let split = SplitFile {
            corner: self.corner,
            vertex: self.vertex,
            between: self.between,
        };
        let split = split.into_split(place)?;
        match (split, self.denominator, self.motion, self.forces, self.rows) {
            (Some(split), None, None, None, None) if self.joints.is_none() => {
                Ok(Node::Split(split))
            }
            (None, Some(Hex(denominator)), Some(motion), Some(forces), Some(rows)) => {
                Ok(Node::Leaf(Leaf {
                    denominator,
                    motion: Numbers::from_read(motion),
                    forces: Numbers::from_read(forces),
                    rows: Numbers::from_read(rows),
                    joints: Numbers::from_read(self.joints.unwrap_or_default()),
                }))
            }
            _ => Err(tree::half_entry(place)),
        }
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
    let tree = tree::written(&group.tree, leaf);
    let answers = indices(&group.answers);
    format!("{{\"bodies\":{bodies},\"tree\":{tree},\"answers\":{answers}}}")
}

fn leaf(leaf: &Leaf) -> String {
    let denominator = hex(&leaf.denominator);
    let motion = numbers::written(&leaf.motion);
    let forces = numbers::written(&leaf.forces);
    let rows = numbers::written(&leaf.rows);
    let mut numbers = format!("\"motion\":{motion},\"forces\":{forces},\"rows\":{rows}");
    if !leaf.joints.is_empty() {
        let joints = numbers::written(&leaf.joints);
        numbers = format!("{numbers},\"joints\":{joints}");
    }
    format!("{{\"denominator\":\"{denominator}\",{numbers}}}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{Split, SplitBy};

    fn sample() -> Optimum {
        let leaf = |force: i64| {
            Node::Leaf(Leaf {
                denominator: BigInt::from(437),
                motion: vec![[0, 0, -120, 0, 1200, 0].map(BigInt::from)],
                forces: vec![(0, BigInt::from(255))],
                rows: vec![(1, BigInt::from(force))],
                joints: vec![(2, vec![BigInt::from(force), BigInt::from(-16)])],
            })
        };
        let split = |by| Node::Split(Split { corner: 7, by });
        Optimum {
            scene: "00".to_owned(),
            separations: vec![],
            groups: vec![OptimumGroup {
                bodies: vec![1],
                tree: vec![
                    split(SplitBy::Normal([1, 2])),
                    split(SplitBy::Sides { vertex: 1 }),
                    leaf(3),
                    leaf(4),
                    leaf(5),
                ],
                answers: vec![0, 2],
            }],
        }
    }

    #[test]
    fn reading_undoes_writing() {
        let text = write(&sample());
        assert_eq!(read(&text).unwrap(), sample());
        let tree = r#""tree":[{"corner":7,"between":[1,2]},
{"corner":7,"vertex":1},
{"denominator":"1b5","motion":[["0","0","-78","0","4b0","0"]],"#;
        assert!(text.contains(tree), "{text}");
        assert!(
            text.contains(r#""rows":[[1,"3"]],"joints":[[2,["3","-10"]]]}"#),
            "{text}"
        );
        assert_eq!(sample().bits(), 11);
    }

    #[test]
    fn malformed_entries_say_what_is_expected() {
        let text = write(&sample());
        let half = "group 0, entry 2 of its tree: expected either";
        for (find, put, message) in [
            (r#","forces":[[0,"ff"]]"#, "", half),
            (r#","rows":[[1,"3"]]"#, "", half),
            (
                r#"{"denominator""#,
                r#"{"corner":1,"vertex":0,"denominator""#,
                half,
            ),
            (r#","vertex":1"#, "", "entry 1 of its tree"),
            (
                r#","between":[1,2]"#,
                r#","between":[1,-2]"#,
                "invalid value",
            ),
            (r#","answers":[0,2]"#, "", "missing field `answers`"),
        ] {
            let spoilt = text.replacen(find, put, 1);
            assert_ne!(spoilt, text, "{find}");
            let error = read(&spoilt).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
