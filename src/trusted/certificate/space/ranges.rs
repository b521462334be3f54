//! The proof format `zwang-space-ranges-1`: how small and how large the forces can be that hold a
//! scene in space at rest, and where those of a face act (`proofs/FORMAT.md`, section 16).

use super::separation::{self, Separation};
use super::{Contents, File};
use crate::numbers::{self, Numbers};
use crate::text::{self, FormatError, Hex, Object, ReadGroup};
use crate::write::{hex, indices, lines};
use num_bigint::BigInt;
use serde::Deserialize;

pub(crate) const FORMAT: &str = "zwang-space-ranges-1";

/// A proof of how small and how large forces can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranges {
    /// Digest of the scene: SHA-256 of its canonical form, lower-case hex.
    pub scene: String,
    /// Why parts do not overlap.
    pub separations: Vec<Separation>,
    /// The proof proper, one entry per group.
    pub groups: Vec<RangesGroup>,
}

/// Free bodies that touch, directly or through others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangesGroup {
    /// The free bodies of the group.
    pub bodies: Vec<usize>,
    /// Forces that balance weights and loads. The first is the one that is shown.
    pub systems: Vec<ContactForces>,
    /// Forces that balance each other.
    pub stresses: Vec<ContactForces>,
    /// Components of the forces of contacts, ascending: along x, y, z, and along the normal.
    pub forces: Vec<Range>,
    /// Quantities of faces, ascending: the centre of pressure along x, y, z, and the resultant
    /// along the normal.
    pub faces: Vec<Range>,
    /// Components of joints, ascending: those of the force along x, y, z, and then of the torque.
    pub joints: Vec<Range>,
}

/// Forces over a common denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContactForces {
    /// The common denominator D > 0.
    pub denominator: BigInt,
    /// D F by contact, ascending; contacts left out bear no force. F acts on the first body.
    pub contacts: Vec<(usize, [BigInt; 3])>,
    /// D f by joint, ascending, the numbers of its constraints; joints left out bear no force.
    pub joints: Vec<(usize, Vec<BigInt>)>,
}

/// The least and the largest value of a quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The contact, the face or the joint.
    pub index: usize,
    /// 0, 1 or 2 for x, y or z, 3 for the normal; of a joint 3, 4 and 5 for the torque.
    pub component: usize,
    /// Why it cannot be smaller, and why it cannot be larger.
    pub ends: [RangeEnd; 2],
}

/// An end of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RangeEnd {
    /// A value that a system has, and one that nothing exceeds.
    Bounded {
        /// The system of the group.
        system: usize,
        /// The velocity that proves the bound.
        velocity: RangeVelocity,
    },
    /// There is no bound.
    Open {
        /// The stress of the group that can be added without end.
        stress: usize,
    },
    /// A centre of pressure, which is a ratio of forces.
    Place {
        /// The forces that have such a centre.
        at: PressedBy,
        /// Numerator and denominator of a value that nothing exceeds.
        bound: [BigInt; 2],
        /// The velocity that proves it.
        velocity: RangeVelocity,
    },
}

/// Forces with a centre of pressure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PressedBy {
    /// A system of the group.
    System(usize),
    /// A stress of the group; ever more of it is added to a system.
    Stress(usize),
}

