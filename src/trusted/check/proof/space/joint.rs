//! Forces of joints, as a checked proof tells them.

use crate::proof::space::ground::Ground;
use crate::space::joint::{Joint, JointForces};
use num_bigint::BigInt;
use std::collections::BTreeMap;
use zwang_exact::Vector3;
use zwang_scene::BodyId;

/// A joint with what it bears. Others may be possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldJoint {
    /// Its index in the scene.
    pub index: usize,
    /// Its kind, as scene files name it.
    pub kind: &'static str,
    /// Its bodies, in the order of the scene.
    pub bodies: [BodyId; 2],
    /// The point of the joint, that of the first body for a rod, m.
    pub at: Vector3,
    /// The force on the first body at that point, N; its opposite acts on the second.
    pub force: Vector3,
    /// The torque on the first body beside that, N m; its opposite acts on the second.
    pub torque: Vector3,
}

impl HeldJoint {
    /// A joint with its force and its torque.
    pub(crate) fn new(joint: &Joint, [force, torque]: [Vector3; 2]) -> Self {
        Self {
            index: joint.index,
            kind: joint.kind,
            bodies: joint.spot.bodies.map(|body| body.index),
            at: joint.spot.point.clone(),
            force,
            torque,
        }
    }
}

/// Forces and torques of joints, by their indices.
#[derive(Default)]
pub(crate) struct Borne(BTreeMap<usize, [Vector3; 2]>);

impl Borne {
    /// Adds the forces of a leaf.
    pub(crate) fn add(&mut self, forces: &[JointForces], denominator: &BigInt) {
        for listed in forces {
            let wrench = listed.wrench(denominator);
            self.0.insert(listed.joint.index, wrench);
        }
    }

    /// All joints of the scene, in order.
    pub(crate) fn told(mut self, ground: &Ground) -> Vec<HeldJoint> {
        let mut told = Vec::new();
        for joint in ground.joints {
            // Joints that are not listed bear no force.
            let [force, torque] = self.0.remove(&joint.index).unwrap_or_default();
            told.push(HeldJoint::new(joint, [force, torque]));
        }
        told
    }
}
