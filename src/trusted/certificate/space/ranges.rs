//! The proof format `zwang-space-ranges-1`: how small and how large the forces can be that hold a
//! scene in space at rest, and where those of a face act (`proofs/FORMAT.md`, section 16).

use super::separation::{self, Separation};
use super::statics::{CornerFile, CornerForces};
use super::{Contents, File};
use crate::numbers::{self, Numbers};
use crate::text::{self, FormatError, Hex, Object, ReadGroup};
use crate::write::{hex, index_pairs, indices, lines};
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
    /// The least and the largest value of each quantity, ascending.
    pub ranges: QuantityRanges,
    /// Values between these that no forces have: the largest one below, and the least one above.
    pub gaps: QuantityRanges,
}

/// Pairs of values of quantities, by what bears the forces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuantityRanges {
    /// Components of the forces of contacts: along x, y, z, and along the normal.
    pub forces: Vec<Range>,
    /// Quantities of faces: the centre of pressure along x, y, z, and the resultant along the
    /// normal.
    pub faces: Vec<Range>,
    /// Components of corners: those of the sum of the forces along x, y, z.
    pub corners: Vec<Range>,
    /// Components of joints: those of the force along x, y, z, and then of the torque.
    pub joints: Vec<Range>,
}

/// Forces over a common denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContactForces {
    /// The common denominator D > 0.
    pub denominator: BigInt,
    /// D F by contact, ascending; contacts left out bear no force. F acts on the first body.
    pub contacts: Vec<(usize, [BigInt; 3])>,
    /// Corners that bear, ascending.
    pub corners: Vec<(usize, CornerForces)>,
    /// D f by joint, ascending, the numbers of its constraints; joints left out bear no force.
    pub joints: Vec<(usize, Vec<BigInt>)>,
}

/// The least and the largest value of a quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The contact, the face, the corner or the joint.
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
        /// The velocities that prove the bound, for all choices of the normals of corners.
        cases: Vec<RangeCase>,
    },
    /// There is no bound.
    Open(Added),
    /// A centre of pressure, which is a ratio of forces.
    Place {
        /// The forces that have such a centre.
        at: PressedBy,
        /// Numerator and denominator of a value that nothing exceeds.
        bound: [BigInt; 2],
        /// The velocities that prove it.
        cases: Vec<RangeCase>,
    },
}

/// A stress of the group that can be added without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Added {
    /// The stress.
    pub stress: usize,
    /// The system to which it can be added.
    pub system: usize,
}

/// Forces with a centre of pressure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PressedBy {
    /// A system of the group.
    System(usize),
    /// A stress of the group; ever more of it is added to a system.
    Stress(Added),
}

/// Why no value is further, for some choices of the normals of corners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeCase {
    /// The normals by which corners without friction bear, by their numbers, ascending by corner;
    /// corners that are left out bear by any.
    pub sides: Vec<(usize, usize)>,
    /// For corners with friction which half of the normals bears, then which half of that, and so
    /// on: twice the number of a pair of normals, and 0 or 1.
    pub halves: Vec<(usize, Vec<usize>)>,
    /// The velocity that proves the bound.
    pub velocity: RangeVelocity,
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
    corners: Option<Vec<RangeFile>>,
    #[serde(default, deserialize_with = "text::present")]
    joints: Option<Vec<RangeFile>>,
    #[serde(default, deserialize_with = "text::present")]
    gaps: Option<Object<GapsFile>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GapsFile {
    forces: Vec<RangeFile>,
    faces: Vec<RangeFile>,
    corners: Vec<RangeFile>,
    joints: Vec<RangeFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ForcesFile {
    denominator: Hex,
    forces: Vec<(usize, Hex, Hex, Hex)>,
    #[serde(default, deserialize_with = "text::present")]
    corners: Option<Vec<CornerFile>>,
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
    #[serde(default, deserialize_with = "text::present")]
    cases: Option<Vec<Object<CaseFile>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    sides: Vec<(usize, usize)>,
    #[serde(default, deserialize_with = "text::present")]
    halves: Option<Vec<(usize, Vec<usize>)>>,
    denominator: Hex,
    velocity: Vec<[Hex; 6]>,
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
            ranges: QuantityRanges {
                forces: ranges(self.forces, group, "forces")?,
                faces: ranges(self.faces, group, "faces")?,
                corners: ranges(self.corners.unwrap_or_default(), group, "corners")?,
                joints: ranges(self.joints.unwrap_or_default(), group, "joints")?,
            },
            gaps: match self.gaps {
                None => QuantityRanges::default(),
                Some(Object(gaps)) => QuantityRanges {
                    forces: ranges(gaps.forces, group, "gaps of forces")?,
                    faces: ranges(gaps.faces, group, "gaps of faces")?,
                    corners: ranges(gaps.corners, group, "gaps of corners")?,
                    joints: ranges(gaps.joints, group, "gaps of joints")?,
                },
            },
        })
    }
}

