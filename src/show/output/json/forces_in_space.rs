//! The answer of `forces` for scenes in space: `zwang-space-forces-1`
//! (`docs/space-forces.schema.json`). The ranges of the forces of contacts, in newtons along their
//! unit normals and along x, y and z, and of faces the sum of their normal forces and where it
//! acts, and the components of the forces of corners.

use super::{double, number};
use crate::decimal::square_root;
use crate::rows;
use crate::told::{body_in_space, only_known, squeezers};
use serde::Serialize;
use zwang_check::space_ranges::{
    ContactRange, CornerRange, End, FaceRange, Interval, JointRange, VerifiedRanges,
};
use zwang_exact::{Rational, Vector3};
use zwang_scene::space::Scene;

const FORMAT: &str = "zwang-space-forces-1";

#[derive(Serialize)]
struct Forces<'a> {
    format: &'static str,
    scene: &'a str,
    digest: String,
    verdict: &'static str,
    dimension: Option<usize>,
    corners: usize,
    may_have_gaps: bool,
    contacts: Vec<ToldContact<'a>>,
    faces: Vec<ToldFace<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    corner_forces: Vec<ToldCorner<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    joints: Vec<ToldJoint<'a>>,
    proof: &'static str,
}

/// A force F along the printed normal n is F·n / |n|.
#[derive(Serialize)]
struct ToldContact<'a> {
    bodies: [&'a str; 2],
    point: [String; 3],
    normal: [String; 3],
    friction: String,
    force: [String; 3],
    force_double: [Option<f64>; 3],
    across: Option<ToldInterval<'a>>,
    across_double: Option<Doubles>,
    components: [Option<ToldInterval<'a>>; 3],
    components_double: [Option<Doubles>; 3],
    #[serde(skip_serializing_if = "Gaps::are_none")]
    gaps: Gaps,
    /// Whether all ranges are one number each; null where one value is known, and it is not decided
    /// whether there are others.
    unique: Option<bool>,
}

#[derive(Serialize)]
struct ToldFace<'a> {
    bodies: [&'a str; 2],
    points: Vec<[String; 3]>,
    normal: [String; 3],
    across: Option<ToldInterval<'a>>,
    across_double: Option<Doubles>,
    centre: [Option<ToldInterval<'a>>; 3],
    centre_double: [Option<Doubles>; 3],
    #[serde(skip_serializing_if = "Gaps::are_none")]
    gaps: Gaps,
}

/// The sum of the forces of a corner on its first body.
#[derive(Serialize)]
struct ToldCorner<'a> {
    bodies: [&'a str; 2],
    points: Vec<[String; 3]>,
    normals: Vec<[String; 3]>,
    friction: String,
    force: [String; 3],
    components: [Option<ToldInterval<'a>>; 3],
    components_double: [Option<Doubles>; 3],
    #[serde(skip_serializing_if = "Gaps::are_none")]
    gaps: Gaps,
}

/// The force at the point of a joint and the torque beside it, on its first body.
#[derive(Serialize)]
struct ToldJoint<'a> {
    kind: &'static str,
    bodies: [&'a str; 2],
    point: [String; 3],
    force: [String; 3],
    torque: [String; 3],
    components: [Option<ToldInterval<'a>>; 3],
    components_double: [Option<Doubles>; 3],
    torques: [Option<ToldInterval<'a>>; 3],
    torques_double: [Option<Doubles>; 3],
    #[serde(skip_serializing_if = "Gaps::are_none")]
    gaps: Gaps,
}

/// Pairs of numbers between which no value is possible, of each range that has some.
#[derive(Serialize)]
struct Gaps {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    across: ToldGaps,
    #[serde(skip_serializing_if = "are_empty")]
    components: [ToldGaps; 3],
    #[serde(skip_serializing_if = "are_empty")]
    centre: [ToldGaps; 3],
    #[serde(skip_serializing_if = "are_empty")]
    torques: [ToldGaps; 3],
}

type ToldGaps = Vec<[String; 2]>;

type ToldInterval<'a> = [ToldEnd<'a>; 2];

/// The nearest doubles; null where there is no end.
type Doubles = [Option<f64>; 2];

/// F·n for the printed normal, or a component: the value, or two numbers with the end between them,
/// or the bodies between which forces grow without end.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum ToldEnd<'a> {
    Exactly(String),
    Between([String; 2]),
    Unbounded(Vec<&'a str>),
}

/// The answer for a scene that forces hold. The dimension of the family of all these forces is not
/// checked; `None` if only some were asked for, or if corners leave too many choices.
#[must_use]
pub fn forces_in_space(verified: &VerifiedRanges, dimension: Option<usize>) -> String {
    let scene = verified.scene();
    let contacts = verified.contacts().iter();
    let faces = verified.faces().iter();
    let corners = verified.corners().iter();
    let joints = verified.joints().iter();
    rows::text(&Forces {
        format: FORMAT,
        scene: &scene.name,
        digest: verified.digest().to_owned(),
        verdict: "can stand",
        dimension,
        corners: verified.touching_corners(),
        may_have_gaps: verified.may_have_gaps(),
        contacts: contacts
            .map(|contact| told_contact(scene, contact))
            .collect(),
        faces: faces.map(|face| told_face(scene, face)).collect(),
        corner_forces: corners.map(|corner| told_corner(scene, corner)).collect(),
        joints: joints.map(|joint| told_joint(scene, joint)).collect(),
        proof: "zwang-space-ranges-1",
    })
}

/// The answer for a scene that no forces hold.
#[must_use]
pub fn no_forces_in_space(scene: &Scene) -> String {
    rows::text(&Forces {
        format: FORMAT,
        scene: &scene.name,
        digest: scene.digest(),
        verdict: "falls",
        dimension: None,
        corners: 0,
        may_have_gaps: false,
        contacts: Vec::new(),
        faces: Vec::new(),
        corner_forces: Vec::new(),
        joints: Vec::new(),
        proof: "zwang-space-statics-1",
    })
}

fn told_contact<'a>(scene: &'a Scene, contact: &ContactRange) -> ToldContact<'a> {
    let length = square_root(&contact.normal.dot(&contact.normal));
    let across = contact.across.as_ref();
    let components = contact.force.each_ref();
    let one = Rational::from_integer(1.into());
    let all = contact.force.iter().flatten().chain(across);
    ToldContact {
        bodies: [contact.first, contact.second].map(|body| body_in_space(scene, body)),
        point: triple(&contact.point),
        normal: triple(&contact.normal),
        friction: number(&contact.friction),
        force: triple(&contact.shown),
        force_double: contact.shown.coordinates().map(double),
        across: across.map(|interval| told_interval(scene, interval)),
        across_double: across.map(|interval| doubles(interval, &(one.clone() / &length))),
        components: components.map(|interval| Some(told_interval(scene, interval.as_ref()?))),
        components_double: components.map(|interval| Some(doubles(interval.as_ref()?, &one))),
        gaps: Gaps::of(across, &contact.force),
        unique: are_unique(all).filter(|are_unique| !are_unique || is_whole(contact)),
    }
}

/// Whether enough ranges are known to say all of a force: two of its components, if there is
/// friction.
fn is_whole(contact: &ContactRange) -> bool {
    let known = contact.force.iter().flatten().count();
    contact.friction == Rational::default() || known >= 2
}

fn told_face<'a>(scene: &'a Scene, face: &FaceRange) -> ToldFace<'a> {
    let length = square_root(&face.normal.dot(&face.normal));
    let across = face.across.as_ref();
    let centre = face.centre.each_ref();
    let one = Rational::from_integer(1.into());
    ToldFace {
        bodies: [face.first, face.second].map(|body| body_in_space(scene, body)),
        points: face.points.iter().map(triple).collect(),
        normal: triple(&face.normal),
        across: across.map(|interval| told_interval(scene, interval)),
        across_double: across.map(|interval| doubles(interval, &(one.clone() / &length))),
        centre: centre.map(|interval| Some(told_interval(scene, interval.as_ref()?))),
        centre_double: centre.map(|interval| Some(doubles(interval.as_ref()?, &one))),
        gaps: Gaps {
            centre: centre.map(|interval| told_gaps(interval.as_ref())),
            ..Gaps::of(across, &[const { None }; 3])
        },
    }
}

