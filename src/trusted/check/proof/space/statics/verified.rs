//! A checked proof of statics in space. There is no way to make one but [`super::verify`].

use super::Claim;
use crate::core::cone::Split;
use crate::core::row::Motions;
use crate::proof::space::borne::{Bearing, BorneForce};
use crate::proof::space::ground::{Ground, Group};
use crate::proof::space::joint::{Borne, HeldJoint};
use crate::proof::space::motion::{SpatialMotion, vector};
use crate::proof::statics::StaticsVerdict;
use crate::rejection::Result;
use crate::space::contact::Contact;
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector3};
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// A scene in space at rest with a proof that forces hold it, or that none do.
#[derive(Clone, Debug)]
pub struct VerifiedStatics {
    scene: Scene,
    digest: String,
    bits: u64,
    verdict: StaticsVerdict,
    holding: Option<Vec<HeldContact>>,
    falling: Option<Falling>,
    corners: usize,
    bonds: Vec<HeldBond>,
    joints: Vec<HeldJoint>,
}

/// A contact with its force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldContact {
    /// The body with the smaller index.
    pub first: BodyId,
    /// The other body.
    pub second: BodyId,
    /// The point of contact, m.
    pub point: Vector3,
    /// Normal from the second body into the first: integers; without a common divisor, unless it is
    /// of a rough corner.
    pub normal: Vector3,
    /// Force on the first body, N; its opposite acts on the second.
    pub force: Vector3,
    /// μ.
    pub friction: Rational,
    /// Whether it is one of the normals of a corner.
    pub at_corner: bool,
}

/// A bond with its force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldBond {
    /// Its bodies, in the order of the scene.
    pub bodies: [BodyId; 2],
    /// The point of the bond, m.
    pub at: Vector3,
    /// The greatest force on the first body, N.
    pub pull: Vector3,
    /// The part of it that acts, from 0 to 1; its opposite acts on the second body.
    pub share: Rational,
}

/// How a scene falls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Falling {
    /// A virtual velocity of each body that no contact resists and under which weights and loads
    /// do work; zero for bodies that are held. Only its direction has a meaning.
    pub velocities: Vec<SpatialMotion>,
    /// All contacts of bodies that fall.
    pub contacts: Vec<MovedContact>,
    /// The work of weights and loads under the velocities, W.
    pub work: Rational,
    /// The most of it that bonds can take up, W.
    pub taken: Rational,
}

/// A contact of what falls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedContact {
    /// The body with the smaller index.
    pub first: BodyId,
    /// The other body.
    pub second: BodyId,
    /// The point of contact, m.
    pub point: Vector3,
    /// Normal from the second body into the first: integers without a common divisor.
    pub normal: Vector3,
    /// How its two bodies move against each other there.
    pub how: MovedHow,
}

/// How two bodies move against each other at a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovedHow {
    /// The point of one stays on that of the other.
    Holds,
    /// It slides as fast as friction allows.
    Slides,
    /// It comes off.
    Opens,
}

