//! The answers of `stability` and `collapse` for scenes in space: `zwang-space-stability-1` and
//! `zwang-space-collapse-1`. Vectors are lists of three numbers.

use super::{double, number};
use crate::outcome::to_unit_in_space;
use crate::rows;
use crate::told::body_in_space as name;
use serde::Serialize;
use zwang_check::space_coulomb::VerifiedCoulomb;
use zwang_check::space_optimum::{OptimumVerdict, VerifiedOptimum};
use zwang_check::space_statics::VerifiedStatics;
use zwang_check::statics::StaticsVerdict;
use zwang_check::{HeldJoint, SpatialMotion};
use zwang_exact::Vector3;
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

#[derive(Serialize)]
struct Stability<'a> {
    format: &'static str,
    scene: &'a str,
    digest: &'a str,
    can_stand: bool,
    verdict: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    frictionless: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contacts: Option<Vec<ToldContact<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bodies: Option<Vec<Velocity<'a>>>,
    work: String,
    work_double: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bonds: Option<Vec<ToldBond<'a>>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    joints: Vec<ToldJoint<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    taken_by_bonds: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    taken_by_bonds_double: Option<f64>,
    corners: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    leaves: Option<usize>,
    proof: &'static str,
}

/// A bond with the part of its pull that acts, and that force on its first body.
#[derive(Serialize)]
struct ToldBond<'a> {
    bodies: [&'a str; 2],
    point: [String; 3],
    point_double: [Option<f64>; 3],
    pull: [String; 3],
    share: String,
    share_double: Option<f64>,
    force: [String; 3],
    force_double: [Option<f64>; 3],
}

/// A joint with the force at its point and the torque on its first body.
#[derive(Serialize)]
struct ToldJoint<'a> {
    kind: &'static str,
    bodies: [&'a str; 2],
    point: [String; 3],
    point_double: [Option<f64>; 3],
    force: [String; 3],
    force_double: [Option<f64>; 3],
    torque: [String; 3],
    torque_double: [Option<f64>; 3],
    unique: bool,
}

/// A contact with the friction between its bodies, of forces at rest, or the acceleration of its
/// gap, of those of a motion.
#[derive(Serialize)]
struct ToldContact<'a> {
    bodies: [&'a str; 2],
    point: [String; 3],
    point_double: [Option<f64>; 3],
    normal: [String; 3],
    normal_double: [Option<f64>; 3],
    force: [String; 3],
    force_double: [Option<f64>; 3],
    unique: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    friction: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    friction_double: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gap_acceleration: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gap_acceleration_double: Option<f64>,
    at_corner: bool,
}

#[derive(Serialize)]
struct Velocity<'a> {
    name: &'a str,
    velocity: [String; 3],
    velocity_double: [Option<f64>; 3],
    spin: [String; 3],
    spin_double: [Option<f64>; 3],
}

#[derive(Serialize)]
struct Collapse<'a> {
    format: &'static str,
    scene: &'a str,
    digest: &'a str,
    verdict: String,
    moving: bool,
    bodies: Vec<Acceleration<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    other_answers: Vec<Vec<Acceleration<'a>>>,
    contacts: Vec<ToldContact<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    joints: Vec<ToldJoint<'a>>,
    corners: usize,
    proof: &'static str,
}

#[derive(Serialize)]
struct Acceleration<'a> {
    name: &'a str,
    acceleration: [String; 3],
    acceleration_double: [Option<f64>; 3],
    angular_acceleration: [String; 3],
    angular_acceleration_double: [Option<f64>; 3],
}