fn told_corner<'a>(scene: &'a Scene, corner: &CornerRange) -> ToldCorner<'a> {
    let one = Rational::from_integer(1.into());
    let forces = corner.force.each_ref();
    ToldCorner {
        bodies: [corner.first, corner.second].map(|body| body_in_space(scene, body)),
        points: corner.points.iter().map(triple).collect(),
        normals: corner.normals.iter().map(triple).collect(),
        friction: number(&corner.friction),
        force: triple(&corner.shown),
        components: forces.map(|interval| Some(told_interval(scene, interval.as_ref()?))),
        components_double: forces.map(|interval| Some(doubles(interval.as_ref()?, &one))),
        gaps: Gaps::of(None, &corner.force),
    }
}

fn told_joint<'a>(scene: &'a Scene, joint: &JointRange) -> ToldJoint<'a> {
    let one = Rational::from_integer(1.into());
    let [forces, torques] = [&joint.force, &joint.torque];
    let told = |interval: &Option<Interval>| Some(told_interval(scene, interval.as_ref()?));
    let near = |interval: &Option<Interval>| Some(doubles(interval.as_ref()?, &one));
    ToldJoint {
        kind: joint.shown.kind,
        bodies: joint.shown.bodies.map(|body| body_in_space(scene, body)),
        point: triple(&joint.shown.at),
        force: triple(&joint.shown.force),
        torque: triple(&joint.shown.torque),
        components: forces.each_ref().map(told),
        components_double: forces.each_ref().map(near),
        torques: torques.each_ref().map(told),
        torques_double: torques.each_ref().map(near),
        gaps: Gaps {
            torques: torques
                .each_ref()
                .map(|interval| told_gaps(interval.as_ref())),
            ..Gaps::of(None, forces)
        },
    }
}

