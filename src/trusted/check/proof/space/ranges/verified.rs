//! A checked proof of ranges in space. There is no way to make one but [`super::verify`].

use super::quantity::{Component, Quantity, Thing};
use super::{Borne, ProvedEnd, ProvedGroup};
use crate::index::{ContactId, CornerId};
use crate::proof::space::borne::Bearing;
use crate::proof::space::ground::Ground;
use crate::proof::space::joint::HeldJoint;
use crate::proof::space::motion::vector;
use crate::space::contact::{Contact, Corner};
use crate::space::joint::Joint;
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::{Rational, Vector3};
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// A scene in space at rest with proved ranges of the forces at contacts that hold it.
#[derive(Clone, Debug)]
pub struct VerifiedRanges {
    scene: Scene,
    digest: String,
    bits: u64,
    count: usize,
    touching_corners: usize,
    chooses: bool,
    contacts: Vec<ContactRange>,
    faces: Vec<FaceRange>,
    corners: Vec<CornerRange>,
    joints: Vec<JointRange>,
}

/// The values of a quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The least and the largest one.
    pub ends: [End; 2],
    /// Between the two numbers of each is none: proved.
    pub gaps: Vec<[Rational; 2]>,
}

/// An end of an interval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It is between these two: a value that some forces have, and one that none exceed. The two
    /// are the same if it is known exactly.
    Between {
        /// The value of some forces.
        reached: Rational,
        /// Beyond it is none.
        bound: Rational,
    },
    /// There is none: forces that balance each other can be added without end.
    Open {
        /// The bodies that these squeeze, in scene order.
        bodies: Vec<BodyId>,
    },
}

/// A contact with the ranges of its force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContactRange {
    /// The body with the smaller index.
    pub first: BodyId,
    /// The other body.
    pub second: BodyId,
    /// The point of contact, m.
    pub point: Vector3,
    /// Normal from the second body into the first: integers without a common divisor.
    pub normal: Vector3,
    /// μ.
    pub friction: Rational,
    /// The force on the first body along x, y and z, N; `None` if the proof does not speak of it.
    pub force: [Option<Interval>; 3],
    /// F·n.
    pub across: Option<Interval>,
    /// The force in the first system of the group, N.
    pub shown: Vector3,
}

/// All contacts of two parts, with the ranges of what they bear together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaceRange {
    /// The body with the smaller index.
    pub first: BodyId,
    /// The other body.
    pub second: BodyId,
    /// The points of contact, m.
    pub points: Vec<Vector3>,
    /// Normal from the second body into the first: integers without a common divisor.
    pub normal: Vector3,
    /// Σ F·n; `None` if the proof does not speak of it.
    pub across: Option<Interval>,
    /// The centre of pressure along x, y and z, m.
    pub centre: [Option<Interval>; 3],
}

/// A corner with the ranges of what it bears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CornerRange {
    /// The body with the smaller index.
    pub first: BodyId,
    /// The other body.
    pub second: BodyId,
    /// The vertices of the touching set, m.
    pub points: Vec<Vector3>,
    /// The normals that it may bear by, from the second body into the first: integers without a
    /// common divisor.
    pub normals: Vec<Vector3>,
    /// μ.
    pub friction: Rational,
    /// The sum of its forces on the first body along x, y and z, N; `None` if the proof does not
    /// speak of it.
    pub force: [Option<Interval>; 3],
    /// The sum of its forces in the first system of the group, N.
    pub shown: Vector3,
}

/// A joint with the ranges of what it bears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointRange {
    /// The joint, and what it bears in the first system of the group.
    pub shown: HeldJoint,
    /// The force on the first body along x, y and z, N; `None` if the proof does not speak of it.
    pub force: [Option<Interval>; 3],
    /// The torque on the first body about x, y and z, N m.
    pub torque: [Option<Interval>; 3],
}

