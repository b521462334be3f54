//! The proof format `zwang-space-statics-1`: whether forces, with friction, can hold a scene in
//! space at rest (`proofs/FORMAT.md`, section 13).

use super::separation::{self, Separation};
use super::tree::{self, Node, SplitFile, Tree};
use super::{Contents, File};
use crate::numbers::{self, Numbers};
use crate::text::{self, FormatError, Hex, Object, ReadGroup};
use crate::write::{hex, indices, lines};
use num_bigint::BigInt;
use serde::Deserialize;
use std::fmt::{self, Formatter};

pub(crate) const FORMAT: &str = "zwang-space-statics-1";

/// A proof that forces hold a scene in space at rest, or that none do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statics {
    /// Digest of the scene: SHA-256 of its canonical form, lower-case hex.
    pub scene: String,
    /// Why parts do not overlap.
    pub separations: Vec<Separation>,
    /// The proof proper, one entry per group.
    pub groups: Vec<StaticsGroup>,
}

/// Free bodies that touch, directly or through others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticsGroup {
    /// The free bodies of the group.
    pub bodies: Vec<usize>,
    /// Forces, or a velocity.
    pub claim: StaticsClaim,
}

/// The claim about a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaticsClaim {
    /// Forces that balance weights and loads, at every leaf of a tree that decides corners; one
    /// leaf if corners need not bear.
    Held(Tree<HoldingForces>),
    /// A virtual velocity that no contact resists and under which weights and loads do work:
    /// v and ω for each body of the group, up to a positive factor.
    Falling(Vec<[BigInt; 6]>),
}

/// Forces over a common denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoldingForces {
    /// The common denominator D > 0.
    pub denominator: BigInt,
    /// D F by contact, ascending; contacts left out bear no force. F acts on the first body.
    pub contacts: Vec<(usize, [BigInt; 3])>,
    /// D φ by row of the leaf, ascending; φ counts along the primitive normal.
    pub rows: Vec<(usize, BigInt)>,
    /// Rough corners that bear, ascending.
    pub corners: Vec<(usize, CornerForces)>,
    /// D t by bond, ascending; bonds left out do not hold.
    pub bonds: Vec<(usize, BigInt)>,
    /// D f by joint, ascending, the numbers of its constraints; joints left out bear no force.
    pub joints: Vec<(usize, Vec<BigInt>)>,
}

/// Forces of a rough corner on its first body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CornerForces {
    /// The normal that bears them, in any unit.
    pub normal: [BigInt; 3],
    /// D F for each vertex of T.
    pub forces: Vec<[BigInt; 3]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupFile {
    bodies: Vec<usize>,
    #[serde(default, deserialize_with = "text::present")]
    tree: Option<Vec<Object<EntryFile>>>,
    #[serde(default, deserialize_with = "text::present")]
    velocity: Option<Vec<[Hex; 6]>>,
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
    forces: Option<Vec<(usize, Hex, Hex, Hex)>>,
    #[serde(default, deserialize_with = "text::present")]
    rows: Option<Vec<(usize, Hex)>>,
    #[serde(default, deserialize_with = "text::present")]
    corners: Option<Vec<CornerFile>>,
    #[serde(default, deserialize_with = "text::present")]
    bonds: Option<Vec<(usize, Hex)>>,
    #[serde(default, deserialize_with = "text::present")]
    joints: Option<Vec<(usize, Vec<Hex>)>>,
}

/// A corner, its normal, and the forces.
pub(super) type CornerFile = (usize, [Hex; 3], Vec<[Hex; 3]>);

/// Reads a proof.
///
/// # Errors
/// [`FormatError`] if the text is not of the format; the contents are not judged.
pub fn read(text: &str) -> Result<Statics, FormatError> {
    let Object(file): Object<File<GroupFile>> = serde_json::from_str(text)?;
    let Contents {
        scene,
        separations,
        groups,
    } = file.contents(FORMAT)?;
    Ok(Statics {
        scene,
        separations,
        groups,
    })
}

impl ReadGroup for GroupFile {
    type Group = StaticsGroup;