impl Gaps {
    fn of(across: Option<&Interval>, components: &[Option<Interval>; 3]) -> Self {
        let components = components.each_ref();
        Self {
            across: told_gaps(across),
            components: components.map(|interval| told_gaps(interval.as_ref())),
            centre: Default::default(),
            torques: Default::default(),
        }
    }

    fn are_none(&self) -> bool {
        let lists = [&self.components, &self.centre, &self.torques];
        self.across.is_empty() && lists.into_iter().all(are_empty)
    }
}

fn are_empty(gaps: &[ToldGaps; 3]) -> bool {
    gaps.iter().all(Vec::is_empty)
}

fn told_gaps(interval: Option<&Interval>) -> ToldGaps {
    let gaps = interval.into_iter().flat_map(|interval| &interval.gaps);
    gaps.map(|gap| gap.each_ref().map(number)).collect()
}

/// Whether all ranges are one number each, if that is decided.
fn are_unique<'a>(intervals: impl Iterator<Item = &'a Interval>) -> Option<bool> {
    let mut are_unique = Some(true);
    for interval in intervals {
        let [least, largest] = &interval.ends;
        if only_known(interval).is_some() {
            are_unique = None;
        } else if least.exact().is_none() || least.exact() != largest.exact() {
            return Some(false);
        }
    }
    are_unique
}

fn told_interval<'a>(scene: &'a Scene, interval: &Interval) -> ToldInterval<'a> {
    interval.ends.each_ref().map(|end| match end {
        End::Between { reached, bound } if reached == bound => ToldEnd::Exactly(number(bound)),
        End::Between { reached, bound } => {
            let (least, largest) = if reached < bound {
                (reached, bound)
            } else {
                (bound, reached)
            };
            ToldEnd::Between([number(least), number(largest)])
        }
        End::Open { bodies } => ToldEnd::Unbounded(squeezers(scene, bodies)),
    })
}

/// The bounds times a length.
fn doubles(interval: &Interval, length: &Rational) -> Doubles {
    interval.ends.each_ref().map(|end| match end {
        End::Between { bound, .. } => double(&(bound * length)),
        End::Open { .. } => None,
    })
}

fn triple(vector: &Vector3) -> [String; 3] {
    vector.coordinates().map(number)
}