fn forces_of(Object(file): Object<ForcesFile>) -> ContactForces {
    let Hex(denominator) = file.denominator;
    ContactForces {
        denominator,
        contacts: Numbers::from_read(file.forces),
        corners: Numbers::from_read(file.corners.unwrap_or_default()),
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
        let cases = match (self.denominator, self.velocity, self.cases) {
            (Some(denominator), Some(velocity), None) => Some(vec![RangeCase {
                sides: Vec::new(),
                halves: Vec::new(),
                velocity: velocity_of(denominator, velocity),
            }]),
            (None, None, Some(cases)) => Some(cases.into_iter().map(case_of).collect()),
            (None, None, None) => None,
            _ => return None,
        };
        let added = self.stress.map(|stress| Added {
            stress,
            system: self.system.unwrap_or_default(),
        });
        match (added, self.system, self.bound, cases) {
            (None, Some(system), None, Some(cases)) => Some(RangeEnd::Bounded { system, cases }),
            (Some(added), _, None, None) => Some(RangeEnd::Open(added)),
            (added, system, Some(bound), Some(cases)) => {
                let at = match (added, system) {
                    (Some(added), _) => PressedBy::Stress(added),
                    (None, Some(system)) => PressedBy::System(system),
                    (None, None) => return None,
                };
                Some(RangeEnd::Place {
                    at,
                    bound: Numbers::from_read(bound),
                    cases,
                })
            }
            _ => None,
        }
    }
}

fn case_of(Object(file): Object<CaseFile>) -> RangeCase {
    RangeCase {
        sides: file.sides,
        halves: file.halves.unwrap_or_default(),
        velocity: velocity_of(file.denominator, file.velocity),
    }
}

fn velocity_of(Hex(denominator): Hex, velocity: Vec<[Hex; 6]>) -> RangeVelocity {
    RangeVelocity {
        denominator,
        numbers: Numbers::from_read(velocity),
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
    let contacts = lines(&group.ranges.forces, range);
    let mut faces = lines(&group.ranges.faces, range).to_string();
    let mut gaps = String::new();
    for (key, list) in [
        ("corners", &group.ranges.corners),
        ("joints", &group.ranges.joints),
    ] {
        if !list.is_empty() {
            let list = lines(list, range);
            faces = format!("{faces},\n\"{key}\":{list}");
        }
    }
    if group.gaps != QuantityRanges::default() {
        let lists = group.gaps.lists();
        let [forces, faces, corners, joints] = lists.map(|(_, list)| lines(list, range));
        gaps = format!(
            ",\n\"gaps\":{{\"forces\":{forces},\n\"faces\":{faces},\n\
             \"corners\":{corners},\n\"joints\":{joints}}}"
        );
    }
    format!(
        "{{\"bodies\":{bodies},\n\"systems\":{systems},\n\"stresses\":{stresses},\n\
         \"forces\":{contacts},\n\"faces\":{faces}{gaps}}}"
    )
}

fn forces(forces: &ContactForces) -> String {
    let denominator = hex(&forces.denominator);
    let contacts = numbers::written(&forces.contacts);
    let mut listed = format!("\"forces\":{contacts}");
    if !forces.corners.is_empty() {
        let corners = numbers::written(&forces.corners);
        listed = format!("{listed},\"corners\":{corners}");
    }
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
        RangeEnd::Bounded { system, cases } => {
            let cases = keys_of_cases(cases);
            format!("{{\"system\":{system},{cases}}}")
        }
        RangeEnd::Open(added) => format!("{{{}}}", keys_of_stress(added)),
        RangeEnd::Place { at, bound, cases } => {
            let at = match at {
                PressedBy::System(system) => format!("\"system\":{system}"),
                PressedBy::Stress(added) => keys_of_stress(added),
            };
            let bound = numbers::written(bound);
            let cases = keys_of_cases(cases);
            format!("{{{at},\"bound\":{bound},{cases}}}")
        }
    }
}

fn keys_of_stress(Added { stress, system }: &Added) -> String {
    match system {
        0 => format!("\"stress\":{stress}"),
        _ => format!("\"stress\":{stress},\"system\":{system}"),
    }
}

fn keys_of_cases(cases: &[RangeCase]) -> String {
    if let [case] = cases
        && case.sides.is_empty()
        && case.halves.is_empty()
    {
        return velocity_keys(&case.velocity);
    }
    format!("\"cases\":{}", lines(cases, case))
}