/// A virtual velocity over a common denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeVelocity {
    /// The common denominator E > 0.
    pub denominator: BigInt,
    /// E v and E ω for each body of the group.
    pub numbers: Vec<[BigInt; 6]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupFile {
    bodies: Vec<usize>,
    systems: Vec<Object<ForcesFile>>,
    stresses: Vec<Object<ForcesFile>>,
    forces: Vec<RangeFile>,
    faces: Vec<RangeFile>,
    #[serde(default, deserialize_with = "text::present")]
    joints: Option<Vec<RangeFile>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ForcesFile {
    denominator: Hex,
    forces: Vec<(usize, Hex, Hex, Hex)>,
    #[serde(default, deserialize_with = "text::present")]
    joints: Option<Vec<(usize, Vec<Hex>)>>,
}

type RangeFile = (usize, usize, Object<EndFile>, Object<EndFile>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EndFile {
    #[serde(default, deserialize_with = "text::present")]
    system: Option<usize>,
    #[serde(default, deserialize_with = "text::present")]
    stress: Option<usize>,
    #[serde(default, deserialize_with = "text::present")]
    bound: Option<[Hex; 2]>,
    #[serde(default, deserialize_with = "text::present")]
    denominator: Option<Hex>,
    #[serde(default, deserialize_with = "text::present")]
    velocity: Option<Vec<[Hex; 6]>>,
}

/// Reads a proof.
///
/// # Errors
/// [`FormatError`] if the text is not of the format; the contents are not judged.
pub fn read(text: &str) -> Result<Ranges, FormatError> {
    let Object(file): Object<File<GroupFile>> = serde_json::from_str(text)?;
    let Contents {
        scene,
        separations,
        groups,
    } = file.contents(FORMAT)?;
    Ok(Ranges {
        scene,
        separations,
        groups,
    })
}

impl ReadGroup for GroupFile {
    type Group = RangesGroup;

    fn into_group(self, group: usize) -> Result<RangesGroup, FormatError> {
        Ok(RangesGroup {
            bodies: self.bodies,
            systems: self.systems.into_iter().map(forces_of).collect(),
            stresses: self.stresses.into_iter().map(forces_of).collect(),
            forces: ranges(self.forces, group, "forces")?,
            faces: ranges(self.faces, group, "faces")?,
            joints: ranges(self.joints.unwrap_or_default(), group, "joints")?,
        })
    }
}

fn forces_of(Object(file): Object<ForcesFile>) -> ContactForces {
    let Hex(denominator) = file.denominator;
    ContactForces {
        denominator,
        contacts: Numbers::from_read(file.forces),
        joints: Numbers::from_read(file.joints.unwrap_or_default()),
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
        let half = FormatError::HalfSpaceEnd { group, key, entry };
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
    fn into_end(self) -> Option<RangeEnd> {
        let velocity = match (self.denominator, self.velocity) {
            (Some(Hex(denominator)), Some(velocity)) => Some(RangeVelocity {
                denominator,
                numbers: Numbers::from_read(velocity),
            }),
            (None, None) => None,
            _ => return None,
        };
        match (self.system, self.stress, self.bound, velocity) {
            (Some(system), None, None, Some(velocity)) => {
                Some(RangeEnd::Bounded { system, velocity })
            }
            (None, Some(stress), None, None) => Some(RangeEnd::Open { stress }),
            (system, stress, Some(bound), Some(velocity)) => {
                let at = match (system, stress) {
                    (Some(system), None) => PressedBy::System(system),
                    (None, Some(stress)) => PressedBy::Stress(stress),
                    _ => return None,
                };
                Some(RangeEnd::Place {
                    at,
                    bound: Numbers::from_read(bound),
                    velocity,
                })
            }
            _ => None,
        }
    }
}

/// Writes a proof, with a line end after each top-level list.
#[must_use]
pub fn write(ranges: &Ranges) -> String {
    let Ranges {
        scene,
        separations,
        groups,
    } = ranges;
    let scene = serde_json::Value::from(scene.as_str());
    let separations = separation::written(separations);
    let groups = lines(groups, group);
    let head = format!("\"format\":\"{FORMAT}\",\n\"scene\":{scene}");
    format!("{{{head},\n\"separations\":{separations},\n\"groups\":{groups}}}\n")
}

fn group(group: &RangesGroup) -> String {
    let bodies = indices(&group.bodies);
    let systems = lines(&group.systems, forces);
    let stresses = lines(&group.stresses, forces);
    let contacts = lines(&group.forces, range);
    let mut faces = lines(&group.faces, range).to_string();
    if !group.joints.is_empty() {
        let joints = lines(&group.joints, range);
        faces = format!("{faces},\n\"joints\":{joints}");
    }
    format!(
        "{{\"bodies\":{bodies},\n\"systems\":{systems},\n\"stresses\":{stresses},\n\
         \"forces\":{contacts},\n\"faces\":{faces}}}"
    )
}

fn forces(forces: &ContactForces) -> String {
    let denominator = hex(&forces.denominator);
    let contacts = numbers::written(&forces.contacts);
    let mut listed = format!("\"forces\":{contacts}");
    if !forces.joints.is_empty() {
        let joints = numbers::written(&forces.joints);
        listed = format!("{listed},\"joints\":{joints}");
    }
    format!("{{\"denominator\":\"{denominator}\",{listed}}}")
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

fn end(end: &RangeEnd) -> String {
    match end {
        RangeEnd::Bounded { system, velocity } => {
            let velocity = velocity_keys(velocity);
            format!("{{\"system\":{system},{velocity}}}")
        }
        RangeEnd::Open { stress } => format!("{{\"stress\":{stress}}}"),
        RangeEnd::Place {
            at,
            bound,
            velocity,
        } => {
            let at = match at {
                PressedBy::System(system) => format!("\"system\":{system}"),
                PressedBy::Stress(stress) => format!("\"stress\":{stress}"),
            };
            let bound = numbers::written(bound);
            let velocity = velocity_keys(velocity);
            format!("{{{at},\"bound\":{bound},{velocity}}}")
        }
    }
}

fn velocity_keys(velocity: &RangeVelocity) -> String {
    let denominator = hex(&velocity.denominator);
    let numbers = numbers::written(&velocity.numbers);
    format!("\"denominator\":\"{denominator}\",\"velocity\":{numbers}")
}

impl Ranges {
    /// The length of the largest integer, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.groups.iter().map(RangesGroup::bits).max().unwrap_or(0)
    }
}

impl RangesGroup {
    fn bits(&self) -> u64 {
        let mut longest = 0;
        for forces in self.systems.iter().chain(&self.stresses) {
            let own = forces.denominator.bits().max(forces.contacts.longest());
            longest = longest.max(own).max(forces.joints.longest());
        }
        let ranges = self.forces.iter().chain(&self.faces);
        for range in ranges.chain(&self.joints) {
            for end in &range.ends {
                longest = longest.max(end.bits());
            }
        }
        longest
    }
}

impl RangeEnd {
    fn bits(&self) -> u64 {
        match self {
            Self::Bounded { velocity, .. } => velocity.bits(),
            Self::Open { .. } => 0,
            Self::Place {
                bound, velocity, ..
            } => bound.longest().max(velocity.bits()),
        }
    }
}

impl RangeVelocity {
    fn bits(&self) -> u64 {
        self.denominator.bits().max(self.numbers.longest())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PartId;
    use crate::space::Plane;

    fn sample() -> Ranges {
        let forces = |force: [i64; 3]| ContactForces {
            denominator: BigInt::from(3),
            contacts: vec![(1, force.map(BigInt::from))],
            joints: vec![(2, vec![BigInt::from(-10), BigInt::from(7)])],
        };
        let velocity = || RangeVelocity {
            denominator: BigInt::from(1023),
            numbers: vec![[1, 2, 3, 4, 5, 6].map(BigInt::from)],
        };
        let place = |at| RangeEnd::Place {
            at,
            bound: [-1, 2].map(BigInt::from),
            velocity: velocity(),
        };
        Ranges {
            scene: "00".to_owned(),
            separations: vec![Separation {
                first: PartId { body: 0, part: 0 },
                second: PartId { body: 1, part: 0 },
                plane: Plane::FaceOfFirst(4),
            }],
            groups: vec![RangesGroup {
                bodies: vec![1],
                systems: vec![forces([0, 0, -1])],
                stresses: vec![forces([0, 0, 1])],
                forces: vec![Range {
                    index: 1,
                    component: 3,
                    ends: [
                        RangeEnd::Bounded {
                            system: 0,
                            velocity: velocity(),
                        },
                        RangeEnd::Open { stress: 0 },
                    ],
                }],
                faces: vec![Range {
                    index: 0,
                    component: 0,
                    ends: [place(PressedBy::System(0)), place(PressedBy::Stress(0))],
                }],
                joints: vec![Range {
                    index: 2,
                    component: 5,
                    ends: [RangeEnd::Open { stress: 0 }, RangeEnd::Open { stress: 0 }],
                }],
            }],
        }
    }

    #[test]
    fn reading_undoes_writing() {
        let text = write(&sample());
        assert_eq!(read(&text).unwrap(), sample());
        assert_eq!(sample().bits(), 10);
        let joints = r#""joints":[[2,["-a","7"]]]}"#;
        assert!(text.contains(joints), "{text}");
        let open = r#"{"stress":0}]"#;
        assert!(text.contains(open), "{text}");
    }

    #[test]
    fn malformed_files_say_what_is_expected() {
        let text = write(&sample());
        let half = "expected an end with";
        for (find, put, message) in [
            (r#""bound":["-1","2"],"#, r#""limit":["-1","2"],"#, "limit"),
            (r#"{"stress":0}"#, r#"{"stress":0,"system":0}"#, half),
            (r#"{"stress":0}"#, "{}", half),
            (r#""stress":0,"bound""#, r#""bound""#, half),
            (r#""denominator":"3ff","#, "", half),
            (r#""faces""#, r#""sides""#, "sides"),
            ("ranges-1", "ranges-2", "format is `zwang-space-ranges-2`"),
        ] {
            let spoilt = text.replacen(find, put, 1);
            assert_ne!(spoilt, text, "{find}");
            let error = read(&spoilt).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