/// The answer of `stability`; `unique` says of each contact, and then of each joint, whether no
/// other force would do, and
/// `only_rest`, if it is known, that nothing but rest obeys Coulomb's law.
#[must_use]
pub fn stability_in_space(
    verified: &VerifiedStatics,
    only_rest: Option<&VerifiedCoulomb>,
    unique: &[bool],
) -> String {
    let scene = verified.scene();
    let forces = verified.verdict();
    let verdict = match only_rest {
        Some(_) => StaticsVerdict::Stands,
        None => forces,
    };
    let falling = verified.falling();
    let unit = falling.map(|falling| to_unit_in_space(&falling.velocities));
    let unit = unit.unwrap_or_default();
    let work = falling.map(|falling| &falling.work * &unit);
    let work = work.unwrap_or_default();
    let taken = falling.filter(|_| !scene.bonds.is_empty());
    let taken = taken.map(|falling| &falling.taken * &unit);
    rows::text(&Stability {
        format: "zwang-space-stability-1",
        scene: &scene.name,
        digest: verified.digest(),
        can_stand: verdict != StaticsVerdict::Falls,
        verdict: verdict.to_string(),
        frictionless: match forces {
            StaticsVerdict::Falls => None,
            // It may need bonds, friction or both.
            StaticsVerdict::CanStand if !scene.bonds.is_empty() => None,
            forces => Some(forces == StaticsVerdict::Stands),
        },
        contacts: held_contacts(verified, unique),
        bodies: falling.map(|falling| velocities(scene, &falling.velocities)),
        work: number(&work),
        work_double: double(&work),
        bonds: held_bonds(verified),
        joints: told_joints(scene, verified.joints(), unique),
        taken_by_bonds: taken.as_ref().map(number),
        taken_by_bonds_double: taken.as_ref().and_then(double),
        corners: verified.corners(),
        leaves: only_rest.map(VerifiedCoulomb::leaves),
        proof: format_of(only_rest),
    })
}

/// The bonds of a scene that is held; `None` if it has none.
fn held_bonds(verified: &VerifiedStatics) -> Option<Vec<ToldBond<'_>>> {
    let scene = verified.scene();
    let mut told = Vec::new();
    for bond in verified.bonds() {
        let force = bond.pull.scaled(&bond.share);
        told.push(ToldBond {
            bodies: bond.bodies.map(|body| name(scene, body)),
            point: triple(&bond.at),
            point_double: doubles(&bond.at),
            pull: triple(&bond.pull),
            share: number(&bond.share),
            share_double: double(&bond.share),
            force: triple(&force),
            force_double: doubles(&force),
        });
    }
    (!told.is_empty()).then_some(told)
}

/// Joints with what they bear; their marks come last.
fn told_joints<'a>(
    scene: &'a Scene,
    joints: &'a [HeldJoint],
    unique: &[bool],
) -> Vec<ToldJoint<'a>> {
    let first = unique.len().saturating_sub(joints.len());
    let joints = joints.iter().enumerate();
    let joints = joints.map(|(index, joint)| ToldJoint {
        kind: joint.kind,
        bodies: joint.bodies.map(|body| name(scene, body)),
        point: triple(&joint.at),
        point_double: doubles(&joint.at),
        force: triple(&joint.force),
        force_double: doubles(&joint.force),
        torque: triple(&joint.torque),
        torque_double: doubles(&joint.torque),
        unique: unique.get(first + index).copied().unwrap_or(false),
    });
    joints.collect()
}

/// The answer of `collapse`.
#[must_use]
pub fn collapse_in_space(verified: &VerifiedOptimum, unique: &[bool]) -> String {
    let scene = verified.scene();
    let others = verified.others().iter();
    let others = others.map(|other| accelerations(scene, &other.bodies, &other.accelerations));
    let contacts = verified.contacts().iter().enumerate();
    let contacts = contacts.map(|(index, contact)| ToldContact {
        bodies: [name(scene, contact.first), name(scene, contact.second)],
        point: triple(&contact.point),
        point_double: doubles(&contact.point),
        normal: triple(&contact.normal),
        normal_double: doubles(&contact.normal),
        force: triple(&contact.force),
        force_double: doubles(&contact.force),
        unique: unique.get(index).copied().unwrap_or(false),
        friction: None,
        friction_double: None,
        gap_acceleration: Some(number(&contact.gap_acceleration)),
        gap_acceleration_double: double(&contact.gap_acceleration),
        at_corner: contact.at_corner,
    });
    rows::text(&Collapse {
        format: "zwang-space-collapse-1",
        scene: &scene.name,
        digest: verified.digest(),
        verdict: verified.verdict().to_string(),
        moving: verified.verdict() != OptimumVerdict::Rests,
        bodies: accelerations(
            scene,
            &Vec::from_iter(scene.body_ids()),
            verified.accelerations(),
        ),
        other_answers: others.collect(),
        contacts: contacts.collect(),
        joints: told_joints(scene, verified.joints(), unique),
        corners: verified.corners(),
        proof: "zwang-space-proof-1",
    })
}