impl VerifiedStatics {
    pub(super) fn new(
        scene: &Scene,
        ground: &Ground,
        bits: u64,
        claims: &[(&Group, Claim)],
    ) -> Result<Self> {
        let falling = Falling::new(scene, claims)?;
        let verdict = match &falling {
            Some(_) => StaticsVerdict::Falls,
            None if claims.iter().any(needs_more_than_normals) => StaticsVerdict::CanStand,
            None => StaticsVerdict::Stands,
        };
        Ok(Self {
            scene: scene.clone(),
            digest: ground.digest.clone(),
            bits,
            verdict,
            holding: match &falling {
                Some(_) => None,
                None => Some(holding(ground, claims)?),
            },
            bonds: match &falling {
                Some(_) => Vec::new(),
                None => held_bonds(ground, claims),
            },
            joints: match &falling {
                Some(_) => Vec::new(),
                None => held_joints(ground, claims),
            },
            falling,
            corners: ground.contacts.corners.len(),
        })
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

    /// Whether the scene stands.
    #[must_use]
    pub fn verdict(&self) -> StaticsVerdict {
        self.verdict
    }

    /// All contacts outside corners with the forces that hold the scene, and behind them the
    /// normals of corners that bear; `None` if it falls. For several choices that corners leave,
    /// the first one counts.
    #[must_use]
    pub fn holding(&self) -> Option<&[HeldContact]> {
        self.holding.as_deref()
    }

    /// All bonds with the forces that hold the scene, in the order of the scene; none if it falls.
    /// For several choices that corners leave, the first one counts.
    #[must_use]
    pub fn bonds(&self) -> &[HeldBond] {
        &self.bonds
    }

    /// All joints with what they bear, in the order of the scene; none if it falls. For several
    /// choices that corners leave, the first one counts.
    #[must_use]
    pub fn joints(&self) -> &[HeldJoint] {
        &self.joints
    }

    /// How the scene falls; `None` if it does not.
    #[must_use]
    pub fn falling(&self) -> Option<&Falling> {
        self.falling.as_ref()
    }

    /// How many pairs of parts touch at corners: where several normals separate them.
    #[must_use]
    pub fn corners(&self) -> usize {
        self.corners
    }
}

/// Whether a force of a held group has a tangential part, or is of a rough corner or of a bond.
fn needs_more_than_normals((_, claim): &(&Group, Claim)) -> bool {
    match claim {
        Claim::Held(held) => {
            let mut leaves = held.leaves.iter();
            leaves.any(|leaf| leaf.needs_friction() || leaf.needs_bonds())
        }
        Claim::Falling(_) => false,
    }
}

/// All bonds with their forces.
fn held_bonds(ground: &Ground, claims: &[(&Group, Claim)]) -> Vec<HeldBond> {
    let mut shares = BTreeMap::new();
    for (_, claim) in claims {
        let Claim::Held(held) = claim else { continue };
        let Some(leaf) = held.leaves.first() else {
            continue;
        };
        for (bond, share) in &leaf.bonds {
            let share = Rational::new((*share).clone(), leaf.denominator.clone());
            shares.insert(bond.index, share);
        }
    }
    let mut bonds = Vec::new();
    for bond in ground.bonds {
        bonds.push(HeldBond {
            bodies: bond.spot.bodies.map(|body| body.index),
            at: bond.spot.point.clone(),
            pull: bond.pull.clone(),
            // Bonds that are not listed do not hold.
            share: shares.remove(&bond.index).unwrap_or_default(),
        });
    }
    bonds
}

/// All joints with what they bear.
fn held_joints(ground: &Ground, claims: &[(&Group, Claim)]) -> Vec<HeldJoint> {
    let mut borne = Borne::default();
    for (_, claim) in claims {
        if let Claim::Held(held) = claim
            && let Some(leaf) = held.leaves.first()
        {
            borne.add(&leaf.joints, leaf.denominator);
        }
    }
    borne.told(ground)
}

/// All contacts with their forces, and the rows of corners that bear.
fn holding(ground: &Ground, claims: &[(&Group, Claim)]) -> Result<Vec<HeldContact>> {
    let mut forces = BTreeMap::new();
    let mut at_corners = Vec::new();
    for (_, claim) in claims {
        let Claim::Held(held) = claim else { continue };
        let Some(leaf) = held.leaves.first() else {
            continue;
        };
        for BorneForce { bearing, force, .. } in &leaf.forces {
            let force = vector(force.each_ref(), leaf.denominator);
            match bearing {
                Bearing::Contact(contact) => {
                    forces.insert(contact.index, force);
                }
                Bearing::Corner(corner, spot, normal) => {
                    let [first, second] = spot.bodies;
                    at_corners.push(HeldContact {
                        first: first.index,
                        second: second.index,
                        point: spot.point.clone(),
                        normal: vector(normal.each_ref(), &BigInt::one()),
                        force,
                        friction: corner.friction.clone(),
                        at_corner: true,
                    });
                }
            }
        }
        for (index, force) in &leaf.rows {
            let row = held.row(*index)?;
            let [first, second] = row.spot.bodies;
            let size = Rational::new((*force).clone(), leaf.denominator.clone());
            at_corners.push(HeldContact {
                first: first.index,
                second: second.index,
                point: row.spot.point.clone(),
                normal: row.normal.clone(),
                force: row.normal.scaled(&size),
                friction: row.corner.friction.clone(),
                at_corner: true,
            });
        }
    }
    let mut contacts = Vec::new();
    for contact in &ground.contacts.contacts {
        let [first, second] = contact.spot.bodies;
        contacts.push(HeldContact {
            first: first.index,
            second: second.index,
            point: contact.spot.point.clone(),
            normal: contact.normal.clone(),
            // Contacts that are not listed bear no force.
            force: forces.remove(&contact.index).unwrap_or_default(),
            friction: contact.friction.clone(),
            at_corner: false,
        });
    }
    contacts.append(&mut at_corners);
    Ok(contacts)
}

impl Falling {
    /// How the falling groups move; `None` if there are none.
    fn new(scene: &Scene, claims: &[(&Group, Claim)]) -> Result<Option<Self>> {
        let mut found = None;
        for (group, claim) in claims {
            let Claim::Falling(velocities) = claim else {
                continue;
            };
            let falling = found.get_or_insert_with(|| Self {
                velocities: vec![SpatialMotion::default(); scene.bodies.len()],
                contacts: vec![],
                work: Rational::zero(),
                taken: Rational::zero(),
            });
            falling.work += group.work(velocities)?;
            falling.taken += group.taken_by_bonds(velocities)?;
            for (body, numbers) in velocities {
                if let Some(velocity) = falling.velocities.get_mut(body.0) {
                    *velocity = SpatialMotion::new(numbers, &BigInt::one());
                }
            }
            for contact in group.contacts.values() {
                let [first, second] = contact.spot.bodies;
                falling.contacts.push(MovedContact {
                    first: first.index,
                    second: second.index,
                    point: contact.spot.point.clone(),
                    normal: contact.normal.clone(),
                    how: how(contact, velocities)?,
                });
            }
        }
        Ok(found)
    }
}

/// The movement of a velocity in the dual of the cone at a contact.
fn how(contact: &Contact, velocities: &Motions) -> Result<MovedHow> {
    let relative = contact.spot.relative_velocity(velocities)?;
    let split = Split::new(&contact.normal_numbers, &relative);
    let holds = relative.iter().all(Zero::is_zero);
    Ok(match split.is_on_edge_of_dual(&contact.friction) {
        _ if holds => MovedHow::Holds,
        true => MovedHow::Slides,
        false => MovedHow::Opens,
    })
}
