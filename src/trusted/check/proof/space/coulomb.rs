//! The motions that Coulomb's law allows a scene in space from rest: the theorems of
//! `proofs/FORMAT.md`, section 17, as code.
//!
//! A scene at rest (S0) is given, and forces for each group of bodies, which no corner touches. If
//!
//! * S1 or C4 they balance weights and loads, or make the motion of the group, S2 F·n ≥ 0; S3 they
//!   are in the round cones,
//! * C6 n·u ≥ 0 at every contact, C7 F·n n·u = 0, and F7 friction resists sliding as much as it
//!   can, where a motion is claimed,
//!
//! then the forces, with the motion, obey Coulomb's law. If beside a tree divides all ways in which
//! contacts may open, stick and slide, and for each leaf
//!
//! * N5 a velocity y is what weights k, and gravity γ times, make of the masses, N1 the k have the
//!   right signs, N2 no force of the leaf does work under y, and N3 gravity does none,
//!
//! then nothing but rest obeys it (Theorem 49 of `proofs/THEOREM.md`).
//!
//! Invariant: only [`verify`] makes a [`VerifiedCoulomb`].

mod modes;

use crate::core::cone::Split;
use crate::core::newton::{ForcesOnBodies, Law};
use crate::core::row::{Motions, Row, RowForce};
use crate::names;
use crate::proof::space::ground::{Ground, Group, Known, Listed};
use crate::proof::space::motion::SpatialMotion;
use crate::rejection::Condition::{C4, C6, C7, F7, Form, S1, S2, S3};
use crate::rejection::{Rejection, Result};
use crate::space::contact::Contact;
use crate::space::work::Work;
use crate::{lookup, space::contact::dot};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::fmt::{self, Display, Formatter};
use zwang_certificate::space::{Coulomb, CoulombClaim, CoulombGroup};
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// The answer of Coulomb's law from rest; of several groups the last of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CoulombVerdict {
    /// Rest obeys it, and nothing else does.
    Stands,
    /// Rest obeys it; whether anything else does is not claimed.
    CanStand,
    /// A motion obeys it; whether rest does is not claimed.
    CanMove,
}

/// A checked proof of what Coulomb's law allows from rest.
#[derive(Clone, Debug)]
pub struct VerifiedCoulomb {
    digest: String,
    verdict: CoulombVerdict,
    motions: Vec<(BodyId, SpatialMotion)>,
    leaves: usize,
    bits: u64,
}

impl VerifiedCoulomb {
    /// SHA-256 of the scene's canonical form, in hexadecimal.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The proved statement.
    #[must_use]
    pub fn verdict(&self) -> CoulombVerdict {
        self.verdict
    }

    /// The accelerations of the bodies of groups that move, and the directions of those that yield.
    #[must_use]
    pub fn motions(&self) -> &[(BodyId, SpatialMotion)] {
        &self.motions
    }

    /// Whether what is shown to yield here begins to move as it moves there: then at all values
    /// between, a motion obeys the law (Theorem 50), if weights and loads are affine in a value.
    #[must_use]
    pub fn yields_to(&self, moving: &Self) -> bool {
        let yields = self.verdict == CoulombVerdict::CanStand && !self.motions.is_empty();
        let is_same = |(body, own): &(BodyId, SpatialMotion)| {
            let mut others = moving.motions.iter();
            others.any(|(other, motion)| other == body && motion == own)
        };
        let are_all = self.motions.len() == moving.motions.len();
        yields
            && are_all
            && moving.verdict == CoulombVerdict::CanMove
            && self.motions.iter().all(is_same)
    }

    /// How many leaves the trees of modes have together.
    #[must_use]
    pub fn leaves(&self) -> usize {
        self.leaves
    }

    /// The length of the largest integer of the proof, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.bits
    }
}

impl Display for CoulombVerdict {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Self::Stands => "stands",
            Self::CanStand => "can stand",
            Self::CanMove => "can move",
        })
    }
}