/// The answer of `collapse` about a scene that forces hold, with friction.
#[must_use]
pub fn rest_in_space(
    verified: &VerifiedStatics,
    only_rest: Option<&VerifiedCoulomb>,
    unique: &[bool],
) -> String {
    let scene = verified.scene();
    let bodies: Vec<BodyId> = scene.body_ids().collect();
    let still = vec![SpatialMotion::default(); bodies.len()];
    rows::text(&Collapse {
        format: "zwang-space-collapse-1",
        scene: &scene.name,
        digest: verified.digest(),
        verdict: OptimumVerdict::Rests.to_string(),
        moving: false,
        bodies: accelerations(scene, &bodies, &still),
        other_answers: Vec::new(),
        contacts: held_contacts(verified, unique).unwrap_or_default(),
        joints: told_joints(scene, verified.joints(), unique),
        corners: verified.corners(),
        proof: format_of(only_rest),
    })
}

/// The format of a proof that forces hold a scene, or also that nothing but rest obeys Coulomb's
/// law.
fn format_of(only_rest: Option<&VerifiedCoulomb>) -> &'static str {
    match only_rest {
        Some(_) => "zwang-space-coulomb-1",
        None => "zwang-space-statics-1",
    }
}

/// The contacts whose forces hold the scene; `None` if it falls.
fn held_contacts<'a>(
    verified: &'a VerifiedStatics,
    unique: &[bool],
) -> Option<Vec<ToldContact<'a>>> {
    let scene = verified.scene();
    let mut told = Vec::new();
    for (index, contact) in verified.holding()?.iter().enumerate() {
        told.push(ToldContact {
            bodies: [name(scene, contact.first), name(scene, contact.second)],
            point: triple(&contact.point),
            point_double: doubles(&contact.point),
            normal: triple(&contact.normal),
            normal_double: doubles(&contact.normal),
            force: triple(&contact.force),
            force_double: doubles(&contact.force),
            unique: unique.get(index).copied().unwrap_or(false),
            friction: Some(number(&contact.friction)),
            friction_double: double(&contact.friction),
            gap_acceleration: None,
            gap_acceleration_double: None,
            at_corner: contact.at_corner,
        });
    }
    Some(told)
}

fn accelerations<'a>(
    scene: &'a Scene,
    bodies: &[BodyId],
    motions: &[SpatialMotion],
) -> Vec<Acceleration<'a>> {
    let motions = bodies.iter().zip(motions);
    let accelerations = motions.map(|(body, motion)| Acceleration {
        name: name(scene, *body),
        acceleration: triple(&motion.linear),
        acceleration_double: doubles(&motion.linear),
        angular_acceleration: triple(&motion.angular),
        angular_acceleration_double: doubles(&motion.angular),
    });
    accelerations.collect()
}

fn velocities<'a>(scene: &'a Scene, motions: &[SpatialMotion]) -> Vec<Velocity<'a>> {
    let unit = to_unit_in_space(motions);
    let motions = motions.iter().map(|motion| motion.scaled(&unit));
    let bodies = scene.body_ids().zip(motions);
    let velocities = bodies.map(|(body, motion)| Velocity {
        name: name(scene, body),
        velocity: triple(&motion.linear),
        velocity_double: doubles(&motion.linear),
        spin: triple(&motion.angular),
        spin_double: doubles(&motion.angular),
    });
    velocities.collect()
}

fn triple(vector: &Vector3) -> [String; 3] {
    vector.coordinates().map(number)
}

/// The nearest doubles; null beyond their range.
fn doubles(vector: &Vector3) -> [Option<f64>; 3] {
    vector.coordinates().map(double)
}
