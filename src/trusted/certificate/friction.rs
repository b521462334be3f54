//! The proof format `zwang-friction-1`: how a scene with friction starts to move
//! (`proofs/FORMAT.md`, section 10). Plain data, a reader and a writer, as for `zwang-proof-1`.

use crate::numbers;
use crate::statics::{self, HoldingForces};
use crate::text::{self, Entry, FormatError, Object, ReadGroup};
use crate::write::{geometry, hex, index_pairs, indices, lines, list};
use crate::{Contact, Corner, Separation};
use num_bigint::BigInt;
use serde::Deserialize;

pub(crate) const FORMAT: &str = "zwang-friction-1";

/// A proof of accelerations that obey a law of friction, or that there are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accelerations {
    /// Digest of the scene: SHA-256 of its canonical form, lower-case hex.
    pub scene: String,
    /// The law that the forces obey.
    pub law: Law,
    /// Why parts do not overlap.
    pub separations: Vec<Separation>,
    /// Contacts of parts.
    pub contacts: Vec<Contact>,
    /// Corners: a vertex touches a vertex.
    pub corners: Vec<Corner>,
    /// Isometries that take scene, motions and forces to themselves.
    pub symmetries: Vec<Symmetry>,
    /// The proof proper, one entry per contact group.
    pub groups: Vec<AcceleratedGroup>,
}

/// The map x ↦ (M x + s) / D of the plane, and what it does to bodies.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Symmetry {
    /// D.
    #[serde(deserialize_with = "crate::numbers::read")]
    pub denominator: BigInt,
    /// The rows of M.
    #[serde(deserialize_with = "crate::numbers::read")]
    pub matrix: [[BigInt; 2]; 2],
    /// s.
    #[serde(deserialize_with = "crate::numbers::read")]
    pub shift: [BigInt; 2],
    /// The image of each body of the scene.
    pub bodies: Vec<usize>,
}

/// A law of friction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// Coulomb's: friction opposes sliding.
    Coulomb,
    /// The convex one: no motion leaves the cone of those that friction does not resist.
    Convex,
}

/// Free bodies that touch or are pinned, directly or through others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceleratedGroup {
    /// The free bodies of the group.
    pub bodies: Vec<usize>,
    /// How they move.
    pub outcome: Outcome,
}

/// Motions of a group, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Motions that obey the law.
    Moving(Vec<Answer>),
    /// One leaf per way to behave: none obeys the law.
    Stuck(Vec<Leaf>),
    /// Rest, and one leaf per way to behave: nothing else obeys the law.
    Standing(Answer, Vec<Leaf>),
}

/// A motion with its forces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Pairs (corner, side), ascending by corner.
    pub sides: Vec<(usize, usize)>,
    /// Over the denominator of the motion, too.
    pub forces: HoldingForces,
    /// (D a_x, D a_y, D α) for each body of the group.
    pub motion: Vec<[BigInt; 3]>,
}

/// Weights that show that contacts cannot behave in these modes, or that nothing moves then.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leaf {
    /// Pairs (contact, mode), ascending by contact. Mode 0 is without force, 1 sticks or slides on,
    /// 2 and 3 begin to slide along t and against it.
    pub modes: Vec<(usize, usize)>,
    /// γ, the weight of gravity; 0 if the group is stuck.
    #[serde(deserialize_with = "crate::numbers::read")]
    pub gravity: BigInt,
    /// Triples (contact, ν, τ), ascending.
    #[serde(rename = "forces", deserialize_with = "crate::numbers::read")]
    pub contacts: Vec<(usize, [BigInt; 2])>,
    /// Triples (pin, q_x, q_y), ascending.
    #[serde(deserialize_with = "crate::numbers::read")]
    pub pins: Vec<(usize, [BigInt; 2])>,
}

