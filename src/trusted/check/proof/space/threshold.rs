//! The least friction that can hold a scene in space: the theorem of `proofs/FORMAT.md`, section
//! 15, as code.
//!
//! A scene at rest (S0) is given, with the square m of a friction at all contacts, forces for each
//! group, and for some groups a velocity y and a drift d. If
//!
//! * S1 forces balance weights and loads, S2 F·n ≥ 0, and S3 they are in the round cones of √m,
//! * S4 under y, u is in the dual of these cones at every contact, and where u = 0 that of d is,
//!   and S5 y does no negative work, and if it does none, d does positive work,
//!
//! then friction √m and more can hold the scene, and less cannot (Theorem 47 of
//! `proofs/THEOREM.md`): with less friction y is inside of the duals where something slides, so
//! that a little of d may be added to it.
//!
//! Invariant: only [`verify`] makes a [`VerifiedLeastFriction`].

use crate::core::cone::Split;
use crate::core::newton::{ForcesOnBodies, Law};
use crate::core::row::{Motions, RowForce};
use crate::proof::space::ground::{Ground, Group, Known, Listed};
use crate::rejection::Condition::{Form, S1, S2, S3, S4, S5};
use crate::rejection::{Rejection, Result};
use crate::space::contact::Contact;
use crate::space::spot::Spot;
use crate::{lookup, names};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::fmt::Display;
use zwang_certificate::space::{Threshold, ThresholdGroup};
use zwang_exact::Rational;
use zwang_scene::space::Scene;

/// The least friction, the same at all contacts, that can hold a scene.
#[derive(Clone, Debug)]
pub struct VerifiedLeastFriction {
    digest: String,
    square: Rational,
}

impl VerifiedLeastFriction {
    /// SHA-256 of the scene's canonical form, in hexadecimal.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The square of that friction.
    #[must_use]
    pub fn square(&self) -> &Rational {
        &self.square
    }

    /// The proved statement, in a few words.
    #[must_use]
    pub fn verdict(&self) -> String {
        format!("can stand if the friction is √({}) or more", self.square)
    }
}

/// Checks a proof of the least friction against a scene in space.
///
/// # Errors
/// The first [`Rejection`] found, if the proof proves nothing about this scene.
pub fn verify(scene: &Scene, threshold: &Threshold) -> Result<VerifiedLeastFriction, Rejection> {
    let Threshold {
        scene: digest,
        separations,
        square,
        groups: entries,
    } = threshold;
    let bodies = entries.iter().map(|group| lookup::bodies(&group.bodies));
    let listed = Listed {
        digest,
        separations,
        groups: bodies.collect(),
        bonds: Known::Refused,
        joints: Known::Refused,
    };
    listed.prove(scene, |ground| {
        let square = above_zero(square)?;
        if entries.iter().all(|group| group.falling.is_none()) {
            return Form.refuse("groups", "none that falls", "one that falls with less");
        }
        for (group, entry) in ground.groups.iter().zip(entries) {
            is_held(ground, group, entry, &square)?;
            if let Some(falling) = &entry.falling {
                let velocity = group.of_bodies("velocity", &falling.velocity)?;
                let drift = group.of_bodies("drift", &falling.drift)?;
                nothing_resists(group, [&velocity, &drift], &square)?;
                does_work(group, [&velocity, &drift])?;
            }
        }
        Ok(VerifiedLeastFriction {
            digest: ground.digest.clone(),
            square,
        })
    })
}

/// Form: the square is a fraction above 0.
fn above_zero([numerator, denominator]: &[BigInt; 2]) -> Result<Rational> {
    if numerator.is_positive() && denominator.is_positive() {
        return Ok(Rational::new(numerator.clone(), denominator.clone()));
    }
    let found = format!("{numerator} / {denominator}");
    Form.refuse("square", found, "a fraction of numbers above 0")
}

/// S1 to S3.
fn is_held(ground: &Ground, group: &Group, entry: &ThresholdGroup, square: &Rational) -> Result {
    let ThresholdGroup {
        denominator,
        contacts,
        ..
    } = entry;
    group.forces_ascend(denominator, contacts)?;
    let mut borne = Vec::new();
    for (index, force) in contacts {
        let contact = group.touching(ground.contacts, *index)?;
        borne.push((contact, force, contact.spot.axes()));
    }
    let mut forces = Vec::new();
    for (_, force, rows) in &borne {
        for (row, force) in rows.iter().zip(*force) {
            forces.push(RowForce { row, force });
        }
    }
    let law = Law {
        pulls: true,
        motion: None,
        condition: S1,
    };
    ForcesOnBodies::new(forces).obey(law, &group.members, denominator, &group.to_string())?;
    for (contact, force, _) in &borne {
        is_in_the_cone(group, contact, force, square)?;
    }
    Ok(())
}

/// S2 and S3 at a contact.
fn is_in_the_cone(
    group: &Group,
    contact: &Contact,
    force: &[BigInt; 3],
    square: &Rational,
) -> Result {
    let split = Split::new(&contact.normal_numbers, force);
    let place = format!("{group}, {contact}");
    if split.across.is_negative() {
        return S2.refuse(place, "a pull", "F·n of at least 0");
    }
    if split.is_bounded_by_square(square) {
        return Ok(());
    }
    let ratio = names::fraction(&split.along_squared, &(&split.across * &split.across));
    let bound = names::rational(square);
    S3.refuse(
        place,
        format!("T²/N² = {ratio}"),
        format!("at most {bound}"),
    )
}

/// S4.
fn nothing_resists(group: &Group, motions: [&Motions; 2], square: &Rational) -> Result {
    for contact in group.contacts.values() {
        let place = || format!("{group}, {contact}");
        is_free(
            &contact.spot,
            &contact.normal_numbers,
            motions,
            square,
            place,
        )?;
    }
    for corner in &group.corners {
        let place = || format!("{group}, {corner}");
        for spot in &corner.spots {
            for normal in &corner.open {
                is_free(spot, normal, motions, square, place)?;
            }
        }
    }
    Ok(())
}

/// S4 for one normal.
fn is_free(
    spot: &Spot,
    normal: &[BigInt; 3],
    [velocity, drift]: [&Motions; 2],
    square: &Rational,
    place: impl Fn() -> String,
) -> Result {
    let relative = spot.relative_velocity(velocity)?;
    if !Split::new(normal, &relative).is_in_dual_of_square(square) {
        return resisted(place(), "velocity");
    }
    if relative.iter().all(Zero::is_zero) {
        let relative = spot.relative_velocity(drift)?;
        if !Split::new(normal, &relative).is_in_dual_of_square(square) {
            return resisted(place(), "drift");
        }
    }
    Ok(())
}

fn resisted(place: impl Display, motion: &str) -> Result {
    let found = format!("a {motion} that a force resists");
    S4.refuse(place, found, "one that none does")
}

/// S5.
fn does_work(group: &Group, [velocity, drift]: [&Motions; 2]) -> Result {
    let work = group.work(velocity)?;
    let is_enough = work.is_positive() || work.is_zero() && group.work(drift)?.is_positive();
    if is_enough {
        return Ok(());
    }
    let found = format!("work {}", names::rational(&work));
    S5.refuse(group, found, "above 0, or 0 and above 0 under the drift")
}