    fn into_group(self, group: usize) -> Result<StaticsGroup, FormatError> {
        let claim = match (self.tree, self.velocity) {
            (Some(files), None) => {
                let mut tree = Tree::with_capacity(files.len());
                for (entry, Object(file)) in files.into_iter().enumerate() {
                    tree.push(file.into_node([group, entry])?);
                }
                StaticsClaim::Held(tree)
            }
            (None, Some(velocity)) => StaticsClaim::Falling(Numbers::from_read(velocity)),
            _ => return Err(FormatError::HalfSpaceGroup { group }),
        };
        Ok(StaticsGroup {
            bodies: self.bodies,
            claim,
        })
    }
}

impl EntryFile {
    fn into_node(self, place: [usize; 2]) -> Result<Node<HoldingForces>, FormatError> {
        let split = SplitFile {
            corner: self.corner,
            vertex: self.vertex,
            between: self.between,
        };
        let split = split.into_split(place)?;
        let lists = (self.forces, self.rows, self.corners);
        match (split, self.denominator, lists) {
            (Some(split), None, (None, None, None))
                if self.bonds.is_none() && self.joints.is_none() =>
            {
                Ok(Node::Split(split))
            }
            (None, Some(Hex(denominator)), (Some(forces), Some(rows), Some(corners))) => {
                Ok(Node::Leaf(HoldingForces {
                    denominator,
                    contacts: Numbers::from_read(forces),
                    rows: Numbers::from_read(rows),
                    corners: Numbers::from_read(corners),
                    bonds: Numbers::from_read(self.bonds.unwrap_or_default()),
                    joints: Numbers::from_read(self.joints.unwrap_or_default()),
                }))
            }
            _ => Err(tree::half_entry(place)),
        }
    }
}

impl Numbers for (usize, CornerForces) {
    type Read = CornerFile;

    fn from_read((corner, normal, forces): Self::Read) -> Self {
        let forces = CornerForces {
            normal: Numbers::from_read(normal),
            forces: Numbers::from_read(forces),
        };
        (corner, forces)
    }

    fn write(&self, formatter: &mut Formatter) -> fmt::Result {
        let (corner, CornerForces { normal, forces }) = self;
        let normal = numbers::written(normal);
        let forces = numbers::written(forces);
        write!(formatter, "[{corner},{normal},{forces}]")
    }

    fn longest(&self) -> u64 {
        let (_, CornerForces { normal, forces }) = self;
        normal.longest().max(forces.longest())
    }
}

/// Writes a proof, with a line end after each top-level list.
#[must_use]
pub fn write(statics: &Statics) -> String {
    let Statics {
        scene,
        separations,
        groups,
    } = statics;
    let scene = serde_json::Value::from(scene.as_str());
    let separations = separation::written(separations);
    let groups = lines(groups, group);
    let head = format!("\"format\":\"{FORMAT}\",\n\"scene\":{scene}");
    format!("{{{head},\n\"separations\":{separations},\n\"groups\":{groups}}}\n")
}

fn group(group: &StaticsGroup) -> String {
    let bodies = indices(&group.bodies);
    match &group.claim {
        StaticsClaim::Held(tree) => {
            let tree = tree::written(tree, leaf);
            format!("{{\"bodies\":{bodies},\"tree\":{tree}}}")
        }
        StaticsClaim::Falling(velocity) => {
            let velocity = numbers::written(velocity);
            format!("{{\"bodies\":{bodies},\"velocity\":{velocity}}}")
        }
    }
}