impl VerifiedRanges {
    pub(super) fn new(scene: &Scene, ground: &Ground, bits: u64, groups: &[ProvedGroup]) -> Self {
        let mut contacts: BTreeMap<ContactId, ContactRange> = BTreeMap::new();
        let mut faces: BTreeMap<usize, FaceRange> = BTreeMap::new();
        let mut corners: BTreeMap<CornerId, CornerRange> = BTreeMap::new();
        let mut joints: BTreeMap<usize, JointRange> = BTreeMap::new();
        let mut count = 0_usize;
        let mut chooses = false;
        for group in groups {
            let ProvedGroup {
                shown,
                ranges,
                chooses: of_group,
            } = group;
            chooses |= of_group;
            for range in ranges {
                count = count.saturating_add(1);
                let interval = Interval {
                    ends: range.ends.each_ref().map(end),
                    gaps: range.gaps.clone(),
                };
                match range.quantity.thing {
                    Thing::Contact(contact) => {
                        let told = contacts.entry(contact.index);
                        let told = told.or_insert_with(|| ContactRange::new(contact, shown));
                        put(&mut told.force, &mut told.across, &range.quantity, interval);
                    }
                    Thing::Corner(corner) => {
                        let told = corners.entry(corner.index);
                        let told = told.or_insert_with(|| CornerRange::new(corner, shown));
                        let Component::Axis(axis) = range.quantity.component else {
                            continue;
                        };
                        if let Some(place) = told.force.get_mut(axis) {
                            *place = Some(interval);
                        }
                    }
                    Thing::Joint(joint) => {
                        let told = joints.entry(joint.index);
                        let told = told.or_insert_with(|| JointRange::new(joint, shown));
                        told.put(&range.quantity, interval);
                    }
                    Thing::Face(index, own) => {
                        let Some(first) = own.first() else { continue };
                        let told = faces.entry(index);
                        let told = told.or_insert_with(|| FaceRange::new(first, own));
                        put(
                            &mut told.centre,
                            &mut told.across,
                            &range.quantity,
                            interval,
                        );
                    }
                }
            }
        }
        Self {
            scene: scene.clone(),
            digest: ground.digest.clone(),
            bits,
            count,
            touching_corners: ground.contacts.corners.len(),
            chooses,
            corners: corners.into_values().collect(),
            contacts: contacts.into_values().collect(),
            faces: faces.into_values().collect(),
            joints: joints.into_values().collect(),
        }
    }

    /// The scene.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// SHA-256 of the scene's canonical form, in hexadecimal.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The length of the largest integer of the proof, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// How many pairs of parts touch at corners.
    #[must_use]
    pub fn touching_corners(&self) -> usize {
        self.touching_corners
    }

    /// Whether corners that may bear choose the normal by which they do. Then values between two
    /// ends may be impossible.
    #[must_use]
    pub fn may_have_gaps(&self) -> bool {
        self.chooses
    }

    /// The corners of which the proof speaks, in ascending order.
    #[must_use]
    pub fn corners(&self) -> &[CornerRange] {
        &self.corners
    }

    /// The contacts of which the proof speaks, in ascending order.
    #[must_use]
    pub fn contacts(&self) -> &[ContactRange] {
        &self.contacts
    }

    /// The faces of which it speaks, in ascending order.
    #[must_use]
    pub fn faces(&self) -> &[FaceRange] {
        &self.faces
    }

    /// The joints of which it speaks, in ascending order.
    #[must_use]
    pub fn joints(&self) -> &[JointRange] {
        &self.joints
    }

    /// The claim that is proved, in a few words.
    #[must_use]
    pub fn verdict(&self) -> String {
        match self.count {
            1 => "can stand, with the range of 1 force".to_owned(),
            count => format!("can stand, with the ranges of {count} forces"),
        }
    }
}

fn put(
    axes: &mut [Option<Interval>; 3],
    across: &mut Option<Interval>,
    quantity: &Quantity,
    interval: Interval,
) {
    match quantity.component {
        Component::Normal => *across = Some(interval),
        Component::Axis(axis) => {
            if let Some(place) = axes.get_mut(axis) {
                *place = Some(interval);
            }
        }
    }
}

