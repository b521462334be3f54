//! The proof formats `zwang-ranges-1` and `zwang-moving-ranges-1`: how small and how large the
//! forces can be that hold a scene at rest, or with which it accelerates in one way
//! (`proofs/FORMAT.md`, section 8). Plain data, a reader and a writer, as for `zwang-proof-1`.

use crate::numbers::{self, Numbers};
use crate::statics::{self, HoldingForces};
use crate::text::{self, File, FormatError, Hex, Object, ReadGroup};
use crate::write::{geometry, hex, index_pairs, indices, lines};
use crate::{Contact, Corner, Separation};
use num_bigint::BigInt;
use serde::Deserialize;

pub(crate) const FORMAT: &str = "zwang-ranges-1";
pub(crate) const MOVING: &str = "zwang-moving-ranges-1";

/// A proof of how small and how large forces can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranges {
    /// Digest of the scene: SHA-256 of its canonical form, lower-case hex.
    pub scene: String,
    /// Why parts do not overlap.
    pub separations: Vec<Separation>,
    /// Contacts of parts.
    pub contacts: Vec<Contact>,
    /// Corners, at which a vertex touches a vertex.
    pub corners: Vec<Corner>,
    /// How each group accelerates; `None` in a proof about a scene at rest that forces hold.
    pub motions: Option<Vec<GroupMotion>>,
    /// The proof proper, one entry per contact group.
    pub groups: Vec<RangesGroup>,
}

/// How a group accelerates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupMotion {
    /// The common denominator E > 0, of which those of systems and stresses are multiples.
    pub denominator: BigInt,
    /// (E a_x, E a_y, E α) for each body of the group.
    pub accelerations: Vec<[BigInt; 3]>,
}

/// Free bodies that touch or are pinned, directly or through others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangesGroup {
    /// The free bodies of the group.
    pub bodies: Vec<usize>,
    /// Forces that balance weights and loads, or accelerate the bodies as the motion says. The
    /// first is the one that is shown.
    pub systems: Vec<HoldingForces>,
    /// Forces that balance each other.
    pub stresses: Vec<HoldingForces>,
    /// Components φ and ψ of contacts outside corners, ascending.
    pub forces: Vec<Range>,
    /// Components f_x and f_y of the whole force of corners, ascending.
    pub corners: Vec<Range>,
    /// Components f_x and f_y of pins, ascending.
    pub pins: Vec<Range>,
    /// Values between the ends that no forces have.
    pub gaps: Gaps,
}

/// Gaps in ranges: between a largest value below and a least value above it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gaps {
    /// Those of components of contacts.
    pub forces: Vec<Range>,
    /// Those of corners.
    pub corners: Vec<Range>,
    /// Those of pins.
    pub pins: Vec<Range>,
}

/// The least and the largest value of a component of a force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The contact, the corner or the pin.
    pub index: usize,
    /// 0 for φ or f_x, 1 for ψ or f_y.
    pub component: usize,
    /// Why it cannot be smaller, and why it cannot be larger.
    pub ends: [End; 2],
}

/// An end of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// A value that a system reaches and that nothing exceeds.
    Bounded {
        /// The system of the group with this value.
        system: usize,
        /// Why none has a further one: one case that fixes no side, or several that cover all
        /// choices of sides.
        cases: Vec<BoundCase>,
    },
    /// There is no bound.
    Open {
        /// The stress of the group that can be added without end.
        stress: usize,
        /// The system of the group to which it can be added.
        system: usize,
    },
}