fn case(case: &RangeCase) -> String {
    let mut fixed = format!("\"sides\":{}", index_pairs(&case.sides));
    if !case.halves.is_empty() {
        let mut halves = Vec::new();
        for (corner, own) in &case.halves {
            halves.push(format!("[{corner},{}]", indices(own)));
        }
        fixed = format!("{fixed},\"halves\":[{}]", halves.join(","));
    }
    format!("{{{fixed},{}}}", velocity_keys(&case.velocity))
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
            longest = longest.max(forces.corners.longest());
        }
        for (_, list) in self.ranges.lists().into_iter().chain(self.gaps.lists()) {
            for end in list.iter().flat_map(|range| &range.ends) {
                longest = longest.max(end.bits());
            }
        }
        longest
    }
}

impl QuantityRanges {
    /// The lists with their keys.
    #[must_use]
    pub fn lists(&self) -> [(&'static str, &[Range]); 4] {
        [
            ("forces", &self.forces),
            ("faces", &self.faces),
            ("corners", &self.corners),
            ("joints", &self.joints),
        ]
    }
}

impl RangeEnd {
    fn bits(&self) -> u64 {
        match self {
            Self::Bounded { cases, .. } => bits_of(cases),
            Self::Open(_) => 0,
            Self::Place { bound, cases, .. } => bound.longest().max(bits_of(cases)),
        }
    }
}

fn bits_of(cases: &[RangeCase]) -> u64 {
    let bits = cases.iter().map(|case| case.velocity.bits());
    bits.max().unwrap_or(0)
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
            corners: vec![(
                0,
                CornerForces {
                    normal: [0, 1, 2].map(BigInt::from),
                    forces: vec![force.map(BigInt::from)],
                },
            )],
            joints: vec![(2, vec![BigInt::from(-10), BigInt::from(7)])],
        };
        let velocity = || RangeVelocity {
            denominator: BigInt::from(1023),
            numbers: vec![[1, 2, 3, 4, 5, 6].map(BigInt::from)],
        };
        let case = |sides| RangeCase {
            sides,
            halves: Vec::new(),
            velocity: velocity(),
        };
        let place = |at| RangeEnd::Place {
            at,
            bound: [-1, 2].map(BigInt::from),
            cases: vec![case(Vec::new())],
        };
        let open = |system| RangeEnd::Open(Added { stress: 0, system });
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
                ranges: QuantityRanges {
                    forces: vec![Range {
                        index: 1,
                        component: 3,
                        ends: [
                            RangeEnd::Bounded {
                                system: 0,
                                cases: vec![
                                    case(vec![(0, 1)]),
                                    RangeCase {
                                        halves: vec![(4, vec![0, 1, 1]), (6, vec![1])],
                                        ..case(vec![(0, 2), (3, 0)])
                                    },
                                ],
                            },
                            open(0),
                        ],
                    }],
                    faces: vec![Range {
                        index: 0,
                        component: 0,
                        ends: [
                            place(PressedBy::System(0)),
                            place(PressedBy::Stress(Added {
                                stress: 0,
                                system: 1,
                            })),
                        ],
                    }],
                    corners: vec![Range {
                        index: 0,
                        component: 2,
                        ends: [open(0), open(1)],
                    }],
                    joints: vec![Range {
                        index: 2,
                        component: 5,
                        ends: [open(0), open(0)],
                    }],
                },
                gaps: QuantityRanges {
                    faces: vec![Range {
                        index: 0,
                        component: 1,
                        ends: [place(PressedBy::System(0)), place(PressedBy::System(0))],
                    }],
                    ..QuantityRanges::default()
                },
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
        let halves = r#"{"sides":[[0,2],[3,0]],"halves":[[4,[0,1,1]],[6,[1]]],"denominator""#;
        assert!(text.contains(halves), "{text}");
        let open = r#"{"stress":0}]"#;
        assert!(text.contains(open), "{text}");
    }

    #[test]
    fn malformed_files_say_what_is_expected() {
        let text = write(&sample());
        let half = "expected an end with";
        for (find, put, message) in [
            (r#""bound":["-1","2"],"#, r#""limit":["-1","2"],"#, "limit"),
            (r#"{"stress":0}"#, r#"{"stress":0,"denominator":"1"}"#, half),
            (r#"{"stress":0}"#, r#"{"stress":0,"cases":[]}"#, half),
            (r#""cases":"#, r#""denominator":"1","cases":"#, half),
            (r#"{"stress":0}"#, "{}", half),
            (r#""stress":0,"system":1,"bound""#, r#""bound""#, half),
            (r#""2"],"denominator":"3ff","#, r#""2"],"#, half),
            (r#""faces""#, r#""sides""#, "sides"),
            (r#""gaps""#, r#""holes""#, "holes"),
            ("ranges-1", "ranges-2", "format is `zwang-space-ranges-2`"),
        ] {
            let spoilt = text.replacen(find, put, 1);
            assert_ne!(spoilt, text, "{find}");
            let error = read(&spoilt).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