fn end(end: &ProvedEnd) -> End {
    match end {
        ProvedEnd::Between { reached, bound } => End::Between {
            reached: reached.clone(),
            bound: bound.clone(),
        },
        ProvedEnd::Open(stress) => End::Open {
            bodies: squeezed(stress),
        },
    }
}

/// The bodies that forces act on.
fn squeezed(stress: &Borne) -> Vec<BodyId> {
    let mut bodies = BTreeSet::new();
    for borne in &stress.forces {
        if borne.force.iter().any(|number| !number.is_zero()) {
            let spot = borne.bearing.spot();
            bodies.extend(spot.bodies.map(|body| body.index));
        }
    }
    for listed in &stress.joints {
        if listed.rows().any(|row| !row.force.is_zero()) {
            bodies.extend(listed.joint.spot.bodies.map(|body| body.index));
        }
    }
    bodies.into_iter().collect()
}

impl JointRange {
    fn new(joint: &Joint, shown: &Borne) -> Self {
        let mut forces = shown.joints.iter();
        let own = forces.find(|listed| listed.joint.index == joint.index);
        // Joints that are not listed bear no force.
        let wrench = own.map(|listed| listed.wrench(shown.denominator));
        Self {
            shown: HeldJoint::new(joint, wrench.unwrap_or_default()),
            force: [None, None, None],
            torque: [None, None, None],
        }
    }

    fn put(&mut self, quantity: &Quantity, interval: Interval) {
        let Component::Axis(axis) = quantity.component else {
            return;
        };
        let mut places = self.force.iter_mut().chain(&mut self.torque);
        if let Some(place) = places.nth(axis) {
            *place = Some(interval);
        }
    }
}

impl ContactRange {
    fn new(contact: &Contact, shown: &Borne) -> Self {
        let [first, second] = contact.spot.bodies;
        let mut forces = shown.forces.iter();
        let own = forces.find(|borne| borne.bearing.is_of(contact));
        Self {
            first: first.index,
            second: second.index,
            point: contact.spot.point.clone(),
            normal: contact.normal.clone(),
            friction: contact.friction.clone(),
            force: [None, None, None],
            across: None,
            // Contacts that are not listed bear no force.
            shown: own.map_or_else(Vector3::default, |borne| {
                vector(borne.force.each_ref(), shown.denominator)
            }),
        }
    }
}

impl CornerRange {
    fn new(corner: &Corner, shown: &Borne) -> Self {
        // Corners that are not listed bear no force.
        let mut sum = Vector3::default();
        for borne in &shown.forces {
            if let Bearing::Corner(own, ..) = borne.bearing
                && own.index == corner.index
            {
                sum = &sum + &vector(borne.force.each_ref(), shown.denominator);
            }
        }
        let [first, second] = corner.ids();
        let normals = corner.normals.iter();
        Self {
            first,
            second,
            points: corner.spots.iter().map(|spot| spot.point.clone()).collect(),
            normals: normals
                .map(|normal| vector(normal.each_ref(), &BigInt::one()))
                .collect(),
            friction: corner.friction.clone(),
            force: [None, None, None],
            shown: sum,
        }
    }
}

impl FaceRange {
    fn new(contact: &Contact, contacts: &[Contact]) -> Self {
        let [first, second] = contact.spot.bodies;
        let points = contacts.iter();
        Self {
            first: first.index,
            second: second.index,
            points: points.map(|contact| contact.spot.point.clone()).collect(),
            normal: contact.normal.clone(),
            across: None,
            centre: [None, None, None],
        }
    }
}

impl End {
    /// The value, if it is known exactly.
    #[must_use]
    pub fn exact(&self) -> Option<&Rational> {
        match self {
            Self::Between { reached, bound } => (reached == bound).then_some(bound),
            Self::Open { .. } => None,
        }
    }
}
