//! The proof format `zwang-statics-1`: whether forces, with friction, can hold a scene at rest
//! (`proofs/FORMAT.md`, section 7). Plain data, a reader and a writer, as for `zwang-proof-1`.

use crate::numbers::{self, Numbers};
use crate::text::{self, File, FormatError, Hex, Object, ReadGroup};
use crate::write::{geometry, hex, index_pairs, indices, lines, list};
use crate::{Contact, Corner, Separation};
use num_bigint::BigInt;
use serde::Deserialize;

pub(crate) const FORMAT: &str = "zwang-statics-1";

/// A proof that forces hold a scene at rest, or that none do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statics {
    /// Digest of the scene: SHA-256 of its canonical form, lower-case hex.
    pub scene: String,
    /// Why parts do not overlap.
    pub separations: Vec<Separation>,
    /// Contacts of parts.
    pub contacts: Vec<Contact>,
    /// Corners: a vertex touches a vertex.
    pub corners: Vec<Corner>,
    /// The proof proper, one entry per contact group.
    pub groups: Vec<StaticsGroup>,
}

/// Free bodies that touch or are pinned, directly or through others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticsGroup {
    /// The free bodies of the group.
    pub bodies: Vec<usize>,
    /// One held case per way to decide the corners, or one falling case.
    pub cases: Vec<StaticsCase>,
}

/// One way to fix sides of corners, and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticsCase {
    /// Pairs (corner, side), ascending by corner.
    pub sides: Vec<(usize, usize)>,
    /// Forces, or a velocity.
    pub claim: StaticsClaim,
}

/// The claim of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaticsClaim {
    /// Forces that balance weights and loads.
    Held(HoldingForces),
    /// A virtual velocity that no contact resists and under which weights and loads do work:
    /// (y_x, y_y, y_θ) for each body of the group, up to a positive factor.
    Falling(Vec<[BigInt; 3]>),
}

/// Forces over a common denominator.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HoldingForces {
    /// The common denominator D > 0.
    #[serde(deserialize_with = "crate::numbers::read")]
    pub denominator: BigInt,
    /// Triples (contact, D φ, D ψ), ascending; contacts left out carry no force.
    #[serde(rename = "forces", deserialize_with = "crate::numbers::read")]
    pub contacts: Vec<(usize, [BigInt; 2])>,
    /// Triples (pin, D f_x, D f_y), ascending; pins left out carry no force.
    #[serde(deserialize_with = "crate::numbers::read")]
    pub pins: Vec<(usize, [BigInt; 2])>,
}

/// The part of the file of a proof about a group.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GroupFile {
    bodies: Vec<usize>,
    cases: Vec<Object<CaseFile>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    sides: Vec<(usize, usize)>,
    #[serde(default, deserialize_with = "text::present")]
    denominator: Option<Hex>,
    #[serde(default, deserialize_with = "text::present")]
    forces: Option<Vec<(usize, Hex, Hex)>>,
    #[serde(default, deserialize_with = "text::present")]
    pins: Option<Vec<(usize, Hex, Hex)>>,
    #[serde(default, deserialize_with = "text::present")]
    velocity: Option<Vec<[Hex; 3]>>,
}

/// Reads a proof.
///
/// # Errors
/// [`FormatError`] if the text is not of the format; the contents are not judged.
pub fn read(text: &str) -> Result<Statics, FormatError> {
    let Object(file): Object<File<GroupFile>> = serde_json::from_str(text)?;
    of_file(file)
}

/// The proof, if all lists have the lengths and cases have the keys that they must have.
pub(crate) fn of_file(file: File<GroupFile>) -> Result<Statics, FormatError> {
    let contents = file.contents(FORMAT)?;
    let geometry = contents.geometry;
    Ok(Statics {
        scene: contents.scene,
        separations: geometry.separations,
        contacts: geometry.contacts,
        corners: geometry.corners,
        groups: contents.groups,
    })
}

impl ReadGroup for GroupFile {
    type Group = StaticsGroup;

    fn into_group(self, index: usize) -> Result<StaticsGroup, FormatError> {
        let mut cases = Vec::with_capacity(self.cases.len());
        for (case, Object(file)) in self.cases.into_iter().enumerate() {
            cases.push(file.into_case(index, case)?);
        }
        Ok(StaticsGroup {
            bodies: self.bodies,
            cases,
        })
    }
}

impl CaseFile {
    fn into_case(self, group: usize, case: usize) -> Result<StaticsCase, FormatError> {
        let claim = match (self.denominator, self.forces, self.pins, self.velocity) {
            (Some(Hex(denominator)), Some(forces), Some(pins), None) => {
                StaticsClaim::Held(HoldingForces {
                    denominator,
                    contacts: Numbers::from_read(forces),
                    pins: Numbers::from_read(pins),
                })
            }
            (None, None, None, Some(velocity)) => {
                StaticsClaim::Falling(Numbers::from_read(velocity))
            }
            _ => return Err(FormatError::HalfCase { group, case }),
        };
        Ok(StaticsCase {
            sides: self.sides,
            claim,
        })
    }
}

/// Writes a proof, with a line end after each top-level list.
#[must_use]
pub fn write(statics: &Statics) -> String {
    let Statics {
        scene,
        separations,
        contacts,
        corners,
        groups,
    } = statics;
    let head = geometry(FORMAT, scene, separations, contacts, corners);
    let groups = lines(groups, group);
    format!("{{{head},\n\"groups\":{groups}}}\n")
}

fn group(group: &StaticsGroup) -> String {
    let bodies = indices(&group.bodies);
    let cases = list(&group.cases, case);
    format!("{{\"bodies\":{bodies},\"cases\":{cases}}}")
}

fn case(case: &StaticsCase) -> String {
    let sides = index_pairs(&case.sides);
    match &case.claim {
        StaticsClaim::Held(forces) => {
            let forces = holding(forces);
            format!("{{\"sides\":{sides},{forces}}}")
        }
        StaticsClaim::Falling(velocity) => {
            let velocity = numbers::written(velocity);
            format!("{{\"sides\":{sides},\"velocity\":{velocity}}}")
        }
    }
}

/// The members of an object that are forces.
pub(crate) fn holding(forces: &HoldingForces) -> String {
    let denominator = hex(&forces.denominator);
    let contacts = numbers::written(&forces.contacts);
    let pins = numbers::written(&forces.pins);
    format!("\"denominator\":\"{denominator}\",\"forces\":{contacts},\"pins\":{pins}")
}
