//! The proof format `zwang-space-coulomb-1`: that nothing but rest obeys Coulomb's law in a scene
//! in space at rest, or that a motion does (`proofs/FORMAT.md`, section 17).

use super::separation::{self, Separation};
use super::{Contents, File};
use crate::numbers::{self, Numbers};
use crate::text::{self, FormatError, Hex, Object, ReadGroup};
use crate::write::{hex, indices, lines};
use num_bigint::BigInt;
use serde::Deserialize;

pub(crate) const FORMAT: &str = "zwang-space-coulomb-1";

/// A proof of what Coulomb's law allows from rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coulomb {
    /// Digest of the scene: SHA-256 of its canonical form, lower-case hex.
    pub scene: String,
    /// Why parts do not overlap.
    pub separations: Vec<Separation>,
    /// The proof proper, one entry per group.
    pub groups: Vec<CoulombGroup>,
}

/// Free bodies that touch, directly or through others, with forces on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoulombGroup {
    /// The free bodies of the group.
    pub bodies: Vec<usize>,
    /// The common denominator D > 0 of forces and of a motion.
    pub denominator: BigInt,
    /// D F by contact, ascending; F acts on the first body.
    pub contacts: Vec<(usize, [BigInt; 3])>,
    /// How it moves by these forces, and what else may happen.
    pub claim: CoulombClaim,
}

/// The claims beside the forces of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CoulombClaim {
    /// They hold it.
    Rests,
    /// They hold it, and nothing else obeys the law: each way in which contacts may open, stick or
    /// slide is of one of the leaves.
    OnlyRests(Vec<ModeNode>),
    /// It moves by them: D a and D α for each body of the group.
    Moves(Vec<[BigInt; 6]>),
    /// They hold it, and resist as much as they can what begins to move in this direction.
    Yields(Vec<[BigInt; 6]>),
}

/// An entry of a tree of modes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModeNode {
    /// The contact opens, or it does not: two branches follow.
    Opens(usize),
    /// The contact sticks, slides along a direction or against it, or to the left or the right of
    /// it: five branches follow. If the branch has it slide between two directions, and this one is
    /// between them: along it, or on either side of it; three branches follow.
    Slides {
        /// The contact.
        contact: usize,
        /// The direction, orthogonal to its normal.
        along: [BigInt; 3],
    },
    /// Weights that show that nothing moves in these ways.
    Leaf(ModeLeaf),
}

/// Weights that show that nothing moves in the ways of a leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModeLeaf {
    /// γ ≥ 0.
    pub gravity: BigInt,
    /// y: what gravity times γ and the weights make of the masses.
    pub velocity: Vec<[BigInt; 6]>,
    /// k by contact, ascending; it acts on the first body.
    pub weights: Vec<(usize, [BigInt; 3])>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupFile {
    bodies: Vec<usize>,
    denominator: Hex,
    forces: Vec<(usize, Hex, Hex, Hex)>,
    #[serde(default, deserialize_with = "text::present")]
    motion: Option<Vec<[Hex; 6]>>,
    #[serde(default, deserialize_with = "text::present")]
    direction: Option<Vec<[Hex; 6]>>,
    #[serde(default, deserialize_with = "text::present")]
    tree: Option<Vec<Object<EntryFile>>>,
}

/// An entry of a tree: the keys of one kind.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryFile {
    #[serde(default, deserialize_with = "text::present")]
    opens: Option<usize>,
    #[serde(default, deserialize_with = "text::present")]
    slides: Option<usize>,
    #[serde(default, deserialize_with = "text::present")]
    along: Option<[Hex; 3]>,
    #[serde(default, deserialize_with = "text::present")]
    gravity: Option<Hex>,
    #[serde(default, deserialize_with = "text::present")]
    velocity: Option<Vec<[Hex; 6]>>,
    #[serde(default, deserialize_with = "text::present")]
    weights: Option<Vec<(usize, Hex, Hex, Hex)>>,
}

/// Reads a proof.
///
/// # Errors
/// [`FormatError`] if the text is not of the format; the contents are not judged.
pub fn read(text: &str) -> Result<Coulomb, FormatError> {
    let Object(file): Object<File<GroupFile>> = serde_json::from_str(text)?;
    let Contents {
        scene,
        separations,
        groups,
    } = file.contents(FORMAT)?;
    Ok(Coulomb {
        scene,
        separations,
        groups,
    })
}

impl ReadGroup for GroupFile {
    type Group = CoulombGroup;

    fn into_group(self, group: usize) -> Result<CoulombGroup, FormatError> {
        let claim = match (self.motion, self.direction, self.tree) {
            (None, None, None) => CoulombClaim::Rests,
            (Some(motion), None, None) => CoulombClaim::Moves(Numbers::from_read(motion)),
            (None, Some(direction), None) => CoulombClaim::Yields(Numbers::from_read(direction)),
            (None, None, Some(tree)) => {
                let mut nodes = Vec::with_capacity(tree.len());
                for (entry, Object(file)) in tree.into_iter().enumerate() {
                    let node = file.into_node();
                    nodes.push(node.ok_or(FormatError::HalfModes { group, entry })?);
                }
                CoulombClaim::OnlyRests(nodes)
            }
            _ => return Err(FormatError::RestAndMotion { group }),
        };
        let Hex(denominator) = self.denominator;
        Ok(CoulombGroup {
            bodies: self.bodies,
            denominator,
            contacts: Numbers::from_read(self.forces),
            claim,
        })
    }
}

