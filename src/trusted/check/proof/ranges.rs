//! Ranges of forces: the theorem of `proofs/FORMAT.md`, section 8, as code.
//!
//! A scene at rest (S0) is given, and for each group of bodies systems of forces, stresses, and
//! components of forces with two ends each. If
//!
//! * C1 bodies do not overlap, C2 the listed contacts are the ends of the touching sets,
//! * S1 systems balance weights and loads, S2 φ ≥ 0, S3 |ψ| ≤ μφ, and stresses satisfy S2, S3 and
//!   B1: their forces balance each other,
//! * B5 a system is on one side of each corner that chooses, and so is the system of an open end
//!   together with its stress,
//! * B6 the cases of a bounded end cover every choice of sides, B2 the velocity y of each lets
//!   nothing resist but its component, which yields by one unit, and B3 its system has the value
//!   Σ m g·y, or one that is not as far, if the case fixes sides,
//! * B4 the stress of an open end changes its component towards this end,
//! * of a gap B6, B2 and B3 hold for its two ends together, and B7 the one is below the other,
//!
//! then these are the least and the largest values of each component, over all forces within
//! Coulomb's bound that balance weights and loads, and no values are in gaps (Theorem 17 of
//! `proofs/THEOREM.md`).
//!
//! If accelerations of each group are given as well, and instead of S0, S1 to S3
//!
//! * C3 velocities are admissible, F1 to F7 systems obey Coulomb's law with these accelerations,
//!   and stresses F2 to F7,
//!
//! and B2 and B3 hold as they do then, the same is true of all forces with which these
//! accelerations obey the law (Theorem 17a).
//!
//! Invariant: only [`verify`] makes a [`VerifiedRanges`].

mod bound;
mod choice;
mod motion;
mod range;
mod verified;

pub use verified::{Between, ContactRange, CornerRange, Interval, PinRange, VerifiedRanges};

use crate::proof::forces::Forces;
use crate::proof::ground::Listed;
use crate::proof::group::Imposed;
use crate::proof::{balance, force, rest};
use crate::rejection::Condition::{B1, Form, S1, S2, S3};
use crate::rejection::{Rejection, Result};
use crate::{lookup, wellformed};
use motion::{Answers, Motion};
use range::{Bound, End, GroupForces, GroupRanges, Range};
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
        motions,
        groups: entries,
    } = ranges;
    let digest = wellformed::digest(scene, claimed)?;
    wellformed::scene(scene)?;
    if motions.is_none() {
        rest::the_scene_rests(scene)?;
    } else if !corners.is_empty() {
        let count = corners.len();
        let found = format!("{count} of them");
        let required = "none in a proof about a motion";
        return Form.refuse("corners", found, required);
    }
    let bodies = entries.iter().map(|group| lookup::bodies(&group.bodies));
    let listed = Listed {
        separations,
        contacts,
        corners,
        groups: bodies.collect(),
    };
    // At rest C3 finds nothing wrong.
    listed.prove_with_friction(scene, |ground| {
        let named = ground.named;
        let mut forces = Vec::new();
        for (group, entry) in ground.groups.iter().zip(entries) {
            let of_group = GroupForces::new(group, entry, named)?;
            forces.push(of_group);
        }
        let mut resolved = Vec::new();
        for (forces, entry) in forces.iter().zip(entries) {
            let of_group = GroupRanges::new(forces, entry, named)?;
            resolved.push(of_group);
        }
        match motions {
            None => {
                for group in &resolved {
                    systems_hold(group.forces)?;
                    ends_are_proved(group, None)?;
                    gaps_are_proved(group)?;
                }
            }
            Some(motions) => {
                let entries = motions.iter().zip(entries);
                for (group, (motion, entry)) in resolved.iter().zip(entries) {
                    let of_group = group.forces.group;
                    let answers = Answers::new(of_group, motion, entry)?;
                    let motion = answers.prove(of_group, motion, named)?;
                    ends_are_proved(group, Some(&motion))?;
                }
            }
        }
        Ok(VerifiedRanges::new(scene, digest, ranges, &resolved))
    })
}

/// S1 to S3 and B5 for systems, B1, S2 and S3 for stresses.
fn systems_hold(forces: &GroupForces) -> Result {
    for system in &forces.systems {
        balance::forces_balance_weights_and_loads(system, S1)?;
        forces_are_lawful(system, &forces.imposed)?;
        forces.choosing.one_side_bears(&system.place, &[system])?;
    }
    for stress in &forces.stresses {
        balance::forces_balance_each_other(stress, B1)?;
        forces_are_lawful(stress, &forces.imposed)?;
    }
    Ok(())
}

/// B2 to B6.
fn ends_are_proved(group: &GroupRanges, motion: Option<&Motion>) -> Result {
    for range in &group.ranges {
        for end in &range.ends {
            match end {
                End::Bounded(bound) => {
                    bound::all_choices_are_bounded(&bound.place, &[bound])?;
                    bound_is_proved(group, motion, range, bound)?;
                }
                End::Open(open) => {
                    bound::there_is_no_bound(range, open)?;
                    let together = [open.system, open.stress];
                    let choosing = &group.forces.choosing;
                    choosing.one_side_bears(&open.place, &together)?;
                }
            }
        }
    }
    Ok(())
}

/// B2, B3, B6 and B7.
fn gaps_are_proved(group: &GroupRanges) -> Result {
    for gap in group.gaps.values().flatten() {
        let bounds = bound::the_gap_is_open(gap)?;
        let [below, _] = bounds;
        bound::all_choices_are_bounded(&below.place, &bounds)?;
        for bound in bounds {
            bound_is_proved(group, None, gap, bound)?;
        }
    }
    Ok(())
}

/// B2 and B3.
fn bound_is_proved(
    group: &GroupRanges,
    motion: Option<&Motion>,
    range: &Range,
    bound: &Bound,
) -> Result {
    for case in &bound.cases {
        bound::no_contact_resists_more(group, motion, range, bound, case)?;
        bound::the_bound_is_reached(group, motion, range, bound, case)?;
    }
    Ok(())
}

/// S2 and S3.
fn forces_are_lawful(forces: &Forces, imposed: &Imposed) -> Result {
    force::no_contact_pulls(forces, imposed, S2)?;
    force::friction_is_bounded(forces, S3)
}