/// Why a value has a bound, for some choices of the sides of corners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundCase {
    /// Pairs (corner, side), ascending.
    pub sides: Vec<(usize, usize)>,
    /// The common denominator E of the velocity; 0 in a case with sides that no forces hold.
    pub denominator: BigInt,
    /// (E y_x, E y_y, E y_θ) for each body of the group.
    pub velocity: Vec<[BigInt; 3]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupFile {
    bodies: Vec<usize>,
    #[serde(deserialize_with = "text::objects")]
    systems: Vec<HoldingForces>,
    #[serde(deserialize_with = "text::objects")]
    stresses: Vec<HoldingForces>,
    forces: Vec<RangeFile>,
    #[serde(default, deserialize_with = "text::present")]
    corners: Option<Vec<RangeFile>>,
    pins: Vec<RangeFile>,
    #[serde(default, deserialize_with = "text::present")]
    gaps: Option<Object<GapsFile>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GapsFile {
    forces: Vec<RangeFile>,
    corners: Vec<RangeFile>,
    pins: Vec<RangeFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MovingGroupFile {
    bodies: Vec<usize>,
    #[serde(deserialize_with = "crate::numbers::read")]
    denominator: BigInt,
    #[serde(deserialize_with = "crate::numbers::read")]
    motion: Vec<[BigInt; 3]>,
    #[serde(deserialize_with = "text::objects")]
    systems: Vec<HoldingForces>,
    #[serde(deserialize_with = "text::objects")]
    stresses: Vec<HoldingForces>,
    forces: Vec<RangeFile>,
    pins: Vec<RangeFile>,
}

type RangeFile = (usize, usize, Object<EndFile>, Object<EndFile>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EndFile {
    #[serde(default, deserialize_with = "text::present")]
    system: Option<usize>,
    #[serde(default, deserialize_with = "text::present")]
    denominator: Option<Hex>,
    #[serde(default, deserialize_with = "text::present")]
    velocity: Option<Vec<[Hex; 3]>>,
    #[serde(default, deserialize_with = "text::present")]
    cases: Option<Vec<Object<CaseFile>>>,
    #[serde(default, deserialize_with = "text::present")]
    stress: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    sides: Vec<(usize, usize)>,
    denominator: Hex,
    velocity: Vec<[Hex; 3]>,
}

/// Reads a proof.
///
/// # Errors
/// [`FormatError`] if the text is not of the format; the contents are not judged.
pub fn read(text: &str) -> Result<Ranges, FormatError> {
    let Object(file): Object<File<GroupFile>> = serde_json::from_str(text)?;
    let contents = file.contents(FORMAT)?;
    let geometry = contents.geometry;
    Ok(Ranges {
        scene: contents.scene,
        separations: geometry.separations,
        contacts: geometry.contacts,
        corners: geometry.corners,
        motions: None,
        groups: contents.groups,
    })
}

/// Reads a proof about a motion.
///
/// # Errors
/// [`FormatError`] if the text is not of the format; the contents are not judged.
pub fn read_moving(text: &str) -> Result<Ranges, FormatError> {
    let Object(file): Object<File<MovingGroupFile>> = serde_json::from_str(text)?;
    let contents = file.contents(MOVING)?;
    let geometry = contents.geometry;
    let (motions, groups) = contents.groups.into_iter().unzip();
    Ok(Ranges {
        scene: contents.scene,
        separations: geometry.separations,
        contacts: geometry.contacts,
        corners: geometry.corners,
        motions: Some(motions),
        groups,
    })
}

impl ReadGroup for MovingGroupFile {
    type Group = (GroupMotion, RangesGroup);

    fn into_group(self, group: usize) -> Result<Self::Group, FormatError> {
        let motion = GroupMotion {
            denominator: self.denominator,
            accelerations: self.motion,
        };
        let file = GroupFile {
            bodies: self.bodies,
            systems: self.systems,
            stresses: self.stresses,
            forces: self.forces,
            corners: None,
            pins: self.pins,
            gaps: None,
        };
        Ok((motion, file.into_group(group)?))
    }
}

impl ReadGroup for GroupFile {
    type Group = RangesGroup;

    fn into_group(self, group: usize) -> Result<RangesGroup, FormatError> {
        Ok(RangesGroup {
            bodies: self.bodies,
            systems: self.systems,
            stresses: self.stresses,
            forces: ranges(self.forces, group, "forces")?,
            corners: ranges(self.corners.unwrap_or_default(), group, "corners")?,
            pins: ranges(self.pins, group, "pins")?,
            gaps: match self.gaps {
                None => Gaps::default(),
                Some(Object(gaps)) => Gaps {
                    forces: ranges(gaps.forces, group, "gaps of forces")?,
                    corners: ranges(gaps.corners, group, "gaps of corners")?,
                    pins: ranges(gaps.pins, group, "gaps of pins")?,
                },
            },
        })
    }
}

fn ranges(
    files: Vec<RangeFile>,
    group: usize,
    key: &'static str,
) -> Result<Vec<Range>, FormatError> {
    let mut ranges = Vec::with_capacity(files.len());
    for (entry, (index, component, Object(least), Object(largest))) in files.into_iter().enumerate()
    {
        let half = FormatError::HalfEnd { group, key, entry };
        let (Some(least), Some(largest)) = (least.into_end(), largest.into_end()) else {
            return Err(half);
        };
        ranges.push(Range {
            index,
            component,
            ends: [least, largest],
        });
    }
    Ok(ranges)
}

impl EndFile {
    /// `None` if it has not the keys of one kind.
    fn into_end(self) -> Option<End> {
        let Self {
            system,
            denominator,
            velocity,
            cases,
            stress,
        } = self;
        match (system, denominator, velocity, cases, stress) {
            (Some(system), Some(denominator), Some(velocity), None, None) => Some(End::Bounded {
                system,
                cases: vec![bound_case(Vec::new(), denominator, velocity)],
            }),
            (Some(system), None, None, Some(cases), None) => {
                let cases = cases.into_iter().map(|Object(file)| {
                    let CaseFile {
                        sides,
                        denominator,
                        velocity,
                    } = file;
                    bound_case(sides, denominator, velocity)
                });
                let cases = cases.collect();
                Some(End::Bounded { system, cases })
            }
            (system, None, None, None, Some(stress)) => Some(End::Open {
                stress,
                system: system.unwrap_or(0),
            }),
            _ => None,
        }
    }
}

fn bound_case(
    sides: Vec<(usize, usize)>,
    Hex(denominator): Hex,
    velocity: Vec<[Hex; 3]>,
) -> BoundCase {
    BoundCase {
        sides,
        denominator,
        velocity: Numbers::from_read(velocity),
    }
}

/// Writes a proof, with a line end after each top-level list.
#[must_use]
pub fn write(ranges: &Ranges) -> String {
    let Ranges {
        scene,
        separations,
        contacts,
        corners,
        motions,
        groups,
    } = ranges;
    let format = match motions {
        None => FORMAT,
        Some(_) => MOVING,
    };
    let head = geometry(format, scene, separations, contacts, corners);
    let mut entries = Vec::with_capacity(groups.len());
    for (index, entry) in groups.iter().enumerate() {
        let motion = motions.as_ref().and_then(|motions| motions.get(index));
        entries.push((motion, entry));
    }
    let groups = lines(&entries, |(motion, entry)| group(*motion, entry));
    format!("{{{head},\n\"groups\":{groups}}}\n")
}

fn group(motion: Option<&GroupMotion>, group: &RangesGroup) -> String {
    let bodies = indices(&group.bodies);
    let motion = match motion {
        None => String::new(),
        Some(motion) => {
            let denominator = hex(&motion.denominator);
            let accelerations = numbers::written(&motion.accelerations);
            format!("\"denominator\":\"{denominator}\",\"motion\":{accelerations},\n")
        }
    };
    let systems = lines(&group.systems, system);
    let stresses = lines(&group.stresses, system);
    let forces = lines(&group.forces, range);
    let mut corners = String::new();
    if !group.corners.is_empty() {
        let listed = lines(&group.corners, range);
        corners = format!("\"corners\":{listed},\n");
    }
    let pins = lines(&group.pins, range);
    let mut gaps = String::new();
    if group.gaps != Gaps::default() {
        let [forces, corners, pins] = [&group.gaps.forces, &group.gaps.corners, &group.gaps.pins]
            .map(|listed| lines(listed, range));
        gaps = format!(
            ",\n\"gaps\":{{\"forces\":{forces},\n\"corners\":{corners},\n\"pins\":{pins}}}"
        );
    }
    format!(
        "{{\"bodies\":{bodies},\n{motion}\"systems\":{systems},\n\"stresses\":{stresses},\n\
         \"forces\":{forces},\n{corners}\"pins\":{pins}{gaps}}}"
    )
}

fn system(forces: &HoldingForces) -> String {
    format!("{{{}}}", statics::holding(forces))
}

fn range(range: &Range) -> String {
    let Range {
        index,
        component,
        ends: [least, largest],
    } = range;
    let [least, largest] = [least, largest].map(end);
    format!("[{index},{component},{least},{largest}]")
}

fn end(end: &End) -> String {
    match end {
        End::Bounded { system, cases } => match &cases[..] {
            [case] if case.sides.is_empty() => {
                format!("{{\"system\":{system},{}}}", velocity(case))
            }
            cases => {
                let cases = lines(cases, |case| {
                    let sides = index_pairs(&case.sides);
                    format!("{{\"sides\":{sides},{}}}", velocity(case))
                });
                format!("{{\"system\":{system},\"cases\":{cases}}}")
            }
        },
        End::Open { stress, system: 0 } => format!("{{\"stress\":{stress}}}"),
        End::Open { stress, system } => {
            format!("{{\"stress\":{stress},\"system\":{system}}}")
        }
    }
}

fn velocity(case: &BoundCase) -> String {
    let denominator = hex(&case.denominator);
    let velocity = numbers::written(&case.velocity);
    format!("\"denominator\":\"{denominator}\",\"velocity\":{velocity}")
}