impl EntryFile {
    fn into_node(self) -> Option<ModeNode> {
        let Self {
            opens,
            slides,
            along,
            gravity,
            velocity,
            weights,
        } = self;
        match (opens, slides, along, gravity, velocity, weights) {
            (Some(contact), None, None, None, None, None) => Some(ModeNode::Opens(contact)),
            (None, Some(contact), Some(along), None, None, None) => Some(ModeNode::Slides {
                contact,
                along: Numbers::from_read(along),
            }),
            (None, None, None, Some(Hex(gravity)), Some(velocity), Some(weights)) => {
                Some(ModeNode::Leaf(ModeLeaf {
                    gravity,
                    velocity: Numbers::from_read(velocity),
                    weights: Numbers::from_read(weights),
                }))
            }
            _ => None,
        }
    }
}

/// Writes a proof, with a line end after each top-level list.
#[must_use]
pub fn write(coulomb: &Coulomb) -> String {
    let Coulomb {
        scene,
        separations,
        groups,
    } = coulomb;
    let scene = serde_json::Value::from(scene.as_str());
    let separations = separation::written(separations);
    let groups = lines(groups, group);
    let head = format!("\"format\":\"{FORMAT}\",\n\"scene\":{scene}");
    format!("{{{head},\n\"separations\":{separations},\n\"groups\":{groups}}}\n")
}

fn group(group: &CoulombGroup) -> String {
    let bodies = indices(&group.bodies);
    let denominator = hex(&group.denominator);
    let contacts = numbers::written(&group.contacts);
    let forces = format!("\"denominator\":\"{denominator}\",\"forces\":{contacts}");
    let claim = match &group.claim {
        CoulombClaim::Rests => String::new(),
        CoulombClaim::Moves(motion) => {
            let motion = numbers::written(motion);
            format!(",\"motion\":{motion}")
        }
        CoulombClaim::Yields(direction) => {
            let direction = numbers::written(direction);
            format!(",\"direction\":{direction}")
        }
        CoulombClaim::OnlyRests(tree) => {
            let entries: Vec<String> = tree.iter().map(node).collect();
            let entries = entries.join(",\n");
            format!(",\"tree\":[{entries}]")
        }
    };
    format!("{{\"bodies\":{bodies},{forces}{claim}}}")
}

fn node(node: &ModeNode) -> String {
    match node {
        ModeNode::Opens(contact) => format!("{{\"opens\":{contact}}}"),
        ModeNode::Slides { contact, along } => {
            let along = numbers::written(along);
            format!("{{\"slides\":{contact},\"along\":{along}}}")
        }
        ModeNode::Leaf(leaf) => {
            let gravity = hex(&leaf.gravity);
            let velocity = numbers::written(&leaf.velocity);
            let weights = numbers::written(&leaf.weights);
            format!("{{\"gravity\":\"{gravity}\",\"velocity\":{velocity},\"weights\":{weights}}}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Coulomb {
        let number = |value: i64| BigInt::from(value);
        let group = |claim| CoulombGroup {
            bodies: vec![1],
            denominator: number(17),
            contacts: vec![(3, [0, 1, -2].map(number))],
            claim,
        };
        let six = || vec![[0, 0, -17, 1, 2, 3].map(number)];
        let leaf = ModeNode::Leaf(ModeLeaf {
            gravity: number(1),
            velocity: six(),
            weights: vec![(0, [4, 5, 6].map(number))],
        });
        let slides = ModeNode::Slides {
            contact: 3,
            along: [0, 1, 0].map(number),
        };
        Coulomb {
            scene: "00".to_owned(),
            separations: vec![],
            groups: vec![
                group(CoulombClaim::Rests),
                group(CoulombClaim::Moves(six())),
                group(CoulombClaim::Yields(six())),
                group(CoulombClaim::OnlyRests(vec![
                    ModeNode::Opens(0),
                    slides,
                    leaf,
                ])),
            ],
        }
    }

    #[test]
    fn reading_undoes_writing() {
        let text = write(&sample());
        assert_eq!(read(&text).unwrap(), sample());
        assert_eq!(sample().bits(), 5);
        let half = "group 3, entry";
        for (find, put, message) in [
            (r#","along":["0","1","0"]"#, "", half),
            (r#""opens":0"#, r#""opens":0,"slides":1"#, half),
            (r#""gravity":"1","#, "", half),
            (
                r#"},
{"bodies":[1],"denominator":"11","forces":[[3,"0","1","-2"]],"tree""#,
                r#","tree""#,
                "group 2: ",
            ),
            ("coulomb-1", "coulomb-2", "expected"),
        ] {
            let spoilt = text.replacen(find, put, 1);
            assert_ne!(spoilt, text, "{find}");
            let error = read(&spoilt).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