impl Law {
    /// The word for it in a file.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Coulomb => "coulomb",
            Self::Convex => "convex",
        }
    }

    fn from_word(word: &str) -> Result<Self, FormatError> {
        for law in [Self::Coulomb, Self::Convex] {
            if word == law.word() {
                return Ok(law);
            }
        }
        Err(FormatError::Word {
            key: "law",
            found: text::excerpt(word),
            expected: "`coulomb` or `convex`",
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    scene: String,
    law: String,
    separations: Vec<Vec<Entry>>,
    contacts: Vec<[usize; 6]>,
    corners: Vec<[Vec<usize>; 2]>,
    #[serde(default)]
    symmetries: Vec<Object<Symmetry>>,
    groups: Vec<Object<GroupFile>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupFile {
    bodies: Vec<usize>,
    #[serde(default, deserialize_with = "text::present")]
    answers: Option<Vec<Object<AnswerFile>>>,
    #[serde(default, deserialize_with = "text::present")]
    leaves: Option<Vec<Object<Leaf>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerFile {
    sides: Vec<(usize, usize)>,
    #[serde(deserialize_with = "crate::numbers::read")]
    denominator: BigInt,
    #[serde(deserialize_with = "crate::numbers::read")]
    motion: Vec<[BigInt; 3]>,
    #[serde(deserialize_with = "crate::numbers::read")]
    forces: Vec<(usize, [BigInt; 2])>,
    #[serde(deserialize_with = "crate::numbers::read")]
    pins: Vec<(usize, [BigInt; 2])>,
}

/// Reads a proof.
///
/// # Errors
/// [`FormatError`] if the text is not of the format; the contents are not judged.
pub fn read(text: &str) -> Result<Accelerations, FormatError> {
    let Object(file): Object<File> = serde_json::from_str(text)?;
    text::require_format(&file.format, FORMAT)?;
    let law = Law::from_word(&file.law)?;
    let geometry = text::Geometry::from_rows(file.separations, file.contacts, file.corners)?;
    let symmetries = file.symmetries.into_iter();
    let symmetries = symmetries.map(|Object(symmetry)| symmetry);
    let groups = text::groups(file.groups)?;
    Ok(Accelerations {
        scene: file.scene,
        law,
        separations: geometry.separations,
        contacts: geometry.contacts,
        corners: geometry.corners,
        symmetries: symmetries.collect(),
        groups,
    })
}

impl ReadGroup for GroupFile {
    type Group = AcceleratedGroup;

    fn into_group(self, index: usize) -> Result<AcceleratedGroup, FormatError> {
        let answers = self.answers.map(answers_of);
        let leaves = self.leaves.map(|leaves| {
            let leaves = leaves.into_iter();
            leaves.map(|Object(leaf)| leaf).collect()
        });
        let outcome = match (answers, leaves) {
            (Some(answers), None) => Outcome::Moving(answers),
            (None, Some(leaves)) => Outcome::Stuck(leaves),
            (Some(answers), Some(leaves)) => {
                let found = answers.len();
                let Ok([answer]) = <[Answer; 1]>::try_from(answers) else {
                    return Err(FormatError::Answers {
                        group: index,
                        found,
                    });
                };
                Outcome::Standing(answer, leaves)
            }
            (None, None) => return Err(FormatError::HalfGroup { group: index }),
        };
        Ok(AcceleratedGroup {
            bodies: self.bodies,
            outcome,
        })
    }
}

fn answers_of(listed: Vec<Object<AnswerFile>>) -> Vec<Answer> {
    let answers = listed.into_iter();
    answers.map(|Object(answer)| answer.into_answer()).collect()
}

impl AnswerFile {
    fn into_answer(self) -> Answer {
        Answer {
            sides: self.sides,
            forces: HoldingForces {
                denominator: self.denominator,
                contacts: self.forces,
                pins: self.pins,
            },
            motion: self.motion,
        }
    }
}

/// Writes a proof, with a line end after each top-level list.
#[must_use]
pub fn write(accelerations: &Accelerations) -> String {
    let Accelerations {
        scene,
        law,
        separations,
        contacts,
        corners,
        symmetries,
        groups,
    } = accelerations;
    let head = geometry(FORMAT, scene, separations, contacts, corners);
    let law = law.word();
    let groups = lines(groups, group);
    let symmetries = if symmetries.is_empty() {
        String::new()
    } else {
        let symmetries = lines(symmetries, symmetry);
        format!("\"symmetries\":{symmetries},\n")
    };
    format!("{{{head},\n\"law\":\"{law}\",\n{symmetries}\"groups\":{groups}}}\n")
}

fn symmetry(symmetry: &Symmetry) -> String {
    let denominator = hex(&symmetry.denominator);
    let matrix = numbers::written(&symmetry.matrix);
    let shift = numbers::written(&symmetry.shift);
    let bodies = indices(&symmetry.bodies);
    format!(
        "{{\"denominator\":\"{denominator}\",\"matrix\":{matrix},\"shift\":{shift},\
         \"bodies\":{bodies}}}"
    )
}

fn group(group: &AcceleratedGroup) -> String {
    let bodies = indices(&group.bodies);
    match &group.outcome {
        Outcome::Moving(answers) => {
            let answers = list(answers, answer);
            format!("{{\"bodies\":{bodies},\"answers\":{answers}}}")
        }
        Outcome::Stuck(leaves) => {
            let leaves = list(leaves, leaf);
            format!("{{\"bodies\":{bodies},\"leaves\":{leaves}}}")
        }
        Outcome::Standing(only, leaves) => {
            let only = answer(only);
            let leaves = list(leaves, leaf);
            format!("{{\"bodies\":{bodies},\"answers\":[{only}],\"leaves\":{leaves}}}")
        }
    }
}

fn answer(answer: &Answer) -> String {
    let sides = index_pairs(&answer.sides);
    let motion = numbers::written(&answer.motion);
    let forces = statics::holding(&answer.forces);
    format!("{{\"sides\":{sides},\"motion\":{motion},{forces}}}")
}

fn leaf(leaf: &Leaf) -> String {
    let modes = index_pairs(&leaf.modes);
    let gravity = hex(&leaf.gravity);
    let contacts = numbers::written(&leaf.contacts);
    let pins = numbers::written(&leaf.pins);
    let weights = format!("\"forces\":{contacts},\"pins\":{pins}");
    format!("{{\"modes\":{modes},\"gravity\":\"{gravity}\",{weights}}}")
}