/// Checks a proof of what Coulomb's law allows against a scene in space.
///
/// # Errors
/// The first [`Rejection`] found, if the proof proves nothing about this scene.
pub fn verify(scene: &Scene, coulomb: &Coulomb) -> Result<VerifiedCoulomb, Rejection> {
    let Coulomb {
        scene: digest,
        separations,
        groups: entries,
    } = coulomb;
    let bodies = entries.iter().map(|group| lookup::bodies(&group.bodies));
    let listed = Listed {
        digest,
        separations,
        groups: bodies.collect(),
        bonds: Known::Refused,
        joints: Known::Refused,
    };
    listed.prove(scene, |ground| {
        let mut work = Work::on("trees of modes");
        let mut verdict = CoulombVerdict::Stands;
        let mut motions = Vec::new();
        let mut leaves: usize = 0;
        for (group, entry) in ground.groups.iter().zip(entries) {
            if let Some(corner) = group.corners.first() {
                return Form.refuse(group, corner, "no corner that touches it");
            }
            let forces = Forces::new(ground, group, entry)?;
            if let CoulombClaim::Moves(motion) | CoulombClaim::Yields(motion) = &entry.claim {
                if motion.iter().flatten().all(Zero::is_zero) {
                    return Form.refuse(group, "a motion of 0", "a motion");
                }
                for (body, numbers) in group.bodies.iter().zip(motion) {
                    let motion = SpatialMotion::new(numbers, &entry.denominator);
                    motions.push((*body, motion));
                }
            }
            let of_group = match &entry.claim {
                CoulombClaim::Rests => {
                    forces.balance(None)?;
                    CoulombVerdict::CanStand
                }
                CoulombClaim::OnlyRests(tree) => {
                    forces.balance(None)?;
                    let of_tree = modes::nothing_else_obeys(ground, group, tree, &mut work)?;
                    leaves = leaves.saturating_add(of_tree);
                    CoulombVerdict::Stands
                }
                CoulombClaim::Yields(direction) => {
                    forces.balance(None)?;
                    forces.resist(&group.of_bodies("direction", direction)?)?;
                    CoulombVerdict::CanStand
                }
                CoulombClaim::Moves(motion) => {
                    let motion = group.of_bodies("motion", motion)?;
                    forces.balance(Some(&motion))?;
                    forces.resist(&motion)?;
                    CoulombVerdict::CanMove
                }
            };
            verdict = verdict.max(of_group);
        }
        Ok(VerifiedCoulomb {
            digest: ground.digest.clone(),
            verdict,
            motions,
            leaves,
            bits: coulomb.bits(),
        })
    })
}

/// The forces of a group: the contact of each, and its rows along x, y and z.
struct Forces<'a> {
    group: &'a Group<'a>,
    denominator: &'a BigInt,
    borne: Vec<(&'a Contact<'a>, &'a [BigInt; 3], [Row; 3])>,
}

impl<'a> Forces<'a> {
    /// Form, S2 and S3.
    fn new(ground: &Ground<'a>, group: &'a Group<'a>, entry: &'a CoulombGroup) -> Result<Self> {
        let CoulombGroup {
            denominator,
            contacts,
            ..
        } = entry;
        group.forces_ascend(denominator, contacts)?;
        let mut borne = Vec::new();
        for (index, force) in contacts {
            let contact = group.touching(ground.contacts, *index)?;
            is_in_the_cone(group, contact, force)?;
            borne.push((contact, force, contact.spot.axes()));
        }
        Ok(Self {
            group,
            denominator,
            borne,
        })
    }

    /// S1, or C4 of a motion.
    fn balance(&self, motion: Option<&Motions>) -> Result {
        let mut forces = Vec::new();
        for (_, force, rows) in &self.borne {
            for (row, force) in rows.iter().zip(*force) {
                forces.push(RowForce { row, force });
            }
        }
        let law = Law {
            pulls: true,
            motion,
            condition: if motion.is_some() { C4 } else { S1 },
        };
        let place = self.group.to_string();
        ForcesOnBodies::new(forces).obey(law, &self.group.members, self.denominator, &place)
    }

    /// C6, C7 and F7.
    fn resist(&self, motion: &Motions) -> Result {
        for contact in self.group.contacts.values() {
            let relative = contact.spot.relative_velocity(motion)?;
            if dot(&contact.normal_numbers, &relative).is_negative() {
                let place = format!("{}, {contact}", self.group);
                return C6.refuse(place, "a motion into each other", "none");
            }
        }
        for (contact, force, _) in &self.borne {
            let relative = contact.spot.relative_velocity(motion)?;
            resists_as_it_can(self.group, contact, force, &relative)?;
        }
        Ok(())
    }
}

/// S2 and S3 at a contact.
fn is_in_the_cone(group: &Group, contact: &Contact, force: &[BigInt; 3]) -> Result {
    let split = Split::new(&contact.normal_numbers, force);
    let place = format!("{group}, {contact}");
    if split.across.is_negative() {
        return S2.refuse(place, "a pull", "F·n of at least 0");
    }
    if split.is_bounded(&contact.friction) {
        return Ok(());
    }
    let ratio = names::fraction(&split.along_squared, &(&split.across * &split.across));
    let friction = names::rational(&contact.friction);
    let required = format!("at most the square of {friction}");
    S3.refuse(place, format!("T²/N² = {ratio}"), required)
}

/// C7: no force where u opens; F7: otherwise F·u = -μ f |u| with the normal force f.
fn resists_as_it_can(
    group: &Group,
    contact: &Contact,
    force: &[BigInt; 3],
    relative: &[BigInt; 3],
) -> Result {
    let normal = &contact.normal_numbers;
    let place = format!("{group}, {contact}");
    if dot(normal, relative).is_positive() {
        if force.iter().all(Zero::is_zero) {
            return Ok(());
        }
        return C7.refuse(place, "a force, and a motion apart", "one of them");
    }
    // (n·n)(F·u)² = μ² (F·n)² (u·u), as u is along the contact.
    let work = dot(force, relative);
    let friction = &contact.friction;
    let side = friction.denom() * &work;
    let side = dot(normal, normal) * &side * &side;
    let bound = friction.numer() * dot(normal, force);
    let bound = dot(relative, relative) * &bound * &bound;
    if !work.is_positive() && side == bound {
        return Ok(());
    }
    let found = format!("(F·u)² (n·n) = {side}, over μ² (F·n)² (u·u) = {bound}");
    F7.refuse(place, found, "work against the sliding, of the same size")
}