fn leaf(forces: &HoldingForces) -> String {
    let denominator = hex(&forces.denominator);
    let contacts = numbers::written(&forces.contacts);
    let rows = numbers::written(&forces.rows);
    let corners = numbers::written(&forces.corners);
    let mut lists = format!("\"forces\":{contacts},\"rows\":{rows},\"corners\":{corners}");
    if !forces.bonds.is_empty() {
        let bonds = numbers::written(&forces.bonds);
        lists = format!("{lists},\"bonds\":{bonds}");
    }
    if !forces.joints.is_empty() {
        let joints = numbers::written(&forces.joints);
        lists = format!("{lists},\"joints\":{joints}");
    }
    format!("{{\"denominator\":\"{denominator}\",{lists}}}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PartId;
    use crate::space::{Plane, Split, SplitBy};

    fn sample() -> Statics {
        let floor = PartId { body: 0, part: 0 };
        let body = PartId { body: 1, part: 2 };
        let plane = |plane| Separation {
            first: floor,
            second: body,
            plane,
        };
        let force = [0, 0, -1].map(BigInt::from);
        let borne = CornerForces {
            normal: [1, 0, 2].map(BigInt::from),
            forces: vec![[3, 4, 5].map(BigInt::from)],
        };
        let leaf = |force, rows| {
            Node::Leaf(HoldingForces {
                denominator: BigInt::from(255),
                contacts: vec![(3, force)],
                rows,
                corners: vec![(2, borne.clone())],
                bonds: vec![(7, BigInt::from(16))],
                joints: vec![(1, vec![BigInt::from(-3), BigInt::from(10)])],
            })
        };
        Statics {
            scene: "00".to_owned(),
            separations: vec![
                plane(Plane::FaceOfFirst(4)),
                plane(Plane::FaceOfSecond(5)),
                plane(Plane::Edges {
                    first: [1, 0],
                    second: [6, 7],
                }),
            ],
            groups: vec![
                StaticsGroup {
                    bodies: vec![1],
                    claim: StaticsClaim::Held(vec![
                        Node::Split(Split {
                            corner: 4,
                            by: SplitBy::Normal([1, 1]),
                        }),
                        leaf(force.clone(), vec![]),
                        leaf(force, vec![(0, BigInt::from(2))]),
                    ]),
                },
                StaticsGroup {
                    bodies: vec![2],
                    claim: StaticsClaim::Falling(vec![[0, 0, -17, 1, 2, 3].map(BigInt::from)]),
                },
            ],
        }
    }

    #[test]
    fn reading_undoes_writing() {
        let text = write(&sample());
        assert_eq!(read(&text).unwrap(), sample());
        assert!(text.contains("[0,0,1,2,2,1,0,6,7]"), "{text}");
        let leaf = r#"{"denominator":"ff","forces":[[3,"0","0","-1"]],"rows":[[0,"2"]],"#;
        assert!(text.contains(leaf), "{text}");
        let corners = r#""corners":[[2,["1","0","2"],[["3","4","5"]]]],"bonds":[[7,"10"]],"joints":[[1,["-3","a"]]]}"#;
        assert!(text.contains(corners), "{text}");
        assert!(text.contains(r#"{"corner":4,"between":[1,1]},"#), "{text}");
        assert_eq!(sample().bits(), 8);
    }

    #[test]
    fn malformed_files_say_what_is_expected() {
        let text = write(&sample());
        for (find, put, message) in [
            ("[0,0,1,2,1,5]", "[0,0,1,2,2,5]", "separation 1: expected"),
            ("[0,0,1,2,1,5]", "[0,0,1,2,1]", "separation 1: expected"),
            (
                "[0,0,1,2,1,5]",
                "[0,0,1,2,3,1,2,3,4]",
                "separation 1: expected",
            ),
            (r#""denominator":"ff","#, "", "group 0, entry 1 of its tree"),
            (
                r#""tree":["#,
                r#""velocity":[],"tree":["#,
                "group 0: expected either",
            ),
            (r#""0","-1"]"#, r#""-1"]"#, "invalid length 3"),
            (r#","1","2","3"]"#, r#","1","2"]"#, "invalid length 5"),
            (
                r#","corners":[[2"#,
                r#","edges":[[2"#,
                "unknown field `edges`",
            ),
            (r#"["1","0","2"]"#, r#"["1","0"]"#, "invalid length 2"),
            (
                "statics-1",
                "statics-2",
                "format is `zwang-space-statics-2`",
            ),
            (
                r#""groups""#,
                r#""corners":[],"groups""#,
                "unknown field `corners`",
            ),
        ] {
            let spoilt = text.replacen(find, put, 1);
            assert_ne!(spoilt, text, "{find}");
            let error = read(&spoilt).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
