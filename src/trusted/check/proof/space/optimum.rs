//! How a scene in space without friction starts to move: the theorem of `proofs/FORMAT.md`, section
//! 14, as code.
//!
//! A scene at rest (S0) without friction is given, and for each group of bodies a motion (a, α) and
//! forces φ n at its contacts, which follow from planes that separate the parts (C1, C2). If
//!
//! * C4 m a and I α are the sums of forces and torques,
//! * C5 φ ≥ 0, C6 n·u ≥ 0 at every contact, C7 φ n·u = 0,
//! * C9 every corner admits the motion,
//!
//! then the motion is the unique one of least restraint (Theorem 42 of `proofs/THEOREM.md`).
//!
//! Invariant: only [`verify`] makes a [`VerifiedOptimum`].

mod verified;

pub use verified::{OptimumVerdict, PressingContact, VerifiedOptimum};

use crate::core::newton::{ForcesOnBodies, Law};
use crate::core::row::{Motions, Row, RowForce};
use crate::index::ContactId;
use crate::proof::space::ground::{Ground, Group, Listed};
use crate::rejection::Condition::{C4, C5, C6, C7, C9, Form};
use crate::rejection::{Rejection, Result};
use crate::space::contact::Contact;
use crate::{lookup, names};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;
use zwang_certificate::space::{Leaf, Optimum};
use zwang_scene::space::Scene;

/// A contact of a group, and what happens there.
pub(crate) struct Response<'a> {
    pub contact: &'a Contact<'a>,
    /// D φ; `None` where the proof lists none.
    pub force: Option<&'a BigInt>,
    pub row: Row,
    /// D n·u, times the scale of the row.
    pub gap_acceleration: BigInt,
}

/// A motion with its forces.
pub(crate) struct Answer<'a> {
    pub denominator: &'a BigInt,
    pub motion: Motions<'a>,
    /// For each contact of the group.
    pub responses: Vec<Response<'a>>,
}

/// Checks a proof of how a scene in space starts to move.
///
/// # Errors
/// The first [`Rejection`] found, if the proof proves nothing about this scene.
pub fn verify(scene: &Scene, optimum: &Optimum) -> Result<VerifiedOptimum, Rejection> {
    let Optimum {
        scene: digest,
        separations,
        groups: entries,
    } = optimum;
    if !scene.friction.is_none() {
        return Form.refuse("scene", "friction", "none");
    }
    let bodies = entries.iter().map(|group| lookup::bodies(&group.bodies));
    let listed = Listed {
        digest,
        separations,
        groups: bodies.collect(),
    };
    listed.prove(scene, |ground| {
        let mut answers = Vec::new();
        for (group, entry) in ground.groups.iter().zip(entries) {
            let answer = Answer::new(ground, group, &entry.tree)?;
            answers.push((group, answer));
        }
        for (group, answer) in &answers {
            newton(group, answer)?;
            for response in &answer.responses {
                response_is_lawful(group, answer, response)?;
            }
            corners_admit(group, answer)?;
        }
        Ok(VerifiedOptimum::new(
            scene,
            ground,
            optimum.bits(),
            &answers,
        ))
    })
}

impl<'a> Answer<'a> {
    /// Form: what the leaf names exists, touches the group and is in order.
    fn new(ground: &Ground<'a>, group: &Group<'a>, leaf: &'a Leaf) -> Result<Self> {
        let Leaf {
            denominator,
            motion,
            forces,
        } = leaf;
        group.forces_ascend(denominator, forces)?;
        let mut listed: BTreeMap<ContactId, &BigInt> = BTreeMap::new();
        for (index, force) in forces {
            let contact = group.touching(ground.contacts, *index)?;
            listed.insert(contact.index, force);
        }
        let motion = group.of_bodies("motion", motion)?;
        let mut responses = Vec::new();
        for (index, contact) in &group.contacts {
            let row = contact.spot.row(&contact.normal);
            responses.push(Response {
                contact,
                force: listed.get(index).copied(),
                gap_acceleration: row.difference(&motion)?,
                row,
            });
        }
        Ok(Self {
            denominator,
            motion,
            responses,
        })
    }
}

/// C4: m a and I α are the sums of the forces and of the torques on every body.
fn newton(group: &Group, answer: &Answer) -> Result {
    let mut forces = Vec::new();
    for Response { force, row, .. } in &answer.responses {
        if let Some(force) = force {
            forces.push(RowForce { row, force });
        }
    }
    let law = Law {
        pulls: true,
        motion: Some(&answer.motion),
        condition: C4,
    };
    let place = group.to_string();
    ForcesOnBodies::new(forces).obey(law, &group.members, answer.denominator, &place)
}

/// C5, C6 and C7 at one contact.
fn response_is_lawful(group: &Group, answer: &Answer, response: &Response) -> Result {
    let Response {
        contact,
        force,
        row,
        gap_acceleration,
    } = response;
    let place = format!("{group}, {contact}");
    let told = row.told_over(gap_acceleration, answer.denominator);
    if gap_acceleration.is_negative() {
        let found = format!("gap acceleration {told}");
        return C6.refuse(place, found, "at least 0");
    }
    let Some(force) = force else {
        return Ok(());
    };
    let force_told = names::fraction(force, answer.denominator);
    if force.is_negative() {
        let found = format!("φ = {force_told}");
        return C5.refuse(place, found, "at least 0");
    }
    if !force.is_zero() && !gap_acceleration.is_zero() {
        let found = format!("φ = {force_told} and gap acceleration {told}");
        return C7.refuse(place, found, "one of them 0");
    }
    Ok(())
}

/// C9: every corner admits the motion, read as a velocity.
fn corners_admit(group: &Group, answer: &Answer) -> Result {
    for corner in &group.corners {
        if !corner.admits(&answer.motion)? {
            let place = format!("{group}, {corner}");
            let found = "a motion into each other";
            return C9.refuse(place, found, "one that some normal opens");
        }
    }
    Ok(())
}
