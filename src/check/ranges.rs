//! Ranges of forces: the theorem of `proofs/FORMAT.md`, section 8, as code.
//!
//! A scene at rest (S0) is given whose corners, if there are any, have friction and are narrow, and
//! for each group of bodies systems of forces, stresses, and components of forces with two ends
//! each. If
//!
//! * C1 bodies do not overlap, C2 the listed contacts are the ends of the touching sets,
//! * S1 systems balance weights and loads, S2 φ ≥ 0, S3 |ψ| ≤ μφ, and stresses satisfy S2, S3 and
//!   B1: their forces balance each other,
//! * B2 the velocity y of a bounded end lets nothing resist but its component, which yields by one
//!   unit, and B3 its system has the value Σ m g·y,
//! * B4 the stress of an open end changes its component towards this end,
//!
//! then the values of each component, over all forces within Coulomb's bound that balance them,
//! are an interval with these ends (Theorem 17 of `proofs/THEOREM.md`).
//!
//! Invariant: only [`verify`] makes a [`VerifiedRanges`].

mod bound;
mod range;
mod verified;

pub use verified::{ContactRange, Interval, PinRange, VerifiedRanges};

use crate::Condition::{S2, S3};
use crate::ground::Listed;
use crate::group::Imposed;
use crate::statics::case::Forces;
use crate::statics::contact::{Rough, rough_contacts};
use crate::statics::{balance, force, rest};
use crate::{Rejection, Result, form, lookup};
use range::{End, GroupForces, GroupRanges};
use zwang_certificate::ranges::Ranges;
use zwang_scene::Scene;

/// Checks a proof of ranges against a scene.
///
/// # Errors
/// The first [`Rejection`] found, if the proof proves nothing about this scene.
pub fn verify(scene: &Scene, ranges: &Ranges) -> Result<VerifiedRanges, Rejection> {
    let Ranges {
        scene: claimed,
        separations,
        contacts,
        corners,
        groups: entries,
    } = ranges;
    let digest = form::digest(scene, claimed)?;
    form::scene(scene)?;
    rest::the_scene_rests(scene)?;
    let mut groups = Vec::new();
    for group in entries {
        groups.push(lookup::bodies(&group.bodies));
    }
    let listed = Listed {
        separations,
        contacts,
        corners,
        groups,
    };
    // At rest C3 finds nothing wrong.
    listed.prove(scene, |ground| {
        let named = ground.named;
        let contacts = &rough_contacts(scene, named.contacts)?;
        let rough = Rough { named, contacts };
        let mut forces = Vec::new();
        for (group, entry) in ground.groups.iter().zip(entries) {
            let of_group = GroupForces::new(group, entry, rough)?;
            forces.push(of_group);
        }
        let mut resolved = Vec::new();
        for (forces, entry) in forces.iter().zip(entries) {
            let of_group = GroupRanges::new(forces, entry, rough)?;
            resolved.push(of_group);
        }
        for group in &resolved {
            group_is_proved(group, rough)?;
        }
        Ok(VerifiedRanges::new(scene, digest, ranges, &resolved))
    })
}

/// S1 to S3 for systems, B1, S2 and S3 for stresses, and B2 to B4 for ends.
fn group_is_proved(group: &GroupRanges, rough: Rough) -> Result {
    for system in &group.forces.systems {
        balance::forces_balance_weights_and_loads(system)?;
        forces_are_lawful(system, &group.forces.imposed)?;
    }
    for stress in &group.forces.stresses {
        balance::forces_balance_each_other(stress)?;
        forces_are_lawful(stress, &group.forces.imposed)?;
    }
    for range in &group.ranges {
        for end in &range.ends {
            match end {
                End::Bounded(bound) => {
                    bound::no_contact_resists_more(group, range, bound, rough)?;
                    bound::the_bound_is_reached(group, range, bound)?;
                }
                End::Open(open) => bound::there_is_no_bound(range, open)?,
            }
        }
    }
    Ok(())
}

/// S2 and S3.
fn forces_are_lawful(forces: &Forces, imposed: &Imposed) -> Result {
    force::no_contact_pulls(forces, imposed, S2)?;
    force::friction_is_bounded(forces, S3)
}
