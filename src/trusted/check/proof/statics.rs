//! Statics with friction: the theorem of `proofs/FORMAT.md`, section 7, as code.
//!
//! A scene at rest (S0) is given, and for each group of bodies either forces for every choice of
//! sides at corners, or one virtual velocity y. A contact force is φ n + ψ J n. At a corner with
//! friction the contacts of both sides bear forces at once. If
//!
//! * C1 bodies do not overlap, C2 the listed contacts are the ends of the touching sets,
//! * S1 forces balance weights and loads, S2 φ ≥ 0, and 0 where nothing is imposed, S3 |ψ| ≤ μφ,
//!   for held cases,
//! * S4 n·u ≥ μ |t·u| at every contact, and S5 the work of weights and loads under y is above 0,
//!   for a falling case,
//! * S6 held cases cover every choice exactly once,
//! * S7 the forces of each corner with friction are one that a normal between its sides bears,
//!
//! then a group whose cases are held has forces within Coulomb's bound for every choice, and one
//! with a falling case has none for some choice (Theorems 13 and 14 of `proofs/THEOREM.md`). If no
//! contact needs friction, nor a corner with friction both of its sides, nothing but rest obeys
//! Coulomb's law (Theorem 16).
//!
//! Invariant: only [`verify`] makes a [`VerifiedStatics`].

pub(crate) mod case;
pub(crate) mod mechanism;
mod verified;

pub use mechanism::{Mechanism, MovedContact};
pub use verified::{HeldContact, Holding, StaticsVerdict, VerifiedStatics};

use crate::core::cover;
use crate::core::row::Motions;
use crate::proof::ground::Listed;
use crate::proof::group::Group;
use crate::proof::{balance, bearing, fall, force, rest};
use crate::rejection::Condition::{S1, S2, S3, S4, S5, S6, S7};
use crate::rejection::{Rejection, Result};
use crate::{lookup, names, wellformed};
use num_traits::Signed;

use case::{Case, Claim};
use zwang_certificate::statics::Statics;
use zwang_scene::Scene;

/// Checks a proof of statics against a scene.
///
/// # Errors
/// The first [`Rejection`] found, if the proof proves nothing about this scene.
pub fn verify(scene: &Scene, statics: &Statics) -> Result<VerifiedStatics, Rejection> {
    let digest = wellformed::digest(scene, &statics.scene)?;
    wellformed::scene(scene)?;
    rest::the_scene_rests(scene)?;
    // At rest C3 finds nothing wrong, and every corner undecided.
    listed(statics).prove_with_friction(scene, |ground| {
        let named = ground.named;
        let mut resolved = Vec::new();
        for (group, entry) in ground.groups.iter().zip(&statics.groups) {
            let cases = case::cases(group, entry, named)?;
            resolved.push((group, cases));
        }
        for (group, cases) in &resolved {
            for case in cases {
                case_is_proved(case)?;
            }
            corners_are_decided(group, cases)?;
        }
        let mechanism = Mechanism::of_cases(&resolved)?;
        VerifiedStatics::new(scene, digest, statics, named, &resolved, mechanism)
    })
}

fn is_falling(case: &Case) -> bool {
    matches!(case.claim, Claim::Falling(_))
}

/// The parts of a proof of statics besides forces and velocities.
pub(crate) fn listed(statics: &Statics) -> Listed<'_> {
    let Statics {
        scene: _,
        separations,
        contacts,
        corners,
        groups: entries,
    } = statics;
    let bodies = entries.iter().map(|group| lookup::bodies(&group.bodies));
    Listed {
        separations,
        contacts,
        corners,
        groups: bodies.collect(),
    }
}

/// S1 to S5 and S7 for one case.
fn case_is_proved(case: &Case) -> Result {
    let Case {
        group,
        imposed,
        claim,
        ..
    } = case;
    match claim {
        Claim::Held(forces) => {
            balance::forces_balance_weights_and_loads(forces, S1)?;
            force::no_contact_pulls(forces, imposed, S2)?;
            force::friction_is_bounded(forces, S3)?;
            bearing::one_normal_bears(forces, S7)
        }
        Claim::Falling(velocity) => {
            fall::nothing_resists(case, group, imposed, velocity, S4)?;
            weights_and_loads_do_work(case, velocity)
        }
    }
}

/// S5: the work of weights and loads is above 0.
fn weights_and_loads_do_work(case: &Case, velocity: &Motions) -> Result {
    let work = fall::work(case.group, velocity)?;
    if work.is_positive() {
        return Ok(());
    }
    let work = names::rational(&work);
    let found = format!("work {work}");
    S5.refuse(case, found, "above 0")
}

/// S6: a falling case stands alone; held cases cover every choice exactly once.
fn corners_are_decided(group: &Group, cases: &[Case]) -> Result {
    let falling = cases.iter().any(is_falling);
    let count = cases.len();
    if falling && count == 1 {
        return Ok(());
    }
    if falling {
        let found = format!("a falling case among {count}");
        let required = "a falling case alone, or only held ones";
        return S6.refuse(group, found, required);
    }
    let mut sides = Vec::new();
    for case in cases {
        sides.push(&case.sides);
    }
    cover::every_choice_is_in_one_case(group, &sides, S6)
}
